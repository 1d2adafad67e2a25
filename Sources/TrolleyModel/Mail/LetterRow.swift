extension MailLetter {
  /// One line of it, written and read: `[ ] 3 Milk (Aldi) – $14.97`.
  package struct Row: Equatable {
    package var quantity: Quantity
    package var pack: Quantity?
    package var name: String
    /// The store that sells it; empty for any.
    var store = ""
    /// What all of it costs; nil when the price is unknown.
    package var cost: Money?
    /// Nil when it cannot be ticked.
    package var isPicked: Bool?

    /// Between a thing and its cost.
    private static let dash = " \u{2013} "

    var thing: String { name + (store.isEmpty ? "" : " (\(store))") }

    func amount(_ style: NumberStyle) -> String { quantity.words(style, pack: pack) }

    func text(_ style: NumberStyle) -> String {
      let tick = isPicked.map { $0 ? "[x] " : "[ ] " } ?? "- "
      return tick + amount(style) + " " + thing + Self.dash + Wording.cost(cost, style: style)
    }

    /// Without what is unknown or usual, and without the price.
    func brief(_ style: NumberStyle) -> String {
      let amount = quantity == .one ? "" : amount(style) + " "
      return (isPicked == true ? "[x] " : "") + amount + thing
    }
  }
}

extension MailLetter.Row {
  /// The row that a line is the text of, with the store in its name; nil for a line that is written otherwise.
  ///
  /// - Parameter isItem: whether there is an item of a name: then a unit may be the first word of it.
  package init?(
    _ line: String, currency: Currency, style: NumberStyle, isItem: (String) -> Bool
  ) {
    guard line.utf8.contains(0xE2) else { return nil }
    let line = Self.plain(line)
    let tick = ["[x] ", "[ ] ", "- "].first(where: line.hasPrefix)
    guard let tick, let dash = line.ranges(of: Self.dash).last else { return nil }
    let words = line[..<dash.lowerBound].dropFirst(tick.count).split(separator: " ")
    let cost = String(line[dash.upperBound...])
    // "6 × 330 ml", "2 fl oz", "2 cans", "3"
    let rows = (1...5).reversed().compactMap { count -> Self? in
      guard count < words.count else { return nil }
      let (amount, name) = (words.prefix(count), words.dropFirst(count))
      return Self(
        amount: amount.joined(separator: " "), name.joined(separator: " "), cost: cost, currency,
        style)
    }
    guard let row = rows.first(where: { isItem($0.name) }) ?? rows.first else { return nil }
    self = row
    isPicked = tick == "- " ? nil : tick == "[x] "
  }

  /// The row of `trolley list` that a line is, and its category: `[ ]  3  Milk  dairy  $14.97`.
  package static func printed(
    _ line: String, currency: Currency, style: NumberStyle
  ) -> (row: Self, category: String?)? {
    guard line.hasPrefix("[ ]  ") || line.hasPrefix("[x]  ") else { return nil }
    var cells = line.split(separator: "  ").map { String($0).trimmed }.filter { !$0.isEmpty }
    // Why it is not counted.
    if cells.count > 4, let last = cells.last, last.hasPrefix("("), last.hasSuffix(")") {
      cells.removeLast()
    }
    guard 4...5 ~= cells.count,
      var row = Self(amount: cells[1], cells[2], cost: cells[cells.count - 1], currency, style)
    else { return nil }
    row.isPicked = cells[0] == "[x]"
    return (row, cells.count == 5 ? cells[3] : nil)
  }

  /// The row of an order that a line is, as `trolley orders` prints it: `3  Milk  $14.97`.
  package static func ordered(_ line: String, currency: Currency, style: NumberStyle) -> Self? {
    let cells = line.split(separator: "  ").map { String($0).trimmed }.filter { !$0.isEmpty }
    return cells.count == 3
      ? Self(amount: cells[0], cells[1], cost: cells[2], currency, style) : nil
  }

  /// What is bought and where, of a name that ends with a store as this letter writes it: begun with a capital, and
  /// no word for a thing. It may be known only where the letter is from.
  package var storeInName: (thing: String, store: String)? {
    guard name.hasSuffix(")"), let open = name.ranges(of: " (").last,
      open.lowerBound > name.startIndex,
      case let store = String(name[open.upperBound...].dropLast()),
      store.first?.isUppercase == true, UnitWords.unit(store) == nil,
      ItemGlyph.find(name: store, category: "") == nil,
      // "Aldi, 12 High St"
      store.allSatisfy({
        $0.isLetter || " &'’.-,".contains($0) || $0.isNumber && store.contains(",")
      })
    else { return nil }
    return (String(name[..<open.lowerBound]), store)
  }

  /// Nil where an amount or a cost is printed otherwise. The list may be from a country where numbers are written
  /// in another way, which both of them have: first as they are written here.
  private init?(
    amount: String, _ name: String, cost: String, _ currency: Currency, _ style: NumberStyle
  ) {
    func row(_ style: NumberStyle) -> Self? {
      guard let quantity = QuantityText.parse(amount, numbers: style), quantity.isValid else {
        return nil
      }
      let row = Self(
        quantity: quantity, pack: QuantityText.pack(amount, numbers: style), name: name,
        cost: PriceText.parse(cost, currency: currency, numbers: style)
          .flatMap { $0.per == nil ? $0.money : nil })
      guard Self.plain(row.amount(style)) == Self.plain(amount), row.costs(cost, style) else {
        return nil
      }
      return row
    }
    guard let row = ([style] + NumberStyle.everywhere).lazy.compactMap(row).first else {
      return nil
    }
    self = row
  }

  /// Whether a text is that of the cost: the number as it is printed, beside the sign of any of the countries
  /// that have one for it.
  private func costs(_ text: String, _ style: NumberStyle) -> Bool {
    guard let cost else { return text == Wording.cost(nil) }
    guard let first = text.firstIndex(where: \.isNumber),
      let last = text.lastIndex(where: \.isNumber), text.utf8.count > text[first...last].utf8.count
    else { return false }
    return Self.plain(String(text[first...last])) == Self.plain(style.number(cost.decimal))
  }

  /// What one costs, of what it has several of and where that is exact; else all of it.
  package var price: (money: Money, per: Quantity)? {
    cost.map { $0.share(of: quantity, one: pack ?? QuickAdd.usualPer(quantity)) }
  }

  /// With the blanks that a keyboard has.
  private static func plain(_ text: String) -> String {
    text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
  }
}

extension Money {
  /// The price of one, if this is that of all and divides without a rest; or else what it is for is all.
  package func share(of all: Quantity, one: Quantity) -> (money: Money, per: Quantity) {
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: one.thousandths)
    guard all.unit == one.unit, !overflow, product.isMultiple(of: all.thousandths) else {
      return (self, all)
    }
    return (Money(minorUnits: product / all.thousandths, currency: currency), one)
  }
}
