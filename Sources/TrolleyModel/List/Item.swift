/// Something that can be bought.
public struct Item: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public package(set) var id: ID
  public var name: String
  /// Empty when there is none.
  public var category: String
  /// The price of `per`; nil when unknown.
  public var price: Money?
  /// The amount that the price is for, and that one press of space adds to the cart: `1`, `1 kg`,
  /// `500 g`.
  public var per: Quantity
  /// What one pack holds, of several that are bought: of cola by 6 × 330 ml that is 330 ml. Nil when
  /// none was named.
  public var pack: Quantity?
  /// The name of a built-in picture, an absolute path or an https address (see `PictureSource`); if
  /// empty, one is generated from the name.
  public var picture: String
  public var description: String
  /// The name of the store that sells it; empty for any.
  public var store: String
  /// Its origin: a catalogue and the code there, `openFoodFacts/4006381333931`; or empty.
  public var source: String
  public var isFavourite: Bool
  /// The author, as `Account.author`; empty in personal use.
  public var addedBy: String
  /// Seconds since 1970, UTC.
  public var addedAt: Int

  public init(
    id: ID, name: String, category: String = "", price: Money? = nil, per: Quantity = .one,
    pack: Quantity? = nil, picture: String = "", description: String = "", store: String = "",
    source: String = "", isFavourite: Bool = false, addedBy: String = "", addedAt: Int = 0
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.price = price
    self.per = per
    self.pack = pack
    self.picture = picture
    self.description = description
    self.store = store
    self.source = source
    self.isFavourite = isFavourite
    self.addedBy = addedBy
    self.addedAt = addedAt
  }

  /// An amount of it, in packs if it is several: "6 × 330 ml".
  public func words(_ quantity: Quantity, _ style: NumberStyle) -> String {
    quantity.words(style, pack: pack)
  }

  /// What one press adds to an amount or takes away: what the price is for; without one, a pack.
  package func step(of quantity: Quantity) -> Quantity {
    guard price == nil, let pack, quantity.packs(of: pack) != nil else { return per }
    return pack
  }

  /// Why `quantity` of it does not count in the sum of a list in this currency; nil if it does.
  public func whyNotCounted(_ quantity: Quantity, in list: Currency) -> String? {
    guard let price else { return "no price" }
    guard sizes(of: quantity) != nil else {
      return "the price is for " + (per == .one ? "a piece" : per.text)
    }
    return price.currency == list ? nil : "the price is in " + price.currency.code
  }

  /// The cost of `quantity` of it, rounded half up; nil without a price, or when the price is for
  /// an incompatible unit.
  public func cost(of quantity: Quantity) -> Money? {
    guard let price, per.thousandths > 0, let sizes = sizes(of: quantity) else {
      return nil
    }
    // Prices are below 2^40 minor units, amounts below 2^30 thousandths times a size up to 2^40:
    // 128 bits hold every product.
    let amount = Int128(quantity.thousandths) * Int128(sizes.own)
    let divisor = Int128(per.thousandths) * Int128(sizes.other)
    let doubled = Int128(price.minorUnits) * amount * 2 + divisor
    // More than any accepted amount counts as unknown, so that no sum can overflow.
    guard let minor = Int(exactly: doubled / (divisor * 2)), minor <= Money.limit else {
      return nil
    }
    return Money(minorUnits: minor, currency: price.currency)
  }
}
