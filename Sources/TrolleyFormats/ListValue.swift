/// Values of cells and members, parsed exactly: never through floating point.
enum ListValue {
  /// A price with or without its currency's sign and the quantity it is for; nil for anything else.
  static func price(
    _ text: String, _ currency: Currency, _ numbers: NumberStyle = .english
  ) -> (Money, per: Quantity?)? {
    if !isGrouped(text, numbers) || currency.digits > 2,
      let minor = scaled(text, digits: currency.digits)
    {
      guard (0...Money.limit).contains(minor) else { return nil }
      return (Money(minorUnits: minor, currency: currency), nil)
    }
    var compact = text
    compact.unicodeScalars.removeAll { $0 == " " || $0 == "\u{A0}" }
    guard
      // Where "18 ct" is a count, unless it is marked as a price, it is none.
      case .price(let money, let per) = QuickAddPrice.read(
        compact, currency, numbers, isMarked: !UnitWords.saysCount(compact))
    else { return nil }
    return (money, per)
  }

  /// A price in words, as the add line reads it behind a name: `~$4.00`, `$1.25 each`, `2 for $5`.
  static func spokenPrice(
    _ text: String, of quantity: Quantity?, _ currency: Currency, _ numbers: NumberStyle
  ) -> (Money, per: Quantity?)? {
    let name = "thing"
    let read = QuickAdd.parse(
      name + ", " + text, currency: currency, known: QuickAdd.Known(numbers: numbers))
    guard read.name == name, read.refusal == nil, let money = read.price else { return nil }
    let isOfOne = read.per == .one && quantity?.unit != .piece
    return (money, isOfOne ? quantity.map { Quantity(1, $0.unit) } ?? .one : read.per)
  }

  /// Whether a cell says that there is nothing to say yet: "N/A", "TBD", "?", "-".
  static func isUnknown(_ text: String) -> Bool {
    ["n/a", "na", "tbd", "tba", "none"].contains(text.lowercased())
      || text.unicodeScalars.allSatisfy { "?-–—.".unicodeScalars.contains($0) }
  }

  /// `3`, `0.5`, `2 kg`, `½`, in the unit given or the one in the text. Above 0.
  static func quantity(
    _ text: String, unit: Unit?, _ numbers: NumberStyle = .english
  ) -> Quantity? {
    if let thousandths = scaled(text, digits: 3) {
      guard (1...Quantity.limit).contains(thousandths) else { return nil }
      return Quantity(thousandths: thousandths, unit: unit ?? .piece)
    }
    let bytes = Array(Substring(text).trimmingSpaces().utf8)
    guard let (amount, end) = Amount.read(bytes[...], numbers) else {
      return UnitWords.unit(text).map { Quantity(1, $0) }
    }
    let rest = Substring(String(decoding: bytes[end...], as: UTF8.self)).trimmingSpaces()
    if rest.isEmpty || rest == "x" || rest == "×" {
      return amount.thousandths > 0 ? amount.quantity(unit ?? .piece) : nil
    }
    guard amount.thousandths > 0, let unit = UnitWords.unit(rest) else { return nil }
    return amount.quantity(unit)
  }

  /// The same for how much is to be bought: of “3-4” the larger, and all that the add line reads, such
  /// as “half a dozen” and “6 x 330 ml”, of which `pack` is 330 ml.
  static func amount(
    _ text: String, unit: Unit?, _ numbers: NumberStyle = .english
  ) -> (quantity: Quantity, pack: Quantity?)? {
    if let plain = quantity(text, unit: unit, numbers) { return (plain, nil) }
    let text = CleanText.line(text, limit: .name)
    let ends = text.split(maxSplits: 1) { "-–".contains($0) }.map { $0.trimmingSpaces() }
    if ends.count == 2, let least = quantity(String(ends[0]), unit: unit, numbers),
      let most = quantity(String(ends[1]), unit: unit, numbers),
      least.unit == .piece || least.unit == most.unit,
      least.thousandths < most.thousandths
    {
      return (most, nil)
    }
    guard var found = QuantityText.typed(text, numbers: numbers) else { return nil }
    if let unit, found.quantity.unit == .piece {
      found.quantity = Quantity(thousandths: found.quantity.thousandths, unit: unit)
    }
    return found
  }

  /// Whether a point groups thousands, as in "15.000" where people write so.
  private static func isGrouped(_ text: String, _ numbers: NumberStyle) -> Bool {
    guard numbers.groupingByte == 0x2E, text.utf8.first != 0x30,
      let point = text.utf8.firstIndex(of: 0x2E)
    else { return false }
    let behind = text.utf8[point...].dropFirst()
    return behind.count == 3 && behind.allSatisfy { $0 &- 48 < 10 }
  }

  /// Whether a plain number says more than minor units can: "1.239" dollars, but not the
  /// 0.30000000000000004 of a program that calculated in binary.
  static func isFiner(
    _ text: String, than currency: Currency, _ numbers: NumberStyle
  ) -> Bool {
    guard !isGrouped(text, numbers), let point = text.utf8.firstIndex(of: 0x2E) else {
      return false
    }
    let decimals = text.utf8[point...].dropFirst()
    guard decimals.count <= 8, decimals.allSatisfy({ $0 &- 48 < 10 }) else { return false }
    return decimals.dropFirst(currency.digits).contains { $0 != 48 }
  }

  static func flag(_ text: String) -> Bool? {
    switch String(decoding: Folding.plain(text), as: UTF8.self) {
    case "true", "1", "yes", "y", "x", "on", "done", "checked", "bought", "picked", "completed",
      "ja", "oui", "si", "wahr", "vrai", "✓", "✔", "☑", "[x]", "t", "*", "★":
      true
    case "false", "0", "no", "n", "off", "open", "nein", "non", "falsch", "faux", "[ ]", "☐", "f",
      "-":
      false
    default: nil
    }
  }

  /// A JSON-like number times 10^digits, rounded half up; nil when it is not a number or the result
  /// has more than 15 digits.
  static func scaled(_ text: String, digits: Int) -> Int? {
    var text = text
    return text.withUTF8 { scaled($0, digits: digits) }
  }

  static func scaled(_ bytes: UnsafeBufferPointer<UInt8>, digits: Int) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 64 else { return nil }
    var i = 0
    let isNegative = bytes[0] == 0x2D
    if isNegative { i = 1 }
    var value = 0
    // The number of digits after the decimal point.
    var places = 0
    var seen = false
    var isBehindPoint = false
    while i < bytes.count {
      let byte = bytes[i]
      if byte &- 48 < 10 {
        seen = true
        // Digits that can never matter are skipped, as in 0.30000000000000004.
        if !isBehindPoint || places < 12 && value < 10_000_000_000_000_000 {
          guard value < 100_000_000_000_000_000 else { return nil }
          value = value * 10 + Int(byte - 48)
          if isBehindPoint { places += 1 }
        }
      } else if byte == 0x2E, !isBehindPoint, seen {
        isBehindPoint = true
      } else {
        break
      }
      i += 1
    }
    guard seen else { return nil }
    if i < bytes.count {
      guard bytes[i] | 0x20 == 0x65, let exponent = exponent(bytes, i + 1) else { return nil }
      places -= exponent
    }
    while places < digits {
      guard value < 1_000_000_000_000_000 else { return nil }
      value *= 10
      places += 1
      if value == 0 { break }
    }
    if places > digits {
      var divisor = 1
      for _ in 0..<min(places - digits, 18) { divisor *= 10 }
      let rounded = value / divisor + (value % divisor >= (divisor + 1) / 2 ? 1 : 0)
      value = places - digits > 18 ? 0 : rounded
    }
    guard value <= 1_000_000_000_000_000 else { return nil }
    return isNegative ? -value : value
  }

  private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var i = start
    var isNegative = false
    if i < bytes.count, bytes[i] == 0x2D || bytes[i] == 0x2B {
      isNegative = bytes[i] == 0x2D
      i += 1
    }
    guard i < bytes.count else { return nil }
    var value = 0
    while i < bytes.count {
      guard bytes[i] &- 48 < 10 else { return nil }
      value = min(value * 10 + Int(bytes[i] - 48), 1000)
      i += 1
    }
    return isNegative ? -value : value
  }
}
