/// What a file is, as far as persistence asks.
public struct FileStatus: Equatable, Sendable {
  public enum Kind: Sendable { case regular, directory, other }

  public var kind = Kind.other
  public var owner: UInt32 = 0
  /// The permission bits, with set-user, set-group and sticky.
  public var mode: UInt32 = 0
  /// Bytes.
  public var size = 0
  /// How many names the file has; 0 once the last one is gone.
  public var links = 0
  public var device: UInt64 = 0
  public var inode: UInt64 = 0
  /// When it was last written: seconds since 1970.
  public var modified = 0

  public init() {}

  /// Whether this is the very same file, not only one of the same name.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// The system calls behind everything that is kept on disk: the one seam between persistence and
/// the machine, where tests let calls fail and cut the power.
///
/// A result below 0 is a negated error number. A directory is a descriptor; names have no slash.
public struct FileCalls: Sendable {
  package var open:
    @Sendable (_ directory: Int32, _ name: String, _ flags: Int32, _ mode: UInt32) -> Int32
  package var close: @Sendable (_ file: Int32) -> Int32
  package var read:
    @Sendable (_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ at: Int) -> Int
  /// At the file's own position, or at its end when it was opened for appending.
  package var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  package var overwrite:
    @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int
  package var truncate: @Sendable (_ file: Int32, _ size: Int) -> Int32
  /// Data and everything about the file; of a directory, its names.
  package var sync: @Sendable (_ file: Int32) -> Int32
  /// Data and size: what a reader needs to find it again.
  package var syncData: @Sendable (_ file: Int32) -> Int32
  package var status: @Sendable (_ file: Int32, _ status: inout FileStatus) -> Int32
  /// Of a name; a symbolic link is not followed.
  package var statusOf:
    @Sendable (_ directory: Int32, _ name: String, _ status: inout FileStatus) -> Int32
  package var setMode: @Sendable (_ file: Int32, _ mode: UInt32) -> Int32
  package var makeDirectory: @Sendable (_ path: String, _ mode: UInt32) -> Int32
  package var rename: @Sendable (_ directory: Int32, _ from: String, _ to: String) -> Int32
  package var remove: @Sendable (_ directory: Int32, _ name: String) -> Int32
  package var names: @Sendable (_ directory: Int32, _ names: inout [String]) -> Int32
  package var lock: @Sendable (_ file: Int32, _ operation: Int32) -> Int32
  /// Milliseconds.
  package var pause: @Sendable (_ milliseconds: Int) -> Void
  /// A clock that never jumps.
  package var milliseconds: @Sendable () -> Int
  /// Which properties of a line are looked at; only tests that plant a bug switch one off.
  var checks = LineChecks()
}

/// A system call that was refused.
struct CallError: Error, Equatable {
  let call: String
  let file: String
  let code: Int32

  /// For the log.
  var detail: String { "\(call) \(file): error \(code)" }
}

extension FileCalls {
  /// The one place where an interrupted call is called again and a result becomes an error.
  @discardableResult
  func result<T: SignedInteger>(
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
