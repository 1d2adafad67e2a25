/// What a street map shows at a place, told by the colours of OpenStreetMap's usual style.
///
/// A tile's pixels are much smaller than a cell. Averaged, a street and the houses beside it become
/// one grey; so the pixels vote, and thin things count for more than their area.
public enum MapGround: UInt8, CaseIterable, Sendable {
  case land, building, green, water, minorRoad, majorRoad, motorway

  public var isRoad: Bool {
    switch self {
    case .minorRoad, .majorRoad, .motorway: true
    case .land, .building, .green, .water: false
    }
  }

  /// Everything about its colours.
  public struct Colours: Sendable {
    /// In tiles, from the style's definitions.
    let tiles: [UInt32]
    /// On a map that was drawn for a terminal: as on paper, and as at night.
    public let day, night: RGB
    /// Among the first eight colours of a terminal, on a light and on a dark one.
    public let plainDay, plainNight: RGB

    fileprivate init(
      _ day: UInt32, _ night: UInt32, _ plainDay: UInt32, _ plainNight: UInt32, _ tiles: [UInt32]
    ) {
      func colour(_ value: UInt32) -> RGB {
        RGB(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
      }
      self.tiles = tiles
      self.day = colour(day)
      self.night = colour(night)
      self.plainDay = colour(plainDay)
      self.plainNight = colour(plainNight)
    }
  }

  public var colours: Colours { Self.table[Int(rawValue)] }

  /// In the order of the cases.
  private static let table: [Colours] = [
    Colours(
      0xE4DED2, 0x26282B, 0xE5E5E5, 0x000000,
      [0xF2EFE9, 0xEEEAE2, 0xE0DFDF, 0xF2DAD9, 0xFFD6D1, 0xEBDBE8, 0xF5DCBA, 0xEEF0D5]),
    Colours(0xC6B8A8, 0x3A3A3C, 0xE5E5E5, 0x000000, [0xD9D0C9, 0xC9BEB4, 0xC4B6AB]),
    Colours(
      0xA9D390, 0x10501C, 0x00CD00, 0x00CD00,
      [0xC8FACC, 0xCDEBB0, 0xADD19E, 0xDEF6C0, 0xC8DFAF, 0xAEDFA3, 0xC8D7AB]),
    Colours(0x5FAFD7, 0x005FAF, 0x0000EE, 0x0000EE, [0xAAD3DF, 0xB5D0D0]),
    Colours(0xFFFFFF, 0xB8B8B8, 0x000000, 0xE5E5E5, [0xFFFFFF, 0xDDDDE8, 0xEDEDED, 0xFAF8F0]),
    Colours(0xFFB84D, 0xFFC85F, 0xCDCD00, 0xCDCD00, [0xFCD6A4, 0xF7FABF]),
    Colours(0xE85D4A, 0xFF875F, 0xCD0000, 0xCD0000, [0xE892A2, 0xF9B29C]),
  ]

  /// The most by which all channels together may differ: text and soft edges are none of these.
  private static let tolerance = 18

  public static func of(red: UInt8, green: UInt8, blue: UInt8) -> MapGround? {
    var best: (ground: MapGround, distance: Int)?
    for ground in allCases {
      for colour in ground.colours.tiles {
        let distance =
          abs(Int(red) - Int(colour >> 16)) + abs(Int(green) - Int(colour >> 8 & 255))
          + abs(Int(blue) - Int(colour & 255))
        if distance <= tolerance, distance < best?.distance ?? .max { best = (ground, distance) }
      }
    }
    return best?.ground
  }

  /// What so many votes for each kind make of a place; nil when there are none.
  public static func elected(_ votes: SIMD8<UInt16>) -> MapGround? {
    func count(_ ground: MapGround) -> Int { Int(votes[Int(ground.rawValue)]) }
    let all = MapGround.allCases.reduce(0) { $0 + count($1) }
    guard all > 0 else { return nil }
    for (road, share) in [(MapGround.motorway, 16), (.majorRoad, 18), (.minorRoad, 26)]
    where count(road) * 100 >= all * share {
      return road
    }
    return [MapGround.land, .building, .green, .water].max { count($0) < count($1) }
  }
}
