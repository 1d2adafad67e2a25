extension StateCoding {
  /// The state that `encode` wrote; nil when it is not one. Its checksum was verified before, so it
  /// is trusted as far as the journal is: bounded and checked, not cleaned again.
  public static func decode(_ bytes: UnsafeRawBufferPointer) -> SharedState? {
    var s = JSONScanner(bytes)
    do {
      let head = try head(&s)
      guard var items = items(&s, head) else { return nil }
      var lines: [CartLine] = []
      var flaw: JSONError?
      let isUnique: Bool
      if head.items > enoughForTwo {
        var found = false
        Pair.run {
          found = items.indexIdentifiers()
        } _: {
          flaw = self.lines(&s, head, &lines)
        }
        isUnique = found
      } else {
        isUnique = items.indexIdentifiers()
        flaw = self.lines(&s, head, &lines)
      }
      guard isUnique, flaw == nil else { return nil }
      items.markNameOrdered()
      var orders: [Order] = []
      for _ in 0..<head.orders { orders.append(try ValueCoding.order(&s)) }
      try s.finish()
      return SharedState(
        items: items, lines: lines, stores: head.stores, orders: orders, currency: head.currency,
        budget: head.budget.flatMap { Money(decimal: $0, currency: head.currency) },
        currentStore: head.currentStore, aisles: head.aisles, mergedLines: head.merged,
        isSeeded: head.isSeeded,
        history: History(undoable: head.undo, redoable: head.redo), people: head.people)
    } catch {
      return nil
    }
  }

  private struct Head {
    var items = 0
    var itemBytes = 0
    var halfItems = 0
    var halfBytes = 0
    var lines = 0
    var orders = 0
    var currency = Currency.usd
    var budget: String?
    var currentStore = ""
    var isSeeded = false
    var texts: [String] = []
    /// The texts that are currency codes, at the same numbers.
    var currencies: [Currency?] = []
    var stores: [Store] = []
    var aisles: [String: [String]] = [:]
    var merged: [CartLine.ID: CartLine.ID] = [:]
    var undo: [String: [Int]] = [:]
    var redo: [String: [Int]] = [:]
    var people = SharedState.People()
  }

  private static func head(_ s: inout JSONScanner) throws(JSONError) -> Head {
    // Nothing can hold more values than bytes: a bound before memory is set aside.
    let limit = UInt(s.bytes.count)
    var head = Head()
    try s.readObject { (name, s) throws(JSONError) in
      switch name {
      case "items": head.items = Int(min(try s.readUInt(), limit))
      case "itemBytes": head.itemBytes = Int(min(try s.readUInt(), limit))
      case "halfItems": head.halfItems = Int(min(try s.readUInt(), limit))
      case "halfBytes": head.halfBytes = Int(min(try s.readUInt(), limit))
      case "lines": head.lines = Int(min(try s.readUInt(), limit))
      case "orders": head.orders = Int(min(try s.readUInt(), limit))
      case "currency": head.currency = Currency(code: try s.readString()) ?? .usd
      case "budget": head.budget = try s.readString()
      case "currentStore": head.currentStore = try s.readString()
      case "seeded": head.isSeeded = try s.readBool()
      case "use": head.people.use = Use(rawValue: try s.readString()) ?? .personal
      case "accounts":
        try s.readArray { (s) throws(JSONError) in
          head.people.accounts.append(try ValueCoding.account(&s))
        }
      case "heldCarts":
        try s.readArray { (s) throws(JSONError) in
          head.people.heldCarts.append(try ValueCoding.heldCart(&s))
        }
      case "hidesForgottenPINs": head.people.hidesForgottenPINs = try s.readBool()
      case "texts": head.texts = try texts(&s)
      case "stores":
        try s.readArray { (s) throws(JSONError) in head.stores.append(try ValueCoding.store(&s)) }
      case "aisles":
        try s.readObject { (name, s) throws(JSONError) in
          let store = name.string
          head.aisles[store] = try texts(&s)
        }
      case "merged":
        let ids = try texts(&s).compactMap { CartLine.ID(text: $0) }
        for at in stride(from: 0, to: ids.count - 1, by: 2) { head.merged[ids[at]] = ids[at + 1] }
      case "undo": head.undo = try positions(&s)
      case "redo": head.redo = try positions(&s)
      default: try s.skipValue()
      }
    }
    head.currencies = head.texts.map { Currency(code: $0) }
    return head
  }

  /// Below this many the second thread costs more than it brings.
  private static let enoughForTwo = 10_000

  /// All items in their slots, not found by their identifiers yet; nil when they are not what the
  /// head says. Two threads read a half each: opening a long list is all reading.
  private static func items(_ s: inout JSONScanner, _ head: Head) -> ItemTable? {
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
        Pair.run {
          isRead.0 = read(bytes, start..<middle.1, head, into: first)
        } _: {
          isRead.1 = read(bytes, middle.1..<end, head, into: rest)
        }
      } else {
        isRead.0 = read(bytes, start..<end, head, into: first)
      }
      return isRead.0 && isRead.1
    }
  }

  /// Fills every slot: with nothing from the first item on that cannot be read.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ head: Head,
    into slots: UnsafeMutableBufferPointer<Item?>
  ) -> Bool {
    var s = JSONScanner(
      UnsafeBufferPointer(rebasing: bytes[..<range.upperBound]), offset: range.lowerBound)
    var count = 0
    do throws(JSONError) {
      while count < slots.count {
        slots.initializeElement(at: count, to: try item(&s, head))
        count += 1
      }
      return s.isAtEnd()
    } catch {
      for slot in count..<slots.count { slots.initializeElement(at: slot, to: nil) }
      return false
    }
  }

  private static func lines(
    _ s: inout JSONScanner, _ head: Head, _ lines: inout [CartLine]
  ) -> JSONError? {
    lines.reserveCapacity(head.lines)
    do throws(JSONError) {
      for _ in 0..<head.lines { lines.append(try line(&s)) }
      return nil
    } catch {
      return error
    }
  }

  private static func texts(_ s: inout JSONScanner) throws(JSONError) -> [String] {
    var all: [String] = []
    try s.readArray { (s) throws(JSONError) in all.append(try s.readString()) }
    return all
  }

  private static func positions(_ s: inout JSONScanner) throws(JSONError) -> [String: [Int]] {
    var stacks: [String: [Int]] = [:]
    try s.readObject { (name, s) throws(JSONError) in
      let author = name.string
      var stack: [Int] = []
      try s.readArray { (s) throws(JSONError) in stack.append(try s.readInt()) }
      stacks[author] = stack
    }
    return stacks
  }

  private static func item(
    _ s: inout JSONScanner, _ head: Head
  ) throws(JSONError) -> Item {
    try s.beginArray()
    let id = Item.ID(UInt64(bitPattern: Int64(try s.readInt())))
    try s.consumeComma()
    let name = try s.readString()
    try s.consumeComma()
    let category = try text(&s, head)
    try s.consumeComma()
    let minor = try s.tryNull() ? nil : try s.readInt()
    try s.consumeComma()
    let currency = Int(try s.readUInt() & 0xFFFF_FFFF)
    try s.consumeComma()
    let per = try quantity(&s)
    try s.consumeComma()
    let isFavourite = try s.readUInt() != 0
    try s.consumeComma()
    let addedAt = try s.readInt()
    var item = Item(
      id: id, name: name, category: category, per: per, isFavourite: isFavourite, addedAt: addedAt)
    if let minor, head.currencies.indices.contains(currency), let known = head.currencies[currency]
    {
      item.price = Money(minorUnits: minor, currency: known)
    }
    if s.tryConsume(0x2C) {
      item.picture = try text(&s, head)
      try s.consumeComma()
      item.description = try s.readString()
      try s.consumeComma()
      item.store = try text(&s, head)
      try s.consumeComma()
      item.addedBy = try text(&s, head)
      try s.consumeComma()
      item.source = try s.readString()
    }
    try s.endArray()
    return item
  }

  private static func text(_ s: inout JSONScanner, _ head: Head) throws(JSONError) -> String {
    let number = Int(try s.readUInt() & 0xFFFF_FFFF)
    guard head.texts.indices.contains(number) else { throw s.here }
    return head.texts[number]
  }

  private static func quantity(_ s: inout JSONScanner) throws(JSONError) -> Quantity {
    let thousandths = try s.readInt()
    try s.consumeComma()
    guard let unit = Unit(rawValue: UInt8(truncatingIfNeeded: try s.readUInt())) else {
      throw s.here
    }
    return Quantity(thousandths: thousandths, unit: unit)
  }

  private static func line(_ s: inout JSONScanner) throws(JSONError) -> CartLine {
    try s.beginArray()
    let id = CartLine.ID(UInt64(bitPattern: Int64(try s.readInt())))
    try s.consumeComma()
    let item = Item.ID(UInt64(bitPattern: Int64(try s.readInt())))
    try s.consumeComma()
    let quantity = try quantity(&s)
    try s.consumeComma()
    let isPicked = try s.readUInt() != 0
    try s.consumeComma()
    let rank = try s.readInt()
    try s.consumeComma()
    let addedBy = try s.readString()
    var cart = Cart.ID.main
    if s.tryConsume(0x2C) { cart = Cart.ID(UInt64(bitPattern: Int64(try s.readInt()))) }
    try s.endArray()
    return CartLine(
      id: id, item: item, quantity: quantity, isPicked: isPicked, rank: rank, addedBy: addedBy,
      cart: cart)
  }
}
