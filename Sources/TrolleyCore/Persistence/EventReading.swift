/// One journal line, read.
struct DecodedLine {
  var replica = ReplicaID(0)
  var number = 0
  var time = 0
  var author = ""
  var role = StepRole.change
  /// Nil for a kind that this program does not know.
  var event: Event?
}

extension EventCoding {
  /// Puts the lines of one step together. Throws where a line's JSON is not what its kind asks for.
  public static func entry(
    position: Int, lines: [UnsafeRawBufferPointer]
  ) throws(JSONError) -> Entry {
    var events: [Event] = []
    var first: DecodedLine?
    for bytes in lines {
      let line = try decode(bytes)
      if first == nil { first = line }
      if let event = line.event { events.append(event) }
    }
    let head = first ?? DecodedLine()
    return Entry(
      position: position,
      step: Step(
        replica: head.replica, number: head.number, time: head.time, author: head.author,
        role: head.role, events: events))
  }

  /// Members may come in any order; those of the event are read once its kind is known.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> DecodedLine {
    var line = DecodedLine()
    var kind = ""
    var places: [(name: String, offset: Int)] = []
    var s = JSONScanner(bytes)
    try s.readObject { (raw, s) throws(JSONError) in
      switch raw {
      case "by":
        guard let id = ReplicaID(text: try s.readString()) else { throw s.here }
        line.replica = id
      case "i": line.number = try s.readInt()
      case "t": line.time = try s.readInt()
      case "who": line.author = CleanText.line(try s.readString(), limit: .name)
      case "undo": line.role = .undo(try s.readInt())
      case "redo": line.role = .redo(try s.readInt())
      case "kind": kind = try s.readString()
      default:
        let name = raw.string
        s.skipWhitespace()
        places.append((name, s.offset))
        try s.skipValue()
      }
    }
    try s.finish()
    line.event = try event(kind, EventMembers(bytes: bytes, places: places))
    return line
  }

  private static func event(
    _ kind: String, _ m: EventMembers
  ) throws(JSONError) -> Event? {
    switch kind {
    case "itemsAdded": .itemsAdded(try m.array("items", ValueCoding.item))
    case "itemsRemoved": .itemsRemoved(try m.array("items", ValueCoding.item))
    case "itemChanged":
      .itemChanged(
        try m.id("item"), from: try m.value("from", ValueCoding.itemFields),
        to: try m.value("to", ValueCoding.itemFields))
    case "linesAdded": .linesAdded(try m.array("lines", ValueCoding.line))
    case "linesRemoved": .linesRemoved(try m.array("lines", ValueCoding.line))
    case "quantityChanged":
      .quantityChanged(
        try m.id("line"), by: try m.quantity("amount"), was: try m.unit("was"),
        becomes: try m.unit("becomes"))
    case "linesPicked": .linesPicked(try m.ids("lines"), true)
    case "linesUnpicked": .linesPicked(try m.ids("lines"), false)
    case "storeAdded": .storeAdded(try m.value("store", ValueCoding.store))
    case "storeRemoved": .storeRemoved(try m.value("store", ValueCoding.store))
    case "storeChanged":
      .storeChanged(
        from: try m.value("from", ValueCoding.store), to: try m.value("to", ValueCoding.store))
    case "orderPlaced": .orderPlaced(try m.value("order", ValueCoding.order))
    case "orderWithdrawn": .orderWithdrawn(try m.value("order", ValueCoding.order))
    case "orderLinesAdded":
      .orderLinesAdded(try m.id("order"), try m.array("lines", ValueCoding.orderLine))
    case "orderLinesRemoved":
      .orderLinesRemoved(try m.id("order"), try m.array("lines", ValueCoding.orderLine))
    case "settingChanged":
      if let setting = ListSetting(rawValue: try m.text("setting")) {
        .settingChanged(setting, from: try m.text("from"), to: try m.text("to"))
      } else {
        nil
      }
    case "aislesWalked":
      .aislesWalked(
        store: try m.text("store"), from: try m.texts("from"), to: try m.texts("to"))
    case "useChanged":
      if let from = Use(rawValue: try m.text("from")), let to = Use(rawValue: try m.text("to")) {
        .useChanged(from: from, to: to)
      } else {
        nil
      }
    case "accountAdded": .accountAdded(try m.value("account", ValueCoding.account))
    case "accountRemoved": .accountRemoved(try m.value("account", ValueCoding.account))
    case "accountChanged":
      .accountChanged(
        from: try m.value("from", ValueCoding.account), to: try m.value("to", ValueCoding.account))
    case "linesMoved":
      .linesMoved(try m.ids("lines"), from: try m.cart("from"), to: try m.cart("to"))
    case "cartHeld": .cartHeld(try m.value("cart", ValueCoding.heldCart))
    case "cartTakenUp": .cartTakenUp(try m.value("cart", ValueCoding.heldCart))
    case "seeded": .seeded
    default: nil
    }
  }
}

/// Where the members of an event stand in its line.
private struct EventMembers {
  let bytes: UnsafeRawBufferPointer
  let places: [(name: String, offset: Int)]

  func value<T>(
    _ name: String, _ read: (inout JSONScanner) throws(JSONError) -> T
  ) throws(JSONError) -> T {
    guard let place = places.first(where: { $0.name == name }) else {
      throw JSONError(.expected(.value), at: bytes.count)
    }
    var s = JSONScanner(bytes.bindMemory(to: UInt8.self), offset: place.offset)
    return try read(&s)
  }

  func array<T>(
    _ name: String, _ read: (inout JSONScanner) throws(JSONError) -> T
  ) throws(JSONError) -> [T] {
    try value(name) { (s) throws(JSONError) in
      var all: [T] = []
      try s.readArray { (s) throws(JSONError) in all.append(try read(&s)) }
      return all
    }
  }

  func text(_ name: String) throws(JSONError) -> String {
    CleanText.line(try value(name) { (s) throws(JSONError) in try s.readString() }, limit: .address)
  }

  func texts(_ name: String) throws(JSONError) -> [String] {
    try array(name) { (s) throws(JSONError) in CleanText.line(try s.readString(), limit: .name) }
  }

  func id<ID: Identifier>(_ name: String) throws(JSONError) -> ID {
    guard let id = ID(text: try text(name)) else {
      throw JSONError(.expected(.string), at: 0)
    }
    return id
  }

  /// The list's own cart is 0, which is no identifier of anything else.
  func cart(_ name: String) throws(JSONError) -> Cart.ID {
    try text(name) == "0" ? .main : id(name)
  }

  func ids<ID: Identifier>(_ name: String) throws(JSONError) -> [ID] {
    try array(name) { (s) throws(JSONError) in
      guard let id = ID(text: try s.readString()) else { throw s.here }
      return id
    }
  }

  func quantity(_ name: String) throws(JSONError) -> Quantity {
    guard let quantity = ValueCoding.quantity(try text(name)) else {
      throw JSONError(.expected(.string), at: 0)
    }
    return quantity
  }

  func unit(_ name: String) throws(JSONError) -> Unit {
    guard let unit = Unit(symbol: try text(name)) else {
      throw JSONError(.expected(.string), at: 0)
    }
    return unit
  }
}

extension JSONScanner {
  /// An error at this place: a value of the right kind that makes no sense.
  var here: JSONError { JSONError(.expected(.value), at: offset) }
}
