/// Prices after the list's currency has changed.
extension SharedState {
  /// The items whose price is in another currency than the list, with the price that they would
  /// have in it. A number with more decimals than the currency has cannot be taken over.
  public var relabelled: [(item: Item, price: Money)] {
    items.all.compactMap { item in item.price.flatMap(relabelled).map { (item, $0) } }
  }

  private func relabelled(_ price: Money) -> Money? {
    price.currency == currency ? nil : Money(decimal: price.decimal, currency: currency)
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

  /// A starter's price is an example that no person typed: it is always in the list's
  /// currency, or there is none.
  mutating func relabelStarters(to currency: Currency) {
    for starter in SeedItems.items(at: 0) {
      guard let item = state.items[starter.id], item.name == starter.name,
        let price = item.price, price == starter.price, price.currency != currency
      else { continue }
      var new = item
      new.price = Money(decimal: price.decimal, currency: currency)
      changeIfAllowed(item, new)
    }
  }
}
