extension Cart {
  /// What lines of an item held that were picked in an earlier cart and are wanted again in this one.
  public func wantedAgain(_ item: Item.ID, since earlier: Cart) -> Quantity? {
    earlier.lines(of: item).first { $0.isPicked && self[$0.id]?.isPicked == false }?.quantity
  }
}

extension AppState {
  /// "Put 2 × Milk in the cart", with what becomes of what was picked in it before.
  mutating func announcePut(
    _ id: Item.ID?, _ amount: String, _ name: String, since before: Cart, _ end: String = ""
  ) {
    let replaced = id.flatMap { shared.cart.wantedAgain($0, since: before) }
    let rest = replaced.map { ", " + AddOutcome.words(ofReplaced: $0, session.style) } ?? ""
    announce(done: "Put \(amount)\(name) in the cart" + rest + end)
  }
}
