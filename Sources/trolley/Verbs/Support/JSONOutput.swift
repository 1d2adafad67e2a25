/// The JSON that verbs print. Members are only ever added.
enum JSONOutput {
  /// A line of the cart, with the facts about its item.
  static func write(
    _ line: CartLine, _ item: Item, _ state: SharedState, _ w: inout JSONWriter
  ) {
    w.beginObject()
    w.member("id", line.id.description)
    w.member("item", item.id.description)
    w.member("name", item.name)
    quantity("quantity", "unit", line.quantity, &w)
    w.member("category", item.category)
    price(item, state.currency, &w)
    w.name("cost")
    number(item.cost(of: line.quantity), &w)
    w.member("picked", line.isPicked)
    w.member("favourite", item.isFavourite)
    w.member("store", item.store)
    addedBy(line.addedBy, state, &w)
    w.endObject()
  }

  /// An item, in the cart or not.
  static func write(_ item: Item, _ state: SharedState, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", item.id.description)
    w.member("name", item.name)
    w.member("category", item.category)
    price(item, state.currency, &w)
    w.member("inCart", state.cart.contains(item.id))
    w.member("favourite", item.isFavourite)
    w.member("store", item.store)
    w.member("picture", item.picture)
    w.member("description", item.description)
    addedBy(item.addedBy, state, &w)
    w.member("addedAt", item.addedAt)
    w.endObject()
  }

  /// By name, if an account added it.
  private static func addedBy(_ author: String, _ state: SharedState, _ w: inout JSONWriter) {
    let name = state.name(of: author)
    if !name.isEmpty { w.member("addedBy", name) }
  }

  /// An account, without its credentials.
  ///
  /// - Parameter isOnline: nil if presence was not checked.
  static func write(
    _ account: Account, _ state: SharedState, _ w: inout JSONWriter, isOnline: Bool? = nil
  ) {
    w.beginObject()
    w.member("id", account.id.description)
    w.member("name", account.name)
    w.member("firstName", account.firstName)
    w.member("lastName", account.lastName)
    w.member("email", account.email)
    w.member("role", account.role.rawValue)
    w.member("hired", account.since.text)
    w.member("pieces", state.carts[account.cart].pieces)
    if let isOnline { w.member("online", isOnline) }
    w.endObject()
  }

  /// The price of `per`; null if unknown.
  private static func price(_ item: Item, _ list: Currency, _ w: inout JSONWriter) {
    w.name("price")
    number(item.price, &w)
    w.member("currency", (item.price?.currency ?? list).code)
    quantity("per", "perUnit", item.per, &w)
  }

  static func write(_ store: Store, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", store.id.description)
    w.member("name", store.name)
    w.member("address", store.address)
    w.member("phone", store.phone)
    w.member("email", store.email)
    w.member("note", store.note)
    w.endObject()
  }

  static func write(_ order: Order, _ list: Currency, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", order.id.description)
    w.member("number", order.number)
    w.member("name", order.name)
    w.member("address", order.address)
    w.member("store", order.store)
    w.member("note", order.note)
    w.member("placedAt", order.placedAt)
    w.member("placed", Wording.iso8601(order.placedAt))
    w.member("pieces", order.pieces)
    w.name("total")
    number(order.total(in: list), &w)
    w.member("currency", list.code)
    w.member("unknownPrices", order.unknownPrices)
    w.name("lines")
    w.beginArray()
    for line in order.lines {
      w.beginObject()
      w.member("item", line.item.description)
      w.member("name", line.name)
      w.member("category", line.category)
      quantity("quantity", "unit", line.quantity, &w)
      w.name("cost")
      number(line.cost, &w)
      w.endObject()
    }
    w.endArray()
    w.endObject()
  }

  // MARK: Pieces

  /// An exact number; null if unknown.
  static func number(_ money: Money?, _ w: inout JSONWriter) {
    if let money { w.number(money.decimal) } else { w.null() }
  }

  static func quantity(
    _ name: String, _ unit: String, _ quantity: Quantity, _ w: inout JSONWriter
  ) {
    w.name(name)
    w.number(quantity.number)
    w.member(unit, quantity.unit.symbol)
  }

  static func warnings(_ warnings: [String], _ w: inout JSONWriter) {
    w.name("warnings")
    w.beginArray()
    for warning in warnings { w.string(warning) }
    w.endArray()
  }
}
