extension OpenList {
  /// Longer than a server may take.
  private static let deadline = 60_000

  /// Puts what has these barcodes in the cart: known items, or products that a catalogue knows. All
  /// are looked up before the first one goes in; where none may be looked up, the known ones go in.
  func add(_ codes: [ScannedCode], picture: String?) throws(Failure) -> Never {
    guard picture == nil else {
      throw Failure(.usage, "A barcode brings its own picture. Say: trolley set NAME --picture …")
    }
    var products: [Barcode: CatalogueProduct] = [:]
    var refusal: Failure?
    for code in codes where state.items.first(with: code.barcode) == nil {
      guard products[code.barcode] == nil, refusal == nil else { continue }
      do throws(Failure) { products[code.barcode] = try product(code) } catch {
        guard error.kind == .notAllowed else { throw error }
        refusal = error
      }
    }
    let known = Set(codes.map(\.barcode)).filter { state.items.first(with: $0) != nil }
    if let refusal, known.isEmpty { throw refusal }
    let codes = refusal == nil ? codes : codes.filter { known.contains($0.barcode) }
    var added: [Item.ID] = []
    var counts: [Item.ID: Int] = [:]
    var prices: [Item.ID: Money] = [:]
    var others: [Item.ID: String] = [:]
    let before = state.cart
    for code in codes {
      let known = state.items.first(with: code.barcode)
      try change { (state) throws(ChangeError) in
        if let item = state.items.first(with: code.barcode) {
          return code.change(adding: item)
        }
        guard let product = products[code.barcode] else { throw .noSuchItem(code.typed) }
        return code.change(adding: product)
      }
      guard let item = state.items.first(with: code.barcode) else { continue }
      if !added.contains(item.id) { added.append(item.id) }
      counts[item.id, default: 0] += code.count
      if let known, known.price != item.price { prices[item.id] = item.price }
      if code.price == nil, let product = products[code.barcode] {
        others[item.id] = product.wordsOfPrice(of: item, style)
      }
    }
    let names = added.compactMap { id in
      state.items[id].map { item in
        let replaced = state.cart.wantedAgain(id, since: before)
          .map { AddOutcome.words(ofReplaced: $0, of: item, style) }
        let total = replaced == nil ? total(of: item, since: before) : nil
        let price =
          prices[id].map { "now " + words($0) } ?? others[id]
          ?? item.price.map { price in
            let isEach = item.per == .one && counts[id].map { $0 > 1 } == true
            return Wording.price(price, per: item.per, style: style) + (isEach ? " each" : "")
          }
        let remarks = [replaced, total, price].compactMap { $0 }
        return (counts[id].map { $0 > 1 ? "\($0) " : "" } ?? "") + item.name
          + (remarks.isEmpty ? "" : " (" + remarks.joined(separator: ", ") + ")")
      }
    }
    if let refusal {
      throw Failure(
        refusal.kind, "Added \(Wording.list(names)) to the cart. \(refusal.sentence)",
        detail: refusal.detail)
    }
    try answer("Added \(Wording.list(names)) to the cart.", items: added)
  }

  /// "3 in all", of what was in the cart before; nil for all others.
  private func total(of item: Item, since before: Cart) -> String? {
    state.cart.lines(of: item.id)
      .first { line in before[line.id].map { $0.quantity != line.quantity } ?? false }
      .map { item.words($0.quantity, style) + " in all" }
  }

  /// The barcodes of a text that is nothing else. Throws why digits are none.
  func barcodes(_ text: String) throws(Failure) -> [ScannedCode] {
    do throws(Barcode.Refusal) { return try ScannedCode.read(text) } catch {
      throw Failure(.badInput, error.sentence)
    }
  }

  /// A product file is asked first, since that sends nothing to a server.
  func product(_ code: ScannedCode) throws(Failure) -> CatalogueProduct {
    let isAllowed = preferences.services.isAllowed(.openFoodFacts) == true
    var places: [CatalogueID] = preferences.catalogueID == .file ? [.file] : []
    if isAllowed { places.append(.openFoodFacts) }
    let mayAskPrices = preferences.services.isAllowed(.openPrices) == true
    for place in places {
      guard let access = preferences.access(place, mayAskPrices: mayAskPrices) else { continue }
      let task = WorkerTask.findBarcode(
        code.barcode, language: productLanguage, currency: state.currency, access)
      guard case .catalogueProduct(let found) = try ask(task, deadline: Self.deadline) else {
        throw Failure.unexpectedAnswer
      }
      if let found { return found }
    }
    if !isAllowed {
      _ = try allowedAccess(to: .openFoodFacts, saying: "\(code.typed) is a barcode. ")
    }
    throw Failure(
      .badInput, "No catalogue knows \(code.typed). Say what it is: trolley add NAME \(code.typed)")
  }

  /// The two-letter language in which product names are requested.
  var productLanguage: String {
    let locale = preferences.locale.isEmpty ? Launch.locale : preferences.locale
    return CatalogueQuery(language: locale.prefix(2).lowercased()).language
  }
}
