extension SharedState {
  /// Said before anything leaves this machine. What a held cart has in it is in no cart, as on the screen.
  public var whatOthersWillSee: String {
    let held = cartsToTakeUp
    let inCarts = held.reduce(carts.lineCount) { $0 - carts[$1.id].count }
    let counts = [
      (items.count, "item"), (orders.count, "order"), (stores.count, "store"),
      (held.count, "held cart"),
    ]
    var words = counts.filter { $0.0 > 0 }.map { Wording.count($0.0, $0.1) }
    if inCarts > 0 { words[0] += " (\(inCarts) in \(use == .staff ? "carts" : "the cart"))" }
    let things = words.isEmpty ? "the list, which is empty" : Wording.list(words)
    let people = accounts.count
    let names =
      people == 0
      ? "" : ", and the names and mail addresses of \(Wording.count(people, "person", "people"))"
    return "Machines that you invite will see \(things)\(names), with all of the past: also what "
      + "was changed or deleted. Settings and drafts of mail stay here."
  }
}
