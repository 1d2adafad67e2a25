extension Money {
  /// A price as a service writes it: the digits of a JSON number or text, never a binary fraction.
  /// Fractions of a minor unit are rounded half up; nil unless it is a number above 0.
  public init?(found digits: String, currency: Currency) {
    guard digits.utf8.count <= 24,
      let (whole, next, _) = Self.minorUnits(digits.utf8, currency.digits)
    else { return nil }
    let minor = whole + (next >= 53 ? 1 : 0)
    guard (1...Money.limit).contains(minor) else { return nil }
    self.init(minorUnits: minor, currency: currency)
  }
}
