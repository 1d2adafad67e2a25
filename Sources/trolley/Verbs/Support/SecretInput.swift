import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A PIN from the terminal, without showing it, or the first line of standard input. Never from the
/// arguments, which everybody on the machine can see.
enum SecretInput {
  private static let most = 64

  static func read(_ prompt: String) throws(Failure) -> String {
    if isatty(STDIN_FILENO) != 0 { return try ask(prompt) }
    var bytes: [UInt8] = []
    while let byte = next(), byte != 0x0A {
      guard bytes.count < most else { throw tooLong }
      bytes.append(byte)
    }
    guard !bytes.isEmpty else {
      throw Failure(.usage, "Type the PIN when asked, or give it on standard input.")
    }
    return CleanText.bytes(bytes, limit: .name)
  }

  /// Reads key by key, so that ^C is a key like any other: however it ends, the terminal shows again
  /// what is typed.
  private static func ask(_ prompt: String) throws(Failure) -> String {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
      throw Failure(.failedIO, "The terminal cannot be asked.", detail: "tcgetattr \(errno)")
    }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else {
      throw Failure(.failedIO, "The terminal cannot be asked.", detail: "tcsetattr \(errno)")
    }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
      _ = SystemIO.writeAll(STDERR_FILENO, [0x0A])
    }
    _ = SystemIO.writeAll(STDERR_FILENO, Array((prompt + ": ").utf8))
    var bytes: [UInt8] = []
    while let byte = next() {
      switch byte {
      case 0x0A, 0x0D: return CleanText.bytes(bytes, limit: .name)
      case 0x03, 0x04, 0x1B, 0x1C:
        throw Failure(.badInput, "Nothing was done.", detail: "cancelled")
      case 0x08, 0x7F: _ = bytes.popLast()
      case 0x15: bytes = []
      default:
        guard bytes.count < most else { throw tooLong }
        bytes.append(byte)
      }
    }
    throw Failure(.badInput, "Nothing was done.", detail: "end of input")
  }

  private static let tooLong = Failure(.badInput, ChangeRefusal.badPIN.sentence)

  private static func next() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let got = withUnsafeMutableBytes(of: &byte) { SystemIO.read(STDIN_FILENO, $0) }
      if got < 0, errno == EINTR { continue }
      return got == 1 ? byte : nil
    }
  }
}
