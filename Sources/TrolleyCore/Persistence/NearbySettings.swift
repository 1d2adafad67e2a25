/// How stores nearby are looked for and shown: the member `nearby` of the settings file.
public struct NearbySettings: Equatable, Sendable {
  /// Where: a name that was typed, or two numbers; empty when nothing was chosen yet.
  public var place = ""
  /// Where that is, once it is known.
  public var coordinates: Coordinates?
  /// The system says where this machine is, each time it is asked.
  public var usesLocation = false
  public var radius = SearchRadius.threeMiles
  public var unit = DistanceUnit.miles
  public var directions = DirectionsKind.openStreetMap
  public var map = MapKind.street

  public init() {}

  // MARK: The settings file

  static func read(_ value: JSONValue) -> (settings: NearbySettings, complaints: [String]) {
    var settings = NearbySettings()
    var complaints: [String] = []
    guard let members = value.object else {
      return (settings, ["settings: nearby must be an object such as {\"radius\": \"3mi\"}."])
    }
    for member in members {
      if let complaint = settings.take(member) {
        complaints.append("settings: nearby.\(complaint)")
      }
    }
    return (settings, complaints)
  }

  /// Why the value makes no sense; nil when it does, and for members that are not known: they are kept.
  private mutating func take(_ member: JSONValue.Member) -> String? {
    let value = member.value
    switch member.name {
    case "place":
      guard let text = value.string else { return "place must be a text." }
      place = CleanText.line(text)
    case "coordinates":
      guard let known = value.string.flatMap({ Coordinates(typed: $0) }) else {
        return "coordinates must be a text such as \"52.52,13.405\"."
      }
      coordinates = known
    case "location":
      guard let on = value.bool else { return "location must be true or false." }
      usesLocation = on
    case "radius":
      guard let known = value.string.flatMap({ SearchRadius(name: $0) }) else {
        return "radius must be 3mi, 5mi or 10mi."
      }
      radius = known
    case "units": return take(value, "units", \.unit)
    case "directions": return take(value, "directions", \.directions)
    case "map": return take(value, "map", \.map)
    default: return "\(CleanText.line(member.name)) is not known."
    }
    return nil
  }

  private mutating func take<T: RawRepresentable & CaseIterable>(
    _ value: JSONValue, _ name: String, _ field: WritableKeyPath<NearbySettings, T>
  ) -> String? where T.RawValue == String {
    if let known = value.string.flatMap(T.init(rawValue:)) {
      self[keyPath: field] = known
      return nil
    }
    let all = T.allCases.map(\.rawValue)
    return "\(name) must be " + all.dropLast().joined(separator: ", ") + " or \(all.last ?? "")."
  }

  /// Everything that Trolley writes of it; nil for what is as usual.
  var members: [SettingsEdit] {
    let usual = NearbySettings()
    func member(_ name: String, _ text: String?) -> SettingsEdit {
      SettingsEdit(["nearby", name], text.map { .string($0) })
    }
    return [
      member("place", place.isEmpty ? nil : place),
      member("coordinates", coordinates?.text),
      SettingsEdit(["nearby", "location"], usesLocation ? .bool(true) : nil),
      member("radius", radius == usual.radius ? nil : radius.name),
      member("units", unit == usual.unit ? nil : unit.rawValue),
      member("directions", directions == usual.directions ? nil : directions.rawValue),
      member("map", map == usual.map ? nil : map.rawValue),
    ]
  }
}
