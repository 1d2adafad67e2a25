extension Item: Record {
  static var blank: Item { Item(id: ID(0), name: "") }

  @inline(__always)
  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Item {
    try c.field("id", \.id, .id())
    try c.field("name", \.name, .name)
    try c.field("category", \.category, .text, .shared)
    try c.field("price", \.price, .price)
    try c.field("per", \.per, QuantityCodec())
    try c.field("picture", \.picture, .text, .sharedSecond)
    try c.field("description", \.description, .note, .second)
    try c.field("store", \.store, .text, .sharedSecond)
    try c.field("source", \.source, .text, .third)
    try c.field("favourite", \.isFavourite, .flag)
    try c.field("addedBy", \.addedBy, .text, .sharedSecond)
    try c.field("addedAt", \.addedAt, .int)
    try c.field("pack", \.pack, PackCodec(), .third)
  }
}

extension CartLine: Record {
  static var blank: CartLine { CartLine(id: ID(0), item: Item.ID(0), quantity: .one, rank: 0) }

  @inline(__always)
  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == CartLine {
    try c.field("id", \.id, .id())
    try c.field("item", \.item, .id())
    try c.field("quantity", \.quantity, QuantityCodec(isRequired: true, isPositive: true))
    try c.field("picked", \.isPicked, .flag)
    try c.field("rank", \.rank, .int(in: 0...(1 << 40)))
    try c.field("addedBy", \.addedBy, .text)
    try c.field("cart", \.cart, .optionalID(), .second)
  }
}

extension Store: Record {
  static var blank: Store { Store(id: ID(0), name: "") }

  @inline(__always)
  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Store {
    try c.field("id", \.id, .id())
    try c.field("name", \.name, .name)
    try c.field("address", \.address, .text)
    try c.field("phone", \.phone, .text)
    try c.field("email", \.email, .text)
    try c.field("note", \.note, .note)
    let place = SymbolCodec<Coordinates>(text: \.text, value: { Coordinates(typed: $0) })
    try c.field("place", \.place, OptionalCodec(base: place))
    try c.field("googlePlace", \.googlePlace, .text)
  }
}

extension Order: Record {
  static var blank: Order { Order(id: ID(0), number: 1, name: "", address: "", placedAt: 0) }

  @inline(__always)
  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Order {
    try c.field("id", \.id, .id())
    try c.field("number", \.number, .int(in: 1...(1 << 40)))
    try c.field("name", \.name, .kept(.address))
    try c.field("address", \.address, .kept(.address))
    try c.field("store", \.store, .text)
    try c.field("storeID", \.storeID, OptionalCodec(base: .id()))
    try c.field("note", \.note, .note)
    try c.field("placedAt", \.placedAt, .int)
    try c.field("placedBy", \.placedBy, .text)
    try c.field("lines", \.lines, ListCodec(element: .record(), isPart: true))
  }
}

extension OrderMailing: Record {
  static var blank: OrderMailing { OrderMailing(order: Order.ID(0), number: 1, to: "", at: 0) }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == OrderMailing {
    try c.field("order", \.order, .id())
    try c.field("number", \.number, .int(in: 1...(1 << 40)))
    try c.field("to", \.to, .text)
    try c.field("at", \.at, .int)
    try c.field("uncertain", \.isUncertain, .flag)
    try c.field("said", \.isSaid, .flag)
    try c.field("unwanted", \.isUnwanted, .flag)
    try c.field("takenBack", \.isTakenBack, .flag)
  }
}

extension Order.Line: Record {
  static var blank: Order.Line {
    Order.Line(item: Item.ID(0), name: "", category: "", quantity: .one, cost: nil)
  }

  @inline(__always)
  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Order.Line {
    try c.field("item", \.item, .id())
    try c.field("name", \.name, .name)
    try c.field("category", \.category, .text)
    try c.field("quantity", \.quantity, .quantity)
    try c.field("cost", \.cost, .price)
    try c.field("pack", \.pack, PackCodec())
  }
}

/// In the journal and in snapshots; never in an export.
extension Account: Record {
  static var blank: Account { Account(id: ID(0), firstName: "", since: Day(number: 0)) }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Account {
    try c.field("id", \.id, .id())
    try c.field("role", \.role, .choice())
    try c.field("first", \.firstName, .name)
    try c.field("last", \.lastName, .shortText)
    try c.field("email", \.email, .shortText)
    try c.field("since", \.since, SymbolCodec(text: \.text, value: { Day(text: $0) }))
    try c.field(
      "pin", \.pin,
      PairCodec(
        names: ("sealed", "mark"), texts: { ($0?.sealed ?? "", $0?.mark ?? "") },
        value: { SealedPIN(sealed: $0, mark: $1).map(Optional.some) }))
    try c.field(
      "password", \.password,
      SymbolCodec(
        isRequired: false, text: { $0?.sealed ?? "" },
        value: { SealedPassword(sealed: $0).map(Optional.some) }))
    try c.field(
      "identities", \.identities,
      ListCodec(
        element: PairCodec(
          names: ("issuer", "subject"), texts: { ($0.issuer, $0.subject) },
          value: { Identity(issuer: $0, subject: $1) }), isKept: false))
    try c.field("recovery", \.recovery, .code)
    try c.field("recovered", \.recovered, OptionalCodec(base: .record()))
  }
}

extension RecoveredAccess: Record {
  static var blank: RecoveredAccess { RecoveredAccess(way: .address, at: 0) }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError)
  where C.Entity == RecoveredAccess {
    try c.field("way", \.way, .choice())
    try c.field("at", \.at, .int)
    try c.field("seen", \.isSeen, .flag)
  }
}

/// In the journal and in snapshots; never in an export.
extension HeldCart: Record {
  static var blank: HeldCart { HeldCart(id: Cart.ID(0), note: "", heldBy: "", heldAt: 0) }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == HeldCart {
    try c.field("id", \.id, .id())
    try c.field("note", \.note, .kept(.name))
    try c.field("heldBy", \.heldBy, .kept(.address))
    try c.field("heldAt", \.heldAt, .int)
  }
}
