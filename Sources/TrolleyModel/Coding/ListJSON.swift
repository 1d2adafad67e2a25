/// A whole list as one JSON document: the lossless export.
public enum ListJSON {
  /// Its first member identifies it: `"trolley":"list"`.
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
    array("items", document.items, &w) { $0.write(&$1) }
    array("cart", document.lines, &w) { $0.write(&$1) }
    array("stores", document.stores, &w) { $0.write(&$1) }
    array("orders", document.orders, &w) { $0.write(&$1) }
    DictionaryCodec(element: .names).write(document.aisles, "aisles", &w)
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

  /// Whether these bytes are such a document, judged by the beginning.
  public static func isDocument(_ bytes: [UInt8]) -> Bool {
    var s = Array(bytes.prefix(64))
    s.removeAll { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return s.starts(with: Array("{\"trolley\":\"list\"".utf8))
  }

  /// Reads such a document. The failure's sentence names the line and column.
  public static func read(_ bytes: [UInt8]) throws(Failure) -> ListDocument {
    do {
      return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
        var s = JSONScanner(buffer)
        return try document(&s)
      }
    } catch { throw error.failure(in: bytes, what: "The list") }
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
      case "items": try s.readArray { (s) throws(JSONError) in d.items.append(try Item.read(&s)) }
      case "cart":
        try s.readArray { (s) throws(JSONError) in d.lines.append(try CartLine.read(&s)) }
      case "stores":
        try s.readArray { (s) throws(JSONError) in d.stores.append(try Store.read(&s)) }
      case "orders":
        try s.readArray { (s) throws(JSONError) in d.orders.append(try Order.read(&s)) }
      case "aisles": d.aisles = try DictionaryCodec(element: .names).read(&s) ?? [:]
      default: try s.skipValue()
      }
    }
    try s.finish()
    d.budget = budget.flatMap { Money(decimal: $0, currency: d.currency) }
    return d
  }
}
