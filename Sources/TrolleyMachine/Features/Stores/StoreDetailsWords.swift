/// One line of a shop's details.
public struct StoreDetailsLine: Equatable, Sendable {
  public enum Tone: Sendable { case title, plain, dim, good, bad, star, link }

  public let text: String
  public let tone: Tone
}

extension AppState {
  /// A shop's details as lines of this width; unknown values are left out.
  public func storeDetailsLines(_ details: StoreDetailsState, width: Int) -> [StoreDetailsLine] {
    let store = details.store
    let width = max(10, width)
    var lines: [StoreDetailsLine] = []
    func add(_ text: String, _ tone: StoreDetailsLine.Tone, most: Int = 3) {
      for line in TextWrap.lines(text, width: width, most: most) {
        lines.append(StoreDetailsLine(text: line, tone: tone))
      }
    }
    func gap() {
      if lines.last?.text.isEmpty == false { lines.append(.init(text: "", tone: .dim)) }
    }
    // Most names fit in the panel's title.
    if DisplayWidth.of(store.name) > layout(of: details).panel.width - 6 {
      add(store.name, .title, most: 2)
    }
    add(whereItIs(store, from: details.from), .dim)
    if isFavourite(store) { add("★ starred", .star) }
    if let rating = store.ratingText(style: session.style) { add(rating, .plain) }
    if let price = store.priceText { add(price, .plain) }
    if !session.layout.isNarrow, store.rating == nil, store.priceRange == nil, !store.kind.isEmpty {
      // What is missing here, and why.
      let isGoogle = store.source == .googleMaps
      add(isGoogle ? "No rating yet." : Self.withoutKey, .dim)
    }
    let isShort = session.layout.isNarrow
    gap()
    // If not everything fits, the opening hours matter most.
    if isShort { addHours(of: store, add) }
    if !store.address.isEmpty { add(store.address, .plain) }
    if !store.phone.isEmpty { add("☏ " + store.phone, .plain) }
    if !store.email.isEmpty { add("✉ " + store.email, .plain) }
    if !store.website.isEmpty { add(Self.short(website: store.website), .link) }
    if let note = favourite(like: store)?.note, note != store.website { add(note, .plain, most: 6) }
    if !isShort {
      gap()
      addHours(of: store, add)
    }
    if !session.nearby.drawsMaps {
      gap()
      add(Self.noMapSentence, .dim)
    }
    return lines
  }

  private static let withoutKey = "Rating: with a Google key."

  /// "supermarket · 0.4 mi north-east ↗"
  private func whereItIs(_ store: NearbyStore, from place: Coordinates?) -> String {
    guard let place else { return store.kind }
    let unit = session.distanceUnit
    let distance = place.distance(to: store.place)
    let bearing = place.bearing(to: store.place)
    let way =
      distance.isHere
      ? "here"
      : distance.text(unit, style: session.style) + " " + bearing.words + " " + bearing.arrow
    return store.kind.isEmpty ? way : store.kind + " · " + way
  }

  /// Hours that could not be parsed are shown without saying whether it is open.
  private func addHours(
    of store: NearbyStore, _ add: (String, StoreDetailsLine.Tone, Int) -> Void
  ) {
    guard !store.hours.isEmpty else {
      // They are not kept with a favourite.
      return store.kind.isEmpty ? () : add("Opening hours not known.", .dim, 3)
    }
    guard let hours = OpeningHours(store.hours) else { return add(store.hours, .plain, 6) }
    let minute = OpeningHours.minuteOfWeek(session.clock.wall, offset: session.utcOffset)
    let isOpen: Bool =
      switch hours.status(at: minute) {
      case .open, .alwaysOpen: true
      case .closed, .neverOpen: false
      }
    add(hours.words(at: minute, style: session.dateStyle), isOpen ? .good : .bad, 3)
    if !hours.isAlwaysOpen, !hours.spans.isEmpty, !session.layout.isNarrow {
      for line in hours.table(session.dateStyle) { add(line, .dim, 2) }
    }
    if hours.namesHolidays { add("Holidays may differ.", .dim, 3) }
  }

  private static func short(website: String) -> String {
    var text = website[...]
    for start in ["https://", "http://", "www."] where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    if text.last == "/" { text = text.dropLast() }
    return String(text)
  }
}
