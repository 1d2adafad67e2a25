/// Reads a PIN or a password from the terminal without echo, or from the first line of standard
/// input. Never from the arguments, which everyone on the machine can see.
enum SecretInput {
  enum Kind {
    case pin, password
    /// An API key of a service.
    case key
    /// A recovery code.
    case code
    /// A code by which a machine joins a list.
    case joinCode

    var name: String {
      switch self {
      case .pin: "PIN"
      case .password: "password"
      case .key: "key"
      case .code, .joinCode: "code"
      }
    }
    /// Limit in bytes.
    var most: Int {
      switch self {
      case .pin: 64
      case .password, .key, .code: 1024
      case .joinCode: 100_000
      }
    }

    var tooLong: Failure {
      switch self {
      case .pin: ChangeError.badPIN.failure
      case .password: ChangeError.longPassword.failure
      case .key: Failure(.badInput, "That is too long for a key.")
      case .code, .joinCode: Failure(.badInput, "That is too long for a code.")
      }
    }

    /// Whether it is so long that it comes in several lines when it is copied from a screen.
    var hasLines: Bool { self == .joinCode }

    func text(_ bytes: [UInt8]) -> String {
      switch self {
      case .pin, .code: CleanText.bytes(bytes, limit: .name)
      case .password, .key: CleanText.bytes(bytes, limit: .password)
      // It has a checksum of its own.
      case .joinCode: String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  static var isAtTerminal: Bool { isatty(STDIN_FILENO) != 0 }

  static func read(_ prompt: String, _ kind: Kind = .pin) throws(Failure) -> String {
    if isAtTerminal { return try ask(prompt, kind) }
    var bytes: [UInt8] = []
    while let byte = next(), byte != 0x0A || kind.hasLines {
      guard bytes.count < kind.most else { throw kind.tooLong }
      bytes.append(byte)
    }
    guard !bytes.isEmpty else {
      throw Failure(.usage, "Type the \(kind.name) when asked, or give it on standard input.")
    }
    return kind.text(bytes)
  }

  /// Reads key by key, with ^C as an ordinary key: however it ends, the terminal's echo is
  /// restored.
  private static func ask(_ prompt: String, _ kind: Kind) throws(Failure) -> String {
    var defaultValue = termios()
    guard tcgetattr(STDIN_FILENO, &defaultValue) == 0 else {
      throw Failure(.failedIO, "The terminal cannot be asked.", detail: "tcgetattr \(errno)")
    }
    var silent = defaultValue
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else {
      throw Failure(.failedIO, "The terminal cannot be asked.", detail: "tcsetattr \(errno)")
    }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &defaultValue)
      _ = SystemIO.writeAll(STDERR_FILENO, [0x0A])
    }
    _ = SystemIO.writeAll(STDERR_FILENO, Array((prompt + ": ").utf8))
    var bytes: [UInt8] = []
    while let byte = next() {
      switch byte {
      // A line that follows at once was pasted with this one.
      case 0x0A, 0x0D: if !kind.hasLines || !isMoreThere { return kind.text(bytes) }
      case 0x03, 0x04, 0x1B, 0x1C:
        throw Failure(.badInput, "Nothing was done.", detail: "cancelled")
      case 0x08, 0x7F: _ = bytes.popLast()
      case 0x15: bytes = []
      default:
        guard bytes.count < kind.most else { throw kind.tooLong }
        bytes.append(byte)
      }
    }
    throw Failure(.badInput, "Nothing was done.", detail: "end of input")
  }

  private static var isMoreThere: Bool {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 100) > 0
  }

  private static func next() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let got = withUnsafeMutableBytes(of: &byte) { SystemIO.read(STDIN_FILENO, $0) }
      if got < 0, errno == EINTR { continue }
      return got == 1 ? byte : nil
    }
  }
}
