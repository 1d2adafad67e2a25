/// A verb's output, buffered so that many lines cost few system calls. A write that fails is a
/// failure of the verb, so a truncated answer is never mistaken for a complete one.
struct Output {
  private var bytes: [UInt8] = []
  /// Why output is lost; `flush` throws it.
  private var failure: Failure?
  private static let most = 1 << 16

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  /// Throws what went wrong so far, so that a long answer ends early.
  mutating func raw(_ more: [UInt8]) throws(Failure) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.most { try flush() }
  }

  /// Takes over a writer's output once there is much of it.
  private mutating func drain(_ w: inout JSONWriter, all: Bool = false) {
    guard all || w.bytes.count >= Self.most else { return }
    bytes.append(contentsOf: w.bytes)
    w.bytes.removeAll(keepingCapacity: true)
    if bytes.count >= Self.most { write() }
  }

  /// A member that is a long array.
  mutating func array<Element>(
    _ name: String, _ values: some Sequence<Element>, _ w: inout JSONWriter,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    w.name(name)
    w.beginArray()
    for value in values {
      write(value, &w)
      drain(&w)
    }
    w.endArray()
  }

  /// An object on a line of its own.
  mutating func object(_ members: (inout JSONWriter, inout Output) -> Void) {
    var w = JSONWriter()
    w.beginObject()
    members(&w, &self)
    w.endObject()
    w.newline()
    drain(&w, all: true)
  }

  private mutating func write() {
    defer { bytes.removeAll(keepingCapacity: true) }
    if failure != nil || bytes.isEmpty || SystemIO.writeAll(STDOUT_FILENO, bytes) { return }
    let code = errno
    // The reader has seen enough.
    if code == EPIPE { exit(0) }
    failure = Output.failure("write", code)
  }

  mutating func flush() throws(Failure) {
    write()
    if let failure { throw failure }
  }

  /// A full disk may report it only now.
  mutating func close() throws(Failure) {
    try flush()
    let result = Glibc.close(STDOUT_FILENO)
    if result != 0, errno != EINTR, errno != EBADF { throw Output.failure("close", errno) }
  }

  private static func failure(_ call: String, _ code: Int32) -> Failure {
    let reason =
      switch code {
      case ENOSPC: "the disk is full"
      case EDQUOT: "your share of the disk is used up"
      case EBADF: "standard output is closed"
      case EIO: "the disk reports an error"
      default: "the system refused it"
      }
    return Failure(
      .failedIO, "The answer could not be written: \(reason).",
      detail: "\(call) standard output \(code)")
  }
}
