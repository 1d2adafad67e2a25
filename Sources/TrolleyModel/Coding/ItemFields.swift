/// The fields of an item that an edit touches, with what they are to hold; it leaves the others alone.
public struct ItemFields: Equatable, Sendable {
  /// Blank but for what is touched.
  private var values = Item.blank
  /// A bit for each place in the table.
  private var touched: UInt32 = 0

  private init(_ fields: UInt32, of item: Item) {
    touched = fields
    Self.copy(fields, of: item, to: &values)
  }

  static let none = ItemFields(0, of: .blank)

  public var isEmpty: Bool { touched == 0 }
  /// The new name, if it is one of them.
  package var name: String? { values.name.isEmpty ? nil : values.name }

  /// Whether the price is one of them and there is none any longer.
  package func removesPrice(of old: ItemFields) -> Bool {
    values.price == nil && old.values.price != nil
  }

  /// Whether the price is one of them and takes the place of another.
  package func replacesPrice(of old: ItemFields) -> Bool {
    values.price != nil && old.values.price != nil
  }

  /// What becomes of the star, if nothing else is touched.
  package var star: Bool? {
    var starred = Item.blank
    starred.isFavourite = true
    return touched == Self.different(.blank, starred) ? values.isFavourite : nil
  }

  /// Whether it touches nothing but the store.
  package var isStoreAlone: Bool {
    var sold = Item.blank
    sold.store = "a"
    return touched == Self.different(.blank, sold)
  }

  /// The currency into which it takes the price over, by whatever rate, if it touches nothing else.
  package func newCurrency(of old: ItemFields) -> Currency? {
    guard let was = old.values.price, let price = values.price, was.currency != price.currency
    else {
      return nil
    }
    var priced = Item.blank
    priced.price = price
    let fields = Self.different(.blank, priced)
    return touched == fields && old.touched == fields ? price.currency : nil
  }

  /// Whether it touches nothing but the price, which is the same number in another currency, and one of
  /// the two is `currency`.
  package func relabelsPrice(of old: ItemFields, in currency: Currency) -> Bool {
    guard let new = newCurrency(of: old), let was = old.values.price else { return false }
    return (was.currency == currency || new == currency)
      && Money(decimal: was.decimal, currency: new) == values.price
  }

  /// What it takes to turn `old` into `new`, in both directions.
  public static func difference(_ old: Item, _ new: Item) -> (from: ItemFields, to: ItemFields) {
    let fields = different(old, new)
    return (ItemFields(fields, of: old), ItemFields(fields, of: new))
  }

  public func apply(to item: inout Item) { Self.copy(touched, of: values, to: &item) }

  /// Those that `item` still holds.
  package func held(by item: Item) -> ItemFields {
    ItemFields(touched & ~Self.different(values, item), of: values)
  }

  /// What `item` holds in their place.
  package func values(of item: Item) -> ItemFields { ItemFields(touched, of: item) }

  /// Those that `item` does not hold.
  package func missing(in item: Item) -> ItemFields {
    ItemFields(touched & Self.different(values, item), of: values)
  }

  /// Those that `other` touches too.
  package func touched(by other: ItemFields) -> ItemFields {
    ItemFields(touched & other.touched, of: values)
  }

  /// Those that `other` does not touch.
  package func without(_ other: ItemFields) -> ItemFields {
    ItemFields(touched & ~other.touched, of: values)
  }

  /// Those of either.
  package func joined(with other: ItemFields) -> ItemFields {
    var item = values
    other.apply(to: &item)
    return ItemFields(touched | other.touched, of: item)
  }

  /// Those for which `other` has the same value.
  package func held(by other: ItemFields) -> ItemFields {
    touched(by: other).held(by: other.values)
  }

  private static func different(_ a: Item, _ b: Item) -> UInt32 {
    var coder = Comparison(a: a, b: b)
    // Neither comparing nor copying throws.
    try? Item.fields(&coder)
    return coder.found
  }

  private static func copy(_ fields: UInt32, of source: Item, to target: inout Item) {
    var coder = Copying(source: source, target: target, fields: fields)
    try? Item.fields(&coder)
    target = coder.target
  }

  private struct Comparison: FieldCoder {
    typealias Entity = Item
    let a: Item
    let b: Item
    var bit: UInt32 = 1
    var found: UInt32 = 0

    @inline(__always)
    mutating func field<C: FieldCodec>(
      _ name: StaticString, _ path: WritableKeyPath<Item, C.Value>, _ codec: C, _ column: Column
    ) {
      if a[keyPath: path] != b[keyPath: path] { found |= bit }
      bit <<= 1
    }
  }

  private struct Copying: FieldCoder {
    typealias Entity = Item
    let source: Item
    var target: Item
    let fields: UInt32
    var bit: UInt32 = 1

    @inline(__always)
    mutating func field<C: FieldCodec>(
      _ name: StaticString, _ path: WritableKeyPath<Item, C.Value>, _ codec: C, _ column: Column
    ) {
      if fields & bit != 0 { target[keyPath: path] = source[keyPath: path] }
      bit <<= 1
    }
  }

  /// The touched ones as an object, whatever they hold.
  struct Codec: ValueCodec {
    typealias Value = ItemFields

    func isReadable(_ fields: ItemFields) -> Bool { fields.values.isReadable(only: fields.touched) }

    func write(_ fields: ItemFields, _ w: inout JSONWriter) {
      fields.values.write(&w, only: fields.touched)
    }

    func read(_ s: inout JSONScanner) throws(JSONError) -> ItemFields? {
      let read = try ObjectMembers.read(&s) { (members) throws(JSONError) in
        try Item.read(&members, isPartial: true)
      }
      return ItemFields(read.fields, of: read.value)
    }
  }
}
