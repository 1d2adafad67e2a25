/// A `mailto:` link for the user's own mail program (RFC 6068).
public enum MailLink {
  /// The longest link that mail programs and desktops reliably pass on.
  private static let longest = 1900

  /// Contains the whole text if it fits; `isWhole` says whether it did.
  ///
  /// - Parameter text: nil to leave it out.
  public static func draft(
    to: [MailAddress], subject: String, text: String?
  ) -> (link: String, isWhole: Bool) {
    let whole = link(to: to, subject: subject, text: text)
    guard text == nil || whole.utf8.count > longest else { return (whole, true) }
    return (link(to: to, subject: subject, text: nil), false)
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
