/// A place on the earth (WGS 84), in ten-millionths of a degree (about a centimetre), as in
/// OpenStreetMap. Integers, so that equal places are equal whatever they were computed from.
public struct Coordinates: Hashable, Sendable {
  /// Ten-millionths of a degree, north of the equator: from -90 to 90 degrees.
  public let latitudeE7: Int
  /// Ten-millionths of a degree, east of Greenwich: from -180 to below 180 degrees.
  public let longitudeE7: Int

  static let degree = 10_000_000

  /// The intersection of the equator and the Greenwich meridian.
  public static let zero = Coordinates()

  private init() {
    latitudeE7 = 0
    longitudeE7 = 0
  }

  /// Nil outside the globe. 180 degrees east are 180 degrees west.
  public init?(latitudeE7: Int, longitudeE7: Int) {
    guard (-90 * Self.degree...90 * Self.degree).contains(latitudeE7),
      (-180 * Self.degree...180 * Self.degree).contains(longitudeE7)
    else { return nil }
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7 == 180 * Self.degree ? -longitudeE7 : longitudeE7
  }

  /// In degrees; nil for NaN, infinities and anything outside the globe.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90.1, abs(longitude) <= 180.1
    else { return nil }
    self.init(
      latitudeE7: Int((latitude * Double(Self.degree)).rounded()),
      longitudeE7: Int((longitude * Double(Self.degree)).rounded()))
  }

  /// Two decimal numbers as services write them: `52.52`, `-13.405`.
  public init?(latitude: some StringProtocol, longitude: some StringProtocol) {
    guard let latitude = Self.unitsOfDegree(latitude), let longitude = Self.unitsOfDegree(longitude)
    else { return nil }
    self.init(latitudeE7: latitude, longitudeE7: longitude)
  }

  /// Parses what a person types: `52.52, 13.405`, `52.52 13.405`, `52.52°N 13.4°W`,
  /// `geo:52.52,13.405`, and with decimal commas `52,52; 13,405` and `52,52 13,405`. Nil for anything else, and for places outside the globe.
  public init?(typed text: some StringProtocol) {
    var text = text.lowercased().trimmed[...]
    if text.hasPrefix("geo:") { text = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" } }
    var parts = Self.split(text)
    // "52.52 N, 13.40 W": the letter may be a separate word.
    for letter in ["n", "s", "e", "w"] {
      while let at = parts.firstIndex(of: letter), at > 0 {
        parts[at - 1] += letter
        parts.remove(at: at)
      }
    }
    guard parts.count == 2, let latitude = Self.typed(parts[0], "n", "s"),
      let longitude = Self.typed(parts[1], "e", "w")
    else { return nil }
    self.init(latitudeE7: latitude, longitudeE7: longitude)
  }

  private static func split(_ text: Substring) -> [String] {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    let isWithSemicolon = text.contains(";")
    let halves = text.split { isWithSemicolon ? $0 == ";" : isBlank($0) }
    // A comma within each half is the one of the decimals.
    if halves.count == 2, halves.allSatisfy({ $0.dropLast().contains(",") && $0.last != "," }) {
      return halves.flatMap { half in
        half.split(whereSeparator: isBlank).map {
          String($0.map { $0 == "," ? "." : $0 })
        }
      }
    }
    return text.split { $0 == "," || $0 == ";" || isBlank($0) }.map(String.init)
  }

  private static func typed(_ text: String, _ positive: Character, _ negative: Character) -> Int? {
    var text = text[...]
    var sign = 1
    if let last = text.last, last == positive || last == negative {
      sign = last == negative ? -1 : 1
      text = text.dropLast()
      // "-5 S" would negate twice.
      guard text.first != "-" else { return nil }
    }
    if text.last == "°" { text = text.dropLast() }
    return unitsOfDegree(text).map { $0 * sign }
  }

  /// A plain decimal number, rounded; nil for anything else, and when it is far too large.
  static func unitsOfDegree(_ text: some StringProtocol) -> Int? {
    var bytes = text.utf8[...]
    let isNegative = bytes.first == 0x2D
    if isNegative || bytes.first == 0x2B { bytes = bytes.dropFirst() }
    var units = 0
    var scale = Self.degree
    var digits = 0
    var roundsUp = false
    var isFraction = false
    for byte in bytes {
      if byte == 0x2E, !isFraction {
        isFraction = true
        continue
      }
      guard (48...57).contains(byte), digits < 40 else { return nil }
      digits += 1
      let digit = Int(byte - 48)
      if !isFraction {
        guard units < 1000 * Self.degree else { return nil }
        units = units * 10 + digit * Self.degree
      } else if scale > 1 {
        scale /= 10
        units += digit * scale
      } else if scale == 1 {
        roundsUp = digit >= 5
        scale = 0
      }
    }
    guard digits > 0 else { return nil }
    return (isNegative ? -1 : 1) * (units + (roundsUp ? 1 : 0))
  }

  /// Degrees north of the equator.
  public var latitude: Double { Double(latitudeE7) / Double(Self.degree) }
  /// Degrees east of Greenwich.
  public var longitude: Double { Double(longitudeE7) / Double(Self.degree) }

  /// `52.52000,13.40500`: five decimals, about a metre, with a dot in every locale.
  public var text: String { latitudeText + "," + longitudeText }
  public var latitudeText: String { Self.text(latitudeE7, decimals: Self.decimals) }
  public var longitudeText: String { Self.text(longitudeE7, decimals: Self.decimals) }

  /// As texts, and so files, have them: about a metre.
  private static let decimals = 5

  /// The same as a file gives it back.
  public var kept: Coordinates { rounded(decimals: Self.decimals) }

  static func text(_ units: Int, decimals: Int) -> String {
    var divisor = 1
    for _ in decimals..<7 { divisor *= 10 }
    let rounded = (abs(units) + divisor / 2) / divisor
    let scale = Self.degree / divisor
    let fraction = String(rounded % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return (units < 0 && rounded > 0 ? "-" : "") + "\(rounded / scale)." + zeros + fraction
  }

  /// The same with fewer decimals, no more exact than a search for shops requires.
  public func rounded(decimals: Int) -> Coordinates {
    var divisor = 1
    for _ in min(7, max(0, decimals))..<7 { divisor *= 10 }
    func round(_ units: Int) -> Int {
      let half = units < 0 ? -divisor / 2 : divisor / 2
      return (units + half) / divisor * divisor
    }
    return Coordinates(latitudeE7: round(latitudeE7), longitudeE7: round(longitudeE7)) ?? self
  }
}
