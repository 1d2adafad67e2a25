import TrolleyMachine
import TrolleyModel

extension TestApp {
  /// The first invariant of the state that is violated; nil if all hold.
  public var brokenRule: String? {
    Invariants.cart(shared) ?? Invariants.list(state) ?? Invariants.focus(state)
      ?? Invariants.lists(state)
  }
}

/// What must hold after any sequence of actions.
public enum Invariants {
  /// Quantities are above 0, every line has its item, and the sums are those of the lines.
  public static func cart(_ state: SharedState) -> String? {
    for line in state.carts.lines {
      if line.quantity.thousandths <= 0 { return "a quantity of \(line.quantity.text)" }
      if line.quantity.thousandths > Quantity.limit { return "a quantity beyond the limit" }
      if state.items[line.item] == nil { return "a line of an item that is not there" }
    }
    var anew = SharedState()
    anew.select(cart: state.carts.id)
    anew.restore([
      .settings(
        currency: state.currency, budget: nil, currentStore: "", hidesPINs: false,
        registration: state.registration)
    ])
    anew.restore(state.items.all.map { .item($0.id, was: $0) })
    anew.restore(state.carts.lines.map { .line($0.id, was: $0) })
    if anew.summary != state.summary { return "sums: \(state.summary), not \(anew.summary)" }
    if anew.cart.pickedCount != state.cart.pickedCount { return "the count of picked lines" }
    if anew.carts != state.carts { return "the carts are not the sum of their lines" }
    if let budget = state.budget, budget.currency != state.currency {
      return "a budget in \(budget.currency.code) on a list in \(state.currency.code)"
    }
    return nil
  }

  /// The list that was updated incrementally equals a new one. A held item stays in the other
  /// section; search results stay until the next search.
  public static func list(_ state: AppState) -> String? {
    let kept = state.session.items.list
    var anew = ItemList()
    anew.rebuild(kept.question, state.shared)
    if kept.question.found != nil {
      let gone = kept.first.contains { state.shared.items.item(at: $0) == nil }
      return gone ? "a removed item is still found" : nil
    }
    if state.session.items.held == nil {
      return kept == anew ? nil : "the list is \(kept.sections), made anew \(anew.sections)"
    }
    let all = Set(kept.first).union(kept.second)
    return all == Set(anew.first).union(anew.second) && all.count == kept.count
      ? nil : "the list does not hold the items that it should"
  }

  /// The focus is on something that exists, at the place that it says.
  public static func focus(_ state: AppState) -> String? {
    let items = state.session.items
    if items.list.isEmpty {
      if items.focus != nil { return "a focus on an empty page" }
    } else if state.item(at: items.focusIndex)?.id != items.focus || items.focus == nil {
      return "the focus is not where it says: place \(items.focusIndex) of \(items.list.count)"
    }
    let cart = state.session.cart
    if state.session.page == .cart, state.cartLineCount > 0 {
      guard let focus = cart.focus, state.line(at: cart.focusIndex)?.id == focus else {
        return "the focus of the cart is not where it says"
      }
    }
    if cart.focus != nil, state.focusedLine == nil { return "a focus on a line that is gone" }
    return nil
  }

  public static func lists(_ state: AppState) -> String? {
    let session = state.session
    if session.items.marks.contains(where: { state.shared.items[$0] == nil }) {
      return "a mark on an item that is gone"
    }
    if session.cart.marks.contains(where: { state.shared.cart[$0] == nil }) {
      return "a mark on a line that is gone"
    }
    if let order = session.cart.arranged, session.cart.query.isEmpty,
      Set(order) != Set(state.shared.cart.lines.map(\.id)) || order.count != state.shared.cart.count
    {
      return "the cart by aisle does not hold the cart"
    }
    let counts = [
      (session.stores, state.shownStores.count),
      (session.orders.focus, state.orderCount),
    ]
    for (focus, count) in counts where focus.index < 0 || focus.index >= max(1, count) {
      return "a row \(focus.index) of \(count)"
    }
    return nil
  }
}
