/// The settings file of this run: read, changed member by member, and migrated once. Other programs
/// and people change it as well, so every change starts by reading it.
package struct SettingsFile: Sendable {
  package let path: String
  /// Where earlier versions kept the settings: beside the list. Nil where that is still the place.
  package let former: String?

  /// Defaults if there is no file. Throws a message for the user if it cannot be read or is
  /// invalid; it is never overwritten then.
  package func read() throws(Failure) -> PreferencesFile {
    if let file = try content() { return file }
    takeOver()
    return try content() ?? PreferencesFile()
  }

  /// Changes some members and keeps the rest as it is on the disk. Returns the resulting settings.
  package func change(_ edits: [SettingsEdit]) throws(Failure) -> PreferencesFile {
    try SmallFile.alone(with: path) { () throws(Failure) in
      let bytes = try read().applying(edits)
      try SmallFile.replace(target, bytes)
      return try PreferencesFile(bytes)
    }
  }

  /// Reports changes of the file by anyone; nil where that is not possible.
  package func watch() -> DirectoryWatch? { SmallFile.watch(target, "settings") }

  // MARK: Reading

  /// Nil if there is no file.
  private func content() throws(Failure) -> PreferencesFile? {
    // In their configuration directory people may keep symbolic links to files elsewhere.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isBesideList ? O_NOFOLLOW : 0)
    let fd = SystemIO.open(path, flags)
    guard fd >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw unreadable("cannot be opened", "open \(errno)")
    }
    defer { close(fd) }
    var status = stat()
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable("is no file", "mode")
    }
    // It may contain keys, which a person who wrote it in an editor may not have thought of.
    if status.st_mode & 0o077 != 0, status.st_uid == geteuid() { fchmod(fd, 0o600) }
    return try PreferencesFile(bytes(fd, Int(status.st_size)))
  }

  private func bytes(_ fd: Int32, _ size: Int) throws(Failure) -> [UInt8] {
    // One byte more than allowed, to detect that it is too long.
    guard let bytes = readWhole(fd, most: min(size, PreferencesFile.longest) + 1) else {
      throw unreadable("cannot be read", "read \(errno)")
    }
    return bytes
  }

  private func unreadable(_ why: String, _ detail: String) -> Failure {
    Failure(
      .failedIO, "\(PreferencesFile.name) \(why). It was left alone.",
      detail: "settings: \(detail)")
  }

  // MARK: Writing

  private var isBesideList: Bool { former == nil }
  private var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

  /// The target of a symbolic link, so that the link stays one.
  private var target: String {
    guard !isBesideList, let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func refused(_ detail: String) -> Failure {
    Failure(.failedIO, "The settings could not be saved.", detail: "settings: \(detail)")
  }

  // MARK: Migration

  /// Moves the file of an earlier version from beside the list, once. Never over an existing file.
  private func takeOver() {
    guard let former, access(former, F_OK) == 0 else { return }
    SystemIO.makeDirectories(String(folder))
    if link(former, path) != 0 {
      // On another file system: copy it completely, then rename.
      guard errno == EXDEV || errno == EPERM || errno == EOPNOTSUPP,
        let bytes = SmallFile.read(former), access(path, F_OK) != 0,
        (try? SmallFile.replace(path, bytes)) != nil
      else { return Log.write("settings: \(former) could not be moved: \(errno)") }
    }
    unlink(former)
    Log.write("settings: moved from \(former) to \(path)")
  }
}

extension SettingsFile {
  /// The settings and keys of a start, and every error in the file. If the file cannot be read,
  /// defaults apply, and it is never overwritten: the message says so.
  package func open() -> (settings: PreferencesFile, keymap: Keymap, remarks: [String]) {
    do {
      let file = try read()
      let reading = SettingsReading(file, followsWrite: false)
      return (file, reading.keymap, reading.remarks)
    } catch { return (PreferencesFile(), .standard, [error.sentence]) }
  }
}

extension SettingsReading {
  /// The settings, the user's own keys, and every error in the file.
  package init(_ file: PreferencesFile, followsWrite: Bool) {
    let customs = file.keys.map { Keymap.Custom(name: $0.name, keys: $0.keys) }
    let (keymap, complaints) = Keymap.customised(customs)
    var remarks = file.complaints + complaints
    for (setting, trouble) in file.preferences.troubles.sorted(by: { $0.key > $1.key }) {
      remarks.append("settings: \(setting): \(trouble)")
    }
    self.init(file.preferences, keymap, remarks: remarks, followsWrite: followsWrite)
  }
}

extension Preferences {
  /// Why a setting that names something of this machine is not taken, in a sentence; nil where it is.
  package func refusal(of setting: String) -> String? {
    troubles[setting].map { trouble in
      trouble.prefix(1).uppercased() + trouble.dropFirst()
        + (setting == "mail.passwordCommand" ? Self.placeOfPassword : "")
    }
  }

  private static let placeOfPassword =
    " The password itself goes into a file: see “Password file” (mail.passwordFile)."

  /// Why programs of mail cannot be run, and the files of its password and of the catalogue are not to be read,
  /// on this machine, by the setting that names them.
  package var troubles: [String: String] {
    var trouble: [String: String] = [:]
    if case .program(let path) = mail.sendmail,
      !AppPaths.isProgram(HomeDirectory.expanding(path))
    {
      let shown = CleanText.line(path, limit: .address)
      trouble["mail.sendmail"] =
        AppPaths.isThere(HomeDirectory.expanding(path))
        ? "\(shown) is not a program that may be run."
        : "there is no program at \(shown) to run."
    }
    if case .command(let words) = mail.password, let program = words.first,
      Spawn.path(of: HomeDirectory.expanding(program)) == nil
    {
      trouble["mail.passwordCommand"] =
        "there is no program \(CleanText.line(program, limit: .address)) to run."
    }
    if case .file(let path) = mail.password, !AppPaths.isPrivate(HomeDirectory.expanding(path)) {
      let shown = CleanText.line(path, limit: .address)
      trouble["mail.passwordFile"] =
        AppPaths.isThere(HomeDirectory.expanding(path))
        ? "only you may be able to read the file: chmod 600 \(shown)"
        : "there is no file at \(shown)."
    }
    if !catalogue.file.isEmpty, !AppPaths.isThere(HomeDirectory.expanding(catalogue.file)) {
      trouble["catalogue.file"] =
        "there is no file at \(CleanText.line(catalogue.file, limit: .address))."
    }
    return trouble
  }
}
