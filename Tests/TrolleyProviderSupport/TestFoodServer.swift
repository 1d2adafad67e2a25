import Foundation
import Synchronization

/// Open Food Facts, its search and Open Prices in one server on this machine, as documented. Guards
/// its behaviour.
public final class TestFoodServer: Sendable {
  private struct Behaviour {
    var misbehaviour: Misbehaviour?
    var rows: String?
    var pause = 0.0
  }

  private final class Box: Sendable {
    let behaviour = Mutex(Behaviour())
  }

  private static let tags = ["en:red-wines", "en:white-wines", "en:sparkling-wines"]
  /// The search service rejects anything else.
  private static let searchParameters: Set<String> = [
    "q", "langs", "boost_phrase", "page", "page_size", "fields", "sort_by", "facets", "charts",
    "index_id", "debug_info",
  ]

  private let box: Box
  public let server: LoopbackServer

  public init(port: Int = 0) {
    let box = Box()
    self.box = box
    server = LoopbackServer(port: port) { Self.reply(to: $0, box.behaviour.withLock { $0 }) }
  }

  public var address: String { server.address }
  public var pricesAddress: String { server.address + "/api/v1" }

  public func behave(_ misbehaviour: Misbehaviour?) {
    box.behaviour.withLock { $0.misbehaviour = misbehaviour }
  }

  public func say(rows: String?) { box.behaviour.withLock { $0.rows = rows } }
  public func wait(_ seconds: Double) { box.behaviour.withLock { $0.pause = seconds } }

  private static func reply(
    to request: LoopbackServer.Request, _ behaviour: Behaviour
  ) -> LoopbackServer.Reply {
    if behaviour.pause > 0 { Thread.sleep(forTimeInterval: behaviour.pause) }
    if let misbehaviour = behaviour.misbehaviour { return misbehaviour.reply }
    guard request.headers["user-agent"]?.hasPrefix("Trolley/") == true,
      request.headers["user-agent"]?.contains("(+") == true
    else { return .html("<p>Who are you?</p>", status: 403) }
    let parts = request.path.split(separator: "/").map(String.init)
    switch parts {
    case ["api", "v2", "search"]: return search(request.query, rows: behaviour.rows)
    case ["search"]: return fullText(request.query, rows: behaviour.rows)
    case ["api", "v1", "prices"]: return prices(request.query)
    case _ where parts.count == 4 && parts.prefix(3) == ["api", "v2", "product"]:
      return product(parts[3])
    default: return .html(status: 404)
    }
  }

  private static func search(_ query: [String: String], rows: String?) -> LoopbackServer.Reply {
    if let rows {
      return .json("{\"count\":1000,\"page\":\"1\",\"page_size\":50,\"products\":\(rows)}")
    }
    guard query["fields"] != nil, let category = query["categories_tags"] else {
      return .html(status: 503)
    }
    var wines = TestWine.all.filter { category == "en:wines" || tags[$0.kind] == category }
    if query["sort_by"] == "product_name" { wines.sort { $0.name < $1.name } }
    let (page, size, part) = paged(wines, query)
    let list = part.map { row($0, isIndex: false) }.joined(separator: ",")
    return .json(
      "{\"count\":\(wines.count),\"page\":\"\(page)\",\"page_size\":\(size),\"page_count\":"
        + "\(part.count),\"skip\":0,\"products\":[\(list)]}")
  }

  private static func fullText(_ query: [String: String], rows: String?) -> LoopbackServer.Reply {
    guard Set(query.keys).isSubset(of: searchParameters), let q = query["q"] else {
      return .json("{\"detail\":[{\"loc\":[],\"msg\":\"unknown\",\"type\":\"x\"}]}", status: 422)
    }
    if let rows { return .json("{\"count\":1000,\"hits\":\(rows)}") }
    var words = q.split(separator: " ").map(String.init)
    let tag = words.last?.hasPrefix("categories_tags:") == true ? words.removeLast() : ""
    let wines = TestWine.all.filter {
      $0.has(words) && (tag.isEmpty || tag.contains("en:wines") || tag.contains(tags[$0.kind]))
    }
    let (page, size, part) = paged(wines, query)
    let list = part.map { row($0, isIndex: true) }.joined(separator: ",")
    return .json(
      "{\"hits\":[\(list)],\"count\":\(wines.count),\"is_count_exact\":true,\"page\":\(page),"
        + "\"page_size\":\(size),\"page_count\":9,\"took\":3,\"timed_out\":false}")
  }

  private static func paged(
    _ wines: [TestWine], _ query: [String: String]
  ) -> (Int, Int, ArraySlice<TestWine>) {
    let page = max(1, Int(query["page"] ?? "") ?? 1)
    let size = min(100, Int(query["page_size"] ?? "") ?? 24)
    return (page, size, wines.dropFirst((page - 1) * size).prefix(size))
  }

  private static func product(_ code: String) -> LoopbackServer.Reply {
    guard let wine = TestWine.all.first(where: { $0.barcode == code }) else {
      return .json(
        "{\"code\":\"\(code)\",\"status\":0,\"status_verbose\":\"product not found\"}", status: 404)
    }
    return .json(
      "{\"code\":\"\(code)\",\"status\":1,\"status_verbose\":\"product found\",\"product\":"
        + row(wine, isIndex: false) + "}")
  }

  /// In the search index a brand is a list of tags, and a quantity a number.
  private static func row(_ wine: TestWine, isIndex: Bool) -> String {
    let brand =
      isIndex
      ? "[\"xx:\(wine.winery.lowercased().replacingOccurrences(of: " ", with: "-"))\"]"
      : "\"\(wine.winery),Group\""
    let quantity =
      isIndex
      ? "\"product_quantity\":750,\"product_quantity_unit\":\"ml\"" : "\"quantity\":\"75 cl\""
    let tags = "[\"en:beverages\",\"en:alcoholic-beverages\",\"en:wines\",\"\(tags[wine.kind])\"]"
    let base = "https://images.openfoodfacts.org/images/products/\(wine.barcode)/front_en.3"
    return """
      {"code":"\(wine.barcode)","product_name":"\(wine.name)","generic_name":"\(wine.description)",
      "brands":\(brand),\(quantity),"categories_tags":\(tags),
      "image_front_small_url":"\(base).200.jpg","image_front_url":"\(base).400.jpg"}
      """
  }

  private static func prices(_ query: [String: String]) -> LoopbackServer.Reply {
    let code = query["product_code"] ?? ""
    guard query["order_by"] == "-date", let wine = TestWine.all.first(where: { $0.barcode == code })
    else { return .json("{\"items\":[],\"page\":1,\"pages\":1,\"size\":10,\"total\":0}") }
    let defaultValue = "\(wine.cents / 100).\(wine.cents % 100 + 100)".replacingOccurrences(
      of: ".1", with: ".")
    return .json(
      """
      {"items":[
      {"id":1,"product_code":"\(code)","price":0.99,"price_is_discounted":true,
      "price_without_discount":\(defaultValue),"currency":"EUR","date":"2026-09-28",
      "location":{"osm_name":"Example Market"}},
      {"id":2,"product_code":"\(code)","price":12.345,"price_is_discounted":false,
      "currency":"USD","date":"2026-08-01","location":null},
      {"id":3,"product_code":"another","price":1,"currency":"GBP","date":null}],
      "page":1,"pages":1,"size":10,"total":3}
      """)
  }
}
