/// Questions to catalogues and what they say.
extension WorkerLine {
  /// Bytes after which a page takes no more products: nothing honest is as long.
  private static let longestPage = longest - (64 << 10)

  // MARK: Tasks

  static func write(_ access: CatalogueAccess, _ w: inout JSONWriter) {
    w.member("catalogue", access.id.rawValue)
    switch access {
    case .wineCom(let access): write(access, &w)
    case .openFoodFacts(let access, let prices):
      write(access, &w)
      guard let prices else { return }
      w.name("prices")
      w.beginObject()
      write(prices, &w)
      w.endObject()
    case .file(let path): w.member("path", path)
    }
  }

  static func catalogueAccess(_ fields: WorkerFields) throws(Failure) -> CatalogueAccess {
    func access(_ fields: WorkerFields, _ service: OutsideService) throws(Failure) -> ServiceAccess
    {
      let access = try self.access(fields)
      guard access.service == service else { throw fields.refusal("service") }
      return access
    }
    switch CatalogueID(rawValue: try fields.text("catalogue", most: 40)) {
    case .wineCom: return .wineCom(try access(fields, .wineCom))
    case .openFoodFacts:
      let prices =
        fields.has("prices") ? try access(try fields.inner("prices"), .openPrices) : nil
      return .openFoodFacts(try access(fields, .openFoodFacts), prices: prices)
    case .file:
      let path = try fields.text("path", most: 4096)
      guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw fields.refusal("path") }
      return .file(path)
    case nil: throw fields.refusal("catalogue")
    }
  }

  static func write(_ query: CatalogueQuery, _ w: inout JSONWriter) {
    w.member("words", query.words)
    w.member("category", query.category)
    w.member("sort", query.sort.rawValue)
    w.member("page", query.page)
    w.member("language", query.language)
    if query.isRefresh { w.member("isRefresh", true) }
  }

  static func catalogueQuery(_ fields: WorkerFields) throws(Failure) -> CatalogueQuery {
    guard let sort = CatalogueSort(rawValue: try fields.text("sort", most: 40)) else {
      throw fields.refusal("sort")
    }
    let category = try fields.text("category", most: 1024)
    guard category.isEmpty || CatalogueCategory.isID(category) else {
      throw fields.refusal("category")
    }
    var query = CatalogueQuery(
      words: try fields.text("words", most: 1024), category: category, sort: sort,
      page: try fields.number("page"), language: try fields.text("language", most: 2))
    query.isRefresh = fields.has("isRefresh") ? try fields.flag("isRefresh") : false
    return query
  }

  static func write(
    _ product: CatalogueProduct, _ currency: Currency, _ w: inout JSONWriter
  ) {
    write(product, &w)
    w.member("wanted", currency.code)
  }

  static func wanted(_ fields: WorkerFields) throws(Failure) -> Currency {
    guard let currency = Currency(code: try fields.text("wanted", most: 3)) else {
      throw fields.refusal("wanted")
    }
    return currency
  }

  static func write(_ barcode: Barcode, language: String, _ w: inout JSONWriter) {
    w.member("barcode", barcode.text)
    w.member("language", language)
  }

  static func barcode(_ fields: WorkerFields) throws(Failure) -> (Barcode, language: String) {
    let text = try fields.text("barcode", most: 14)
    guard let barcode = try? Barcode(text) else { throw fields.refusal("barcode") }
    let language = try fields.text("language", most: 2)
    guard CatalogueQuery.isLanguage(language) else { throw fields.refusal("language") }
    return (barcode, language)
  }

  // MARK: Answers

  static func write(_ page: CataloguePage, _ w: inout JSONWriter) {
    if let total = page.total { w.member("total", total) }
    if let next = page.next { w.member("next", next) }
    w.name("categories")
    w.beginArray()
    for category in page.categories {
      w.beginObject()
      CatalogueCoding.write(category, &w)
      w.endObject()
    }
    w.endArray()
    if let first = page.products.first { w.member("catalogue", first.catalogue.rawValue) }
    w.name("products")
    w.beginArray()
    for product in page.products where w.bytes.count < longestPage {
      w.beginObject()
      CatalogueCoding.write(product, &w)
      w.endObject()
    }
    w.endArray()
  }

  static func cataloguePage(_ fields: WorkerFields) throws(Failure) -> CataloguePage {
    let rows = try fields.values("products", most: CataloguePage.mostProducts)
    let catalogue = rows.isEmpty ? CatalogueID.file : try catalogueID(fields)
    return CataloguePage(
      rows.compactMap { CatalogueCoding.product($0, of: catalogue) },
      total: fields.has("total") ? try fields.number("total") : nil,
      next: fields.has("next") ? try fields.number("next") : nil,
      categories: try fields.values("categories", most: CataloguePage.mostCategories)
        .compactMap(CatalogueCoding.category))
  }

  private static func catalogueID(_ fields: WorkerFields) throws(Failure) -> CatalogueID {
    guard let id = CatalogueID(rawValue: try fields.text("catalogue", most: 40)) else {
      throw fields.refusal("catalogue")
    }
    return id
  }

  /// Nothing where the catalogue does not know it.
  static func write(_ product: CatalogueProduct?, _ w: inout JSONWriter) {
    guard let product else { return }
    w.name("product")
    w.beginObject()
    w.member("catalogue", product.catalogue.rawValue)
    CatalogueCoding.write(product, &w)
    w.endObject()
  }

  static func catalogueProduct(_ fields: WorkerFields) throws(Failure) -> CatalogueProduct? {
    guard fields.has("product") else { return nil }
    let inner = try fields.inner("product")
    guard let product = CatalogueCoding.product(inner.whole, of: try catalogueID(inner)) else {
      throw fields.refusal("product")
    }
    return product
  }
}
