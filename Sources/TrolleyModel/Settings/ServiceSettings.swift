/// The external services that may be contacted, and how to reach them: the member `services` of the
/// settings file.
public struct ServiceSettings: Equatable, Sendable {
  public struct Choice: Equatable, Sendable {
    /// Nil: the user has not been asked.
    public var isAllowed: Bool?
    /// Replaces the default address; empty for that.
    public var address = ""
    public var key = ""

    public init() {}
  }

  /// A contact for the services' operators: a mail or web address.
  public var contact = ""
  public private(set) var choices: [ExternalService: Choice] = [:]

  public init() {}

  public subscript(service: ExternalService) -> Choice {
    get { choices[service] ?? Choice() }
    set { choices[service] = newValue == Choice() ? nil : newValue }
  }

  public func isAllowed(_ service: ExternalService) -> Bool? { self[service].isAllowed }

  /// Whom to ask for shops: Google Places where there is a key for it, unless it is switched off or left
  /// out; else OpenStreetMap.
  package func finderOfStores(without leftOut: Set<ExternalService> = []) -> ExternalService {
    let google = ExternalService.googlePlaces
    return self[google].key.isEmpty || isAllowed(google) == false || leftOut.contains(google)
      ? .overpass : google
  }

  public func access(_ service: ExternalService) -> ServiceAccess {
    let choice = self[service]
    var address = choice.address.isEmpty ? service.usualAddress : choice.address
    while address.last == "/" { address.removeLast() }
    let key = service.keyHolder.map { self[$0].key } ?? ""
    return ServiceAccess(service, address: address, key: key, contact: contact)
  }

  /// Whether a contact is valid in a header.
  public static func isContact(_ text: String) -> Bool {
    text.utf8.count <= 200
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x28 && $0 != 0x29 }
  }

  /// Whether a key is valid in a header and in an address.
  public static func isKey(_ text: String) -> Bool {
    text.utf8.count <= 512 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension SettingSection {
  static let services = SettingSection(
    name: "services", example: #"{"overpass": {"allowed": true}}"#)
  static let ofServices = ExternalService.allCases.map {
    SettingSection(name: "services.\($0.rawValue)", example: #"{"allowed": true}"#)
  }
}

extension SettingRow {
  static let services: [SettingRow] = [contact] + ExternalService.allCases.flatMap { rows(of: $0) }

  private static let contact = SettingRow(
    .catalogues, "services.contact", \.services.contact,
    .text(.text(hint: "you@example.org"), must: "be a text without blanks") {
      ServiceSettings.isContact($0)
    }, "Contact", "Whom the owner of a service can write to."
  ).with(
    \.details, "It goes with every request, in the User-Agent. Some services ask for it."
  ).with(\.synonyms, "email").with(\.rank, 3).with(\.check) { preferences, _ in
    let text = preferences.services.contact
    return text.isEmpty || text.contains("@") || text.contains("://")
      ? nil : "It is a mail address or an address of the web, without blanks."
  }

  /// The rows for its consent, address and key.
  private static func rows(of service: ExternalService) -> [SettingRow] {
    let group: SettingGroup
    let title = service.settingTitle
    switch service {
    case .openFoodFacts, .openPrices, .wineCom, .pictures: group = .catalogues
    case .nominatim, .overpass, .googlePlaces, .googleMaps, .streetMap, .satelliteMap:
      group = .stores
    }
    let name = "services.\(service.rawValue)"
    let purpose = service.purpose
    let others = [service.searchHost].compactMap { $0 } + service.pictureHosts
    let besides = others.isEmpty ? "" : " Asked besides: \(others.joined(separator: ", "))."
    var rows = [
      SettingRow(
        group, name + ".allowed", \.services[service].isAllowed, .consent, title,
        purpose.prefix(1).uppercased() + purpose.dropFirst() + "."
      ).with(\.liveWords, .consent(service)).with(
        \.details, "It gets \(service.whatIsSent)." + besides
      )
      .with(
        \.synonyms,
        "privacy consent allow" + (service == .pictures ? " catalogue products photos images" : ""))
    ]
    if service.hasAddress {
      rows.append(
        SettingRow(
          group, name + ".address", \.services[service].address, .address(of: service),
          title + " address",
          service.isOfTiles
            ? "Where its tiles are, with {z}, {x} and {y}." : "Where \(title) is asked."
        ).with(\.synonyms, "url server"))
    }
    if service.keyHolder == service {
      rows.append(
        SettingRow(
          group, name + ".key", \.services[service].key,
          .text(
            .key(hint: "paste it here"), must: "be a text without blanks",
            typedError: "A key has no blanks in it."
          ) { ServiceSettings.isKey($0) }, title + " key",
          "Your own; it answers only with one."
        ).with(\.synonyms, "token api"))
    }
    return rows.map {
      $0.with(\.rank, 2).with(\.test, service.hasAddress ? .service(service) : nil)
    }
  }
}

extension SettingCodec<Bool?> {
  /// Whether a service may be contacted; nil while the user has not answered.
  fileprivate static var consent: Self {
    var codec = Self(
      .choice([.init("yes", "allowed"), .init("no", "no"), .init("", "not asked")]),
      must: "be true or false", read: { $0.isNull ? .some(nil) : $0.bool.map { .some($0) } },
      write: { $0.map { .bool($0) } ?? .null })
    codec.typed = { .bool($0 == "yes") }
    codec.text = { $0.bool.map { $0 ? "yes" : "no" } ?? "" }
    return codec
  }
}

extension SettingCodec<String> {
  /// The address of a service. The default one is stored as an empty text, since it may change with
  /// a later version.
  fileprivate static func address(of service: ExternalService) -> Self {
    let defaultValue = service.usualAddress
    var codec = text(
      .text(hint: defaultValue, limit: 400),
      must: "begin with https:// (http:// only to this machine), "
        + (service.isOfTiles
          ? "with {z}, {x} and {y} in it and no user or blank" : "with no user, blank or ? in it")
    ) { $0.isEmpty || service.accepts(address: $0) }
    codec.typed = { .string($0 == defaultValue ? "" : $0) }
    codec.text = { $0.string.flatMap { $0.isEmpty ? nil : $0 } ?? defaultValue }
    return codec
  }
}
