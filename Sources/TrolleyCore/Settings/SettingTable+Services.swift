extension SettingRow {
  /// Servers of others that find shops and show maps.
  static let storeServices: [SettingRow] =
    rows(.nominatim, "Nominatim") + rows(.overpass, "Overpass")
    + rows(.googlePlaces, "Google Places") + rows(.streetMap, "Street map")
    + rows(.satelliteMap, "Satellite map")

  /// Servers of others that know products, and whom they can write to.
  static let catalogueServices: [SettingRow] =
    rows(.openFoodFacts, "Open Food Facts") + rows(.openPrices, "Open Prices")
    + rows(.wineCom, "wine.com") + rows(.pictures, "Pictures of the web") + [contact]

  private static let contact = SettingRow(
    .catalogues, "services.contact", "Contact", "Whom the owner of a service can write to.",
    .text(hint: "you@example.org", limit: 200),
    { preferences, _ in preferences.services.contact },
    .preferences { preferences, text in
      let isAddress = text.contains("@") || text.contains("://")
      guard ServiceSettings.isContact(text), text.isEmpty || isAddress else {
        return "It is a mail address or an address of the web, without blanks."
      }
      preferences.services.contact = text
      return nil
    }
  ).adding("It goes with every request, in the User-Agent. Some services ask for it.")

  /// Whether a server may be asked, where it is, and the key it wants.
  private static func rows(_ service: OutsideService, _ title: String) -> [SettingRow] {
    let isOfStores =
      [.nominatim, .overpass, .googlePlaces, .streetMap, .satelliteMap].contains(service)
    let group = isOfStores ? SettingGroup.stores : .catalogues
    let name = "services.\(service.rawValue)"
    var rows = [consent(service, group, name, title)]
    if service.hasAddress { rows.append(address(service, group, name, title)) }
    if service.takesKey { rows.append(key(service, group, name, title)) }
    return service.hasAddress ? rows.map { $0.testing(.service(service)) } : rows
  }

  private static func consent(
    _ service: OutsideService, _ group: SettingGroup, _ name: String, _ title: String
  ) -> SettingRow {
    let purpose = service.purpose
    return SettingRow(
      group, name + ".allowed", title, purpose.prefix(1).uppercased() + purpose.dropFirst() + ".",
      .choice([Choice("yes", "allowed"), Choice("no", "no"), Choice("", "not asked")]),
      { preferences, _ in
        preferences.services.isAllowed(service).map { $0 ? "yes" : "no" } ?? ""
      },
      .preferences { preferences, text in
        preferences.services[service].isAllowed = text.isEmpty ? nil : text == "yes"
        return nil
      }
    )
    .saying { state in
      switch (
        state.session.preferences.services.isAllowed(service), state.session.isAllowed(service)
      )
      {
      case (true, _): "allowed"
      case (false, _): "no"
      case (nil, true): "allowed in this run"
      case (nil, _): "not asked"
      }
    }
    .adding("It gets \(service.whatIsSent).")
  }

  private static func address(
    _ service: OutsideService, _ group: SettingGroup, _ name: String, _ title: String
  ) -> SettingRow {
    SettingRow(
      group, name + ".address", title + " address",
      service.isOfTiles
        ? "Where its tiles are, with {z}, {x} and {y}." : "Where \(title) is asked.",
      .text(hint: service.usualAddress, limit: 400),
      { preferences, _ in
        let own = preferences.services[service].address
        return own.isEmpty ? service.usualAddress : own
      },
      .preferences { preferences, text in
        guard text.isEmpty || service.accepts(address: text) else {
          return "It must begin with https:// (http:// only to this machine)"
            + (service.isOfTiles ? ", with {z}, {x} and {y} in it." : ".")
        }
        // The usual one is no choice: it may move with a later version.
        preferences.services[service].address = text == service.usualAddress ? "" : text
        return nil
      }
    )
  }

  private static func key(
    _ service: OutsideService, _ group: SettingGroup, _ name: String, _ title: String
  ) -> SettingRow {
    SettingRow(
      group, name + ".key", title + " key", "Your own; it answers nobody without one.",
      .key(hint: "paste it here"),
      { preferences, _ in preferences.services[service].key },
      .preferences { preferences, text in
        guard ServiceSettings.isKey(text) else { return "A key has no blanks in it." }
        preferences.services[service].key = text
        return nil
      })
  }
}

extension ServiceSettings {
  /// What is written of them.
  var members: [SettingsEdit] {
    func member(_ path: String..., text: String) -> SettingsEdit {
      SettingsEdit(["services"] + path, text.isEmpty ? nil : .string(text))
    }
    return [member("contact", text: contact)]
      + OutsideService.allCases.flatMap { service in
        let choice = self[service]
        return [
          SettingsEdit(
            ["services", service.rawValue, "allowed"], choice.isAllowed.map { .bool($0) }),
          member(service.rawValue, "address", text: choice.address),
          member(service.rawValue, "key", text: choice.key),
        ]
      }
  }
}
