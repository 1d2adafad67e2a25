/// The heading of one column: its words without marks, and what stands in brackets.
struct ListHeading {
  let words: [String]
  let aside: [String]
  let text: String

  init(_ cell: String) {
    text = CleanText.line(cell, limit: .name)
    var (plain, inside) = ("", "")
    var isInside = false
    for character in text {
      switch character {
      case "(", "[": isInside = true
      case ")", "]": isInside = false
      default: if isInside { inside.append(character) } else { plain.append(character) }
      }
    }
    func parts(_ text: String) -> [String] {
      text.split { " _-\u{A0}".contains($0) }
        .map(Self.withoutMarks).filter { !$0.isEmpty }
    }
    let all = parts(plain)
    let isSign = { (word: String) in
      !word.contains(where: \.isLetter) && !word.contains(where: \.isNumber) || Self.isCode(word)
    }
    words = all.filter { !isSign($0) }
    aside = all.filter(isSign) + parts(inside)
  }

  private static func withoutMarks(_ word: Substring) -> String {
    func isMark(_ character: Character) -> Bool { ".,:;?!*#".contains(character) }
    var word = word.drop(while: isMark)
    while word.last.map(isMark) == true { word = word.dropLast() }
    return String(word)
  }

  private static func isCode(_ word: String) -> Bool {
    word.utf8.count == 3 && word.utf8.allSatisfy { $0 &- 0x41 < 26 }
      && Currency(code: word)?.isKnown == true
  }

  var hasDigit: Bool { words.contains { $0.contains(where: \.isNumber) } }

  /// What it is called in many tables, brackets and marks aside.
  var field: ListField? {
    if words.isEmpty {
      return Self.signs[text.filter { $0 != " " }] ?? (beginsWithCurrency ? .price : nil)
    }
    let name = words.joined(separator: " ")
    let field =
      ListField(name) ?? Self.others[name.utf8].flatMap { ListField(rawValue: $0) }
      ?? (beginsWithCurrency && per != nil ? .unitPrice : nil)
    return field == .price && isForOne ? .unitPrice : field
  }

  /// The same where only one of its words is known: "Est. Price", "Quantity Needed", "Grocery item". What says
  /// more than that it is a thing is meant.
  var likelyField: ListField? {
    if let field { return field }
    guard words.count < 5, !isTotal, !isOfStock else { return nil }
    let known = words.compactMap { ListHeading($0).field }.filter {
      $0 != .onList && $0 != .entries
    }
    if known.contains(.price), known.contains(.unit) || isForOne { return .unitPrice }
    return known.last { $0 != .name } ?? known.last
  }

  /// Whether a number below it may be that of the row.
  var mayNumberRows: Bool { ["", "no", "nr", "number"].contains(words.joined().lowercased()) }

  /// Whether it is about what each row comes to.
  var isTotal: Bool { words.contains { ChatTalk.isTotal($0) } }

  /// Whether it is about what each row costs, about: "Est. Cost".
  var isEstimate: Bool {
    let words = Set(words.map { $0.lowercased() })
    return !words.isDisjoint(with: ["est", "estimated"])
      && !words.isDisjoint(with: ["cost", "costs"])
  }

  /// Whether it is the word itself, rather than an aisle or a shelf.
  var saysCategory: Bool {
    words.contains { ["cat", "kat"].contains($0.prefix(3).lowercased()) }
  }

  /// Whether it says that an amount is what is wanted, beside one of what is there.
  var saysNeed: Bool { words.contains { ListField($0) == .onList } }

  /// Whether it is the name of a member that says what is on a list.
  var isOfProgram: Bool {
    ["on", "onlist", "isonlist", "listed", "active"].contains(words.joined().lowercased())
  }

  /// Whether it is about what is there, which is nothing to buy.
  var isOfStock: Bool {
    words.contains {
      ["have", "hand", "stock", "home", "left", "vorrat", "vorhanden", "lager"]
        .contains($0.lowercased())
    }
  }

  /// "Price (per kg)", "Price each"
  private var isForOne: Bool {
    (words + aside).contains { word in
      word.contains("/") || word.lowercased() == "each" || Self.perWords.contains(word.lowercased())
    }
  }

  /// "$", "USD", "€/kg"
  private var beginsWithCurrency: Bool {
    let first = text.drop { "([".contains($0) }.prefix { !"/ )]".contains($0) }
    return Self.isCode(String(first))
      || !first.isEmpty
        && first.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
  }

  /// What it says that a price is for: "Price/lb", "Price (per kg)".
  var per: Quantity? {
    let all = words + aside
    return all.indices.lazy.compactMap { at in
      let said =
        Self.perWords.contains(all[at].lowercased())
        ? all.dropFirst(at + 1).first
        : all[at].firstIndex(of: "/").map { String(all[at][$0...].dropFirst()) }
      return said.flatMap { QuantityText.parse($0) }.flatMap { $0.unit.isMeasure ? $0 : nil }
    }.first
  }

  private static let perWords: Set<String> = ["per", "je", "pro", "par", "por"]

  /// Whether it is about what something costs for less than it does otherwise: "Sale price".
  var isReduced: Bool {
    words.contains {
      ["sale", "offer", "special", "deal", "discounted", "promo", "angebot", "aktion", "oferta"]
        .contains($0.lowercased())
    }
  }

  /// The currency that it names beside a price.
  func currency(_ list: Currency, _ numbers: NumberStyle) -> Currency? {
    aside.lazy.compactMap { word in
      let sign = String(word.prefix { $0 != "/" })
      guard !sign.isEmpty, UnitWords.unit(sign) == nil else { return nil }
      return [sign + "1", "1" + sign].lazy.compactMap { text in
        ListValue.price(text, list, numbers).flatMap { $0.per == nil ? $0.0.currency : nil }
      }.first
    }.first
  }

  /// The unit that it names beside an amount.
  var unit: String? { aside.first { UnitWords.unit($0) != nil } }

  private static let signs: [String: ListField] = [
    "[]": .picked, "[x]": .picked, "☐": .picked, "☑": .picked, "✓": .picked, "✔": .picked,
    "✅": .picked, "#": .quantity, "★": .favourite, "*": .favourite,
  ]

  /// Words that say so above a column, and would say little in a file of a program.
  private static let others = WordTable(
    [
      ("item items thing things", ListField.name.rawValue),
      (
        "no nos nr anz stk stck stuck st pcs pc ct wieviel wieviele howmuch combien cuantos quanto quanti "
          + "hoeveel antal ilosc", ListField.quantity.rawValue
      ),
      ("each apiece je rate", ListField.unitPrice.rawValue),
      ("got gotit have gotthis check ok", ListField.picked.rawValue),
      ("need buy tobuy get toget brauchen noetig notig", ListField.onList.rawValue),
    ], ignoring: " _-")
}
