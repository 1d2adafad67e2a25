import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleyWire

/// Signing in by PIN and out again, and everything in between.
@Suite struct SignInTests {
  private let shopper: TestApp

  /// A shop with Ann, the owner, and Ben; signed out.
  init() {
    shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "8046", "Ben", "Jones", "ben@shop.example")
    shopper.press("L")
  }

  private func forget(_ text: String) {
    shopper.press("f")
    shopper.type(text)
    shopper.press("enter")
  }

  private var message: String { shopper.session.signIn.message }

  @Test func nothingOfTheShopIsReachedBeforeSignIn() {
    #expect(shopper.session.isLocked)
    let before = shopper.export
    for command in Command.all where ![.quit, .leave, .newEmployee, .forgotPIN].contains(command) {
      shopper.perform(command)
      shopper.perform(.back)
      #expect(shopper.session.isLocked)
      #expect(shopper.session.page == .items)
    }
    shopper.paste("milk\ntea")
    shopper.send(.pressedEntry(0))
    shopper.send(.wheel(up: false))
    #expect(shopper.export == before)
  }

  @Test func formAndUnknownHaveTheirOwnSentences() {
    shopper.signIn("80")
    #expect(message == "That is not a PIN. A PIN has 4 to 12 digits.")
    shopper.press("esc")
    shopper.signIn("5093")
    #expect(message == "No one has this PIN. Check the digits, or press n to add an employee.")
    #expect(shopper.session.isLocked)
  }

  @Test func lettersAreNoDigits() {
    shopper.type("x")
    #expect(message.hasPrefix("That is not a PIN."))
    #expect(shopper.session.signIn.pin.isEmpty)
  }

  @Test func cartsAreKeptOverSignOut() {
    shopper.signIn("8046")
    shopper.press("space", "+")
    #expect(shopper.cart == ["2 Apple"])
    shopper.press("L")
    #expect(shopper.session.overlays.isEmpty)
    shopper.signIn("739154")
    #expect(shopper.cart.isEmpty)
    shopper.press("right", "space")
    shopper.press("L")
    shopper.signIn("8046")
    #expect(shopper.cart == ["2 Apple"])
    #expect(shopper.brokenRule == nil)
  }

  @Test func whatWasInTheCartIsTheOwnersThen() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("space", "right", "space")
    let before = shopper.cart
    shopper.openShop()
    #expect(shopper.cart == before)
    #expect(shopper.shared.carts[.main].isEmpty)
    shopper.perform(.show(.settings), .first, .open)
    shopper.type("personal")
    shopper.press("enter")
    #expect(shopper.shared.use == .personal)
    #expect(shopper.session.actor == .person)
    #expect(shopper.cart == before)
    #expect(shopper.brokenRule == nil)
  }

  @Test func `who gives up the accounts of others is asked first`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "804613", "Ben", "Jones")
    func choosePersonal() {
      shopper.perform(.show(.settings), .first, .open)
      shopper.type("personal")
      shopper.press("enter")
    }
    choosePersonal()
    #expect(shopper.dialog?.message.contains("carts of the others come back") == true)
    shopper.press("enter")
    #expect(shopper.shared.use == .staff)
    choosePersonal()
    shopper.press("right", "enter")
    #expect(shopper.shared.use == .personal)
    #expect(shopper.notice == "The list is for personal use now.")
  }

  @Test func whatOneHalfTypedAtTheCheckoutIsNotThereForTheNext() {
    shopper.signIn("8046")
    shopper.press("space", "o", "tab")
    shopper.type("12 High Street")
    shopper.press("esc", "L")
    shopper.signIn("739154")
    shopper.press("space", "o")
    #expect(shopper.form?[.address] == "")
    #expect(shopper.form?[.name] == "")
  }

  @Test func nobodyUndoesWhatAnotherDidNorWhatWasBeforeTheSignIn() {
    shopper.signIn("8046")
    shopper.press("*", "L")
    shopper.signIn("739154")
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("There is nothing to undo"))
    shopper.press("L")
    shopper.signIn("8046")
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("There is nothing to undo"))
    shopper.press("right", "*", "u")
    #expect(shopper.notice.hasPrefix("Undid"))
  }

  @Test func aForgottenPINIsShownToWhoKnowsTheAddress() {
    shopper.press("f")
    shopper.type("who@shop.example")
    shopper.press("enter")
    #expect(shopper.form?.fields[0].error == "No account here has this e-mail address.")
    shopper.press("ctrl-u")
    shopper.type("BEN@shop.example")
    shopper.press("enter")
    #expect(shopper.dialog?.message == "Ben, your PIN is 8046.")
    shopper.press("enter")
    #expect(shopper.session.isLocked)
    #expect(shopper.dialog == nil)
  }

  @Test func `the owner's PIN is never shown`() {
    forget("ann@shop.example")
    #expect(shopper.dialog == nil)
    #expect(shopper.form?.fields[0].error?.hasPrefix("The owner’s PIN is never shown.") == true)
    #expect(shopper.effects.allSatisfy { if case .askVault(.open, _) = $0 { false } else { true } })
  }

  @Test func `an address without an account is not a wrong try`() {
    _ = shopper.takeEffects()
    forget("who@shop.example")
    #expect(shopper.form?.fields[0].error == "No account here has this e-mail address.")
    #expect(shopper.effects.allSatisfy { if case .askVault = $0 { false } else { true } })
  }

  @Test func `that a PIN was shown is told once, at the next sign-in`() throws {
    forget("ben@shop.example")
    let steps = try shopper.journal.entries(after: 0)
    guard case .accessRecovered(let id, .address, TestApp.start)? = steps.last?.step.events.first
    else {
      Issue.record("the journal does not say so")
      return
    }
    #expect(id == shopper.employee("Ben")?.id)
    shopper.press("enter")
    shopper.signIn("8046")
    #expect(shopper.dialog?.title == "Your PIN was shown")
    #expect(shopper.dialog?.message.contains("March 14, 2026 at 10:42\u{A0}am") == true)
    shopper.press("enter", "L")
    shopper.signIn("8046")
    #expect(shopper.dialog == nil)
    // It stays beside the PIN until there is another one.
    shopper.press("5", "down", "e")
    #expect(shopper.form?.intro.hasPrefix("The PIN was shown on") == true)
  }

  @Test func `the recovery code lets the owner choose another PIN`() {
    forget("7gk2 9qwe 3txa 0bmm")
    #expect(shopper.form?.fields[0].error == "That is not the recovery code of this list.")
    shopper.press("ctrl-u")
    // As people read it: the letter O for the digit.
    shopper.type("7gk2 9qwe 3txa obmn")
    shopper.press("enter")
    #expect(shopper.state.account?.firstName == "Ann")
    #expect(shopper.form?.fields.contains { $0.id == .currentSecret } == false)
    shopper.type("60317")
    shopper.press("tab")
    shopper.type("60317")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    shopper.press("L")
    shopper.signIn("60317")
    #expect(shopper.dialog?.title == "Your recovery code was used")
  }

  @Test func `another recovery code takes the PIN, and ends the one before`() {
    shopper.signIn("739154")
    let before = shopper.state.account?.recovery
    #expect(before != nil)
    shopper.vault.nextCode = "V8XJ-4M0T-HWQ2-6PZA"
    shopper.press("5", "R", "enter")
    #expect(shopper.form?.fields[0].error == "Type your PIN, to show that it is you.")
    shopper.type("8046")
    shopper.press("enter")
    #expect(shopper.form?.fields[0].error == "That is not your PIN. Nothing was changed.")
    shopper.type("739154")
    shopper.press("enter")
    #expect(shopper.dialog?.message.hasPrefix(shopper.vault.nextCode) == true)
    #expect(shopper.state.account?.recovery != before)
    shopper.writeDownCode()
    shopper.press("L")
    forget(TestVault.recoveryCode)
    #expect(shopper.form?.fields[0].error == "That is not the recovery code of this list.")
    shopper.press("esc", "esc")
    shopper.signIn("8046")
    shopper.press("5", "R")
    #expect(shopper.notice == "Only Ann Smith, who owns this list, may do that.")
  }

  @Test func `a code is not closed by a key that was meant for the form before it`() {
    shopper.signIn("739154")
    shopper.vault.nextCode = "V8XJ-4M0T-HWQ2-6PZA"
    shopper.press("5", "R")
    shopper.type("739154")
    shopper.press("enter", "enter")
    #expect(shopper.dialog?.title == "Your recovery code")
    #expect(shopper.notice == "It is not shown again. Choose “Written down” when it is.")
    shopper.press("esc", "q", "space")
    #expect(shopper.dialog?.title == "Your recovery code")
    shopper.press("tab", "enter")
    #expect(shopper.dialog == nil)
  }

  @Test func `employees do not see each other's addresses`() {
    shopper.signIn("8046")
    shopper.press("5")
    let rows = shopper.canvas.rows.joined()
    #expect(rows.contains("ben@shop.example"))
    #expect(!rows.contains("ann@shop.example"))
    shopper.press("1", "space", "2", "m")
    #expect(shopper.form?.fields[0].choices.contains("ann@shop.example") == false)
    shopper.press("esc", "L")
    shopper.signIn("739154")
    shopper.press("5")
    #expect(shopper.canvas.rows.joined().contains("ben@shop.example"))
  }

  @Test func `a wait that was ended elsewhere goes from the screen`() {
    shopper.vault.says = .wait(30_000)
    shopper.signIn("8046")
    shopper.vault.says = nil
    #expect(shopper.session.signIn.waitUntil != nil)
    shopper.wait(milliseconds: 1000)
    #expect(shopper.session.signIn.waitUntil == nil)
    #expect(message == "You can try again now.")
    shopper.vault.says = .closed
    shopper.signIn("8046")
    #expect(message == SignInState.closedSentence)
    shopper.vault.says = nil
    shopper.wait(milliseconds: 1000)
    #expect(message == "You can try again now.")
  }

  /// The screen asks each second whether a wait is over; the answer may take its time.
  @Test func `a code that is submitted while it is asked whether a wait is over is not lost`() {
    shopper.vault.says = .wait(30_000)
    shopper.signIn("8046")
    shopper.vault.says = nil
    shopper.press("f")
    shopper.type(TestVault.recoveryCode)
    shopper.isDiskSlow = true
    shopper.wait(milliseconds: 1000)
    #expect(shopper.session.signIn.purpose == .standing)
    shopper.press("enter")
    shopper.letThrough()
    #expect(shopper.state.account?.firstName == "Ann")
  }

  @Test func `a PIN that is submitted during a wait is refused with the time that is left`() {
    shopper.vault.says = .wait(30_000)
    shopper.signIn("8046")
    shopper.isDiskSlow = true
    shopper.wait(milliseconds: 1000)
    shopper.type("8046")
    shopper.press("enter")
    shopper.letThrough()
    #expect(shopper.session.signIn.waitUntil == shopper.session.clock.monotonic + 30_000)
    #expect(shopper.canvas.text.contains("Wait 30 seconds."))
  }

  @Test func `digits that were wrong are not part of the next try`() {
    shopper.type("80")
    shopper.press("enter")
    #expect(message == "That is not a PIN. A PIN has 4 to 12 digits.")
    shopper.signIn("8046")
    #expect(!shopper.session.isLocked)
  }

  @Test func `what was half typed when it locked comes back for the same person alone`() {
    shopper.signIn("8046")
    shopper.press("space", "o")
    shopper.type("Mrs Miller")
    shopper.wait(milliseconds: 5 * 60_000)
    #expect(shopper.session.isLocked)
    #expect(message == "Locked after 5 minutes without a key. The cart is kept.")
    #expect(!shopper.canvas.rows.joined().contains("Miller"))
    shopper.signIn("739154")
    #expect(shopper.form == nil)
    shopper.press("L")
    shopper.type("8046")
    shopper.press("enter")
    #expect(shopper.form?[.name] == "Mrs Miller")
  }

  @Test func `after a lock the same person goes on undoing, but not after signing out`() {
    shopper.signIn("8046")
    shopper.press("space")
    shopper.wait(milliseconds: 5 * 60_000)
    #expect(shopper.session.isLocked)
    shopper.signIn("8046")
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("Undid: "))
    shopper.press("space", "L")
    shopper.signIn("8046")
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("There is nothing to undo"))
    shopper.press("space")
    shopper.wait(milliseconds: 5 * 60_000)
    shopper.signIn("739154")
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("There is nothing to undo"))
  }

  @Test func `a secret that was half typed does not come back`() {
    shopper.signIn("8046")
    shopper.press("5", "down", "e")
    shopper.type("60317")
    shopper.send(.continued)
    #expect(message == "Locked, since Trolley was suspended. The cart is kept.")
    shopper.type("8046")
    shopper.press("enter")
    #expect(shopper.form?[.firstName] == "Ben")
    #expect(shopper.form?[.pin] == "")
  }

  @Test func `only the owner says when an employee was hired`() {
    shopper.signIn("8046")
    shopper.press("5", "down", "e")
    #expect(shopper.form?.fields.contains { $0.id == .since } == false)
    shopper.press("esc", "L")
    shopper.signIn("739154")
    shopper.press("5", "down", "e")
    #expect(shopper.form?.fields.contains { $0.id == .since } == true)
  }

  // MARK: Registering

  @Test func `the owner closes registering`() {
    shopper.signIn("739154")
    shopper.focusSetting("registration")
    shopper.press("left")
    #expect(shopper.shared.registration.mode == .closed)
    shopper.press("L", "n")
    #expect(shopper.form == nil)
    #expect(message == "Only Ann Smith adds people here.")
    shopper.signIn("8046")
    shopper.press("5", "a")
    #expect(shopper.form == nil)
    shopper.press("L")
    shopper.signIn("739154")
    shopper.press("5", "a")
    #expect(shopper.form != nil)
  }

  @Test func `with an invitation one registers, without it one does not`() {
    shopper.signIn("739154")
    shopper.press("5", "i", "right", "enter")
    #expect(shopper.dialog?.message.hasPrefix(TestVault.invitation) == true)
    #expect(shopper.dialog?.message.contains("“open” lets everyone here register again") == true)
    shopper.writeDownCode()
    shopper.press("L", "n")
    shopper.fillEmployee(pin: "60317", "Cid", "Stone", since: "2025-09-30")
    #expect(shopper.form?.fields.last?.error == ChangeError.wrongInvitation.sentence)
    #expect(shopper.employee("Cid") == nil)
    shopper.type("m4rt8z2d")
    shopper.press("ctrl-s")
    #expect(shopper.form?.fields.last?.error == ChangeError.wrongInvitation.sentence)
    shopper.press("ctrl-u")
    shopper.type("m4rt8z2c")
    shopper.press("ctrl-s")
    #expect(shopper.employee("Cid") != nil)
    // The next person has to know it, too.
    shopper.press("n")
    shopper.fillEmployee(pin: "92551", "Dan", "Woods")
    #expect(shopper.employee("Dan") == nil)
  }

  @Test func `an invitation that is made while one registers is asked for in the open form`() {
    shopper.press("n")
    #expect(shopper.form?.fields.contains { $0.id == .invitation } == false)
    let owner = TestApp(sharing: shopper.journal, replica: ReplicaID(0xBE))
    owner.signIn("739154")
    owner.press("5", "i", "right", "enter")
    shopper.readNews()
    shopper.fillEmployee(pin: "60317", "Cid", "Stone", since: "2025-09-30")
    #expect(shopper.form?.fields.last?.id == .invitation)
    #expect(shopper.form?.fields.last?.error == ChangeError.wrongInvitation.sentence)
    shopper.type("m4rt8z2c")
    shopper.press("ctrl-s")
    #expect(shopper.employee("Cid") != nil)
  }

  @Test(arguments: [Registration.Mode.open, .closed])
  func `who may register is not changed unasked`(_ mode: Registration.Mode) {
    shopper.signIn("739154")
    shopper.focusSetting("registration")
    if mode == .closed { shopper.press("left") }
    let before = shopper.shared.registration
    #expect(before.mode == mode)
    shopper.press("5", "i")
    #expect(shopper.dialog?.title == "Make an invitation?")
    shopper.press("enter")
    #expect(shopper.dialog == nil && shopper.shared.registration == before)
    shopper.press("i", "esc")
    #expect(shopper.dialog == nil && shopper.shared.registration == before)
  }

  @Test func `an invitation that is valid is not replaced unasked`() {
    shopper.signIn("739154")
    shopper.press("5", "i", "right", "enter")
    shopper.writeDownCode()
    let first = shopper.shared.registration.invitation
    shopper.vault.nextInvitation = "9QWE-3TXA"
    shopper.press("i")
    #expect(shopper.dialog?.title == "Another invitation?")
    shopper.press("enter")
    #expect(shopper.dialog == nil && shopper.shared.registration.invitation == first)
    shopper.press("i", "right", "enter")
    #expect(shopper.dialog?.message.hasPrefix("9QWE-3TXA") == true)
    #expect(shopper.dialog?.message.contains("The one before is not valid any more.") == true)
    #expect(shopper.shared.registration.invitation != first)
  }

  @Test func `a person who was removed does not come back by the same invitation`() {
    shopper.signIn("739154")
    shopper.press("5", "i", "right", "enter")
    #expect(shopper.shared.registration.invitation != nil)
    shopper.writeDownCode()
    shopper.press("down", "d", "right", "enter")
    #expect(shopper.employee("Ben") == nil)
    #expect(shopper.shared.registration.invitation == nil)
    #expect(shopper.shared.registration.mode == .invitation)
  }

  // MARK: Orders and held carts

  @Test func `an order at the counter starts empty, needs no address and names the employee`() {
    shopper.signIn("739154")
    for customer in ["Mrs Miller", "Mr Hill"] {
      shopper.press("1", "space", "o")
      #expect(shopper.form?[.name] == "")
      shopper.type(customer)
      shopper.press("ctrl-s")
      #expect(shopper.dialog?.message.contains("15 minutes") == false)
      shopper.press("esc")
    }
    #expect(shopper.shared.orders.map(\.name) == ["Mrs Miller", "Mr Hill"])
    #expect(shopper.shared.orders.map(\.address) == ["", ""])
    shopper.press("4", "enter")
    #expect(shopper.canvas.rows.joined().contains("For Mr Hill — taken by Ann Smith"))
  }

  @Test func `an undo that cannot be done lets those before it be undone`() {
    shopper.signIn("8046")
    shopper.press("*", "space", "2", "H", "ctrl-s")
    let star = shopper.item("Apple")?.isFavourite
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(99))
    ann.signIn("739154")
    ann.press("2", "T", "enter")
    #expect(ann.shared.heldCarts.isEmpty)
    shopper.readNews()
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("Cannot undo hold the cart: "))
    #expect(shopper.notice.contains("goes on with the one before it"))
    for _ in 0..<3 { shopper.press("u") }
    #expect(shopper.item("Apple")?.isFavourite != star)
    #expect(shopper.notice.hasPrefix("There is nothing to undo"))
  }

  @Test func theOwnerCanTurnShowingOff() {
    shopper.signIn("8046")
    shopper.focusSetting("forgottenPIN")
    shopper.press("enter")
    #expect(shopper.notice == "Only Ann Smith, who owns this list, may do that.")
    shopper.press("L")
    shopper.signIn("739154")
    shopper.focusSetting("forgottenPIN")
    shopper.press("enter")
    #expect(shopper.shared.hidesForgottenPINs)
    shopper.press("L", "f")
    shopper.type("ben@shop.example")
    shopper.press("enter")
    #expect(shopper.dialog == nil)
    #expect(shopper.form?.fields[0].error?.hasPrefix("PINs are not shown here.") == true)
  }

  @Test func aWaitIsCountedDown() {
    shopper.vault.says = .wait(30_000)
    shopper.signIn("8046")
    let clock = { shopper.session.clock.monotonic }
    #expect(shopper.session.signIn.secondsToWait(at: clock()) == 30)
    #expect(shopper.session.nextDeadline == clock() + 1000)
    shopper.wait(milliseconds: 29_500)
    #expect(shopper.session.signIn.secondsToWait(at: clock()) == 1)
    shopper.vault.says = .wait(500)
    shopper.signIn("8046")
    #expect(shopper.session.isLocked)
    shopper.wait(milliseconds: 500)
    #expect(shopper.session.nextDeadline == nil)
    shopper.vault.says = nil
    shopper.press("esc")
    shopper.signIn("8046")
    #expect(!shopper.session.isLocked)
  }

  /// `trolley people unlock` takes effect at once, also on a screen that is waiting.
  @Test func aWaitThatSomebodyEndedIsOver() {
    shopper.vault.says = .wait(3_600_000)
    shopper.signIn("8046")
    shopper.vault.says = nil
    shopper.signIn("8046")
    #expect(!shopper.session.isLocked)
  }

  @Test func anAnswerThatNobodyWaitsForIsDropped() {
    shopper.send(.vaultAnswered(.found(Account.ID(1)), number: 0))
    shopper.send(
      .vaultAnswered(.found(shopper.shared.accounts[0].id), number: shopper.session.signIn.number))
    #expect(shopper.session.isLocked)
  }

  // MARK: The idle lock

  @Test func withoutAKeyItLocksAndKeepsTheCart() {
    shopper.signIn("8046")
    shopper.press("space", "enter")
    shopper.wait(milliseconds: 4 * 60_000)
    shopper.press("esc")
    shopper.wait(milliseconds: 5 * 60_000 - 1)
    #expect(!shopper.session.isLocked)
    shopper.wait(milliseconds: 1)
    #expect(shopper.session.isLocked)
    shopper.signIn("8046")
    #expect(shopper.cart == ["1 Apple"])
  }

  @Test func itLocksAfterAStopAndWhenTheClockIsTurnedBack() {
    shopper.signIn("8046")
    shopper.send(.continued)
    #expect(shopper.session.isLocked)
    shopper.signIn("8046")
    var clock = shopper.session.clock
    clock.wall -= 60
    shopper.send(.clock(clock))
    #expect(shopper.session.isLocked)
    shopper.signIn("8046")
    clock = shopper.session.clock
    clock.wall += 6 * 60
    shopper.send(.clock(clock))
    #expect(shopper.session.isLocked, "the machine slept")
  }

  @Test func personalUseNeverLocks() {
    let shopper = TestApp()
    shopper.wait(milliseconds: 100 * 60_000)
    shopper.send(.continued)
    shopper.press("L")
    #expect(!shopper.session.isLocked)
    #expect(shopper.notice == "L is for a household or a shop: Sign out.")
    shopper.press("6")
    #expect(
      shopper.notice == "Here the page Settings is 5; it is 6 in a household or a shop.")
    shopper.wait(milliseconds: 9000)
    #expect(shopper.session.nextDeadline == nil)
  }

  // MARK: Live

  @Test func whoIsRemovedIsSignedOut() {
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(99))
    ann.signIn("739154")
    shopper.signIn("8046")
    shopper.press("space")
    ann.readNews()
    ann.press("5", "down")
    #expect(ann.state.focusedPerson.map { ann.state.pieces(of: $0) } == 1)
    ann.press("d", "right", "enter")
    #expect(ann.notice == "Removed Ben Jones.")
    shopper.readNews()
    #expect(shopper.session.isLocked)
    #expect(shopper.shared.carts.lines.isEmpty)
    shopper.signIn("8046")
    #expect(shopper.session.isLocked)
  }

  @Test func onlyTheOwnerRemovesAndNeverThemselves() {
    shopper.signIn("8046")
    shopper.press("5", "d")
    #expect(shopper.notice == "Only Ann Smith, who owns this list, may do that.")
    shopper.press("L")
    shopper.signIn("739154")
    shopper.press("5", "d")
    #expect(shopper.notice == "Ann Smith owns this list and cannot be removed.")
    shopper.press("down", "d", "enter")
    #expect(shopper.shared.accounts.count == 2, "enter keeps")
  }

  @Test func anotherUseElsewhereAsksForAPINHere() {
    let one = TestApp(items: SampleItems.all)
    let two = TestApp(sharing: one.journal, replica: ReplicaID(99))
    two.press("/")
    two.type("app")
    one.openShop()
    two.readNews()
    #expect(two.session.isLocked)
    #expect(two.session.items.query.isEmpty)
  }

  // MARK: Held carts

  @Test func aCartIsHeldAndTakenUpBySomebodyElse() {
    shopper.signIn("8046")
    shopper.press("space", "right", "space", "2", "H")
    shopper.type("red hat")
    shopper.press("enter")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.shared.heldCarts.map(\.note) == ["red hat"])
    shopper.press("L")
    shopper.signIn("739154")
    shopper.press("2", "T")
    #expect(shopper.picker?.all.map(\.detail) == ["2 pieces, Ben Jones"])
    shopper.press("enter")
    #expect(shopper.cart == ["1 Apple", "1 Bread"])
    #expect(shopper.shared.heldCarts.isEmpty)
    shopper.press("u")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.shared.heldCarts.count == 1)
    #expect(shopper.brokenRule == nil)
  }

  @Test func `a held cart that became empty is not listed`() throws {
    shopper.signIn("8046")
    shopper.press("a")
    shopper.type("soap")
    shopper.press("enter", "esc", "2", "H", "ctrl-s")
    #expect(shopper.canvas.text.contains("1 cart held"))
    shopper.press("1", "/")
    shopper.type("soap")
    shopper.press("enter", "d", "2")
    #expect(shopper.item("soap") == nil)
    #expect(!shopper.canvas.text.contains("held"))
    shopper.press("T")
    #expect(shopper.picker == nil)
    shopper.press("u")
    #expect(shopper.canvas.text.contains("1 cart held"))
  }

  @Test func aCartThatIsNotEmptyTakesNoOtherUp() {
    shopper.signIn("8046")
    shopper.press("space", "2", "H", "enter", "1", "space", "2", "T")
    #expect(shopper.notice == "Your cart is not empty. Hold it, or check out, first.")
  }

  @Test func deletingAnItemAndTakingItBackKeepsEverybodysCart() {
    shopper.signIn("8046")
    shopper.press("space", "L")
    shopper.signIn("739154")
    shopper.press("d")
    #expect(shopper.shared.carts.lines.isEmpty)
    shopper.press("u", "L")
    shopper.signIn("8046")
    #expect(shopper.cart == ["1 Apple"])
  }

  // MARK: Secrets

  @Test func noPINIsInTheJournalAnExportOrASnapshot() {
    shopper.signIn("8046")
    shopper.press("space", "2", "H", "enter")
    let snapshot = String(decoding: StateCoding.whole(shopper.shared), as: UTF8.self)
    let export = String(decoding: shopper.export, as: UTF8.self)
    for text in [shopper.journal.text, snapshot, export] {
      #expect(!text.contains("739154"))
      #expect(!text.contains("\"8046\""))
    }
    #expect(!export.contains("sealed"))
    #expect(!export.contains("Smith"))
  }

  @Test func aSnapshotKeepsPeopleAndCarts() {
    shopper.signIn("8046")
    shopper.press("space", "2", "H", "enter", "1", "right", "space")
    let read = StateCoding.reopened(shopper.shared)
    #expect(read == shopper.shared)
    #expect(read?.accounts == shopper.shared.accounts)
  }

  // MARK: Actions of other pages

  @Test(arguments: [
    ("take up", Command.takeUpCart), ("hold", .holdCart), ("recovery", .makeRecoveryCode),
    ("remove person", .delete), ("New employee", .newEmployee), ("invite", .invite),
    ("order the same", .orderAgain), ("remove what is picked", .clearPicked),
  ])
  func `an action is found from any page`(words: String, command: Command) {
    shopper.signIn("739154")
    shopper.press(":")
    shopper.type(words)
    let found = shopper.picker?.shown.map(\.command) ?? []
    #expect(found.contains(command), "\(shopper.picker?.shown.map(\.label) ?? [])")
  }

  @Test func `an action of another page goes there, and is offered to those who may`() {
    shopper.signIn("739154")
    shopper.press(":")
    shopper.type("recovery")
    #expect(shopper.picker?.shown.first?.label.hasPrefix("People: ") == true)
    shopper.press("enter")
    #expect(shopper.session.page == .people && shopper.form?.purpose == .recoveryCode)
    shopper.press("esc", "L")
    shopper.signIn("8046")
    shopper.press(":")
    shopper.type("recovery")
    #expect(shopper.picker?.shown.contains { $0.command == .makeRecoveryCode } == false)
  }

  @Test func `a cart is held on any page, and mailed`() {
    shopper.signIn("8046")
    shopper.press("space", "H")
    #expect(shopper.form?.purpose == .holdCart)
    shopper.type("red hat")
    shopper.press("enter")
    #expect(shopper.shared.heldCarts.count == 1)
    shopper.press("4", "T", "enter")
    #expect(shopper.cart == ["1 Apple"])
    shopper.press("1", "m")
    #expect(shopper.form?.title.isEmpty == false || shopper.dialog != nil)
  }

  @Test func `a person who was changed is named, and a day of hiring to come is said`() {
    shopper.signIn("739154")
    shopper.press("5", "e", "tab", "tab", "ctrl-u")
    shopper.type("Anna")
    shopper.press("ctrl-s")
    #expect(shopper.notice.hasPrefix("Changed Anna "))
    shopper.press("a")
    shopper.fillEmployee(pin: "5093", "Cara", "Dee", "", since: "2027-01-02")
    #expect(
      shopper.notice == "Cara can sign in now. The day of hiring, 2027-01-02, is still to come.")
  }

  @Test func `who is added without the server can sign in here`() {
    shopper.signIn("739154")
    let trouble = SyncTrouble(.unreachable, "The server does not answer.")
    shopper.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "5093", "Cara", "Dee")
    #expect(
      shopper.notice
        == "Cara can sign in here now, and on the other machines once this one has reached the server."
    )
  }

  @Test func `closed registration is not offered`() {
    #expect(shopper.canvas.rows.last?.contains("new employee") == true)
    shopper.signIn("739154")
    shopper.focusSetting("registration")
    shopper.press("left", "L")
    #expect(shopper.canvas.rows.last?.contains("new employee") == false)
    shopper.signIn("8046")
    shopper.press("5")
    #expect(shopper.canvas.rows.last?.contains("new employee") == false)
  }
}
