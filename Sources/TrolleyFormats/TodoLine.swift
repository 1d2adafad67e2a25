/// todo.txt: `x 2024-01-01 (A) 2 l Milk +Dairy @shop price:1.60`.
extension PastedList {
  mutating func readTodo(_ bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency) {
    for (number, raw) in TextLines(bytes, after: before.lines) {
      before.lines = number
      let bounded = UnsafeBufferPointer(rebasing: raw.prefix(CleanText.Limit.entry.bytes))
      let line = Substring(String(decoding: bounded, as: UTF8.self)).trimmingSpaces()
      if line.isEmpty { continue }
      var parser = QuickAddParser(String(line), currency, .init(numbers: numbers))
      let it = parser.parseTodo()
      if let refusal = it.refusal {
        if it.name.isEmpty {
          warn(number, "Line \(number): " + refusal)
          continue
        }
        warn(number, "\(it.name): " + refusal)
      }
      var entry = ListEntry(it, line: number)
      entry.description = parser.note
      entry.saysPieces = it.saysPieces
      entries.append(entry)
    }
  }
}

enum TodoLine {
  static func isDate(_ word: some StringProtocol) -> Bool {
    let bytes = Array(word.utf8)
    guard bytes.count == 10 else { return false }
    return bytes.indices.allSatisfy {
      $0 == 4 || $0 == 7 ? bytes[$0] == 0x2D : bytes[$0] &- 48 < 10
    }
  }

  static func isPriority(_ word: some StringProtocol) -> Bool {
    let bytes = Array(word.utf8)
    return bytes.count == 3 && bytes[0] == 0x28 && bytes[1] &- 0x41 < 26 && bytes[2] == 0x29
  }

  /// A +project cannot contain blanks: they become `_`; a real `_` or `%` is escaped.
  static func encoded(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ": result += "_"
      case "_": result += "%5F"
      case "%": result += "%25"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func decoded(_ text: some StringProtocol) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("%5F") || rest.hasPrefix("%25") {
        result += rest.hasPrefix("%5F") ? "_" : "%"
        rest = rest.dropFirst(3)
      } else {
        result.append(first == "_" ? " " : first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}

extension QuickAddParser {
  /// Parses todo.txt's marks instead of our own; the amount is found in the same way.
  mutating func parseTodo() -> QuickAdd {
    tokenize()
    var i = 0
    result.isPicked = false
    if tokens.count > 1, tokens[0].text == "x", !tokens[0].isLiteral {
      result.isPicked = true
      tokens[0].field = .picked
      i = 1
    }
    while i < tokens.count, !tokens[i].isLiteral {
      if TodoLine.isPriority(tokens[i].text) {
        if tokens[i].text == "(A)" { result.isFavourite = true }
      } else if !TodoLine.isDate(tokens[i].text) {
        break
      }
      tokens[i].field = .bullet
      i += 1
    }
    var values: [String: String] = [:]
    var other: [String] = []
    for k in i..<max(i, tokens.count) where !tokens[k].isLiteral {
      takeTodoWord(k, &values, &other)
    }
    takeQuantity()
    takeTodoValues(values)
    note = CleanText.name(([note].compactMap(\.self) + other).joined(separator: " "))
    if result.price != nil, result.per == nil, let quantity = result.quantity {
      result.per = QuickAdd.usualPer(quantity)
    }
    takeName()
    return result
  }

  private mutating func takeTodoWord(
    _ k: Int, _ values: inout [String: String], _ other: inout [String]
  ) {
    let text = tokens[k].text
    let rest = text.dropFirst()
    switch text.utf8.first {
    case 0x2B where !rest.isEmpty && result.category == nil:
      guard let category = CleanText.name(TodoLine.decoded(rest)) else { return }
      result.category = category
      tokens[k].field = .category
    case 0x40 where !rest.isEmpty && result.store == nil:
      guard let store = CleanText.name(TodoLine.decoded(rest)) else { return }
      result.store = store
      tokens[k].field = .store
    default:
      guard let colon = text.firstIndex(of: ":") else { return }
      let key = text[..<colon].lowercased()
      let value = text[text.index(after: colon)...]
      guard !value.isEmpty else { return }
      switch key {
      case "price", "cost", "qty", "quantity", "per", "cur", "currency", "note":
        guard values[key] == nil else { return }
        values[key] = String(value)
      case "due", "t", "rec", "pri", "id":
        // Other programs' metadata is of no use to us, and not ours to discard.
        other.append(text)
      default: return
      }
      tokens[k].field = .price
    }
  }

  private mutating func takeTodoValues(_ values: [String: String]) {
    let code = values["cur"] ?? values["currency"]
    let currency = code.flatMap { Currency(code: $0) } ?? self.currency
    if let text = values["price"] ?? values["cost"] {
      if let (money, per) = ListValue.price(text, currency) {
        result.price = money
        result.per = per
      } else {
        result.refusal = result.refusal ?? "The price “\(CleanText.line(text))” cannot be read."
      }
    }
    if let per = values["per"].flatMap({ ListValue.quantity($0, unit: nil) }) { result.per = per }
    if let quantity = (values["qty"] ?? values["quantity"]).flatMap({
      ListValue.quantity(TodoLine.decoded($0), unit: nil)
    }) {
      result.quantity = quantity
    }
    note = values["note"].flatMap { CleanText.name(TodoLine.decoded($0)) }
  }
}
