/// The settings of this machine. Those of the list are in `ListSetting`. A new setting is a
/// property here or in one of the parts, and its row.
public struct Preferences: Equatable, Sendable {
  public var theme = ThemeChoice.automatic
  public var hasMotion = true
  public var pictures = PictureMode.automatic
  /// Whether the terminal's font has characters with six parts.
  public var usesSextants = false
  public var usesMouse = true
  /// A locale such as `de_DE`, for formatting prices and dates; empty for the environment's.
  public var locale = ""
  public var segment = ItemSegment.all
  public var sort = ItemSort.name
  /// Whether the order is turned round.
  public var isReversed = false
  /// The only category shown; nil for all.
  public var category: String?
  public var isGrouped = true
  public var isTable = false
  public var tileSize = TileSize.automatic
  public var cartOrder = CartOrder.adding
  /// Idle minutes until it locks, 1 to 60; nil for the list mode's default.
  public var lockMinutes: Int?
  /// The providers for signing in, in a household.
  public var signIn = SignInSettings()
  /// How to send mail.
  public var mail = MailSettings()
  /// How to find and show stores nearby.
  public var nearby = NearbySettings()
  /// The external services that may be contacted, and their addresses.
  public var services = ServiceSettings()
  /// The catalogue shown beside one's own items.
  public var catalogue = CatalogueSettings()

  package static let defaults = Preferences()

  public init() {}
}

extension SettingRow {
  /// The rows that are not part of an object.
  static let own: [SettingRow] = [
    SettingRow(
      .look, "theme", \.theme, .choice { $0.title }, "Colours",
      "Automatic follows the terminal’s background."
    ).with(\.liveWords, .theme).with(\.synonyms, "colors theme dark light contrast"),
    SettingRow(
      .look, "motion", \.hasMotion, .flag(), "Motion",
      "Confetti when something is done; off for a calm screen."
    ).with(\.liveWords, .motion).with(\.opener, .motion).with(\.synonyms, "animation"),
    SettingRow(
      .look, "pictures", \.pictures, .choice { $0.title }, "Pictures",
      "In real pixels where the terminal has them, else as coloured cells."
    ).with(\.liveWords, .pictures).with(
      \.synonyms, "images graphics kitty sixel pixels photos emoji"),
    SettingRow(
      .look, "sextants", \.usesSextants, .flag(), "Finer cells",
      "Six parts in a cell of a picture; only where the terminal’s font has them."
    ).with(\.synonyms, "pictures graphics font emoji"),
    SettingRow(
      .look, "mouse", \.usesMouse, .flag(), "Mouse",
      "Off gives the terminal its own selection back, once Trolley is opened again."),
    SettingRow(
      .prices, "locale", \.locale,
      .text(
        .choice(
          [Choice("", "the system")]
            + ["en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE", "ja_JP"]
            .map { Choice($0) }, isOpen: true),
        must: "be one such as de_DE",
        typedError:
          "It is a country or a language such as Germany or German, or a locale such as de_DE.",
        isValid: { $0.isEmpty || NumberStyle.known(locale: $0) != nil }
      ) {  // In capitals it is the country; `uk` is Ukrainian.
        $0 == "UK" || NumberStyle.known(locale: $0) == nil ? LocaleNames.tag($0) ?? $0 : $0
      },
      "Prices and dates as in", "How numbers, prices, dates and times are written."
    ).with(\.emptyText, "the system").with(\.synonyms, "language country region")
      .with(\.takesLocales, true),
    .hidden("segment", \.segment, .choice(), "Which items were shown last.")
      .with(\.isView, true),
    SettingRow(
      .items, "sort", \.sort, .choice { $0.title }, "Order of the items",
      "In the tiles and in the table."
    ).with(\.synonyms, "sort reversed").with(\.rank, 1).with(\.isView, true)
      .turned(by: \.isReversed),
    .hidden(
      "sortReversed", \.isReversed, .flag(),
      "Whether the items stand the other way round: choosing their order again turns it."
    ).with(\.isView, true),
    .hidden(
      "category", \.category,
      SettingCodec(
        .text(hint: ""), must: "be a text",
        read: { $0.isNull ? .some(nil) : $0.string.map { CleanText.line($0) } },
        write: { $0.map { .string($0) } ?? .null }),
      "The one category that was shown last; empty for items without one."
    ).with(\.isView, true),
    SettingRow(
      .items, "grouped", \.isGrouped, .flag(on: "in the cart or not", off: "no"),
      "Group the tiles", "What is in the cart stands first."
    ).with(\.isView, true),
    SettingRow(
      .items, "table", \.isTable, .flag(on: "table", off: "tiles"), "Items as",
      "Tiles with pictures, or a table."
    ).with(\.synonyms, "view rows").with(\.isView, true),
    SettingRow(
      .items, "tileSize", \.tileSize, .choice(), "Size of the tiles",
      "Automatic shows everything when it can."
    ).with(\.synonyms, "big zoom").with(\.isView, true),
    SettingRow(
      .items, "cartOrder", \.cartOrder, .choice { $0.title }, "Order of the cart",
      "By aisle is the way you walked last time."
    ).with(\.synonyms, "sort").with(\.rank, 1).with(\.isView, true),
    SettingRow(
      .signIn, "lockMinutes", \.lockMinutes,
      SettingCodec<Int>.number(
        in: 1...60,
        choices: [1, 2, 5, 10, 15, 30, 60].map { Choice(String($0), Wording.count($0, "minute")) }
      ).optional(Choice("", "15 minutes, in a shop 5")),
      "Lock after", "Without a key for so long; the cart is kept."
    ).with(\.liveWords, .lock).with(\.uses, [.household, .staff])
      .with(\.synonyms, "privacy idle timeout"),
  ]
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

/// How pictures are shown; `automatic` asks the terminal.
public enum PictureMode: String, CaseIterable, Sendable {
  case automatic, kitty, sixel, cells

  public var title: String {
    switch self {
    case .automatic: "automatic"
    case .kitty: "pixels, kitty’s way"
    case .sixel: "pixels, as sixel"
    case .cells: "coloured cells"
    }
  }
}

public enum ItemSegment: String, CaseIterable, Sendable {
  case all, starred
  /// External products.
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
