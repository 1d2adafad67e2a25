import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Re-authentication before a PIN or an e-mail address is changed, and the revocation of tokens.
@Suite struct ConfirmationTests {
  private let shopper: TestApp

  /// A shop with Ann, the owner, and Ben; signed out.
  init() {
    shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "8046", "Ben", "Jones")
    shopper.press("L")
  }

  private func type(_ text: String, in id: FormState.FieldID) throws {
    let at = try #require(shopper.form?.fields.firstIndex { $0.id == id })
    shopper.send(.pressedField(at))
    shopper.press("end", "ctrl-u")
    shopper.type(text)
    if id == .pin { try type(text, in: .pinAgain) }
  }

  private func error(_ id: FormState.FieldID) -> String? {
    shopper.form?.fields.first { $0.id == id }?.error
  }

  private func editBen(signedInAs pin: String) {
    shopper.signIn(pin)
    shopper.press("5", "down", "e")
  }

  /// The accounts whose tokens were revoked, in order.
  private var revoked: [Account.ID] {
    shopper.effects.compactMap { if case .revokeTokens(let id) = $0 { id } else { nil } }
  }

  private func signsIn(_ pin: String) -> Bool {
    shopper.press("L")
    shopper.signIn(pin)
    defer { shopper.press("esc") }
    return !shopper.session.isLocked
  }

  @Test func aNameIsChangedWithoutBeingAskedAgain() throws {
    editBen(signedInAs: "8046")
    try type("Benjamin", in: .firstName)
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.employee("Benjamin") != nil)
    #expect(revoked.isEmpty)
  }

  @Test(arguments: [(FormState.FieldID.pin, "60317"), (.email, "ben@shop.example")])
  func aPINAndAnEMailAddressNeedThePIN(_ field: FormState.FieldID, _ text: String) throws {
    editBen(signedInAs: "8046")
    let before = shopper.journal.count
    try type(text, in: field)
    shopper.press("ctrl-s")
    #expect(
      error(.currentSecret) == "Type your PIN, since a PIN or an e-mail address changes.")
    try type("80", in: .currentSecret)
    shopper.press("ctrl-s")
    #expect(error(.currentSecret) == ChangeError.badPIN.sentence)
    try type("739154", in: .currentSecret)
    shopper.press("ctrl-s")
    #expect(error(.currentSecret) == "That is not your PIN. Nothing was changed.")
    #expect(shopper.form?[.currentSecret] == "", "the next one is typed afresh")
    #expect(shopper.form?[field] == text, "nothing else is lost")
    #expect(shopper.journal.count == before)
    shopper.type("8046")
    #expect(error(.currentSecret) == nil)
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.journal.count == before + 1)
    if field == .pin {
      #expect(signsIn("60317"))
      #expect(!signsIn("8046"))
    } else {
      #expect(shopper.employee("Ben")?.email == text)
    }
  }

  @Test func theOwnerGivesTheOwnersPINForSomebodyElse() throws {
    editBen(signedInAs: "739154")
    try type("60317", in: .pin)
    try type("8046", in: .currentSecret)
    shopper.press("ctrl-s")
    #expect(error(.currentSecret) == "That is not your PIN. Nothing was changed.")
    shopper.type("739154")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(signsIn("60317"))
  }

  /// The vault checks the old PIN before it receives the new one.
  @Test func aWrongOneIsATryAndASecretIsSealedOnlyAfterwards() throws {
    editBen(signedInAs: "8046")
    try type("60317", in: .pin)
    try type("5093", in: .currentSecret)
    _ = shopper.takeEffects()
    shopper.press("ctrl-s")
    let ben = try #require(shopper.employee("Ben"))
    let own = PINHolder(account: ben.id, pin: try #require(ben.pin))
    let asked = shopper.takeEffects().compactMap {
      if case .askVault(let request, _) = $0 { request } else { nil }
    }
    #expect(asked == [.find("5093", among: [own])])
  }

  @Test func aWaitIsSaidBesideTheFieldAndNothingTicks() throws {
    editBen(signedInAs: "8046")
    try type("60317", in: .pin)
    try type("8046", in: .currentSecret)
    shopper.wait(milliseconds: 5000)
    shopper.vault.says = .wait(30_000)
    shopper.press("ctrl-s")
    #expect(error(.currentSecret) == "Too many wrong tries. Wait 30 seconds.")
    let idle = shopper.session.clock.monotonic + 5 * 60_000
    #expect(shopper.session.nextDeadline == idle, "nothing is counted down")
    shopper.vault.says = .closed
    shopper.press("ctrl-s")
    #expect(error(.currentSecret) == SignInState.closedSentence)
  }

  @Test func whatElseIsWrongIsSaidInOneGo() throws {
    editBen(signedInAs: "8046")
    try type("12ab", in: .pin)
    try type("SMITH", in: .lastName)
    shopper.press("ctrl-s")
    #expect(error(.pin) == ChangeError.badPIN.sentence)
    #expect(error(.lastName) != nil)
    #expect(error(.currentSecret) != nil)
    try type("739154", in: .pin)
    try type("Jones", in: .lastName)
    try type("8046", in: .currentSecret)
    shopper.press("ctrl-s")
    #expect(error(.pin) == ChangeError.pinTaken.sentence)
  }

  /// The answer arrives when another account has the screen.
  @Test func lockedInBetweenNothingIsChanged() throws {
    editBen(signedInAs: "8046")
    try type("60317", in: .pin)
    try type("8046", in: .currentSecret)
    shopper.isDiskSlow = true
    shopper.press("ctrl-s")
    shopper.send(.continued)
    let before = shopper.journal.count
    shopper.letThrough()
    #expect(shopper.session.isLocked)
    #expect(shopper.journal.count == before)
  }

  @Test func aNewEmployeeIsNotAskedForAPINOfBefore() {
    shopper.press("n")
    #expect(shopper.form?.fields.contains { $0.id == .currentSecret } == false)
    shopper.press("esc")
    shopper.signIn("739154")
    shopper.press("5", "a")
    #expect(shopper.form?.fields.contains { $0.id == .currentSecret } == false)
  }

  // MARK: Tokens

  @Test func anotherPINEndsTheTokensOfThatAccountAlone() throws {
    editBen(signedInAs: "739154")
    let ben = try #require(shopper.employee("Ben")).id
    try type("60317", in: .pin)
    try type("739154", in: .currentSecret)
    shopper.press("ctrl-s")
    #expect(revoked == [ben])
    #expect(shopper.effects.last == .revokeTokens(ben), "after what is recorded")
    shopper.press("e")
    try type("ben@shop.example", in: .email)
    try type("739154", in: .currentSecret)
    shopper.press("ctrl-s")
    #expect(revoked == [ben], "an e-mail address is nothing that tokens stand for")
  }

  @Test func whoIsRemovedHasNoTokens() throws {
    let ben = try #require(shopper.employee("Ben")).id
    shopper.signIn("739154")
    shopper.press("5", "down", "d", "right", "enter")
    #expect(shopper.shared.account(ben) == nil)
    #expect(revoked == [ben])
  }
}
