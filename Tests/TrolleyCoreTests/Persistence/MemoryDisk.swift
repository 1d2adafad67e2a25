import Glibc

@testable import TrolleySystem

/// A disk in memory that tracks what was synced, fails on request, and can lose power. It starts
/// with one directory, `/list`, which is made like any other.
final class MemoryDisk: @unchecked Sendable {
  /// A change to a file that is not durable yet.
  enum Change {
    case bytes(at: Int, [UInt8])
    case size(Int)
  }

  enum NameChange {
    case set(String, Int)
    case removed(String)
    case renamed(String, String)
  }

  struct File {
    var bytes: [UInt8] = []
    var safe: [UInt8] = []
    var changes: [Change] = []
    var mode: UInt32 = 0o600
    var links = 1
    var owner = ThisProcess.user
    var kind = FileStatus.Kind.regular

    mutating func apply(_ change: Change) {
      change.apply(to: &bytes)
      changes.append(change)
    }

    mutating func makeSafe() {
      safe = bytes
      changes = []
    }
  }

  /// Faults of the disk itself, which the tests must detect.
  enum Bug: CaseIterable {
    /// Sync reports success without doing anything.
    case syncsNothing
    /// A new file is synced only after it was renamed.
    case renamesBeforeSync
    /// Locks are granted to everyone.
    case locksNothing
  }

  enum Fault {
    case error(Int32)
    /// A read or write stops half-way.
    case half
    /// The power is off: nothing happens any more.
    case powerCut
  }

  var files: [Int: File] = [:]
  var names: [String: Int] = [:]
  var safeNames: [String: Int] = [:]
  var nameChanges: [NameChange] = []
  var hasDirectory = false
  var isDirectorySafe = false

  /// Consulted before each call, with its number, counted from 1, and its name.
  var fault: (Int, String) -> Fault? = { _, _ in nil }
  /// Called before a write takes place.
  var beforeWrite: () -> Void = {}
  var bug: Bug?
  private(set) var calls = 0
  private(set) var isOff = false
  private(set) var log: [String] = []

  private var descriptors: [Int32: (file: Int, flags: Int32)] = [:]
  private var locks: [Int: [Int32: Bool]] = [:]
  private var nextDescriptor: Int32 = 3
  private var nextFile = 1
  private var clock = 0
  private var lateSyncs: Set<Int> = []

  static let directory = 0
  /// The parent directory.
  static let top = -1

  /// New files are numbered after those that a test created directly.
  func continueNumbers(after file: Int) { nextFile = file }

  func startCounting() {
    calls = 0
    log = []
  }

  /// The error to return; nil to go on. `half` requests a partial result.
  private func begin(_ call: String, half: inout Bool) -> Int32? {
    if isOff { return -EIO }
    calls += 1
    log.append(call)
    switch fault(calls, call) {
    case nil: return nil
    case .error(let code): return -code
    case .half:
      half = true
      return nil
    case .powerCut:
      isOff = true
      return -EIO
    }
  }

  private func begin(_ call: String) -> Int32? {
    var half = false
    return begin(call, half: &half)
  }

  private func file(_ descriptor: Int32) -> Int? { descriptors[descriptor]?.file }

  private func newDescriptor(_ file: Int, _ flags: Int32) -> Int32 {
    nextDescriptor += 1
    descriptors[nextDescriptor] = (file, flags)
    return nextDescriptor
  }
}

extension MemoryDisk {
  func open(_ directory: Int32, _ name: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    let isReading = flags & (O_RDWR | O_CREAT) == 0
    if let error = begin(isReading ? "open \(name)" : "open for writing \(name)") { return error }
    if flags & O_DIRECTORY != 0 {
      let isTop = name.allSatisfy { $0 == "/" }
      guard isTop || hasDirectory else { return -ENOENT }
      return newDescriptor(isTop ? Self.top : Self.directory, flags)
    }
    if let found = names[name] {
      return flags & O_EXCL != 0 ? -EEXIST : newDescriptor(found, flags)
    }
    guard flags & O_CREAT != 0 else { return -ENOENT }
    nextFile += 1
    files[nextFile] = File(mode: mode)
    names[name] = nextFile
    nameChanges.append(.set(name, nextFile))
    return newDescriptor(nextFile, flags)
  }

  func close(_ descriptor: Int32) -> Int32 {
    // Closing also happens when a process dies: it is not counted and always works.
    if let file = file(descriptor) { locks[file]?[descriptor] = nil }
    descriptors[descriptor] = nil
    return 0
  }

  func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
    var half = false
    if let error = begin("read", half: &half) { return Int(error) }
    guard let file = file(descriptor), let bytes = files[file]?.bytes else { return Int(-EBADF) }
    guard offset < bytes.count else { return 0 }
    var count = min(buffer.count, bytes.count - offset)
    if half, count > 1 { count /= 2 }
    bytes[offset..<offset + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
    return count
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?) -> Int {
    beforeWrite()
    var half = false
    if let error = begin("write", half: &half) { return Int(error) }
    guard let file = file(descriptor), files[file] != nil else { return Int(-EBADF) }
    let count = half && bytes.count > 1 ? bytes.count / 2 : bytes.count
    let place = offset ?? files[file]?.bytes.count ?? 0
    files[file]?.apply(.bytes(at: place, Array(bytes[..<count])))
    return count
  }

  func truncate(_ descriptor: Int32, _ size: Int) -> Int32 {
    if let error = begin("truncate") { return error }
    guard let file = file(descriptor), files[file] != nil else { return -EBADF }
    files[file]?.apply(.size(size))
    return 0
  }

  func sync(_ descriptor: Int32) -> Int32 {
    guard let file = file(descriptor) else { return -EBADF }
    let error = begin("sync \(names.first { $0.value == file }?.key ?? "directory")")
    if bug == .syncsNothing || isOff { return error ?? 0 }
    if let error, error == -EINTR { return error }
    if file <= Self.directory {
      if error == nil { makeNamesSafe(file) }
      return error ?? 0
    }
    let isTemporary = names.contains { $0.value == file && $0.key.contains(".tmp-") }
    if bug == .renamesBeforeSync, isTemporary {
      lateSyncs.insert(file)
      return error ?? 0
    }
    // After a failed sync the kernel considers the bytes written, and never retries.
    if error == nil { files[file]?.makeSafe() }
    files[file]?.changes = []
    return error ?? 0
  }

  private func makeNamesSafe(_ directory: Int) {
    if directory == Self.top {
      isDirectorySafe = hasDirectory
      return
    }
    safeNames = names
    nameChanges = []
    for file in lateSyncs {
      files[file]?.makeSafe()
    }
    lateSyncs = []
  }

  func status(ofFile file: Int, _ status: inout FileStatus) {
    status = FileStatus()
    status.owner = ThisProcess.user
    status.inode = UInt64(file + 1)
    if file <= Self.directory {
      status.kind = .directory
      status.mode = 0o700
    } else if let found = files[file] {
      status.kind = found.kind
      status.mode = found.mode
      status.size = found.bytes.count
      status.links = found.links
      status.owner = found.owner
    }
  }

  func rename(_ from: String, _ to: String) -> Int32 {
    if let error = begin("rename \(from)") { return error }
    guard let file = names[from] else { return -ENOENT }
    if let old = names[to] { files[old]?.links = 0 }
    names[to] = file
    names[from] = nil
    nameChanges.append(.renamed(from, to))
    return 0
  }

  func remove(_ name: String) -> Int32 {
    if let error = begin("remove \(name)") { return error }
    guard let file = names[name] else { return -ENOENT }
    files[file]?.links = 0
    names[name] = nil
    nameChanges.append(.removed(name))
    return 0
  }

  func lock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    if let error = begin("lock") { return error }
    guard let file = file(descriptor) else { return -EBADF }
    if bug == .locksNothing { return 0 }
    if operation & LOCK_UN != 0 {
      locks[file]?[descriptor] = nil
      return 0
    }
    let isExclusive = operation & LOCK_EX != 0
    let others = locks[file, default: [:]].filter { $0.key != descriptor }
    if others.contains(where: { $0.value || isExclusive }) { return -EWOULDBLOCK }
    locks[file, default: [:]][descriptor] = isExclusive
    return 0
  }

  /// The system calls, on this disk.
  var table: FileCalls {
    FileCalls(
      open: { [self] in open($0, $1, $2, $3) },
      close: { [self] in close($0) },
      read: { [self] in read($0, $1, $2) },
      write: { [self] in write($0, $1, at: nil) },
      overwrite: { [self] in write($0, $1, at: $2) },
      truncate: { [self] in truncate($0, $1) },
      sync: { [self] in sync($0) },
      syncData: { [self] in sync($0) },
      status: { [self] descriptor, found in
        if let error = begin("status") { return error }
        guard let file = file(descriptor) else { return -EBADF }
        status(ofFile: file, &found)
        return 0
      },
      statusOf: { [self] _, name, found in
        if let error = begin("status \(name)") { return error }
        guard let file = name == "/list" ? Self.directory : names[name] else { return -ENOENT }
        status(ofFile: file, &found)
        return 0
      },
      setMode: { [self] descriptor, mode in
        if let error = begin("setMode") { return error }
        if let file = file(descriptor) { files[file]?.mode = mode }
        return 0
      },
      makeDirectory: { [self] _, _ in
        if let error = begin("makeDirectory") { return error }
        guard !hasDirectory else { return -EEXIST }
        hasDirectory = true
        return 0
      },
      rename: { [self] in rename($1, $2) },
      remove: { [self] in remove($1) },
      names: { [self] _, found in
        if let error = begin("names") { return error }
        found = Array(names.keys)
        return 0
      },
      lock: { [self] in lock($0, $1) },
      pause: { [self] in clock += $0 },
      milliseconds: { [self] in clock })
  }
}

extension MemoryDisk.Change {
  func apply(to bytes: inout [UInt8]) {
    switch self {
    case .bytes(let offset, let new):
      if bytes.count < offset + new.count {
        bytes.append(contentsOf: Array(repeating: 0, count: offset + new.count - bytes.count))
      }
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    case .size(let size):
      if bytes.count > size { bytes.removeLast(bytes.count - size) }
      if bytes.count < size {
        bytes.append(contentsOf: Array(repeating: 0, count: size - bytes.count))
      }
    }
  }
}
