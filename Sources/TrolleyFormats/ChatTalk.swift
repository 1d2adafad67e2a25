/// Lines of a chat that are nothing to buy: an answer, a thank-you, a missed call, a link. Only what is
/// clearly none: a question such as “Milk?” may be one.
package enum ChatTalk {
  /// Whether the entry is none. What has an amount of a unit, a price or a tick is one.
  package static func isMeant(by entry: ListEntry) -> Bool {
    guard entry.price == nil, entry.isPicked == nil, entry.category == nil || entry.isUnderHeading,
      entry.store == nil, !entry.isFavourite, entry.quantity?.unit ?? .piece == .piece
    else { return false }
    let text = String(decoding: Folding.plain(entry.name), as: UTF8.self)
    if isLink(text) || isGesture(text) || beginnings.contains(where: text.hasPrefix) { return true }
    let said = text.split { !$0.isLetter && $0 != "'" }
    return entry.quantity == nil && !said.isEmpty && said.allSatisfy { words.contains(String($0)) }
      && !text.contains(where: \.isNumber)
  }

  /// Answers: a line that has nothing but these words.
  private static let words = Set(
    """
    ok okay kk yes yep yeah no nope sure thanks thank you thx ty cheers please hi hello hey bye lol haha omw \
    danke dir bitte ja nein hallo tschuss klar alles merci oui non bonjour salut gracias hola si grazie ciao
    """
    .split(separator: " ").map(String.init))

  /// How a greeting, or a remark of the messenger itself, begins.
  private static let beginnings = [
    "see you", "thank you ", "thanks for", "thanks a", "on my way", "got it", "good morning",
    "good night", "bis gleich", "bis spater", "bis bald", "guten morgen", "gute nacht",
    "vielen dank", "a bientot", "missed call", "missed voice call", "missed video call",
    "missed group", "verpasster anruf", "<media omitted", "<medien ausgeschlossen",
    "<attached:", "image omitted", "video omitted", "audio omitted", "sticker omitted",
    "gif omitted",
    "document omitted", "bild weggelassen", "this message was deleted", "you deleted this message",
    "diese nachricht wurde geloscht", "messages and calls are end-to-end encrypted",
    "nachrichten und anrufe sind ende-zu-ende", "waiting for this message",
  ]

  private static func isLink(_ text: String) -> Bool {
    !text.contains(" ") && ["http://", "https://", "www."].contains(where: text.hasPrefix)
  }

  /// Nothing but faces, hands and hearts: 👍 is no thing, 🍎 is.
  private static func isGesture(_ text: String) -> Bool {
    var isOne = false
    for scalar in text.unicodeScalars where scalar != " " {
      switch scalar.value {
      case 0x1F600...0x1F64F, 0x1F910...0x1F92F, 0x1F970...0x1F97A, 0x1F442...0x1F450,
        0x1F493...0x1F49F, 0x2764, 0x1F389, 0x1F4AA, 0x270C, 0x1F923, 0x1F930...0x1F93E:
        isOne = true
      // Colours of the skin, and what joins or shows several as one.
      case 0x1F3FB...0x1F3FF, 0x200D, 0xFE0F, 0x2640, 0x2642: continue
      default: return false
      }
    }
    return isOne
  }
}
