/// Open Food Facts: its wines page by page, any food by name through its search service, and by barcode.
public struct OpenFoodFactsSource: CatalogueSource {
  private static let pageSize = 50
  /// The search service refuses offsets beyond this.
  private static let deepestSearch = 10_000

  private let wire: CatalogueWire
  private let prices: OpenPrices?

  public init(
    _ access: ServiceAccess, prices: ServiceAccess?, client: any HTTPClient,
    environment: Environment = .system
  ) {
    wire = CatalogueWire(access, client: client, environment: environment)
    self.prices = prices.map { OpenPrices($0, client: client, environment: environment) }
  }

  public func page(
    _ query: CatalogueQuery, _ cancellation: Cancellation
  ) throws(Failure) -> CataloguePage {
    do throws(HTTPError) {
      return query.words.isEmpty
        ? try browse(query, cancellation) : try search(query, cancellation)
    } catch { throw error.failure }
  }

  /// The rows are already complete; only the price comes from elsewhere.
  public func details(
    of product: CatalogueProduct, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct {
    guard let prices else { return product }
    do throws(HTTPError) {
      guard let found = try prices.latest(of: product.code, currency: currency, cancellation) else {
        return product
      }
      var priced = product
      priced.price = found.price
      priced.priceNote = found.note
      return priced
    } catch { throw error.failure }
  }

  public func product(
    _ barcode: Barcode, language: String, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct? {
    guard let found = try product(barcode, language: language, cancellation) else { return nil }
    let priced: CatalogueProduct
    do throws(Failure) {
      priced = try details(of: found, currency: currency, cancellation)
    } catch {
      // A product without its price is better than none.
      if error.kind == .cancelled { throw error }
      return found
    }
    return priced.price?.currency == currency ? priced : found
  }

  private func product(
    _ barcode: Barcode, language: String, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct? {
    do throws(HTTPError) {
      let address = try wire.service.address(
        "/api/v2/product/" + barcode.text,
        [FormField("fields", OpenFoodFactsRow.fields(language)), FormField("lc", language)])
      let answer = try wire.json(address, .lookUp, taking: [404], needs: ["status"], cancellation)
      guard let status = answer["status"]?.wholeNumber else {
        throw wire.service.problem(.unreadable, "no status")
      }
      guard status == 1 else { return nil }
      return answer["product"].flatMap { row.product($0, language: language) }
    } catch { throw error.failure }
  }

  // MARK: Pages

  private var row: OpenFoodFactsRow { OpenFoodFactsRow(address: wire.access.address) }

  /// Filters only: this endpoint has no text search.
  private func browse(
    _ query: CatalogueQuery, _ cancellation: Cancellation
  ) throws(HTTPError) -> CataloguePage {
    var fields = [
      FormField("categories_tags", category(query) ?? ""),
      FormField("fields", OpenFoodFactsRow.fields(query.language)), FormField("lc", query.language),
      FormField("page", String(query.page)), FormField("page_size", String(Self.pageSize)),
    ]
    if query.sort == .name { fields.append(FormField("sort_by", "product_name")) }
    let answer = try wire.json(
      try wire.service.address("/api/v2/search", fields), .search, needs: ["count", "products"],
      isRefresh: query.isRefresh, cancellation)
    return try page(answer, answer["products"], query)
  }

  private func search(
    _ query: CatalogueQuery, _ cancellation: Cancellation
  ) throws(HTTPError) -> CataloguePage {
    let words = Self.words(query.words)
    guard !words.isEmpty, query.page * Self.pageSize <= Self.deepestSearch else {
      return CataloguePage()
    }
    let filter = category(query).map { " categories_tags:\"\($0)\"" } ?? ""
    // It rejects unknown parameters.
    let fields = [
      FormField("q", words + filter),
      FormField("langs", query.language), FormField("page", String(query.page)),
      FormField("page_size", String(Self.pageSize)),
      FormField("fields", OpenFoodFactsRow.fields(query.language)),
    ]
    guard let address = WebAddress(searchAddress + "/search")?.adding(fields) else {
      throw wire.service.problem(.unreadable, "address")
    }
    let answer = try wire.json(
      address, .search, needs: ["count", "hits"], isRefresh: query.isRefresh, cancellation)
    let found = try page(answer, answer["hits"], query)
    guard (query.page + 1) * Self.pageSize > Self.deepestSearch else { return found }
    return CataloguePage(found.products, total: found.total)
  }

  private func page(
    _ answer: JSONValue, _ rows: JSONValue?, _ query: CatalogueQuery
  ) throws(HTTPError) -> CataloguePage {
    guard let rows = rows?.array, let total = answer["count"]?.wholeNumber else {
      throw wire.service.problem(.unreadable, "no rows or no count")
    }
    // Its documentation of paging contradicts itself: count from the total instead.
    let isLast = rows.isEmpty || query.page * Self.pageSize >= total
    let isFirst = query.page == 1 && query.words.isEmpty
    return CataloguePage(
      rows.prefix(CataloguePage.mostProducts).compactMap { product($0, query) }, total: total,
      next: isLast ? nil : query.page + 1,
      categories: isFirst ? CatalogueCategory.kindsOfWine : [])
  }

  /// A row of an answer that was limited to wines is one, even if it does not say so.
  private func product(_ value: JSONValue, _ query: CatalogueQuery) -> CatalogueProduct? {
    guard var product = row.product(value, language: query.language) else { return nil }
    if !product.isListed, let category = category(query) {
      let kind = CatalogueCategory.kindsOfWine.first { $0.id == category } ?? .wines
      (product.categoryID, product.category) = (kind.id, kind.name)
    }
    return product
  }

  /// What a query is limited to: wines where nothing else is said, and nothing where a name is looked for.
  private func category(_ query: CatalogueQuery) -> String? {
    guard query.category.isEmpty else { return query.category }
    return query.words.isEmpty ? CatalogueCategory.wines.id : nil
  }

  /// The public service has its search on a host of its own.
  private var searchAddress: String {
    let service = ExternalService.openFoodFacts
    guard wire.access.address == service.usualAddress, let host = service.searchHost else {
      return wire.access.address
    }
    return "https://" + host
  }

  /// Plain words only: some characters are operators of its query language.
  private static func words(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber }.prefix(20)
      .filter { !["AND", "OR", "NOT", "TO"].contains($0) }
      .joined(separator: " ")
  }
}
