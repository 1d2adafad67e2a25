import Synchronization

/// The built-in categories, each with a symbol for terminals without pictures.
public enum SeedCategories {
  public struct Category: Equatable, Sendable {
    public let name: String
    public let glyph: String
    public let ascii: String
  }

  /// Parsed once: they do not change while the program runs.
  private static let cache = Mutex<[Category]?>(nil)

  public static var all: [Category] {
    cache.withLock { cache in
      if let cache { return cache }
      let read = parse()
      cache = read
      return read
    }
  }

  public static var names: [String] { all.map(\.name) }

  private static func parse() -> [Category] {
    let bytes = Array(SeedPictures.categoriesJSON)
    guard let value = try? JSONValue.parse(bytes) else { return [] }
    return (value["categories"]?.array ?? value.array ?? []).compactMap { one in
      guard let name = one["name"]?.string else { return nil }
      return Category(
        name: name, glyph: one["glyph"]?.string ?? "", ascii: one["ascii"]?.string ?? "")
    }
  }
}

/// The starter items, from the seeds.
public enum SeedItems {
  /// The identifiers of the starter items, the same in every list.
  static let ids = Set(items(at: 0).map(\.id))

  /// As they come into a list: a price in another currency than the list's is no example there.
  ///
  /// - Parameter time: when they are added, in seconds since 1970, UTC.
  public static func items(at time: Int, in currency: Currency) -> [Item] {
    items(at: time).map { item in
      var item = item
      if item.price?.currency != currency { item.price = nil }
      return item
    }
  }

  /// - Parameter time: when they are added, in seconds since 1970, UTC.
  public static func items(at time: Int) -> [Item] {
    let bytes = Array(SeedPictures.itemsJSON)
    guard let value = try? JSONValue.parse(bytes) else { return [] }
    return (value["items"]?.array ?? value.array ?? []).compactMap { item($0, time) }
  }

  private static func item(_ value: JSONValue, _ time: Int) -> Item? {
    guard let id = value["id"]?.string.flatMap({ Item.ID(text: $0) }),
      let name = value["name"]?.string
    else { return nil }
    let currency = Currency(code: value["currency"]?.string ?? "USD") ?? .usd
    let digits = value["price"]?.string ?? value["price"]?.number ?? ""
    let per = value["per"]
    let unit = per?["unit"]?.string.flatMap { Unit(symbol: $0) } ?? .piece
    return Item(
      id: id, name: name, category: value["category"]?.string ?? "",
      price: Money(decimal: digits, currency: currency),
      per: Quantity(per?["number"]?.int ?? 1, unit), picture: value["picture"]?.string ?? "",
      description: value["description"]?.string ?? "", addedAt: time)
  }
}

extension Item {
  /// Whether it came with Trolley: then it belongs to everybody.
  package var isStarter: Bool { addedBy.isEmpty && SeedItems.ids.contains(id) }
}
