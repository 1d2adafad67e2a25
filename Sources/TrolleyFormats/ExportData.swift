extension ExportDocument {
  /// Three tables for a database: the cart, the starred items and the stores. Loading it again
  /// replaces them.
  ///
  /// The tables only hold whole numbers: a weighed or measured amount becomes one piece at the
  /// price of the whole. An unknown price has to be 0 there; a comment marks it.
  public func sql(to sink: Sink) throws(Failure) {
    let start = """
      begin;
      drop table if exists shoppinglist;
      drop table if exists starreditems;
      drop table if exists stores;
      create table shoppinglist(key integer primary key, item text not null, price double not null, \
      "group" text not null, quantity integer not null);
      create table starreditems(key integer primary key, item text not null, price double not null, \
      "group" text not null);
      create table stores(key integer primary key, name text not null, address text not null, \
      phone text not null, email text not null, note text not null, latitude double, longitude double);

      """
    try sink(Array(start.utf8))
    for (key, row) in cart.enumerated() { try sink(Array(Self.line(key + 1, row, currency).utf8)) }
    for (key, item) in all.lazy.filter(\.isFavourite).enumerated() {
      let amount = item.per == .one ? "" : item.per.text
      var text = Self.comment(item.name, item.price == nil ? "" : amount, item.price, currency)
      text += "insert into starreditems values (\(key + 1), \(Self.quoted(item.name)), "
      text += "\(item.price?.decimal ?? "0"), \(Self.quoted(item.category)));\n"
      try sink(Array(text.utf8))
    }
    for (key, store) in stores.enumerated() {
      let texts = [store.name, store.address, store.phone, store.email, store.note]
        .map(Self.quoted).joined(separator: ", ")
      let place = store.place.map { "\($0.latitudeText), \($0.longitudeText)" } ?? "null, null"
      try sink(Array("insert into stores values (\(key + 1), \(texts), \(place));\n".utf8))
    }
    try sink(Array("commit;\n".utf8))
  }

  private static func line(_ key: Int, _ row: Row, _ currency: Currency) -> String {
    guard let quantity = row.line?.quantity else { return "" }
    let isCounted =
      quantity.thousandths % 1000 == 0
      && (quantity.unit == .piece || quantity.unit.dimension == .container)
    let price = row.item.cost(of: isCounted ? Quantity(1, quantity.unit) : quantity)
    let count = isCounted ? quantity.thousandths / 1000 : 1
    let amount = isCounted && quantity.unit == .piece ? "" : quantity.text
    return comment(row.item.name, amount, price, currency)
      + "insert into shoppinglist values (\(key), \(quoted(row.item.name)), "
      + "\(price?.decimal ?? "0"), \(quoted(row.item.category)), \(count));\n"
  }

  private static func comment(
    _ name: String, _ amount: String, _ price: Money?, _ currency: Currency
  ) -> String {
    var notes: [String] = []
    if !amount.isEmpty { notes.append("the price is for " + amount) }
    if price == nil { notes = ["the price is unknown" + (amount.isEmpty ? "" : ", for " + amount)] }
    if let price, price.currency != currency { notes.append("in " + price.currency.code) }
    return notes.isEmpty ? "" : "-- \(CleanText.line(name)): \(notes.joined(separator: ", "))\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars where scalar.value != 0 {
      if scalar == "'" { quoted += "'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  /// What a property list has at its top.
  static let members: Set<String> = ["title", "currency", "items"]

  /// An XML property list: a dictionary with all items.
  public func plist(to sink: Sink) throws(Failure) {
    let start = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>title</key>
        <string>\(Self.escaped(title))</string>
        <key>currency</key>
        <string>\(currency.code)</string>
        <key>items</key>
        <array>

      """
    try sink(Array(start.utf8))
    try forEachRow { (row) throws(Failure) in
      var text = "    <dict>\n"
      func member(_ name: String, _ value: String) {
        text += "      <key>\(name)</key>\n      \(value)\n"
      }
      func member(_ name: String, text value: String) {
        if !value.isEmpty { member(name, "<string>\(Self.escaped(value))</string>") }
      }
      member("name", text: row.item.name)
      member("category", text: row.item.category)
      if let price = row.item.price {
        member("price", "<real>\(price.decimal)</real>")
        member("currency", text: price.currency.code)
        member("per", text: row.item.per.text)
      }
      if let pack = row.item.pack { member("pack", text: pack.text) }
      if let line = row.line {
        member("quantity", "<real>\(line.quantity.number)</real>")
        member("unit", text: line.quantity.unit.symbol)
        member("picked", line.isPicked ? "<true/>" : "<false/>")
      }
      member("favourite", row.item.isFavourite ? "<true/>" : "<false/>")
      member("store", text: row.item.store)
      member("description", text: row.item.description)
      text += "    </dict>\n"
      try sink(Array(text.utf8))
    }
    try sink(Array("  </array>\n</dict>\n</plist>\n".utf8))
  }

  /// Without the characters that XML 1.0 cannot represent.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: escaped += "&amp;"
      case 0x3C: escaped += "&lt;"
      case 0x3E: escaped += "&gt;"
      case 0x0A, 0x09, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...:
        escaped.unicodeScalars.append(scalar)
      default: break
      }
    }
    return escaped
  }
}
