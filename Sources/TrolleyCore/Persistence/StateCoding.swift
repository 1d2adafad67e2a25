/// A whole state as the body of a snapshot: JSON Lines, one short array an item, so that 10⁵ items
/// are read in a few hundredths of a second.
///
/// The first line is an object with all that is small. Then come, as many as it says, items sorted
/// by name (so that the usual order costs nothing to make), cart lines by rank, and orders.
public enum StateCoding {
  /// Changes with every change of the shape; another one is ignored and the state rebuilt.
  public static let format = 5

  public static func encode(_ state: SharedState) -> [UInt8] {
    var tables = Tables()
    let slots = NameOrder.slots(state.items)
    for slot in slots { if let item = state.items.item(at: slot) { tables.note(item) } }
    var items = JSONWriter()
    items.bytes.reserveCapacity(slots.count * 80)
    var half = (count: 0, bytes: 0)
    for (index, slot) in slots.enumerated() {
      if let item = state.items.item(at: slot) { write(item, tables, &items) }
      if index == slots.count / 2 { half = (index + 1, items.bytes.count) }
    }
    var w = JSONWriter()
    w.bytes.reserveCapacity(items.bytes.count + state.cart.count * 48 + 4096)
    writeHead(state, tables, itemBytes: items.bytes.count, half, &w)
    w.bytes += items.bytes
    if state.use == .personal, state.accounts.isEmpty {
      for line in state.cart.lines { write(line, tables, &w) }
    } else {
      for line in state.carts.lines { write(line, tables, &w) }
    }
    for order in state.orders {
      ValueCoding.write(order, withLines: true, &w)
      w.newline()
    }
    return w.bytes
  }

  private static func writeHead(
    _ state: SharedState, _ tables: Tables, itemBytes: Int, _ half: (count: Int, bytes: Int),
    _ w: inout JSONWriter
  ) {
    w.beginObject()
    w.member("items", state.items.count)
    w.member("itemBytes", itemBytes)
    // Where two threads divide the reading between them.
    w.member("halfItems", half.count)
    w.member("halfBytes", half.bytes)
    w.member("lines", state.carts.lineCount)
    w.member("orders", state.orders.count)
    w.member("currency", state.currency.code)
    if let budget = state.budget { w.member("budget", budget.decimal) }
    w.member("currentStore", state.currentStore)
    w.member("seeded", state.isSeeded)
    writePeople(state.people, &w)
    texts("texts", tables.texts, &w)
    w.name("stores")
    w.beginArray()
    for store in state.stores { ValueCoding.write(store, &w) }
    w.endArray()
    w.name("aisles")
    w.beginObject()
    for (store, order) in state.aisles.sorted(by: { $0.key < $1.key }) { texts(store, order, &w) }
    w.endObject()
    w.name("merged")
    w.beginArray()
    for (id, other) in state.mergedLines.sorted(by: { $0.key < $1.key }) {
      w.string(id.description)
      w.string(other.description)
    }
    w.endArray()
    positions("undo", state.history.undoable, &w)
    positions("redo", state.history.redoable, &w)
    w.endObject()
    w.newline()
  }

  /// Nothing in personal use.
  private static func writePeople(_ people: SharedState.People, _ w: inout JSONWriter) {
    guard people != SharedState.People() else { return }
    w.member("use", people.use.rawValue)
    w.name("accounts")
    w.beginArray()
    for account in people.accounts { ValueCoding.write(account, &w) }
    w.endArray()
    w.name("heldCarts")
    w.beginArray()
    for held in people.heldCarts { ValueCoding.write(held, &w) }
    w.endArray()
    w.member("hidesForgottenPINs", people.hidesForgottenPINs)
  }

  private static func texts(_ name: String, _ texts: [String], _ w: inout JSONWriter) {
    w.name(name)
    w.beginArray()
    for text in texts { w.string(text) }
    w.endArray()
  }

  private static func positions(
    _ name: String, _ stacks: [String: [Int]], _ w: inout JSONWriter
  ) {
    w.name(name)
    w.beginObject()
    for (author, stack) in stacks.sorted(by: { $0.key < $1.key }) where !stack.isEmpty {
      w.name(author)
      w.beginArray()
      for position in stack { w.int(position) }
      w.endArray()
    }
    w.endObject()
  }

  /// `[id, name, category, minor or null, currency, thousandths, unit, flags, addedAt]`, and where
  /// there is one of them `picture, description, store, addedBy, source`. Repeated texts are numbers
  /// of the head's table.
  private static func write(_ item: Item, _ tables: Tables, _ w: inout JSONWriter) {
    w.beginArray()
    w.int(Int(truncatingIfNeeded: item.id.number))
    w.string(item.name)
    w.int(tables.number(item.category))
    if let price = item.price {
      w.int(price.minorUnits)
      w.int(tables.number(price.currency.code))
    } else {
      w.null()
      w.int(0)
    }
    w.int(item.per.thousandths)
    w.int(Int(item.per.unit.rawValue))
    w.int(item.isFavourite ? 1 : 0)
    w.int(item.addedAt)
    if item.hasMore {
      w.int(tables.number(item.picture))
      w.string(item.description)
      w.int(tables.number(item.store))
      w.int(tables.number(item.addedBy))
      w.string(item.source)
    }
    w.endArray()
    w.newline()
  }

  /// `[id, item, thousandths, unit, picked, rank, addedBy]`, and the cart's where it is not the
  /// list's own.
  private static func write(_ line: CartLine, _ tables: Tables, _ w: inout JSONWriter) {
    w.beginArray()
    w.int(Int(truncatingIfNeeded: line.id.number))
    w.int(Int(truncatingIfNeeded: line.item.number))
    w.int(line.quantity.thousandths)
    w.int(Int(line.quantity.unit.rawValue))
    w.int(line.isPicked ? 1 : 0)
    w.int(line.rank)
    w.string(line.addedBy)
    if line.cart != .main { w.int(Int(truncatingIfNeeded: line.cart.number)) }
    w.endArray()
    w.newline()
  }

  /// Texts that many items share, each once.
  private struct Tables {
    var texts = [""]
    private var numbers = ["": 0]

    mutating func note(_ item: Item) {
      note(item.category)
      note(item.picture)
      note(item.store)
      note(item.addedBy)
      if let price = item.price { note(price.currency.code) }
    }

    private mutating func note(_ text: String) {
      guard !text.isEmpty, numbers[text] == nil else { return }
      numbers[text] = texts.count
      texts.append(text)
    }

    func number(_ text: String) -> Int { text.isEmpty ? 0 : numbers[text] ?? 0 }
  }
}

extension Item {
  fileprivate var hasMore: Bool {
    !picture.isEmpty || !description.isEmpty || !store.isEmpty || !addedBy.isEmpty
      || !source.isEmpty
  }
}
