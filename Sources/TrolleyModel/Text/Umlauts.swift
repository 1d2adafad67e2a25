/// Umlauts as people type them without their keys: "baeckerei" of Bäckerei.
package enum Umlauts {
  private static let spelled: [(umlaut: Character, letters: String)] = [
    ("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"),
  ]

  /// The text with two letters for each umlaut; nil if it has none.
  package static func spelledOut(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var new = ""
    for character in text {
      if let row = spelled.first(where: { $0.umlaut == character }) {
        new += row.letters
      } else {
        new.append(character)
      }
    }
    return new == text ? nil : new
  }

  /// What is typed, in the folded form that it has with umlauts in place of such letters; nil if there are
  /// none.
  package static func folded(_ typed: String) -> String? {
    var text: [UInt8] = []
    for byte in Folding.plain(typed) {
      if byte == 0x65, let last = text.last, [0x61, 0x6F, 0x75].contains(last) { continue }
      text.append(byte)
    }
    let new = String(decoding: text, as: UTF8.self)
    return text.count == Folding.plain(typed).count ? nil : new
  }
}
