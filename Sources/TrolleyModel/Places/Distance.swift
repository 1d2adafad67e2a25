import Glibc

/// A distance in whole metres, as the crow flies.
public struct Distance: Hashable, Comparable, Sendable {
  public let metres: Int

  public init(metres: Int) { self.metres = max(0, metres) }

  public static func < (a: Distance, b: Distance) -> Bool { a.metres < b.metres }

  /// Nearer than any source is exact: in no direction.
  public var isHere: Bool { metres < 5 }

  /// `0.4 mi`, `12 mi`, `350 m`, `1.2 km`: as exact as a walker needs.
  public func text(_ unit: DistanceUnit, style: NumberStyle = .english) -> String {
    switch unit {
    case .miles: return Self.text(tenths: Self.tenthsOfMile(metres), "mi", style) ?? feet
    case .kilometres:
      if metres < 995 { return "\((metres + 5) / 10 * 10) m" }
      return Self.text(tenths: (metres + 50) / 100, "km", style) ?? "0 m"
    }
  }

  /// A mile is 1609.344 metres.
  private static func tenthsOfMile(_ metres: Int) -> Int { (metres * 10_000 + 804_672) / 1_609_344 }

  private var feet: String { "\((metres * 10_000 / 3048 + 5) / 10 * 10) ft" }

  private static func text(tenths: Int, _ unit: String, _ style: NumberStyle) -> String? {
    guard tenths > 0 else { return nil }
    if tenths >= 100 { return "\((tenths + 5) / 10) \(unit)" }
    return style.number("\(tenths / 10).\(tenths % 10)") + " \(unit)"
  }
}

/// The unit for displaying distances.
public enum DistanceUnit: String, CaseIterable, Sendable {
  case miles, kilometres

  public var title: String { rawValue }

  /// What signs on the roads of a country have; where nothing says which country, as in `C` and `en`, miles.
  init(locale tag: some StringProtocol) {
    let locale = LocaleTag(tag)
    let isUnknown = locale.country.isEmpty && ["", "c", "posix", "en"].contains(locale.language)
    let hasMiles = ["US", "GB", "UK", "PR", "LR"].contains(locale.country)
    self = isUnknown || hasMiles ? .miles : .kilometres
  }

  /// Reads `km` and the like.
  init?(spelled text: String) {
    switch text.lowercased() {
    case "mi", "mile": self = .miles
    case "km", "kilometre", "kilometer", "kilometers", "metric": self = .kilometres
    default: return nil
    }
  }
}

/// The radius of a search for shops.
public enum SearchRadius: Int, CaseIterable, Sendable {
  case threeMiles = 3
  case fiveMiles = 5
  case tenMiles = 10

  public var miles: Int { rawValue }
  public var metres: Int { (miles * 1_609_344 + 500) / 1000 }

  /// `3mi`, as the settings file and the command line write it.
  public var name: String { "\(miles)mi" }

  /// Reads `3mi`, `3 miles`, `3`, and what comes close to one of them in another unit, such as `5 km`
  /// or `8000 m`; nil for anything else.
  public init?(name: some StringProtocol) {
    let text = name.lowercased().filter { $0 != " " }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
    guard let number = Double(digits.map { $0 == "," ? "." : String($0) }.joined()),
      let unit = Self.metres(in: text.dropFirst(digits.count))
    else { return nil }
    let near = Self.allCases.first { radius in
      let off = abs(number * unit - Double(radius.metres))
      // A mile is meant exactly; nobody types 4.828 km.
      return off * (unit == Self.mile ? 1000 : 20) <= Double(radius.metres)
    }
    guard let near else { return nil }
    self = near
  }

  private static let mile = 1609.344

  private static func metres(in unit: Substring) -> Double? {
    switch unit {
    case "", "mi", "mile", "miles": mile
    case "km", "kilometre", "kilometres", "kilometer", "kilometers": 1000
    case "m", "metre", "metres", "meter", "meters": 1
    default: nil
    }
  }

  public func text(_ unit: DistanceUnit, style: NumberStyle = .english) -> String {
    switch unit {
    case .miles: "\(miles) mi"
    case .kilometres: Distance(metres: metres).text(.kilometres, style: style)
    }
  }

  /// All that there are, as they can be typed without quotes: `3mi, 5mi or 10mi`.
  public static func all(in unit: DistanceUnit, style: NumberStyle) -> String {
    Wording.list(allCases.map { $0.text(unit, style: style).filter { $0 != " " } }, "or")
  }

  /// The next larger one; wraps around.
  public var next: SearchRadius {
    switch self {
    case .threeMiles: .fiveMiles
    case .fiveMiles: .tenMiles
    case .tenMiles: .threeMiles
    }
  }
}

/// One of eight directions.
public enum Bearing: Int, CaseIterable, Sendable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// Degrees clockwise from north.
  public init(degrees: Double) {
    let eighth = Int((degrees / 45).rounded()) % 8
    self = Self.allCases[(eighth + 8) % 8]
  }

  /// `NE`.
  public var short: String { ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][rawValue] }

  public var words: String {
    [
      "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ][rawValue]
  }

  public var arrow: String { ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][rawValue] }
}

extension Coordinates {
  /// The mean radius of the earth, in metres.
  static let earthRadius = 6_371_000.0

  /// On the sphere, by the haversine formula.
  public func distance(to other: Coordinates) -> Distance {
    let lat1 = latitude * .pi / 180
    let lat2 = other.latitude * .pi / 180
    let halfLat = sin((lat2 - lat1) / 2)
    let halfLon = sin((other.longitude - longitude) * .pi / 360)
    let h = halfLat * halfLat + cos(lat1) * cos(lat2) * halfLon * halfLon
    let metres = 2 * Self.earthRadius * asin(min(1, h.squareRoot()))
    return Distance(metres: Int(metres.rounded()))
  }

  /// The initial direction to the other place, in degrees clockwise from north.
  public func bearingDegrees(to other: Coordinates) -> Double {
    let lat1 = latitude * .pi / 180
    let lat2 = other.latitude * .pi / 180
    let dLon = (other.longitude - longitude) * .pi / 180
    let y = sin(dLon) * cos(lat2)
    let x = cos(lat1) * sin(lat2) - sin(lat1) * cos(lat2) * cos(dLon)
    let degrees = atan2(y, x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  public func bearing(to other: Coordinates) -> Bearing {
    Bearing(degrees: bearingDegrees(to: other))
  }
}
