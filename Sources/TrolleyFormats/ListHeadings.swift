/// What the headings of a table say of its columns.
struct ListHeadings: Equatable {
  var fields: [ListField?]
  /// What a heading says of its prices: "Price (USD)".
  var currency: Currency?
  /// The unit of its amounts: "Amount (g)".
  var unit = ""
  /// What a heading says that its prices are for: "Price/lb".
  var per: Quantity?
  /// Whether people say what they need, rather than a program what is on its list.
  var asksNeed = false
  /// Further columns of prices, for the rows that have none in the first.
  var otherPrices: [Int] = []
  /// The headings of columns that are not understood.
  var unused: [String] = []
  /// The heading of what each row comes to, where it could be that of a price.
  var costs: String?

  /// Sets what a row says of a thing.
  func fill(
    _ builder: inout ListEntryBuilder, _ cells: [String], _ list: Currency, _ numbers: NumberStyle
  ) {
    for case (let field?, let raw) in zip(fields, cells) {
      let cell = CleanText.fromCSVCell(raw)
      // "Amount" may be one of money.
      let isMoney =
        field == .quantity && ListValue.scaled(cell, digits: 3) == nil
        && ListValue.quantity(cell, unit: nil, numbers) == nil
        && ListValue.price(cell, list, numbers) != nil
      if field == .onList, asksNeed {
        // Of people, so that it says nothing about prices; among ticks a blank is one, too.
        builder.entry.isOnList =
          cell.isEmpty ? false : ListValue.flag(cell) ?? builder.entry.isOnList
        continue
      }
      builder.set(isMoney ? .price : field, cell)
      if field == .onList, cell.isEmpty { builder.set(.onList, false) }
    }
    if !otherPrices.isEmpty, ListValue.price(builder.price, list, numbers) == nil {
      let others = otherPrices.filter(cells.indices.contains).map {
        CleanText.fromCSVCell(cells[$0])
      }
      builder.price =
        others.first { ListValue.price($0, list, numbers) != nil } ?? builder.price
    }
    if let currency, builder.currency.isEmpty { builder.currency = currency.code }
    if let per { builder.take(per: per, numbers, hasUnits: fields.contains(.unit)) }
    if builder.unit.isEmpty, !builder.quantity.isEmpty { builder.unit = unit }
  }
}

extension CSVReader {
  /// The column in which a table of Todoist says what each row is: a task, a section, a note.
  static func kindColumn(of header: [String]) -> Int? {
    guard header.contains("CONTENT"), header.contains("INDENT") else { return nil }
    return header.firstIndex(of: "TYPE")
  }

  /// The fields of a header, by what its columns are called alone; nil when the cells are none.
  static func header(_ cells: [String]) -> [ListField?]? {
    guard cells.count > 1 else { return nil }
    let headings = cells.map { ListHeading($0) }
    if let kind = kindColumn(of: cells), let name = cells.firstIndex(of: "CONTENT") {
      var fields = cells.map { ListField($0) }
      (fields[kind], fields[name]) = (nil, .name)
      return fields
    }
    var known = headings.map(\.field)
    if !known.contains(.name), let name = known.firstIndex(of: .entries) { known[name] = .name }
    guard known.contains(.name), known.count(where: { $0 != nil && $0 != .entries }) > 1 else {
      return nil
    }
    return zip(known, headings).map { $0 ?? $1.likelyField }.map { $0 == .entries ? nil : $0 }
  }

  /// Whether cells may be the headings of a table: words, of which one is that of an amount, a price or a tick.
  static func mayBeHeader(_ cells: [String]) -> Bool {
    let headings = cells.map { ListHeading($0) }
    return cells.count > 1 && !headings.contains(where: \.hasDigit)
      && headings.contains { heading in
        heading.likelyField.map { [.quantity, .unit, .price, .unitPrice, .picked].contains($0) }
          == true
      }
  }
}

extension CSVReader {
  /// Whether cells are the headings of prices in several shops: "Item, Kroger, Aldi".
  static func mayNameShops(_ cells: [String], above rows: [[String]]) -> Bool {
    let headings = cells.map { ListHeading($0) }
    return cells.count > 1 && headings.first { !$0.text.isEmpty }?.field == .name
      && !headings.contains(where: \.hasDigit)
      && rows.contains { row in
        row.contains { cell in
          cell.contains(where: \.isNumber) && cell.contains { ".,$€£".contains($0) }
        }
      }
  }
}

extension PastedList {
  /// The headings of a table in its first row, and what they say by what is below them; nil for none. A first
  /// row of words is one above a rule, or where a column has what its heading says: numbers below an amount or a
  /// price. The names are in the first column of words, where no heading says it.
  func headings(_ rows: [[String]], hasRule: Bool, _ currency: Currency) -> ListHeadings? {
    guard let words = rows.first, words.count > 1 else { return nil }
    let table = TableCells(rows: Array(rows.dropFirst()))
    var fields: [ListField?]
    if let known = CSVReader.header(words) {
      fields = known
      takeShops(&fields, words, table, currency)
    } else {
      let headings = words.map { ListHeading($0) }
      guard !headings.contains(where: \.hasDigit) else { return nil }
      fields = headings.map(\.likelyField).map { $0 == .entries ? nil : $0 }
      takeShops(&fields, words, table, currency)
      let isSaid = fields.indices.contains { at in
        fields[at].map { hasRule || isConfirmed($0, words[at], table.column(at), currency) } == true
      }
      guard isSaid, let name = nameColumn(fields, table, currency) else { return nil }
      fields[name] = .name
    }
    settle(&fields, words, table, currency)
    return headings(words, fields, table, currency)
  }

  /// Also without rows, where a table begins among lines.
  func headings(
    _ words: [String], _ fields: [ListField?], _ table: TableCells?, _ currency: Currency
  ) -> ListHeadings {
    let headings = words.map { ListHeading($0) }
    var all = ListHeadings(fields: fields)
    // What a row comes to follows from a price.
    let hasPrice = fields.contains(.price) || fields.contains(.unitPrice)
    let price = fields.firstIndex(of: .price)
    let isPriceOfShop = price.map { headings[$0].likelyField == nil } ?? false
    for (at, heading) in headings.enumerated() {
      switch fields[at] {
      case .price, .unitPrice, .total:
        if fields[at] != .total { all.per = heading.per }
        if fields[at] == .total, !heading.isTotal { all.costs = heading.text }
        all.currency = all.currency ?? heading.currency(currency, numbers)
      case .onList: all.asksNeed = !heading.isOfProgram
      case .quantity: if let unit = heading.unit { all.unit = unit }
      case nil where !heading.text.isEmpty && !(hasPrice && heading.isTotal):
        let cells = table?.column(at) ?? ["?"]
        let isKnown =
          table?.countsRows(at) == true || heading.mayNumberRows
          || heading.field == .quantity && cells.allSatisfy { isMoney($0, currency) }
        if !cells.isEmpty, !isKnown { all.unused.append(heading.text) }
        let isOfShop = isPriceOfShop && table.map { isShop($0, at, currency) } == true
        if fields.contains(.price), heading.likelyField == .price || isOfShop {
          all.otherPrices.append(at)
        }
      default: break
      }
    }
    return all
  }

  /// Columns with nothing but prices, under the names of shops: "Item, Kroger, Aldi". The first of them has the
  /// price, and a column "Size" how much it is for.
  private func takeShops(
    _ fields: inout [ListField?], _ words: [String], _ table: TableCells, _ currency: Currency
  ) {
    guard let name = words.firstIndex(where: { !$0.isEmpty }), fields[name] == .name,
      !fields.contains(where: { $0?.isMoney == true }),
      let first = fields.indices.first(where: { at in
        fields[at] == nil && !ListHeading(words[at]).isTotal && isShop(table, at, currency)
      })
    else { return }
    fields[first] = .price
    if !fields.contains(.quantity), !fields.contains(.unit),
      let size = words.firstIndex(where: { $0.lowercased() == "size" }), fields[size] == nil,
      table.column(size).contains(where: isAmount)
    {
      fields[size] = .quantity
    }
  }

  private func isShop(_ table: TableCells, _ at: Int, _ currency: Currency) -> Bool {
    let cells = table.column(at)
    return cells.contains { isMoney($0, currency) }
      && cells.allSatisfy {
        ListValue.isUnknown($0) || ListValue.price($0, currency, numbers) != nil
      }
  }

  private func isConfirmed(
    _ field: ListField, _ heading: String, _ cells: [String], _ currency: Currency
  ) -> Bool {
    switch field {
    case .quantity, .price, .unitPrice: cells.contains { isNumber($0, currency) }
    case .unit: !cells.isEmpty && cells.allSatisfy { UnitWords.unit($0) != nil }
    case .picked:
      !cells.isEmpty
        && cells.allSatisfy {
          ListValue.flag($0) != nil && (ListValue.flag(heading) == nil || $0.count == 1)
        }
    default: false
    }
  }

  /// The first column of words that has no heading of its own, or else any.
  private func nameColumn(
    _ fields: [ListField?], _ table: TableCells, _ currency: Currency
  ) -> Int? {
    if let name = fields.firstIndex(of: .name) { return name }
    let words = fields.indices.filter { at in
      // The sign that a row of Markdown begins with makes a column of nothing.
      let cells = table.column(at)
      return !cells.isEmpty && !cells.allSatisfy { isNumber($0, currency) }
    }
    return words.first { fields[$0] == nil } ?? words.first { fields[$0] == .description }
      ?? words.first { fields[$0] == .category } ?? words.first
  }

  /// What headings leave open their columns say: which of two has the amounts, and whether a number counts rows.
  private func settle(
    _ fields: inout [ListField?], _ words: [String], _ table: TableCells, _ currency: Currency
  ) {
    let headings = words.map { ListHeading($0) }
    func all(_ field: ListField) -> [Int] { fields.indices.filter { fields[$0] == field } }
    for at in all(.onList) {
      let cells = table.column(at)
      if all(.quantity).isEmpty,
        cells.contains(where: { ListValue.flag($0) == nil && isNumber($0, currency) })
      {
        fields[at] = .quantity
      } else if !cells.contains(where: { ListValue.flag($0) != nil }) {
        fields[at] = nil
      }
    }
    for at in all(.picked) {
      let cells = table.column(at)
      let hasNumber = cells.contains { isNumber($0, currency) }
      if hasNumber, headings[at].isOfStock || cells.contains(where: { ListValue.flag($0) == nil }) {
        fields[at] = nil
      }
    }
    // Beside a category, an aisle is none.
    let categories = all(.category)
    let category = categories.first { headings[$0].saysCategory } ?? categories.first
    for at in categories where at != category { fields[at] = nil }
    let name = fields.firstIndex(of: .name) ?? 0
    for at in all(.quantity)
    where all(.quantity).count > 1 && (headings[at].mayNumberRows || table.countsRows(at))
      || table.countsRows(at) && at < name
    { fields[at] = nil }
    // Beside an amount one of money is a price, and beside a price what the row comes to.
    let hasPrice = !all(.price).isEmpty || !all(.unitPrice).isEmpty
    let amounts = all(.quantity)
    for at in amounts where amounts.count > 1 || hasPrice {
      let cells = table.column(at)
      guard !cells.isEmpty, cells.allSatisfy({ isMoney($0, currency) }), all(.quantity).count > 1
      else { continue }
      fields[at] = hasPrice ? nil : .price
      for price in all(.price) where hasPrice { fields[price] = .unitPrice }
    }
    // Of several prices one counts, that of one thing, one of a sale or else the first: another may be what the row
    // comes to.
    let prices = fields.indices.filter { fields[$0] == .price || fields[$0] == .unitPrice }
    let counting =
      prices.first { fields[$0] == .unitPrice } ?? prices.first { headings[$0].isReduced }
      ?? prices.first
    for at in prices where at != counting { fields[at] = nil }
    let left = all(.quantity)
    let meant = left.first { headings[$0].saysNeed } ?? left.first
    for at in left where at != meant { fields[at] = nil }
    if headings.contains(where: \.isTotal) { for at in all(.price) { fields[at] = .unitPrice } }
    // Beside an amount, an estimated cost is that of the row, and so is any price of which the sum is the total.
    for at in all(.price) where !all(.quantity).isEmpty {
      if headings[at].isEstimate || isSummed(at, table, currency) { fields[at] = .total }
    }
    // Without a price, what a row comes to says it; with one, whether that is it.
    let sums = fields.indices.filter { fields[$0] == nil && headings[$0].isTotal }
    if sums.count == 1, case let cells = table.column(sums[0]),
      cells.allSatisfy({ isNumber($0, currency) || $0 == Wording.cost(nil) })
    {
      fields[sums[0]] = .total
    }
  }

  /// Whether the last row is the total, and that is what the prices of a column come to.
  private func isSummed(_ at: Int, _ table: TableCells, _ currency: Currency) -> Bool {
    guard let last = table.rows.last(where: { !$0.allSatisfy(\.isEmpty) }),
      last.contains(where: { ChatTalk.isTotal(MarkdownText.plain($0[...]).text) })
    else { return false }
    let prices = table.column(at).map {
      ListValue.price(MarkdownText.plain($0[...]).text, currency, numbers)?.0.minorUnits
    }
    guard prices.count > 2, let total = prices[prices.count - 1] else { return false }
    return prices.dropLast().reduce(0) { $0 + ($1 ?? 0) } == total
  }

  private func isMoney(_ cell: String, _ currency: Currency) -> Bool {
    isPriceOnly(cell, currency) || QuickAddPrice.isLikely(cell, currency, numbers)
  }

  private func isNumber(_ cell: String, _ currency: Currency) -> Bool {
    isAmount(cell) || ListValue.price(cell, currency, numbers) != nil
  }
}

/// The rows below the headings of a table.
struct TableCells {
  let rows: [[String]]

  /// The cells of a column that have something in them.
  func column(_ at: Int) -> [String] {
    rows.compactMap { $0.indices.contains(at) && !$0[at].isEmpty ? $0[at] : nil }
  }

  /// Whether it has the numbers of the rows: 1, 2, 3.
  func countsRows(_ at: Int) -> Bool {
    let cells = column(at)
    return cells.count > 2 && cells.enumerated().allSatisfy { Int($1) == $0 + 1 }
  }
}
