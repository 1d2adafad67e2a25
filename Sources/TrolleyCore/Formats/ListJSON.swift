/// A whole list as one JSON document: the export that loses nothing.
public enum ListJSON {
  /// Its first member says what it is: `"trolley":"list"`.
  public static func write(_ document: ListDocument) -> [UInt8] {
    var w = JSONWriter(pretty: true)
    w.beginObject()
    w.member("trolley", "list")
    w.member("version", 1)
    w.member("currency", document.currency.code)
    if let budget = document.budget {
      w.name("budget")
      w.number(budget.decimal)
    }
    if !document.currentStore.isEmpty { w.member("currentStore", document.currentStore) }
    array("items", document.items, &w) { ValueCoding.write($0, &$1) }
    array("cart", document.lines, &w) { ValueCoding.write($0, &$1) }
    array("stores", document.stores, &w) { ValueCoding.write($0, &$1) }
    array("orders", document.orders, &w) { ValueCoding.write($0, withLines: true, &$1) }
    w.name("aisles")
    w.beginObject()
    for (store, order) in document.aisles.sorted(by: { $0.key < $1.key }) {
      w.name(store)
      w.beginArray()
      for category in order { w.string(category) }
      w.endArray()
    }
    w.endObject()
    w.endObject()
    w.newline()
    return w.bytes
  }

  private static func array<T>(
    _ name: String, _ all: [T], _ w: inout JSONWriter, _ write: (T, inout JSONWriter) -> Void
  ) {
    w.name(name)
    w.beginArray()
    for one in all { write(one, &w) }
    w.endArray()
  }

  /// Whether these bytes are such a document, told by their beginning.
  public static func isDocument(_ bytes: [UInt8]) -> Bool {
    var s = Array(bytes.prefix(64))
    s.removeAll { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return s.starts(with: Array("{\"trolley\":\"list\"".utf8))
  }

  /// Reads such a document. Throws a sentence that names the line and column.
  public static func read(_ bytes: [UInt8]) throws(Failure) -> ListDocument {
    do {
      return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
        var s = JSONScanner(buffer)
        return try document(&s)
      }
    } catch {
      throw error.failure(in: bytes, what: "The list")
    }
  }

  private static func document(_ s: inout JSONScanner) throws(JSONError) -> ListDocument {
    var d = ListDocument()
    var budget: String?
    try s.readObject { (name, s) throws(JSONError) in
      switch name {
      case "version": if try s.readInt() > 1 { throw s.here }
      case "currency":
        guard let currency = Currency(code: try s.readString()) else { throw s.here }
        d.currency = currency
      case "budget": budget = try s.readNumber()
      case "currentStore": d.currentStore = CleanText.line(try s.readString(), limit: .name)
      case "items":
        try s.readArray { (s) throws(JSONError) in d.items.append(try ValueCoding.item(&s)) }
      case "cart":
        try s.readArray { (s) throws(JSONError) in d.lines.append(try ValueCoding.line(&s)) }
      case "stores":
        try s.readArray { (s) throws(JSONError) in d.stores.append(try ValueCoding.store(&s)) }
      case "orders":
        try s.readArray { (s) throws(JSONError) in d.orders.append(try ValueCoding.order(&s)) }
      case "aisles":
        try s.readObject { (name, s) throws(JSONError) in
          let store = CleanText.line(name.string, limit: .name)
          var order: [String] = []
          try s.readArray { (s) throws(JSONError) in
            order.append(CleanText.line(try s.readString(), limit: .name))
          }
          d.aisles[store] = order
        }
      default: try s.skipValue()
      }
    }
    try s.finish()
    d.budget = budget.flatMap { Money(decimal: $0, currency: d.currency) }
    return d
  }
}
