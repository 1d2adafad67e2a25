extension SettingRow {
  /// Everything that a person may change, in the order of the page. A row more is a few lines here or
  /// in the table of its group.
  public static let all: [SettingRow] =
    look + items + prices + stores + nearby + storeServices + catalogue
    + catalogueServices + mail + signIn
    + thisList

  /// By the name that scripts use.
  public static func named(_ name: String) -> SettingRow? { all.first { $0.name == name } }

  // MARK: Look

  private static let look: [SettingRow] = [
    .choice(
      .look, "theme", "Colours", "Automatic follows the terminal’s background.", \.theme
    ) { $0.title }
    .saying { $0.session.theme.title },
    .toggle(
      .look, "motion", "Motion", "Confetti when something is done; off for a calm screen.",
      \.hasMotion
    )
    .saying { $0.motionInWords }
    .opening { $0.switchMotion(&$1) },
    .toggle(
      .look, "mouse", "Mouse",
      "Off gives the terminal its own selection back (from the next start).", \.usesMouse),
  ]

  // MARK: Items and cart

  private static let items: [SettingRow] = [
    .toggle(
      .items, "grouped", "Group the tiles", "What is on the list stands first.", \.isGrouped,
      on: "on the list or not", off: "no"),
    .toggle(
      .items, "table", "Items as", "Tiles with pictures, or a table.", \.isTable, on: "table",
      off: "tiles"),
    .choice(
      .items, "tileSize", "Size of the tiles", "Automatic shows everything when it can.",
      \.tileSize
    ) { $0.rawValue },
    .choice(.items, "sort", "Order of the items", "In the tiles and in the table.", \.sort) {
      $0.title
    },
    .choice(
      .items, "cartOrder", "Order of the cart", "By aisle is the way you walked last time.",
      \.cartOrder
    ) { $0.title },
  ]

  // MARK: Prices

  private static let prices: [SettingRow] = [
    .ofList(
      .prices, .currency, "Currency", "For new prices and the total; three letters.",
      hint: "USD, EUR, JPY …"
    ) { $0.currency.code },
    .ofList(
      .prices, .budget, "Budget", "Warns at 80 % and at 100 %; empty for none.",
      hint: "empty for none"
    ) { $0.budget?.decimal ?? "" }
    .saying { state in
      state.shared.budget.map { Wording.money($0, style: state.session.style) } ?? "none"
    },
    SettingRow(
      .prices, "locale", "Prices and dates as in", "How numbers and prices are written.",
      .choice(
        [Choice("", "the system")]
          + ["en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE", "ja_JP"]
          .map { Choice($0) }, isOpen: true),
      { preferences, _ in preferences.locale },
      .preferences { preferences, text in
        guard text.isEmpty || NumberStyle.isLocale(text) else {
          return "A locale is one such as en_US or de_DE."
        }
        preferences.locale = text
        return nil
      }
    ).orElse("the system"),
  ]

  // MARK: Stores and maps

  private static let stores: [SettingRow] = [
    .ofList(
      .stores, .currentStore, "I am in", "The cart by aisle follows it.",
      hint: "one of the favourite stores"
    ) { $0.currentStore }
    .orElse("no store")
    .opening { state, _ in state.openStorePicker() }
  ]

  // MARK: This list

  private static let thisList: [SettingRow] = [
    SettingRow(
      .list, "settingsFile", "Settings file", "Everything chosen here, to read and to edit.",
      .told, { _, _ in "" }, .none
    ).saying { state in
      let remarks = state.session.settings.remarks.count
      return remarks == 0
        ? state.session.settingsPath
        : Wording.count(remarks, "remark") + ": " + state.session.settings.remarks[0]
    },
    SettingRow(
      .list, "use", "Use", "For one person, a family, or the staff of a shop.",
      .choice(Use.allCases.map { Choice($0.rawValue, $0.title) }),
      { _, shared in shared.use.rawValue },
      .list { Use(rawValue: $0).map { .changeUse($0, owner: nil) } }
    ).opening { state, _ in state.openUsePicker() },
  ]
}
