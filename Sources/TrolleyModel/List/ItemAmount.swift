extension Item {
  /// How much is meant by an amount of it, or by none; perhaps more than there can be. Of something sold in
  /// packs of 250 g, or by so many rolls or slices, a bare number counts those; of what is sold by 24 cans it
  /// counts cans, and of something weighed, with a price per kilo, pieces.
  package func amount(_ quantity: Quantity?) -> Quantity {
    guard let quantity else { return per }
    let one = pack ?? per
    guard quantity.unit == .piece, !one.unit.addsUp(with: .piece), pack != nil || !isWeighed else {
      return quantity
    }
    if one.unit.dimension == .container, !one.unit.isPartOfPack {
      return Quantity(thousandths: quantity.thousandths, unit: one.unit)
    }
    let (product, overflow) = quantity.thousandths.multipliedReportingOverflow(by: one.thousandths)
    guard !overflow else { return quantity }
    // Bounded, so that nothing that is computed from it overflows.
    return Quantity(thousandths: min(product / 1000, 1000 * Quantity.limit), unit: one.unit)
  }

  /// Whether its price is for a weight and for no pack: for 1 kg, 1 lb, 100 g or 100 ml; and of apples by the
  /// kilo or pound for any number of them, as nobody who adds three means bags. Below that they are in a punnet.
  private var isWeighed: Bool {
    per.isUsualWeight || [.kilogram, .pound].contains(per.unit) && ItemGlyph.isLoose(name)
  }
}

extension Quantity {
  /// Whether prices of what is weighed are for that much: then only the line that says it can tell that
  /// it was a pack.
  package var isUsualWeight: Bool {
    switch unit.dimension {
    case .mass, .imperialMass: thousandths == 1000 || self == Quantity(100, .gram)
    case .volume: self == Quantity(100, .millilitre)
    case .count, .imperialVolume, .spoon, .container: false
    }
  }
}
