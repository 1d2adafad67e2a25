extension Item {
  /// How much is meant by an amount of it, or by none; perhaps more than there can be. Of something sold in
  /// packs of 250 g, or by so many rolls or slices, a bare number counts those; of what is sold by 24 cans it
  /// counts cans, and of what people count or weigh, such as eggs, bananas and salmon, pieces. A number of packs
  /// counts those of which the size is known.
  package func amount(_ quantity: Quantity?) -> Quantity {
    guard let quantity else { return per }
    let one = pack ?? per
    let countsOne =
      quantity.unit == .pack ? isPack(one) : quantity.unit == .piece && !countsPieces(quantity)
    guard countsOne, !one.unit.addsUp(with: quantity.unit) else { return quantity }
    if quantity.unit == .piece, one.unit.dimension == .container, !one.unit.isPartOfPack {
      return Quantity(thousandths: quantity.thousandths, unit: one.unit)
    }
    let (product, overflow) = quantity.thousandths.multipliedReportingOverflow(by: one.thousandths)
    guard !overflow else { return quantity }
    // Bounded, so that nothing that is computed from it overflows.
    return Quantity(thousandths: min(product / 1000, 1000 * Quantity.limit), unit: one.unit)
  }

  /// Whether what its price is for is a pack: a measure that no price is for by itself, or several things.
  private func isPack(_ one: Quantity) -> Bool {
    one.unit.isMeasure ? pack != nil || !per.isUsualWeight : one.thousandths > 1000
  }

  /// Whether a bare number of it counts pieces, rather than what its price is for: where that is a weight and no
  /// pack, as 1 kg, 1 lb, 100 g or 100 ml; of eggs, of which packs hold so many; and of apples and fish by the
  /// kilo or pound for any number of them, since three of them are no three bags. Below that they are in a punnet, but
  /// of 500 g of fish there are several.
  /// Of apples by the bag or the bunch it counts pieces as well, and so it does of eggs by the carton where a
  /// carton may hold that many.
  private func countsPieces(_ quantity: Quantity) -> Bool {
    guard pack == nil else { return false }
    if per.unit.isMeasure {
      return per.isUsualWeight || UnitWords.isCountedInPacks(named: name)
        || per.unit.isWeighed && ItemGlyph.isWeighed(name)
        || per.unit == .gram && per.thousandths >= 500_000 && ItemGlyph.isFlesh(name)
    }
    return !per.unit.isOneThing
      && (ItemGlyph.isLoose(name) || QuickAdd.isPack(quantity, named: name))
  }

  /// The sizes of an amount and of what its price is for in the same smaller unit; nil where they cannot be
  /// compared. A can, a bottle or a box of what is known by the piece is that piece, but not where it may
  /// hold several: a tray of cans, a carton of eggs, a bag of apples.
  func sizes(of quantity: Quantity) -> (own: Int, other: Int)? {
    if let sizes = quantity.unit.sizes(with: per.unit) { return sizes }
    guard per == .one, quantity.unit.holdsOne, !QuickAdd.isPack(quantity, named: name),
      !ItemGlyph.isLoose(name),
      quantity.unit.isOneThing || !UnitWords.isSoldInNumbers(named: name)
    else { return nil }
    return (1, 1)
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
