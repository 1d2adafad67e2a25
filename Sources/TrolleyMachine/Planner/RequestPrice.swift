extension AddRequest {
  /// What its price is for: what it says, or one of what is wanted; with neither, what the price of a known item
  /// is for, such as its pack of 5 kg.
  func per(of known: Item?) -> Quantity {
    let said = per ?? pack ?? quantity.map(QuickAdd.usualPer)
    guard let known else { return said ?? .one }
    // Behind an `@` without an amount it is for one kilo, pound or piece, or for one pack of a known size.
    if said == nil, price != nil, !isPerAssumed, !isOfList {
      return known.pack ?? (known.per.unit == .dozen ? .one : QuickAdd.unitPer(known.per))
    }
    let all = said ?? known.per
    // Forty shrimps are not forty times the two pounds that a price was for, nor are eight sausages eight packs.
    if isOfAllPieces, known.pack == nil, !known.per.unit.isOneThing { return all }
    let isClear = all.unit.isMeasure || said != nil && !isPerAssumed
    let isOfOne = !isClear && (!isPerAssumed || known.isOfOne(price, ratherThan: all))
    let per = isOfOne ? QuickAdd.usualPer(all) : all
    guard per.unit == .piece, !saysPieces else { return per }
    // Of what is sold by twelve rolls, "24 ct" are as many rolls.
    if isOfAllPieces, known.pack == nil, per == all, known.per.unit.dimension == .container {
      return Quantity(thousandths: per.thousandths, unit: known.per.unit)
    }
    // As the number of those that are wanted, it counts the packs of a known size.
    return known.amount(per)
  }

  /// Whether its price is for all the pieces that it counts: "45 trash bags 9.99".
  private var isOfAllPieces: Bool {
    guard let quantity, price != nil else { return false }
    return quantity == per && quantity.unit == .piece && quantity.thousandths > 1000
  }

  /// How much of an item that has its price by now it means; perhaps more than there can be, which the planner
  /// refuses.
  func amount(of item: Item) -> Quantity {
    if saysPieces { return quantity ?? item.per }
    // What one price is for is what is wanted, not so many times that.
    if isOfAllPieces, item.pack == nil, item.per.thousandths == quantity?.thousandths {
      return item.per
    }
    return item.amount(quantity)
  }
}

extension Item {
  /// Whether a price is rather that of one thing than of so many: as a ratio, it is nearer to what one costs now
  /// than to what they all do. What costs a multiple of the cheapest pack was a pack itself: "eggs 3.99".
  fileprivate func isOfOne(_ price: Money?, ratherThan all: Quantity) -> Bool {
    guard let price, let one = costOfOne, one.currency == price.currency else { return false }
    let part = Money(minorUnits: one.minorUnits / 3, currency: one.currency)
    guard per.thousandths > 1000 || !QuickAdd.isPack(all, named: name, at: part) else {
      return false
    }
    let (new, known) = (Int128(price.minorUnits), Int128(one.minorUnits))
    return new * new * 1000 < known * known * Int128(all.thousandths)
  }

  private var costOfOne: Money? {
    if per.unit.isMeasure { return cost(of: amount(.one)) }
    return price.map {
      Money(minorUnits: $0.minorUnits * 1000 / per.thousandths, currency: $0.currency)
    }
  }
}
