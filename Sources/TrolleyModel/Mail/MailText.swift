/// The text encodings of mail: encoded words in headers (RFC 2047), quoted-printable and base64 in
/// bodies (RFC 2045).
enum MailText {
  /// The characters that a display name may only contain in quotes.
  static let specials: Set<Unicode.Scalar> = [
    "(", ")", "<", ">", "[", "]", ":", ";", "@", "\\", ",", ".", "\"",
  ]

  /// Whether a scalar may end a line somewhere, or is not text: never part of a header.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
      || scalar.value == 0x2029
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }

  // MARK: Headers

  /// The longest recommended line, without its end.
  private static let width = 76

  /// A header's text, folded; `used` cells of the first line are taken.
  static func unstructured(_ text: String, used: Int) -> String {
    let isPlain =
      text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && used + text.utf8.count <= width
      && !text.hasPrefix(" ") && !text.hasSuffix(" ")
    // Text that looks like an encoded word would be read as one.
    return isPlain && !text.contains("=?") ? text : encodedWords(text, used: used)
  }

  /// A name before an address.
  static func phrase(_ text: String, used: Int) -> String {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !text.contains("=?"),
      used + text.utf8.count <= width
    else { return encodedWords(text, used: used) }
    return text.unicodeScalars.contains(where: specials.contains) ? quoted(text) : text
  }

  /// As many as needed, each at most 75 bytes long and of whole characters.
  private static func encodedWords(_ text: String, used: Int) -> String {
    let frame = "=?UTF-8?B?".utf8.count + "?=".utf8.count
    var words: [String] = []
    var piece: [UInt8] = []
    var room = max(4, (min(75, width - used) - frame) / 4 * 3)
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if piece.count + bytes.count > room, !piece.isEmpty {
        words.append("=?UTF-8?B?" + Base64.encode(piece) + "?=")
        piece = []
        room = (75 - 1 - frame) / 4 * 3
      }
      piece += bytes
    }
    words.append("=?UTF-8?B?" + Base64.encode(piece) + "?=")
    return words.joined(separator: "\r\n ")
  }

  // MARK: Bodies

  /// Lines of at most 76 bytes; each line of the text ends with CRLF.
  static func quotedPrintable(_ text: String) -> [UInt8] {
    var lines = QuotedPrintable()
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let isPair = byte == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A
      if byte == 0x0A || isPair {
        lines.endLine()
        at += isPair ? 2 : 1
        continue
      }
      lines.put(byte)
      at += 1
    }
    lines.finish()
    return lines.bytes
  }

  private struct QuotedPrintable {
    private(set) var bytes: [UInt8] = []
    private var line: [UInt8] = []

    mutating func put(_ byte: UInt8) {
      let isPlain = (0x20...0x7E).contains(byte) && byte != 0x3D || byte == 0x09
      let coded = isPlain ? [byte] : Self.code(byte)
      // Leaves room for the “=” of a soft break.
      if line.count + coded.count > 75 { softBreak() }
      line += coded
    }

    private static func code(_ byte: UInt8) -> [UInt8] {
      let digits = Array("0123456789ABCDEF".utf8)
      return [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private mutating func softBreak() {
      protectStart()
      bytes += line + [0x3D, 0x0D, 0x0A]
      line = []
    }

    mutating func endLine() {
      protectStart()
      // A blank at the end of a line may be lost in transit.
      if let last = line.last, last == 0x20 || last == 0x09 {
        line.removeLast()
        if line.count > 73 { softBreak() }
        line += Self.code(last)
      }
      bytes += line + [0x0D, 0x0A]
      line = []
    }

    mutating func finish() { if !line.isEmpty { endLine() } }

    /// A lone dot ends a message in SMTP, and “From ” begins one in a mailbox.
    private mutating func protectStart() {
      guard let first = line.first, first == 0x2E || line.starts(with: "From ".utf8) else { return }
      let rest = Array(line.dropFirst())
      line = Self.code(first)
      guard line.count + rest.count > 75 else {
        line += rest
        return
      }
      // The two bytes that were added move to the next line.
      var cut = rest.count - 3
      while cut > 0, rest[max(0, cut - 2)..<cut].contains(0x3D) { cut -= 1 }
      bytes += line + rest[..<cut] + [0x3D, 0x0D, 0x0A]
      line = Array(rest[cut...])
    }
  }
}
