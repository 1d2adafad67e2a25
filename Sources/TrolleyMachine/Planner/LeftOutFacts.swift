extension Step {
  /// Of a tick of less than there was, how much it was for; of what was added to a line that had been
  /// ticked, how much is still to get. Nil for everything else.
  func share(of event: Event) -> Quantity? {
    switch event {
    case .linesPicked(let ids, let isPicked):
      ids.first.flatMap { quantityChange(of: $0) }.map { isPicked ? -$0 : $0 }
    case .quantityChanged(let id, let rest, _, _, _):
      events.contains(.linesPicked([id], false)) ? rest : nil
    default: nil
    }
  }

  /// The line that it adds under this identifier.
  func added(_ id: CartLine.ID) -> CartLine? {
    for case .linesAdded(let lines) in events {
      if let line = lines.first(where: { $0.id == id }) { return line }
    }
    return nil
  }

  func isAdded(_ event: Event) -> Bool {
    event.changedLines.first.map { added($0) != nil } ?? false
  }

  /// That of the order that it places, behind a space.
  var orderNumber: String {
    for case .orderPlaced(let order) in events { return " \(order.number)" }
    return ""
  }
}

extension SharedState {
  /// What names the last order of who had ordered the same before a step did; nil where none is known.
  func label(ofFirstWith one: LeftOut, before step: Step) -> String? {
    guard case .linesRemoved(let lines) = one.event, step.isOrder else { return nil }
    let own = step.events.compactMap { event -> Order.ID? in
      if case .orderPlaced(let order) = event { order.id } else { nil }
    }
    let number = orders.first { own.contains($0.id) }?.number ?? Int.max
    return orders.last { order in
      order.placedBy == one.other && order.number <= number && !own.contains(order.id)
        && order.lines.contains { line in lines.contains { $0.item == line.item } }
    }.map { label(of: $0) }
  }
}

extension SharedState {
  /// Whose cart has lines that another person's event takes out: a held cart was taken up twice.
  func holder(ofLinesIn event: Event, by author: String) -> Account? {
    guard use == .staff, case .linesRemoved(let lines) = event else { return nil }
    return lines.lazy.compactMap { line -> Account? in
      let cart = carts.line(present(line.id))?.cart
      return accounts.first { $0.cart == cart && $0.author != author }
    }.first
  }
}

extension LeftOut {
  var isRemovalOfLines: Bool {
    if case .linesRemoved = event { true } else { false }
  }

  func weight(in step: Step) -> SharingNews.Weight {
    switch event {
    case .orderPlaced, .orderWithdrawn, .accountAdded: .order
    case .cartTakenUp: .cart
    case .linesRemoved where isOrderedTwice: .orderTwice
    case .linesRemoved where step.isOrder: .order
    default: .rest
    }
  }

  /// Who was not registered by it.
  var refusedAccount: Account? {
    reason == .changed || reason == .notAllowed ? event.newAccount : nil
  }

  var isOrderedTwice: Bool {
    reason == .ordered && isRemovalOfLines
  }
}

extension Event {
  var newAccount: Account? {
    if case .accountAdded(let account) = self { account } else { nil }
  }

  var isMove: Bool { if case .linesMoved = self { true } else { false } }

  var takesUpCart: Bool { if case .cartTakenUp = self { true } else { false } }
}

extension Step {
  /// The lines of the cart that it orders; none without an order that stays.
  var ordered: [CartLine.ID] {
    guard isOrder else { return [] }
    return (events + leftOut.map(\.event)).flatMap { event -> [CartLine.ID] in
      if case .linesRemoved(let lines) = event { lines.map(\.id) } else { [] }
    }
  }

  /// What is said of an order that was placed with another number than its author saw.
  func newNumber(of event: Event) -> String? {
    guard case .orderPlaced(let old) = event else { return nil }
    for case .orderPlaced(let new) in events where new.id == old.id {
      return "Your order \(old.number) is number \(new.number) now: "
        + "an order of another machine came first."
    }
    return nil
  }

  /// Whether a line of the cart is about an item that the step did not add either.
  func leavesOutItem(of event: Event) -> Bool {
    guard case .linesAdded(let lines) = event else { return false }
    return leftOut.contains { one in
      if case .itemsAdded(let items) = one.event, one.into == nil, one.reason != .done {
        items.contains { item in lines.contains { $0.item == item.id } }
      } else {
        false
      }
    }
  }

  /// Whether it took a line out to put it back with another quantity, as units that do not add up
  /// need.
  func replaces(_ id: CartLine.ID) -> Bool {
    (events + leftOut.map(\.event)).contains { event in
      if case .linesRemoved(let lines) = event { lines.contains { $0.id == id } } else { false }
    }
  }
}

extension Event {
  /// Whether it changes these lines of the cart and nothing else.
  func isOnly(about ids: Set<CartLine.ID>) -> Bool {
    switch self {
    case .quantityChanged(let id, _, _, _, _): ids.contains(id)
    case .linesAdded(let lines): ids.isSuperset(of: lines.map(\.id))
    case .linesPicked(let all, _): ids.isSuperset(of: all)
    default: false
    }
  }

  /// How many things of the list it is about.
  var count: Int {
    switch self {
    case .itemsAdded(let items), .itemsRemoved(let items): items.count
    case .linesAdded(let lines), .linesRemoved(let lines): lines.count
    case .linesPicked(let ids, _), .linesMoved(let ids, _, _): ids.count
    default: 1
    }
  }
}

extension LeftOut {
  /// Whether it is about a line of the cart, which goes when it is ordered too.
  var isOfCart: Bool {
    switch event {
    case .quantityChanged, .linesPicked, .linesRemoved, .linesMoved: true
    case .itemsAdded, .itemsRemoved, .itemChanged, .linesAdded, .storeAdded, .storeRemoved,
      .storeChanged, .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved,
      .orderMailed, .settingChanged, .aislesWalked, .useChanged, .accountAdded, .accountRemoved,
      .accountChanged, .accessRecovered, .recoverySeen, .cartHeld, .cartTakenUp, .seeded, .shared:
      false
    }
  }
}

/// What an author did after a step of which is told, as far as the telling depends on it.
struct LaterSteps {
  /// The lines that later orders have, as they were there. What became of them, the order says.
  private(set) var ordered: Set<CartLine.ID> = []
  /// What was added to lines, or taken off them.
  private var added: [CartLine.ID: Quantity] = [:]
  /// The lines that were taken out.
  private var removed: Set<CartLine.ID> = []

  /// Takes note of the step before those that it knows.
  mutating func note(_ step: Step) {
    ordered.formUnion(step.ordered)
    for event in step.events {
      switch event {
      case .quantityChanged(let id, let by, _, _, _): added[id] = sum(by, of: id)
      // What was done to the line then is about another amount.
      case .linesRemoved(let lines):
        removed.formUnion(lines.map(\.id))
        for line in lines { added[line.id] = nil }
      default: break
      }
    }
  }

  /// What has become of an amount of a line; nil if nothing is left of it.
  func sum(_ amount: Quantity?, of line: CartLine.ID) -> Quantity? {
    guard !removed.contains(line) else { return nil }
    guard let amount, let more = added[line] else { return amount }
    let sum = amount.adding(more) ?? amount
    return sum.thousandths == 0 ? nil : sum
  }
}
