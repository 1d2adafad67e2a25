import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// A family with one list: who may sign in, and who owns what.
@Suite struct HouseholdTests {
  private let shopper: TestApp

  /// A household with Ann, its owner, and Ben, who is signed in.
  init() {
    shopper = TestApp(items: SampleItems.all)
    shopper.press("space")
    shopper.openHome()
    shopper.press("L")
    shopper.register("Ben", "ben@home.example", "battery staple")
  }

  private var message: String { shopper.session.signIn.message }
  private var name: String { shopper.state.account?.name ?? "no one" }

  @Test func `the key of a banner is none that is typed into the sign-in`() {
    shopper.press("L")
    shopper.send(
      .journalTrouble(
        Failure(.damaged, "This list was moved. Start Trolley again.", detail: "restart")))
    #expect(shopper.session.signIn.takesPassword && shopper.session.isLocked)
    #expect(shopper.canvas.text.contains("ctrl-q quit"))
  }

  @Test func everythingIsKeptAndIsTheFirstAccounts() {
    #expect(shopper.cart == ["1 Apple"])
    #expect(shopper.shared.owner?.name == "Ann")
    #expect(shopper.shared.name(of: "") == "Ann")
    #expect(name == "Ben")
  }

  @Test func wrongPasswordAndUnknownAddressAreOneSentence() {
    shopper.press("L")
    shopper.signIn("ben@home.example", "battery stapler")
    #expect(message == SignInState.wrongSentence)
    #expect(shopper.session.isLocked)
    shopper.signIn("nobody@home.example", "battery staple")
    #expect(message == SignInState.wrongSentence)
    #expect(shopper.session.isLocked)
    shopper.signIn(" BEN@home.example", "battery staple")
    #expect(name == "Ben")
  }

  @Test func whereThereAreNoAccountsThatIsSaid() {
    let empty = TestApp(items: SampleItems.all)
    empty.journal.append(
      TrolleyModel.Step(
        replica: ReplicaID(2), number: 1, time: TestApp.start,
        events: [.useChanged(from: .personal, to: .household)]))
    empty.readNews()
    empty.signIn("ann@home.example", "battery staple")
    #expect(
      empty.session.signIn.message
        == "There are no accounts yet. Press ctrl-n to register the first one, which owns the list."
    )
  }

  /// Both are counted and both cost the worker's time.
  @Test func anUnknownAddressIsTriedLikeAKnownOne() {
    shopper.press("L")
    _ = shopper.takeEffects()
    shopper.signIn("nobody@home.example", "battery staple")
    let unknown = shopper.takeEffects().filter { $0 != .wakeWorker }.map(kind)
    shopper.signIn("ben@home.example", "battery stapler")
    #expect(shopper.takeEffects().filter { $0 != .wakeWorker }.map(kind) == unknown)
    #expect(unknown == ["begin", "check", "end false"])
  }

  private func kind(_ effect: Effect) -> String {
    switch effect {
    case .askVault(.beginPassword, _): "begin"
    case .askVault(.endPassword(_, let isRight), _): "end \(isRight)"
    case .askVault(.withdrawPassword, _): "withdraw"
    case .askWorker(.checkPassword, _): "check"
    default: "other"
    }
  }

  /// Also while a slow disk still takes the aborted attempt back.
  @Test func afterTheHelperDiedTheNextTryCountsAtOnce() {
    shopper.press("L")
    shopper.worker.failure = Failure(.unavailable, "The helper program has died.")
    shopper.isDiskSlow = true
    shopper.signIn("ben@home.example", "battery staple")
    shopper.letVaultThrough()
    #expect(message == "The helper program has died.")
    shopper.worker.failure = nil
    shopper.press("enter")
    shopper.letThrough()
    #expect(name == "Ben")
  }

  @Test func whatIsMissingIsSaidBeforeAnythingIsTried() {
    shopper.press("L")
    _ = shopper.takeEffects()
    for (email, password, sentence) in [
      ("", "x", "Type your e-mail address."),
      ("ben", "x", "“ben” is not an e-mail address."),
      ("ben@home.example", "", "Type your password."),
    ] {
      shopper.signIn(email, password)
      while shopper.session.signIn.focus != 2 { shopper.press("tab") }
      shopper.press("enter")
      #expect(message == sentence)
    }
    #expect(shopper.takeEffects().allSatisfy { $0 == .wakeWorker })
  }

  @Test func aWaitIsCountedDown() {
    shopper.press("L")
    shopper.vault.says = .wait(29_400)
    shopper.signIn("ben@home.example", "battery stapler")
    #expect(shopper.session.signIn.secondsToWait(at: shopper.session.clock.monotonic) == 30)
    shopper.wait(milliseconds: 30_000)
    shopper.vault.says = nil
    shopper.signIn("ben@home.example", "battery staple")
    #expect(name == "Ben")
  }

  /// One address is locked independently of the others.
  @Test func aWaitIsOverForAnotherAddress() {
    shopper.press("L")
    shopper.vault.says = .wait(29_400)
    shopper.signIn("ben@home.example", "battery stapler")
    shopper.vault.says = nil
    shopper.signIn("ann@home.example", "battery stapler")
    #expect(shopper.session.signIn.secondsToWait(at: shopper.session.clock.monotonic) == nil)
    #expect(message == SignInState.wrongSentence)
  }

  @Test func aWorkerThatDiesIsToldAndNothingIsLost() {
    shopper.press("L")
    shopper.worker.failure = Failure(.unavailable, "The helper program has died.")
    _ = shopper.takeEffects()
    shopper.signIn("ben@home.example", "battery staple")
    #expect(message == "The helper program has died.")
    let asked = shopper.takeEffects().filter { $0 != .wakeWorker }.map(kind)
    #expect(asked == ["begin", "check", "withdraw"])
    #expect(!shopper.session.signIn.isBusy)
    #expect(shopper.session.signIn.email.text == "ben@home.example")
    shopper.worker.failure = nil
    shopper.signIn("ben@home.example", "battery staple")
    #expect(name == "Ben")
  }

  @Test func anOldHashIsMadeAnewAtTheNextSignIn() {
    shopper.press("L")
    shopper.worker.isOutdated = true
    let before = shopper.shared.accounts.count
    shopper.signIn("ben@home.example", "battery staple")
    #expect(shopper.shared.accounts.count == before)
    #expect(
      shopper.effects.contains { if case .askVault(.sealHash, _) = $0 { true } else { false } })
    #expect(name == "Ben")
  }

  // MARK: Registering

  @Test func allThatIsWrongIsSaidAtOnceBesideItsField() {
    shopper.press("L", "ctrl-n")
    shopper.fillMember("", "ann@home.example", "short", again: "")
    let errors = (shopper.form?.fields ?? []).map { $0.error ?? "" }
    #expect(
      errors == [
        "A name is needed: the one that the others see.",
        "This e-mail address already has an account here.",
        "Too short: a password has 8 characters or more.", "",
      ])
    shopper.press("esc")
    shopper.press("ctrl-n")
    shopper.fillMember("Cleo", "cleo@", "correct horse", again: "correct hearse")
    #expect(shopper.form?.fields[1].error == "“cleo@” is not an e-mail address.")
    #expect(shopper.form?.fields[3].error == "That is not the same password again.")
  }

  @Test(arguments: [
    "password", "Passw0rd!", "12345678", "qwertyuiop", "aaaaaaaaaa", "abcabcabc", "sunshine99",
    "cleo12345", "trolley2026", "87654321",
  ])
  func whatIsTriedFirstIsNotTaken(_ password: String) {
    #expect(Password.refusal(of: password, names: ["Cleo", "cleo"]) == .commonPassword)
  }

  @Test(arguments: [
    "correct horse", "møns klint 1948", "ilikemybread", "пароль-длинный", "x9!Lq2@v",
  ])
  func whatIsLongEnoughIsTaken(_ password: String) {
    #expect(Password.refusal(of: password, names: ["Cleo"]) == nil)
  }

  @Test func lengthsHaveLimits() {
    #expect(Password.refusal(of: "") == .missingPassword)
    #expect(Password.refusal(of: "1bc4xyz") == .shortPassword)
    let long = String(repeating: "horse battery ", count: 10)
    #expect(Password.refusal(of: String(long.prefix(129))) == .longPassword)
    #expect(Password.refusal(of: String(long.prefix(128))) == nil)
  }

  /// A new password must not end up in another form.
  @Test func aFormThatIsLeftHearsNothingMore() throws {
    shopper.press("L", "ctrl-n")
    shopper.worker.isSilent = true
    shopper.fillMember("Cleo", "cleo@home.example", "purple monkey")
    let number = try #require(
      shopper.effects.compactMap {
        if case .askWorker(.hashPassword, let number) = $0 { number } else { nil }
      }.last)
    shopper.press("esc")
    #expect(shopper.canvas.text.contains("esc again drops what was typed"))
    shopper.press("esc")
    #expect(shopper.effects.contains(.cancelWork(number: number)))
    shopper.press("ctrl-n")
    shopper.send(.workerAnswered(.passwordHashed("$test$"), number: number))
    #expect(shopper.form != nil)
    #expect(shopper.shared.accounts.count == 2)
    #expect(shopper.session.isLocked)
  }

  // MARK: Ownership

  private func addBread() {
    shopper.press("a")
    shopper.type("2 Rye Bread @3.20")
    shopper.press("enter", "esc")
  }

  private func be(_ who: String) {
    shopper.press("L")
    let isAnn = who == "Ann"
    shopper.signIn(
      isAnn ? "ann@home.example" : "ben@home.example", isAnn ? "correct horse" : "battery staple")
    #expect(name == who)
  }

  @Test func `an undo is done although its author signs out at once`() throws {
    addBread()
    #expect(shopper.item("Rye Bread") != nil)
    shopper.isDiskSlow = true
    shopper.press("u", "L")
    #expect(shopper.session.isLocked)
    shopper.letThrough()
    #expect(shopper.session.notice == nil)
    #expect(shopper.item("Rye Bread") == nil)
    #expect(try shopper.journal.fold().items.count == SampleItems.all.count)
  }

  @Test func whatSomebodyElseAddedIsRefusedWithAName() throws {
    addBread()
    be("Ann")
    shopper.focus("Rye Bread")
    shopper.press("d")
    #expect(shopper.notice == "Rye Bread belongs to Ben.")
    shopper.press("e")
    #expect(shopper.form == nil)
    #expect(shopper.notice == "Rye Bread belongs to Ben.")
    shopper.press("space")
    #expect(shopper.notice == "Ben has put Rye Bread in the cart: only Ben can take it out.")
    #expect(shopper.cart == ["1 Apple", "2 Rye Bread"])
  }

  @Test func `of another person's item more is put in the cart, and its price stays`() throws {
    shopper.press("a")
    shopper.type("oat milk 1.99")
    shopper.press("enter", "esc")
    be("Ann")
    shopper.press("a")
    shopper.type("2 oat milk 2.49 *")
    #expect(shopper.canvas.text.contains("Ben’s price of $1.99 stays"))
    #expect(!shopper.canvas.text.contains("price was"))
    shopper.press("enter")
    #expect(shopper.cart == ["1 Apple", "3 oat milk"])
    #expect(
      shopper.notice.hasPrefix("Added 2 oat milk, 3 in all, $5.97, Ben’s price of $1.99 stays"))
    shopper.press("esc")
    #expect(shopper.item("oat milk")?.price?.minorUnits == 199)
    #expect(shopper.item("oat milk")?.isFavourite == true)
    be("Ben")
    shopper.press("a")
    shopper.type("fairy liquid")
    shopper.press("enter", "esc")
    be("Ann")
    shopper.press("a")
    shopper.type("2 fairy liquid 2.20")
    #expect(shopper.canvas.text.contains("Ben’s item stays without a price"))
    shopper.press("ctrl-u")
    shopper.press("esc")
    // Of more than a price all is said to stay.
    shopper.press("a")
    shopper.type("oat milk 2.49 #drinks !aldi")
    #expect(shopper.canvas.text.contains("Ben’s item stays as it is"))
    shopper.press("ctrl-u", "esc")
    // The same of a list.
    shopper.press("P")
    shopper.paste("oat milk 2.49\nkiwi")
    #expect(shopper.canvas.text.contains("Ben’s price of $1.99 stays"))
    shopper.press("enter")
    #expect(shopper.cart == ["1 Apple", "4 oat milk", "1 fairy liquid", "1 kiwi"])
    #expect(shopper.notice.contains("; not changed: oat milk belongs to Ben"))
    #expect(shopper.item("oat milk")?.price?.minorUnits == 199)
  }

  @Test func `what another person has in the cart is not deleted with its item`() {
    addBread()
    be("Ann")
    shopper.focus("Milk")
    shopper.press("space")
    be("Ben")
    shopper.focus("Milk")
    shopper.press("d")
    #expect(shopper.notice == "Ann has put Milk in the cart: only Ann can take it out.")
    #expect(shopper.item("Milk") != nil && shopper.cart.contains("1 Milk"))
  }

  @Test func `of one's own item that another person put in the cart it is said who did that`() {
    shopper.press("A")
    shopper.type("honey")
    shopper.press("ctrl-s")
    be("Ann")
    shopper.focus("honey")
    shopper.press("space")
    be("Ben")
    shopper.focus("honey")
    for key in ["space", "d"] {
      shopper.press(key)
      #expect(
        shopper.notice == "Ann has put honey in the cart: only Ann can take it out.", "\(key)")
    }
    #expect(shopper.item("honey") != nil && shopper.cart.contains("1 honey"))
  }

  @Test func `the empty page of orders says how a family orders`() {
    shopper.press("4")
    #expect(shopper.canvas.text.contains("Press : and type “order” to order the cart."))
    #expect(!shopper.canvas.text.contains("o checks out"))
  }

  @Test func anybodyMayPickAndChangeQuantitiesAndStars() throws {
    addBread()
    be("Ann")
    shopper.press("2", "down", "+", "*", "space")
    #expect(shopper.cart == ["1 Apple", "3 Rye Bread"])
    #expect(shopper.line("Rye Bread")?.isPicked == true)
    #expect(shopper.item("Rye Bread")?.isFavourite == true)
  }

  @Test func whatARemovedAccountAddedIsTheOwners() throws {
    addBread()
    be("Ann")
    shopper.press("5", "down", "d", "right", "enter")
    #expect(shopper.shared.accounts.map(\.name) == ["Ann"])
    #expect(shopper.shared.name(of: try #require(shopper.item("Rye Bread")).addedBy) == "Ann")
    shopper.press("1")
    shopper.focus("Rye Bread")
    shopper.press("d")
    #expect(shopper.item("Rye Bread") == nil)
  }

  @Test func `when the shopping is done, what anyone had picked leaves the cart`() throws {
    addBread()
    shopper.press("2", "space", "d")
    #expect(shopper.cart == ["1 Apple", "2 Rye Bread"], "not one by one")
    #expect(shopper.state.hints.contains { $0.label == "done shopping" })
    shopper.press("o")
    #expect(shopper.form == nil)
    #expect(shopper.notice.hasPrefix("Shopping done: 1 item got, 1 still to get"))
    #expect(shopper.cart == ["2 Rye Bread"])
    shopper.press("u")
    #expect(shopper.cart.count == 2)
    shopper.press("ctrl-r")
    #expect(shopper.cart == ["2 Rye Bread"])
  }

  @Test func `what is added while it is asked whether all was got is asked about, too`() throws {
    addBread()
    shopper.press("2", "o")
    let yeast = Item(id: Item.ID(70_001), name: "Yeast")
    let line = CartLine(id: CartLine.ID(70_001), item: yeast.id, quantity: .one, rank: 9)
    shopper.send(
      .journalAdvanced([
        Entry(
          position: 1_000_001,
          step: TrolleyModel.Step(
            replica: ReplicaID(0x77), number: 1, time: TestApp.start,
            events: [.itemsAdded([yeast]), .linesAdded([line])]))
      ]))
    shopper.press("right", "enter")
    #expect(shopper.cart.count == 3)
    #expect(shopper.dialog?.message.contains("None of the 3 items") == true)
    shopper.press("right", "enter")
    #expect(shopper.notice.hasPrefix("Shopping done: 3 items got"))
  }

  /// A family does not check out with an address, unless it wants something delivered.
  @Test func `with nothing picked, done shopping asks whether all was got`() throws {
    addBread()
    shopper.press("2")
    #expect(shopper.state.hints.contains { $0.label == "done shopping" })
    #expect(!shopper.state.hints.contains { $0.label == "check out" })
    shopper.press("o")
    #expect(shopper.form == nil && shopper.dialog?.title == "Is the shopping done?")
    shopper.press("enter")
    #expect(shopper.cart == ["1 Apple", "2 Rye Bread"], "not yet")
    shopper.press("o", "right", "enter")
    #expect(shopper.notice.hasPrefix("Shopping done: 2 items got"))
    #expect(shopper.cart == [] && shopper.shared.orders.isEmpty)
    shopper.press("u")
    #expect(shopper.cart == ["1 Apple", "2 Rye Bread"])
    #expect(shopper.shared.cart.pickedCount == 0)
    for _ in 0..<2 {
      shopper.press("ctrl-r")
      #expect(shopper.notice == "Did again: take 2 items out of the cart")
      #expect(shopper.cart == [])
      shopper.press("u")
      #expect(shopper.cart == ["1 Apple", "2 Rye Bread"])
    }
    shopper.press("o", "right", "right", "enter")
    #expect(shopper.form?.purpose == .checkout)
    shopper.press("esc", "1", "o")
    #expect(shopper.form == nil && shopper.dialog != nil)
    shopper.press("right", "enter", "o")
    #expect(shopper.form == nil && shopper.dialog == nil)
    #expect(shopper.notice == ChangeError.emptyCart.sentence)
  }

  @Test func `starters belong to everybody`() throws {
    let shopper = TestApp()
    shopper.openHome()
    shopper.press("L")
    shopper.register("Ben", "ben@home.example", "battery staple")
    shopper.focus("Milk")
    #expect(shopper.state.mayChange(try #require(shopper.item("Milk"))))
    shopper.press("d")
    #expect(shopper.item("Milk") == nil)
  }

  @Test func `after a lock the address is there, and why`() {
    be("Ann")
    shopper.wait(milliseconds: 15 * 60_000)
    #expect(shopper.session.signIn.message.hasPrefix("Locked after 15 minutes without a key."))
    #expect(shopper.session.signIn.email.text == "ann@home.example")
    #expect(shopper.session.signIn.focus == 1)
  }

  @Test func `the owner who forgot the password comes in by the recovery code`() {
    shopper.press("L", "ctrl-r")
    shopper.type(TestVault.recoveryCode)
    shopper.press("enter")
    #expect(shopper.state.account?.firstName == "Ann")
    // What was forgotten comes first: typed into another field, it could be read.
    for text in ["another horse", "another horse"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s", "L")
    shopper.signIn("ann@home.example", "another horse")
    #expect(!shopper.session.isLocked)
  }

  @Test func `a form after the recovery code that changes nothing says so`() {
    shopper.press("L", "ctrl-r")
    shopper.type(TestVault.recoveryCode)
    shopper.press("enter", "ctrl-s")
    #expect(shopper.form == nil)
    #expect(
      shopper.notice == "Nothing is changed. The recovery code stays valid: it lets you in again.")
  }

  @Test func `what was half typed when a screen locked takes the next keys`() {
    shopper.press("1", "a")
    shopper.type("oat")
    shopper.wait(milliseconds: 15 * 60_000)
    #expect(shopper.session.isLocked)
    shopper.type("battery staple")
    shopper.press("enter")
    #expect(shopper.notice == "Welcome back, Ben. Here is what you were typing.")
    shopper.type("a5d")
    guard case .quickAdd(let add)? = shopper.session.overlays.last else {
      Issue.record("no line")
      return
    }
    #expect(add.input.text == "oata5d")
    shopper.press("esc", "5")
    #expect(shopper.session.page == .people && shopper.session.overlays.isEmpty)
  }

  /// The settings are those of this machine, which may be Ben's own.
  @Test func `each member of a family may set up mail and the lock where they are, and no keys`() {
    for name in ["mail.server", "mail.sendmail", "lockMinutes"] {
      shopper.focusSetting(name)
      shopper.press("enter")
      #expect(!shopper.session.overlays.isEmpty)
      shopper.press("esc")
    }
    shopper.focusSetting("services.wineCom.key")
    shopper.press("enter")
    #expect(shopper.notice == "Only Ann, who owns this list, may do that.")
  }

  @Test func onlyTheOwnerRemovesAccounts() {
    shopper.press("5", "d")
    #expect(shopper.notice == "Only Ann, who owns this list, may do that.")
    #expect(shopper.shared.accounts.count == 2)
  }

  /// Otherwise it would clear items of others.
  @Test func nobodyHoldsTheCartOfAHousehold() {
    shopper.press("2", "H")
    #expect(shopper.form == nil)
    shopper.perform(.holdCart)
    shopper.type("mine")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["1 Apple"])
    #expect(shopper.shared.heldCarts.isEmpty)
  }

  @Test func helpAndColoursWorkBeforeSignIn() {
    shopper.press("L", "f1")
    #expect(shopper.picker?.title == "Keys on this screen")
    shopper.press("esc")
    let before = shopper.session.theme
    shopper.press("ctrl-t")
    #expect(shopper.session.theme != before)
  }

  // MARK: Changing an account

  /// What is typed during the check belongs to the next try.
  @Test func anAccountIsSavedAsItWasSent() throws {
    shopper.press("5", "down", "e", "ctrl-u")
    shopper.type("Benny")
    shopper.press("tab", "tab")
    shopper.type("purple monkey")
    shopper.press("tab")
    shopper.type("purple monkey")
    shopper.press("tab")
    shopper.type("battery staple")
    shopper.worker.isSilent = true
    shopper.press("enter")
    let number = try #require(
      shopper.effects.compactMap {
        if case .askWorker(.checkPassword, let number) = $0 { number } else { nil }
      }.last)
    shopper.press("shift-tab", "shift-tab", "shift-tab", "shift-tab")
    shopper.type("amin")
    shopper.worker.isSilent = false
    shopper.send(.workerAnswered(.passwordChecked(isRight: true, rehashed: nil), number: number))
    #expect(shopper.form == nil)
    #expect(name == "Benny")
  }

  @Test func whoIsRemovedIsTold() {
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(0xA2))
    ann.signIn("ann@home.example", "correct horse")
    ann.press("5", "down", "d", "right", "enter")
    shopper.readNews()
    #expect(shopper.session.isLocked)
    #expect(message == SignInState.goneSentence)
  }

  /// Both forms were accepted before either account was on the disk.
  @Test func whoComesSecondWithAnAddressIsTold() {
    shopper.press("L")
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(0xC1))
    shopper.isDiskSlow = true
    shopper.press("ctrl-n")
    shopper.fillMember("Cleo", "cleo@home.example", "pony garden")
    shopper.letVaultThrough()
    #expect(name == "Cleo")
    other.register("Clea", "CLEO@home.example", "other garden")
    shopper.letThrough()
    #expect(shopper.shared.accounts.map(\.name) == ["Ann", "Clea", "Ben"])
    #expect(shopper.session.isLocked)
    #expect(message == SignInState.goneSentence)
  }

  /// The list is on two machines that had not heard of each other.
  @Test func `undo stops at the sign-in, also of what has no place yet in a shared list`() {
    let app = TestApp(items: SampleItems.all)
    app.openHome()
    app.send(.syncChanged(SyncStatus(link: .online)))
    func step(_ number: Int, _ events: [Event]) -> TrolleyModel.Step {
      TrolleyModel.Step(
        replica: ReplicaID(0x77), number: number, time: TestApp.start,
        author: app.session.author, events: events)
    }
    app.send(.journalAdvanced([Entry(position: 1_000_001, step: step(1, [.shared]))]))
    let budget = step(2, [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: budget)]))
    app.press("L")
    app.signIn("ann@home.example", "correct horse")
    app.press("u")
    #expect(app.notice == "There is nothing to undo since you signed in.")
    // Nor when it has its place.
    app.send(.journalAdvanced([Entry(position: 1_000_002, step: budget)]))
    app.press("u")
    #expect(app.notice == "There is nothing to undo since you signed in.")
  }

  @Test func `an address that was taken on another machine is said, and what went with it`() {
    shopper.press("L")
    shopper.journal.append(
      TrolleyModel.Step(replica: ReplicaID(0xD1), number: 1, time: TestApp.start, events: [.shared])
    )
    shopper.readNews()
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(0xC1))
    shopper.isDiskSlow = true
    shopper.press("ctrl-n")
    shopper.fillMember("Cleo", "cleo@home.example", "pony garden")
    shopper.letVaultThrough()
    #expect(name == "Cleo")
    other.register("Clea", "CLEO@home.example", "other garden")
    shopper.readNews()
    #expect(shopper.session.isLocked)
    #expect(message.hasPrefix("Cleo was not registered: another machine had the same e-mail"))
  }

  @Test func aNewPasswordAsksForTheOldOne() {
    shopper.press("5", "down", "e")
    shopper.press("tab", "tab")
    shopper.type("purple monkey")
    shopper.press("tab")
    shopper.type("purple monkey")
    shopper.press("ctrl-s")
    #expect(shopper.form?.fields.last?.error == "Your password now is needed for that.")
    shopper.type("wrong horse")
    shopper.press("enter")
    #expect(shopper.form?.fields.last?.error == "That is not the password.")
    shopper.press("ctrl-u")
    shopper.type("battery staple")
    shopper.press("enter")
    #expect(shopper.form == nil)
    shopper.press("L")
    shopper.signIn("ben@home.example", "battery staple")
    #expect(message == SignInState.wrongSentence)
    shopper.signIn("ben@home.example", "purple monkey")
    #expect(name == "Ben")
  }

  /// Leaving a form discards everything in it.
  @Test func aPasswordOnItsWayGoesToNobodyElse() throws {
    shopper.press("L")
    shopper.signIn("ann@home.example", "correct horse")
    let ann = try #require(shopper.shared.owner)
    shopper.press("5", "end", "e", "tab", "tab")
    for text in ["new battery 1", "new battery 1", "correct horse"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.isDiskSlow = true
    shopper.press("enter")
    shopper.letVaultThrough(2)
    shopper.press("esc", "home", "e")
    shopper.letThrough()
    #expect(shopper.form?.title == "Edit Ann")
    shopper.press("esc")
    #expect(shopper.shared.account(ann.id)?.password == ann.password)
    shopper.press("L")
    shopper.signIn("ann@home.example", "correct horse")
    #expect(name == "Ann")
  }

  @Test func aNewNameAsksForNothing() {
    shopper.press("5", "down", "e", "ctrl-u")
    shopper.type("Benjamin")
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    #expect(name == "Benjamin")
  }

  /// Another person may be at the keyboard after the resume.
  @Test func whatWasTypedBeforeASuspendLetsNobodyIn() {
    shopper.press("L")
    shopper.isDiskSlow = true
    shopper.signIn("ben@home.example", "battery staple")
    shopper.press("ctrl-z")
    shopper.send(.continued)
    shopper.letThrough()
    #expect(shopper.session.isLocked)
    shopper.press("enter")
    #expect(shopper.session.isLocked)
    #expect(shopper.session.signIn.email.text == "ben@home.example")
  }

  @Test func movingToStaffUseAsksTheOwnerForAPIN() {
    be("Ann")
    shopper.perform(.show(.settings), .first, .open)
    shopper.type("staff")
    shopper.press("enter")
    #expect(shopper.form?.fields.first?.label == "PIN")
    shopper.fillEmployee(pin: "739154", "Ann", "Smith", "ann@home.example")
    #expect(shopper.shared.use == .staff)
    #expect(shopper.shared.accounts.count == 2)
    #expect(name == "Ann Smith")
    #expect(shopper.cart == ["1 Apple"])
  }

  // MARK: Two of one name

  @Test func twoOfOneNameAreToldApartByTheirAddresses() {
    shopper.press("a")
    shopper.type("kiwi")
    shopper.press("enter", "esc", "5")
    // Nothing is said that is not needed.
    #expect(shopper.shared.name(of: shopper.item("kiwi")?.addedBy ?? "") == "Ben")
    #expect(!shopper.canvas.text.contains("(ben)"))
    shopper.press("L")
    shopper.register("ben", "benny@home.example", "other garden")
    shopper.press("5")
    for width in [40, 80, 120] {
      shopper.resize(Size(width: width, height: 24))
      #expect(shopper.canvas.text.contains("Ben (ben)"))
      #expect(shopper.canvas.text.contains("ben (benny)"))
      #expect(!shopper.canvas.text.contains("Ann (ann)"))
    }
    shopper.press("1")
    shopper.focus("kiwi")
    shopper.press("d")
    #expect(shopper.notice == "kiwi belongs to Ben (ben).")
    #expect(shopper.shared.mark(of: shopper.item("kiwi")!) == "Ben (ben)")
  }

  @Test func theWholeAddressIsShownWhereItsBeginningIsTheSame() {
    shopper.press("L")
    shopper.register("Ben", "ben@work.example", "other garden")
    shopper.press("5")
    #expect(shopper.canvas.text.contains("Ben (ben@home.example)"))
    #expect(shopper.canvas.text.contains("Ben (ben@work.example)"))
  }

  /// A shop that was a household may have two of one name, whose addresses are not for the others.
  @Test func employeesOfOneNameAreNumbered() {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    let accounts = [(1, "Ann"), (2, "Ben"), (3, "ann")].map { number, name in
      Account(
        id: Account.ID(UInt64(number)), role: number == 1 ? .owner : .member, firstName: name,
        email: "a\(number)@shop.example", since: Day(number: number))
    }
    for event in [Event.useChanged(from: .personal, to: .staff)] + accounts.map(Event.accountAdded)
    { state.apply(event, touches: &touches) }
    #expect(accounts.map { state.name(of: $0) } == ["Ann (1)", "Ben", "ann (2)"])
    #expect(state.name(of: accounts[2].author) == "ann (2)")
    #expect(state.ownerName == "Ann (1)")
    #expect(throws: ChangeError.ambiguous("Ann", candidates: ["Ann (1)", "ann (2)"])) {
      try state.account(named: "Ann")
    }
  }
}
