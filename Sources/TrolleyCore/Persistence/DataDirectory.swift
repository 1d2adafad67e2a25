/// The directory that holds one list, by descriptor: whoever swaps a directory on the way to it
/// changes nothing. Only regular files of its owner are used, and they are closed to others.
final class DataDirectory {
  static let journal = "journal.jsonl"
  static let lock = "lock"
  static let snapshot = "snapshot.json"
  static let temporaryMark = ".tmp-"

  let calls: FileCalls
  private let file: POSIXFile
  /// What was put right, for the log.
  private(set) var notes: [String] = []

  var descriptor: Int32 { file.descriptor }

  init(path: String, calls: FileCalls, createIfMissing: Bool) throws(Failure) {
    var path = path
    // With a slash behind it a symbolic link would be followed.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw Failure(.usage, "The name of the data directory is empty or has a zero in it.")
    }
    self.calls = calls
    file = try Self.open(path, calls, createIfMissing)
    let status: FileStatus
    do {
      status = try file.status()
    } catch {
      throw Refusal.because(error, .reading)
    }
    guard status.kind == .directory else { throw Refusal.notAFile("The data directory") }
    guard status.owner == Process.user else { throw Refusal.notOurs("The data directory") }
    try closeToOthers(status)
  }

  /// The path of the directory above, nil for the top.
  private static func parent(of path: String) -> String? {
    guard path != "/", path != "." else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func open(
    _ path: String, _ calls: FileCalls, _ createIfMissing: Bool
  ) throws(Failure) -> POSIXFile {
    do {
      return try descriptor(path, calls)
    } catch let error where error.code == SystemError.missing && createIfMissing {
      do {
        try make(path, calls)
        let made = try descriptor(path, calls)
        try made.setMode(0o700)  // A umask may have taken our own rights, too.
        return made
      } catch { throw Refusal.because(error, .creating) }
    } catch {
      switch error.code {
      case SystemError.missing: throw Refusal.noList
      case SystemError.symbolicLink, SystemError.notDirectory:
        throw Failure(
          .notAllowed,
          "The data directory is a symbolic link or not a directory. Name a real directory.",
          detail: error.detail)
      default: throw Refusal.because(error, .reading)
      }
    }
  }

  private static func descriptor(
    _ path: String, _ calls: FileCalls
  ) throws(CallError) -> POSIXFile {
    let descriptor = try calls.result("open", "directory") {
      calls.open(Process.workingDirectory, path, OpenFlags.directory, 0)
    }
    return POSIXFile(descriptor: descriptor, name: "directory", calls: calls)
  }

  /// Makes the directory and those above it; each one's name is on the disk afterwards.
  private static func make(_ path: String, _ calls: FileCalls) throws(CallError) {
    let above = parent(of: path)
    do {
      try calls.result("mkdir", "directory") { calls.makeDirectory(path, 0o700) }
    } catch let error where error.code == SystemError.exists {
      return
    } catch let error where error.code == SystemError.missing {
      guard let above else { throw error }
      try make(above, calls)
      try calls.result("mkdir", "directory") { calls.makeDirectory(path, 0o700) }
    }
    guard let above else { return }
    // The one above may itself be a symbolic link (`/home` often is): it is only synced.
    let descriptor = try calls.result("open", "directory above") {
      calls.open(Process.workingDirectory, above + "/", OpenFlags.directory, 0)
    }
    try POSIXFile(descriptor: descriptor, name: "directory above", calls: calls).sync()
  }

  /// A directory that is Trolley's alone is closed to others. One that holds other things as well
  /// is left as it is, and refused when others could swap files in it.
  private func closeToOthers(_ status: FileStatus) throws(Failure) {
    guard status.mode & 0o077 != 0 else { return }
    let open = Failure(
      .notAllowed,
      "Other people may change files in the data directory. Choose one that is yours alone.")
    let writable = status.mode & 0o022 != 0
    let names = (try? self.names()) ?? ["?"]
    let isOurs = names.isEmpty || names.contains(Self.journal) || names.contains(Self.lock)
    guard isOurs, status.mode & 0o1000 == 0 else {
      if writable { throw open }
      return
    }
    do {
      try file.setMode(0o700)
      notes.append("The data directory was open to others; now it is not.")
    } catch {
      if writable { throw open }
    }
  }
}

extension DataDirectory {
  /// Opens a regular file of ours and closes it to others.
  ///
  /// Throws `CallError` when the system refuses, and what `isAcceptable` finds as a `Failure`.
  func open(_ name: String, _ flags: Int32) throws(CallError) -> POSIXFile {
    let descriptor = try calls.result("open", name) {
      calls.open(self.descriptor, name, flags, 0o600)
    }
    return POSIXFile(descriptor: descriptor, name: name, calls: calls)
  }

  /// Makes a new file; its mode does not depend on the umask.
  func create(_ name: String) throws(CallError) -> POSIXFile {
    let file = try open(name, OpenFlags.new)
    do {
      try file.setMode(0o600)
    } catch {
      try? remove(name)
      throw error
    }
    return file
  }

  /// A new file of this name, or with a number behind it when there are such files already.
  func createAside(_ name: String) throws(CallError) -> POSIXFile {
    for i in 1..<100 {
      do throws(CallError) {
        return try create(i == 1 ? name : "\(name)-\(i)")
      } catch {
        guard error.code == SystemError.exists else { throw error }
      }
    }
    return try create("\(name)-100")
  }

  /// Refuses what is not a regular file of ours, and closes it to others.
  func accept(_ file: POSIXFile) throws(Failure) -> FileStatus {
    let status: FileStatus
    do {
      status = try file.status()
    } catch {
      throw Refusal.because(error, .reading)
    }
    guard status.kind == .regular else { throw Refusal.notAFile(file.name) }
    guard status.owner == Process.user else { throw Refusal.notOurs(file.name) }
    guard status.mode & 0o077 != 0 else { return status }
    do {
      try file.setMode(0o600)
      notes.append("\(file.name) was open to others; now it is not.")
    } catch {
      // On a read-only disk nobody else can write to it either.
      guard status.mode & 0o022 == 0 || SystemError.readOnly.contains(error.code) else {
        throw Refusal.because(error, .reading)
      }
    }
    return status
  }

  /// What a name stands for, nil when there is none.
  func status(of name: String) throws(CallError) -> FileStatus? {
    var status = FileStatus()
    do {
      try calls.result("fstatat", name) { calls.statusOf(descriptor, name, &status) }
    } catch let error where error.code == SystemError.missing {
      return nil
    }
    return status
  }

  func names() throws(CallError) -> [String] {
    var names: [String] = []
    try calls.result("readdir", "directory") { calls.names(descriptor, &names) }
    return names.sorted()
  }

  func rename(_ from: String, to: String) throws(CallError) {
    try calls.result("rename", from) { calls.rename(descriptor, from, to) }
  }

  func remove(_ name: String) throws(CallError) {
    try calls.result("unlink", name) { calls.remove(descriptor, name) }
  }

  /// Afterwards the names survive a power cut.
  func sync() throws(CallError) { try file.sync() }

  /// Puts a new file in the place of `name`: the old content or all of the new one is found there
  /// whatever happens on the way, and the new one once this returns.
  func replace(
    _ name: String, _ write: (POSIXFile) throws(CallError) -> Void
  ) throws(CallError) {
    let temporary = temporaryName(for: name)
    let file = try create(temporary)
    do throws(CallError) {
      // So that nobody sweeps it away.
      try calls.result("flock", temporary) {
        calls.lock(file.descriptor, LockOperation.exclusive)
      }
      try write(file)
      try file.sync()
      try rename(temporary, to: name)
    } catch {
      try? remove(temporary)
      throw error
    }
    try sync()
  }

  func temporaryName(for name: String) -> String {
    name.prefix { $0 != "." } + Self.temporaryMark + String(Process.id)
  }

  /// Removes what a killed Trolley left half-made. Only under the lock. Whoever is still making
  /// such a file holds a lock on it.
  func sweep() {
    for name in (try? names()) ?? [] where Self.isTemporary(name) {
      guard let file = try? open(name, OpenFlags.readWrite),
        (try? file.status())?.kind == .regular,
        calls.lock(file.descriptor, LockOperation.exclusive) >= 0
      else { continue }
      do {
        try remove(name)
        notes.append("\(name) was left over and is removed.")
      } catch {
        notes.append("\(name) is left over and cannot be removed.")
      }
    }
  }

  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix("journal" + temporaryMark) || name.hasPrefix("snapshot" + temporaryMark)
  }
}
