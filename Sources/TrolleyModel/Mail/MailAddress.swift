/// A mail address, in a grammar that every program reads the same way (RFC 5322 without its odd
/// forms): anything else is refused, never repaired.
public struct MailAddress: Hashable, Sendable {
  /// The display name; empty for none.
  public let name: String
  /// `local@domain`, printable ASCII.
  public let address: String

  /// Reads `ann@example.org` or `Ann Example <ann@example.org>`.
  public static func parse(_ text: some StringProtocol) throws(Failure) -> MailAddress {
    let whole = String(text)
    if let control = whole.unicodeScalars.first(where: MailText.isControl) {
      throw refusal(
        "An address must not hold the control character U+\(hex(control)).", "control character")
    }
    let text = whole.trimmed
    guard text.hasSuffix(">") else { return MailAddress(name: "", address: try check(text)) }
    guard let open = text.lastIndex(of: "<") else {
      throw refusal("“\(shown(text))” has no “<” before its address.", "no <")
    }
    var name = String(text[..<open]).trimmed
    if name.hasPrefix("\""), name.hasSuffix("\""), name.count >= 2 {
      name = unquoted(name.dropFirst().dropLast())
    }
    guard name.utf8.count <= longestName else {
      throw refusal("The name before “<” is too long.", "name")
    }
    return MailAddress(name: name, address: try check(text[text.index(after: open)...].dropLast()))
  }

  /// Why mail cannot go to it; nil if it can.
  package static func refusal(of text: String) -> String? {
    do throws(Failure) { _ = try check(text) } catch { return error.sentence }
    return nil
  }

  /// Parses several, separated by commas or semicolons, and drops duplicates.
  public static func parseList(_ text: String) throws(Failure) -> [MailAddress] {
    var all: [MailAddress] = []
    for part in split(text) where !part.trimmed.isEmpty {
      let one = try parse(part)
      // What a program sends from may be a machine without a dot in its name; whom people write to is not.
      let domain = one.address.split(separator: "@").last ?? ""
      guard domain.contains(".") || domain.lowercased() == "localhost" else {
        throw refusal(
          "“\(shown(one.address))” is no e-mail address: its domain has no dot.", "address")
      }
      if !all.contains(where: { $0.address.lowercased() == one.address.lowercased() }) {
        all.append(one)
      }
    }
    guard !all.isEmpty else { throw refusal("Whom is it for? An address is needed.", "none") }
    guard all.count <= MailMessage.mostRecipients else {
      throw refusal(
        "That are \(all.count) addresses; \(MailMessage.mostRecipients) are the most.", "too many")
    }
    return all
  }

  private init(name: String, address: String) {
    self.name = name
    self.address = address
  }

  private static let longestName = 256

  /// As a person writes it: with the display name, if any.
  public var text: String {
    if name.isEmpty { return address }
    let isPlain = name.unicodeScalars.allSatisfy { !MailText.specials.contains($0) }
    return (isPlain ? name : MailText.quoted(name)) + " <" + address + ">"
  }

  // MARK: The grammar

  private static func check(_ text: some StringProtocol) throws(Failure) -> String {
    func no(_ why: String) -> Failure {
      refusal("“\(shown(text))” is no e-mail address: \(why).", "address")
    }
    guard text.utf8.count <= 254 else { throw no("it is too long") }
    guard !text.hasPrefix("-") else { throw no("it begins with “-”") }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw no(parts.count < 2 ? "it has no “@”" : "it has more than one “@”")
    }
    let local = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard !parts[0].isEmpty, parts[0].utf8.count <= 64,
      local.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isAtom) })
    else { throw no("what stands before “@” is not right") }
    guard parts[1].utf8.allSatisfy({ $0 < 0x80 }) else {
      throw no("behind “@” mail takes only the letters a to z, digits, “-” and “.”")
    }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard
      labels.allSatisfy({ label in
        (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isOfLabel)
          && label.first != "-" && label.last != "-"
      })
    else { throw no("its domain is not right") }
    return String(text)
  }

  private static func isOfLabel(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2D: true
    default: false
    }
  }

  private static func isAtom(_ byte: UInt8) -> Bool {
    isOfLabel(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte)
  }

  /// Splits at commas and semicolons outside of quotes.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      switch character {
      case "\"" where !isEscaped: isQuoted.toggle()
      case ",", ";":
        if !isQuoted {
          parts.append("")
          continue
        }
      default: break
      }
      isEscaped = character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func unquoted(_ text: some StringProtocol) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      plain.append(character)
    }
    return plain
  }

  private static func shown(_ text: some StringProtocol) -> String {
    CleanText.line(text, limit: CleanText.Limit(bytes: 240, graphemes: 60))
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func refusal(_ sentence: String, _ detail: String) -> Failure {
    Failure(.badInput, sentence, detail: "mail address: \(detail)")
  }
}
