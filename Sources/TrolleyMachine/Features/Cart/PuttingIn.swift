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
    let rest =
      id.flatMap { shared.items[$0] }.flatMap { item in
        shared.cart.wantedAgain(item.id, since: before).map {
          ", " + AddOutcome.words(ofReplaced: $0, of: item, session.style)
        }
      } ?? ""
    announce(done: "Put \(amount)\(name) in the cart" + rest + end)
  }
}
