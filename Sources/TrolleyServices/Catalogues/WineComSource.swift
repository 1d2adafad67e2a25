/// A wine catalogue in the format of wine.com's API, version 2.
///
/// The key is part of the query, so its addresses never go into a failure or a log.
public struct WineComSource: CatalogueSource {
  private static let pageSize = 50
  /// The category of all wine, whose refinements are the kinds of wine.
  private static let allWine = "490"
  private static let kinds = 4

  private let wire: CatalogueWire

  public init(_ access: ServiceAccess, client: any HTTPClient, environment: Environment = .system) {
    wire = CatalogueWire(access, client: client, environment: environment)
  }

  public func page(
    _ query: CatalogueQuery, _ cancellation: Cancellation
  ) throws(Failure) -> CataloguePage {
    let offset = (query.page - 1) * Self.pageSize
    var parts = ["offset=\(offset)", "size=\(Self.pageSize)"]
    let words = query.words.split(separator: " ").map { FormField.encode(String($0)) }
    if !words.isEmpty { parts.append("search=" + words.joined(separator: "+")) }
    let categories = [Self.allWine, query.category].filter { !$0.isEmpty }
    parts.append("filter=categories(\(categories.map(FormField.encode).joined(separator: "+")))")
    parts.append("sort=" + (query.sort == .name ? "name%7Cascending" : "popularity%7Cdescending"))
    let answer = try ask("catalog", parts, .search, isRefresh: query.isRefresh, cancellation)
    let list = answer["Products"]
    let rows = list?["List"]?.array ?? []
    guard let total = list?["Total"]?.wholeNumber else { throw unreadable("no total").failure }
    let end = offset + min(rows.count, Self.pageSize)
    return CataloguePage(
      rows.prefix(CataloguePage.mostProducts).compactMap(product), total: total,
      next: rows.isEmpty || end >= total ? nil : query.page + 1,
      categories: query.page == 1 && query.words.isEmpty ? categoriesIfThere(cancellation) : [])
  }

  public func details(
    of product: CatalogueProduct, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct {
    let answer = try ask(
      "catalog", ["filter=product(\(FormField.encode(product.code)))"], .lookUp, cancellation)
    let found = (answer["Products"]?["List"]?.array ?? []).prefix(10)
      .compactMap(self.product).first { $0.code == product.code }
    return found.map { product.merged(with: $0) } ?? product
  }

  /// Its codes are its own numbers, not barcodes.
  public func product(
    _ barcode: Barcode, language: String, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct? { nil }

  // MARK: Requests

  private func ask(
    _ resource: String, _ parts: [String], _ kind: RequestKind, isRefresh: Bool = false,
    _ cancellation: Cancellation
  ) throws(Failure) -> JSONValue {
    let query = parts + ["apikey=" + FormField.encode(wire.access.key)]
    let answer: JSONValue
    do throws(HTTPError) {
      // Its parentheses and plus signs must not be percent-encoded.
      let address = try wire.service.address("/json/\(resource)?" + query.joined(separator: "&"))
      answer = try wire.json(address, kind, needs: ["Status"], isRefresh: isRefresh, cancellation)
    } catch {
      var error = error
      error.detail = withoutKey(error.detail)
      throw error.failure
    }
    try check(answer["Status"])
    return answer
  }

  /// Errors are reported in the body, with a status of success.
  private func check(_ status: JSONValue?) throws(Failure) {
    guard let code = status?["ReturnCode"]?.wholeNumber else {
      throw unreadable("no return code").failure
    }
    guard code != 0 else { return }
    let texts = (status?["Messages"]?.array ?? []).prefix(3).compactMap(\.string)
    let said = withoutKey(CleanText.line(texts.joined(separator: " "), limit: .name))
    let detail = "return code \(code): " + said
    if code == 200 || code == 300 { throw wire.service.problem(.keyRefused, detail).failure }
    let words = said.isEmpty ? "that something is wrong there" : "“\(said)”"
    let host = WebAddress(wire.access.address)?.host ?? wire.access.service.title
    throw Failure(
      .unavailable, "\(host) says \(words). Try again later.", detail: "\(host): \(detail)")
  }

  /// A server may echo the request.
  private func withoutKey(_ text: String) -> String {
    var text = text
    while !wire.access.key.isEmpty, let rest = text.replacingFirst(wire.access.key, with: "…") {
      text = rest
    }
    return text
  }

  private func unreadable(_ detail: String) -> HTTPError {
    wire.service.problem(.unreadable, detail)
  }

  /// A catalogue without its category map can still be read.
  private func categoriesIfThere(_ cancellation: Cancellation) -> [CatalogueCategory] {
    guard
      let answer = try? ask(
        "categorymap", ["filter=categories(\(Self.allWine))"], .search, cancellation)
    else { return [] }
    let groups = (answer["Categories"]?.array ?? []).prefix(100)
    let kinds = groups.first { $0["Id"]?.wholeNumber == Self.kinds }
    return (kinds?["Refinements"]?.array ?? []).prefix(CataloguePage.mostCategories).compactMap {
      CatalogueCategory(id: $0["Id"]?.text ?? "", name: EntityText.plain($0["Name"]?.string ?? ""))
    }
  }

  // MARK: Reading

  private func product(_ row: JSONValue) -> CatalogueProduct? {
    func name(_ path: JSONValue?) -> String { EntityText.plain(path?["Name"]?.string ?? "") }
    let kind = row["Varietal"]?["WineType"]
    let labels = (row["Labels"]?.array ?? []).prefix(10)
    func label(_ size: String) -> String {
      labels.first { $0["Name"]?.string == size }?["Url"]?.string ?? ""
    }
    let small = label("thumbnail")
    let large = label("large")
    return CatalogueProduct(
      .wineCom, code: row["Id"]?.text ?? "", name: name(row), brand: name(row["Vineyard"]),
      description: EntityText.plain(row["Description"]?.string ?? ""), category: name(kind),
      categoryID: kind?["Id"]?.text ?? "", price: price(row), picture: small,
      largePicture: large.isEmpty ? Self.large(small) : large, page: row["Url"]?.string ?? "")
  }

  /// The price where it is delivered; without a state of delivery the regular price, then the
  /// lowest.
  private func price(_ row: JSONValue) -> Money? {
    [row["Retail"]?["Price"], row["PriceRetail"], row["PriceMin"]].lazy
      .compactMap { $0?.number.flatMap { Money(found: $0, currency: .usd) } }.first
  }

  /// `…/labels/700001m.jpg` and `…/labels/700001l.jpg` are the same label in two sizes.
  private static func large(_ small: String) -> String {
    small.hasSuffix("m.jpg") ? small.dropLast(5) + "l.jpg" : small
  }
}
