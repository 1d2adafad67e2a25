/// The attributes of a file that persistence needs.
public struct FileStatus: Equatable, Sendable {
  public enum Kind: Sendable { case regular, directory, other }

  public var kind = Kind.other
  public var owner: UInt32 = 0
  /// The permission bits, including set-user, set-group and sticky.
  public var mode: UInt32 = 0
  /// Bytes.
  public var size = 0
  /// The number of hard links; 0 once the last one is removed.
  public var links = 0
  public var device: UInt64 = 0
  public var inode: UInt64 = 0
  /// The time of the last write: seconds since 1970.
  public var modified = 0
  /// Of that second.
  public var nanoseconds = 0

  public init() {}

  /// Whether this is the same file, not just one of the same name.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// The system calls behind all persistence: the one seam between it and the operating system, where
/// tests make calls fail and simulate power cuts.
///
/// A result below 0 is a negated error number. A directory is a descriptor; names contain no slash.
public struct FileCalls: Sendable {
  package var open:
    @Sendable (_ directory: Int32, _ name: String, _ flags: Int32, _ mode: UInt32) -> Int32
  package var close: @Sendable (_ file: Int32) -> Int32
  package var read:
    @Sendable (_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ at: Int) -> Int
  /// At the file's own position, or at its end if it was opened for appending.
  package var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  package var overwrite:
    @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int
  package var truncate: @Sendable (_ file: Int32, _ size: Int) -> Int32
  /// Data and all metadata; of a directory, its names.
  package var sync: @Sendable (_ file: Int32) -> Int32
  /// Data and the metadata needed to read it back.
  package var syncData: @Sendable (_ file: Int32) -> Int32
  package var status: @Sendable (_ file: Int32, _ status: inout FileStatus) -> Int32
  /// By name; a symbolic link is not followed.
  package var statusOf:
    @Sendable (_ directory: Int32, _ name: String, _ status: inout FileStatus) -> Int32
  package var setMode: @Sendable (_ file: Int32, _ mode: UInt32) -> Int32
  package var makeDirectory: @Sendable (_ path: String, _ mode: UInt32) -> Int32
  package var rename: @Sendable (_ directory: Int32, _ from: String, _ to: String) -> Int32
  package var remove: @Sendable (_ directory: Int32, _ name: String) -> Int32
  package var names: @Sendable (_ directory: Int32, _ names: inout [String]) -> Int32
  package var lock: @Sendable (_ file: Int32, _ operation: Int32) -> Int32
  package var pause: @Sendable (_ milliseconds: Int) -> Void
  /// A monotonic clock.
  package var milliseconds: @Sendable () -> Int
  /// Which properties of a line are checked; only tests that plant a bug switch one off.
  package var checks = LineChecks()
}

/// A failed system call.
package struct CallError: Error, Equatable {
  package let call: String
  package let file: String
  package let code: Int32

  package init(call: String, file: String, code: Int32) {
    self.call = call
    self.file = file
    self.code = code
  }

  /// For the log.
  package var detail: String { "\(call) \(file): error \(code)" }
}

extension FileCalls {
  /// The one place that retries interrupted calls and turns results into errors.
  @discardableResult
  package func result<T: SignedInteger>(
    _ call: StaticString, _ file: @autoclosure () -> String, _ body: () -> T
  ) throws(CallError) -> T {
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = Int32(clamping: -Int64(result))
      if code != SystemError.interrupted {
        throw CallError(call: "\(call)", file: file(), code: code)
      }
    }
  }
}

/// Which properties of a line are checked.
package struct LineChecks: Sendable {
  package var checksum: Bool
  package var sequence: Bool

  package init(checksum: Bool = true, sequence: Bool = true) {
    self.checksum = checksum
    self.sequence = sequence
  }
}
