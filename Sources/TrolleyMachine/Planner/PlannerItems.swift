extension Planner {
  mutating func add(_ requests: [AddRequest]) throws(ChangeError) {
    // A second owner of the names of a long list would make a copy of them.
    let few = names == nil ? NameIndex(state.items, isForMany: requests.count > 8) : nil
    var book = AddBook(count: requests.count)
    // As this step leaves those that were there: a list may name them again.
    var changed: [Item.ID: Item] = [:]
    for asked in requests {
      let name = try cleanName(asked.name)
      let picture = try check(asked)
      let request = state.spelled(asked, &spellings)
      let key = Folding.key(name)
      if let made = book.made(key) {
        let item = book.merge(request, into: made)
        takers[item.id, default: 0] += 1
        if request.isInCart, !book.raises(item, by: request.amount(of: item)) {
          putNew(request, item, &book)
        }
      } else if let id = (names ?? few)?.id(of: name, key, in: state.items),
        let item = changed[id] ?? state.items[id]
      {
        takers[id, default: 0] += 1
        changed[id] =
          names?.isOwn(id, ids) == true
          ? try merge(request, into: item) : try addAgain(request, picture, item)
      } else {
        let item = make(request, name, picture)
        takers[item.id] = 1
        book.make(item, key)
        if request.isInCart { putNew(request, item, &book) }
      }
    }
    names?.take(book.names)
    let (items, lines) = book.finished
    if !items.isEmpty { events.insert(.itemsAdded(items), at: 0) }
    if !lines.isEmpty { events.append(.linesAdded(lines)) }
  }

  /// Validates a request and returns its picture.
  private func check(_ request: AddRequest) throws(ChangeError) -> String {
    if let price = request.price, price.minorUnits < 0 || price.minorUnits > Money.limit {
      throw .badPrice(price.decimal, numbers)
    }
    _ = try clean(request.category ?? "", .category, .name)
    let store = try clean(request.store ?? "", .store, .name)
    if !request.isOfList, !store.isEmpty { _ = try state.favouriteStore(said: store) }
    _ = try clean(request.description ?? "", .description, .note)
    for amount in [request.quantity, request.per, request.pack].compactMap({ $0 }) {
      try check(amount, of: request.name)
    }
    return try picture(request.picture ?? "")
  }

  private mutating func make(
    _ request: AddRequest, _ name: String, _ picture: String
  ) -> Item {
    let id: Item.ID = ids.next()
    let code = request.barcode.flatMap { release($0, besides: id) ? $0.source : nil }
    return Item(
      id: id, name: name,
      category: request.category ?? "",
      price: request.price, per: request.per(of: nil), pack: request.pack,
      picture: picture,
      description: request.description(after: ""),
      store: request.store ?? "", source: code ?? "",
      isFavourite: request.isFavourite, addedBy: author, addedAt: now)
  }

  /// A barcode is that of what was named beside it last. False where it belongs to what another person named.
  private mutating func release(_ barcode: Barcode, besides id: Item.ID) -> Bool {
    for other in state.items.fromCatalogues where other.source == barcode.source && other.id != id {
      var bare = other
      bare.source = ""
      let before = events.count
      changeIfAllowed(other, bare)
      if events.count == before { return false }
    }
    return true
  }

  func cleanName(_ text: String) throws(ChangeError) -> String {
    guard CleanText.fits(text, .name) else { throw .nameTooLong }
    let name = CleanText.line(text, limit: .name)
    guard !name.isEmpty else { throw .emptyName }
    return name
  }

  /// Cleaning would silently cut a long text, so it is refused instead.
  ///
  /// - Parameter field: its name in a form: "note".
  func clean(
    _ text: String, _ field: FormState.FieldID, _ limit: CleanText.Limit
  ) throws(ChangeError) -> String {
    guard CleanText.fits(text, limit) else {
      throw .tooLong(field: "That " + field.rawValue, limit: limit.graphemes)
    }
    return CleanText.line(text, limit: limit)
  }

  private mutating func putNew(_ request: AddRequest, _ item: Item, _ book: inout AddBook) {
    book.put(newLine(item, request.amount(of: item), isPicked: request.isPicked))
  }

  /// Updates an existing item with the new values, and adds it to the cart again. Returns it as it is then.
  private mutating func addAgain(
    _ request: AddRequest, _ picture: String, _ item: Item
  ) throws(ChangeError) -> Item {
    var request = request
    request.picture = picture
    let changed = state.changed(item, by: request)
    let now = changeOrLeave(item, changed)
    if let barcode = request.barcode {
      var named = now
      named.source = item.source(named: barcode)
      if named.isKnown(by: barcode), release(barcode, besides: item.id), named != now {
        changeIfAllowed(now, named)
      }
    }
    guard request.isInCart else { return now }
    let amount = request.amount(of: now)
    if try addToLine(of: item, amount, isPicked: request.isPicked) { return now }
    try putInCart(item, amount, isPicked: request.isPicked)
    return now
  }

  /// Like `AddBook.merge` and `raises`, for an item of an earlier piece of this list.
  private mutating func merge(_ request: AddRequest, into item: Item) throws(ChangeError) -> Item {
    var changed = item
    changed.take(priceOf: request)
    note(change: item, changed)
    guard request.isInCart else { return changed }
    unticked.formUnion(state.cart.lines(of: item.id).lazy.map(\.id))
    try putInCart(item, request.amount(of: changed), isPicked: request.isPicked)
    return changed
  }

  mutating func note(change old: Item, _ new: Item) {
    let (from, to) = ItemFields.difference(old, new)
    if !to.isEmpty { events.append(.itemChanged(old.id, from: from, to: to)) }
  }

  mutating func edit(_ id: Item.ID, _ draft: ItemDraft) throws(ChangeError) {
    let old = try item(id)
    var new = old
    if let name = draft.name {
      new.name = try cleanName(name)
      if let other = state.items.first(named: new.name), other != id {
        throw .nameTaken(state.items[other]?.name ?? new.name)
      }
    }
    if let category = draft.category {
      let category = try clean(category, .category, .name)
      new.category = respelled(\.category, of: old, category, as: state.known(category: category))
    }
    // Fields that were not touched still hold the plain numbers that they were filled with.
    if let text = draft.per, !text.trimmed.isEmpty, text != old.per.text {
      new.per = try quantity(text)
    }
    if let text = draft.price {
      if text.trimmed.isEmpty {
        new.price = nil
      } else {
        let (price, per) = try price(text)
        new.price = price
        if let per { new.per = per }
      }
    }
    if let text = draft.picture { new.picture = try picture(text, before: old.picture) }
    if let description = draft.description {
      new.description = try clean(description, .description, .note)
    }
    // One that was not touched may be a name from before there were several branches.
    if let store = draft.store, store != old.store {
      let store = try clean(store, .store, .name)
      let name = store.isEmpty ? "" : try state.storeName(said: store)
      new.store =
        state.stores.labelled(name) == nil ? respelled(\.store, of: old, store, as: name) : name
    }
    if let pack = draft.quantity.flatMap({ QuantityText.typed($0, numbers: numbers)?.pack }) {
      new.pack = pack
    }
    note(change: old, new)
    if let text = draft.quantity { try edit(quantity: text, of: new, draft.line) }
  }

  /// A name as it was typed where the only item that spells it otherwise is the one that is edited.
  private func respelled(
    _ name: KeyPath<Item, String>, of old: Item, _ typed: String, as known: String
  ) -> String {
    guard typed != known, known == old[keyPath: name], !SeedCategories.names.contains(known),
      !state.items.all.contains(where: { $0.id != old.id && $0[keyPath: name] == known })
    else { return known }
    return typed
  }

  /// The name of an existing picture. An item keeps the one it has: a later Trolley with more
  /// pictures may have written it.
  private func picture(_ text: String, before old: String = "") throws(ChangeError) -> String {
    let name = try clean(text, .picture, .address)
    if name.isEmpty || name == old || PictureSource(name) != nil { return name }
    if name.contains("/") || PictureFolder.isPicture(name) { throw .badPicture(name) }
    if let known = SeedPictures.name(meant: name) { return known }
    // The words that an item's own name is understood by.
    if let glyph = ItemGlyph.glyph(name: name, category: "") { return String(Character(glyph)) }
    throw .noSuchPicture(name, nearest: NearestNames.of(name, among: SeedPictures.names))
  }

  private mutating func edit(
    quantity text: String, of item: Item, _ line: CartLine.ID?
  ) throws(ChangeError) {
    let all = state.cart.lines(of: item.id)
    let edited = all.first { $0.id == line }
    let lines = edited.map { [$0] } ?? all
    guard !text.trimmed.isEmpty else { return takeOut(lines) }
    if lines.contains(where: { $0.quantity.text(pack: item.pack) == text }) { return }
    // Of what is sold in packs a bare number counts those, as where it is added, unless pieces are there.
    let typed = try quantity(text)
    let isThere = lines.contains { $0.quantity.unit.addsUp(with: typed.unit) }
    let new = isThere ? typed : item.amount(typed)
    // The line in a unit like that; what is there in other units stays, unless it is all there is.
    let like = lines.first { $0.quantity.unit.addsUp(with: new.unit) }
    // Another line in such a unit takes what this one becomes: there is one of each.
    if like == nil, let edited,
      all.contains(where: { $0.id != edited.id && $0.quantity.unit.addsUp(with: new.unit) })
    {
      takeOut([edited])
      try putInCart(item, new)
    } else if let line = like ?? (lines.count == 1 ? lines[0] : nil) {
      try setQuantity(line, new)
    } else {
      try putInCart(item, new)
    }
  }

  /// A price as typed, and what it is for if that was typed as well: `2.50`, `$2.50/kg`.
  func price(_ text: String) throws(ChangeError) -> (money: Money, per: Quantity?) {
    guard let (money, per) = PriceText.parse(text, currency: state.currency, numbers: numbers)
    else {
      throw .badPrice(CleanText.line(text, limit: .name), numbers)
    }
    return (money, per)
  }

  /// A quantity as typed: `2`, `500 g`, `½ l`.
  func quantity(_ text: String) throws(ChangeError) -> Quantity {
    guard let quantity = QuantityText.typed(text, numbers: numbers)?.quantity, quantity.isValid
    else { throw .badQuantity(CleanText.line(text, limit: .name), numbers) }
    return quantity
  }

  mutating func delete(_ ids: [Item.ID]) throws(ChangeError) {
    let items = ids.compactMap { state.items[$0] }
    guard !items.isEmpty else { throw .itemIsGone }
    let lines = items.flatMap { state.carts.lines(of: $0.id) }
    // Who may not take it out of the family's cart does not do so by the way.
    if state.use == .household, !lines.isEmpty {
      try AccessPolicy.check([.itemsRemoved(items)], by: actor, in: state)
      try AccessPolicy.check([.linesRemoved(lines)], by: actor, in: state)
    }
    // From every cart, so that undo restores all of it.
    takeOut(lines)
    events.append(.itemsRemoved(items))
  }

  mutating func favourite(_ ids: [Item.ID], _ on: Bool) throws(ChangeError) {
    for id in ids {
      let old = try item(id)
      var new = old
      new.isFavourite = on
      note(change: old, new)
    }
  }
}

/// The items and lines added in one step but not in the state yet, so that a name that occurs twice
/// in a paste becomes one item.
private struct AddBook {
  private var items: [Item] = []
  private var lines: [CartLine] = []
  private var itemOfKey: [String: Int] = [:]
  private var linesOfItem: [Item.ID: [Int]] = [:]

  init(count: Int) {
    items.reserveCapacity(count)
    itemOfKey.reserveCapacity(count)
  }

  var finished: ([Item], [CartLine]) { (items, lines) }
  var names: [String: Item.ID] { itemOfKey.mapValues { items[$0].id } }

  /// The index of the item added under this key.
  func made(_ key: String) -> Int? { itemOfKey[key] }

  mutating func make(_ item: Item, _ key: String) {
    itemOfKey[key] = items.count
    items.append(item)
  }

  mutating func put(_ line: CartLine) {
    linesOfItem[line.item, default: []].append(lines.count)
    lines.append(line)
  }

  mutating func merge(_ request: AddRequest, into index: Int) -> Item {
    items[index].take(priceOf: request)
    return items[index]
  }

  /// Adds to the item's line with a compatible unit; returns false if there is none.
  mutating func raises(_ item: Item, by quantity: Quantity) -> Bool {
    for at in linesOfItem[item.id] ?? [] {
      guard let sum = lines[at].quantity.adding(quantity) else { continue }
      lines[at].quantity = sum
      return true
    }
    return false
  }
}

/// Finds items by name, ignoring case, accents and plurals.
struct NameIndex {
  /// The names of what is not in the snapshot; nil when few are looked for, each of which then
  /// looks for itself.
  private var byKey: [String: Item.ID]?
  /// What more than one item is called.
  private var shared: Set<String> = []
  /// Identifiers after this one were made for the list that is being added.
  var firstOwn: UInt64?

  init(_ items: ItemTable, isForMany: Bool) {
    guard isForMany else { return }
    var byKey: [String: Item.ID] = [:]
    for item in items.overlay {
      let key = Folding.key(item.name)
      let isAgain = byKey.updateValue(item.id, forKey: key) != nil
      if isAgain || items.firstUnchanged(named: item.name, key: key) != nil {
        shared.insert(key)
      }
    }
    self.byKey = byKey
  }

  func isOwn(_ id: Item.ID, _ ids: IdentifierSource) -> Bool {
    guard let firstOwn else { return false }
    return id.number >> 24 == ids.replica.number & 0xFFFF_FFFF && id.number & 0xFF_FFFF > firstOwn
  }

  mutating func take(_ names: [String: Item.ID]) { byKey?.merge(names) { $1 } }

  func id(of name: String, in items: ItemTable) -> Item.ID? {
    id(of: name, Folding.key(name), in: items)
  }

  func id(of name: String, _ key: String, in items: ItemTable) -> Item.ID? {
    guard let byKey, !shared.contains(key) else { return items.first(named: name) }
    return byKey[key] ?? items.firstUnchanged(named: name, key: key)
  }
}
