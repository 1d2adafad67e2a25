extension AddRequest {
  /// What its price is for, also by what is known of it: where nothing says it and one would cost more than three
  /// times what it did, or less than a third, it is for another amount at which it does not, if there is one.
  func per(of known: Item?) -> Quantity {
    let meant = perMeant(of: known)
    guard isPerAssumed, let price, let known, known.mayCost(price, for: meant) == false,
      !known.costsAsMuch(asPackOf: meant)
    else { return meant }
    var others = [pack, quantity.map { known.amount(QuickAdd.usualPer($0)) }, quantity]
    // A small pack may well cost more than its part of a large one.
    let isPart = quantity.map { $0.unit.isMeasure && known.costsLess(for: $0) } == true
    if !isPart { others.append(known.per) }
    return others.lazy.compactMap(\.self).first { known.mayCost(price, for: $0) == true } ?? meant
  }

  /// What its price is for: what it says, or one of what is wanted; with neither, what the price of a known item
  /// is for, such as its pack of 5 kg.
  private func perMeant(of known: Item?) -> Quantity {
    let said = per ?? pack ?? quantity.map(QuickAdd.usualPer)
    guard let known else { return said ?? .one }
    // Behind an `@` without an amount it is for one kilo, pound or piece, or for one pack of a known size.
    if said == nil, price != nil, !isPerAssumed, !isOfList {
      return known.pack ?? (known.per.unit == .dozen ? .one : QuickAdd.unitPer(known.per))
    }
    let all = said ?? known.per
    // Forty shrimps are not forty times the two pounds that a price was for, nor are eight sausages eight packs.
    if isOfAllPieces, known.pack == nil, !known.per.unit.isOneThing { return all }
    let isClear =
      all.unit.isMeasure || all.thousandths < 1000 || said != nil && !isPerAssumed
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
  /// Whether a price for so much of it is between a third of what that costs now and three times that; nil where
  /// that is not known.
  fileprivate func mayCost(_ price: Money, for amount: Quantity) -> Bool? {
    guard let now = cost(of: amount), now.currency == price.currency else { return nil }
    return price.minorUnits <= 3 * now.minorUnits && now.minorUnits <= 3 * price.minorUnits
  }

  /// Whether an amount is less than its price is for.
  fileprivate func costsLess(for amount: Quantity) -> Bool {
    guard let price, let cost = cost(of: amount) else { return false }
    return cost.minorUnits < price.minorUnits
  }

  /// Whether a price is rather that of one thing than of so many: as a ratio, it is nearer to what one costs now
  /// than to what they all do.
  fileprivate func isOfOne(_ price: Money?, ratherThan all: Quantity) -> Bool {
    guard let price, let one = costOfOne, one.currency == price.currency else { return false }
    if costsAsMuch(asPackOf: all) { return false }
    let (new, known) = (Int128(price.minorUnits), Int128(one.minorUnits))
    return new * new * 1000 < known * known * Int128(all.thousandths)
  }

  /// Whether what one costs now is a multiple of what the cheapest pack of so many does: "eggs 3.99".
  fileprivate func costsAsMuch(asPackOf all: Quantity) -> Bool {
    guard per.thousandths <= 1000, let one = costOfOne else { return false }
    let part = Money(minorUnits: one.minorUnits / 3, currency: one.currency)
    return QuickAdd.isPack(all, named: name, at: part)
  }

  private var costOfOne: Money? {
    if per.unit.isMeasure { return cost(of: amount(.one)) }
    return price.map {
      Money(minorUnits: $0.minorUnits * 1000 / per.thousandths, currency: $0.currency)
    }
  }
}
