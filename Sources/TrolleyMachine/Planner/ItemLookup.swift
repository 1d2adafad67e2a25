/// Looks up what a person means by a name or part of one.
extension SharedState {
  /// The item with this name; otherwise the only one whose name, or a word of it, begins with the
  /// text; otherwise the only one that contains it.
  public func item(named text: String) throws(ChangeError) -> Item {
    guard let match = NameMatch(text) else { throw .emptyName }
    if let id = items.first(named: match.whole), let item = items[id] { return item }
    var best = Best<Int32>()
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
    var best = Best<Item.ID>()
    for line in cart.lines {
      guard let name = items[line.item]?.name, let rank = match.rank(name) else { continue }
      best.note(line.item, rank)
    }
    if best.rank == .whole, let id = best.only, let item = items[id] {
      return (item, cart.lines(of: id))
    }
    let clean = CleanText.line(text, limit: .name)
    if let id = items.first(named: Folding.key(clean)), let item = items[id] {
      throw .notInCart(item.name)
    }
    if let id = best.only, let item = items[id] { return (item, cart.lines(of: id)) }
    let candidates = best.all.compactMap { items[$0]?.name }
    guard candidates.isEmpty else { throw .ambiguous(clean, candidates: candidates) }
    throw .notInCart(try item(named: text).name)
  }
}

/// Collects the best matches.
private struct Best<ID: Hashable> {
  private(set) var rank = NameMatch.Rank.part
  private var found: [ID] = []

  /// Each once, in the order found.
  var all: [ID] {
    var seen: Set<ID> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// Nil if there are several or none. Two things with the same name are interchangeable.
  var only: ID? {
    let all = all
    return all.count == 1 || rank == .whole ? all.first : nil
  }

  mutating func note(_ id: ID, _ new: NameMatch.Rank) {
    guard new >= rank else { return }
    if new > rank { found.removeAll(keepingCapacity: true) }
    rank = new
    found.append(id)
  }
}
