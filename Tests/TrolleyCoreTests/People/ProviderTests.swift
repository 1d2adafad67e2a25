import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Signing in with a provider, as the screen sees it; the worker has tests of its own.
@Suite struct ProviderTests {
  private let shopper: TestApp
  private let issuer = "https://accounts.google.com"

  init() { self.init(hasBrowser: false) }

  private init(hasBrowser: Bool) {
    var preferences = Preferences()
    preferences.signIn.google.clientID = "id"
    preferences.signIn.openID = [
      IdentityProvider(
        kind: .openID, name: "Our cloud", address: "https://cloud.example", clientID: "id")
    ]
    shopper = TestApp(items: SampleItems.all, preferences: preferences, hasBrowser: hasBrowser)
    shopper.openHome()
    shopper.press("L")
  }

  private var name: String { shopper.state.account?.name ?? "no one" }

  private func choose(_ row: Int) {
    while shopper.session.signIn.focus != row { shopper.press("tab") }
    shopper.press("enter")
  }

  private func identity(
    _ subject: String = "10", email: String = "", isVerified: Bool = true, name: String = ""
  ) -> WorkerAnswer {
    .identity(
      ProvidedIdentity(
        issuer: issuer, subject: subject, email: email, isEmailVerified: isVerified, name: name))
  }

  private var stage: ProviderState.Stage? {
    if case .provider(let state)? = shopper.session.overlays.last { state.stage } else { nil }
  }

  @Test func theButtonsAreGoogleFacebookAndWhatWasSetUp() {
    #expect(shopper.state.signInRows.count == 7)
    #expect(shopper.canvas.rows.joined().contains("Continue with Our cloud"))
  }

  @Test func withoutAClientIDItSaysWhatToPutWhere() {
    choose(4)
    #expect(shopper.dialog?.title == "Not with Facebook yet")
    #expect(shopper.dialog?.message.contains("\"facebook\": {\"appId\"") == true)
    #expect(
      shopper.effects.allSatisfy { if case .askWorker(.identify, _) = $0 { false } else { true } })
  }

  @Test func somebodyNewChecksTheNameAndIsIn() {
    shopper.worker.says = [identity(email: "cleo@mail.example", name: "Cleo Example")]
    choose(3)
    #expect(shopper.form?.title == "Register with Google")
    #expect(shopper.form?.intro == "Google says that you are Cleo Example.")
    shopper.press("ctrl-s")
    #expect(name == "Cleo Example")
    shopper.press("L")
    choose(3)
    #expect(name == "Cleo Example")
    #expect(shopper.shared.accounts.count == 2)
  }

  @Test func theSameVerifiedAddressIsLinkedAfterItsPassword() {
    shopper.worker.says = [identity(email: "ANN@home.example")]
    choose(3)
    #expect(shopper.form?.title == "You have an account here")
    shopper.type("wrong horse")
    shopper.press("enter")
    #expect(shopper.form?.fields[0].error == "That is not the password.")
    #expect(shopper.session.isLocked)
    shopper.press("ctrl-u")
    shopper.type("correct horse")
    shopper.press("enter")
    #expect(name == "Ann")
    #expect(shopper.shared.accounts.count == 1)
    shopper.press("L")
    choose(3)
    #expect(name == "Ann")
  }

  /// A password that was never checked is not called wrong.
  @Test func whatKeepsAnAccountFromBeingLinkedIsSaid() {
    shopper.worker.says = [identity(email: "ann@home.example")]
    choose(3)
    for (answer, sentence) in [
      (VaultAnswer.wait(29_400), "Too many wrong tries. Wait 30 seconds."),
      (.closed, SignInState.closedAddressSentence),
      (.failed(Failure(.damaged, "The key is gone.")), "The key is gone."),
    ] {
      shopper.vault.says = answer
      shopper.press("ctrl-u")
      shopper.type("correct horse")
      shopper.press("enter")
      #expect(shopper.form?.fields[0].error == sentence)
    }
    shopper.vault.says = nil
    shopper.worker.failure = Failure(.unavailable, "The helper program has died.")
    shopper.press("enter")
    #expect(shopper.form?.fields[0].error == "The helper program has died.")
    shopper.worker.failure = nil
    shopper.press("enter")
    #expect(name == "Ann")
  }

  @Test func anAddressThatIsNotVerifiedIsNeverLinked() {
    shopper.worker.says = [identity(email: "ann@home.example", isVerified: false)]
    choose(3)
    #expect(shopper.dialog?.title == "ann@home.example has an account here")
    #expect(shopper.session.isLocked)
  }

  @Test func aCodeIsShownUntilItExpires() throws {
    let code = DeviceCode(
      userCode: "QKRB-ZWNT", address: "https://www.google.com/device", qr: nil, expiresIn: 90)
    shopper.worker.says = [.showCode(code)]
    choose(3)
    #expect(shopper.canvas.rows.joined().contains("QKRB-ZWNT"))
    #expect(shopper.canvas.rows.joined().contains("1:30 left"))
    shopper.wait(milliseconds: 30_000)
    #expect(shopper.canvas.rows.joined().contains("1:00 left"))
    shopper.press("y")
    #expect(shopper.effects.contains(.copy("QKRB-ZWNT")))
    _ = shopper.takeEffects()
    shopper.press("esc")
    #expect(shopper.effects.count == 1)
    guard case .cancelWork? = shopper.effects.first else {
      Issue.record("the worker goes on")
      return
    }
    #expect(stage == nil)
  }

  @Test func withABrowserTheAddressIsOpenedAndACodeIsOneKeyAway() {
    let tests = ProviderTests(hasBrowser: true)
    let shopper = tests.shopper
    shopper.worker.says = [.openBrowser("https://accounts.google.com/auth?x=1")]
    tests.choose(3)
    #expect(shopper.effects.contains(.openAddress("https://accounts.google.com/auth?x=1")))
    guard
      case .askWorker(.identify(_, .browser), _)? = shopper.effects.last(where: {
        if case .askWorker = $0 { true } else { false }
      })
    else {
      Issue.record("the browser was not asked for")
      return
    }
    shopper.worker.says = []
    shopper.press("b")
    #expect(tests.stage == .asking)
  }

  @Test func aRefusalIsASentenceAndCanBeTriedAgain() {
    shopper.worker.says = [.failed(Failure(.cancelled, "You said no there."))]
    choose(3)
    #expect(stage == .failed("You said no there."))
    shopper.worker.says = [identity(email: "cleo@mail.example", name: "Cleo")]
    shopper.press("enter", "ctrl-s")
    #expect(name == "Cleo")
  }

  /// Answers after a cancel, or a second answer, do not sign in.
  @Test func anAnswerThatNobodyAsksForIsDropped() {
    choose(3)
    let number =
      shopper.effects.compactMap { effect -> Int? in
        if case .askWorker(_, let number) = effect { number } else { nil }
      }.last ?? 0
    shopper.press("esc")
    shopper.send(.workerAnswered(identity(email: "ann@home.example"), number: number))
    #expect(shopper.session.overlays.isEmpty)
    #expect(shopper.session.isLocked)
  }

  @Test func whatNoProviderMaySendIsRefused() {
    shopper.worker.says = [identity("line\nbreak")]
    choose(3)
    #expect(stage == .failed("The answer of Google cannot be read. Try again later."))
  }
}
