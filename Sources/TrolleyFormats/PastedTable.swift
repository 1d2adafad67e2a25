/// CSV, TSV and the like.
extension PastedList {
  mutating func readCSV(_ bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency) {
    var lines: [String] = []
    for line in TextLines(bytes) where !line.bytes.isEmpty {
      lines.append(String(decoding: line.bytes.prefix(1024), as: UTF8.self))
      if lines.count == 50 { break }
    }
    var separator: UInt8 = format == .tsv ? 0x09 : 0x2C
    if let guess = CSVReader.separator(of: lines) { separator = guess }
    var reader = CSVReader(bytes, separator: separator)
    var fields: [ListField?]?
    var isFirst = true
    var hasOneColumn = false
    while let (cells, line) = reader.next() {
      if isFirst {
        if cells == ["sep=", ""] { continue }
        isFirst = false
        fields = CSVReader.header(cells)
        hasOneColumn = cells.count == 1 && ListField(cells[0]) == .name
        if fields != nil || hasOneColumn { continue }
      }
      if separator == 0x7C, cells.allSatisfy({ $0.utf8.allSatisfy { "-: ".utf8.contains($0) } }) {
        continue
      }
      var builder = ListEntryBuilder(line: line)
      if let fields {
        for (field, cell) in zip(fields, cells) {
          if let field { builder.set(field, CleanText.fromCSVCell(cell)) }
        }
      } else if hasOneColumn {
        // The commas of a single column are rarely quoted.
        builder.set(.name, CleanText.fromCSVCell(cells.joined(separator: ", ")))
      } else {
        Self.place(cells, &builder, currency)
      }
      var told: [String] = []
      if let entry = builder.finish(currency, { told.append($0) }) {
        entries.append(entry)
        for sentence in told { warn(line, sentence) }
      } else if cells.contains(where: { !$0.isEmpty }) {
        warn(line, "Line \(line) has no name.")
      }
    }
  }

  /// Without a header the first words are the name, the first number is the quantity, the next one
  /// the price, and further words are category and description.
  private static func place(
    _ cells: [String], _ builder: inout ListEntryBuilder, _ currency: Currency
  ) {
    for raw in cells {
      let cell = CleanText.fromCSVCell(raw)
      if cell.isEmpty { continue }
      let isAmount = ListValue.quantity(cell, unit: nil) != nil
      let isPrice = ListValue.price(cell, currency) != nil
      let isPriceOnly = isPrice && ListValue.scaled(cell, digits: 3) == nil
      if builder.quantity.isEmpty, isAmount, !isPriceOnly, UnitWords.unit(cell) == nil {
        builder.quantity = cell
      } else if !builder.quantity.isEmpty, builder.unit.isEmpty, UnitWords.unit(cell) != nil {
        builder.unit = cell
      } else if builder.price.isEmpty, isPrice {
        builder.price = cell
      } else if builder.entry.name.isEmpty {
        builder.set(.name, cell)
      } else if builder.entry.category == nil {
        builder.set(.category, cell)
      } else {
        builder.set(.description, cell)
      }
    }
    if builder.entry.name.isEmpty { builder.set(.name, cells.joined(separator: " ")) }
  }
}
