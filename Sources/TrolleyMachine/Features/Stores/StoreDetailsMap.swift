/// The map around a shop.
extension AppState {
  /// After a resize the map shows the same place.
  mutating func fitMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .storeDetails(var details) = session.overlays[at] else {
      return
    }
    let size = mapSize(of: details)
    guard details.view.size != size else { return }
    details.view.resize(size)
    session.overlays[at] = .storeDetails(details)
    askForMap(&effects)
  }

  /// Another overlay may cover it: a dialog, a list, a code.
  var placeOfShop: Int? {
    session.overlays.lastIndex { if case .storeDetails = $0 { true } else { false } }
  }

  /// Requests the visible part, asking for consent first, and cancels the previous request.
  mutating func askForMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .storeDetails(var details) = session.overlays[at],
      session.nearby.drawsMaps, layout(of: details).map != nil
    else { return }
    let isAllowed = session.isAllowed(details.mapService)
    if isAllowed != true, session.nearby.refused.contains(details.mapService) {
      details.trouble =
        isAllowed == false
        ? details.mapService.switchedOffSentence
        : "You said no to \(details.mapService.title). r asks again."
      session.overlays[at] = .storeDetails(details)
    } else if at == session.overlays.count - 1 {
      ask(consentOf: [details.mapService], for: .map, &effects)
    } else if session.isAllowed(details.mapService) == true {
      startMap(&effects)
    }
  }

  /// The setting of the map that is open was changed outside.
  mutating func followMapSettings(changedFrom old: Preferences, _ effects: inout [Effect]) {
    guard let at = placeOfShop, case .storeDetails(var details) = session.overlays[at] else {
      return
    }
    let service = details.mapService
    let isAllowed = session.preferences.services.isAllowed(service)
    guard isAllowed != old.services.isAllowed(service) else { return }
    session.nearby.refused.remove(service)
    details.trouble = ""
    if isAllowed == nil { details.trouble = "\(service.title) may be asked for a map: r does." }
    session.overlays[at] = .storeDetails(details)
    if isAllowed != nil { askForMap(&effects) }
  }

  mutating func startMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .storeDetails(var details) = session.overlays[at] else {
      return
    }
    // If the map moves on before it arrives, the elapsed time continues.
    let since = details.work?.since ?? session.clock.monotonic
    if let work = details.work { cancelWork(work.number, &effects) }
    details.work = nil
    details.trouble = ""
    askForStreets(&details, &effects)
    details.view.grain =
      session.pixels != nil
      ? .finest(for: details.view.size)
      : session.isColourless && details.kind == .street ? .half : .quarters
    if let drawn = details.drawn, drawn.view == details.view, drawn.kind == details.kind,
      drawn.drawing.missing == 0, drawn.drawing.trouble.isEmpty
    {
      session.overlays[at] = .storeDetails(details)
      return
    }
    let access = session.preferences.services.access(details.mapService)
    let number = askWorker(.drawMap(details.view, details.kind, access), for: .map, &effects)
    details.work = StoreDetailsState.Work(
      number: number, view: details.view, kind: details.kind, since: since)
    session.overlays[at] = .storeDetails(details)
  }

  /// The names of the streets come from the service that knows the stores: after the consent to both.
  private mutating func askForStreets(
    _ details: inout StoreDetailsState, _ effects: inout [Effect]
  ) {
    guard details.kind == .street, details.mapService == .streetMap, session.pixels == nil,
      session.isAllowed(.overpass) == true, let ground = details.view.ground, ground.isSmall,
      ground != details.streetsGround
    else { return }
    if let work = details.streetsWork { cancelWork(work, &effects) }
    let access = session.preferences.services.access(.overpass)
    details.streetsGround = ground
    details.streetsWork = askWorker(.findStreets(details.view, access), for: .streets, &effects)
  }

  /// Without names, a map is still a map.
  mutating func receiveStreets(_ answer: WorkerAnswer, number: Int) {
    for at in session.overlays.indices {
      guard case .storeDetails(var details) = session.overlays[at], details.streetsWork == number
      else { continue }
      details.streetsWork = nil
      if case .streets(let names) = answer {
        details.streetNames = names
      } else {
        details.streetsGround = nil
      }
      session.overlays[at] = .storeDetails(details)
    }
  }

  /// The person refused consent, now or in the settings: the other kind of map may still be shown.
  mutating func refuseMap(_ sentence: String, _ effects: inout [Effect]) {
    guard let at = placeOfShop, case .storeDetails(var details) = session.overlays[at] else {
      return
    }
    session.nearby.refused.insert(details.mapService)
    let other = details.kind.other
    if details.mapService != .googleMaps, session.isAllowed(other.service) == true {
      // The permitted kind, for this time.
      details.kind = other
      session.overlays[at] = .storeDetails(details)
      notice(
        sentence + (other == .street ? " Here are the streets." : " Here it is from above."),
        seconds: 6)
      return startMap(&effects)
    }
    details.trouble = sentence
    session.overlays[at] = .storeDetails(details)
  }

  /// Applies even if another overlay covers the shop by now.
  mutating func receiveMap(_ answer: WorkerAnswer, number: Int) {
    for at in session.overlays.indices {
      guard case .storeDetails(var details) = session.overlays[at], let work = details.work,
        work.number == number
      else { continue }
      details.work = nil
      switch answer {
      case .map(let drawing):
        guard let drawn = StoreDetailsState.Drawn(drawing, work.view, work.kind) else {
          details.trouble = "The map does not fit. r tries again."
          break
        }
        details.drawn = drawn
      case .failed(let failure): details.trouble = failure.sentence
      default: break
      }
      session.overlays[at] = .storeDetails(details)
    }
  }

  /// The text below a map that is incomplete, old or missing; otherwise empty.
  public func mapStatus(_ details: StoreDetailsState) -> String {
    if let work = details.work {
      let seconds = (session.clock.monotonic - work.since) / 1000
      return seconds < 1 ? "" : "Fetching the map… " + Wording.minutes(seconds: seconds)
    }
    if !details.trouble.isEmpty { return details.trouble }
    guard let drawing = details.drawn?.drawing, drawing.missing > 0 || !drawing.trouble.isEmpty
    else { return "" }
    var parts: [String] = []
    if !drawing.trouble.isEmpty { parts.append(drawing.trouble) }
    if drawing.missing > 0 {
      parts.append("\(drawing.missing) of \(Wording.count(drawing.tiles, "tile")) missing.")
    }
    if drawing.age > 0 {
      let since = session.clock.wall - drawing.age
      let ago = Wording.ago(
        since, now: session.clock.wall, offset: session.utcOffset, style: session.dateStyle)
      parts.append("Kept copy, \(ago).")
    }
    return parts.joined(separator: " ")
  }
}
