import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// Two accounts on one list at the same time.
@Suite struct LiveTests {
  private let ann: TestApp
  private let ben: TestApp

  init() {
    ann = TestApp(items: SampleItems.all)
    ann.openHome()
    ben = TestApp(sharing: ann.journal, replica: ReplicaID(0xBE))
    ben.register("Ben", "ben@home.example", "battery staple")
    ann.readNews()
    ann.wait(milliseconds: 9000)
    ben.wait(milliseconds: 9000)
  }

  private func price(_ text: String, by shopper: TestApp, of item: String) {
    var draft = ItemDraft()
    draft.price = text
    guard let id = shopper.item(item)?.id else { return }
    shopper.focus(item)
    shopper.press("e", "tab", "tab", "ctrl-u")
    shopper.type(text)
    shopper.press("ctrl-s")
    #expect(shopper.shared.items[id]?.price?.decimal == draft.price)
  }

  @Test func whatAnotherDoesIsToldWithTheNameAndMovesNothing() {
    ann.focus("Milk")
    let focus = ann.session.items.focus
    ben.focus("Flour")
    ben.press("space")
    ann.readNews()
    #expect(ann.session.items.focus == focus)
    #expect(ann.notice == "Ben: put Flour in the cart")
    #expect(ann.shared.name(of: ann.line("Flour")?.addedBy ?? "") == "Ben")
  }

  @Test func `a change of another person that came to nothing is not told`() {
    func step(_ number: Int, _ events: [Event]) {
      ann.journal.append(
        TrolleyModel.Step(
          replica: ReplicaID(0xBE), number: 900 + number, time: TestApp.start,
          author: ben.session.author, events: events))
      ann.readNews()
    }
    step(1, [])
    #expect(ann.notice.isEmpty)
    step(2, [.settingChanged(.budget, from: "", to: "5")])
    #expect(ann.notice == "Ben: budget is $5.00")
  }

  @Test func `an order that is made again says nothing of what is left of a line`() throws {
    ann.focus("Milk")
    ann.press("space", "+")
    let line = try #require(ann.line("Milk"))
    let order = Order(
      id: Order.ID(30), number: 1, name: "Mrs Jones", address: "1 Road", placedAt: 0,
      placedBy: ann.session.author)
    let less = Event.quantityChanged(
      line.id, by: -Quantity(1, .piece), was: .piece, becomes: .piece)
    let said: [([Event], String)] = [([less], ", 1 now"), ([.orderPlaced(order), less], "")]
    for (events, remark) in said {
      let step = TrolleyModel.Step(
        replica: ReplicaID(7), number: 1, time: 0, author: ann.session.author, events: events)
      let plan = try UndoPlanner(.redo, Entry(position: 1, step: step), in: ann.shared)
      #expect(plan.remark(in: ann.shared, style: .english) == remark)
    }
  }

  @Test func `undo of a quantity says what is left, and who had changed it since`() {
    ann.focus("Milk")
    ann.press("space", "+", "u")
    #expect(ann.notice == "Undid: more Milk, 1 now")
    ann.press("+")
    ben.readNews()
    ben.focus("Milk")
    ben.press("+", "+", "+")
    ann.readNews()
    ann.press("u")
    #expect(ann.notice == "Undid: more Milk, 4 now (Ben had changed it to 5)")
    // What Ben did before is none of it.
    ann.press("+", "u")
    #expect(ann.notice == "Undid: more Milk, 4 now")
    #expect(ann.cart == ["4 Milk"])
  }

  @Test func `what the person undid after another one's change is not said to be that one's`() {
    ann.focus("Milk")
    ann.press("space", "+", "+")
    ben.readNews()
    ben.focus("Milk")
    ben.press("+", "+")
    ann.readNews()
    ann.press("u")
    #expect(ann.notice == "Undid: more Milk, 4 now (Ben had changed it to 5)")
    ann.press("u")
    #expect(ann.notice == "Undid: more Milk, 3 now")
  }

  @Test func `redo puts back what undo has really taken`() {
    ann.focus("Milk")
    ann.press("space")
    ben.readNews()
    ben.focus("Milk")
    ben.press("+", "+")
    ann.readNews()
    ann.press("u")
    #expect(ann.cart == ["2 Milk"])
    ann.press("ctrl-r")
    #expect(ann.cart == ["3 Milk"], "\(ann.notice)")
    // And it can be taken back again.
    ann.press("u")
    #expect(ann.cart == ["2 Milk"])
  }

  @Test func whoRegistersIsNobodyElsesDeed() {
    let cleo = TestApp(sharing: ann.journal, replica: ReplicaID(0xC1))
    cleo.register("Cleo", "cleo@home.example", "pony garden")
    ann.readNews()
    #expect(ann.notice == "Cleo has an account now.")
  }

  /// The line with the message would hide the hints for the keys that resolve it.
  @Test func whatHasToBeSettledLeavesItsKeysInSight() {
    let other = TestApp(sharing: ann.journal, replica: ReplicaID(0xA2))
    other.signIn("ann@home.example", "correct horse")
    ann.focus("Milk")
    ann.press("space", "e", "tab", "tab", "tab", "tab", "ctrl-u")
    ann.type("7")
    ann.wait(milliseconds: 9000)
    ben.readNews()
    ben.focus("Milk")
    ben.press("+")
    ann.readNews()
    #expect(ann.form?.fields[4].theirs == "2")
    #expect(ann.canvas.rows.last?.contains("take theirs") == true)
  }

  @Test func whatIsTypedStaysWhenAnotherChangesTheList() {
    ann.press("a")
    ann.type("3 Lemo")
    ben.focus("Flour")
    ben.press("space", "a")
    ben.type("Cocoa")
    ben.press("enter", "esc")
    ann.readNews()
    ann.type("nade")
    ann.press("enter", "esc")
    #expect(ann.item("Lemonade") != nil)
    #expect(ann.item("Cocoa") != nil)
  }

  /// Ann edits her Milk on two screens.
  @Test func aChangeOfWhatIsEditedStandsBesideTheForm() throws {
    let other = TestApp(sharing: ann.journal, replica: ReplicaID(0xA2))
    other.signIn("ann@home.example", "correct horse")
    ann.focus("Milk")
    ann.press("e", "tab", "tab", "ctrl-u")
    ann.type("9.99")
    price("2.75", by: other, of: "Milk")
    other.focus("Milk")
    other.press("e", "tab", "ctrl-u")
    other.type("Drinks")
    other.press("ctrl-s")
    ann.readNews()
    let form = try #require(ann.form)
    #expect(form[.price] == "9.99")
    #expect(form.fields[2].theirs == "2.75")
    #expect(form.fields[2].news == "Another screen wrote: 2.75")
    #expect(form[.category] == "Drinks")
    #expect(form.focus == 2)
    ann.press("ctrl-t")
    #expect(ann.form?[.price] == "2.75")
    ann.press("ctrl-s")
    #expect(ann.item("Milk")?.category == "Drinks")
    #expect(ann.item("Milk")?.price?.decimal == "2.75")
  }

  @Test func keepingMineIsSavedOverTheirs() throws {
    let other = TestApp(sharing: ann.journal, replica: ReplicaID(0xA2))
    other.signIn("ann@home.example", "correct horse")
    ann.focus("Milk")
    ann.press("e", "tab", "tab", "ctrl-u")
    ann.type("9.99")
    price("2.75", by: other, of: "Milk")
    ann.readNews()
    ann.press("ctrl-k")
    #expect(ann.form?.fields[2].theirs == nil)
    ann.press("ctrl-s")
    #expect(ann.item("Milk")?.price?.decimal == "9.99")
  }

  @Test func whatIsDeletedWhileItIsEditedIsTold() throws {
    let other = TestApp(sharing: ann.journal, replica: ReplicaID(0xA2))
    other.signIn("ann@home.example", "correct horse")
    ann.focus("Milk")
    ann.press("e", "end")
    ann.type("y")
    other.focus("Milk")
    other.press("d")
    ann.readNews()
    #expect(ann.form?.deletedBy == "Another screen")
    ann.press("ctrl-s")
    #expect(
      ann.form?.fields[0].error == "That item is gone. ctrl-s again adds this as a new one.")
    #expect(ann.form?[.name] == "Milky")
    ann.press("ctrl-s")
    #expect(ann.form == nil && ann.item("Milky")?.price?.decimal == "1.60")
  }

  @Test func `what was deleted and is back while it is edited can be saved`() throws {
    func words() -> String { ann.form.map { ann.state.sentence(above: $0).text } ?? "" }
    let other = TestApp(sharing: ann.journal, replica: ReplicaID(0xA2))
    other.signIn("ann@home.example", "correct horse")
    ann.focus("Milk")
    ann.press("e", "end")
    ann.type("y")
    other.focus("Milk")
    other.press("d")
    ann.readNews()
    #expect(words() == "Another screen deleted this meanwhile.")
    ann.press("ctrl-s")
    #expect(ann.form?.fields[0].error?.hasPrefix("That item is gone.") == true)
    other.press("u")
    ann.readNews()
    #expect(words().isEmpty && ann.form?.fields[0].error == nil)
    ann.press("ctrl-s")
    #expect(ann.form == nil && ann.item("Milky") != nil)
  }

  /// The owner and Ben both edit Ben.
  @Test func aFormOfAnAccountFollowsIt() {
    ben.press("5", "down", "e", "tab")
    ann.press("5", "down", "e", "ctrl-u")
    ann.type("Benjamin")
    ann.press("ctrl-s")
    ben.readNews()
    #expect(ben.form?.fields[0].input.text == "Benjamin")
    #expect(ben.form?.fields[0].news == "Ann changed this.")
  }

  // MARK: Undo

  @Test func undoTakesBackOnesOwnAndNotAnothers() {
    ann.focus("Milk")
    ann.press("space")
    ben.readNews()
    ben.focus("Flour")
    ben.press("space")
    ann.readNews()
    ann.press("u")
    #expect(ann.cart == ["500 g Flour"])
    ann.press("u")
    #expect(ann.cart == ["500 g Flour"])
  }

  @Test func whatAnotherChangedSinceIsNotTakenBack() {
    ben.press("a")
    ben.type("Rye Bread")
    ben.press("enter", "esc")
    ann.readNews()
    ann.focus("Rye Bread")
    ann.press("2")
    ann.press("end", "space")
    #expect(ann.line("Rye Bread")?.isPicked == true)
    ben.readNews()
    ben.press("2", "end", "space")
    #expect(ben.line("Rye Bread")?.isPicked == false)
    ann.readNews()
    ann.press("u")
    #expect(
      ann.notice
        == "Cannot undo pick Rye Bread: another person has changed it since. It is left as it is: "
        + "there is nothing else to undo.")
    #expect(ann.line("Rye Bread")?.isPicked == false)
  }

  @Test func `what is not there any more is not called something`() {
    ben.press("a")
    ben.type("Rye Bread")
    ben.press("enter", "esc")
    ann.readNews()
    ann.press("2", "end", "space")
    ben.readNews()
    ben.focus("Rye Bread")
    ben.press("d")
    ann.readNews()
    ann.press("u")
    #expect(
      ann.notice
        == "Cannot undo a change of something that is not there any more. It is left as it is: "
        + "there is nothing else to undo.")
  }

  @Test func whatAnotherHasPickedSinceStaysInTheCart() {
    ben.focus("Flour")
    ben.press("space")
    ann.readNews()
    ann.press("2", "space")
    #expect(ann.line("Flour")?.isPicked == true)
    ben.readNews()
    ben.press("u")
    #expect(ben.line("Flour")?.isPicked == true)
    #expect(ben.notice.contains("another person has changed it since"))
  }

  private func add(_ name: String, by shopper: TestApp) {
    shopper.press("a")
    shopper.type(name)
    shopper.press("enter", "esc")
  }

  @Test func `a new item that another has picked since stays, with its line`() {
    add("Rye Bread", by: ben)
    ann.readNews()
    ann.press("2", "space")
    #expect(ann.line("Rye Bread")?.isPicked == true)
    ben.readNews()
    ben.press("u")
    #expect(ben.line("Rye Bread")?.isPicked == true)
    let refusal = "Cannot undo add Rye Bread: another person has changed it since. "
    #expect(ben.notice == refusal + "It is left as it is: there is nothing else to undo.")
  }

  @Test func `an undo that cannot be done lets those before it be undone`() {
    let star = ben.item("Flour")?.isFavourite
    ben.focus("Flour")
    ben.press("*")
    add("Rye Bread", by: ben)
    ann.readNews()
    ann.press("2", "space")
    ben.readNews()
    ben.press("u")
    #expect(ben.notice.hasSuffix("It is left as it is: u goes on with the one before it."))
    ben.press("u")
    #expect(ben.item("Flour")?.isFavourite == star)
    ben.press("u")
    #expect(ben.notice.hasPrefix("There is nothing to undo"))
  }

  @Test func `of what another does, the newest is told`() {
    ben.focus("Flour")
    ben.press("space")
    ann.readNews()
    #expect(ann.notice == "Ben: put Flour in the cart")
    ben.press("u")
    ann.readNews()
    #expect(ann.notice == "Ben: took Flour out of the cart")
    // What is ticked before it goes is bought.
    ben.focus("Flour")
    ben.press("space", "2", "space", "W")
    ann.readNews()
    #expect(ann.notice == "Ben: got Flour")
    ben.press("1")
    // What answers one's own key stays.
    ann.focus("Milk")
    ann.press("d")
    let own = ann.notice
    #expect(own.hasPrefix("Deleted Milk"))
    ben.press("ctrl-r")
    ann.readNews()
    #expect(ann.notice == own)
  }

  @Test func `of several new items the one that another has picked since stays`() {
    add("Rye Bread, Oat Cakes", by: ben)
    ann.readNews()
    ann.press("2", "home", "space")
    let picked = ann.shared.cart.lines.first { $0.isPicked }.flatMap { ann.shared.items[$0.item] }
    ben.readNews()
    ben.press("u")
    #expect(ben.cart == [picked.map { "1 \($0.name)" }])
    #expect(ben.notice.hasPrefix("Undid: ") && ben.notice.hasSuffix(UndoPlanner.partly))
  }

  @Test func `a line that another has made less since stays`() {
    add("3 Milk", by: ben)
    ann.readNews()
    ann.press("2", "-")
    #expect(ann.cart == ["2 Milk"])
    ben.readNews()
    ben.press("u")
    #expect(ben.cart == ["2 Milk"])
    #expect(ben.notice.contains("another person has changed it since"))
  }

  @Test func `a new item that another has starred since stays, without its line`() {
    add("Rye Bread", by: ben)
    ann.readNews()
    ann.focus("Rye Bread")
    ann.press("*")
    ben.readNews()
    ben.press("u")
    #expect(ben.cart.isEmpty)
    #expect(ben.item("Rye Bread")?.isFavourite == true)
    #expect(ben.notice.hasSuffix(UndoPlanner.partly))
  }

  @Test func whatCanStillBeTakenBackIs() throws {
    ann.focus("Milk")
    ann.press("e", "tab", "ctrl-u")
    ann.type("Drinks")
    ann.press("tab", "ctrl-u")
    ann.type("9.99")
    ann.press("ctrl-s")
    let other = TestApp(sharing: ann.journal, replica: ReplicaID(0xA2))
    other.signIn("ann@home.example", "correct horse")
    price("2.75", by: other, of: "Milk")
    // The other screen's step is Ann's too, so it is undone first.
    ann.readNews()
    ann.press("u", "u")
    #expect(ann.item("Milk")?.category == "Dairy")
  }

  // MARK: Another use

  private func choose(_ use: String, by shopper: TestApp) {
    shopper.perform(.show(.settings), .first, .open)
    shopper.type(use)
    shopper.press("enter")
  }

  private func addLine(of shopper: TestApp) -> String? {
    if case .quickAdd(let add)? = shopper.session.overlays.last { add.input.text } else { nil }
  }

  @Test func `another use keeps what is half typed elsewhere, and says what happened`() {
    let one = TestApp(items: SampleItems.all)
    let two = TestApp(sharing: one.journal, replica: ReplicaID(0xBE))
    two.press("a")
    two.type("3 Lemo")
    one.openHome()
    two.readNews()
    #expect(two.session.isLocked)
    #expect(
      two.session.signIn.message
        == "Ann made this a household list: sign in or register. What you were typing comes back "
        + "then.")
    two.register("Ben", "ben@home.example", "battery staple")
    #expect(addLine(of: two) == "3 Lemo")
    one.readNews()
    choose("staff", by: one)
    one.fillEmployee(pin: "739154", "Ann", "Smith", "ann@home.example")
    two.readNews()
    #expect(addLine(of: two) == "3 Lemo")
    #expect(
      two.session.notice?.text
        == "This list is for staff now. You have no PIN yet: ask Ann Smith for one.")
    #expect(two.canvas.rows.last?.contains("This list is for staff now.") == true)
    one.press("enter")
    choose("personal", by: one)
    one.press("right", "enter")
    two.readNews()
    #expect(addLine(of: two) == "3 Lemo")
    #expect(two.session.notice?.text == "This list is for one person now, without sign-in.")
  }

  @Test func `a form of accounts does not come back in another use`() {
    ben.press("5", "e", "tab")
    choose("staff", by: ann)
    ann.fillEmployee(pin: "739154", "Ann", "Smith", "ann@home.example")
    ben.readNews()
    #expect(ben.session.overlays.isEmpty)
    #expect(ben.session.notice?.text.hasPrefix("This list is for staff now.") == true)
  }

  @Test func `who has no PIN yet is named, and does not sign out unawares`() {
    choose("staff", by: ann)
    ann.fillEmployee(pin: "739154", "Ann", "Smith", "ann@home.example")
    #expect(ann.dialog?.message.hasPrefix("Ben cannot sign in before you set a PIN") == true)
    ann.press("enter", "5")
    #expect(ann.canvas.text.contains("no PIN"))
    ann.press("down", "e")
    #expect(ann.form?.title == "Edit Ben")
    #expect(ann.form?.fields.first?.hint.hasPrefix("none yet") == true)
    ben.readNews()
    ben.press("L")
    #expect(ben.dialog?.title == "Sign out without a PIN?")
    ben.press("enter")
    #expect(!ben.session.isLocked)
    ben.press("L", "right", "enter")
    #expect(ben.session.isLocked)
  }
}
