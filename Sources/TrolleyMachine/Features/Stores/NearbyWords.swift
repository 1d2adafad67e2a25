/// The texts of the nearby page: the place, the radius, progress, and why there is nothing.
extension AppState {
  /// The name of the place whose results are shown or being loaded.
  public var nearbyTitle: String {
    let settings = session.preferences.nearby
    var radius = settings.radius
    let name: String
    if let found = session.nearby.found {
      name = found.name.isEmpty ? found.query.place.text : found.name
      // While a wider search is under way the results are those of the last one.
      if found.query.radius.metres < radius.metres { radius = found.query.radius }
    } else if settings.usesLocation {
      name = "this machine"
    } else {
      name = settings.place
    }
    return name.isEmpty
      ? "" : "within \(radius.text(session.distanceUnit, style: session.style)) of \(name)"
  }

  /// One or more lines: progress, a summary, or why there is nothing.
  public var nearbyStatus: (text: String, tone: Notice.Tone) {
    let nearby = session.nearby
    if let work = nearby.work {
      let clock = Wording.minutes(seconds: (session.clock.monotonic - work.since) / 1000)
      switch work.stage {
      case .locating: return ("Finding out where this machine is… \(clock)", .plain)
      case .placing(let name): return ("Looking for “\(name)”… \(clock)", .plain)
      case .searching: return ("Looking for stores… \(clock)", .plain)
      }
    }
    guard let found = nearby.found else { return (nearby.trouble, .danger) }
    let count = nearbyStores.count
    let age =
      session.clock.wall - found.time < 60
      ? ""
      : ", as of "
        + Wording.ago(
          found.time, now: session.clock.wall, offset: session.utcOffset, style: session.dateStyle)
    let source = found.answer.source.attribution
    let isNarrowed = count < found.answer.stores.count
    let words = isNarrowed ? Wording.count(count, "store") : found.answer.countInWords
    return (words + age + " · " + source, .plain)
  }

  /// The error, if results are shown all the same, then `nearbyStatus`, wrapped for the screen.
  public var nearbyStatusLines: [(text: String, tone: Notice.Tone)] {
    let nearby = session.nearby
    let isTroubled = nearby.work == nil && nearby.found != nil && !nearby.trouble.isEmpty
    let parts = (isTroubled ? [(nearby.trouble, .danger)] : []) + [nearbyStatus]
    return parts.filter { !$0.0.isEmpty }.flatMap { text, tone in
      TextWrap.lines(
        text, width: max(10, session.size.width - 3), most: max(1, session.layout.body.height / 3)
      ).map { ($0, tone) }
    }
  }

  /// The text in the middle of the page while there are no results.
  public var nearbyEmptiness: [String] {
    let nearby = session.nearby
    guard nearby.work == nil else { return ["esc stops it."] }
    guard nearby.found != nil else {
      if !nearby.trouble.isEmpty {
        if isSearchSwitchedOff {
          return ["The settings can allow it again.", "w chooses a place."]
        }
        return nearby.isUnknownPlace
          ? ["enter chooses another place."] : ["enter tries again.", "w chooses another place."]
      }
      var lines = ["Find stores near you.", "", "enter: type a town, an address, or a position"]
      if nearby.locationProgram != nil { lines.append("p: ask this machine where it is") }
      return lines
    }
    let settings = session.preferences.nearby
    let radius = settings.radius.text(session.distanceUnit, style: session.style)
    var lines = ["No store within \(radius)."]
    if settings.radius != .tenMiles { lines.append("+ looks farther.") }
    return lines + ["w chooses another place."]
  }

  /// The area for the rows: below the bar and the status.
  public var nearbyList: Rect {
    let list = session.layout.list
    let body = session.layout.body
    let top = min(body.maxY, max(list.y, body.y + 1 + max(1, nearbyStatusLines.count)))
    return Rect(x: list.x, y: top, width: list.width, height: max(0, body.maxY - top))
  }
}

extension NearbyStore {
  /// "open until 20:00" by the local clock; the hours as published if they can't be parsed; empty
  /// if unknown.
  public func openingWords(now: Int, offset: Int, style: DateStyle) -> String {
    guard !hours.isEmpty else { return "" }
    guard let parsed = OpeningHours(hours) else { return hours }
    return parsed.words(at: OpeningHours.minuteOfWeek(now, offset: offset), style: style)
  }
}
