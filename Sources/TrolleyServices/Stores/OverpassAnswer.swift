import TrolleyCore

/// What Overpass says, read with suspicion: a shop that makes no sense is left out.
struct OverpassAnswer {
  struct Shop {
    let store: NearbyStore
    let isGrocery: Bool
  }

  /// Rows that are looked at; more were not asked for.
  private static let mostElements = 2000

  private(set) var shops: [Shop] = []
  /// What the server adds when it gave up on the way.
  let remark: String

  /// Not when the server ran out of time or memory: what came is cut off anywhere.
  var isWhole: Bool { !remark.hasPrefix("runtime error") }

  /// Nil when it is no such answer.
  init?(_ value: JSONValue) {
    guard let elements = value["elements"]?.array else { return nil }
    remark = CleanText.line(value["remark"]?.string ?? "", limit: .message)
    var seen: Set<String> = []
    for element in elements.prefix(Self.mostElements) {
      guard let shop = Self.shop(element), seen.insert(shop.store.id).inserted else { continue }
      shops.append(shop)
    }
  }

  private static func shop(_ element: JSONValue) -> Shop? {
    guard let type = element["type"]?.string, ["node", "way", "relation"].contains(type),
      let id = element["id"]?.int, id > 0, let tags = element["tags"],
      let kind = tags["shop"]?.string, !isGone(tags),
      let place = place(element) ?? element["center"].flatMap(place)
    else { return nil }
    let words = CleanText.line(kind).replacingUnderscores
    guard !words.isEmpty, words != "no", words != "vacant" else { return nil }
    func text(_ names: String...) -> String {
      for name in names {
        let text = CleanText.line(tags[name]?.string ?? "")
        if !text.isEmpty { return text }
      }
      return ""
    }
    let name = text("name", "brand", "operator")
    var store = NearbyStore(
      id: "\(type)/\(id)", name: name.isEmpty ? words.capitalisedFirst : name, kind: words,
      place: place)
    store.address = StoreAddress.text(tags)
    store.phone = first(text("phone", "contact:phone", "contact:mobile"))
    store.website = StoreAddress.website(first(text("website", "contact:website", "url")))
    store.hours = CleanText.line(tags["opening_hours"]?.string ?? "")
    return Shop(store: store, isGrocery: OverpassStores.groceries.contains(kind))
  }

  private static func place(_ value: JSONValue) -> Coordinates? {
    guard let latitude = value["lat"]?.decimal, let longitude = value["lon"]?.decimal else {
      return nil
    }
    return Coordinates(latitude: latitude, longitude: longitude)
  }

  /// No longer a shop, by one of the ways to say so.
  private static func isGone(_ tags: JSONValue) -> Bool {
    for prefix in ["disused", "abandoned", "demolished", "removed", "razed"] {
      if tags[prefix + ":shop"] != nil || tags[prefix]?.string == "yes" { return true }
    }
    return false
  }

  /// The first of several, which stand with semicolons.
  private static func first(_ text: String) -> String {
    CleanText.line(text.prefix { $0 != ";" })
  }
}

extension String {
  var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }

  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
