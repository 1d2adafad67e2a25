/// Lines of a chat or a receipt that are nothing to buy: an answer, a thank-you, a missed call, a link,
/// a sum. Only what is clearly none: a question such as “Milk?” may be one.
enum ChatTalk {
  /// Whether the entry is none. What has an amount of a unit, a price or a tick is one, but for the
  /// lines of a receipt that have an amount of money and name no goods.
  ///
  /// - Parameter marks: what was said with its name, such as the mark of a question.
  static func isMeant(by entry: ListEntry, marks: String = "") -> Bool {
    if entry.price != nil { return isSum(entry.name) }
    guard entry.isPicked == nil, entry.category == nil, entry.store == nil, !entry.isFavourite,
      entry.quantity?.unit ?? .piece == .piece
    else { return false }
    let text = String(decoding: Folding.plain(entry.name), as: UTF8.self)
    if isLink(text) || isGesture(text) || areShortcodes(text)
      || beginnings.contains(where: text.hasPrefix)
    {
      return true
    }
    if isQuestion(text + marks) || withoutFiller(entry.name).isEmpty { return true }
    // "Estimated total: $45–55"
    if text.contains(":"), text.contains(where: \.isNumber), isTotal(text) { return true }
    let said = text.split { !$0.isLetter && $0 != "'" }
    return entry.quantity == nil && said.first.map { words.contains(String($0)) } == true
      && said.allSatisfy { words.contains(String($0)) || endearments.contains(String($0)) }
      && !text.contains(where: \.isNumber)
  }

  /// Greetings and answers: a line that has nothing but these words, and whom they are for.
  private static let words = Set(
    """
    ok okay kk yes yep yeah no nope sure thanks thank you thx ty cheers please hi hello hey bye lol haha omw \
    np cool great perfect nice awesome done welcome xx xxx \
    danke dir bitte ja nein hallo tschuss klar alles merci oui non bonjour salut gracias hola si grazie ciao
    """
    .split(separator: " ").map(String.init))

  private static let endearments: Set<String> = [
    "love", "dear", "darling", "honey", "sweetie", "babe", "mum", "mom", "dad", "guys", "all",
    "everyone", "there", "you", "again", "schatz", "mama", "papa", "zusammen", "ihr", "du",
  ]

  /// A sentence that asks for an answer: “what time will you be home?”.
  private static func isQuestion(_ text: String) -> Bool {
    text.hasSuffix("?") && questions.contains(where: text.hasPrefix)
      && text.count { $0 == " " } > 1
  }

  private static let questions = [
    "what ", "what's ", "when ", "where ", "who ", "how ", "why ", "are you ", "will you ",
    "did you ", "have you ", "would you like ", "do you want ", "shall i ", "want me to ", "wann ",
    "wo ", "wer ", "warum ", "bist du ", "kommst du ", "quand ",
    "cuando ", "quando ",
  ]

  // MARK: Receipts

  /// Whether a name with an amount of money is that of a sum or of how it was paid.
  private static func isSum(_ name: String) -> Bool { says(totals.union(payments), name) }

  /// Whether a name is that of a sum, also of one that has no price: of the last row of a table, or of the
  /// column with what each row comes to.
  static func isTotal(_ name: String) -> Bool { says(totals, name) }

  private static func says(_ sums: Set<String>, _ name: String) -> Bool {
    let said = String(decoding: Folding.plain(name), as: UTF8.self).split { !$0.isLetter }
      .map(String.init)
    return said.contains(where: sums.contains)
      && said.allSatisfy { sums.contains($0) || besideSums.contains($0) }
  }

  private static let totals: Set<String> = [
    "total", "totals", "subtotal", "sum", "summe", "zwischensumme", "gesamt", "gesamtbetrag",
    "gesamtsumme", "totale", "somma", "totaal", "suma", "totalt", "summa", "yhteensa", "razem",
    "celkem", "toplam", "итого", "сумма",
  ]
  private static let payments: Set<String> = [
    "balance", "change", "cash", "visa", "mastercard", "maestro", "amex", "girocard",
    "kartenzahlung", "gegeben", "ruckgeld", "pfand", "leergut", "tax", "vat", "mwst", "savings",
  ]
  private static let besideSums: Set<String> = [
    "sub", "grand", "due", "amount", "to", "pay", "paid", "sales", "card", "credit", "debit", "ec",
    "karte", "price", "preis", "geg", "bar", "betrag", "zu", "zahlen", "your", "eur", "usd", "gbp",
    "a", "b", "estimated", "approximate", "approx", "about", "line", "row",
    "order", "cost", "est",
  ]

  // MARK: What is said beside a thing

  /// The text without what is only said with it: “and some basil please” is basil.
  static func withoutFiller(_ text: String) -> String {
    var rest = withoutShortcodes(Substring(text))
    while mayHaveFiller(rest) {
      let plain = rest.lowercased()
      let before = before.first { plain.hasPrefix($0) && isWord(plain, $0.count) }
      let behind = behind.first {
        // A kiss is no letter of a name.
        plain.hasSuffix($0) && isWord(plain, plain.count - $0.count - 1)
          && !($0 == "x" && (rest.last == "X" || rest.count == 1))
      }
      if let before {
        rest = rest.dropFirst(before.count).drop { $0 == " " || $0 == "," }
      } else if let behind {
        rest = rest.dropLast(behind.count)
        while rest.last == " " || rest.last == "," { rest = rest.dropLast() }
      } else {
        break
      }
    }
    if rest.last == "?", rest.count < text.count { rest = rest.dropLast() }
    return String(rest)
  }

  /// Most lines have none, and are known by their first and last words.
  private static func mayHaveFiller(_ text: Substring) -> Bool {
    let first = text.prefix { $0 != " " }
    let last = lastWord(of: text)
    return lastWords.contains(last.lowercased())
      || firstWords.contains(first.lowercased().filter { $0 != "," })
  }

  private static let firstWords = Set(before.map { String($0.prefix { $0 != " " }) })
  private static let lastWords = Set(
    behind.compactMap { $0.split(separator: " ").last.map(String.init) })

  /// Whether a word ends before a position, or begins behind it.
  private static func isWord(_ text: String, _ at: Int) -> Bool {
    guard at >= 0, at < text.count else { return true }
    return [" ", ","].contains(text[text.index(text.startIndex, offsetBy: at)])
  }

  /// Whether what stands above a list only asks for it: “Hi Sam, can you get”, “please”.
  static func isRequest(_ text: Substring) -> Bool {
    let plain = text.lowercased().trimmed
    return withoutFiller(plain).isEmpty
      || before.contains { phrase in
        phrase.contains(" ") && plain.hasSuffix(phrase)
          && isWord(plain, plain.count - phrase.count - 1)
      }
  }

  private static let before = [
    "could you please pick up", "can you please pick up", "please pick up", "could you please get",
    "can you please get", "could you get", "can you get",
    "could you bring", "can you bring", "could you buy", "can you buy", "could you pick up",
    "can you pick up", "can we get", "please get", "please buy", "please bring", "please",
    "don't forget",
    "don’t forget", "remember:", "nicht vergessen:", "oh and", "we also need", "we need", "i need",
    "and some", "and", "also some", "also",
    "some more", "some", "kannst du bitte", "kannst du", "bitte", "wir brauchen noch",
    "wir brauchen", "und noch", "und", "auch noch", "ausserdem", "außerdem",
  ]
  private static let behind = [
    "please", "pls", "plz", "as well", "too", "bitte", "mitbringen", "x", "xx", "xxx",
  ]

  /// How a greeting, or a remark of the messenger itself, begins.
  private static let beginnings = [
    "see you", "see ya", "thank you ", "thanks for", "thanks a", "on my way", "got it", "will do",
    "sounds good", "let me know", "happy shopping", "feel free to ", "hope this helps",
    "enjoy your ", "sag bescheid", "sag mir bescheid", "lass mich wissen", "dis-moi si ",
    "n'hesite pas", "n'hesitez pas", "avisame si ", "fammi sapere",
    "tip:", "tips:", "pro tip:", "note:", "tipp:", "hinweis:", "astuce :", "consejo:",
    "no problem", "no worries", "you're welcome", "you’re welcome", "love you", "good morning",
    "good afternoon", "good evening", "good night", "bis gleich", "bis spater", "bis bald",
    "guten morgen", "gute nacht",
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

  /// Whether a word is a sign as chats write it: `:thumbsup:`, `:+1:`.
  static func isShortcode(_ word: Substring) -> Bool {
    word.utf8.count > 2 && word.hasPrefix(":") && word.hasSuffix(":")
      && word.dropFirst().dropLast().utf8.allSatisfy { byte in
        byte | 0x20 &- 97 < 26 || byte &- 48 < 10 || "_+-".utf8.contains(byte)
      }
  }

  static func lastWord(of text: Substring) -> Substring {
    text.lastIndex(of: " ").map { text[text.index(after: $0)...] } ?? text
  }

  /// The same of signs as chats write them: `:apple:` is a thing as 🍎 is.
  private static func areShortcodes(_ text: String) -> Bool {
    text.hasPrefix(":")
      && text.split(separator: " ").allSatisfy { word in
        let name = word.dropFirst().dropLast().split(separator: "_").joined(separator: " ")
        return isShortcode(word) && ItemGlyph.find(name: name, category: "") == nil
      }
  }

  /// Without those before and behind a thing.
  private static func withoutShortcodes(_ text: Substring) -> Substring {
    var rest = text
    while rest.last == ":", case let last = lastWord(of: rest), last.count < rest.count,
      isShortcode(last)
    {
      rest = rest.dropLast(last.count).trimmingSpaces()
    }
    while rest.first == ":", case let first = rest.prefix(while: { $0 != " " }),
      first.count < rest.count, isShortcode(first)
    {
      rest = rest.dropFirst(first.count).trimmingSpaces()
    }
    return rest
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
