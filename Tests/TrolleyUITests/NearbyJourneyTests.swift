import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyUI

/// Stores nearby by keys: what is requested when, what is shown meanwhile, and what is saved.
@Suite struct NearbyJourneyTests {
  private func start(
    _ size: Size = .standard, drawsMaps: Bool = true,
    _ change: (inout Preferences) -> Void = { _ in }
  ) -> TestApp {
    var preferences = Preferences()
    change(&preferences)
    return TestApp(
      size: size, preferences: preferences, hasBrowser: true, drawsMaps: drawsMaps)
  }

  private func find(_ shopper: TestApp) {
    shopper.press("3", ".", "enter")
    shopper.type("Berlin")
    shopper.press("enter", "enter")
  }

  private func tasks(_ shopper: TestApp) -> [WorkerTask] {
    shopper.takeEffects().compactMap { if case .askWorker(let task, _) = $0 { task } else { nil } }
  }

  private var shop: (TestApp) -> StoreDetailsState? {
    { if case .storeDetails(let shop)? = $0.session.overlays.last { shop } else { nil } }
  }

  // MARK: Consent and searching

  @Test func nothingIsSentBeforeAYes() {
    let shopper = start()
    shopper.press("3", ".", "enter")
    shopper.type("Berlin")
    shopper.press("enter")
    guard case .consent(let consent)? = shopper.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(consent.services == [.nominatim, .overpass, .satelliteMap])
    #expect(tasks(shopper).isEmpty)
    shopper.press("esc")
    #expect(tasks(shopper).isEmpty)
    #expect(shopper.session.nearby.trouble.contains("Nothing was sent to"))
    // Asked again, and now yes.
    shopper.press("enter", "enter")
    let access = ServiceSettings().access(.nominatim)
    #expect(tasks(shopper).first == .findPlace("Berlin", access))
    #expect(shopper.state.nearbyStores.count == 20)
  }

  @Test func `a search goes on without the map that was refused, and does not ask again`() {
    let shopper = start {
      $0.services[.nominatim].isAllowed = true
      $0.services[.overpass].isAllowed = true
    }
    shopper.press("3", ".", "enter")
    shopper.type("Berlin")
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("Esri"))
    shopper.press("esc")
    #expect(shopper.session.nearby.trouble == "")
    #expect(shopper.state.nearbyStores.count == 20)
    shopper.press("+")
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test func mapsAreFromAboveAtFirst() {
    let shopper = start()
    find(shopper)
    #expect(shopper.session.isAllowed(.satelliteMap) == true)
    shopper.press("enter")
    #expect(shop(shopper)?.kind == .satellite)
    // A list that has shown maps before keeps its kind.
    let known = start { $0.nearby.place = "Berlin" }
    known.press("3", ".", "enter", "w", "ctrl-u")
    known.type("Bern")
    known.press("enter")
    #expect(known.preferences.nearby.map == .street)
    // And so does one that was chosen before the first place.
    let chosen = start { $0.nearby.map = .street }
    chosen.press("3", ".", "enter")
    chosen.type("Berlin")
    chosen.press("enter")
    guard case .consent(let consent)? = chosen.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(consent.services == [.nominatim, .overpass, .streetMap])
    #expect(chosen.preferences.nearby.map == .street)
  }

  @Test func `v on a store nearby shows it with its map`() {
    let shopper = start()
    find(shopper)
    shopper.press("v")
    #expect(shop(shopper) != nil)
  }

  @Test func aPlaceGivenAsNumbersAsksNobodyWhereItIs() {
    let shopper = start()
    shopper.press("3", ".", "enter")
    shopper.type("52.52, 13.405")
    shopper.press("enter", "enter")
    let asked = tasks(shopper)
    #expect(asked.count == 1)
    guard case .findStores(let query, let access)? = asked.first else {
      Issue.record("no search")
      return
    }
    #expect(query == StoreQuery(place: TestNearby.berlin, radius: .threeMiles))
    #expect(access.service == .overpass)
  }

  @Test func aKeyOfGoogleIsUsed() {
    let shopper = start { $0.services[.googlePlaces].key = "k" }
    shopper.press("3", ".", "enter")
    shopper.type("52.52, 13.405")
    shopper.press("enter")
    guard case .consent(let consent)? = shopper.session.overlays.last else {
      Issue.record("no question")
      return
    }
    // Its stores are not shown on another provider's map.
    #expect(consent.services == [.googlePlaces, .googleMaps])
  }

  @Test func `a search without Google, which is switched off, asks OpenStreetMap`() {
    let shopper = start {
      $0.services[.googlePlaces].key = "k"
      $0.services[.googlePlaces].isAllowed = false
      $0.services[.overpass].isAllowed = true
      $0.services[.satelliteMap].isAllowed = true
    }
    shopper.press("3", ".", "enter")
    shopper.type("52.52, 13.405")
    shopper.press("enter")
    guard case .findStores(_, let access)? = tasks(shopper).first else {
      Issue.record("no search")
      return
    }
    #expect(access.service == .overpass)
    #expect(shopper.canvas.text.contains("OpenStreetMap"))
  }

  @Test func `after a no to Google the next search asks about OpenStreetMap`() {
    let shopper = start { $0.services[.googlePlaces].key = "k" }
    shopper.press("3", ".", "enter")
    shopper.type("52.52, 13.405")
    shopper.press("enter", "esc")
    #expect(shopper.session.nearby.trouble.hasPrefix("Nothing was sent to Google"))
    shopper.press("r")
    guard case .consent(let consent)? = shopper.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(consent.services == [.overpass, .satelliteMap])
  }

  @Test func `a no to Google is a search by OpenStreetMap where that is allowed`() {
    let shopper = start {
      $0.services[.googlePlaces].key = "k"
      $0.services[.overpass].isAllowed = true
      $0.services[.satelliteMap].isAllowed = true
    }
    shopper.press("3", ".", "enter")
    shopper.type("52.52, 13.405")
    shopper.press("enter")
    #expect(shopper.session.asksForConsent)
    shopper.press("esc")
    guard case .findStores(_, let access)? = tasks(shopper).first else {
      Issue.record("no search")
      return
    }
    #expect(access.service == .overpass && shopper.session.nearby.trouble == "")
    // Nowhere farther is offered at the widest.
    #expect(shopper.canvas.text.contains("wider"))
    shopper.press("+", "+")
    #expect(shopper.session.overlays.isEmpty)
    #expect(shopper.preferences.nearby.radius == .tenMiles && !shopper.state.nearbyStores.isEmpty)
    #expect(!shopper.canvas.text.contains("wider"))
  }

  @Test func thePlaceIsRememberedAndTheNextLookBeginsByItself() {
    let shopper = start()
    find(shopper)
    #expect(shopper.preferences.nearby.place == "Berlin, Deutschland")
    #expect(shopper.preferences.nearby.coordinates == TestNearby.berlin)
    let next = start {
      $0.nearby = shopper.preferences.nearby
      $0.services[.overpass].isAllowed = true
      $0.services[.satelliteMap].isAllowed = false
    }
    next.press("3", ".")
    #expect(next.session.overlays.isEmpty)
    #expect(next.state.nearbyStores.count == 20)
    #expect(tasks(next).count == 1)
  }

  @Test func itCanBeStoppedAndALateAnswerIsNotHeard() throws {
    let shopper = start()
    shopper.worker.nearby.isSilent = true
    find(shopper)
    let work = try #require(shopper.session.nearby.work)
    shopper.wait(milliseconds: 2500)
    #expect(shopper.state.nearbyStatus.text.hasSuffix("0:02"))
    #expect(shopper.session.nextDeadline != nil)
    shopper.press("esc")
    #expect(shopper.effects.contains(.cancelWork(number: work.number)))
    #expect(shopper.session.nearby.work == nil)
    shopper.send(.workerAnswered(.located(.zero), number: work.number))
    #expect(shopper.session.nearby.work == nil)
    #expect(shopper.session.nextDeadline == nil || shopper.session.notice != nil)
    // Enter looks again.
    _ = shopper.takeEffects()
    shopper.press("enter")
    #expect(shopper.form == nil)
    #expect(tasks(shopper).count == 1)
  }

  @Test func aFailedWideningKeepsTheRadius() {
    let shopper = start()
    find(shopper)
    shopper.worker.nearby.isSilent = true
    shopper.press("+")
    #expect(shopper.state.nearbyTitle == "within 3 mi of Berlin, Deutschland")
    shopper.press("esc")
    #expect(shopper.preferences.nearby.radius == .threeMiles)
    shopper.worker.nearby.isSilent = false
    let well = shopper.worker.nearby.stores
    shopper.worker.nearby.stores = .failed(Failure(.unavailable, "Overpass does not answer."))
    shopper.press("+")
    #expect(shopper.state.nearbyTitle == "within 3 mi of Berlin, Deutschland")
    #expect(shopper.preferences.nearby.radius == .threeMiles)
    #expect(shopper.canvas.text.contains("Overpass does not answer."))
    #expect(shopper.state.nearbyStores.count == 20)
    shopper.worker.nearby.stores = well
    shopper.press("+")
    #expect(shopper.state.nearbyTitle == "within 5 mi of Berlin, Deutschland")
  }

  @Test func howManyThereAreIsSaid() {
    let shopper = start()
    guard case .stores(var found) = shopper.worker.nearby.stores else { return }
    found.total = 47
    shopper.worker.nearby.stores = .stores(found)
    find(shopper)
    #expect(
      shopper.state.nearbyStatus.text
        == "20 of 47 stores (grocers first) · © OpenStreetMap contributors")
  }

  @Test func enterOffersAnotherPlaceWhereThatOneIsUnknown() {
    let shopper = start()
    shopper.worker.nearby.place = .failed(Failure(.badInput, "No place is called “Berlin”."))
    find(shopper)
    #expect(shopper.canvas.text.contains("enter chooses another place."))
    shopper.press("enter")
    #expect(shopper.form?.purpose == .nearbyPlace)
  }

  // MARK: A name of several places

  private static let springfields = [
    NamedPlace(name: "Springfield, Illinois", place: TestNearby.at(0, 0)),
    NamedPlace(name: "Springfield, Missouri", place: TestNearby.at(200_000, 0)),
    NamedPlace(name: "Springfield, Oregon", place: TestNearby.at(0, 900_000)),
  ]

  @Test func whichOfSeveralPlacesIsMeantIsAsked() {
    let shopper = start()
    shopper.worker.nearby.place = .places(Self.springfields)
    find(shopper)
    #expect(shopper.picker?.all.map(\.label) == Self.springfields.map(\.name))
    #expect(shopper.preferences.nearby.coordinates == nil)
    shopper.press("down", "enter")
    #expect(shopper.preferences.nearby.place == "Springfield, Missouri")
    #expect(shopper.preferences.nearby.coordinates == Self.springfields[1].place)
    #expect(shopper.session.nearby.found?.query.place == Self.springfields[1].place)
  }

  @Test func `a search that failed is tried again also where something else went wrong`() {
    let shopper = start()
    find(shopper)
    shopper.worker.nearby.stores = .failed(Failure(.unavailable, "Not asked."))
    shopper.press("r")
    shopper.send(.journalTrouble(Failure(.failedIO, "The disk is full.")))
    _ = shopper.takeEffects()
    shopper.press("r")
    let effects = shopper.takeEffects()
    #expect(effects.contains(.readJournal))
    #expect(effects.contains { if case .askWorker = $0 { true } else { false } })
  }

  @Test func `what failed can be tried again by a key that the screen names, until it is mended`() {
    let shopper = start()
    find(shopper)
    shopper.worker.nearby.stores = .failed(Failure(.unavailable, "Not asked."))
    shopper.press("r")
    #expect(shopper.session.nearby.trouble == "Not asked.")
    #expect(!shopper.state.nearbyStores.isEmpty)
    #expect(shopper.state.hints.first?.key == "r")
    #expect(shopper.state.hints.first?.label == "try again")
    var new = shopper.preferences
    new.services[.overpass].address = "https://overpass.example"
    shopper.send(.settingsRead(SettingsReading(new)))
    #expect(shopper.session.nearby.trouble.isEmpty)
  }

  @Test func whereNoneOfThemIsChosenThePlaceBeforeStays() {
    let shopper = start()
    shopper.worker.nearby.place = .places(Self.springfields)
    find(shopper)
    shopper.press("esc")
    #expect(shopper.session.nearby.found == nil)
    #expect(
      shopper.session.nearby.trouble
        == "“Berlin” may be one of several places. Enter shows them.")
    shopper.press("enter")
    #expect(shopper.picker != nil)
    shopper.press("enter")
    #expect(shopper.state.nearbyStores.count == 20)
    shopper.press("w", "ctrl-u")
    shopper.type("Aix")
    shopper.press("enter", "esc")
    #expect(shopper.preferences.nearby.place == "Springfield, Illinois")
    #expect(shopper.session.nearby.trouble.hasSuffix("; none was chosen."))
    #expect(shopper.state.nearbyStores.count == 20)
  }

  @Test func theQuestionWhichPlaceIsNotPutOverOtherWork() throws {
    let shopper = start()
    shopper.worker.nearby.isSilent = true
    find(shopper)
    let work = try #require(shopper.session.nearby.work)
    shopper.press("1", "a")
    shopper.send(.workerAnswered(.places(Self.springfields), number: work.number))
    #expect(shopper.picker == nil)
    shopper.worker.nearby.isSilent = false
    shopper.worker.nearby.place = .places(Self.springfields)
    shopper.press("esc", "3", "enter")
    #expect(shopper.picker?.all.count == 3)
  }

  @Test func aRadiusCountsAtOnce() {
    let shopper = start()
    find(shopper)
    let near = shopper.state.nearbyStores.map(\.id)
    _ = shopper.takeEffects()
    shopper.worker.nearby.isSilent = true
    shopper.press("+")
    #expect(shopper.preferences.nearby.radius == .fiveMiles)
    guard case .findStores(let query, _)? = tasks(shopper).last else {
      Issue.record("no search")
      return
    }
    #expect(query.radius == .fiveMiles)
    // Known results stay meanwhile.
    #expect(shopper.state.nearbyStores.map(\.id) == near)
    shopper.press("-")
    #expect(shopper.preferences.nearby.radius == .threeMiles)
    shopper.press("-")
    #expect(shopper.notice == "That is as near as it goes.")
  }

  @Test func aSmallerRadiusHidesWhatIsTooFar() {
    let shopper = start { $0.nearby.radius = .tenMiles }
    shopper.worker.nearby.stores = .stores(
      FoundStores(
        stores: [1000, 6000, 12_000].map {
          NearbyStore(id: "n\($0)", name: "S\($0)", place: TestNearby.at($0, 0))
        }, source: .openStreetMap))
    find(shopper)
    #expect(shopper.state.nearbyStores.count == 3)
    shopper.worker.nearby.isSilent = true
    shopper.press("-")
    #expect(shopper.state.nearbyStores.count == 2)
    shopper.press("-")
    #expect(shopper.state.nearbyStores.count == 1)
  }

  @Test func theLastGoodAnswerStaysWithItsAge() {
    let shopper = start()
    find(shopper)
    shopper.wait(milliseconds: 7_200_000)
    shopper.worker.nearby.stores = .failed(Failure(.unavailable, "There is no network."))
    shopper.press("r")
    #expect(shopper.state.nearbyStores.count == 20)
    let lines = shopper.state.nearbyStatusLines
    #expect(lines.map(\.tone) == [.danger, .plain])
    #expect(lines.first?.text == "There is no network.")
    #expect(
      lines.last?.text == "20 stores, as of 2 hours ago · © OpenStreetMap contributors")
  }

  @Test func aPlaceThatNobodyKnowsLeavesTheListAndWhereItIsOf() {
    let shopper = start()
    find(shopper)
    let before = shopper.preferences.nearby
    #expect(before.coordinates != nil)
    shopper.worker.nearby.place = .failed(
      Failure(.badInput, "No place is called “Nowhere at all”."))
    shopper.press("w", "ctrl-u")
    shopper.type("Nowhere at all")
    shopper.press("enter")
    #expect(shopper.state.nearbyStores.count == 20)
    #expect(shopper.preferences.nearby == before)
    #expect(shopper.canvas.text.contains("No place is called “Nowhere at all”."))
    // What was typed can be put right.
    shopper.press("w")
    #expect(shopper.form?.fields[0].input.text == "Nowhere at all")
    shopper.press("esc")
    // A temporary failure may be retried.
    shopper.worker.nearby.place = .failed(Failure(.unavailable, "There is no network."))
    shopper.press("w", "ctrl-u")
    shopper.type("Bern")
    shopper.press("enter")
    #expect(shopper.preferences.nearby == before)
    shopper.press("r")
    #expect(
      shopper.effects.contains {
        if case .askWorker(.findPlace("Bern", _), _) = $0 { true } else { false }
      })
    #expect(shopper.preferences.nearby == before)
    // The next place is unknown: the list is still that of Berlin.
    shopper.worker.nearby.place = .failed(Failure(.badInput, "No place is called “Nowhere”."))
    shopper.press("w", "ctrl-u")
    shopper.type("Nowhere")
    shopper.press("enter")
    #expect(shopper.preferences.nearby == before)
  }

  @Test func theLocationServiceIsOfferedOnlyWhereThereIsOne() {
    let shopper = start()
    shopper.press("3", ".", "p")
    #expect(shopper.notice.contains("no location service"))
    shopper.send(
      .hostCapabilitiesKnown(
        HostCapabilities(hasBrowser: true, sendmail: nil, locator: "/bin/where")))
    shopper.press("p", "enter")
    let asked = tasks(shopper)
    #expect(asked.first == .locate("/bin/where"))
    #expect(shopper.state.nearbyStores.count == 20)
    #expect(shopper.state.nearbyTitle == "within 3 mi of this machine")
  }

  @Test func whoSignsOutLeavesNothingOfIt() {
    let shopper = start()
    shopper.openHome()
    find(shopper)
    #expect(shopper.session.nearby.found != nil)
    shopper.press("L")
    #expect(shopper.session.nearby.found == nil)
  }

  // MARK: Favourites

  @Test func onlyTheStarKeepsAStoreAndNoneTwice() throws {
    let shopper = start()
    find(shopper)
    #expect(shopper.shared.stores.isEmpty)
    shopper.press("*")
    let first = try #require(shopper.state.focusedNearby)
    let kept = try #require(shopper.shared.stores.first)
    #expect(kept.name == first.name && kept.address == first.address && kept.phone == first.phone)
    #expect(kept.note == first.website)
    #expect(shopper.notice.contains("to undo"))
    #expect(kept.place == first.place.kept)
    shopper.press("f")
    #expect(shopper.shared.stores.isEmpty)
    shopper.press("u")
    #expect(shopper.shared.stores == [kept])
  }

  @Test func aStarredStoreKeepsItsMapAndTheWayThere() throws {
    let shopper = start()
    find(shopper)
    shopper.press("*")
    let kept = try #require(shopper.shared.stores.first)
    // Another day.
    let next = start { $0.services[.streetMap].isAllowed = true }
    next.press("3")
    #expect(next.shared.stores.isEmpty)
    shopper.press(".")
    _ = shopper.takeEffects()
    shopper.press("v")
    let open = try #require(shop(shopper))
    #expect(open.store.name == kept.name && open.store.place == kept.place)
    #expect(tasks(shopper).count == 1)
    shopper.press("enter")
    #expect(shopper.picker?.title == "Directions to \(kept.name)")
    shopper.press("esc", "*", "esc")
    #expect(shopper.shared.stores.isEmpty)
    // One without a place says so.
    shopper.press("a")
    shopper.type("Corner")
    shopper.press("ctrl-s", "v")
    #expect(shop(shopper) == nil)
    #expect(shopper.dialog?.message.contains("There is no place for Corner") == true)
  }

  /// One store on the map, at a place with more digits than files hold.
  private func start(findingOnly name: String, at address: String) -> TestApp {
    let shopper = start()
    shopper.worker.nearby.stores = .stores(
      FoundStores(
        stores: [
          NearbyStore(
            id: "1", name: name,
            place: Coordinates(latitudeE7: 525_200_049, longitudeE7: 134_050_051) ?? .zero,
            address: address)
        ], source: .openStreetMap))
    return shopper
  }

  @Test func `a star is undone after a restart as at once, and a place is kept as files hold it`()
    throws
  {
    let shopper = start(findingOnly: "Aldi", at: "")
    find(shopper)
    shopper.press("*")
    let place = try #require(shopper.shared.stores.first?.place)
    #expect(Coordinates(typed: place.text) == place)
    shopper.press("u")
    #expect(shopper.shared.stores.isEmpty)
  }

  @Test func `a favourite typed by hand gets its place and keeps what was typed`() throws {
    let shopper = start()
    let shop = TestNearby.shops[0]
    shopper.press("3", "a")
    for text in [shop.name, shop.address, "", "us@home.example"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s")
    let typed = try #require(shopper.shared.stores.first)
    find(shopper)
    while shopper.state.focusedNearby?.name != shop.name { shopper.press("down") }
    shopper.press("*")
    #expect(shopper.notice.contains("Kept where"))
    var expected = typed
    expected.place = shop.place.kept
    #expect(shopper.shared.stores == [expected])
    // What two undos bring back is there once.
    shopper.press("*", "*", "u", "u")
    #expect(shopper.shared.stores == [expected])
    shopper.press("*", "*", "f", "d", "u", "u", "u")
    #expect(Set(shopper.shared.stores.map(\.name)).count == shopper.shared.stores.count)
  }

  /// How people write the street of a map, and a town alone.
  @Test(arguments: [
    "Main Street 8a, Springfield", "main st. 8 A", "Old Town, Main St 8a", "Springfield",
  ])
  func `a street is one however it is written`(_ address: String) throws {
    try star("Main Street 8a, 12345 Springfield", typedAs: address)
  }

  @Test(arguments: [
    ("Ottenser Hauptstraße 8a, 22765 Hamburg", "Ottenser Hauptstr. 8 a"),
    ("Ottenser Hauptstraße 8a, 22765 Hamburg", "Ottensen, Ottenser Hauptstrasse 8A"),
    ("Ottenser Hauptstraße 8a", "Hamburg"), ("12 Grand Avenue", "12 Grand Av."),
  ])
  func `so is one of another country`(_ map: String, _ typed: String) throws {
    try star(map, typedAs: typed)
  }

  private func star(_ map: String, typedAs address: String) throws {
    let shopper = start(findingOnly: "Young", at: map)
    shopper.press("3", "a")
    shopper.type("Young")
    shopper.press("tab")
    shopper.type(address)
    shopper.press("ctrl-s")
    find(shopper)
    shopper.press("*")
    #expect(shopper.notice.contains("Kept where"))
    #expect(shopper.shared.stores.map(\.address) == [address])
  }

  @Test func `a favourite that only has a name gets place and address of the one that is starred`()
    throws
  {
    let shopper = start()
    let shop = try #require(TestNearby.shops.first { !$0.address.isEmpty })
    shopper.press("3", "a")
    shopper.type(shop.name)
    shopper.press("ctrl-s")
    let typed = try #require(shopper.shared.stores.first)
    find(shopper)
    while shopper.state.focusedNearby?.name != shop.name { shopper.press("down") }
    shopper.press("*")
    var expected = typed
    expected.place = shop.place.kept
    expected.address = shop.address
    #expect(shopper.shared.stores == [expected])
    #expect(shopper.state.isFavourite(shop))
  }

  @Test func `branches of one name are starred where the map has no address`() {
    let shopper = start()
    shopper.worker.nearby.stores = .stores(
      FoundStores(
        stores: [
          NearbyStore(id: "1", name: "Aldi", place: TestNearby.at(100, 0)),
          NearbyStore(id: "2", name: "Aldi", place: TestNearby.at(900, 0)),
        ], source: .openStreetMap))
    find(shopper)
    shopper.press("*", "down", "*")
    let stores = shopper.shared.stores
    #expect(stores.count == 2)
    #expect(Set(stores.map { stores.label(of: $0) }).count == 2)
    // Each one's star is its own.
    shopper.press("*")
    #expect(shopper.shared.stores.map(\.place) == [TestNearby.at(100, 0).kept])
  }

  @Test func aNewAddressIsAnotherPlace() throws {
    let shopper = start()
    find(shopper)
    while shopper.state.focusedNearby?.address.isEmpty == true { shopper.press("down") }
    shopper.press("*", ".", "e", "tab", "ctrl-u")
    shopper.type("Elsewhere 1")
    shopper.press("ctrl-s")
    let store = try #require(shopper.shared.stores.first)
    #expect(store.address == "Elsewhere 1" && store.place == nil)
  }

  @Test func `a star whose name and address are written in another way is found again`() throws {
    let shopper = start()
    find(shopper)
    shopper.press("*")
    let place = try #require(shopper.shared.stores.first?.place)
    let address = try #require(shopper.shared.stores.first?.address)
    shopper.press(".", "e", "ctrl-u")
    shopper.type("Ours")
    shopper.press("tab", "end")
    shopper.type(address.isEmpty ? "A-Weg 1" : ", Germany")
    shopper.press("ctrl-s")
    #expect(shopper.shared.stores.first?.name == "Ours")
    #expect(shopper.shared.stores.first?.place == place)
    // It is the same star: the key takes it away.
    shopper.press(".", "*")
    #expect(shopper.shared.stores.isEmpty)
  }

  @Test func twoBranchesOfAChainHaveOneName() {
    let shopper = start()
    shopper.worker.nearby.stores = .stores(
      FoundStores(
        stores: [
          NearbyStore(id: "1", name: "Aldi", place: TestNearby.at(100, 0), address: "A-Weg 1, X"),
          NearbyStore(id: "2", name: "Aldi", place: TestNearby.at(900, 0), address: "B-Weg 2, X"),
        ], source: .openStreetMap))
    find(shopper)
    shopper.press("*", "down", "*")
    let stores = shopper.shared.stores
    #expect(stores.map(\.name) == ["Aldi", "Aldi"])
    #expect(stores.map { stores.label(of: $0) } == ["Aldi, A-Weg 1", "Aldi, B-Weg 2"])
    // The other one is taken back.
    shopper.press("up", "*")
    #expect(shopper.shared.stores.map(\.address) == ["B-Weg 2, X"])
  }

  // MARK: The map

  @Test func theMapIsOfWhatTheScreenShows() throws {
    for size in [Size.standard, .large, Size(width: 200, height: 60)] {
      let shopper = start(size)
      find(shopper)
      _ = shopper.takeEffects()
      shopper.press("enter")
      let open = try #require(shop(shopper))
      let map = try #require(shopper.state.layout(of: open).map)
      #expect(open.view.size == map.size)
      guard case .drawMap(let view, _, let access)? = tasks(shopper).last else {
        Issue.record("no map")
        continue
      }
      #expect(view == open.view)
      #expect(access.service == .satelliteMap)
      #expect(open.drawn?.view == view)
      // The marker is in the shop's cell.
      let cell = try #require(view.cell(of: open.store.place))
      let drawn = shopper.canvas[map.x + cell.x, map.y + cell.y]
      #expect(drawn.glyph == Unicode.Scalar("●").value)
    }
  }

  @Test func theMarkerFollowsEveryMove() throws {
    let shopper = start(.large)
    find(shopper)
    shopper.press("enter")
    for keys in [["right"], ["up"], ["+"], ["left", "left"], ["-", "-"], ["down"], ["z"], ["g"]] {
      for key in keys { shopper.press(try #require(Key(text: key))) }
      let open = try #require(shop(shopper))
      let map = try #require(shopper.state.layout(of: open).map)
      guard let cell = open.view.cell(of: open.store.place) else { continue }
      #expect(shopper.canvas[map.x + cell.x, map.y + cell.y].glyph == Unicode.Scalar("●").value)
      #expect(open.drawn?.view == open.view)
    }
  }

  @Test func whatWasDrawnIsShownMovedUntilTheNewMapIsThere() throws {
    let shopper = start(.large)
    find(shopper)
    shopper.press("enter")
    let open = try #require(shop(shopper))
    let drawn = try #require(open.drawn)
    let before = try #require(MapPicture.grid(drawn, seenIn: open.view))
    var view = open.view
    view.pan(x: 5, y: 2)
    let moved = try #require(MapPicture.grid(drawn, seenIn: view))
    for y in 0..<2 * (view.size.height - 2) {
      for x in 0..<2 * (view.size.width - 5) {
        let old = before.pixels[(y + 4) * 2 * before.width + x + 10]
        #expect(moved.pixels[y * 2 * moved.width + x] == old)
      }
    }
    // A part that was never loaded is a hole.
    #expect(moved.pixels[2 * moved.width - 1].w == 0)
    shopper.worker.nearby.isSilent = true
    shopper.press("right", "right")
    let numbers = shopper.effects.compactMap {
      if case .cancelWork(let number) = $0 { number } else { nil }
    }
    #expect(!numbers.isEmpty)
  }

  @Test func attributionIsOnTheScreenWhereverAMapIs() throws {
    for size in [Size.small, .standard, .large] {
      let shopper = start(size)
      find(shopper)
      shopper.press("enter", "z")
      #expect(shopper.canvas.rows.contains { $0.contains("Tiles © Esri") })
      shopper.press("v", "enter")
      #expect(shop(shopper)?.kind == .street)
      #expect(shopper.canvas.rows.contains { $0.contains("© OpenStreetMap contributors") })
    }
  }

  @Test func aMapThatIsRefusedLeavesTheDetails() throws {
    let shopper = start { $0.services[.satelliteMap].isAllowed = false }
    find(shopper)
    _ = shopper.takeEffects()
    shopper.press("enter")
    #expect(tasks(shopper).isEmpty)
    let open = try #require(shop(shopper))
    #expect(open.trouble.contains("switched off"))
    #expect(!shopper.state.hints.map(\.label).contains("try again"))
    #expect(shopper.canvas.rows.contains { $0.contains(open.store.name) })
  }

  @Test func `the key that asks for a map again is named where none came`() throws {
    let shopper = start()
    shopper.worker.nearby.mapFailure = Failure(.unavailable, "No network.")
    find(shopper)
    shopper.press("enter")
    func isNamed() -> Bool { shopper.state.hints.map(\.label).contains("try again") }
    #expect(shop(shopper)?.trouble == "No network." && isNamed())
    shopper.press("right")
    #expect(shop(shopper)?.trouble == "No network." && isNamed())
    shopper.worker.nearby.mapFailure = nil
    shopper.press("r")
    #expect(shop(shopper)?.trouble == "" && !isNamed())
  }

  @Test func theWordsAboutARefusedMapFollowWhatItWas() throws {
    let shopper = start { $0.services[.satelliteMap].isAllowed = false }
    find(shopper)
    shopper.press("enter", "right")
    let words = "Satellite map (Esri World Imagery) is switched off in the settings."
    #expect(shop(shopper)?.trouble == words)
    shopper.press("r", "right")
    #expect(shop(shopper)?.trouble == words)
    // Allowed outside, it comes without a key.
    _ = shopper.takeEffects()
    var preferences = shopper.preferences
    preferences.services[.satelliteMap].isAllowed = true
    shopper.send(.settingsRead(SettingsReading(preferences)))
    #expect(shop(shopper)?.trouble == "")
    #expect(shop(shopper)?.drawn?.kind == .satellite)
    // And forbidden, the next part does not.
    preferences.services[.satelliteMap].isAllowed = false
    shopper.send(.settingsRead(SettingsReading(preferences)))
    #expect(shop(shopper)?.trouble == words)
  }

  @Test func aRefusalRewritesNoSetting() throws {
    let shopper = start {
      $0.services[.satelliteMap].isAllowed = false
      $0.services[.streetMap].isAllowed = true
      $0.nearby.map = .satellite
    }
    find(shopper)
    shopper.press("enter")
    #expect(shop(shopper)?.kind == .street)
    #expect(
      shopper.notice
        == "Satellite map (Esri World Imagery) is switched off in the settings. Here are the streets."
    )
    #expect(shopper.preferences.nearby.map == .satellite)
    shopper.press("v")
    #expect(shop(shopper)?.kind == .street)
    #expect(shopper.preferences.nearby.map == .satellite)
    // What a person chooses and gets is kept.
    let other = start()
    find(other)
    other.press("enter", "v", "enter")
    #expect(shop(other)?.kind == .street)
    #expect(other.preferences.nearby.map == .street)
  }

  @Test func aTerminalWithoutPicturesAsksForNoMap() throws {
    let shopper = start(drawsMaps: false)
    shopper.context = RenderContext(isUnicode: false, pictures: .signs)
    find(shopper)
    _ = shopper.takeEffects()
    shopper.press("enter", "z", "v")
    #expect(tasks(shopper).isEmpty)
    #expect(shopper.notice.contains("cannot draw maps"))
    #expect(shopper.canvas.flaw(asked: .standard) == nil)
  }

  @Test func `a page turns the words of a store where there is no room for a map`() throws {
    let shopper = start(Size(width: 40, height: 12))
    var store = TestNearby.shops[0]
    store.hours = String(repeating: "by appointment only ", count: 9)
    store.address = String(repeating: "Long Street ", count: 9)
    shopper.worker.nearby.stores = .stores(FoundStores(stores: [store], source: .openStreetMap))
    find(shopper)
    shopper.press("enter")
    let before = shopper.canvas.text
    func scroll() -> Int? { shop(shopper)?.scroll }
    shopper.press("down")
    #expect(scroll() == 1)
    shopper.press("pgdn")
    let end = try #require(scroll())
    #expect(end > 1 && shopper.canvas.text != before)
    shopper.press("pgdn")
    #expect(scroll() == end)
    shopper.press("pgup", "g")
    #expect(scroll() == 0 && shopper.canvas.text == before)
  }

  @Test func googleStoresAreOnGooglesMap() throws {
    let shopper = start { $0.services[.googlePlaces].key = "k" }
    var store = TestNearby.shops[0]
    store.source = .googleMaps
    store.rating = 42
    store.priceRange = 2
    shopper.worker.nearby.stores = .stores(FoundStores(stores: [store], source: .googleMaps))
    find(shopper)
    _ = shopper.takeEffects()
    shopper.press("enter")
    guard case .drawMap(_, let kind, let access)? = tasks(shopper).first else {
      Issue.record("no map")
      return
    }
    #expect(kind == .satellite && access.service == .googleMaps && access.key == "k")
    let rows = shopper.canvas.rows
    #expect(rows.contains { $0.contains("★★★★☆ 4.2") })
    #expect(rows.contains { $0.contains("$$ moderate") })
    #expect(rows.contains { $0.contains("Google Maps · Map data ©2026 Google") })
    shopper.press("v")
    guard case .drawMap(_, .street, let streets)? = tasks(shopper).first else {
      Issue.record("no map")
      return
    }
    #expect(streets.service == .googleMaps)
    // Of where it is only Google's identifier is kept.
    shopper.press("*")
    let kept = try #require(shopper.shared.stores.first)
    #expect(kept.place == nil && kept.googlePlace == store.id)
    // What Google says of it by now is asked again, and shown.
    shopper.press("esc", ".", "v")
    #expect(
      tasks(shopper).contains { if case .findStore(store.id, _) = $0 { true } else { false } })
    #expect(shop(shopper)?.store == store)
    #expect(shopper.canvas.text.contains("★★★★☆ 4.2"))
    #expect(shopper.shared.stores == [kept])
    // It is the same store whatever it is called.
    shopper.press("esc", "e", "ctrl-u")
    shopper.type("Mine")
    shopper.press("ctrl-s")
    #expect(shopper.state.isFavourite(store))
    // It is not there any more, and then the key is not.
    shopper.worker.nearby.stores = .failed(Failure(.missingFile, "Google does not know it."))
    shopper.press("v")
    #expect(shop(shopper) == nil && shopper.notice == "Google does not know it.")
    var preferences = shopper.preferences
    preferences.services[.googlePlaces].key = ""
    shopper.send(.settingsRead(SettingsReading(preferences)))
    _ = shopper.takeEffects()
    shopper.press("v")
    #expect(tasks(shopper).isEmpty)
    #expect(shopper.dialog?.message.contains("There is no place for Mine") == true)
    shopper.press("esc")
    // Another address is another place.
    shopper.press("e", "tab", "ctrl-u")
    shopper.type("9 Elsewhere Road")
    shopper.press("ctrl-s")
    #expect(shopper.shared.stores.first?.googlePlace == "")
  }

  @Test func whatAKeyWouldAddIsSaid() {
    let shopper = start(.large)
    find(shopper)
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("Rating: with a Google key."))
  }

  // MARK: The mouse

  @Test func theWheelZoomsAndAPressMovesTheMap() throws {
    let shopper = start(.large)
    find(shopper)
    shopper.press("enter")
    let open = try #require(shop(shopper))
    shopper.send(.wheel(up: true))
    #expect(shop(shopper)?.view.zoom == open.view.zoom + 1)
    shopper.send(.wheel(up: false))
    #expect(shop(shopper)?.view == open.view)
    let map = try #require(shopper.state.layout(of: open).map)
    shopper.click(x: map.x + 2, y: map.y + 2)
    let moved = try #require(shop(shopper))
    #expect(moved.view.centre.longitudeE7 < open.view.centre.longitudeE7)
    #expect(moved.view.centre.latitudeE7 > open.view.centre.latitudeE7)
    #expect(moved.drawn?.view == moved.view)
  }

  @Test func markersTakePresses() throws {
    let shopper = start(.large)
    find(shopper)
    shopper.press("enter", "z")
    let open = try #require(shop(shopper))
    let map = try #require(shopper.state.layout(of: open).map)
    let own = try #require(open.view.cell(of: open.store.place))
    let other = try #require(
      shopper.state.nearbyStores.first { store in
        guard store.id != open.store.id, let cell = open.view.cell(of: store.place) else {
          return false
        }
        return cell.y != own.y
      })
    let cell = try #require(open.view.cell(of: other.place))
    shopper.click(x: map.x + cell.x, y: map.y + cell.y)
    #expect(shop(shopper)?.store == other)
    #expect(shop(shopper)?.view == open.view)
    shopper.click(x: map.x + cell.x, y: map.y + cell.y)
    #expect(shopper.picker?.title == "Directions to \(other.name)")
  }

  @Test func aSizeThatChangesAsksForAnotherMap() throws {
    let shopper = start()
    find(shopper)
    shopper.press("enter")
    _ = shopper.takeEffects()
    shopper.resize(.large)
    let open = try #require(shop(shopper))
    #expect(open.view.size == shopper.state.layout(of: open).map?.size)
    #expect(tasks(shopper).count == 1)
  }

  // MARK: Directions

  @Test func directionsGoFourWaysByFourLinks() throws {
    let shopper = start()
    find(shopper)
    shopper.press("enter")
    let place = try #require(shop(shopper)).store.place
    for (index, kind) in DirectionsKind.allCases.enumerated() {
      shopper.press("enter")
      // Open, code, copy, then the four kinds.
      for _ in 0..<3 + index { shopper.press("down") }
      shopper.press("enter")
      #expect(shopper.preferences.nearby.directions == kind)
      let link = kind.link(to: place)
      _ = shopper.takeEffects()
      shopper.press("enter")
      #expect(shopper.takeEffects().contains(.openAddress(link)))
      shopper.press("enter", "down", "enter")
      #expect(tasks(shopper) == [.encodeQR(link)])
      shopper.press("esc", "enter", "down", "down", "enter")
      #expect(shopper.takeEffects().contains(.copy(link)))
    }
  }

  @Test func withoutABrowserThereIsACode() {
    let shopper = TestApp()
    find(shopper)
    shopper.press("enter", "enter")
    #expect(shopper.picker?.shown.first?.label == "Show a QR code for the phone")
    shopper.press("esc", "o")
    guard case .code? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    // Its key to open it does nothing there, and is not on the line of hints.
    #expect(!shopper.canvas.text.contains("o open here"))
    _ = shopper.takeEffects()
    shopper.press("o")
    #expect(shopper.takeEffects().isEmpty)
    let desktop = start()
    find(desktop)
    desktop.press("enter", "Y")
    #expect(desktop.canvas.text.contains("o open here"))
    _ = desktop.takeEffects()
    desktop.press("o")
    #expect(desktop.takeEffects().contains { if case .openAddress = $0 { true } else { false } })
  }
}
