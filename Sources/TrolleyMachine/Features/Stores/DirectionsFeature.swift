/// Directions to a shop: a link to open, show as a code, or copy.
extension AppState {
  public func link(to store: NearbyStore) -> String {
    session.preferences.nearby.directions.link(to: store.place)
  }

  /// Offers what can be done with the link, and names its service.
  mutating func openDirections(to store: NearbyStore, selected: Int = 0) {
    let chosen = session.preferences.nearby.directions
    var entries: [PickerState.Entry] = []
    if session.hasBrowser {
      entries.append(.init("Open it here", detail: chosen.title, value: "open"))
    }
    entries.append(.init("Show a QR code for the phone", detail: chosen.title, value: "code"))
    entries.append(.init("Copy the link", detail: chosen.title, value: "copy"))
    for kind in DirectionsKind.allCases {
      entries.append(
        .init(
          (kind == chosen ? "● " : "○ ") + kind.title, detail: kind == chosen ? "chosen" : "",
          value: kind.rawValue))
    }
    show(PickerState(.directions, "Directions to \(store.name)", entries, selected: selected))
  }

  mutating func chooseDirections(_ value: String, _ effects: inout [Effect]) {
    guard case .storeDetails(let details)? = session.overlays.last else { return }
    switch value {
    case "open": open(directionsTo: details.store, &effects)
    case "code": showDirectionsCode(details.store, &effects)
    case "copy": effects.append(.copy(link(to: details.store)))
    default:
      guard let kind = DirectionsKind(rawValue: value) else { return }
      remember(&effects) { $0.nearby.directions = kind }
      openDirections(to: details.store)
    }
  }

  mutating func showDirectionsCode(_ store: NearbyStore, _ effects: inout [Effect]) {
    showCode("Directions to \(store.name)", .link(link(to: store)), &effects)
  }

  mutating func open(directionsTo store: NearbyStore, _ effects: inout [Effect]) {
    guard session.hasBrowser else { return showDirectionsCode(store, &effects) }
    effects.append(.openAddress(link(to: store)))
    notice("Opening the directions.")
  }
}
