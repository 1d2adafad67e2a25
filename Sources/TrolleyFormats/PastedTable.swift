/// CSV, TSV and the like.
extension PastedList {
  /// How the columns of a table are read, as its first rows tell.
  struct Columns: Equatable {
    let separator: UInt8
    var headings: ListHeadings?
    var hasOneColumn = false
    var isFirst = true
    /// Whether a header comes below a title.
    var hasTitle = false
    /// Whether the row before was a line of a list, and no row of the table.
    var isBelowLine = false
    /// The column with prices, where no header says which it is.
    var price: Int?
    /// The column with the numbers of the rows.
    var number: Int?
    /// The column in which Todoist says what a row is, and the section that the rows are in.
    var kind: Int?
    var section = ""
  }

  /// Returns how many bytes are left: those of a row that continues in the next piece.
  mutating func readCSV(
    _ bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency, isLast: Bool,
    _ isItem: (String) -> Bool
  ) -> Int {
    var columns = before.columns ?? columns(of: bytes, currency)
    let separator = columns.separator
    var reader = CSVReader(bytes, separator: separator, after: before.lines)
    defer {
      before.columns = columns
      before.lines = reader.line - 1
    }
    while true {
      let row = reader
      guard let (cells, line) = reader.next() else { break }
      if reader.isInQuotes, !isLast {
        reader = row
        return bytes.count - row.offset
      }
      if columns.isFirst, takeFirst(cells, line, &columns, currency) { continue }
      let text = UnsafeBufferPointer(rebasing: bytes[row.offset..<reader.offset])
      if isLine(cells, text, columns) {
        before.lines = row.line - 1
        readLine(text, currency, isItem)
        columns.isBelowLine = true
        continue
      }
      if columns.isBelowLine {
        columns.isBelowLine = false
        readAbove(currency, isItem)
        before.lone = nil
        if let fields = CSVReader.header(cells) {
          columns.headings = headings(cells, fields, nil, currency)
          continue
        }
      }
      if let section = section(cells, columns, below: reader, isItem) {
        begin(below: section, line)
        before.lone = nil
        continue
      }
      if separator == 0x7C, Self.isRule(cells) {
        if let last = entries.last, last.line == line - 1, last.quantity == nil, last.price == nil {
          entries.removeLast()
        }
        continue
      }
      var builder = ListEntryBuilder(line: line)
      if let kind = columns.kind, cells.indices.contains(kind) {
        let name = columns.headings?.fields.firstIndex(of: .name) ?? kind
        if cells[kind] == "section" { columns.section = cells[name] }
        guard cells[kind] == "task" else { continue }
        builder.set(.category, columns.section)
      }
      if let headings = columns.headings {
        headings.fill(&builder, cells, currency, numbers)
      } else if columns.hasOneColumn {
        // The commas of a single column are rarely quoted.
        builder.set(.name, CleanText.fromCSVCell(cells.joined(separator: ", ")))
      } else {
        var cells = cells
        if let number = columns.number, cells.indices.contains(number) { cells[number] = "" }
        place(cells, &builder, currency, price: columns.price)
      }
      let hasAmounts = columns.headings?.fields.contains(.quantity) == true
      if !hasAmounts { builder.readName(currency, numbers) }
      if columns.headings != nil || columns.hasOneColumn {
        namesHaveAmounts = !hasAmounts
      } else if builder.entry.quantity != nil {
        namesHaveAmounts = true
      }
      let isMore = builder.entry.category != nil || builder.entry.store != nil
      putUnderHeading(&builder.entry)
      finish(&builder, cells, currency, saysMore: isMore)
    }
    if isLast { finish(currency, isItem) }
    return 0
  }

  /// Takes a first row that is no thing: a title, or the header.
  private mutating func takeFirst(
    _ cells: [String], _ line: Int, _ columns: inout Columns, _ currency: Currency
  ) -> Bool {
    if cells == ["sep=", ""] || cells.allSatisfy(\.isEmpty) { return true }
    if columns.hasTitle && CSVReader.header(cells) == nil || CSVReader.isTitle(cells) {
      if let title = cells.lazy.compactMap({ CleanText.name($0) }).first {
        titles.append(ListEntry(name: title, line: line))
      }
      return true
    }
    columns.isFirst = false
    columns.headings =
      columns.headings ?? CSVReader.header(cells).map { headings(cells, $0, nil, currency) }
    columns.kind = CSVReader.kindColumn(of: cells)
    isExport = columns.headings?.fields == ExportDocument.columns as [ListField?]
    columns.hasOneColumn = cells.count == 1 && ListField(cells[0]) == .name
    if columns.kind == nil, let headings = columns.headings { say(unusedOf: headings, line) }
    return columns.headings != nil || columns.hasOneColumn
  }

  /// Says which columns are not understood, or could be meant otherwise.
  private mutating func say(unusedOf headings: ListHeadings, _ line: Int) {
    if let costs = headings.costs {
      warn(line, "“\(costs)” was read as what all of a row costs.")
    }
    for name in headings.unused { warn(line, "The column “\(name)” was not used.") }
  }

  /// Whether a row below a header of several columns has no separator in it: then it is a line of a list.
  private func isLine(
    _ cells: [String], _ text: UnsafeBufferPointer<UInt8>, _ columns: Columns
  ) -> Bool {
    cells.count == 1 && columns.kind == nil && !isExport
      && columns.headings.map { $0.fields.count > 1 } == true
      && text.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }) != 0x22
  }

  /// The category that a row names for those below it: alone in its row, known as one or in capitals, above a row
  /// that says more of a thing and is not written so.
  private func section(
    _ cells: [String], _ columns: Columns, below: CSVReader, _ isItem: (String) -> Bool
  ) -> Substring? {
    guard let headings = columns.headings, columns.kind == nil, !isExport, cells.count > 1,
      cells.count(where: { !$0.isEmpty }) == 1,
      let at = cells.firstIndex(where: { !$0.isEmpty }),
      at == 0 || headings.fields.indices.contains(at) && headings.fields[at] == .name
    else { return nil }
    let name = cells[at]
    guard Self.isLoud(name[...]) || known.contains(name, isStore: false),
      Self.mayBeHeading(name[...]), !isItem(name)
    else { return nil }
    var below = below
    guard let next = below.next()?.cells, next.count(where: { !$0.isEmpty }) > 1,
      next.indices.contains(at), !Self.isLoud(next[at][...])
    else { return nil }
    return Self.quiet(name[...])
  }

  /// Reads a line among the rows of a table.
  private mutating func readLine(
    _ text: UnsafeBufferPointer<UInt8>, _ currency: Currency, _ isItem: (String) -> Bool
  ) {
    let table = format
    readLines(text, currency, isLast: false, isItem)
    format = table
  }

  private mutating func finish(
    _ builder: inout ListEntryBuilder, _ cells: [String], _ currency: Currency, saysMore: Bool
  ) {
    let line = builder.entry.line
    var told: [String] = []
    if var entry = builder.finish(currency, numbers, { told.append($0) }) {
      // Of what Trolley wrote, each price is for what it says.
      if isExport { entry.isPerAssumed = false }
      if !saysMore, isSum(entry, cells) { talk.append(entry) } else { entries.append(entry) }
      for sentence in told { warn(line, sentence) }
    } else if let sum = nameOfSum(cells, currency) {
      talk.append(ListEntry(name: sum, line: line))
    } else if cells.contains(where: { !$0.isEmpty }) {
      warn(line, "Line \(line) has no name.")
    }
  }

  /// Whether a row is the sum of those above it, and not a thing of a list that says more of each.
  private func isSum(_ entry: ListEntry, _ cells: [String]) -> Bool {
    guard entry.isOnList == nil, entry.isPicked == nil else { return false }
    // Its number may stand in a column of its own.
    return entry.price == nil
      ? ChatTalk.isTotal(entry.name) && cells.contains { $0.contains(where: \.isNumber) }
      : ChatTalk.isMeant(by: entry)
  }

  /// Numbers with a price among them and no name are sums; but the digits of a barcode are a name.
  private func nameOfSum(_ cells: [String], _ currency: Currency) -> String? {
    let cells = cells.map { CleanText.fromCSVCell($0) }.filter { !$0.isEmpty }
    let areNumbers = cells.allSatisfy { cell in
      cell.utf8.count { $0 &- 48 < 10 } < 8
        && (isAmount(cell) || ListValue.price(cell, currency, numbers) != nil)
    }
    return areNumbers && cells.contains { QuickAddPrice.isLikely($0, currency, numbers) }
      ? CleanText.name(cells.joined(separator: " ")) : nil
  }

  /// Reads a row of a table among the lines of a note. False where its columns are not known: then it
  /// is read as a line.
  ///
  /// - Parameter rows: the rows below it where it is the one above a rule.
  mutating func readCells(
    _ row: Substring, _ number: Int, _ currency: Currency, above rows: [[String]]?
  ) -> Bool {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      .map { CleanText.fromCSVCell(String($0.trimmingSpaces())) }
    let mayBeHeader = !row.utf8.contains { $0 &- 48 < 10 }
    let found =
      rows.flatMap { headings([cells] + $0, hasRule: true, currency) }
      ?? (mayBeHeader ? CSVReader.header(cells) : nil)
      .map { headings(cells, $0, nil, currency) }
    if let found {
      before.table = found
      say(unusedOf: found, number)
      return true
    }
    guard let table = before.table else { return false }
    var builder = ListEntryBuilder(line: number)
    table.fill(&builder, cells, currency, numbers)
    if !table.fields.contains(.quantity) { builder.readName(currency, numbers) }
    putUnderHeading(&builder.entry)
    finish(&builder, cells, currency, saysMore: false)
    return true
  }

  /// The row above a rule is the header of a table, whatever its columns are called.
  mutating func takeHeader(above number: Int) {
    if before.above?.line == number - 1 { before.above = nil }
    while let last = entries.last, last.line > 0, last.line == number - 1 { entries.removeLast() }
  }

  private func columns(of bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency) -> Columns {
    var lines: [String] = []
    for line in TextLines(bytes) where !line.bytes.isEmpty {
      lines.append(String(decoding: line.bytes.prefix(1024), as: UTF8.self))
      if lines.count == 50 { break }
    }
    let separator =
      CSVReader.separator(of: lines) ?? CSVReader.separatorOfHeadings(lines)
      ?? (format == .tsv ? 0x09 : 0x2C)
    var rows = lines.map { CSVReader.cells($0, separator).map { CleanText.fromCSVCell($0) } }
    rows.removeAll { $0 == ["sep=", ""] || $0.allSatisfy(\.isEmpty) }
    let above = CSVReader.rowsAboveHeader(rows)
    rows.removeFirst(above ?? (rows.first.map(CSVReader.isTitle) == true ? 1 : 0))
    let hasRule = separator == 0x7C && rows.count > 1 && Self.isRule(rows[1])
    return Columns(
      separator: separator,
      headings: headings(rows.filter { !Self.isRule($0) }, hasRule: hasRule, currency),
      hasTitle: above.map { $0 > 0 } ?? false, price: priceColumn(rows, currency),
      number: numberColumn(rows))
  }

  /// The first column where it counts the rows: 1, 2, 3.
  private func numberColumn(_ rows: [[String]]) -> Int? {
    let rows = rows.filter { !Self.isRule($0) }
    guard rows.count > 2, let first = rows[0].firstIndex(where: { !$0.isEmpty }),
      rows.enumerated().allSatisfy({ at, cells in
        cells.count > first + 1 && Int(cells[first]) == at + 1
      })
    else { return nil }
    return first
  }

  /// The column that has nothing but prices, such as "1.29". Of several, and none with how many there
  /// are, the second: the first is how many.
  private func priceColumn(_ rows: [[String]], _ currency: Currency) -> Int? {
    var rows = rows
    if let rule = rows.firstIndex(where: Self.isRule) { rows.removeFirst(rule + 1) }
    func cells(_ column: Int) -> [String] {
      rows.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
    }
    func isAll(_ cells: [String], _ test: (String) -> Bool) -> Bool {
      !cells.isEmpty && cells.allSatisfy(test)
    }
    let numbers = (0..<(rows.map(\.count).max() ?? 0)).filter { column in
      isAll(cells(column)) {
        isAmount($0)
          || barcode($0) == nil && ListValue.price($0, currency, self.numbers) != nil
      }
        && !isAll(cells(column + 1)) { UnitWords.unit($0) != nil }
    }
    let prices = numbers.filter { column in
      isAll(cells(column)) {
        isPriceOnly($0, currency) || QuickAddPrice.isLikely($0, currency, self.numbers)
      }
    }
    return prices.count == numbers.count && prices.count > 1 ? prices[1] : prices.first
  }

  /// Whether a row is the line below the header of a Markdown table.
  static func isRule(_ cells: [String]) -> Bool {
    cells.allSatisfy { $0.utf8.allSatisfy { "-: ".utf8.contains($0) } }
  }

  func isPriceOnly(_ cell: String, _ currency: Currency) -> Bool {
    ListValue.price(cell, currency, numbers) != nil && ListValue.scaled(cell, digits: 3) == nil
  }

  /// Without a header the first words are the name, the first number is the quantity, the next one
  /// the price, and further words are category and description.
  private func place(
    _ cells: [String], _ builder: inout ListEntryBuilder, _ currency: Currency, price: Int?
  ) {
    var code: Barcode?
    for (column, raw) in cells.enumerated() {
      let cell = CleanText.fromCSVCell(raw)
      if cell.isEmpty { continue }
      if code == nil, let barcode = barcode(cell) {
        code = barcode
        continue
      }
      let isPrice = ListValue.price(cell, currency, numbers) != nil
      let isQuantity = column != price && isAmount(cell) && !isPriceOnly(cell, currency)
      if builder.quantity.isEmpty, isQuantity, UnitWords.unit(cell) == nil {
        builder.quantity = cell
      } else if !builder.quantity.isEmpty, builder.unit.isEmpty, UnitWords.unit(cell) != nil {
        builder.unit = cell
      } else if builder.price.isEmpty, isPrice, price == nil || column == price {
        builder.price = cell
      } else if builder.entry.name.isEmpty {
        builder.set(.name, cell)
      } else if builder.entry.category == nil, !isPrice {
        builder.set(.category, cell)
      } else {
        builder.set(.description, cell)
      }
    }
    // Alone it is looked up.
    if builder.entry.name.isEmpty {
      if nameOfSum(cells, currency) == nil {
        builder.set(.name, code?.text ?? cells.joined(separator: " "))
      }
    } else {
      builder.entry.barcode = code
    }
  }

  /// The barcode in a cell: of its many digits none is a price.
  private func barcode(_ cell: String) -> Barcode? {
    Barcode.isMeant(by: cell) ? try? Barcode(cell) : nil
  }

  func isAmount(_ cell: String) -> Bool {
    if barcode(cell) != nil { return false }
    if ListValue.quantity(cell, unit: nil, numbers) != nil { return true }
    // Nearly all cells are words; a letter alone, such as “a”, says nothing.
    guard cell.utf8.count > 1, QuickAdd.mayBeginAmount(cell) else { return false }
    return ListValue.amount(cell, unit: nil, numbers) != nil
  }
}
