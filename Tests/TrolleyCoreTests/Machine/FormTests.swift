import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

@Suite struct Forms {
  let shopper = TestApp(items: SampleItems.all)

  private func fill(_ id: FormState.FieldID, _ text: String) throws {
    let form = try #require(shopper.form)
    let at = try #require(form.fields.firstIndex { $0.id == id })
    shopper.send(.pressedField(at))
    shopper.press("end", "ctrl-u")
    shopper.type(text)
  }

  private func error(_ id: FormState.FieldID) -> String? {
    shopper.form?.fields.first { $0.id == id }?.error
  }

  @Test func anErrorStandsBesideItsFieldAndNothingTypedIsLost() throws {
    shopper.press("e")
    try fill(.name, "Pear")
    try fill(.price, "cheap")
    try fill(.description, "green")
    shopper.press("enter")
    #expect(error(.price)?.contains("“cheap” is not a price") == true)
    #expect(error(.name) == nil)
    #expect(shopper.form?.fields[shopper.form?.focus ?? 0].id == .price)
    #expect(shopper.form?.fields.map(\.input.text).contains("green") == true)
    #expect(shopper.item("Apple") == SampleItems.apple)
    try fill(.price, "0.75")
    #expect(error(.price) == nil)
    shopper.press("ctrl-s")
    #expect(shopper.form == nil)
    let pear = try #require(shopper.item("Pear"))
    #expect(pear.id == SampleItems.apple.id)
    #expect(pear.price == Money(minorUnits: 75, currency: .usd))
    #expect(pear.description == "green")
    #expect(shopper.notice == "Changed Pear — u to undo")
  }

  @Test func `what was refused is mended, not replaced by the first key`() throws {
    shopper.press("A")
    try fill(.name, "cheese")
    try fill(.price, "3,x")
    shopper.press("home", "ctrl-s")
    #expect(error(.price) != nil)
    shopper.type("5")
    #expect(shopper.form?[.price] == "3,x5" && error(.price) == nil)
    // Another field is replaced as ever.
    shopper.send(.pressedField(0))
    shopper.type("Gouda")
    #expect(shopper.form?[.name] == "Gouda")
  }

  @Test func `the form says what its line comes to, or why that is not known`() throws {
    shopper.press("A")
    try fill(.name, "cheese")
    try fill(.price, "3")
    #expect(shopper.form.flatMap { shopper.state.costWords(of: $0) } == nil)
    try fill(.quantity, "2")
    #expect(shopper.canvas.text.contains("2 @ $3.00 each = $6.00"))
    try fill(.per, "kg")
    #expect(shopper.canvas.text.contains("2 @ $3.00/kg · not counted: the price is for 1 kg"))
    try fill(.per, "500 g")
    #expect(shopper.canvas.text.contains("1000 g $3.00 for 500 g = $6.00"))
    try fill(.price, "cheap")
    #expect(!shopper.canvas.text.contains("1000 g"))
    try fill(.price, "3")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["1000 g cheese"])
  }

  @Test func `quitting asks before it drops what was typed into a letter or the check-out`() throws
  {
    for key in ["m", "o"] {
      let shopper = TestApp(items: SampleItems.all)
      shopper.press("space", key)
      shopper.type("half")
      shopper.press("ctrl-q")
      #expect(shopper.notice == "Nothing is saved yet: ctrl-q again drops what was typed.")
      #expect(!shopper.hasQuit && shopper.form?.fields[0].input.text == "half")
      shopper.press("ctrl-q")
      #expect(shopper.hasQuit)
    }
  }

  @Test func `a barcode is no name, and what has it is named`() throws {
    shopper.press("a")
    shopper.type("soap 5901234123457")
    shopper.press("enter", "esc", "A")
    try fill(.name, "5901234123457")
    shopper.press("ctrl-s")
    #expect(error(.name) == "There is an item called soap already.")
    try fill(.name, "4006381333931")
    shopper.press("ctrl-s")
    #expect(
      error(.name) == "4006381333931 is a barcode. Type a name, or look it up with a.")
    #expect(shopper.item("4006381333931") == nil)
  }

  @Test func `no item is renamed to a barcode`() throws {
    shopper.press("e")
    try fill(.name, "4006381333931")
    shopper.press("ctrl-s")
    #expect(error(.name)?.contains("is a barcode") == true)
  }

  @Test func `e in the cart is about the line that has the cursor`() throws {
    shopper.press("a")
    shopper.type("2 juice, 1 l juice")
    shopper.press("enter", "esc", "2", "G", "e")
    #expect(shopper.form?[.quantity] == "1 l")
    try fill(.quantity, "3 l")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["2 juice", "3 l juice"])
    // What adds up with another line goes into that.
    shopper.press("G", "enter", "e")
    #expect(shopper.form?[.quantity] == "3 l")
    try fill(.quantity, "4")
    shopper.press("ctrl-s", "esc")
    #expect(shopper.cart == ["6 juice"])
    shopper.press("u")
    #expect(shopper.cart == ["2 juice", "3 l juice"])
    shopper.press("g", "e")
    try fill(.quantity, "")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["3 l juice"], "the other line stays")
  }

  @Test func `a bare number is pieces where there are some beside litres`() throws {
    shopper.press("a")
    shopper.type("2 juice")
    shopper.press("enter")
    shopper.type("1 l juice @1.10/l")
    shopper.press("enter", "esc", "2", "g", "e")
    try fill(.quantity, "3")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["3 juice", "1 l juice"])
    shopper.press("1")
    shopper.focus("juice")
    for (text, cart) in [("5", ["5 juice", "1 l juice"]), ("2 l", ["5 juice", "2 l juice"])] {
      shopper.press("e")
      try fill(.quantity, text)
      shopper.press("ctrl-s")
      #expect(shopper.cart == cart)
    }
  }

  @Test func `what is said of one of two lines is about that one`() throws {
    shopper.press("a")
    shopper.type("2 juice")
    shopper.press("enter")
    shopper.type("1 l juice @1.10/l")
    shopper.press("enter", "esc", "2", "G", "e")
    try fill(.quantity, "4 l")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["2 juice", "4 l juice"])
    #expect(shopper.notice == "More juice — u to undo")
    shopper.press("e")
    try fill(.price, "1.30")
    shopper.press("ctrl-s")
    #expect(shopper.notice == "Changed juice — u to undo")
    shopper.press("1")
    shopper.focus("juice")
    shopper.press("e")
    try fill(.price, "1.40")
    shopper.press("ctrl-s")
    #expect(shopper.notice.hasPrefix("Changed juice; 2 not counted: the price is for 1 l"))
    shopper.press("2", "G", "d")
    #expect(shopper.notice == "Took 4 l juice out of the cart — u to undo")
    shopper.press("d")
    #expect(shopper.notice == "Took juice out of the cart — u to undo")
  }

  @Test(arguments: [
    ("1 1/2 lb", "1.5 lb"), ("500 g x2", "2 × 500 g"), ("a dozen", "1 dozen"),
    ("2 lb 4 oz", "2.25 lb"), ("6 x 330 ml", "6 × 330 ml"), ("2", "2"),
  ]) func `an amount is typed as in the add line`(_ typed: String, _ amount: String) throws {
    shopper.press("A")
    try fill(.name, "jam")
    try fill(.price, "$0.80 each")
    try fill(.quantity, typed)
    shopper.press("ctrl-s")
    let (line, item) = (try #require(shopper.line("jam")), try #require(shopper.item("jam")))
    #expect(item.words(line.quantity, .english) == amount)
    #expect(item.price?.minorUnits == 80 && item.cost(of: line.quantity) != nil, "\(item.per)")
  }

  @Test(arguments: [("3 jars", 750), ("2 kg", 250), ("500 g", 250), ("4 x 330 ml", 1000)])
  func `what a price is for follows the amount where nobody says it`(
    _ quantity: String, _ cost: Int
  ) throws {
    shopper.press("A")
    try fill(.name, "jam")
    try fill(.price, "2.50")
    try fill(.quantity, quantity)
    #expect(
      shopper.form.flatMap { shopper.state.costWords(of: $0) }?.contains("not counted") == false)
    shopper.press("ctrl-s")
    #expect(!shopper.notice.contains("not counted"))
    let line = try #require(shopper.line("jam"))
    #expect(shopper.item("jam")?.cost(of: line.quantity)?.minorUnits == cost)
  }

  /// What the line below the quantity says is what is saved.
  @Test(arguments: [
    ("", "5 lb", 3_99), ("", "3 jars", 3_99 * 3), ("", "3", 3_99 * 3), ("", "500 g", 3_99),
    ("2.49", "2 kg", 3_99), ("4.99 /kg", "2 kg", 3_99 * 2),
  ]) func `a new price of a known item follows the amount beside it`(
    _ known: String, _ quantity: String, _ cost: Int
  ) throws {
    shopper.press("A")
    try fill(.name, "jam")
    try fill(.price, known)
    shopper.press("ctrl-s", "e")
    try fill(.price, "3.99")
    try fill(.quantity, quantity)
    let words = try #require(shopper.form.flatMap { shopper.state.costWords(of: $0) })
    shopper.press("ctrl-s")
    let line = try #require(shopper.line("jam"))
    #expect(shopper.item("jam")?.cost(of: line.quantity)?.minorUnits == cost)
    #expect(!words.contains("not counted") && !shopper.notice.contains("not counted"))
  }

  @Test func `a price of one that stays is not counted for an amount, and the form says so`() throws
  {
    shopper.press("A")
    try fill(.name, "jam")
    try fill(.price, "3.99")
    shopper.press("ctrl-s", "e")
    try fill(.quantity, "5 lb")
    #expect(
      shopper.form.flatMap { shopper.state.costWords(of: $0) }?.contains("not counted") == true)
    shopper.press("ctrl-s")
    #expect(shopper.notice.contains("not counted"))
  }

  @Test func `a form says when the sum leaves out what it has made`() throws {
    shopper.press("A")
    try fill(.name, "plums")
    try fill(.price, "3")
    try fill(.per, "1 kg")
    try fill(.quantity, "2")
    shopper.press("ctrl-s")
    #expect(shopper.notice.hasPrefix("Added plums; not counted: the price is for "))
    shopper.focus("plums")
    shopper.press("e")
    try fill(.quantity, "3")
    shopper.press("ctrl-s")
    #expect(shopper.notice.contains("; not counted: the price is for "))
    shopper.press("e")
    try fill(.quantity, "2 kg")
    shopper.press("ctrl-s")
    #expect(!shopper.notice.contains("not counted"))
  }

  @Test func `quitting asks before it drops what was typed`() throws {
    shopper.press("a")
    shopper.type("two things")
    shopper.press("ctrl-q")
    #expect(!shopper.hasQuit)
    #expect(shopper.notice == "Nothing is added yet: ctrl-q again drops what was typed.")
    #expect(shopper.canvas.text.contains(shopper.notice), "where the line says what it means")
    shopper.type("!")
    #expect(!shopper.canvas.text.contains(shopper.notice))
    shopper.press("ctrl-q")
    #expect(!shopper.hasQuit, "a key in between is no answer")
    shopper.press("esc", "e")
    try fill(.description, "green")
    shopper.press("ctrl-q")
    #expect(!shopper.hasQuit)
    #expect(shopper.notice == "Nothing is saved yet: ctrl-q again drops what was typed.")
    shopper.press("ctrl-q")
    #expect(shopper.hasQuit)
  }

  @Test func `a field that was not touched is saved as it was, however long`() throws {
    let long = String(repeating: "organic ", count: 400) + "pear"
    var apple = SampleItems.apple
    apple.description = long
    let shopper = TestApp(items: [apple])
    shopper.press("e")
    shopper.type("Pear")
    shopper.press("ctrl-s")
    #expect(shopper.item("Pear")?.description == long)
  }

  @Test func `what does not fit into a field is said`() throws {
    shopper.press("e")
    shopper.press("ctrl-u")
    shopper.paste(String(repeating: "x", count: 201))
    #expect(shopper.notice.contains("first 200 characters"))
    shopper.press("esc", "esc", "a")
    shopper.paste(String(repeating: "x", count: 1001))
    #expect(shopper.notice.contains("first 1000 characters"))
  }

  @Test(arguments: [
    (FormState.FieldID.per, "a few"), (.per, "0"), (.quantity, "0"), (.quantity, "-2"),
    (.price, "-1"),
    (.name, ""), (.name, "milk"),
  ])
  func aBadValueIsToldBesideItsField(_ field: FormState.FieldID, _ text: String) throws {
    shopper.press("e")
    try fill(field, text)
    shopper.press("ctrl-s")
    #expect(error(field) != nil)
    #expect(shopper.journal.count == 1)
  }

  @Test(arguments: [("0", FormState.FieldID.per), ("0 kg", .per), ("1000 g", .quantity)])
  func `a new item has the same bounds`(_ per: String, _ field: FormState.FieldID) throws {
    shopper.press("A")
    for (field, text) in [
      (FormState.FieldID.name, "spelt"), (.price, "0.99"), (.per, per), (.quantity, "1500"),
    ] { try fill(field, text) }
    shopper.press("ctrl-s")
    #expect(error(field) != nil)
    #expect(shopper.item("spelt") == nil && shopper.journal.count == 1)
  }

  @Test func `a form counts packs where adding does`() throws {
    shopper.focus("Flour")
    shopper.press("space", "e")
    try fill(.quantity, "3")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["1500 g Flour"])
  }

  @Test func `a form writes numbers as people here do, and takes them back`() throws {
    var preferences = Preferences()
    preferences.locale = "de_DE"
    let item = SampleItems.item(
      9, "Wurst", "", 249, per: Quantity(thousandths: 1234, unit: .kilogram))
    let shopper = TestApp(items: [item], preferences: preferences)
    shopper.press("space", "e")
    func text(_ id: FormState.FieldID) -> String? {
      shopper.form?.fields.first { $0.id == id }?.input.text
    }
    #expect(text(.price) == "2,49" && text(.per) == "1,234 kg" && text(.quantity) == "1,234 kg")
    shopper.press("end")
    shopper.type("e")
    shopper.press("ctrl-s")
    #expect(shopper.item("Wurste")?.per == item.per && shopper.item("Wurste")?.price == item.price)
    #expect(shopper.cart == ["1.234 kg Wurste"])
  }

  @Test func twoQuantityFieldsAreToldApart() throws {
    shopper.press("e")
    try fill(.per, "500 g")
    try fill(.quantity, "many")
    shopper.press("ctrl-s")
    #expect(error(.quantity) != nil)
    #expect(error(.per) == nil)
  }

  @Test func savingWithoutAChangeChangesNothing() {
    for item in SampleItems.all {
      shopper.focus(item.name)
      shopper.press("e", "ctrl-s")
      #expect(shopper.form == nil, "\(item.name)")
    }
    #expect(shopper.journal.count == 1)
  }

  @Test(arguments: Unit.allCases)
  func whatAFormShowsItTakesBack(_ unit: TrolleyModel.Unit) {
    let quantity = Quantity(thousandths: 1500, unit: unit)
    let item = SampleItems.item(9, "Thing", "", 123_45, per: quantity)
    let shopper = TestApp(items: [item])
    shopper.press("space", "e", "ctrl-s")
    #expect(shopper.form == nil)
    #expect(shopper.item("Thing")?.per == quantity)
    #expect(shopper.line("Thing")?.quantity == quantity)
  }

  @Test func quantityInTheFormPutsInChangesAndTakesOut() throws {
    shopper.press("e")
    try fill(.quantity, "3")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["3 Apple"])
    shopper.press("e")
    try fill(.quantity, "1 kg")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["1 kg Apple"])
    shopper.press("e")
    try fill(.quantity, "")
    shopper.press("ctrl-s")
    #expect(shopper.cart.isEmpty)
    shopper.press("u", "u", "u")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.notice.hasPrefix("Undid"))
  }

  @Test func theWholeFormAddsAnItem() throws {
    shopper.press("A")
    try fill(.name, "Olive oil")
    try fill(.category, "Pan")
    shopper.press("ctrl-n")
    try fill(.price, "7,90")
    try fill(.per, "0.75 l")
    shopper.press("ctrl-s")
    let oil = try #require(shopper.item("Olive oil"))
    #expect(oil.price?.minorUnits == 790)
    #expect(oil.per == Quantity(thousandths: 750, unit: .litre))
    #expect(shopper.cart.isEmpty)
    #expect(shopper.state.focusedItem == oil)
  }

  @Test func aNewItemOfATakenNameIsRefused() throws {
    shopper.press("A")
    try fill(.name, "apples")
    shopper.press("ctrl-s")
    #expect(error(.name) == "There is an item called Apple already.")
  }

  @Test func tabGoesRoundAndTheButtonSaves() throws {
    shopper.press("e")
    let count = try #require(shopper.form?.fields.count)
    for _ in 0..<count { shopper.press("tab") }
    #expect(shopper.form?.isOnButton == true)
    shopper.press("tab")
    #expect(shopper.form?.focus == 0)
    shopper.press("shift-tab")
    #expect(shopper.form?.isOnButton == true)
    shopper.press("enter")
    #expect(shopper.form == nil)
  }

  @Test func resizingKeepsWhatWasTyped() throws {
    shopper.press("e")
    try fill(.name, "Pear tree")
    shopper.resize(Size(width: 30, height: 6))
    shopper.resize(.large)
    #expect(shopper.form?.fields[0].input.text == "Pear tree")
  }

  @Test func editingWhatSomebodyDeletedSaysSoInWords() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.press("e")
    other.press("d")
    shopper.readNews()
    shopper.press("X", "ctrl-s")
    let sentence = shopper.form?.fields.compactMap(\.error).joined() ?? shopper.notice
    #expect(sentence == "That item is gone. ctrl-s again adds this as a new one.")
    #expect(shopper.item("AppleX") == nil)
  }

  @Test func `what was typed into a form is not dropped by one key`() throws {
    shopper.press("e", "esc")
    #expect(shopper.form == nil)
    shopper.press("e")
    try fill(.price, "0.75")
    shopper.press("esc")
    #expect(shopper.form?[.price] == "0.75")
    #expect(shopper.notice == "Nothing is saved yet: esc again drops what was typed.")
    shopper.type("1")
    shopper.press("esc")
    #expect(shopper.form?[.price] == "0.751")
    shopper.press("esc")
    #expect(shopper.form == nil)
    #expect(shopper.item("Apple") == SampleItems.apple)
  }

  @Test(arguments: [
    FormState.Purpose.newItem, .newStore, .option("budget"), .newAccount(nil), .holdCart,
    .nearbyPlace, .inviteMachine, .forgottenPIN,
  ])
  func `no form drops what was typed at the first key`(_ purpose: FormState.Purpose) {
    var form = FormState(
      purpose: purpose, title: "", intro: "", action: "Save", fields: [.init(.name, "Name", "")])
    #expect(!form.wouldLose)
    form.fields[0].input = TextInput("half")
    var app = shopper.state
    var effects: [Effect] = []
    app.session.overlays.append(.form(form))
    _ = app.perform(.back, in: form, &effects)
    #expect(app.session.notice?.text == "Nothing is saved yet: esc again drops what was typed.")
    guard case .form(let told)? = app.session.overlays.last else {
      Issue.record("the form is closed")
      return
    }
    #expect(told.fields[0].input.text == "half")
    _ = app.perform(.back, in: told, &effects)
    #expect(app.session.overlays.isEmpty)
  }
}
