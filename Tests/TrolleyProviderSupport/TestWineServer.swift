import Foundation
import Synchronization

/// A wine catalogue on this machine, in the format of wine.com. Guards its behaviour.
public final class TestWineServer: Sendable {
  public static let key = "sEcReT0123456789"

  private struct Behaviour {
    var misbehaviour: Misbehaviour?
    /// Sent instead of an answer.
    var returnCode = 0
    /// Rows that replace its wines.
    var rows: String?
    var pause = 0.0
  }

  private final class Box: Sendable {
    let behaviour = Mutex(Behaviour())
  }

  private let box: Box
  public let server: LoopbackServer

  public init(port: Int = 0) {
    let box = Box()
    self.box = box
    server = LoopbackServer(port: port) { Self.reply(to: $0, box.behaviour.withLock { $0 }) }
  }

  public var address: String { server.address + "/api/beta2/service.svc" }

  public func behave(_ misbehaviour: Misbehaviour?) {
    box.behaviour.withLock { $0.misbehaviour = misbehaviour }
  }

  public func say(returnCode: Int) { box.behaviour.withLock { $0.returnCode = returnCode } }
  public func say(rows: String?) { box.behaviour.withLock { $0.rows = rows } }
  /// Seconds before each answer.
  public func wait(_ seconds: Double) { box.behaviour.withLock { $0.pause = seconds } }

  private static func reply(
    to request: LoopbackServer.Request, _ behaviour: Behaviour
  ) -> LoopbackServer.Reply {
    if behaviour.pause > 0 { Thread.sleep(forTimeInterval: behaviour.pause) }
    if let misbehaviour = behaviour.misbehaviour { return misbehaviour.reply }
    guard request.query["apikey"] == key else {
      return .json(status(200, "Cannot authorise \(request.query["apikey"] ?? "")") + "}")
    }
    if behaviour.returnCode != 0 {
      return .json(status(behaviour.returnCode, "Key \(key): a <b>critical</b> error") + "}")
    }
    switch request.path.split(separator: "/").last {
    case "catalog": return .json(catalog(request.query, rows: behaviour.rows))
    case "categorymap": return .json(categories)
    default: return .html(status: 404)
    }
  }

  private static func status(_ code: Int, _ message: String = "") -> String {
    let messages = code == 0 ? "[]" : "[\"\(message)\"]"
    return "{\"Status\":{\"Messages\":\(messages),\"ReturnCode\":\(code)}"
  }

  /// The parts of `name(…)` in a filter.
  private static func filter(_ text: String, _ name: String) -> [String]? {
    guard let start = text.range(of: name + "("),
      let end = text[start.upperBound...].firstIndex(of: ")")
    else { return nil }
    return text[start.upperBound..<end].split(separator: " ").map(String.init)
  }

  private static func catalog(_ query: [String: String], rows: String?) -> String {
    if let rows {
      return status(0)
        + ",\"Products\":{\"List\":\(rows),\"Offset\":0,\"Total\":1000,\"Url\":\"\"}}"
    }
    var wines = TestWine.all
    let filter = query["filter"] ?? ""
    if let ids = Self.filter(filter, "product") {
      let found = wines.filter { ids.contains(String(700_000 + $0.number)) }
      return list(found.map { row($0, isWhole: true) }, 0, found.count)
    }
    for id in Self.filter(filter, "categories") ?? [] where id != "490" {
      wines = wines.filter { id == String(124 + $0.kind) }
    }
    let words = (query["search"] ?? "").split(separator: " ").map(String.init)
    wines = wines.filter { $0.has(words) }
    if query["sort"] == "name|ascending" { wines.sort { $0.name < $1.name } }
    let offset = Int(query["offset"] ?? "") ?? 0
    let size = min(100, Int(query["size"] ?? "") ?? 5)
    let part = wines.dropFirst(offset).prefix(size)
    return list(part.map { row($0, isWhole: false) }, offset, wines.count)
  }

  private static func list(_ rows: [String], _ offset: Int, _ total: Int) -> String {
    status(0)
      + ",\"Products\":{\"List\":[\(rows.joined(separator: ","))],\"Offset\":\(offset),"
      + "\"Total\":\(total),\"Url\":\"\"}}"
  }

  private static func row(_ wine: TestWine, isWhole: Bool) -> String {
    let id = 700_000 + wine.number
    let dollars = String(format: "%d.%02d00", wine.cents / 100, wine.cents % 100)
    let description = isWhole ? wine.description.replacingOccurrences(of: "&", with: "&amp;") : ""
    return """
      {"Id":\(id),"Name":"\(wine.name)","Url":"http://www.example.com/wine/\(id)",
      "Appellation":null,"Labels":[{"Id":"\(id)m","Name":"thumbnail",
      "Url":"http://www.example.com/labels/\(id)m.jpg"}],"Type":"Wine",
      "Varietal":{"Id":138,"Name":"Grape","Url":"","WineType":{"Id":\(124 + wine.kind),
      "Name":"\(TestWine.kinds[wine.kind])","Url":""}},
      "Vineyard":{"Id":9,"Name":"\(wine.winery)","Url":"","ImageUrl":"","GeoLocation":null},
      "Vintage":"","Community":null,"Description":"\(description)",
      "PriceMax":99.9900,"PriceMin":0.0000,"PriceRetail":\(dollars),"ProductAttributes":[],
      "Ratings":{"HighestScore":0,"List":[]},"Retail":null,"Vintages":null}
      """
  }

  private static var categories: String {
    let kinds = TestWine.kinds.enumerated()
      .map { "{\"Id\":\(124 + $0.offset),\"Name\":\"\($0.element)\",\"Url\":\"\"}" }
    return status(0)
      + ",\"Categories\":[{\"Id\":1,\"Name\":\"Region\",\"Refinements\":[{\"Id\":101,"
      + "\"Name\":\"California\",\"Url\":\"\"}]},{\"Id\":4,\"Name\":\"Wine Type\",\"Refinements\":["
      + kinds.joined(separator: ",") + "]}]}"
  }
}
