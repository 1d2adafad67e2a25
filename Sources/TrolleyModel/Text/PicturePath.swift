/// Finds the file meant by a typed path, a pasted one, or a file dropped on the terminal: terminals
/// quote dropped files, escape blanks with a backslash, or turn the path into a URL.
public enum PicturePath {
  /// The absolute path or the address that is meant; any other text unchanged.
  ///
  /// - Parameter home: replaces `~`; empty: it is not replaced.
  public static func meant(_ text: String, home: String) -> String {
    // A dropped file ends with a blank or a line break.
    let text = text.split(whereSeparator: \.isNewline).first.map { String($0).trimmed } ?? ""
    let plain = fileAddress(text) ?? unquoted(text)
    if !home.isEmpty, plain == "~" || plain.hasPrefix("~/") { return home + plain.dropFirst() }
    return plain
  }

  /// The path or address if a pasted text is nothing else; nil for ordinary words.
  public static func dropped(_ text: String) -> String? {
    guard text.utf8.count <= CleanText.Limit.entry.bytes else { return nil }
    let plain = meant(text, home: "")
    guard plain.utf8.count > 1 else { return nil }
    let isWhole = ["/", "~/", "https://", "http://"].contains { plain.hasPrefix($0) }
    return isWhole ? plain : nil
  }

  /// Whether the text so far is the beginning of a path.
  public static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") || text == "~" || text.hasPrefix("~/")
  }

  /// The directory part with its slash, and the rest.
  public static func split(_ path: String) -> (directory: String, rest: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    let end = path.index(after: slash)
    return (String(path[..<end]), String(path[end...]))
  }

  /// `file:///home/ann/a%20b.png`
  private static func fileAddress(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("file://") else { return nil }
    var rest = text.dropFirst("file://".count)
    if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var left = rest.prefix { !$0.isWhitespace }.utf8.makeIterator()
    while let byte = left.next() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let high = left.next().flatMap(digit), let low = left.next().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  /// The first word as a shell reads it, if quotes or backslashes suggest one: several files can be
  /// dropped at once, but only one is used.
  private static func unquoted(_ text: String) -> String {
    guard let first = text.first else { return "" }
    guard first == "'" || first == "\"" || text.contains("\\") else { return text }
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == " " {
        break
      } else {
        word.append(character)
      }
    }
    // An unmatched quote is part of the name.
    return quote == nil ? word : text
  }
}
