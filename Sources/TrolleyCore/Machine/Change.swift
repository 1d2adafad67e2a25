/// An order to change the list, from a key or a verb of the command line. `Planner` validates it
/// against the newest state and turns it into events.
public enum Change: Equatable, Sendable {
  /// Adds items, or merges them with those that exist.
  case add([AddRequest])
  /// Puts a product of a catalogue in the cart, as an item of the list; nil for the usual amount.
  case addProduct(CatalogueProduct, Quantity?)
  case edit(Item.ID, ItemDraft)
  case delete([Item.ID])
  case favourite([Item.ID], Bool)
  /// In when it is out, out when it is in; several go the way of the first.
  case toggle([Item.ID])
  case putInCart(Item.ID, Quantity)
  case takeOut([CartLine.ID])
  /// One press of `+` or `-` on each item, in its own steps; `-` at the last one takes it out.
  case step([Item.ID], up: Bool)
  case stepLine(CartLine.ID, up: Bool)
  case setQuantity(CartLine.ID, Quantity)
  case pick([CartLine.ID], Bool)
  case clearPicked
  case clearCart
  case order(OrderDraft)
  /// Puts everything of a past order in the cart again.
  case orderAgain(Order.ID)
  case addStore(StoreDraft)
  case editStore(Store.ID, StoreDraft)
  case deleteStore(Store.ID)
  case set(ListSetting, String)
  /// Another use. Where accounts are needed and there are none, `owner` becomes the first one.
  case changeUse(Use, owner: NewAccount?)
  case addAccount(NewAccount)
  /// The credential is a new one; nil keeps what there is.
  case editAccount(Account.ID, AccountDraft, Credential?)
  /// Lets an account sign in with one more thing, or with a new one of its kind.
  case addCredential(Account.ID, Credential)
  case removeAccount(Account.ID)
  /// Puts the cart aside, with a note to know it by.
  case holdCart(note: String)
  case takeUpCart(Cart.ID)
  /// Puts the contents of another list into this one, with identifiers kept where they are free.
  case restore(ListDocument)
}

/// What to add, from the one-line add, a paste, an import or a form.
public struct AddRequest: Equatable, Sendable {
  public var name: String
  /// How much goes in the cart; nil for the usual amount.
  public var quantity: Quantity?
  public var price: Money?
  /// What the price is for; nil for one of the unit.
  public var per: Quantity?
  public var category: String?
  public var store: String?
  public var description: String?
  public var picture: String?
  public var isFavourite: Bool
  /// False: only an item is made, nothing goes in the cart.
  public var isInCart: Bool
  public var isPicked: Bool

  public init(
    name: String, quantity: Quantity? = nil, price: Money? = nil, per: Quantity? = nil,
    category: String? = nil, store: String? = nil, description: String? = nil,
    picture: String? = nil, isFavourite: Bool = false, isInCart: Bool = true,
    isPicked: Bool = false
  ) {
    self.name = name
    self.quantity = quantity
    self.price = price
    self.per = per
    self.category = category
    self.store = store
    self.description = description
    self.picture = picture
    self.isFavourite = isFavourite
    self.isInCart = isInCart
    self.isPicked = isPicked
  }
}

/// New values for an item, as text where a person types text; nil leaves a field as it is.
public struct ItemDraft: Equatable, Sendable {
  public var name: String?
  public var category: String?
  /// Empty takes the price away.
  public var price: String?
  /// What the price is for and one press of space adds: `1`, `1 kg`, `500 g`.
  public var per: String?
  public var picture: String?
  public var description: String?
  public var store: String?
  /// How much is in the cart; empty takes it out.
  public var quantity: String?

  public init() {}
}

/// What a checkout form holds.
public struct OrderDraft: Equatable, Sendable {
  public var name: String
  public var address: String
  public var store: String
  public var note: String

  public init(name: String, address: String, store: String = "", note: String = "") {
    self.name = name
    self.address = address
    self.store = store
    self.note = note
  }
}

/// What a store form holds; nil leaves a field as it is.
public struct StoreDraft: Equatable, Sendable {
  public var name: String?
  public var address: String?
  public var phone: String?
  public var email: String?
  public var note: String?

  public init(
    name: String? = nil, address: String? = nil, phone: String? = nil, email: String? = nil,
    note: String? = nil
  ) {
    self.name = name
    self.address = address
    self.phone = phone
    self.email = email
    self.note = note
  }
}

/// A whole list as a value: what a JSON export holds.
public struct ListDocument: Equatable, Sendable {
  public var items: [Item]
  public var lines: [CartLine]
  public var stores: [Store]
  public var orders: [Order]
  public var currency: Currency
  public var budget: Money?
  public var currentStore: String
  public var aisles: [String: [String]]

  public init(
    items: [Item] = [], lines: [CartLine] = [], stores: [Store] = [], orders: [Order] = [],
    currency: Currency = .usd, budget: Money? = nil, currentStore: String = "",
    aisles: [String: [String]] = [:]
  ) {
    self.items = items
    self.lines = lines
    self.stores = stores
    self.orders = orders
    self.currency = currency
    self.budget = budget
    self.currentStore = currentStore
    self.aisles = aisles
  }

  /// Everything a state holds, in the order of identifiers, so that equal lists are equal texts.
  public init(_ state: SharedState) {
    self.init(
      items: state.items.all.sorted { $0.id < $1.id }, lines: Array(state.cart.lines),
      stores: state.stores, orders: state.orders, currency: state.currency, budget: state.budget,
      currentStore: state.currentStore, aisles: state.aisles)
  }
}
