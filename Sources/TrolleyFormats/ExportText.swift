extension ExportDocument {
  static let columns: [ListField] = [
    .name, .quantity, .unit, .price, .currency, .category, .picked, .favourite, .store,
    .description,
  ]

  /// A row for each line of the cart, then each other item: for spreadsheets.
  public func csv(to sink: Sink) throws(Failure) {
    let names = Self.columns.map { "\($0)" }.joined(separator: ",") + "\r\n"
    try sink(Array(names.utf8))
    try forEachRow { (row) throws(Failure) in
      var text = ""
      let item = row.item
      let quantity = row.line?.quantity
      // Several packs are one text, which says the unit.
      let packs = row.quickAdd.pack.flatMap { quantity?.text(pack: $0) }
      let cells = [
        item.name, packs ?? quantity?.number ?? "",
        packs == nil ? quantity?.unit.symbol ?? "" : "",
        price(row), item.price?.currency.code ?? "", item.category,
        row.line.map { $0.isPicked ? "true" : "false" } ?? "", item.isFavourite ? "true" : "false",
        item.store, item.description,
      ]
      for (i, cell) in cells.enumerated() {
        if i > 0 { text += "," }
        text += Self.cell(cell)
      }
      text += "\r\n"
      try sink(Array(text.utf8))
    }
  }

  /// `3.49`, or `3.49/100g` when it is for another amount than the quantity suggests.
  private func price(_ row: Row) -> String {
    guard let price = row.item.price else { return "" }
    let per = row.item.per
    guard per != row.usualPer else { return price.decimal }
    return price.decimal + "/" + Self.compact(per)
  }

  private static func compact(_ quantity: Quantity) -> String {
    let unit = quantity.unit == .fluidOunce ? "floz" : quantity.unit.symbol
    return (quantity.thousandths == 1000 ? "" : quantity.number) + unit
  }

  private static func cell(_ text: String) -> String {
    let text = CleanText.csvCell(text)
    let isPlain = text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
    if isPlain, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// The cart as a checklist with a heading for each category, in order of appearance.
  public func markdown(to sink: Sink) throws(Failure) {
    var order: [String] = []
    var groups: [String: [Row]] = [:]
    for row in cart {
      if groups[row.item.category] == nil { order.append(row.item.category) }
      groups[row.item.category, default: []].append(row)
    }
    // Lines without a category come before the first heading, or they would fall under it.
    if let i = order.firstIndex(of: "") { order.insert(order.remove(at: i), at: 0) }
    let isPriced = groups.values.contains { $0.contains { $0.item.price?.currency == currency } }
    try sink(
      Array(
        ("# " + CleanText.line(title) + "\n"
          + (isPriced ? MarkdownText.comment(saying: currency) + "\n" : "")).utf8))
    for category in order {
      var text = category.isEmpty ? "\n" : "\n## " + category + "\n\n"
      for row in groups[category] ?? [] {
        var it = row.quickAdd
        it.category = nil
        let line = it.text(currency: currency, isPlain: { MarkdownText.plain($0[...]).text == $0 })
        text += "- " + line + "\n"
      }
      try sink(Array(text.utf8))
    }
  }

  /// Whether a text begins as `markdown` does: a title, and boxes with amounts.
  static func isMarkdown(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let lines = ListFormat.sample(bytes)
    return lines.first == "# " + usualTitle
      && lines.dropFirst().allSatisfy { line in
        if MarkdownText.currency(inComment: line[...]) != nil { return true }
        let isBox = line.hasPrefix("- [ ] ") || line.hasPrefix("- [x] ")
        return line.hasPrefix("## ") || isBox && (line.utf8.dropFirst(6).first ?? 0) &- 48 < 10
      }
  }

  /// The cart as todo.txt.
  public func todotxt(to sink: Sink) throws(Failure) {
    for row in cart {
      let plain = todo(row, name: row.item.name)
      var parser = QuickAddParser(plain, currency)
      let it = parser.parseTodo()
      let isSame =
        it.name == row.item.name && it.quantity == row.line?.quantity
        && it.category == row.quickAdd.category && it.store == row.quickAdd.store
        && it.isPicked == row.line?.isPicked && it.isFavourite == row.item.isFavourite
        && it.price == row.item.price && parser.note == nil
      // Quoted when the name would be parsed as something else.
      let text = (isSame ? plain : todo(row, name: QuickAdd.quoted(row.item.name))) + "\n"
      try sink(Array(text.utf8))
    }
  }

  private func todo(_ row: Row, name: String) -> String {
    let item = row.item
    var words: [String] = []
    if row.line?.isPicked == true { words.append("x") }
    if item.isFavourite { words.append("(A)") }
    if let amount = row.quickAdd.amount { words.append(amount) }
    words.append(name)
    if !item.category.isEmpty { words.append("+" + TodoLine.encoded(item.category)) }
    if !item.store.isEmpty { words.append("@" + TodoLine.encoded(item.store)) }
    if let price = item.price {
      let per = item.per == row.usualPer ? "" : "/" + Self.compact(item.per)
      words.append("price:" + price.decimal + per)
      words.append("cur:" + price.currency.code)
    }
    return words.joined(separator: " ")
  }
}
