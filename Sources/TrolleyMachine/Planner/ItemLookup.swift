/// Looks up what a person means by a name or part of one.
extension SharedState {
  /// The item with this name; otherwise the only one whose name, or a word of it, begins with the
  /// text; otherwise the only one that contains it.
  public func item(named text: String) throws(ChangeError) -> Item {
    guard let match = NameMatch(text) else { throw .emptyName }
    if let id = items.first(named: match.whole), let item = items[id] { return item }
    var best = Best()
    items.rank(match) { best.note($0, $1) }
    if let slot = best.only, let item = items.item(at: slot) { return item }
    let clean = CleanText.line(text, limit: .name)
    let candidates = best.all.compactMap { items.item(at: $0)?.name }
    guard !candidates.isEmpty else { throw .noSuchItem(clean) }
    throw .ambiguous(clean, candidates: candidates)
  }

  /// The matching item in the cart, with its lines. Throws `notInCart` if nothing in the cart
  /// matches, or if an item outside it has exactly this name.
  public func itemInCart(
    named text: String
  ) throws(ChangeError) -> (item: Item, lines: [CartLine]) {
    guard let match = NameMatch(text) else { throw .emptyName }
    let whole = items.first(named: match.whole)
    if let whole, cart.contains(whole), let item = items[whole] {
      return (item, cart.lines(of: whole))
    }
    var best = Best()
    items.rank(match) { slot, rank in
      guard rank >= best.rank, cart.contains(Item.ID(items.identifier(at: slot))) else { return }
      best.note(slot, rank)
    }
    let only = best.only.flatMap { items.item(at: $0) }
    if let whole, best.rank != .whole, let item = items[whole] {
      throw .notInCart(item.name)
    }
    if let only { return (only, cart.lines(of: only.id)) }
    let candidates = best.all.compactMap { items.item(at: $0)?.name }
    guard candidates.isEmpty else {
      throw .ambiguous(CleanText.line(text, limit: .name), candidates: candidates)
    }
    throw .notInCart(try item(named: text).name)
  }
}

/// Collects the best matches.
private struct Best {
  private(set) var rank = NameMatch.Rank.part
  /// The slots of the items, in their order.
  private(set) var all: [Int32] = []

  /// Nil if there are several or none. Two things with the same name are interchangeable.
  var only: Int32? { all.count == 1 || rank == .whole ? all.first : nil }

  mutating func note(_ slot: Int32, _ new: NameMatch.Rank) {
    guard new >= rank else { return }
    if new > rank { all.removeAll(keepingCapacity: true) }
    rank = new
    all.append(slot)
  }
}
