/// A service for directions, reached by a link that only the user's own browser or phone opens.
public enum DirectionsKind: String, CaseIterable, Sendable {
  case apple, google, openStreetMap, geo

  public var title: String {
    switch self {
    case .apple: "Apple Maps"
    case .google: "Google Maps"
    case .openStreetMap: "OpenStreetMap"
    case .geo: "geo: (any map app)"
    }
  }

  /// A link that starts from the user's location. The place has five decimals and a dot in every
  /// locale; a comma in a value is encoded.
  public func link(to place: Coordinates) -> String {
    let pair = place.latitudeText + "%2C" + place.longitudeText
    return switch self {
    case .apple: "https://maps.apple.com/?daddr=\(pair)&dirflg=d"
    case .google:
      "https://www.google.com/maps/dir/?api=1&destination=\(pair)&travelmode=driving"
    // With an empty start the user chooses it.
    case .openStreetMap:
      "https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B\(pair)"
    // RFC 5870: no question mark, and the comma is not encoded.
    case .geo: "geo:" + place.text
    }
  }

  /// Whether it is such a link and hides nothing else in the `geo:`.
  public static func isSound(geo link: some StringProtocol) -> Bool {
    guard link.hasPrefix("geo:") else { return false }
    let parts = link.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2
      && Coordinates(latitude: String(parts[0]), longitude: String(parts[1])) != nil
  }
}

/// What a map shows.
public enum MapKind: String, CaseIterable, Sendable {
  case street, satellite

  public var other: MapKind { self == .street ? .satellite : .street }

  /// The attribution on the map, in the longest form that fits.
  ///
  /// - Parameter credits: what Google wants to be said; nil for another map.
  public func attribution(width: Int, credits: String? = nil) -> String {
    if let credits {
      let whole = credits.isEmpty ? "Google Maps" : "Google Maps · " + credits
      return whole.count <= width ? whole : "Google Maps"
    }
    let all: [String] =
      switch self {
      case .street:
        [
          "© OpenStreetMap contributors · openstreetmap.org/copyright",
          "© OpenStreetMap contributors",
        ]
      case .satellite:
        [
          "Tiles © Esri — Source: Esri, i-cubed, USDA, USGS, AEX, GeoEye, Getmapping, Aerogrid, "
            + "IGN, IGP, UPR-EGP, and the GIS User Community",
          "Tiles © Esri, USDA, USGS and the GIS User Community", "Tiles © Esri",
        ]
      }
    return all.first { $0.count <= width } ?? all[all.count - 1]
  }
}
