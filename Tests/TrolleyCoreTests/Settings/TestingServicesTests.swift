import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// “Test it” on the settings page.
@Suite struct TestingServicesTests {
  private let shopper = TestApp()

  private func allow(_ service: ExternalService) {
    shopper.focusSetting("services.\(service.rawValue).allowed")
    while shopper.session.preferences.services.isAllowed(service) != true {
      shopper.press("right")
    }
  }

  private var words: AppState.TestWords? {
    shopper.state.focusedSetting.flatMap { shopper.state.testWords(for: $0) }
  }

  private var questions: [WorkerTask] {
    shopper.effects.compactMap { if case .askWorker(let task, _) = $0 { task } else { nil } }
  }

  @Test func whatWorksSaysHowSoon() {
    allow(.overpass)
    shopper.press("t")
    #expect(words == .works("works, answered in 0.1 s"))
    #expect(
      questions
        == [.testService(shopper.session.preferences.services.access(.overpass))])
    #expect(shopper.canvas.text.contains("works, answered in 0.1 s"))
  }

  @Test func theFailureStandsBesideTheRow() {
    allow(.overpass)
    shopper.worker.failure = Failure(.unavailable, "The name overpass.example was not found.")
    shopper.press("t")
    #expect(words == .failed("The name overpass.example was not found."))
    #expect(shopper.canvas.text.contains("was not found"))
    // Another address needs another consent.
    shopper.focusSetting("services.overpass.address")
    shopper.press("enter", "ctrl-u")
    shopper.type("http://localhost:8080/api")
    shopper.press("enter")
    #expect(words == nil)
  }

  /// Minutes later it may be otherwise.
  @Test func `an outcome is forgotten when the page is left`() {
    allow(.overpass)
    shopper.worker.failure = Failure(.unavailable, "Try again in 28 seconds.")
    shopper.press("t")
    #expect(words == .failed("Try again in 28 seconds."))
    shopper.press("1")
    shopper.focusSetting("services.overpass.allowed")
    #expect(words == nil)
  }

  @Test func aClockRunsWhileItAsksAndEscStopsIt() {
    shopper.worker.isSilent = true
    allow(.nominatim)
    shopper.press("t")
    #expect(words == nil)
    #expect(shopper.session.nextDeadline == shopper.session.clock.monotonic + 300)
    shopper.wait(milliseconds: 300)
    #expect(words == .asking("asking… 0:00"))
    shopper.wait(milliseconds: 1900)
    #expect(words == .asking("asking… 0:02"))
    // Keys work meanwhile.
    shopper.press("down")
    shopper.press("up")
    shopper.press("esc")
    #expect(words == nil)
    #expect(shopper.effects.contains { if case .cancelWork = $0 { true } else { false } })
    #expect(shopper.session.page == .settings)
    // A late answer is ignored.
    shopper.send(.workerAnswered(.serviceWorks, number: 1))
    #expect(words == nil)
  }

  @Test func nobodyIsAskedWithoutAYes() {
    shopper.focusSetting("services.overpass.allowed")
    shopper.press("t")
    #expect(questions.isEmpty)
    #expect(!shopper.session.overlays.isEmpty)
    shopper.press("esc")
    #expect(questions.isEmpty)
    shopper.press("right", "right")
    #expect(shopper.session.preferences.services.isAllowed(.overpass) == false)
    shopper.press("t")
    #expect(shopper.session.overlays.isEmpty)
    #expect(questions.isEmpty)
    #expect(shopper.notice.contains("switched off"))
  }

  @Test func withoutAKeyThereIsNothingToAsk() {
    allow(.googlePlaces)
    shopper.press("t")
    #expect(questions.isEmpty)
    #expect(shopper.notice.contains("needs a key"))
    shopper.focusSetting("services.googlePlaces.key")
    shopper.press("enter")
    shopper.type("AIza-0123456789abcd")
    shopper.press("enter", "t")
    #expect(words == .works("works, answered in 0.1 s"))
    #expect(!shopper.canvas.text.contains("AIza"))
  }

  @Test(arguments: [
    ("services.overpass.address", "ftp://a.example", "must begin with https://"),
    ("services.overpass.address", "http://a.example", "must begin with https://"),
    ("services.streetMap.address", "https://a.example/tiles", "with {z}, {x} and {y}"),
    ("services.wineCom.key", "a b", "no blanks"),
    ("services.contact", "a b", "without blanks"),
    ("services.contact", "x", "a mail address"),
    ("services.overpass.allowed", "perhaps", "must be yes, no or nothing"),
  ]) func aWrongValueIsRefusedInWords(
    _ name: String, _ text: String, _ words: String
  ) throws {
    let row = try #require(SettingRow.named(name))
    let failure = #expect(throws: Failure.self) { try row.setting(text, in: Preferences()) }
    #expect(failure?.sentence.contains(words) == true, "\(failure?.sentence ?? "")")
  }

  @Test func anAddressGoesBackToTheUsualOne() throws {
    let row = try #require(SettingRow.named("services.overpass.address"))
    let own = try row.setting("http://127.0.0.1:9/api", in: Preferences())
    #expect(own.services.access(.overpass).address == "http://127.0.0.1:9/api")
    #expect(try row.setting(ExternalService.overpass.usualAddress, in: own) == Preferences())
  }
}
