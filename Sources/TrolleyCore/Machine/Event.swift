/// A fact worth keeping for ever. Only events are journaled; the state is what they add up to.
///
/// Every event carries what it takes to apply it and to take it back, so that undo works at any
/// depth from the journal alone. A command is one step of one or more events.
public enum Event: Equatable, Sendable {
  case itemsAdded([Item])
  case itemsRemoved([Item])
  case itemChanged(Item.ID, from: ItemFields, to: ItemFields)
  case linesAdded([CartLine])
  case linesRemoved([CartLine])
  /// Relative, so that two people's presses both count. `was` and `becomes` are the units of the
  /// line before and after: adding may change it, and taking back must restore it.
  case quantityChanged(CartLine.ID, by: Quantity, was: Unit, becomes: Unit)
  case linesPicked([CartLine.ID], Bool)
  case storeAdded(Store)
  case storeRemoved(Store)
  case storeChanged(from: Store, to: Store)
  /// The order without its lines; they follow in `orderLinesAdded`, as many events as it takes.
  case orderPlaced(Order)
  case orderWithdrawn(Order)
  case orderLinesAdded(Order.ID, [Order.Line])
  case orderLinesRemoved(Order.ID, [Order.Line])
  case settingChanged(ListSetting, from: String, to: String)
  /// The order in which a store's aisles are walked. Categories, first aisle first.
  case aislesWalked(store: String, from: [String], to: [String])
  case useChanged(from: Use, to: Use)
  case accountAdded(Account)
  case accountRemoved(Account)
  case accountChanged(from: Account, to: Account)
  /// Lines go from one cart to another: into one that is held, and out of it again.
  case linesMoved([CartLine.ID], from: Cart.ID, to: Cart.ID)
  case cartHeld(HeldCart)
  case cartTakenUp(HeldCart)
  /// The starter items were put in; remembered for ever, so that deleting them is final.
  case seeded
}

/// The fields of an item that an edit touches; nil leaves one as it is.
public struct ItemFields: Equatable, Sendable {
  public var name: String?
  public var category: String?
  /// `.some(nil)` takes the price away.
  public var price: Money??
  public var per: Quantity?
  public var picture: String?
  public var description: String?
  public var store: String?
  public var source: String?
  public var isFavourite: Bool?

  public init() {}

  public var isEmpty: Bool { self == ItemFields() }

  /// What it takes to turn `old` into `new`, in both directions.
  public static func difference(
    _ old: Item, _ new: Item
  ) -> (from: ItemFields, to: ItemFields) {
    var from = ItemFields()
    var to = ItemFields()
    func note<T: Equatable>(
      _ value: KeyPath<Item, T>, _ field: WritableKeyPath<ItemFields, T?>
    ) {
      guard old[keyPath: value] != new[keyPath: value] else { return }
      from[keyPath: field] = old[keyPath: value]
      to[keyPath: field] = new[keyPath: value]
    }
    note(\.name, \.name)
    note(\.category, \.category)
    note(\.price, \.price)
    note(\.per, \.per)
    note(\.picture, \.picture)
    note(\.description, \.description)
    note(\.store, \.store)
    note(\.source, \.source)
    note(\.isFavourite, \.isFavourite)
    return (from, to)
  }

  public func apply(to item: inout Item) {
    if let name { item.name = name }
    if let category { item.category = category }
    if let price { item.price = price }
    if let per { item.per = per }
    if let picture { item.picture = picture }
    if let description { item.description = description }
    if let store { item.store = store }
    if let source { item.source = source }
    if let isFavourite { item.isFavourite = isFavourite }
  }
}

/// A choice that belongs to the list, not to one machine.
public enum ListSetting: String, CaseIterable, Sendable {
  case currency
  /// In major units as text; empty for none.
  case budget
  /// The store one is in, by name; empty for none.
  case currentStore
  /// Whether a forgotten PIN is shown to who knows the e-mail address: empty for yes, `hidden`.
  case forgottenPIN
}

extension Event {
  /// What takes it back; nil for what cannot be taken back.
  public var inverse: Event? {
    switch self {
    case .itemsAdded(let items): .itemsRemoved(items)
    case .itemsRemoved(let items): .itemsAdded(items)
    case .itemChanged(let id, let from, let to): .itemChanged(id, from: to, to: from)
    case .linesAdded(let lines): .linesRemoved(lines)
    case .linesRemoved(let lines): .linesAdded(lines)
    case .quantityChanged(let id, let by, let was, let becomes):
      .quantityChanged(id, by: -by, was: becomes, becomes: was)
    case .linesPicked(let ids, let picked): .linesPicked(ids, !picked)
    case .storeAdded(let store): .storeRemoved(store)
    case .storeRemoved(let store): .storeAdded(store)
    case .storeChanged(let from, let to): .storeChanged(from: to, to: from)
    case .orderPlaced(let order): .orderWithdrawn(order)
    case .orderWithdrawn(let order): .orderPlaced(order)
    case .orderLinesAdded(let id, let lines): .orderLinesRemoved(id, lines)
    case .orderLinesRemoved(let id, let lines): .orderLinesAdded(id, lines)
    case .settingChanged(let setting, let from, let to):
      .settingChanged(setting, from: to, to: from)
    case .aislesWalked(let store, let from, let to):
      .aislesWalked(store: store, from: to, to: from)
    case .linesMoved(let ids, let from, let to): .linesMoved(ids, from: to, to: from)
    case .cartHeld(let held): .cartTakenUp(held)
    case .cartTakenUp(let held): .cartHeld(held)
    // Who may come in is no slip of the hand, and what was sealed away is not brought back by a key.
    case .useChanged, .accountAdded, .accountRemoved, .accountChanged, .seeded: nil
    }
  }
}

extension Event {
  /// Whose tokens are worth nothing after it: the account is gone, or signs in by another secret.
  var endsTokens: Account.ID? {
    switch self {
    case .accountRemoved(let account): account.id
    case .accountChanged(let from, let to):
      from.pin != to.pin || from.password != to.password ? to.id : nil
    default: nil
    }
  }
}
