/// A mail that a mail program saved as a file, such as `list.eml`: of its parts the first plain text is the list.
enum SavedMail {
  /// Whether a text begins with the head of a mail, with a line that only programs write.
  static func isMeant(by bytes: [UInt8]) -> Bool {
    guard let mail = Part(bytes[...]) else { return false }
    return mail.head["from"] != nil
      && ["message-id", "mime-version", "received", "return-path"].contains {
        mail.head[$0] != nil
      }
  }

  /// Its plain text. Nil where it has none, or is no mail.
  static func text(of bytes: [UInt8]) -> [UInt8]? { Part(bytes[...])?.text(depth: 0) }

  static let noText = Failure(
    .badInput, "This mail has no plain text. Open it, and copy the list from there.")

  /// A head of names and values, and what is below the blank line behind it.
  private struct Part {
    /// By its name in small letters; of several the first.
    private(set) var head: [String: String] = [:]
    private var body: ArraySlice<UInt8>

    private static let deepest = 4
    private static let longestHead = 1000

    /// Nil where a line of the head is none.
    init?(_ bytes: ArraySlice<UInt8>) {
      body = bytes
      var last: String?
      for _ in 0..<Self.longestHead {
        guard let (line, rest) = Self.line(body) else { break }
        body = rest
        if line.isEmpty { break }
        let text = String(decoding: line, as: UTF8.self)
        if let last, text.first == " " || text.first == "\t" {
          head[last, default: ""] += text
          continue
        }
        // Where several are in one file, each begins so.
        if last == nil, text.hasPrefix("From ") { continue }
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex,
          text[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        let name = text[..<colon].lowercased()
        last = name
        if head[name] == nil { head[name] = String(text[colon...].dropFirst()).trimmed }
      }
    }

    func text(depth: Int) -> [UInt8]? {
      let type = (head["content-type"] ?? "text/plain").lowercased()
      guard depth < Self.deepest,
        head["content-disposition"]?.lowercased().hasPrefix("attachment") != true
      else { return nil }
      if type.hasPrefix("multipart/") {
        return parts.lazy.compactMap { Part($0)?.text(depth: depth + 1) }.first
      }
      return type.hasPrefix("text/plain") ? content : nil
    }

    /// What is between the lines with the boundary.
    private var parts: [ArraySlice<UInt8>] {
      guard let boundary, !boundary.isEmpty else { return [] }
      let mark = Array("--\(boundary)".utf8)
      var parts: [ArraySlice<UInt8>] = []
      var start: Int?
      var rest = body
      while let (line, next) = Self.line(rest) {
        if line.starts(with: mark) {
          if let start { parts.append(body[start..<rest.startIndex]) }
          start = next.startIndex
        }
        rest = next
      }
      // One that is cut off.
      if let start, start < body.endIndex { parts.append(body[start...]) }
      return parts
    }

    private var boundary: String? {
      let values = (head["content-type"] ?? "").split(separator: ";").dropFirst()
      return values.lazy.map { String($0).trimmed }
        .first { $0.lowercased().hasPrefix("boundary=") }
        .map { $0.dropFirst("boundary=".count).filter { $0 != "\"" } }
    }

    private var content: [UInt8]? {
      switch head["content-transfer-encoding"]?.lowercased() {
      case "base64":
        let signs = body.filter { $0 > 0x20 }
        return Base64.decode(String(decoding: signs.prefix(signs.count / 4 * 4), as: UTF8.self))
      case "quoted-printable": return unquoted
      default: return Array(body)
      }
    }

    /// `=C3=BC` is ü, and a `=` with which a line ends joins it with the next.
    private var unquoted: [UInt8] {
      var plain: [UInt8] = []
      var rest = body
      while let (line, next) = Self.line(rest) {
        rest = next
        var at = line.startIndex
        var isJoined = false
        while at < line.endIndex {
          let code = line[at...].dropFirst().prefix(2)
          if line[at] != 0x3D {
            plain.append(line[at])
            at += 1
          } else if code.isEmpty {
            isJoined = true
            at += 1
          } else if code.count == 2,
            let byte = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
          {
            plain.append(byte)
            at += 3
          } else {
            plain.append(0x3D)
            at += 1
          }
        }
        if !isJoined { plain.append(0x0A) }
      }
      return plain
    }

    /// The first line, and what is behind it; nil at the end.
    private static func line(
      _ bytes: ArraySlice<UInt8>
    ) -> (line: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
      guard !bytes.isEmpty else { return nil }
      let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
      let line = bytes[..<end]
      return (line.last == 0x0D ? line.dropLast() : line, bytes[end...].dropFirst())
    }
  }
}
