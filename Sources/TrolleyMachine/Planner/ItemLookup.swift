/// Looks up what a person means by a name or part of one, as `NameChoice` says.
extension SharedState {
  public func item(
    named text: String, from least: NameMatch.Rank = .word
  ) throws(ChangeError) -> Item {
    guard let match = NameMatch(text) else { throw .emptyName }
    if let id = items.first(match), let item = items[id] { return item }
    var choice = NameChoice<Int32>(from: least)
    items.rank(match) { choice.note($0, $1) }
    if let slot = choice.onlySlot, let item = items.item(at: slot) { return item }
    let clean = CleanText.line(text, limit: .name)
    guard choice.all.isEmpty else { throw .ambiguous(clean, candidates: names(of: choice.all)) }
    let near = names(of: choice.near)
    throw .noSuchItem(
      clean,
      nearest: near.isEmpty ? NearestNames.mistyped(clean, among: items.all.map(\.name)) : near)
  }

  /// The matching item in the cart, with its lines. Throws `notInCart` if nothing in the cart
  /// matches, or if an item outside it has exactly this name.
  public func itemInCart(
    named text: String, from least: NameMatch.Rank = .word
  ) throws(ChangeError) -> (item: Item, lines: [CartLine]) {
    guard let match = NameMatch(text) else { throw .emptyName }
    let whole = items.first(match)
    if let whole, cart.contains(whole), let item = items[whole] {
      return (item, cart.lines(of: whole))
    }
    var choice = NameChoice<Int32>(from: least)
    items.rank(match) { slot, rank in
      guard rank >= choice.rank, cart.contains(Item.ID(items.identifier(at: slot))) else { return }
      choice.note(slot, rank)
    }
    if let whole, choice.rank != .whole, let item = items[whole] { throw .notInCart(item.name) }
    if let only = choice.onlySlot.flatMap({ items.item(at: $0) }) {
      return (only, cart.lines(of: only.id))
    }
    guard choice.all.isEmpty else {
      throw .ambiguous(CleanText.line(text, limit: .name), candidates: names(of: choice.all))
    }
    throw .notInCart(try item(named: text, from: least).name)
  }

  private func names(of slots: [Int32]) -> [String] {
    slots.compactMap { items.item(at: $0)?.name }
  }
}

extension NameChoice<Int32> {
  /// Nil if there are several or none. Two items with the same name are interchangeable.
  fileprivate var onlySlot: Int32? { all.count == 1 || rank == .whole ? all.first : nil }
}
