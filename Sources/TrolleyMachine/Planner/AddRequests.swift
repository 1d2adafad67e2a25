import TrolleyFormats

extension AddRequest {
  /// A line of quick-add goes in the cart.
  public init(_ line: QuickAdd) {
    self.init(
      name: line.name, quantity: line.quantity, price: line.price, per: line.per,
      category: line.category, store: line.store, isFavourite: line.isFavourite,
      isPicked: line.isPicked ?? false)
  }
}

extension AddRequest {
  /// An entry that its list knows but does not want becomes an item outside the cart.
  public init(_ entry: ListEntry) {
    self.init(
      name: entry.name, quantity: entry.quantity, price: entry.price, per: entry.per,
      category: entry.category, store: entry.store, description: entry.description,
      isFavourite: entry.isFavourite, isInCart: entry.isOnList ?? true,
      isPicked: entry.isPicked ?? false)
    keepsCategory = entry.isUnderHeading
  }
}
