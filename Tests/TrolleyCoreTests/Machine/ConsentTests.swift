import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// No request goes to an external server without consent.
@Suite struct ConsentTests {
  private func start(_ change: (inout Preferences) -> Void = { _ in }) -> AppState {
    var preferences = Preferences()
    change(&preferences)
    return AppState(
      replica: Replica(SharedState(), position: 0),
      session: SessionState(
        size: Size(width: 80, height: 24), clock: Clock(wall: 0, monotonic: 0),
        replica: ReplicaID(1), preferences: preferences))
  }

  private func test(_ state: inout AppState, _ service: ExternalService = .nominatim) -> [Effect] {
    var effects: [Effect] = []
    state.testService(service, &effects)
    return effects
  }

  private func tasks(_ effects: [Effect]) -> [WorkerTask] {
    effects.compactMap { if case .askWorker(let task, _) = $0 { task } else { nil } }
  }

  @Test func theQuestionNamesWhoGetsWhat() throws {
    var state = start()
    #expect(test(&state).isEmpty)
    guard case .consent(let consent)? = state.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(
      consent.lines == ["Nominatim (nominatim.openstreetmap.org) gets the place you type."])
    #expect(state.session.scope == .dialog)
    #expect(!consent.text.contains("contact"))
  }

  @Test func `the question names the contact that goes along`() {
    var state = start { $0.services.contact = "me@private.example" }
    _ = test(&state)
    guard case .consent(let consent)? = state.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(consent.text.contains("With it goes your contact, me@private.example. Nothing else"))
  }

  @Test func `the question names every host that is asked`() {
    var state = start()
    _ = test(&state, .openFoodFacts)
    guard case .consent(let consent)? = state.session.overlays.last else {
      Issue.record("no question")
      return
    }
    for host in ["world", "search", "images", "static"] {
      #expect(consent.text.contains("\(host).openfoodfacts.org"))
    }
  }

  @Test func onceLastsUntilTheEnd() {
    var state = start()
    _ = test(&state)
    let asked = ServiceSettings().access(.nominatim)
    #expect(tasks(reduce(&state, .command(.open))) == [.testService(asked)])
    #expect(state.session.overlays.isEmpty)
    // Not asked again during this run, and nothing is saved.
    #expect(tasks(test(&state)) == [.testService(asked)])
    #expect(state.session.preferences == Preferences())
  }

  /// A scanner that goes on presses nothing; a key that moves or an enter alone does.
  @Test func typedDigitsAndEnterAreNoAnswer() {
    var state = start()
    _ = test(&state)
    for digit in "96385074" { _ = reduce(&state, .typed(digit)) }
    #expect(tasks(reduce(&state, .command(.open))).isEmpty)
    #expect(state.session.notice?.text == "Typed text is no answer: choose one with the arrows.")
    #expect(state.session.scope == .dialog)
    _ = reduce(&state, .typed("1"))
    _ = reduce(&state, .command(.right))
    #expect(tasks(reduce(&state, .command(.open))).count == 1)
  }

  @Test func withdrawingEndsWhatWasAllowedInThisRun() throws {
    let shopper = TestApp(items: [])
    func consent() -> Bool? { shopper.session.isAllowed(.overpass) }
    func allowOnce() {
      shopper.focusSetting("services.overpass.allowed")
      shopper.press("t")
      shopper.perform(.open)
      #expect(consent() == true)
    }
    allowOnce()
    let row = try #require(SettingRow.named("services.overpass.allowed"))
    var state = shopper.state
    var effects: [Effect] = []
    try state.set(row, "no", &effects)
    #expect(state.session.isAllowed(.overpass) == false)
    _ = reduce(&state, .command(.show(.settings)))
    try state.set(row, try #require(row.defaultValue(in: state.session.preferences)), &effects)
    #expect(state.session.isAllowed(.overpass) == nil)
    #expect(state.words(for: row) == "not asked")
    // The same from outside, beside an open screen.
    var withdrawn = shopper.preferences
    withdrawn.services[.overpass].isAllowed = false
    shopper.send(.settingsRead(SettingsReading(withdrawn)))
    #expect(consent() == false)
    withdrawn.services[.overpass].isAllowed = nil
    shopper.send(.settingsRead(SettingsReading(withdrawn)))
    #expect(consent() == nil)
    #expect(shopper.words(of: "services.overpass.allowed") == "not asked")
  }

  @Test func alwaysIsRemembered() {
    var state = start()
    _ = test(&state)
    let effects = reduce(&state, .command(.right)) + reduce(&state, .command(.open))
    #expect(state.session.preferences.services.isAllowed(.nominatim) == true)
    #expect(effects.contains(.remember(state.session.preferences)))
    #expect(tasks(effects).count == 1)
  }

  @Test(arguments: [[Command.left, .open], [.back], [.leave]])
  func aNoSendsNothing(_ commands: [Command]) {
    var state = start()
    _ = test(&state)
    let effects = commands.flatMap { reduce(&state, .command($0)) }
    #expect(effects.isEmpty)
    #expect(state.session.overlays.isEmpty)
    #expect(state.session.notice?.text == "Nothing was sent to Nominatim.")
    // A retry asks again.
    _ = test(&state)
    #expect(!state.session.overlays.isEmpty)
  }

  @Test func whatIsSwitchedOffIsNotAskedFor() {
    var state = start { $0.services[.nominatim].isAllowed = false }
    #expect(test(&state).isEmpty)
    #expect(state.session.overlays.isEmpty)
    #expect(state.session.notice?.text == "Nominatim is switched off in the settings.")
  }

  @Test func aConsentThatIsWithdrawnOutsideStopsWhatIsUnderWay() {
    var state = start { $0.services[.nominatim].isAllowed = true }
    guard case .askWorker(let task, let number)? = test(&state).first else {
      Issue.record("nothing asked")
      return
    }
    #expect(state.session.refusal(toAsk: task.services) == nil)
    var forbidden = state.session.preferences
    forbidden.services[.nominatim].isAllowed = false
    let effects = reduce(&state, .settingsRead(SettingsReading(forbidden)))
    #expect(effects.contains(.cancelWork(number: number)))
    #expect(
      state.session.serviceTests[.nominatim]?.outcome
        != .works(0), "who waits for it is told")
    #expect(state.session.pendingRequests.numbers.isEmpty)
    #expect(state.session.refusal(toAsk: task.services)?.kind == .notAllowed)
    #expect(test(&state).isEmpty)
  }

  @Test func keysThatWereChangedOutsideCountAtOnce() {
    var state = start()
    let (keymap, _) = Keymap.customised([.init(name: "undo", keys: ["x"])])
    _ = reduce(&state, .settingsRead(SettingsReading(Preferences(), keymap)))
    #expect(state.session.keymap == keymap)
    let failure = Failure(.badInput, "settings.json is not valid JSON.")
    _ = reduce(&state, .settingsUnreadable(failure))
    #expect(state.session.keymap == keymap)
    #expect(state.session.settings.remarks == [failure.sentence])
    #expect(state.session.notice?.text == failure.sentence)
  }

  @Test func anAnswerStandsBesideItsService() {
    var state = start { $0.services[.overpass].isAllowed = true }
    let effects = test(&state, .overpass)
    guard case .askWorker(_, let number)? = effects.first else {
      Issue.record("nothing asked")
      return
    }
    _ = reduce(&state, .clock(Clock(wall: 0, monotonic: 320)))
    _ = reduce(&state, .workerAnswered(.serviceWorks, number: number))
    #expect(state.session.serviceTests[.overpass]?.outcome == .works(320))
    _ = test(&state, .overpass)
    _ = reduce(&state, .workerAnswered(.failed(Failure(.unavailable, "No.")), number: number + 1))
    #expect(state.session.serviceTests[.overpass]?.outcome == .failed("No."))
  }
}
