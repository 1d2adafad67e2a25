/// Something that can be bought.
public struct Item: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public let id: ID
  public var name: String
  /// Empty when there is none.
  public var category: String
  /// What `per` costs; nil when it is not known.
  public var price: Money?
  /// What the price is for, and what one press of space puts in the cart: `1`, `1 kg`, `500 g`.
  public var per: Quantity
  /// The name of a picture in the seeds, a whole path or an https address (see `PictureSource`), or
  /// empty: then one is made from the name.
  public var picture: String
  public var description: String
  /// The store it is bought at, by name; empty for any.
  public var store: String
  /// Where it was taken from: a catalogue and the code there, `openFoodFacts/4006381333931`; empty for
  /// one's own.
  public var source: String
  public var isFavourite: Bool
  /// Who added it, as `Account.author`; empty in personal use.
  public var addedBy: String
  /// Seconds since 1970, UTC.
  public var addedAt: Int

  public init(
    id: ID, name: String, category: String = "", price: Money? = nil, per: Quantity = .one,
    picture: String = "", description: String = "", store: String = "", source: String = "",
    isFavourite: Bool = false, addedBy: String = "", addedAt: Int = 0
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.price = price
    self.per = per
    self.picture = picture
    self.description = description
    self.store = store
    self.source = source
    self.isFavourite = isFavourite
    self.addedBy = addedBy
    self.addedAt = addedAt
  }

  /// What `quantity` of it costs, rounded half up; nil without a price, or when the price is for a
  /// unit that the quantity cannot be counted in.
  public func cost(of quantity: Quantity) -> Money? {
    guard let price, per.thousandths > 0, quantity.unit.addsUp(with: per.unit) else { return nil }
    // Prices are below 2^40 minor units, amounts below 2^30 thousandths times a factor up to 10^6:
    // 128 bits hold every product.
    let amount = Int128(quantity.thousandths) * Int128(quantity.unit.factor)
    let divisor = Int128(per.thousandths) * Int128(per.unit.factor)
    let doubled = Int128(price.minorUnits) * amount * 2 + divisor
    // More than any amount that is accepted counts as unknown, so that no sum can overflow.
    guard let minor = Int(exactly: doubled / (divisor * 2)), minor <= Money.limit else {
      return nil
    }
    return Money(minorUnits: minor, currency: price.currency)
  }
}
