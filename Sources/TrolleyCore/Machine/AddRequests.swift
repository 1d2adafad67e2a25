extension AddRequest {
  /// What a line of quick-add says: it goes in the cart.
  public init(_ line: QuickAdd) {
    self.init(
      name: line.name, quantity: line.quantity, price: line.price, per: line.per,
      category: line.category, store: line.store, isFavourite: line.isFavourite,
      isPicked: line.isPicked ?? false)
  }
}
