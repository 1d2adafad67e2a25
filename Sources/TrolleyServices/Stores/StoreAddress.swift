/// An address on one line, from OpenStreetMap's tags.
enum StoreAddress {
  static func text(_ tags: JSONValue) -> String {
    func part(_ name: String) -> String { CleanText.line(tags["addr:" + name]?.string ?? "") }
    let street = part("street").isEmpty ? part("place") : part("street")
    let number = part("housenumber")
    let (postcode, city, state) = (part("postcode"), part("city"), part("state"))
    let isNumberFirst = !state.isEmpty || hasEnglishName(street)
    let first = isNumberFirst ? [number, street] : [street, number]
    let line = street.isEmpty ? "" : first.filter { !$0.isEmpty }.joined(separator: " ")
    let town: String
    if isNumberFirst {
      let region = [state, postcode].filter { !$0.isEmpty }.joined(separator: " ")
      town = [city, region].filter { !$0.isEmpty }.joined(separator: ", ")
    } else {
      town = [postcode, city].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let all = [line, part("unit"), town].filter { !$0.isEmpty }
    return CleanText.line(all.joined(separator: ", "))
  }

  /// Whether the house number comes before the street's name.
  private static func hasEnglishName(_ street: String) -> Bool {
    let words = street.lowercased().split(separator: " ")
    guard words.count > 1, let first = words.first, let last = words.last else { return false }
    let ends: Set<Substring> = [
      "street", "st", "avenue", "ave", "road", "rd", "lane", "drive", "way", "court", "place",
      "square", "boulevard", "highway", "parkway", "terrace", "north", "south", "east", "west",
    ]
    return ends.contains(last) || ["rue", "avenue", "boulevard", "chemin"].contains(first)
  }

  /// A web address that can be shown and opened; empty for anything else.
  static func website(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let whole = text.contains("://") ? text : "https://" + text
    guard let address = WebAddress(whole), address.host.contains(".") else { return "" }
    return address.text
  }
}
