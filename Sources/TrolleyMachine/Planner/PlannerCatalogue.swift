extension Planner {
  /// Puts a catalogue product in the cart, or only on the list. It becomes an item that records its
  /// source; an item created from it earlier is reused, whatever its name now.
  ///
  /// - Parameter marks: what was typed about it.
  mutating func add(
    _ product: CatalogueProduct, _ quantity: Quantity?, _ marks: ScannedCode.Marks, isInCart: Bool
  ) throws(ChangeError) {
    if let quantity { try check(quantity, of: product.name) }
    if let (item, changed) = known(product) {
      if changed != item { changeIfAllowed(item, changed) }
      mark(item, marks)
      if isInCart { try putInCart(item, item.amount(quantity)) }
      return
    }
    _ = try cleanName(product.name)
    let item = Item(
      id: ids.next(), name: freeName(of: product),
      category: state.known(category: marks.category ?? product.category),
      price: product.price, picture: Self.picture(of: product),
      description: Self.description(of: product), store: state.known(store: marks.store ?? ""),
      source: product.source, isFavourite: marks.isFavourite, addedBy: author, addedAt: now)
    events.append(.itemsAdded([item]))
    if isInCart { events.append(.linesAdded([newLine(item, quantity ?? item.per)])) }
  }

  private mutating func mark(_ item: Item, _ marks: ScannedCode.Marks) {
    var changed = item
    if let category = marks.category { changed.category = state.known(category: category) }
    if let store = marks.store { changed.store = state.known(store: store) }
    if marks.isFavourite { changed.isFavourite = true }
    if changed != item { changeIfAllowed(item, changed) }
  }

  /// The item that the product is already, and with the values that it lacks: created from it earlier,
  /// or an own one of that name, which is the same thing. Another person's item stays as it is.
  private func known(_ product: CatalogueProduct) -> (item: Item, changed: Item)? {
    if let item = state.items.first(from: product.source) {
      var changed = item
      // It was unknown when the item was created.
      if changed.price == nil { changed.price = product.price }
      return (item, changed)
    }
    return state.items.own(named: product).map { ($0, adopting(product, $0)) }
  }

  /// What so much of a product becomes in the cart: its item as it is then, and the quantity of it.
  func line(
    adding product: CatalogueProduct, _ quantity: Quantity
  ) -> (item: Item, quantity: Quantity) {
    guard let (item, changed) = known(product) else {
      return (Item(id: Item.ID(0), name: product.name, price: product.price), quantity)
    }
    return (mayChange(item, changed) ? changed : item, item.amount(quantity))
  }

  private func adopting(_ product: CatalogueProduct, _ item: Item) -> Item {
    var changed = item
    changed.source = product.source
    if changed.price == nil { changed.price = product.price }
    if changed.category.isEmpty { changed.category = state.known(category: product.category) }
    if changed.description.isEmpty { changed.description = Self.description(of: product) }
    if changed.picture.isEmpty { changed.picture = Self.picture(of: product) }
    return changed
  }

  mutating func changeIfAllowed(_ item: Item, _ changed: Item) {
    if mayChange(item, changed) { events.append(change(item, changed)) }
  }

  private func mayChange(_ item: Item, _ changed: Item) -> Bool {
    (try? AccessPolicy.check([change(item, changed)], by: actor, in: state)) != nil
  }

  private func change(_ item: Item, _ changed: Item) -> Event {
    let (from, to) = ItemFields.difference(item, changed)
    return .itemChanged(item.id, from: from, to: to)
  }

  /// The larger picture, for details; only if it may be fetched by everyone who has the list.
  private static func picture(of product: CatalogueProduct) -> String {
    [product.largePicture, product.picture].first { PictureSource($0) != nil } ?? ""
  }

  /// The product's name; with the brand if that is taken, then with the code.
  private func freeName(of product: CatalogueProduct) -> String {
    let rest = product.brand.isEmpty ? [] : ["\(product.name) (\(product.brand))"]
    for name in [product.name] + rest {
      if CleanText.fits(name, .name), state.items.first(named: name) == nil {
        return name
      }
    }
    return CleanText.line("\(product.name.prefix(150)) (\(product.code))")
  }

  private static func description(of product: CatalogueProduct) -> String {
    let parts = [product.subtitle, product.description].filter { !$0.isEmpty }
    return CleanText.line(parts.joined(separator: " — "), limit: .note)
  }
}

extension Item {
  /// What its source is once a barcode was typed beside its name: that one, in place of another one it was
  /// given by hand; what came from a catalogue stays what it is there.
  func source(named barcode: Barcode) -> String {
    source.isEmpty || isNamedByHand ? barcode.source : source
  }

  /// Whether its barcode was typed beside its name.
  package var isNamedByHand: Bool { source.hasPrefix(Barcode.sourcePrefix) }

  /// Whether a scan of it means this item, unless another one was named by hand.
  func isKnown(by barcode: Barcode) -> Bool { barcode.sources.contains(source) }

  /// The barcode that it has from a catalogue or by hand; nil without one.
  public var barcode: String? {
    let hasBarcode = isNamedByHand || CatalogueID(source: source)?.hasBarcodes == true
    return hasBarcode && Barcode.isMeant(by: code) ? String(code) : nil
  }

  /// The digits that it has from a catalogue or by hand.
  var code: Substring {
    source[(source.lastIndex(of: "/") ?? source.startIndex)...].dropFirst()
  }
}

extension SharedState {
  /// What a barcode typed beside a name will be: that of the thing, perhaps in place of another one, or no
  /// longer that of another thing. Nil without one.
  func words(ofCodeOf request: AddRequest, _ item: Item?) -> String? {
    guard let barcode = request.barcode else { return nil }
    let words = "barcode " + barcode.text
    let before = items.first(with: barcode)
    if let before, before.id == item?.id { return words }
    if let item, !item.source.isEmpty, !item.isKnown(by: barcode) {
      return item.isNamedByHand
        ? words + " in place of \(item.code)" : words + " is not kept: it has \(item.code)"
    }
    return before.map { words + ", so far that of \($0.name)" } ?? words
  }

  /// Whose the barcodes beside the names are so far.
  package func owners(ofCodes requests: [AddRequest]) -> [Barcode: Item] {
    var owners: [Barcode: Item] = [:]
    for barcode in requests.compactMap(\.barcode) { owners[barcode] = items.first(with: barcode) }
    return owners
  }

  /// Behind what was added: whether the barcodes beside the names are known now.
  ///
  /// - Parameter owners: whose they were before.
  package func words(ofCodes requests: [AddRequest], before owners: [Barcode: Item]) -> String {
    var named: [String] = []
    var others: [String] = []
    for request in requests {
      guard let barcode = request.barcode else { continue }
      let item = items.first(named: request.name).flatMap { items[$0] }
      let known = items.first(with: barcode)
      if let known, known.id == item?.id {
        named.append(known.name)
        if let owner = owners[barcode], owner.id != known.id {
          others.append("; \(barcode.text) was that of \(owner.name)")
        }
      } else if let known {
        others.append("; \(barcode.text) stays that of \(known.name)")
      } else if let item {
        others.append("; \(barcode.text) is not kept: \(item.name) has \(item.code)")
      }
    }
    let (codes, are) = named.count == 1 ? ("barcode", "is") : ("barcodes", "are")
    let known =
      requests.count == 1
      ? "; its barcode is known now"
      : "; the \(codes) of \(Wording.list(named)) \(are) known now"
    return (named.isEmpty ? "" : known) + others.joined()
  }
}

extension CatalogueProduct {
  /// Which price counts, where its item has another one than the catalogue by now: "at $19.50; the
  /// catalogue has $25.00". Nil where it has not.
  package func wordsOfPrice(of item: Item, _ style: NumberStyle) -> String? {
    guard let price, let known = item.price, known != price || item.per != .one else { return nil }
    return "at \(Wording.price(known, per: item.per, style: style)); the catalogue has "
      + Wording.money(price, style: style)
  }
}

extension ItemTable {
  func first(from source: String) -> Item? {
    fromCatalogues.first { $0.source == source }
  }

  /// The item of no catalogue that is called as a product, and is the same thing.
  func own(named product: CatalogueProduct) -> Item? {
    guard let name = CleanText.name(product.name), let id = first(named: name),
      let item = self[id], item.source.isEmpty
    else { return nil }
    return item
  }

  /// The item with this barcode: created from a barcode catalogue, or named by hand.
  package func first(with barcode: Barcode) -> Item? {
    let sources = barcode.sources
    // What a person has called it comes first.
    return fromCatalogues.first { $0.source == barcode.source }
      ?? fromCatalogues.first { sources.contains($0.source) }
  }
}

extension Barcode {
  /// What the source of an item with it may be: of a catalogue, or named by hand.
  fileprivate var sources: [String] {
    CatalogueID.allCases.filter(\.hasBarcodes).map { CatalogueProduct.source($0, text) } + [source]
  }
}
