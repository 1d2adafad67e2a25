/// Prices after the list's currency has changed.
extension SharedState {
  /// The items whose price is in another currency than the list, with the price that they would
  /// have in it. A number with more decimals than the currency has cannot be taken over.
  public var relabelled: [(item: Item, price: Money)] {
    items.all.compactMap { item in item.price.flatMap(relabelled).map { (item, $0) } }
  }

  /// What is wrong with them: "2 prices are in USD, and no sum counts them until they are in EUR".
  public var wordsOfRelabelled: String {
    let all = relabelled.map(\.item)
    let old = Set(all.compactMap { $0.price?.currency.code })
    let (them, are) = all.count == 1 ? ("it", "it is") : ("them", "they are")
    return Wording.count(all.count, "price is", "prices are") + " in "
      + Wording.list(old.sorted()) + ", and no sum counts \(them) until \(are) in " + currency.code
  }

  /// What is wrong with prices that cannot be taken over, and what to do; nil if there are none.
  public var wordsOfUnlabelled: String? {
    let names = items.all.filter { item in
      item.price.map { $0.currency != currency && relabelled($0) == nil } == true
    }.map(\.name)
    guard let first = names.first else { return nil }
    let rest = names.count - 1
    return
      (rest == 0 ? "The price of \(first) has" : "The prices of \(first) and \(rest) more have")
      + " more decimals than \(currency.code): no sum counts "
      + (rest == 0 ? "it until you type a new one." : "them until you type new ones.")
  }

  /// Whether there are prices to take over.
  var hasPricesElsewhere: Bool {
    items.mayHavePrices(besides: currency)
      && items.all.contains { $0.price.flatMap(relabelled) != nil }
  }

  private func relabelled(_ price: Money) -> Money? {
    price.currency == currency ? nil : Money(price, in: currency)
  }
}

extension Money {
  /// The same number in another currency; nil if that one has fewer decimals than the number.
  fileprivate init?(_ other: Money, in currency: Currency) {
    self.init(decimal: other.decimal, currency: currency)
  }
}

extension Planner {
  mutating func relabelPrices() {
    for (item, price) in state.relabelled {
      var new = item
      new.price = price
      changeIfAllowed(item, new)
    }
  }

  /// A starter's price is an example that no person typed: it is true in its own currency only, so
  /// in another one there is none. Lists from before have its number in theirs.
  mutating func relabelStarters(to currency: Currency) {
    for starter in SeedItems.items(at: 0) {
      guard let item = state.items[starter.id], item.name == starter.name,
        let example = starter.price,
        item.price == nil || item.price == example
          || item.price == Money(example, in: state.currency)
      else { continue }
      var new = item
      new.price = currency == example.currency ? example : nil
      if new != item { changeIfAllowed(item, new) }
    }
  }
}
