/// The JSON that verbs print. Members are only ever added.
enum JSONOutput {
  /// A line of the cart, with the facts about its item.
  static func write(_ line: CartLine, _ item: Item, _ state: SharedState, _ w: inout JSONWriter) {
    w.object { w in
      w.member("id", line.id.description)
      w.member("item", item.id.description)
      w.member("name", item.name)
      w.member("quantity", "unit", line.quantity)
      w.member("category", item.category)
      price(item, state.currency, &w)
      if let pack = item.pack { w.member("pack", "packUnit", pack) }
      w.member("cost", item.cost(of: line.quantity))
      w.member("picked", line.isPicked)
      w.member("favourite", item.isFavourite)
      w.member("store", item.store)
      addedBy(line.addedBy, state, &w)
    }
  }

  /// An item, in the cart or not.
  static func write(_ item: Item, _ state: SharedState, _ w: inout JSONWriter) {
    w.object { w in
      w.member("id", item.id.description)
      w.member("name", item.name)
      w.member("category", item.category)
      price(item, state.currency, &w)
      if let pack = item.pack { w.member("pack", "packUnit", pack) }
      w.member("inCart", state.cart.contains(item.id))
      w.member("favourite", item.isFavourite)
      w.member("store", item.store)
      w.member("picture", item.picture)
      if let barcode = item.barcode { w.member("barcode", barcode) }
      w.member("description", item.description)
      addedBy(item.addedBy, state, &w)
      w.member("addedAt", item.addedAt)
    }
  }

  /// By name, if an account added it.
  private static func addedBy(_ author: String, _ state: SharedState, _ w: inout JSONWriter) {
    let name = state.name(of: author)
    if !name.isEmpty { w.member("addedBy", name) }
  }

  /// An account, without its credentials.
  ///
  /// - Parameters:
  ///   - actor: who sees it: an employee sees no addresses of others.
  ///   - isOnline: nil if presence was not checked.
  static func write(
    _ account: Account, _ state: SharedState, for actor: Actor, _ w: inout JSONWriter,
    isOnline: Bool? = nil
  ) {
    w.object { w in
      w.member("id", account.id.description)
      w.member("name", account.name)
      w.member("firstName", account.firstName)
      w.member("lastName", account.lastName)
      w.member("email", state.email(of: account, for: actor))
      w.member("role", account.role.rawValue)
      w.member("hired", account.since.text)
      w.member("pieces", state.carts.summary(of: account.cart).pieces)
      if let isOnline { w.member("online", isOnline) }
    }
  }

  /// The price of `per`; null if unknown.
  private static func price(_ item: Item, _ list: Currency, _ w: inout JSONWriter) {
    w.member("price", item.price)
    w.member("currency", (item.price?.currency ?? list).code)
    w.member("per", "perUnit", item.per)
  }

  static func write(_ store: Store, _ w: inout JSONWriter) {
    w.object { w in
      w.member("id", store.id.description)
      w.member("name", store.name)
      w.member("address", store.address)
      w.member("phone", store.phone)
      w.member("email", store.email)
      w.member("note", store.note)
      if let place = store.place { write(place, &w) }
    }
  }

  /// The members of a place.
  static func write(_ place: Coordinates, _ w: inout JSONWriter) {
    w.name("latitude")
    w.number(place.latitudeText)
    w.name("longitude")
    w.number(place.longitudeText)
  }

  /// - Parameter waiting: its mail that was not sent, or may not have been.
  static func write(
    _ order: Order, _ state: SharedState, waiting: MailDraft? = nil, _ w: inout JSONWriter
  ) {
    w.object { w in
      w.member("id", order.id.description)
      w.member("number", order.number)
      w.member("label", state.label(of: order))
      w.member("name", order.name)
      w.member("address", order.address)
      w.member("store", order.store)
      w.member("note", order.note)
      w.member("placedAt", order.placedAt)
      w.member("placed", Wording.iso8601(order.placedAt))
      let name = state.nameAtThatTime(of: order.placedBy)
      if !name.isEmpty { w.member("placedBy", name) }
      w.optional("mail", state.mailing(of: order.id)) { mailing, w in
        w.object { w in
          w.member("to", mailing.to)
          w.member("at", mailing.at)
          w.member("sent", Wording.iso8601(mailing.at))
          w.member("uncertain", mailing.isUncertain)
        }
      }
      w.optional("mailNotSent", waiting) { draft, w in
        w.object { w in
          w.member("to", draft.to)
          w.member("uncertain", draft.mayHaveBeenSent)
        }
      }
      w.member("pieces", order.pieces)
      let total = order.total(in: state.currency)
      w.member("total", total)
      w.member("currency", total.currency.code)
      w.member("unknownPrices", order.unknownPrices)
      w.array("lines", order.lines) { line, w in
        w.object { w in
          w.member("item", line.item.description)
          w.member("name", line.name)
          w.member("category", line.category)
          w.member("quantity", "unit", line.quantity)
          w.member("cost", line.cost)
          if let cost = line.cost { w.member("currency", cost.currency.code) }
        }
      }
    }
  }
}

extension JSONWriter {
  /// An exact number; null if unknown.
  mutating func member(_ name: String, _ money: Money?) {
    optional(name, money) { $1.number($0.decimal) }
  }

  mutating func member(_ name: String, _ unit: String, _ quantity: Quantity) {
    self.name(name)
    number(quantity.number)
    member(unit, quantity.unit.symbol)
  }
}
