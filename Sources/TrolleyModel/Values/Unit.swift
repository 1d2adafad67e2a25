/// The unit of a quantity. The raw value is the byte kept in memory; files hold `symbol`.
public enum Unit: UInt8, CaseIterable, Sendable {
  case piece
  case milligram, gram, kilogram
  case ounce, pound
  case millilitre, centilitre, decilitre, litre
  case fluidOunce, cup, pint, quart, gallon
  case teaspoon, tablespoon
  case pack, bottle, can, bag, box, jar, bunch, dozen, slice, roll, tube, crate
  case carton

  /// Units of one dimension can be added; those of different ones cannot.
  public enum Dimension: Sendable {
    case count, mass, imperialMass, volume, imperialVolume, spoon, container
  }

  /// Its spelling in files and on the screen.
  public var symbol: String {
    switch self {
    case .piece: "piece"
    case .milligram: "mg"
    case .gram: "g"
    case .kilogram: "kg"
    case .ounce: "oz"
    case .pound: "lb"
    case .millilitre: "ml"
    case .centilitre: "cl"
    case .decilitre: "dl"
    case .litre: "l"
    case .fluidOunce: "fl oz"
    case .cup: "cup"
    case .pint: "pint"
    case .quart: "quart"
    case .gallon: "gallon"
    case .teaspoon: "tsp"
    case .tablespoon: "tbsp"
    case .pack: "pack"
    case .bottle: "bottle"
    case .can: "can"
    case .bag: "bag"
    case .box: "box"
    case .jar: "jar"
    case .bunch: "bunch"
    case .dozen: "dozen"
    case .slice: "slice"
    case .roll: "roll"
    case .tube: "tube"
    case .crate: "crate"
    case .carton: "carton"
    }
  }

  /// Its spelling after a number above one.
  public var plural: String {
    switch self {
    case .box, .bunch: symbol + "es"
    case .cup, .pint, .quart, .gallon, .pack, .bottle, .can, .bag, .jar, .slice, .roll, .tube,
      .crate, .carton:
      symbol + "s"
    case .piece, .milligram, .gram, .kilogram, .ounce, .pound, .millilitre, .centilitre,
      .decilitre, .litre, .fluidOunce, .teaspoon, .tablespoon, .dozen:
      symbol
    }
  }

  public init?(symbol: some StringProtocol) {
    guard let unit = Unit.allCases.first(where: { $0.symbol == symbol }) else { return nil }
    self = unit
  }

  public var dimension: Dimension {
    switch self {
    case .piece, .dozen: .count
    case .milligram, .gram, .kilogram: .mass
    case .ounce, .pound: .imperialMass
    case .millilitre, .centilitre, .decilitre, .litre: .volume
    case .fluidOunce, .cup, .pint, .quart, .gallon: .imperialVolume
    case .teaspoon, .tablespoon: .spoon
    case .pack, .bottle, .can, .bag, .box, .jar, .bunch, .slice, .roll, .tube, .crate, .carton:
      .container
    }
  }

  /// Its size in the dimension's smallest unit.
  public var factor: Int {
    switch self {
    case .piece, .milligram, .ounce, .millilitre, .fluidOunce, .teaspoon: 1
    case .dozen: 12
    case .gram: 1000
    case .kilogram: 1_000_000
    case .pound: 16
    case .centilitre: 10
    case .decilitre: 100
    case .litre: 1000
    case .cup: 8
    case .pint: 16
    case .quart: 32
    case .gallon: 128
    case .tablespoon: 3
    case .pack, .bottle, .can, .bag, .box, .jar, .bunch, .slice, .roll, .tube, .crate, .carton: 1
    }
  }

  /// What a unit of mass weighs, in nanograms; nil for the others. By definition a pound is
  /// 453.59237 g, and an ounce a sixteenth of that.
  private var nanograms: Int? {
    switch dimension {
    case .mass: factor * 1_000_000
    case .imperialMass: factor * 28_349_523_125
    case .count, .volume, .imperialVolume, .spoon, .container: nil
    }
  }

  /// The sizes of both in the same smaller unit, exactly; nil where none is defined. Amounts that
  /// can be compared need not add up to one in thousandths.
  func sizes(with other: Unit) -> (own: Int, other: Int)? {
    if addsUp(with: other) { return (factor, other.factor) }
    guard let own = nanograms, let other = other.nanograms else { return nil }
    return (own, other)
  }

  /// Whether it measures how much there is in a pack: by weight or volume.
  package var isMeasure: Bool {
    switch dimension {
    case .mass, .imperialMass, .volume, .imperialVolume: true
    case .count, .spoon, .container: false
    }
  }

  /// Whether it is a unit of weight; and one that goods are weighed in, rather than one of the size of a pack.
  var isWeight: Bool { [.mass, .imperialMass].contains(dimension) }
  var isWeighed: Bool { [.kilogram, .pound].contains(self) }

  /// Whether several of it are one pack, of which nobody buys a part: rolls of paper, bags of tea, slices of ham.
  var isPartOfPack: Bool { [.pack, .roll, .bag, .slice].contains(self) }

  /// Whether it may hold one thing, and is no part of one: a can, a box, a bunch.
  var holdsOne: Bool { dimension == .container && ![.roll, .slice, .crate].contains(self) }

  /// Whether it is one thing, as a piece is, rather than a measure or a wrapping of several.
  package var isOneThing: Bool {
    [.piece, .dozen, .bottle, .can, .jar, .slice, .roll, .tube].contains(self)
  }

  /// Whether amounts in both can be added.
  public func addsUp(with other: Unit) -> Bool {
    self == other || (dimension == other.dimension && dimension != .container)
  }
}
