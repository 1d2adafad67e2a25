extension SettingRow {
  /// How stores nearby are looked for and shown.
  static let nearby: [SettingRow] = [
    SettingRow(
      .stores, "nearby.place", "Around",
      "Where stores are looked for: a town, an address, or two numbers.",
      .text(hint: "Berlin, or 52.52, 13.405", limit: 200),
      { preferences, _ in preferences.nearby.place },
      .preferences { preferences, text in
        guard text != preferences.nearby.place else { return nil }
        preferences.nearby.place = CleanText.line(text)
        // Where that is has to be found out anew.
        preferences.nearby.coordinates = nil
        preferences.nearby.usesLocation = false
        return nil
      }
    ).orElse("asked when you look"),
    SettingRow(
      .stores, "nearby.radius", "Within", "How far around a place stores are looked for.",
      .choice(SearchRadius.allCases.map { Choice($0.name, "\($0.miles) miles") }),
      { preferences, _ in preferences.nearby.radius.name },
      .preferences { preferences, text in
        guard let radius = SearchRadius(name: text) else { return "It is 3mi, 5mi or 10mi." }
        preferences.nearby.radius = radius
        return nil
      }
    )
    .saying { state in
      let nearby = state.session.preferences.nearby
      return nearby.radius.text(nearby.unit, style: state.session.style)
    },
    .choice(
      .stores, "nearby.units", "Distances in", "Miles or kilometres.", \.nearby.unit
    ) { $0.title },
    .choice(
      .stores, "nearby.map", "Map", "Of streets, or from above.", \.nearby.map
    ) { $0 == .street ? "streets" : "from above" },
    .choice(
      .stores, "nearby.directions", "Directions by", "The link that leads the way.",
      \.nearby.directions
    ) { $0.title },
  ]

  /// Which catalogue the segment beside one's own items shows.
  static let catalogue: [SettingRow] = [
    SettingRow(
      .catalogues, "catalogue.source", "Catalogue",
      "Where the third segment of the items comes from.",
      .choice(
        [Choice("", "automatic")] + CatalogueID.allCases.map { Choice($0.rawValue, $0.title) }),
      { preferences, _ in preferences.catalogue.source?.rawValue ?? "" },
      .preferences { preferences, text in
        if text == CatalogueID.file.rawValue, preferences.catalogue.file.isEmpty {
          return "First comes the file: there is none yet."
        }
        preferences.catalogue.source = CatalogueID(rawValue: text)
        return nil
      }
    )
    .saying { state in
      let catalogue = state.session.preferences.catalogueID.title
      return state.session.preferences.catalogue.source == nil
        ? catalogue + " (automatic)" : catalogue
    }
    .adding(
      "Automatic is wine.com where there is a key for it, else the wines of Open Food Facts."),
    SettingRow(
      .catalogues, "catalogue.file", "Catalogue file",
      "A JSON file of products, for the catalogue “file”.",
      .text(hint: "/home/ann/wines.json", limit: 1000),
      { preferences, _ in preferences.catalogue.file },
      .preferences { preferences, text in
        guard text.isEmpty || CatalogueSettings.isPath(text) else {
          return "It must be a whole path."
        }
        preferences.catalogue.file = text
        if text.isEmpty, preferences.catalogue.source == .file {
          preferences.catalogue.source = nil
        }
        return nil
      }),
    SettingRow(
      .catalogues, "catalogue.title", "Its title", "How the third segment of the items is called.",
      .text(hint: CatalogueSettings.usualTitle, limit: 20),
      { preferences, _ in preferences.catalogue.title },
      .preferences { preferences, text in
        let title = CleanText.line(text, limit: CatalogueSettings.titleLimit)
        preferences.catalogue.title = title.isEmpty ? CatalogueSettings.usualTitle : title
        return nil
      }),
    .choice(
      .catalogues, "catalogue.sort", "Order of the catalogue",
      "What most people look for first, or by name.",
      \.catalogue.sort
    ) { $0.title },
  ]
}
