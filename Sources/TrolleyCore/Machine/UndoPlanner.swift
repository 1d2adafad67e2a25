/// The events that take a step back, or do it again, on a state that may have moved on since. What
/// somebody else has changed meanwhile stays as they left it.
public struct UndoPlanner {
  public private(set) var events: [Event] = []
  /// Whether some of it was changed again since, and stays.
  public private(set) var isPartial = false
  /// Stands behind what was done, then.
  public static let partly = ", except what was changed since"

  private let state: SharedState
  /// Items as the events so far leave them: a step may change one thing twice.
  private var items: [Item.ID: Item] = [:]
  private var lines: [CartLine.ID: CartLine] = [:]
  private var goneItems: Set<Item.ID> = []
  private let settingsOfStep: [ListSetting: Int]

  /// Throws when nothing of it can be done any more.
  public init(_ purpose: UndoPurpose, _ entry: Entry, in state: SharedState) throws(ChangeRefusal) {
    self.state = state
    let step = entry.step.events
    var counts: [ListSetting: Int] = [:]
    for case .settingChanged(let setting, _, _) in step { counts[setting, default: 0] += 1 }
    settingsOfStep = counts
    let wanted = purpose == .redo ? step : step.reversed().compactMap(\.inverse)
    for event in wanted { add(event) }
    guard !events.isEmpty else {
      throw .changedSince(
        Deed(step, in: state).plain, isRedo: purpose == .redo, isShared: state.use.hasAccounts)
    }
  }

  private func item(_ id: Item.ID) -> Item? {
    goneItems.contains(id) ? nil : items[id] ?? state.items[id]
  }

  private func line(_ id: CartLine.ID) -> CartLine? { lines[id] ?? state.carts.line(id) }

  private mutating func add(_ event: Event) {
    switch event {
    case .itemsAdded(let wanted):
      let new = wanted.filter { item($0.id) == nil && !isNamed($0.name) }
      for item in new {
        items[item.id] = item
        goneItems.remove(item.id)
      }
      take(new.count, of: wanted.count, .itemsAdded(new))
    case .itemsRemoved(let wanted):
      let here = wanted.filter { item($0.id) != nil }
      goneItems.formUnion(here.lazy.map(\.id))
      take(here.count, of: wanted.count, .itemsRemoved(here))
    case .itemChanged(let id, let from, let to): change(id, from, to)
    case .linesAdded(let wanted):
      let fitting = wanted.filter { item($0.item) != nil }
      for line in fitting { lines[line.id] = line }
      take(fitting.count, of: wanted.count, .linesAdded(fitting))
    case .linesRemoved(let wanted): for line in wanted { takeOut(line) }
    case .quantityChanged(let id, let by, let was, let becomes):
      guard var line = line(id), let sum = line.quantity.adding(by), sum.thousandths > 0 else {
        isPartial = true
        return
      }
      line.quantity = sum.converted(to: becomes) ?? sum
      lines[id] = line
      events.append(.quantityChanged(id, by: by, was: was, becomes: becomes))
    case .linesPicked(let ids, let picked):
      let here = ids.filter { line($0).map { $0.isPicked != picked } ?? false }
      for id in here { lines[id]?.isPicked = picked }
      take(here.count, of: ids.count, .linesPicked(here, picked))
    case .linesMoved(let ids, let from, let to):
      let here = ids.filter { line($0)?.cart == from }
      take(here.count, of: ids.count, .linesMoved(here, from: from, to: to))
    case .cartTakenUp(let held):
      take(state.heldCarts.contains { $0.id == held.id } ? 1 : 0, of: 1, event)
    case .storeChanged(let from, _), .storeRemoved(let from):
      take(state.stores.contains(from) ? 1 : 0, of: 1, event)
    case .settingChanged(let setting, let from, _):
      let isAsLeft = settingsOfStep[setting] != 1 || state.value(of: setting) == from
      take(isAsLeft ? 1 : 0, of: 1, event)
    case .storeAdded, .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved,
      .aislesWalked, .seeded, .cartHeld, .useChanged, .accountAdded, .accountRemoved,
      .accountChanged:
      events.append(event)
    }
  }

  /// `count` of `all` things that the event is about are as the step left them.
  private mutating func take(_ count: Int, of all: Int, _ event: Event) {
    if count < all { isPartial = true }
    if count > 0 { events.append(event) }
  }

  /// Somebody has put in something of that name meanwhile. Items that come back keep their names.
  private func isNamed(_ name: String) -> Bool {
    guard state.use.hasAccounts, let id = state.items.first(named: Folding.key(name)) else {
      return false
    }
    return !goneItems.contains(id)
  }

  /// Fields that hold what the step left there; the others are somebody else's by now.
  private mutating func change(_ id: Item.ID, _ from: ItemFields, _ to: ItemFields) {
    guard var item = item(id) else {
      isPartial = true
      return
    }
    var (before, after) = (ItemFields(), ItemFields())
    func look<T: Equatable>(
      _ value: KeyPath<Item, T>, _ field: WritableKeyPath<ItemFields, T?>
    ) -> Bool {
      guard let was = from[keyPath: field] else { return true }
      guard item[keyPath: value] == was else { return false }
      before[keyPath: field] = was
      after[keyPath: field] = to[keyPath: field]
      return true
    }
    let isWhole = [
      look(\.name, \.name), look(\.category, \.category), look(\.price, \.price),
      look(\.per, \.per), look(\.picture, \.picture), look(\.description, \.description),
      look(\.store, \.store), look(\.source, \.source), look(\.isFavourite, \.isFavourite),
    ].allSatisfy { $0 }
    if !isWhole { isPartial = true }
    guard !after.isEmpty else { return }
    after.apply(to: &item)
    items[id] = item
    events.append(.itemChanged(id, from: before, to: after))
  }

  /// A line that was merged with another's goes back by what it had added.
  private mutating func takeOut(_ line: CartLine) {
    let here =
      self.line(line.id)
      ?? state.carts[line.cart].lines(of: line.item).first {
        $0.quantity.unit.addsUp(with: line.quantity.unit)
      }
    // Where people sign in, one's own ticks are taken back first: another tick is somebody else's.
    guard let here, !state.use.hasAccounts || here.isPicked == line.isPicked else {
      isPartial = true
      return
    }
    guard let left = here.quantity.adding(-line.quantity), left.thousandths > 0 else {
      events.append(.linesRemoved([here]))
      return
    }
    events.append(
      .quantityChanged(
        here.id, by: -line.quantity, was: here.quantity.unit, becomes: left.unit))
  }
}

extension SharedState {
  /// As `settingChanged` writes it.
  fileprivate func value(of setting: ListSetting) -> String {
    switch setting {
    case .currency: currency.code
    case .budget: budget?.decimal ?? ""
    case .currentStore: currentStore
    case .forgottenPIN: hidesForgottenPINs ? SharedState.hidden : ""
    }
  }
}
