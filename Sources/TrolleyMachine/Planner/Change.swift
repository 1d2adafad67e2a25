/// A requested change to the list, from a key or the command line. `Planner` validates it against
/// the newest state and turns it into events.
public enum Change: Equatable, Sendable {
  /// Adds items, or merges them with existing ones.
  case add([AddRequest])
  /// Puts a catalogue product in the cart, as an item of the list; nil for the default quantity.
  case addProduct(CatalogueProduct, Quantity?, ScannedCode.Marks, isInCart: Bool = true)
  case edit(Item.ID, ItemDraft)
  case delete([Item.ID])
  case favourite([Item.ID], Bool)
  /// Puts items in the cart or takes them out; several follow the first. Lines that were taken out
  /// just now come back as they were.
  case toggle([Item.ID], again: [CartLine] = [])
  case putInCart(Item.ID, Quantity)
  case takeOut([CartLine.ID])
  /// One press of `+` or `-` for each item, in its own steps; at its last step `-` takes it out.
  case step([Item.ID], up: Bool)
  case stepLines([CartLine.ID], up: Bool)
  case setQuantity(CartLine.ID, Quantity)
  case pick([CartLine.ID], Bool)
  case clearPicked
  /// Everything in the cart was got, picked or not.
  case finishShopping
  case clearCart
  case order(OrderDraft)
  /// Puts everything from a past order in the cart again.
  case orderAgain(Order.ID)
  /// The mail of an order has gone, or may have.
  case noteMailing(OrderMailing)
  case addStore(StoreDraft)
  case editStore(Store.ID, StoreDraft)
  case deleteStore(Store.ID)
  case set(ListSetting, String)
  /// Prices in other currencies become prices in the list's: the same numbers.
  case relabelPrices
  /// Changes the use. If it needs accounts and there are none, `owner` becomes the first.
  case changeUse(ListMode, owner: NewAccount?)
  case addAccount(NewAccount)
  /// A nil credential keeps the present one.
  case editAccount(Account.ID, AccountDraft, Credential?)
  /// Adds a sign-in method to an account, or replaces the one of the same kind.
  case addCredential(Account.ID, Credential)
  case removeAccount(Account.ID)
  /// An account was entered without its PIN or password; the vault has decided who may.
  case recoverAccess(Account.ID, RecoveredAccess.Way)
  /// The person was told of it.
  case seeRecovery(Account.ID)
  /// Registering takes this invitation from now on.
  case invite(SealedCode)
  /// Sets the cart aside with a note to recognise it by.
  case holdCart(note: String)
  case takeUpCart(Cart.ID)
  /// Imports another list, keeping identifiers that are free.
  case restore(ListDocument)
}

/// An item to add, from quick-add, a paste, an import or a form.
public struct AddRequest: Equatable, Sendable {
  public var name: String
  /// The quantity for the cart; nil for the default.
  public var quantity: Quantity?
  /// Whether the quantity counts pieces also of what is sold in packs, as a list says it in words.
  var saysPieces = false
  /// What one pack holds, if the quantity is several of a size.
  public var pack: Quantity?
  public var price: Money?
  /// The quantity that the price is for; nil for one unit.
  public var per: Quantity?
  /// Whether nothing said if the price is for one or for several.
  var isPerAssumed = false
  public var category: String?
  /// Whether an item that has a category keeps it.
  public var keepsCategory = false
  public var store: String?
  /// Whether it is of a pasted list or a file: there it can't be asked which branch of a store is meant.
  var isOfList = false
  public var description: String?
  /// An offer that its price does not count: it becomes a part of the description.
  var offer: String?
  public var picture: String?
  /// Whether a known item keeps how it looks.
  package var keepsPicture = false
  public var isFavourite = false
  /// What a scanner reads on it; an item that has another source keeps that.
  package internal(set) var barcode: Barcode?
  /// Whether its name is one although it is the digits of a barcode.
  var isQuoted = false
  /// False creates the item without putting it in the cart.
  public var isInCart = true
  public var isPicked = false
}

/// New values for an item, as typed; nil keeps a field.
public struct ItemDraft: Equatable, Sendable {
  public var name: String?
  public var category: String?
  /// Empty removes the price.
  public var price: String?
  /// The quantity that the price is for and that space adds: `1`, `1 kg`, `500 g`.
  public var per: String?
  public var picture: String?
  public var description: String?
  public var store: String?
  /// The quantity in the cart; empty takes the item out.
  public var quantity: String?
  /// The line that the quantity is that of; nil for the item’s one in a unit like that.
  public var line: CartLine.ID?

  /// Whether it is about what the sum of the cart is made of.
  package var isOfSum: Bool { (price ?? per ?? quantity) != nil }

  public init() {}
}

/// The contents of the checkout form.
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

/// The contents of the store form; nil keeps a field.
public struct StoreDraft: Equatable, Sendable {
  public var name: String?
  public var address: String?
  public var phone: String?
  public var email: String?
  public var note: String?
  public var place: Coordinates?
  public var googlePlace: String?

  public init(
    name: String? = nil, address: String? = nil, phone: String? = nil, email: String? = nil,
    note: String? = nil, place: Coordinates? = nil, googlePlace: String? = nil
  ) {
    self.name = name
    self.address = address
    self.phone = phone
    self.email = email
    self.note = note
    self.place = place
    self.googlePlace = googlePlace
  }
}
