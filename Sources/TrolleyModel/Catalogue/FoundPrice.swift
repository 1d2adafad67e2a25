extension Money {
  /// A price as a service writes it: the digits of a JSON number or text, never a binary fraction.
  /// Fractions of a minor unit are rounded half up; nil unless it is a number above 0.
  public init?(found digits: String, currency: Currency) {
    var minor = 0
    var fraction = -1
    var isRoundedUp = false
    var seen = false
    guard digits.utf8.count <= 24 else { return nil }
    for byte in digits.utf8 {
      switch byte {
      case 48...57:
        seen = true
        if fraction >= 0 {
          fraction += 1
          if fraction == currency.digits + 1 { isRoundedUp = byte >= 53 }
          if fraction > currency.digits { continue }
        }
        minor = minor * 10 + Int(byte - 48)
        guard minor <= Money.limit else { return nil }
      case 46:
        guard fraction < 0 else { return nil }
        fraction = 0
      default: return nil
      }
    }
    guard seen else { return nil }
    for _ in max(0, min(fraction, currency.digits))..<currency.digits { minor *= 10 }
    if isRoundedUp { minor += 1 }
    guard (1...Money.limit).contains(minor) else { return nil }
    self.init(minorUnits: minor, currency: currency)
  }
}
