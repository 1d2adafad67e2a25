/// A whole state as the body of a snapshot: JSON Lines with one short array per item, so that 10⁵
/// items are read in a few hundredths of a second.
///
/// The first line is an object with everything small. It says how many lines follow of each kind:
/// items sorted by name (so that the default order is free), cart lines by rank, and orders.
public enum StateCoding {
  /// Incremented with every change of the format; a snapshot of another one is ignored and rebuilt.
  public static let format = 7

  /// The longest body, in bytes.
  package static let longest = 256 << 20

  /// See `decode`.
  public typealias Both = (() -> Void, () -> Void) -> Void

  public static func encode(_ state: SharedState) -> [UInt8] {
    var head = SnapshotHead(state)
    var items = RowWriter<Item>()
    let slots = NameOrder.slots(state.items)
    items.row.w.bytes.reserveCapacity(slots.count * 80)
    for (index, slot) in slots.enumerated() {
      if let item = state.items.item(at: slot) {
        // Numbered in the order that snapshots have always used.
        items.row.texts.number(item.category)
        items.row.texts.number(item.picture)
        items.row.texts.number(item.store)
        items.row.texts.number(item.addedBy)
        items.write(item)
      }
      if index == slots.count / 2 {
        head.halfItems = index + 1
        head.halfBytes = items.row.w.bytes.count
      }
    }
    head.itemBytes = items.row.w.bytes.count
    head.texts = items.row.texts.all
    var w = JSONWriter()
    w.bytes.reserveCapacity(items.row.w.bytes.count + state.cart.count * 48 + 4096)
    head.write(&w)
    w.newline()
    w.bytes += items.row.w.bytes
    var lines = RowWriter<CartLine>()
    swap(&lines.row.w, &w)
    if state.use == .personal, state.accounts.isEmpty {
      for line in state.cart.lines { lines.write(line) }
    } else {
      for line in state.carts.lines { lines.write(line) }
    }
    swap(&lines.row.w, &w)
    for order in state.orders {
      order.write(&w)
      w.newline()
    }
    return w.bytes
  }

  /// The state that `encode` wrote; nil when it is not one. Its checksum was verified before, so it
  /// is trusted as far as the journal is: bounded and checked, but not cleaned again.
  ///
  /// - Parameter both: runs two independent closures, concurrently if possible.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer,
    both: Both = {
      $0()
      $1()
    }
  ) -> SharedState? {
    var s = JSONScanner(bytes)
    do {
      let head = try SnapshotHead.read(&s)
      guard var items = items(&s, head, both) else { return nil }
      var lines: [CartLine] = []
      var flaw: JSONError?
      let isUnique: Bool
      if head.items > enoughForTwo {
        var found = false
        both(
          {
            found = items.indexIdentifiers()
          },
          {
            flaw = self.lines(&s, head, &lines)
          })
        isUnique = found
      } else {
        isUnique = items.indexIdentifiers()
        flaw = self.lines(&s, head, &lines)
      }
      guard isUnique, flaw == nil else { return nil }
      items.markNameOrdered()
      var orders: [Order] = []
      for _ in 0..<head.orders { orders.append(try Order.read(&s)) }
      try s.finish()
      return SharedState(
        items: items, lines: lines, stores: head.stores, orders: orders, currency: head.currency,
        budget: Money(decimal: head.budget, currency: head.currency),
        currentStore: head.currentStore, aisles: head.aisles, mergedLines: head.mergedLines,
        isSeeded: head.isSeeded,
        history: History(undoable: head.undo, redoable: head.redo), people: head.people)
    } catch { return nil }
  }

  /// Below this many the second thread costs more than it saves.
  private static let enoughForTwo = 10_000

  /// All items in their slots, not yet indexed by identifier; nil when they contradict the head.
  /// Two threads read one half each, since opening a long list is mostly reading.
  private static func items(
    _ s: inout JSONScanner, _ head: SnapshotHead, _ both: Both
  ) -> ItemTable? {
    s.skipWhitespace()
    let (start, bytes) = (s.offset, s.bytes)
    let end = start + head.itemBytes
    let isDivided =
      head.items > enoughForTwo && head.halfItems <= head.items && head.halfBytes <= head.itemBytes
    let middle = isDivided ? (head.halfItems, start + head.halfBytes) : (head.items, end)
    guard end <= bytes.count else { return nil }
    s = JSONScanner(bytes, offset: end)
    return ItemTable(slots: head.items) { slots in
      var isRead = (false, true)
      let first = UnsafeMutableBufferPointer(rebasing: slots[..<middle.0])
      let rest = UnsafeMutableBufferPointer(rebasing: slots[middle.0...])
      if isDivided {
        both(
          {
            isRead.0 = read(bytes, start..<middle.1, head, into: first)
          },
          {
            isRead.1 = read(bytes, middle.1..<end, head, into: rest)
          })
      } else {
        isRead.0 = read(bytes, start..<end, head, into: first)
      }
      return isRead.0 && isRead.1
    }
  }

  /// Fills every slot: with nil from the first unreadable item on.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ head: SnapshotHead,
    into slots: UnsafeMutableBufferPointer<Item?>
  ) -> Bool {
    let scanner = JSONScanner(
      UnsafeBufferPointer(rebasing: bytes[..<range.upperBound]), offset: range.lowerBound)
    var rows = RowReader<Item>(RowInput(scanner, texts: head.texts))
    var count = 0
    do throws(JSONError) {
      while count < slots.count {
        slots.initializeElement(at: count, to: try rows.read())
        count += 1
      }
      return rows.row.s.isAtEnd()
    } catch {
      for slot in count..<slots.count { slots.initializeElement(at: slot, to: nil) }
      return false
    }
  }

  private static func lines(
    _ s: inout JSONScanner, _ head: SnapshotHead, _ lines: inout [CartLine]
  ) -> JSONError? {
    lines.reserveCapacity(head.lines)
    var rows = RowReader<CartLine>(RowInput(s, texts: []))
    do throws(JSONError) {
      for _ in 0..<head.lines { lines.append(try rows.read()) }
      s = rows.row.s
      return nil
    } catch { return error }
  }
}

/// The first line of a snapshot's body.
private struct SnapshotHead: Record {
  // A body cannot hold more values than bytes: a bound checked before memory is allocated.
  private static let count = IntCodec(range: 0...StateCoding.longest)

  var items = 0
  var itemBytes = 0
  /// Where the second thread's half begins.
  var halfItems = 0
  var halfBytes = 0
  var lines = 0
  var orders = 0
  var currency = Currency.usd
  /// Empty for none.
  var budget = ""
  var currentStore = ""
  var isSeeded = false
  /// The next six are omitted in personal use.
  var use: ListMode?
  var accounts: [Account]?
  var heldCarts: [HeldCart]?
  var hidesForgottenPINs: Bool?
  var registration: Registration.Mode?
  var invitation: SealedCode?
  var texts: [String] = []
  var stores: [Store] = []
  var aisles: [String: [String]] = [:]
  /// In pairs.
  var merged: [CartLine.ID] = []
  var undo: [String: [Int]] = [:]
  var redo: [String: [Int]] = [:]

  static var blank: SnapshotHead { SnapshotHead() }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == SnapshotHead {
    try c.field("items", \.items, count)
    try c.field("itemBytes", \.itemBytes, count)
    try c.field("halfItems", \.halfItems, count)
    try c.field("halfBytes", \.halfBytes, count)
    try c.field("lines", \.lines, count)
    try c.field("orders", \.orders, count)
    try c.field("currency", \.currency, SymbolCodec(text: \.code, value: { Currency(code: $0) }))
    try c.field("budget", \.budget, .text)
    try c.field("currentStore", \.currentStore, .kept(.address))
    try c.field("seeded", \.isSeeded, FlagCodec(isKept: true))
    try c.field("use", \.use, OptionalCodec(base: .choice()))
    try c.field("accounts", \.accounts, OptionalCodec(base: ListCodec(element: .record())))
    try c.field("heldCarts", \.heldCarts, OptionalCodec(base: ListCodec(element: .record())))
    try c.field(
      "hidesForgottenPINs", \.hidesForgottenPINs, OptionalCodec(base: FlagCodec(isKept: true)))
    try c.field("registration", \.registration, OptionalCodec(base: .choice()))
    try c.field("invitation", \.invitation, .code)
    try c.field("texts", \.texts, ListCodec(element: .text))
    try c.field("stores", \.stores, ListCodec(element: .record()))
    try c.field("aisles", \.aisles, DictionaryCodec(element: .names))
    try c.field("merged", \.merged, ListCodec(element: .id()))
    try c.field("undo", \.undo, DictionaryCodec(element: ListCodec(element: .int)))
    try c.field("redo", \.redo, DictionaryCodec(element: ListCodec(element: .int)))
  }

  var people: SharedState.People {
    var people = SharedState.People()
    people.use = use ?? people.use
    people.accounts = accounts ?? []
    people.heldCarts = heldCarts ?? []
    people.hidesForgottenPINs = hidesForgottenPINs ?? false
    people.registration.mode = registration ?? .open
    people.registration.invitation = invitation
    return people
  }

  var mergedLines: [CartLine.ID: CartLine.ID] {
    var lines: [CartLine.ID: CartLine.ID] = [:]
    for at in stride(from: 0, to: merged.count - 1, by: 2) { lines[merged[at]] = merged[at + 1] }
    return lines
  }
}

extension SnapshotHead {
  init(_ state: SharedState) {
    items = state.items.count
    lines = state.carts.lineCount
    orders = state.orders.count
    currency = state.currency
    budget = state.budget?.decimal ?? ""
    currentStore = state.currentStore
    isSeeded = state.isSeeded
    let people = state.people
    if people != SharedState.People() {
      use = people.use
      accounts = people.accounts
      heldCarts = people.heldCarts
      hidesForgottenPINs = people.hidesForgottenPINs
      registration = people.registration.mode
      invitation = people.registration.invitation
    }
    stores = state.stores
    aisles = state.aisles
    merged = state.mergedLines.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    undo = state.history.undoable.filter { !$0.value.isEmpty }
    redo = state.history.redoable.filter { !$0.value.isEmpty }
  }
}
