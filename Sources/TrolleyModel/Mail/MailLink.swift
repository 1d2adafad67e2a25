/// A `mailto:` link for the user's own mail program (RFC 6068).
public enum MailLink {
  /// The longest link that mail programs and desktops reliably pass on: some cut what is longer.
  private static let longest = 1900

  /// A text of more lines has no room in a draft, whatever they say.
  package static let mostLines = longest / "a%0D%0A".utf8.count

  /// What a draft has room for.
  public enum Fit: Equatable, Sendable {
    case whole
    /// The text without the prices.
    case brief
    /// Not for the text: that has to be pasted.
    case empty
  }

  /// What is said of a text that has no room in a draft.
  public static let tooLong = "The list is too long for a draft"

  /// Contains as much of the text as fits.
  ///
  /// - Parameter brief: as `MailDraft.brief`.
  public static func draft(
    to: [MailAddress], subject: String, text: String, brief: String?
  ) -> (link: String, fit: Fit) {
    for (text, fit) in [(text, Fit.whole), (brief ?? text, .brief)] {
      let link = link(to: to, subject: subject, text: text)
      if link.utf8.count <= longest { return (link, fit) }
    }
    return (link(to: to, subject: subject, text: nil), .empty)
  }

  /// As long as it must be; a phone that reads it from a code has no limit of its own.
  package static func link(to: [MailAddress], subject: String, text: String?) -> String {
    let fields = [
      subject.isEmpty ? nil : "subject=" + escaped(subject), text.map { "body=" + escaped($0) },
    ]
    .compactMap { $0 }
    return "mailto:" + to.map { escaped($0.address, keeping: "@") }.joined(separator: ",")
      + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// Whether a text is a valid link, and nothing that a program could misinterpret.
  public static func isSound(_ text: String) -> Bool {
    text.hasPrefix("mailto:") && text.utf8.count <= 64 << 10
      && text.utf8.allSatisfy { isPlain($0) || "%@,?=&:".utf8.contains($0) }
  }

  private static func escaped(_ text: String, keeping kept: String = "") -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == 0x0A {
        bytes += Array("%0D%0A".utf8)
      } else if isPlain(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
