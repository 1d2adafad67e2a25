/// Where stores are looked for, and how far around it.
extension AppState {
  mutating func openPlaceForm() {
    let settings = session.preferences.nearby
    let hint = "Berlin, or 52.52, 13.405"
    let place = session.nearby.typed ?? (settings.usesLocation ? "" : settings.place)
    show(
      FormState(
        purpose: .nearbyPlace, title: "Where to look for stores",
        intro: "A town, an address, or latitude and longitude.", action: "Find stores",
        fields: [.init(.place, "Place", place, hint: hint)]))
    session.page = .stores
  }

  mutating func submitPlace(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    let text = CleanText.line(form[.place])
    guard !text.isEmpty else { throw FormError(.place, "Type a place.") }
    var place: Coordinates?
    do throws(Failure) {
      if case .position(let position) = try TypedPlace(text) { place = position }
    } catch { throw FormError(.place, error.sentence) }
    session.overlays.removeAll { if case .form = $0 { true } else { false } }
    look(for: text, place, &effects)
  }

  mutating func look(
    for text: String, _ place: Coordinates?, _ effects: inout [Effect]
  ) {
    if text != session.preferences.nearby.place || place != nil
      || session.preferences.nearby.usesLocation
    {
      if place != nil {
        session.nearby.before = nil
      } else if session.nearby.found != nil, session.nearby.before == nil {
        session.nearby.before = session.preferences.nearby
      }
      remember(&effects) {
        $0.nearby.map = $0.nearby.mapAtFirst
        $0.nearby.place = text
        $0.nearby.coordinates = place
        $0.nearby.usesLocation = false
      }
    }
    session.nearby.isShown = true
    session.nearby.typed = text
    search(&effects)
  }

  mutating func useLocation(_ effects: inout [Effect]) {
    guard session.nearby.locationProgram != nil else {
      return notice("This system has no location service. Type a place instead.")
    }
    session.nearby.before = nil
    session.nearby.typed = nil
    remember(&effects) {
      $0.nearby.map = $0.nearby.mapAtFirst
      $0.nearby.usesLocation = true
    }
    search(&effects)
  }

  mutating func changeRadius(by step: Int, _ effects: inout [Effect]) {
    let all = SearchRadius.allCases
    let at = all.firstIndex(of: session.preferences.nearby.radius) ?? 0
    guard all.indices.contains(at + step) else {
      return notice(step > 0 ? "That is as far as it goes." : "That is as near as it goes.")
    }
    choose(radius: all[at + step], &effects)
  }

  /// Applies at once: hides shops outside the radius, and searches for farther ones.
  mutating func choose(radius: SearchRadius, _ effects: inout [Effect]) {
    guard radius != session.preferences.nearby.radius else { return }
    remember(&effects) { $0.nearby.radius = radius }
    session.nearby.focus.move(
      to: session.nearby.focus.index, count: nearbyStores.count, viewport: nearbyList.height)
    if session.nearby.found != nil || session.nearby.work != nil { search(&effects) }
  }

  // MARK: What a typed place means

  /// A name that means several places: which one is for the person to say, and not while they do
  /// something else.
  mutating func offer(_ places: [NamedPlace], _ effects: inout [Effect]) {
    guard session.isNearby, session.overlays.isEmpty, !session.isLocked else {
      return chooseNoPlace(&effects)
    }
    let entries = places.enumerated().map { index, place in
      PickerState.Entry(place.name, value: String(index))
    }
    show(PickerState(.places(places), "Which one?", entries))
  }

  /// None was chosen: as if nothing had been typed, where there was a place before.
  mutating func chooseNoPlace(_ effects: inout [Effect]) {
    let name = session.preferences.nearby.place
    let end = session.nearby.before == nil ? ". Enter shows them." : "; none was chosen."
    session.nearby.trouble = "“\(name)” may be one of several places" + end
    goBack(from: name, &effects)
  }

  /// The place that is meant: it is kept, so that it need not be asked for again.
  mutating func take(
    _ place: NamedPlace, since: Int? = nil, isFresh: Bool = false, _ effects: inout [Effect]
  ) {
    session.nearby.before = nil
    // As exact as the file keeps it, so that no later reading of that looks like another place.
    let here = place.place.kept
    remember(&effects) {
      $0.nearby.place = place.name
      $0.nearby.coordinates = here
    }
    find(
      around: here, name: place.name, since: since ?? session.clock.monotonic,
      isFresh: isFresh, &effects)
  }

  /// The typed place is unknown, or could not be looked for: the shown results and the next search use the previous one.
  mutating func goBack(from name: String, _ effects: inout [Effect]) {
    let now = session.preferences.nearby
    guard let before = session.nearby.before else { return }
    session.nearby.before = nil
    // The place may have been changed in the settings meanwhile.
    guard now.place == name, now.coordinates == nil, !now.usesLocation else { return }
    remember(&effects) {
      $0.nearby.place = before.place
      $0.nearby.coordinates = before.coordinates
      $0.nearby.usesLocation = before.usesLocation
    }
  }

  /// It was not looked for; that can be tried again.
  mutating func goBack(fromTried name: String, _ effects: inout [Effect]) {
    if session.nearby.before != nil { session.nearby.tried = name }
    goBack(from: name, &effects)
  }
}
