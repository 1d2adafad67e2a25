/// The lock of a data directory, held by at most one writer across all processes. Owns the
/// descriptor of the file `lock`, which stays open; the lock of a killed process is released.
///
/// The file holds the list's identifier once its journal is durable, so that a lost journal is not
/// mistaken for one that never existed.
final class DirectoryLock {
  /// How long to wait for another writer, in milliseconds.
  static let patience = 5000

  private let directory: DataDirectory
  private var file: POSIXFile?
  private(set) var isHeld = false
  /// Whether the file named a list when the lock was taken.
  private(set) var remembers = false

  init(_ directory: DataDirectory) { self.directory = directory }

  /// Takes the exclusive lock for a writer; throws `busy` after `patience`.
  func acquire(for purpose: Refusal.Purpose = .saving) throws(Failure) {
    guard !isHeld else { throw Refusal.busy("the lock was taken twice") }
    guard try wait(for: LockOperation.exclusive, purpose) else { throw Refusal.busy() }
  }

  /// For a reader that found something unfinished: waits at most `milliseconds` for the shared
  /// lock, and says whether it got it. A directory without a lock file has no writer.
  func acquireShared(waiting milliseconds: Int) throws(Failure) -> Bool {
    guard !isHeld else { return true }
    return try wait(for: LockOperation.shared, .reading, milliseconds)
  }

  /// Tries to take the exclusive lock without waiting; false when another process holds it.
  func acquireAtOnce() throws(Failure) -> Bool {
    guard !isHeld else { return false }
    return try wait(for: LockOperation.exclusive, .saving, 0)
  }

  func release() {
    guard isHeld, let file else { return }
    isHeld = false
    if directory.calls.lock(file.descriptor, LockOperation.release) < 0 { self.file = nil }
  }

  /// Which list the lock file names.
  func memory() throws(Failure) -> (isThere: Bool, list: String?) {
    guard let file = try opened(creating: false) else { return (false, nil) }
    let bytes = try Refusal.during(.reading) { () throws(CallError) in
      try file.bytes(at: 0, count: 64)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return (!bytes.isEmpty, JournalHeader.isList(text.dropLast()) ? String(text.dropLast()) : nil)
  }

  /// Records which list is kept here. Only under the lock, and only once the journal is durable.
  func remember(_ list: String) throws(CallError) {
    guard isHeld, let file else { return }
    try file.truncate(to: 0)
    try file.overwrite(Array("\(list)\n".utf8), at: 0)
    try file.sync()
    remembers = true
  }

  /// Closes the file as well; it is reopened when needed.
  func close() {
    release()
    file = nil
  }

  private func wait(
    for operation: Int32, _ purpose: Refusal.Purpose, _ milliseconds: Int = patience
  ) throws(Failure) -> Bool {
    let calls = directory.calls
    let start = calls.milliseconds()
    while true {
      if try attempt(operation, purpose) { return true }
      guard calls.milliseconds() - start < milliseconds else { return false }
      // Random steps, so that two waiting processes don't keep colliding.
      calls.pause(Int.random(in: 5...50))
    }
  }

  private func attempt(_ operation: Int32, _ purpose: Refusal.Purpose) throws(Failure) -> Bool {
    // Retries when the file was removed meanwhile: the next writer would lock another one.
    for _ in 0..<3 {
      let create = operation == LockOperation.exclusive
      guard let file = try opened(creating: create, purpose) else { return true }
      do throws(CallError) {
        try directory.calls.result("flock", file.name) {
          directory.calls.lock(file.descriptor, operation)
        }
        let status = try file.status()
        guard status.links > 0 else {
          self.file = nil
          continue
        }
        remembers = status.size > 0
      } catch {
        if error.code == SystemError.wouldBlock { return false }
        self.file = nil
        throw refusal(error, purpose)
      }
      isHeld = true
      return true
    }
    throw Refusal.busy("the lock file keeps vanishing")
  }

  private func opened(
    creating: Bool, _ purpose: Refusal.Purpose = .reading
  ) throws(Failure) -> POSIXFile? {
    if let file { return file }
    let opened: POSIXFile
    do throws(CallError) {
      do throws(CallError) {
        opened = try directory.open(
          DataDirectory.lock, OpenFlags.readWrite | (creating ? OpenFlags.create : 0))
      } catch {
        // A reader's lock only needs read permission.
        guard !creating, SystemError.readOnly.contains(error.code) else { throw error }
        opened = try directory.open(DataDirectory.lock, OpenFlags.read)
      }
    } catch {
      if error.code == SystemError.missing, !creating { return nil }
      throw refusal(error, purpose)
    }
    let status = try directory.accept(opened)
    if creating, status.mode & 0o600 != 0o600 {
      // The umask had removed our own permissions as well.
      try Refusal.during(purpose) { () throws(CallError) in try opened.setMode(0o600) }
    }
    file = opened
    return opened
  }

  private func refusal(_ error: CallError, _ purpose: Refusal.Purpose) -> Failure {
    if error.code == SystemError.symbolicLink { return Refusal.symbolicLink(error.file) }
    guard error.call == "flock", SystemError.noLocks.contains(error.code) else {
      return Refusal.because(error, purpose)
    }
    return Failure(
      .failedIO,
      "Files cannot be locked here, so two Trolleys could overwrite each other. "
        + "Choose a directory on a local disk.", detail: error.detail)
  }
}
