/// A directory of disposable files: each is written atomically and read as untrusted, and the
/// oldest are evicted when there is too much. Several programs may use it at once.
public struct CacheDirectory: Sendable {
  public let path: String
  /// The approximate size of all files together, in bytes.
  public let capacity: Int
  private let calls: FileCalls

  public init(path: String, capacity: Int = 100 << 20, calls: FileCalls = .system) {
    self.path = path
    self.capacity = capacity
    self.calls = calls
  }

  /// Whether the name is safe for a file: letters, digits and dashes, as made from a hash.
  static func isSound(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case 48...57, 65...90, 97...122, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  /// The bytes of a file; nil when it is missing, is not a regular file that we own, or is longer
  /// than `limit`.
  public func read(_ name: String, limit: Int) -> [UInt8]? {
    guard Self.isSound(name), let directory = open() else { return nil }
    let number = calls.open(directory.descriptor, name, OpenFlags.read, 0)
    guard number >= 0 else { return nil }
    let file = POSIXFile(descriptor: number, name: name, calls: calls)
    guard let status = try? file.status(), status.kind == .regular,
      status.owner == ThisProcess.user, status.size <= limit,
      let bytes = try? file.bytes(at: 0, count: status.size)
    else { return nil }
    return bytes
  }

  /// Replaces a file atomically. False when it could not be written, which is harmless.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) -> Bool {
    guard Self.isSound(name), bytes.count <= capacity / 4, let directory = open(makes: true) else {
      return false
    }
    // Two threads of one program may write the same file at once.
    let temporary = ".\(ThisProcess.id)-\(Self.serial())"
    let number = calls.open(directory.descriptor, temporary, OpenFlags.new, 0o600)
    guard number >= 0 else { return false }
    let file = POSIXFile(descriptor: number, name: temporary, calls: calls)
    do {
      try file.write(bytes)
      try calls.result("rename", name) { calls.rename(directory.descriptor, temporary, name) }
      return true
    } catch {
      _ = calls.remove(directory.descriptor, temporary)
      return false
    }
  }

  public func remove(_ name: String) {
    guard Self.isSound(name), let directory = open() else { return }
    _ = calls.remove(directory.descriptor, name)
  }

  /// The total size in bytes. When it exceeds `capacity`, the least recently written files are
  /// removed until a fifth is free. Stale temporary files go too.
  @discardableResult
  public func trim(now: Int) -> Int {
    guard let directory = open() else { return 0 }
    var names: [String] = []
    guard calls.names(directory.descriptor, &names) >= 0 else { return 0 }
    var files: [(name: String, size: Int, time: Int)] = []
    var total = 0
    for name in names {
      var status = FileStatus()
      guard calls.statusOf(directory.descriptor, name, &status) >= 0, status.kind == .regular else {
        continue
      }
      if name.hasPrefix(".") {
        if status.modified < now - 3600 { _ = calls.remove(directory.descriptor, name) }
        continue
      }
      files.append((name, status.size, status.modified))
      total += status.size
    }
    guard total > capacity || files.count > Self.mostFiles else { return total }
    var count = files.count
    for file in files.sorted(by: { $0.time < $1.time })
    where total > capacity / 5 * 4 || count > Self.mostFiles / 5 * 4 {
      if calls.remove(directory.descriptor, file.name) >= 0 {
        total -= file.size
        count -= 1
      }
    }
    return total
  }

  private static let mostFiles = 20_000

  private static func serial() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

  // MARK: The directory

  private func open(makes: Bool = false) -> POSIXFile? {
    if let file = existing() { return file }
    guard makes else { return nil }
    var at = path.startIndex
    while let slash = path[at...].dropFirst().firstIndex(of: "/") {
      _ = calls.makeDirectory(String(path[..<slash]), 0o700)
      at = slash
    }
    _ = calls.makeDirectory(path, 0o700)
    return existing()
  }

  /// A directory that other users can write to is not trusted.
  private func existing() -> POSIXFile? {
    guard path.hasPrefix("/") else { return nil }
    let number = calls.open(ThisProcess.workingDirectory, path, OpenFlags.directory, 0)
    guard number >= 0 else { return nil }
    let file = POSIXFile(descriptor: number, name: path, calls: calls)
    guard let status = try? file.status(), status.kind == .directory,
      status.owner == ThisProcess.user, status.mode & 0o022 == 0
    else { return nil }
    return file
  }
}
