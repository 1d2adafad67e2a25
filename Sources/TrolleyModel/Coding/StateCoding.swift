/// A whole state as the body of a snapshot: JSON Lines with one short array per item, and behind
/// them columns that are read without reading the items (see `ItemBase`).
///
/// The first line is an object with everything small. It says how many lines follow of each kind:
/// items sorted by name (so that the default order is free), and orders. The lines of the carts are
/// columns alone (see `CartBase`).
public enum StateCoding {
  /// Incremented with every change of the format, and of what its sums count; a snapshot of another
  /// one is ignored and rebuilt.
  public static let format = 20

  /// The longest body, in bytes.
  package static let longest = 1 << 30

  /// The body in parts, which together may be long.
  public static func encode(_ state: SharedState) -> [[UInt8]] {
    var head = SnapshotHead(state)
    var items = RowWriter<Item>()
    var columns = ItemColumns()
    // The slots that the items get.
    var slots = IdentifierTable()
    slots.reserve(state.items.count)
    for slot in NameOrder.slots(state.items) {
      guard let item = state.items.item(at: slot) else { continue }
      slots[item.id.number] = Int32(slots.count)
      // Numbered in the order that snapshots have always used.
      let category = items.row.texts.number(item.category)
      items.row.texts.number(item.picture)
      let store = items.row.texts.number(item.store)
      items.row.texts.number(item.addedBy)
      items.write(item)
      head.categoryCounts.count(category)
      head.storeCounts.count(store)
      columns.add(item, category: category, store: store, end: items.row.w.bytes.count)
    }
    var texts = SharedTexts()
    var carts: [UInt8] = []
    for (id, entry) in state.carts.entries where !entry.cart.isEmpty {
      let lines = Array(entry.cart.lines)
      let itemSlots = Set(lines.lazy.compactMap { slots[$0.item.number] }).sorted()
      carts += CartBase.encode(lines, &texts, itemSlots: itemSlots)
      head.carts.append(
        CartHead(
          id: id, lines: entry.cart.count, items: itemSlots.count, picked: entry.cart.pickedCount,
          summary: entry.summary))
    }
    head.lineTexts = texts.all
    var orders = JSONWriter()
    for order in state.orders {
      order.write(&orders)
      orders.newline()
    }
    head.itemBytes = items.row.w.bytes.count
    head.orderBytes = orders.bytes.count
    let columnBytes = columns.encode()
    head.search = columns.sizes
    head.categories = columns.categories
    head.texts = items.row.texts.all
    let line = AlignedHead.line(followedBy: head.itemBytes + head.orderBytes) { head.write(&$0) }
    return [line, items.row.w.bytes, orders.bytes, columnBytes, carts]
  }

  /// The state that `encode` wrote; nil when it is not one. Its checksums are verified, so it is
  /// trusted as far as the journal is: bounded and checked, but not cleaned again.
  ///
  /// Only the head and the orders are read here: the state keeps the bytes.
  package static func decode(_ bytes: SnapshotBytes) -> SharedState? {
    guard let line = bytes.firstLine else { return nil }
    var s = JSONScanner(bytes[line])
    do {
      let head = try SnapshotHead.read(&s)
      try s.finish()
      let rows = line.upperBound + 1
      let rest = rows + head.itemBytes
      let end = rest + head.orderBytes
      let carts = bytes.count - head.carts.reduce(0) { $0 + CartBase.size($1.lines) }
      guard end <= carts, bytes.isSound(rest..<end),
        let base = RowBase(
          ItemBase.layout(count: head.items, head.search), rows: SnapshotPart(bytes, rows..<rest),
          columns: SnapshotPart(bytes, end..<carts), categories: head.categories)
      else { return nil }
      let items = ItemBase(
        base, texts: SharedTexts.Table(head.texts), categoryCounts: head.categoryCounts,
        storeCounts: head.storeCounts)
      s = JSONScanner(bytes[rest..<end])
      var orders: [Order] = []
      for _ in 0..<head.orders { orders.append(try Order.read(&s)) }
      try s.finish()
      // Before, those of one number were in another order.
      orders.sort { $0.isBefore($1) }
      let entries = head.entries(SnapshotPart(bytes, carts..<bytes.count))
      return SharedState(
        items: ItemTable(items), carts: Carts(entries), stores: head.stores, orders: orders,
        mailings: head.mailings, currency: head.currency,
        budget: Money(decimal: head.budget, currency: head.currency),
        currentStore: head.currentStore, aisles: head.aisles, mergedLines: Self.pairs(head.merged),
        joined: Self.pairs(head.joined), isSeeded: head.isSeeded,
        history: History(undoable: head.undo, redoable: head.redo, namesSteps: head.isShared),
        people: head.people)
    } catch { return nil }
  }

  private static func pairs<ID: Identifier>(_ flat: [ID]) -> [ID: ID] {
    var pairs: [ID: ID] = [:]
    for at in stride(from: 0, to: flat.count - 1, by: 2) { pairs[flat[at]] = flat[at + 1] }
    return pairs
  }
}

/// The first line of a body of which columns follow.
enum AlignedHead {
  /// Ends with so many blanks that what follows behind `count` bytes is aligned.
  static func line(followedBy count: Int, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var w = JSONWriter()
    write(&w)
    while (w.bytes.count + 1 + count) % 8 != 0 { w.bytes.append(0x20) }
    w.newline()
    return w.bytes
  }
}

extension [Int] {
  fileprivate mutating func count(_ number: Int) {
    while count <= number { append(0) }
    self[number] += 1
  }
}

/// The first line of a snapshot's body.
private struct SnapshotHead: Record {
  // A body cannot hold more values than bytes: a bound checked before memory is allocated.
  private static let count = IntCodec(range: 0...StateCoding.longest)

  var items = 0
  var itemBytes = 0
  var orderBytes = 0
  var search = RowLayout.Sizes()
  var orders = 0
  var carts: [CartHead] = []
  /// Of the lines of all carts.
  var lineTexts: [String] = []
  var currency = Currency.usd
  /// Empty for none.
  var budget = ""
  var currentStore = ""
  var isSeeded = false
  /// The next seven are omitted in personal use.
  var use: ListMode?
  var accounts: [Account]?
  var formerNames: [String: String]?
  var heldCarts: [HeldCart]?
  var hidesForgottenPINs: Bool?
  var registration: Registration.Mode?
  var invitation: SealedCode?
  var texts: [String] = []
  /// How many items have each text as their category, and as their store; no texts behind the last.
  var categoryCounts: [Int] = []
  var storeCounts: [Int] = []
  /// In the order in which the search numbers them.
  var categories: [String] = []
  var stores: [Store] = []
  var mailings: [OrderMailing] = []
  var aisles: [String: [String]] = [:]
  /// In pairs.
  var merged: [CartLine.ID] = []
  var joined: [ThingID] = []
  var undo: [String: [StepReference]] = [:]
  var redo: [String: [StepReference]] = [:]
  var isShared = false

  static var blank: SnapshotHead { SnapshotHead() }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == SnapshotHead {
    try c.field("items", \.items, count)
    try c.field("itemBytes", \.itemBytes, count)
    try c.field("orderBytes", \.orderBytes, count)
    try c.field("search", \.search, .record())
    try c.field("orders", \.orders, count)
    try c.field("carts", \.carts, ListCodec(element: .record()))
    try c.field("lineTexts", \.lineTexts, ListCodec(element: .text))
    try c.field("currency", \.currency, SymbolCodec(text: \.code, value: { Currency(code: $0) }))
    try c.field("budget", \.budget, .text)
    try c.field("currentStore", \.currentStore, .kept(.address))
    try c.field("seeded", \.isSeeded, FlagCodec(isKept: true))
    try c.field("use", \.use, OptionalCodec(base: .choice()))
    try c.field("accounts", \.accounts, OptionalCodec(base: ListCodec(element: .record())))
    try c.field(
      "formerNames", \.formerNames, OptionalCodec(base: DictionaryCodec(element: .kept(.name))))
    try c.field("heldCarts", \.heldCarts, OptionalCodec(base: ListCodec(element: .record())))
    try c.field(
      "hidesForgottenPINs", \.hidesForgottenPINs, OptionalCodec(base: FlagCodec(isKept: true)))
    try c.field("registration", \.registration, OptionalCodec(base: .choice()))
    try c.field("invitation", \.invitation, .code)
    try c.field("texts", \.texts, ListCodec(element: .text))
    try c.field("categoryCounts", \.categoryCounts, ListCodec(element: count))
    try c.field("storeCounts", \.storeCounts, ListCodec(element: count))
    try c.field("categories", \.categories, ListCodec(element: .text))
    try c.field("stores", \.stores, ListCodec(element: .record()))
    try c.field("mailings", \.mailings, ListCodec(element: .record()))
    try c.field("aisles", \.aisles, DictionaryCodec(element: .names))
    try c.field("merged", \.merged, ListCodec(element: .id()))
    try c.field("joined", \.joined, ListCodec(element: .id()))
    try c.field("undo", \.undo, DictionaryCodec(element: ListCodec(element: StepKeyCodec())))
    try c.field("redo", \.redo, DictionaryCodec(element: ListCodec(element: StepKeyCodec())))
    try c.field("shared", \.isShared, FlagCodec())
  }

  var people: SharedState.People {
    var people = SharedState.People()
    people.use = use ?? people.use
    people.accounts = accounts ?? []
    people.formerNames = formerNames ?? [:]
    people.heldCarts = heldCarts ?? []
    people.hidesForgottenPINs = hidesForgottenPINs ?? false
    people.registration.mode = registration ?? .open
    people.registration.invitation = invitation
    return people
  }

  /// The carts whose lines the bytes are.
  func entries(_ bytes: SnapshotPart) -> [(id: Cart.ID, entry: Carts.Entry)] {
    var start = 0
    return carts.compactMap { head in
      let end = start + CartBase.size(head.lines)
      defer { start = end }
      return CartBase(
        cart: head.id, count: head.lines, items: head.items, bytes: bytes.part(start..<end),
        texts: lineTexts
      ).map { base in
        let cart = Cart(base, pickedCount: head.picked)
        return (head.id, Carts.Entry(cart: cart, summary: head.summary))
      }
    }
  }

}

/// One cart, whose lines follow as columns.
private struct CartHead: Record, Equatable {
  var id = Cart.ID.main
  var lines = 0
  var items = 0
  var picked = 0
  var summary = CartSummary()

  static var blank: CartHead { CartHead() }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == CartHead {
    try c.field("id", \.id, .optionalID())
    try c.field("lines", \.lines, IntCodec(range: 0...StateCoding.longest))
    try c.field("items", \.items, IntCodec(range: 0...StateCoding.longest))
    try c.field("picked", \.picked, IntCodec())
    try c.field("summary", \.summary, .record())
  }
}

extension CartSummary: Record {
  static var blank: CartSummary { CartSummary() }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == CartSummary {
    try c.field("known", \.known, IntCodec())
    try c.field("pieces", \.pieces, IntCodec())
    try c.field("unknown", \.unknown, IntCodec())
    try c.field("inOtherUnit", \.inOtherUnit, IntCodec())
    try c.field("inOtherCurrency", \.inOtherCurrency, IntCodec())
    try c.field("picked", \.picked, IntCodec())
    try c.field("categories", \.categories, DictionaryCodec(element: .record()))
  }
}

extension CartSummary.Share: Record {
  static var blank: CartSummary.Share { CartSummary.Share() }

  static func fields<C: FieldCoder>(
    _ c: inout C
  ) throws(JSONError) where C.Entity == CartSummary.Share {
    try c.field("known", \.known, IntCodec())
    try c.field("lines", \.lines, IntCodec())
  }
}

/// A step as one number, for the very many of a history.
struct StepKeyCodec: ValueCodec {
  typealias Value = StepReference

  func write(_ step: StepReference, _ w: inout JSONWriter) { w.int(step.key) }

  func read(_ s: inout JSONScanner) throws(JSONError) -> StepReference? {
    try IntCodec().read(&s).map { StepReference(key: $0) }
  }
}

extension SnapshotHead {
  init(_ state: SharedState) {
    items = state.items.count
    orders = state.orders.count
    currency = state.currency
    budget = state.budget?.decimal ?? ""
    currentStore = state.currentStore
    isSeeded = state.isSeeded
    let people = state.people
    if people != SharedState.People() {
      use = people.use
      accounts = people.accounts
      formerNames = people.formerNames
      heldCarts = people.heldCarts
      hidesForgottenPINs = people.hidesForgottenPINs
      registration = people.registration.mode
      invitation = people.registration.invitation
    }
    stores = state.stores
    mailings = state.mailings
    aisles = state.aisles
    merged = state.mergedLines.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    joined = state.joined.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    undo = state.history.undoable.filter { !$0.value.isEmpty }
    redo = state.history.redoable.filter { !$0.value.isEmpty }
    isShared = state.history.namesSteps
  }
}
