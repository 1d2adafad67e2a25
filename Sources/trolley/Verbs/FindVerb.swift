struct FindVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Look for products in a catalogue.",
    discussion: """
      Words are looked for; 8 to 14 digits are a barcode. A server is asked only when it \
      is allowed: trolley settings services.openFoodFacts.allowed yes. What was seen before is there \
      without a network.
      """)

  @Argument(help: "Words, or a barcode.")
  var text: [String]

  private static let sources = Wording.alternatives(CatalogueID.allCases.map(\.rawValue))

  @Option(help: "\(Self.sources); without it the one that the screen shows.")
  var source: String?

  @OptionGroup var options: VerbOptions

  /// Longer than a server may take.
  private static let deadline = 60_000
  /// Limit on the cached products that are printed.
  private static let most = 50

  private struct Found {
    var products: [CatalogueProduct]
    var total: Int?
    /// Why the cached products are shown.
    var trouble: String?
  }

  func run() throws {
    let list = try OpenList(VerbCall(options).reading)
    let words = CleanText.line(text.joined(separator: " "), limit: .name)
    guard !words.isEmpty else {
      throw Failure(.usage, "What should be found? See: trolley find --help")
    }
    let catalogue = try catalogue(list.preferences)
    let access = try access(catalogue, list)
    try answer(try find(words, catalogue, access, list), catalogue, list)
  }

  private func catalogue(_ preferences: Preferences) throws(Failure) -> CatalogueID {
    guard let source else { return preferences.catalogueID }
    guard let id = CatalogueID(rawValue: source) else {
      throw Failure(.usage, "--source must be \(Self.sources).")
    }
    return id
  }

  private func access(
    _ catalogue: CatalogueID, _ list: OpenList
  ) throws(Failure) -> CatalogueAccess {
    let preferences = list.preferences
    if let service = catalogue.service { _ = try list.allowedAccess(to: service) }
    guard
      let access = preferences.access(
        catalogue, mayAskPrices: preferences.services.isAllowed(.openPrices) == true)
    else {
      throw Failure(
        .usage, "Which file is it? Say: trolley settings catalogue.file /…")
    }
    return access
  }

  private func find(
    _ words: String, _ catalogue: CatalogueID, _ access: CatalogueAccess, _ list: OpenList
  ) throws(Failure) -> Found {
    let language = list.productLanguage
    let task: WorkerTask
    let codes = (try? ScannedCode.read(words)) ?? []
    let code = codes.count == 1 && codes[0].count == 1 ? codes[0].typed : words
    if Barcode.isMeant(by: code) {
      do throws(Barcode.Refusal) {
        task = .findBarcode(
          try Barcode(code), language: language,
          currency: list.state.currency, access)
      } catch { throw Failure(.badInput, error.sentence) }
    } else {
      task = .searchCatalogue(CatalogueQuery(words: words, language: language), access)
    }
    switch list.worker.answer(to: task, deadline: Self.deadline) {
    case .cataloguePage(let page):
      keep(page.products, catalogue, list)
      return Found(products: page.products, total: page.total)
    case .catalogueProduct(let product):
      keep(product.map { [$0] } ?? [], catalogue, list)
      return Found(products: product.map { [$0] } ?? [], total: product == nil ? 0 : 1)
    case .failed(let failure) where failure.kind == .unavailable || catalogue == .file:
      return try kept(words, catalogue, failure)
    case .failed(let failure): throw failure
    default: throw Failure.unexpectedAnswer
    }
  }

  private var store: CatalogueStore {
    get throws(Failure) {
      CatalogueStore(directory: try AppPaths(data: options.data.directory).cache)
    }
  }

  /// What was seen is there without a network later, here and on the screen. A file needs none.
  private func keep(_ products: [CatalogueProduct], _ catalogue: CatalogueID, _ list: OpenList) {
    guard catalogue != .file, let store = try? store else { return }
    var kept = store.load(catalogue)?.catalogue ?? CatalogueCache(catalogue)
    let new = kept.put(products, at: list.now).compactMap { kept[$0.code] }
    guard !new.isEmpty else { return }
    do throws(CallError) {
      try store.append(CatalogueFile.lines(new, [], at: list.now), to: catalogue)
    } catch { Log.write("catalogue: \(error.detail)") }
  }

  /// Results from the cache; none of them counts as no answer.
  private func kept(
    _ words: String, _ catalogue: CatalogueID, _ failure: Failure
  ) throws(Failure) -> Found {
    guard var kept = try store.load(catalogue)?.catalogue else { throw failure }
    let code = (try? Barcode(words))?.text
    let slots =
      code.map { kept.slot(of: $0).map { [$0] } ?? [] }
      ?? kept.matches(words, category: "", sort: .name)
    guard !slots.isEmpty else { throw failure }
    return Found(
      products: slots.prefix(Self.most).compactMap { kept.product(at: $0) }, total: slots.count,
      trouble: failure.sentence + " This was seen before.")
  }

  private func answer(
    _ found: Found, _ catalogue: CatalogueID, _ list: OpenList
  ) throws(Failure) -> Never {
    if !options.isJSON, found.products.isEmpty {
      list.warnings.forEach(Complaint.say)
      found.trouble.map(Complaint.say)
      throw Failure(.badInput, "Nothing like that was found in \(catalogue.title).")
    }
    try list.print(warnings: list.warnings + [found.trouble].compactMap { $0 }) { w, output in
      w.member("source", catalogue.rawValue)
      output.array("products", found.products, &w) { JSONOutput.write($0, &$1) }
      w.member("count", found.products.count)
      if let total = found.total { w.member("total", total) }
      w.member("licence", catalogue.licence)
    } text: { output in
      var columns = Columns("llllr")
      for product in found.products {
        columns.add(
          product.code, product.name, product.brand, product.quantity, list.words(product.price))
      }
      columns.print(to: &output)
      if !catalogue.licence.isEmpty { output.line(catalogue.licence) }
    }
  }
}

extension JSONOutput {
  static func write(_ product: CatalogueProduct, _ w: inout JSONWriter) {
    w.object { w in
      w.member("code", product.code)
      w.member("name", product.name)
      w.member("brand", product.brand)
      w.member("quantity", product.quantity)
      w.member("category", product.category)
      w.member("price", product.price)
      if let price = product.price { w.member("currency", price.currency.code) }
      w.member("description", product.description)
      w.member("picture", product.picture)
      w.member("page", product.page)
    }
  }
}
