/// How items, lines, stores and orders are written in the journal and in a JSON export: the same
/// objects in both, so that a line of the journal reads like a line of the list.
enum ValueCoding {
  static func write(_ quantity: Quantity, _ name: String, _ w: inout JSONWriter) {
    w.name(name)
    w.string(quantity.number + " " + quantity.unit.symbol)
  }

  /// Reads `1.5 l`: a number with at most three decimals, a space, a unit's symbol.
  static func quantity(_ text: String) -> Quantity? {
    guard let space = text.firstIndex(of: " "),
      let unit = Unit(symbol: text[text.index(after: space)...])
    else { return nil }
    var thousandths = 0
    var decimals = -1
    var isNegative = false
    for (index, byte) in text[..<space].utf8.enumerated() {
      switch byte {
      case 45 where index == 0: isNegative = true
      case 46 where decimals < 0: decimals = 0
      case 48...57:
        if decimals >= 0 { decimals += 1 }
        guard decimals <= 3, thousandths <= Quantity.limit else { return nil }
        thousandths = thousandths * 10 + Int(byte - 48)
      default: return nil
      }
    }
    for _ in max(0, decimals)..<3 { thousandths *= 10 }
    guard thousandths <= Quantity.limit else { return nil }
    return Quantity(thousandths: isNegative ? -thousandths : thousandths, unit: unit)
  }

  static func write(_ money: Money?, _ name: String, _ w: inout JSONWriter) {
    guard let money else { return }
    w.name(name)
    w.number(money.decimal)
    w.member("currency", money.currency.code)
  }

  static func write(_ item: Item, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", item.id.description)
    w.member("name", item.name)
    if !item.category.isEmpty { w.member("category", item.category) }
    write(item.price, "price", &w)
    write(item.per, "per", &w)
    if !item.picture.isEmpty { w.member("picture", item.picture) }
    if !item.description.isEmpty { w.member("description", item.description) }
    if !item.store.isEmpty { w.member("store", item.store) }
    if !item.source.isEmpty { w.member("source", item.source) }
    if item.isFavourite { w.member("favourite", true) }
    if !item.addedBy.isEmpty { w.member("addedBy", item.addedBy) }
    w.member("addedAt", item.addedAt)
    w.endObject()
  }

  static func item(_ s: inout JSONScanner) throws(JSONError) -> Item {
    let fields = try Fields(&s)
    return Item(
      id: try fields.id("id"), name: try fields.name("name"), category: fields.line("category"),
      price: fields.money("price"), per: fields.quantity("per") ?? .one,
      picture: fields.line("picture"), description: fields.note("description"),
      store: fields.line("store"), source: fields.line("source"),
      isFavourite: fields.flag("favourite"), addedBy: fields.line("addedBy"),
      addedAt: fields.int("addedAt"))
  }

  static func write(_ line: CartLine, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", line.id.description)
    w.member("item", line.item.description)
    write(line.quantity, "quantity", &w)
    if line.isPicked { w.member("picked", true) }
    w.member("rank", line.rank)
    if !line.addedBy.isEmpty { w.member("addedBy", line.addedBy) }
    if line.cart != .main { w.member("cart", line.cart.description) }
    w.endObject()
  }

  static func line(_ s: inout JSONScanner) throws(JSONError) -> CartLine {
    let fields = try Fields(&s)
    guard let quantity = fields.quantity("quantity"), quantity.thousandths > 0 else {
      throw fields.wrong
    }
    return CartLine(
      id: try fields.id("id"), item: try fields.id("item"), quantity: quantity,
      isPicked: fields.flag("picked"), rank: max(0, min(fields.int("rank"), 1 << 40)),
      addedBy: fields.line("addedBy"),
      cart: fields["cart"] == nil ? .main : try fields.id("cart"))
  }

  static func write(_ store: Store, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", store.id.description)
    w.member("name", store.name)
    if !store.address.isEmpty { w.member("address", store.address) }
    if !store.phone.isEmpty { w.member("phone", store.phone) }
    if !store.email.isEmpty { w.member("email", store.email) }
    if !store.note.isEmpty { w.member("note", store.note) }
    w.endObject()
  }

  static func store(_ s: inout JSONScanner) throws(JSONError) -> Store {
    let fields = try Fields(&s)
    return Store(
      id: try fields.id("id"), name: try fields.name("name"), address: fields.line("address"),
      phone: fields.line("phone"), email: fields.line("email"), note: fields.note("note"))
  }

  /// `lines` are left out where they follow in events of their own.
  static func write(_ order: Order, withLines: Bool, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("id", order.id.description)
    w.member("number", order.number)
    w.member("name", order.name)
    w.member("address", order.address)
    if !order.store.isEmpty { w.member("store", order.store) }
    if !order.note.isEmpty { w.member("note", order.note) }
    w.member("placedAt", order.placedAt)
    if withLines {
      w.name("lines")
      w.beginArray()
      for line in order.lines { write(line, &w) }
      w.endArray()
    }
    w.endObject()
  }

  static func order(_ s: inout JSONScanner) throws(JSONError) -> Order {
    let fields = try Fields(&s)
    return Order(
      id: try fields.id("id"), number: max(1, min(fields.int("number"), 1 << 40)),
      name: fields.line("name"), address: fields.line("address"), store: fields.line("store"),
      note: fields.note("note"), placedAt: fields.int("placedAt"), lines: fields.orderLines)
  }

  static func write(_ line: Order.Line, _ w: inout JSONWriter) {
    w.beginObject()
    w.member("item", line.item.description)
    w.member("name", line.name)
    if !line.category.isEmpty { w.member("category", line.category) }
    write(line.quantity, "quantity", &w)
    write(line.cost, "cost", &w)
    w.endObject()
  }

  static func orderLine(_ s: inout JSONScanner) throws(JSONError) -> Order.Line {
    let fields = try Fields(&s)
    guard let quantity = fields.quantity("quantity") else { throw fields.wrong }
    return Order.Line(
      item: try fields.id("item"), name: try fields.name("name"), category: fields.line("category"),
      quantity: quantity, cost: fields.money("cost"))
  }

  static func write(_ fields: ItemFields, _ w: inout JSONWriter) {
    w.beginObject()
    if let v = fields.name { w.member("name", v) }
    if let v = fields.category { w.member("category", v) }
    if let v = fields.price {
      if v == nil {
        w.name("price")
        w.null()
      } else {
        write(v, "price", &w)
      }
    }
    if let v = fields.per { write(v, "per", &w) }
    if let v = fields.picture { w.member("picture", v) }
    if let v = fields.description { w.member("description", v) }
    if let v = fields.store { w.member("store", v) }
    if let v = fields.source { w.member("source", v) }
    if let v = fields.isFavourite { w.member("favourite", v) }
    w.endObject()
  }

  static func itemFields(_ s: inout JSONScanner) throws(JSONError) -> ItemFields {
    let fields = try Fields(&s)
    var result = ItemFields()
    if fields["name"] != nil { result.name = try fields.name("name") }
    if fields["category"] != nil { result.category = fields.line("category") }
    if let value = fields["price"] {
      result.price = .some(value.isNull ? nil : fields.money("price"))
    }
    if fields["per"] != nil { result.per = fields.quantity("per") }
    if fields["picture"] != nil { result.picture = fields.line("picture") }
    if fields["description"] != nil { result.description = fields.note("description") }
    if fields["store"] != nil { result.store = fields.line("store") }
    if fields["source"] != nil { result.source = fields.line("source") }
    if fields["favourite"] != nil { result.isFavourite = fields.flag("favourite") }
    return result
  }
}

/// The members of one object, cleaned as they are read: another program's entry is from outside too.
struct Fields {
  private var members: [(name: String, value: JSONValue)] = []
  private(set) var orderLines: [Order.Line] = []
  private let offset: Int

  init(_ s: inout JSONScanner) throws(JSONError) {
    offset = s.offset
    var members: [(String, JSONValue)] = []
    var lines: [Order.Line] = []
    var left = 1000
    try s.readObject { (name, s) throws(JSONError) in
      if name == "lines" {
        try s.readArray { (s) throws(JSONError) in lines.append(try ValueCoding.orderLine(&s)) }
      } else {
        let key = name.string
        members.append((key, try JSONValue.read(&s, &left)))
      }
    }
    self.members = members
    orderLines = lines
  }

  subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  var wrong: JSONError { JSONError(.expected(.value), at: offset) }

  func line(_ name: String) -> String { CleanText.line(self[name]?.string ?? "", limit: .address) }
  func note(_ name: String) -> String { CleanText.line(self[name]?.string ?? "", limit: .note) }
  func flag(_ name: String) -> Bool { self[name]?.bool ?? false }
  func int(_ name: String) -> Int { self[name]?.int ?? 0 }

  func name(_ name: String) throws(JSONError) -> String {
    let text = CleanText.line(self[name]?.string ?? "", limit: .name)
    guard !text.isEmpty else { throw wrong }
    return text
  }

  func id<ID: Identifier>(_ name: String) throws(JSONError) -> ID {
    guard let text = self[name]?.string, let id = ID(text: text) else { throw wrong }
    return id
  }

  func quantity(_ name: String) -> Quantity? {
    self[name]?.string.flatMap(ValueCoding.quantity)
  }

  func money(_ name: String) -> Money? {
    guard let digits = self[name]?.number, let code = self["currency"]?.string,
      let currency = Currency(code: code)
    else { return nil }
    return Money(decimal: digits, currency: currency)
  }
}
