/// Prices that people have seen in shops, from Open Prices. Read-only, with one request for the
/// product on the screen.
struct OpenPrices: Sendable {
  private static let rows = 20

  private let wire: CatalogueWire

  init(_ access: ServiceAccess, client: any HTTPClient, environment: Environment) {
    wire = CatalogueWire(access, client: client, environment: environment)
  }

  /// The newest price in the wanted currency, else the newest in any; nil, most often, when there
  /// is none.
  func latest(
    of code: String, currency: Currency, _ cancellation: Cancellation
  ) throws(HTTPError) -> (price: Money, note: String)? {
    let address = try wire.service.address(
      "/prices",
      [
        FormField("product_code", code), FormField("order_by", "-date"),
        FormField("size", String(Self.rows)),
      ])
    let answer = try wire.json(address, .lookUp, taking: [404], cancellation)
    let seen = (answer["items"]?.array ?? []).prefix(Self.rows).compactMap { row in
      Self.price(row, code)
    }
    return seen.first { $0.price.currency == currency } ?? seen.first
  }

  private static func price(_ row: JSONValue, _ code: String) -> (price: Money, note: String)? {
    guard row["product_code"]?.string == code,
      let currency = row["currency"]?.string.flatMap({ CurrencyNames.currency($0) })
    else { return nil }
    // A sale price may be gone tomorrow.
    let isSale = row["price_is_discounted"]?.bool == true
    let defaultValue = isSale ? row["price_without_discount"]?.number : nil
    guard let digits = defaultValue ?? row["price"]?.number,
      let price = Money(found: digits, currency: currency)
    else { return nil }
    let place = row["location"]?[full: "osm_name"].map { "in " + $0 }
    let day = row["date"]?.string.flatMap { isDay($0) ? "on " + $0 : nil }
    let words = [place, day].compactMap { $0 }.joined(separator: " ")
    return (price, words.isEmpty ? "" : "seen " + words)
  }

  private static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated().allSatisfy { at, byte in
        at == 4 || at == 7 ? byte == 0x2D : (48...57).contains(byte)
      }
  }
}
