/// A whole list as one JSON document: the lossless export.
public enum ListJSON {
  /// Its first member identifies it: `"trolley":"list"`. Items are sorted by identifier, so that
  /// equal lists give equal texts. The bytes are handed on in pieces.
  public static func write(
    _ state: SharedState, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var w = JSONWriter(pretty: true)
    func array<T>(
      _ name: String, _ all: some Sequence<T>, _ write: (T, inout JSONWriter) -> Void
    ) throws(Failure) {
      w.name(name)
      w.beginArray()
      for one in all {
        write(one, &w)
        guard w.bytes.count > 1 << 16 else { continue }
        try sink(w.bytes)
        w.bytes.removeAll(keepingCapacity: true)
      }
      w.endArray()
    }
    w.beginObject()
    w.member("trolley", "list")
    w.member("version", 1)
    w.member("currency", state.currency.code)
    if let budget = state.budget {
      w.name("budget")
      w.number(budget.decimal)
    }
    if !state.currentStore.isEmpty { w.member("currentStore", state.currentStore) }
    let items = state.items
    try array("items", items.ids.sorted().lazy.compactMap { items[$0] }) { $0.write(&$1) }
    try array("cart", state.cart.lines) { $0.write(&$1) }
    try array("stores", state.stores) { $0.write(&$1) }
    try array("orders", state.orders) { $0.write(&$1) }
    let mails = state.mailings.filter { mail in state.orders.contains { $0.id == mail.order } }
    if !mails.isEmpty { try array("mails", mails) { $0.write(&$1) } }
    DictionaryCodec(element: .names).write(state.aisles, "aisles", &w)
    w.endObject()
    w.newline()
    try sink(w.bytes)
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

  /// Whether a line of a cart would be one but for its amount, which is 0 or less.
  private static func isOfNothing(_ s: inout JSONScanner) throws(JSONError) -> Bool {
    var amount = Substring()
    try s.readObject { (name, s) throws(JSONError) in
      if name == "quantity", try s.peekKind() == .string {
        amount = try s.readString().prefix { $0 != " " }
      } else {
        try s.skipValue()
      }
    }
    return amount.hasPrefix("-") || !amount.isEmpty && amount.allSatisfy { "0.".contains($0) }
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
        try s.readArray { (s) throws(JSONError) in
          let start = s
          do throws(JSONError) { d.lines.append(try CartLine.read(&s)) } catch {
            s = start
            guard try isOfNothing(&s) else { throw error }
            d.emptyLineCount += 1
          }
        }
      case "stores":
        try s.readArray { (s) throws(JSONError) in d.stores.append(try Store.read(&s)) }
      case "orders":
        try s.readArray { (s) throws(JSONError) in d.orders.append(try Order.read(&s)) }
      case "mails":
        try s.readArray { (s) throws(JSONError) in d.mails.append(try OrderMailing.read(&s)) }
      case "aisles": d.aisles = try DictionaryCodec(element: .names).read(&s) ?? [:]
      default: try s.skipValue()
      }
    }
    try s.finish()
    d.budget = budget.flatMap { Money(decimal: $0, currency: d.currency) }
    return d
  }
}
