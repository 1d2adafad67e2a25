/// An answer of Overpass, which is not trusted: invalid shops are skipped.
struct OverpassAnswer {
  struct StoreDetails {
    let store: NearbyStore
    let isGrocery: Bool
  }

  /// Limit on the elements that are read; the query asks for no more.
  private static let mostElements = 2000

  private(set) var shops: [StoreDetails] = []
  /// The message that the server adds when it gives up half-way.
  let remark: String

  /// False when the server ran out of time or memory: the result is then incomplete.
  var isWhole: Bool { !remark.hasPrefix("runtime error") }

  /// Nil when it is not an answer of Overpass.
  init?(_ value: JSONValue) {
    guard let elements = value["elements"]?.array else { return nil }
    remark = CleanText.line(value["remark"]?.string ?? "", limit: .message)
    var seen: Set<String> = []
    for element in elements.prefix(Self.mostElements) {
      guard let shop = Self.shop(element), seen.insert(shop.store.id).inserted else { continue }
      shops.append(shop)
    }
  }

  private static func shop(_ element: JSONValue) -> StoreDetails? {
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
    let email = first(text("email", "contact:email"))
    if EmailAddress.isValid(email) { store.email = email }
    store.website = StoreAddress.website(first(text("website", "contact:website", "url")))
    store.hours = CleanText.line(tags["opening_hours"]?.string ?? "")
    return StoreDetails(store: store, isGrocery: OverpassStores.groceries.contains(kind))
  }

  private static func place(_ value: JSONValue) -> Coordinates? {
    guard let latitude = value["lat"]?.decimal, let longitude = value["lon"]?.decimal else {
      return nil
    }
    return Coordinates(latitude: latitude, longitude: longitude)
  }

  /// Whether a shop is marked as closed for good, in any of the usual ways.
  private static func isGone(_ tags: JSONValue) -> Bool {
    for prefix in ["disused", "abandoned", "demolished", "removed", "razed"] {
      if tags[prefix + ":shop"] != nil || tags[prefix]?.string == "yes" { return true }
    }
    return false
  }

  /// The first of several values separated by semicolons.
  private static func first(_ text: String) -> String { CleanText.line(text.prefix { $0 != ";" }) }
}

extension String {
  var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }

  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
