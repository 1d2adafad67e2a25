/// One amount in two units: `1 lb 4 oz cheese`, `flour 1 kg 500 g`.
extension QuickAddParser {
  /// An amount at the beginning of the rest, with what follows in a smaller unit.
  func summed(_ found: Found, _ rest: [Int]) -> Found {
    guard found.unit.isMeasure, let part = size(rest, found.length) else { return found }
    return sum(found, part, length: part.length) ?? found
  }

  /// An amount at the end of the rest, with what stands before it in a larger unit.
  func summed(_ rest: [Int], _ found: Found) -> Found {
    let before = Array(rest.dropLast(found.length))
    guard found.unit.isMeasure, word(rest, rest.count - 1)?.hasSuffix(")") == false,
      let whole = trailing(before)
    else { return found }
    return sum(whole, found, length: whole.length + found.length) ?? found
  }

  /// A whole number of a measure and less than one more of it; nil for what is not one amount.
  private func sum(_ whole: Found, _ part: Found, length: Int) -> Found? {
    guard whole.amount.isWhole, whole.unit.factor > part.unit.factor,
      let large = whole.amount.quantity(whole.unit), let small = part.amount.quantity(part.unit),
      small.thousandths * part.unit.factor < 1000 * whole.unit.factor,
      let sum = large.adding(small)
    else { return nil }
    return Found(amount: Amount(thousandths: sum.thousandths), unit: sum.unit, length: length)
  }
}
