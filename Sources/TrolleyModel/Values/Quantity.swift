/// A number and its unit. The number is stored in whole thousandths.
public struct Quantity: Hashable, Sendable {
  /// Thousandths of `unit`; above 0 except in a difference.
  public var thousandths: Int
  public var unit: Unit

  /// The largest accepted amount, in thousandths of the unit.
  public static let limit = 1_000_000_000
  public static let one = Quantity(1, .piece)

  public init(thousandths: Int, unit: Unit) {
    self.thousandths = thousandths
    self.unit = unit
  }

  /// Whether something can be so much: above 0 and within the limit, as it is read from files.
  public var isValid: Bool { 1...Quantity.limit ~= thousandths }

  /// A whole number of a unit.
  public init(_ number: Int, _ unit: Unit = .piece) {
    self.init(thousandths: number * 1000, unit: unit)
  }

  public static prefix func - (q: Quantity) -> Quantity {
    Quantity(thousandths: -q.thousandths, unit: q.unit)
  }

  /// The same amount in another unit; nil when the units are incompatible or the result would not
  /// be exact.
  public func converted(to other: Unit) -> Quantity? {
    guard unit != other else { return self }
    guard unit.addsUp(with: other) else { return nil }
    let (product, overflow) = thousandths.multipliedReportingOverflow(by: unit.factor)
    guard !overflow, product % other.factor == 0 else { return nil }
    return Quantity(thousandths: product / other.factor, unit: other)
  }

  /// The sum: in the larger of two units if it is exact and at least one of them (500 g and 0.5 kg
  /// are 1 kg), otherwise in this unit, otherwise in the smaller one. Nil when the units are
  /// incompatible or the sum is out of bounds.
  public func adding(_ other: Quantity) -> Quantity? {
    guard unit.addsUp(with: other.unit) else { return nil }
    let isSmaller = unit.factor <= other.unit.factor
    let (smaller, larger) = isSmaller ? (unit, other.unit) : (other.unit, unit)
    for unit in [larger, self.unit, smaller] {
      guard let a = converted(to: unit), let b = other.converted(to: unit) else { continue }
      let (sum, overflow) = a.thousandths.addingReportingOverflow(b.thousandths)
      guard !overflow, abs(sum) <= Quantity.limit else { return nil }
      if unit == larger, unit != self.unit, abs(sum) < 1000 { continue }
      return Quantity(thousandths: sum, unit: unit)
    }
    return nil
  }

  /// Whether it is the same amount, in whatever unit.
  package func isSame(as other: Quantity) -> Bool { adding(-other)?.thousandths == 0 }

  /// More than a thousand of a small unit in kilos or litres: `1.98 l` of six times 330 ml.
  var inLargeUnit: Quantity {
    let large: Unit
    switch unit {
    case .gram: large = .kilogram
    case .millilitre: large = .litre
    default: return self
    }
    return thousandths > 1_000_000 ? converted(to: large) ?? self : self
  }

  /// The number alone: `2`, `0.5`, `1.25`.
  public var number: String {
    let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = thousandths < 0 ? "-" : ""
    guard part > 0 else { return sign + String(whole) }
    var digits = String(part + 1000).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return sign + String(whole) + "." + digits
  }

  /// As files have it: `2` for pieces, `500 g`, `2 can`.
  public var text: String { unit == .piece ? number : number + " " + unit.symbol }

  /// As people write it: `2` for pieces, `500 g`, `2 cans`.
  public var words: String {
    unit == .piece ? number : number + " " + (thousandths > 1000 ? unit.plural : unit.symbol)
  }

  /// The same with the decimal mark of a country: `1,5 kg`.
  public func words(_ style: NumberStyle) -> String { Self.pointed(words, style) }

  /// The same in packs of a size if it is several of them: `6 × 330 ml`.
  public func words(_ style: NumberStyle, pack: Quantity?) -> String {
    guard let pack, let count = packs(of: pack), count > 1 else { return words(style) }
    return "\(count) × " + pack.words(style)
  }

  /// As files and fields have it, in packs if it is several.
  public func text(pack: Quantity?) -> String {
    guard let pack, let count = packs(of: pack), count > 1 else { return text }
    return "\(count) × " + pack.text
  }

  /// As fields have it: the same with the decimal mark of a country, in packs if it is several.
  public func text(_ style: NumberStyle, pack: Quantity? = nil) -> String {
    Self.pointed(text(pack: pack), style)
  }

  /// How many packs of a size it is; nil where it is not a whole number of them, and for what is
  /// counted rather than measured.
  package func packs(of pack: Quantity) -> Int? {
    guard unit.isMeasure, pack.thousandths > 0, unit.addsUp(with: pack.unit) else { return nil }
    let (amount, size) = (thousandths * unit.factor, pack.thousandths * pack.unit.factor)
    return amount > 0 && amount.isMultiple(of: size) ? amount / size : nil
  }

  /// The number alone in the same way.
  func number(_ style: NumberStyle) -> String { Self.pointed(number, style) }

  private static func pointed(_ text: String, _ style: NumberStyle) -> String {
    guard style.point != ".", let point = text.firstIndex(of: ".") else { return text }
    return text[..<point] + style.point + text[text.index(after: point)...]
  }

  /// What one press makes of it: one more, or one less, of what a price is for. A measure that is
  /// smaller than that, such as grams of what is sold by the kilo, goes in steps that people buy in,
  /// and a small amount in smaller ones; less undoes more. Nil where nothing would be left, or where
  /// it would be too much.
  public func stepped(up: Bool, per: Quantity) -> Quantity? {
    let isPerPack =
      per.unit.addsUp(with: unit) && !(unit.isMeasure && per.unit.factor > unit.factor)
    let step = isPerPack ? per : Quantity(thousandths: usualStep(up: up), unit: unit)
    return adding(up ? step : -step).flatMap { $0.thousandths > 0 ? $0 : nil }
  }

  private func usualStep(up: Bool) -> Int {
    let (small, large, from) =
      switch unit {
      case .milligram, .gram, .millilitre: (50_000, 100_000, 500_000)
      case .centilitre: (5_000, 10_000, 50_000)
      case .kilogram, .litre: (100, 500, 1_000)
      default: (1000, 1000, 0)
      }
    return (up ? thousandths : thousandths - small) < from ? small : large
  }

  /// What it counts as in "5 pieces": a count as its number, packs of a size as theirs, and anything
  /// else that is weighed as one.
  public func pieces(pack: Quantity?) -> Int {
    if let count = pack.flatMap(packs) { return count }
    return switch unit.dimension {
    case .count: max(1, (thousandths * unit.factor + 999) / 1000)
    case .container: max(1, (thousandths + 999) / 1000)
    case .mass, .imperialMass, .volume, .imperialVolume, .spoon: 1
    }
  }
}
