/// A number as people write it before a unit: `2`, `1.5`, `1,5`, `1/2`, `1½`, `２`, `٢`.
package struct Amount: Equatable {
  package var thousandths: Int
  /// The meaning of "1,250" ("1.250" where points group) before kg and l, which people don't buy by
  /// the thousand.
  var asDecimal: Int?
  /// Digits alone: the next token may be a fraction.
  var isWhole = false
  var isFraction = false
  /// More than any quantity may be; `thousandths` is meaningless then.
  var isTooLarge = false

  /// Reads the amount at the beginning of `bytes`, and returns where it ends. It may begin with its decimal point:
  /// `.5`. Nil when there is
  /// none, or one that does not look like a quantity: `007`, `24/7`, `3.14159`.
  package static func read(
    _ bytes: ArraySlice<UInt8>, _ numbers: NumberStyle = .english
  ) -> (amount: Amount, end: Int)? {
    var i = bytes.startIndex
    let isLedByPoint = bytes.first == 0x2E
    guard let whole = isLedByPoint ? Digits(count: 1) : digits(bytes, &i) else {
      guard let part = fraction(bytes, &i) else { return nil }
      return (Amount(thousandths: part, isFraction: true), i)
    }
    if whole.count > 1, whole.isLedByZero { return nil }
    let tooLarge = whole.value > Quantity.limit / 1000
    let value = min(whole.value, Quantity.limit) * 1000
    if let part = fraction(bytes, &i) {
      return (Amount(thousandths: value + part, isTooLarge: tooLarge), i)
    }
    guard i < bytes.endIndex else {
      return (Amount(thousandths: value, isWhole: true, isTooLarge: tooLarge), i)
    }
    var next = i + 1
    switch bytes[i] {
    case 0x2E, 0x2C:
      guard let part = digits(bytes, &next) else {
        if isLedByPoint { return nil }
        break
      }
      guard part.count <= 3 else { return nil }
      let scale = [1000, 100, 10, 1][part.count]
      let decimal = value + part.value * scale
      guard bytes[i] == numbers.groupingByte, part.count == 3, whole.value > 0 else {
        return (Amount(thousandths: decimal, isTooLarge: tooLarge), next)
      }
      let grouped = decimal <= Quantity.limit / 1000
      let amount = Amount(
        thousandths: grouped ? decimal * 1000 : 0, asDecimal: decimal, isTooLarge: !grouped)
      return (amount, next)
    case 0x2F:
      guard let divisor = digits(bytes, &next) else { break }
      guard whole.value > 0, whole.value < divisor.value, divisor.value <= 100 else { return nil }
      let part = (whole.value * 1000 + divisor.value / 2) / divisor.value
      return (Amount(thousandths: part, isFraction: true), next)
    default: break
    }
    return (Amount(thousandths: value, isWhole: true, isTooLarge: tooLarge), i)
  }

  /// The amount in a unit; nil when it is too large.
  package func quantity(_ unit: Unit) -> Quantity? {
    if let asDecimal, unit == .kilogram || unit == .litre {
      return Quantity(thousandths: asDecimal, unit: unit)
    }
    guard !isTooLarge, thousandths <= Quantity.limit else { return nil }
    return Quantity(thousandths: thousandths, unit: unit)
  }

  private struct Digits {
    var value = 0
    var count = 0
    var isLedByZero = false
  }

  private static func digits(_ bytes: ArraySlice<UInt8>, _ i: inout Int) -> Digits? {
    var digits = Digits()
    while let (digit, length) = digit(bytes, i) {
      if digits.count == 0 { digits.isLedByZero = digit == 0 }
      digits.count += 1
      // Longer numbers are too large anyway; stopping here prevents overflow.
      if digits.value <= Quantity.limit { digits.value = digits.value * 10 + digit }
      i += length
    }
    return digits.count > 0 ? digits : nil
  }

  /// A digit in ASCII, full width, Arabic or Persian.
  private static func digit(_ bytes: ArraySlice<UInt8>, _ i: Int) -> (Int, Int)? {
    guard i < bytes.endIndex else { return nil }
    let byte = bytes[i]
    if byte &- 48 < 10 { return (Int(byte) - 48, 1) }
    if byte == 0xD9 || byte == 0xDB, i + 1 < bytes.endIndex {
      let digit = bytes[i + 1] &- (byte == 0xD9 ? 0xA0 : 0xB0)
      return digit < 10 ? (Int(digit), 2) : nil
    }
    if byte == 0xEF, i + 2 < bytes.endIndex, bytes[i + 1] == 0xBC {
      let digit = bytes[i + 2] &- 0x90
      return digit < 10 ? (Int(digit), 3) : nil
    }
    return nil
  }

  /// ½ and the like, in thousandths.
  private static func fraction(_ bytes: ArraySlice<UInt8>, _ i: inout Int) -> Int? {
    guard i + 1 < bytes.endIndex else { return nil }
    if bytes[i] == 0xC2, (0xBC...0xBE).contains(bytes[i + 1]) {
      i += 2
      return [250, 500, 750][Int(bytes[i - 1]) - 0xBC]
    }
    guard i + 2 < bytes.endIndex, bytes[i] == 0xE2, bytes[i + 1] == 0x85,
      (0x93...0x9E).contains(bytes[i + 2])
    else { return nil }
    i += 3
    return [333, 667, 200, 400, 600, 800, 167, 833, 125, 375, 625, 875][Int(bytes[i - 1]) - 0x93]
  }
}
