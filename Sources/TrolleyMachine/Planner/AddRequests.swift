import TrolleyFormats

extension AddRequest {
  /// A line of quick-add goes in the cart.
  public init(_ line: QuickAdd) {
    self.init(
      name: line.name, quantity: line.quantity, price: line.price, per: line.per,
      category: line.category, store: line.store, isFavourite: line.isFavourite,
      isPicked: line.isPicked ?? false)
    pack = Self.pack(line.pack, orOf: line.quantity, isWhole: line.isPriceOfAll, named: line.name)
    isPerAssumed = line.isPerAssumed
    saysPieces = line.countsParts
    offer = line.offer
    barcode = line.barcode
    take(picture: line.picture)
    isQuoted = line.isQuoted
  }
}

extension AddRequest {
  /// An entry that its list knows but does not want becomes an item outside the cart.
  public init(_ entry: ListEntry) {
    self.init(
      name: entry.name, quantity: entry.quantity, price: entry.price, per: entry.per,
      category: entry.category, store: entry.store, description: entry.description,
      isFavourite: entry.isFavourite, isInCart: entry.isOnList ?? true,
      isPicked: entry.isPicked ?? false)
    pack = Self.pack(
      entry.pack, orOf: entry.quantity, isWhole: entry.isPriceOfAll, named: entry.name)
    isPerAssumed = entry.isPerAssumed
    saysPieces = entry.saysPieces
    offer = entry.offer
    keepsCategory = entry.isUnderHeading
    isOfList = true
    barcode = entry.barcode
    take(picture: entry.picture)
  }
}

extension AddRequest {
  /// An emoji beside the name is how a new item looks, unless its name looks so anyhow.
  private mutating func take(picture: String?) {
    guard let picture, case .glyph(let glyph)? = PictureSource(picture),
      ItemGlyph.find(name: name, category: "") != glyph
    else { return }
    self.picture = picture
    keepsPicture = true
  }

  /// Whether a line has the digits of a barcode in place of a name, with how many things, a price and
  /// marks; a ticked one is looked up like the others.
  fileprivate var isScanned: Bool {
    let quantity = quantity ?? .one
    return !isQuoted && Barcode.isMeant(by: name) && quantity.unit == .piece
      && quantity.thousandths % 1000 == 0
      && (1...999).contains(quantity.thousandths / 1000) && per ?? .one == .one
      && description == nil && isInCart
  }
}

extension QuickAdd {
  /// Names what a barcode was typed for, with what was said behind that and is not said again.
  mutating func take(_ code: ScannedCode) {
    barcode = barcode ?? code.barcode
    quantity = quantity ?? code.wanted
    price = price ?? code.price
    category = category ?? code.marks.category
    store = store ?? code.marks.store
    isFavourite = isFavourite || code.marks.isFavourite
  }
}

extension SharedState {
  /// A barcode that the list knows is its item, beside other things and with a price or a store of its own.
  package func named(_ entries: [QuickAdd]) -> [QuickAdd] {
    entries.map { entry in
      let code = ScannedCode(AddRequest(entry))
      guard let item = code.flatMap({ items.first(with: $0.barcode) }) else { return entry }
      var entry = entry
      entry.name = item.name
      // A price is that of the pack that was scanned.
      entry.isPerAssumed = true
      return entry
    }
  }

  /// Why the digits of a line are no barcode that can be looked up; nil if they are one, or no
  /// digits, or the name of an item.
  package func refusal(asBarcode request: AddRequest) -> String? {
    guard request.isScanned, items.first(named: request.name) == nil else {
      return nil
    }
    do throws(Barcode.Refusal) {
      _ = try Barcode(request.name)
      return nil
    } catch { return error.sentence }
  }

  /// Why typed entries are not added: what one of them lacks, or a barcode where a name belongs,
  /// which nothing would look up. In quotes it is a name.
  package func refusal(of entries: [QuickAdd], typed: String) -> String? {
    for entry in entries {
      let request = AddRequest(entry)
      guard ScannedCode(request) == nil, !typed.contains("\""),
        items.first(named: entry.name) == nil
      else { continue }
      if let refusal = refusal(asBarcode: request) { return refusal }
      let words = entry.name.split { !$0.isLetter && !$0.isNumber }
      let codes = words.filter { (try? Barcode($0)) != nil }
      if let code = codes.first, codes.count == 1 || entry.refusal == nil {
        return "\(code) is a barcode. Add it by itself, or give the thing a name."
      }
      // With as many digits as most have; fewer may be a number of the thing.
      for code in words where code.utf8.count >= 12 {
        do throws(Barcode.Refusal) { _ = try Barcode(code) } catch .checkDigit {
          return Barcode.Refusal.checkDigit(String(code)).sentence
        } catch {}
      }
    }
    return QuickAdd.refusal(of: entries)
  }
}

extension ScannedCode {
  /// A line that is a barcode; nil for all others.
  package init?(_ request: AddRequest) {
    guard request.isScanned, let barcode = try? Barcode(request.name) else { return nil }
    self.init(
      barcode, typed: request.name, count: (request.quantity ?? .one).thousandths / 1000,
      price: request.price,
      marks: Marks(
        category: request.keepsCategory ? nil : request.category, store: request.store,
        isFavourite: request.isFavourite))
  }

  /// How many are wanted; nil for one, which a product may sell by weight.
  package var wanted: Quantity? { count == 1 ? nil : Quantity(count) }

  /// What puts a known item in the cart.
  package func change(adding item: Item) -> Change {
    isBare
      ? .putInCart(item.id, item.amount(wanted)) : .add([AddRequest(entry(adding: item))])
  }

  /// The same as a line with the name of the item.
  func entry(adding item: Item) -> QuickAdd {
    var entry = QuickAdd(
      name: item.name, quantity: wanted, price: price, category: marks.category,
      store: marks.store, isFavourite: marks.isFavourite)
    // It is that of the pack that was scanned.
    entry.isPerAssumed = true
    return entry
  }

  /// What puts a product in the cart, or only on the list: with the price and the marks that were typed.
  package func change(adding product: CatalogueProduct, isInCart: Bool = true) -> Change {
    var product = product
    if let price { (product.price, product.priceNote) = (price, "") }
    return .addProduct(product, wanted, marks, isInCart: isInCart)
  }
}
