/// How to find and show stores nearby: the member `nearby` of the settings file.
public struct NearbySettings: Equatable, Sendable {
  /// The place: a name as typed, or two numbers; empty when none was chosen yet.
  public var place = ""
  /// Its coordinates, once known.
  public var coordinates: Coordinates?
  /// Ask the system for the location each time.
  public var usesLocation = false
  public var radius = SearchRadius.threeMiles
  /// Nil for that of the country.
  public var unit: DistanceUnit?
  public var directions = DirectionsKind.openStreetMap
  /// The kind of map that was chosen; nil when the person has not said.
  var chosenMap: MapKind?

  /// A settings file that says nothing of maps means streets, as it always did.
  public var map: MapKind {
    get { chosenMap ?? .street }
    set { chosenMap = newValue }
  }

  /// Where there is no place so far, the first one brings maps from above unless something else was
  /// chosen.
  package var mapAtFirst: MapKind {
    chosenMap ?? (place.isEmpty && coordinates == nil && !usesLocation ? .satellite : .street)
  }

  public init() {}
}

extension SettingSection {
  static let nearby = SettingSection(name: "nearby", example: #"{"radius": "3mi"}"#)
}

extension SettingRow {
  static let nearby: [SettingRow] = [
    SettingRow(
      .stores, "nearby.place", \.nearby.place,
      .text(.text(hint: "Berlin, or 52.52, 13.405"), clean: { CleanText.line($0) }), "Around",
      "Where stores are looked for: a town, an address, or two numbers."
    ).with(\.emptyText, "asked when you look").with(\.synonyms, "location")
      .with(\.check) { preferences, old in
        let place = preferences.nearby.place
        guard place != old.nearby.place else { return nil }
        if !place.isEmpty {
          do throws(Failure) { _ = try TypedPlace(place) } catch { return error.sentence }
        }
        // The coordinates have to be looked up again.
        preferences.nearby.coordinates = nil
        preferences.nearby.usesLocation = false
        preferences.nearby.map = old.nearby.mapAtFirst
        return nil
      },
    .hidden(
      "nearby.coordinates", \.nearby.coordinates,
      SettingCodec(
        .text(hint: ""), must: "be a text such as \"52.52,13.405\"",
        read: { $0.string.flatMap { Coordinates(typed: $0) } }, write: { .string($0.text) }
      ).optional(), "Where that is."),
    .hidden(
      "nearby.location", \.nearby.usesLocation, .flag(),
      "Ask the system where this machine is, each time; that is not written down."),
    SettingRow(
      .stores, "nearby.radius", \.nearby.radius,
      .choice({ SearchRadius(name: $0) }, { $0.name }) { "\($0.miles) miles" }, "Within",
      "How far around a place stores are looked for."
    ).with(\.liveWords, .radius).with(\.synonyms, "distance radius").with(\.isView, true)
      .with(\.spelling) { SearchRadius(name: $0)?.name },
    SettingRow(
      .stores, "nearby.units", \.nearby.unit,
      SettingCodec<DistanceUnit>.choice { $0.title }.optional(Choice("", "automatic")),
      "Distances in", "Automatic is what the country has."
    ).with(\.liveWords, .distances).with(\.synonyms, "km mi kilometers kilometres units metric")
      .with(\.spelling) { DistanceUnit(spelled: $0)?.rawValue },
    SettingRow(
      .stores, "nearby.directions", \.nearby.directions, .choice { $0.title }, "Directions by",
      "The link that leads the way."
    ).with(\.synonyms, "route navigation").with(\.rank, 1),
    SettingRow(
      .stores, "nearby.map", .file(map), mapCodec.shape, "Map", "Of streets, or from above."
    ).with(\.synonyms, "satellite").with(\.isView, true),
  ]

  private static let mapCodec = SettingCodec<MapKind>.choice {
    $0 == .street ? "streets" : "from above"
  }

  /// In the file as it was chosen, also when that is the default; without a choice it shows what a
  /// first search brings.
  private static let map: SettingMember = {
    var member = SettingMember(\.nearby.chosenMap, mapCodec.optional(), title: "Map")
    member.text = { $0.nearby.mapAtFirst.rawValue }
    return member
  }()
}
