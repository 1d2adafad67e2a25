extension AddRequest {
  /// What its price is for: what it says, or one of what is wanted; with neither, what the price of a known item
  /// is for, such as its pack of 5 kg.
  func per(of known: Item?) -> Quantity {
    let said = per ?? pack ?? quantity.map(QuickAdd.usualPer)
    guard let known else { return said ?? .one }
    let all = said ?? known.per
    let isClear = all.unit.isMeasure || said != nil && !isPerAssumed
    let isOfOne = !isClear && (!isPerAssumed || known.isOfOne(price, ratherThan: all))
    let per = isOfOne ? QuickAdd.usualPer(all) : all
    // As the number of those that are wanted, it counts the packs of a known size.
    return per.unit == .piece && !saysPieces ? known.amount(per) : per
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
