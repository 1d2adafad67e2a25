/// Choices that are remembered on this machine. What belongs to the list is in `ListSetting`.
public struct Preferences: Equatable, Sendable {
  public var theme = ThemeChoice.automatic
  public var hasMotion = true
  public var usesMouse = true
  /// A locale such as `de_DE`, for how prices and dates are written; empty for the environment's.
  public var locale = ""
  public var segment = ItemSegment.all
  public var sort = ItemSort.name
  /// The one category that is shown; nil for all.
  public var category: String?
  public var isGrouped = true
  public var isTable = false
  public var tileSize = TileSize.automatic
  public var cartOrder = CartOrder.adding
  /// Minutes without a key until it locks, 1 to 60; nil for what the use has.
  public var lockMinutes: Int?
  /// Where people can sign in besides here, in a household.
  public var providers: [IdentityProvider] = []
  /// How mail leaves this machine.
  public var mail = MailSettings()
  /// How stores nearby are looked for and shown.
  public var nearby = NearbySettings()
  /// Which servers of others may be asked, and where they are.
  public var services = ServiceSettings()
  /// Which catalogue stands beside one's own items.
  public var catalogue = CatalogueSettings()

  public init() {}
}

public enum ThemeChoice: String, CaseIterable, Sendable {
  case automatic, dark, light, highContrast, none

  public var title: String {
    switch self {
    case .automatic: "automatic"
    case .dark: "dark"
    case .light: "light"
    case .highContrast: "high contrast"
    case .none: "no colour"
    }
  }
}

public enum ItemSegment: String, CaseIterable, Sendable {
  case all, starred
  /// Products that are not ours.
  case catalogue

  public var title: String {
    switch self {
    case .all: "All"
    case .starred: "Starred"
    case .catalogue: "Catalogue"
    }
  }
}

public enum ItemSort: String, CaseIterable, Sendable {
  case name, category, price, newest

  public var title: String { rawValue }
}

public enum TileSize: String, CaseIterable, Sendable {
  case automatic, small, medium, large
}

public enum CartOrder: String, CaseIterable, Sendable {
  case adding, aisle

  public var title: String { self == .adding ? "order of adding" : "by aisle" }
}
