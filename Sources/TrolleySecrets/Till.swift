/// Where PINs are typed: a terminal of a machine, which survives a restart of the program. Without
/// one, all programs of the machine are one till.
public enum Till {
  public static let current = name(ofTerminal: terminal, on: host)

  /// Short and of a fixed length; it is written to the disk.
  static func name(ofTerminal terminal: String, on host: String) -> String {
    // FNV-1a: this tells tills apart and keeps nothing secret.
    let hash = (host + "\n" + terminal).utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let text = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  private static var terminal: String {
    for fd in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      var name = [CChar](repeating: 0, count: 256)
      if ttyname_r(fd, &name, name.count) == 0 { return text(name) }
    }
    return ""
  }

  private static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    return gethostname(&name, name.count - 1) == 0 ? text(name) : ""
  }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
