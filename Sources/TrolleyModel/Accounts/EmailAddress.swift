/// Whether a text can be an e-mail address: one `@`, a part before it, a domain after it.
public enum EmailAddress {
  /// The address alone of one with a name, as mail programs copy it: `Ann <ann@example.org>`.
  static func bare(_ text: String) -> String {
    guard let start = text.lastIndex(of: "<"), text.trimmed.hasSuffix(">") else { return text }
    return String(text[text.index(after: start)...].prefix { $0 != ">" }).trimmed
  }

  /// Whether nothing need follow: one that can be, and behind its last dot more than one letter.
  package static func isWhole(_ text: String) -> Bool {
    isValid(text) && text.reversed().prefix { $0 != "." }.count > 1
  }

  public static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64,
      text.utf8.count <= 254, !text.hasPrefix("-")
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.value > 0x20
        && !"<>()[],;:\\\"".unicodeScalars.contains(scalar)
    }
  }
}
