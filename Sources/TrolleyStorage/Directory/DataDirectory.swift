/// The directory that holds one list, opened by descriptor, so that replacing a directory on the
/// path has no effect. Only regular files of its owner are used, and they are made private.
final class DataDirectory {
  static let journal = "journal.jsonl"
  /// Only where the list is shared.
  static let outbox = "outbox.jsonl"
  static let replaced = "replaced.jsonl"
  static let lock = "lock"
  static let snapshot = "snapshot.json"
  static let temporaryMark = ".tmp-"

  let calls: FileCalls
  private let path: String
  private let place: FileStatus
  let file: POSIXFile
  /// What was repaired, for the log.
  var notes: [String] = []

  var descriptor: Int32 { file.descriptor }

  init(path: String, calls: FileCalls, createIfMissing: Bool) throws(Failure) {
    var path = path
    // With a trailing slash a symbolic link would be followed.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw Failure(.usage, "The name of the data directory is empty or has a zero in it.")
    }
    self.calls = calls
    self.path = path
    file = try Self.open(path, calls, createIfMissing)
    let status: FileStatus
    do { status = try file.status() } catch { throw Refusal.because(error, .reading) }
    place = status
    guard status.kind == .directory else { throw Refusal.notAFile("The data directory") }
    guard status.owner == ThisProcess.user else { throw Refusal.notOurs("The data directory") }
    try closeToOthers(status)
  }

  /// Whether the path still leads here. `trolley join` moves a list aside: what an open screen went on
  /// writing into it would be missing from the list that is there now.
  func isInPlace() throws(CallError) -> Bool {
    var now = FileStatus()
    do {
      try calls.result("fstatat", "directory") {
        calls.statusOf(ThisProcess.workingDirectory, path, &now)
      }
    } catch let error where error.code == SystemError.missing {
      return false
    }
    return now.isSameFile(as: place)
  }

  /// The parent directory; nil for the root.
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
      calls.open(ThisProcess.workingDirectory, path, OpenFlags.directory, 0)
    }
    return POSIXFile(descriptor: descriptor, name: "directory", calls: calls)
  }

  /// Makes the directory and its missing parents.
  private static func make(_ path: String, _ calls: FileCalls) throws(CallError) {
    do throws(CallError) {
      try calls.result("mkdir", "directory") { calls.makeDirectory(path, 0o700) }
    } catch {
      if error.code == SystemError.exists { return }
      guard error.code == SystemError.missing, let above = parent(of: path) else { throw error }
      try make(above, calls)
      try calls.result("mkdir", "directory") { calls.makeDirectory(path, 0o700) }
    }
  }

  /// Makes the directory and all its parents durable. All of them, since an earlier attempt may
  /// have created any of them.
  func syncAbove() throws(CallError) {
    var next = Self.parent(of: path)
    while let above = next {
      next = Self.parent(of: above)
      let opened: POSIXFile
      do throws(CallError) {
        // This may be a symbolic link, as `/home` often is: it is only synced.
        opened = try Self.descriptor(above + "/", calls)
      } catch {
        // A directory of another user that we may not even list was not made here.
        var status = FileStatus()
        let found = calls.statusOf(ThisProcess.workingDirectory, above + "/", &status)
        guard found >= 0, status.owner != ThisProcess.user else { throw error }
        return
      }
      try Self.sync(opened)
    }
  }

  static func sync(_ file: POSIXFile) throws(CallError) {
    do throws(CallError) { try file.sync() } catch {
      // Some file systems have nothing to sync in a directory.
      guard error.code == SystemError.invalid else { throw error }
    }
  }

  /// A directory that holds only Trolley's files is made private. One that also holds other files
  /// keeps its mode, and is refused if other users could replace files in it.
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
