import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyMachine
@testable import TrolleyModel

/// Several packs of a size: 6 × 330 ml of cola.
@Suite struct PacksTests {
  let shopper = TestApp(items: [])

  private func add(_ line: String) {
    shopper.press("a")
    shopper.type(line)
    shopper.press("enter", "esc")
  }

  @Test func `are shown as packs everywhere`() throws {
    add("6x330ml cola")
    #expect(shopper.cart == ["1980 ml cola"])
    #expect(shopper.item("cola")?.pack == Quantity(330, .millilitre))
    for keys in [[], ["t"], ["enter"], ["esc", "2"]] {
      for key in keys { shopper.press(key) }
      #expect(shopper.canvas.text.contains("6 × 330 ml"), "\(keys)")
    }
    let state = shopper.shared
    #expect(ListText.plain(state) == "[ ] 6 × 330 ml cola\n")
    #expect(ListText.compact(state) == "6 × 330 ml cola")
    #expect(MailLetter.list(state, note: "", style: .english).text.contains("6 × 330 ml"))
    let document = ExportDocument(
      currency: .usd, items: state.items.inNameOrder, lines: Array(state.cart.lines))
    for (format, bytes) in [
      (ListFormat.markdown, document.markdown()), (.todotxt, document.todotxt()),
    ] {
      #expect(String(decoding: bytes, as: UTF8.self).contains("6 × 330 ml cola"))
      let entry = try PastedList.parse(bytes, format: format, currency: .usd).entries.first
      #expect(
        entry?.pack == Quantity(330, .millilitre) && entry?.quantity == Quantity(1980, .millilitre))
    }
    let again = try #require(StateCoding.reopened(state))
    #expect(again.items.inNameOrder.first?.pack == Quantity(330, .millilitre))
  }

  @Test(arguments: [
    ("2 gal milk 3.99 ea", "= $7.98"), ("400g tomatoes x3", "3 × 400 g"),
    ("granola bars 6ct 2.99", "$2.99 for"),
    ("tea 500 g 3.99 ea", "$3.99 for 500 g"),
  ]) func `the preview says what is one pack`(_ line: String, _ said: String) {
    shopper.press("a")
    shopper.type(line)
    #expect(shopper.canvas.rows.last.map { String($0) }?.contains(said) == true)
  }

  @Test func `are edited as packs`() throws {
    add("6x330ml cola")
    shopper.press("2", "e", "tab", "tab", "tab", "tab")
    #expect(shopper.canvas.text.contains("6 × 330 ml"))
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["1980 ml cola"])
    shopper.press("e", "tab", "tab", "tab", "tab", "ctrl-u")
    shopper.type("4 x 0.5 l")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["2 l cola"])
    #expect(shopper.canvas.text.contains("4 × 0.5 l"))
    // One press is one pack.
    shopper.press("+")
    #expect(shopper.canvas.text.contains("5 × 0.5 l"))
    shopper.press("u", "u")
    #expect(shopper.item("cola")?.pack == Quantity(330, .millilitre))
    #expect(shopper.canvas.text.contains("6 × 330 ml"))
  }

  @Test func `count as so many pieces, as cans do`() throws {
    add("6 x 330 ml cola")
    #expect(shopper.shared.summary.pieces == 6)
    add("24 cans beer")
    #expect(shopper.shared.summary.pieces == 30)
    #expect(shopper.canvas.text.contains("2 items · 30 pieces"))
    #expect(try #require(StateCoding.reopened(shopper.shared)).summary.pieces == 30)
    shopper.press("d", "u", "d")
    #expect(shopper.shared.summary.pieces == 6 || shopper.shared.summary.pieces == 24)
  }

  @Test(arguments: [
    "3x500g pasta", "3x500g pasta @1.10", "3x500g pasta @2/kg", "pasta 3x500g 1.10",
  ])
  func `a bare number behind them adds packs, and says so`(_ first: String) {
    add(first)
    shopper.press("a")
    shopper.type("2 pasta")
    #expect(shopper.canvas.rows.last.map { String($0) }?.contains("2 × 500 g") == true)
    shopper.press("enter")
    #expect(shopper.notice.hasPrefix("Added 2 × 500 g pasta, 5 × 500 g in all"))
    #expect(shopper.cart == ["2500 g pasta"])
  }

  /// People count cans and bottles, but packs of rolls, bags of tea and slices.
  @Test(arguments: [
    ("24 cans beer 17.99", "6 beers", ["30 can beer"]),
    ("6 bottles water 2.99", "6 water", ["12 bottle water"]),
    ("8 rolls toilet paper 3.99", "2 toilet paper", ["24 roll toilet paper"]),
    ("tea 20 bags 3.49", "2 tea", ["60 bag tea"]),
    ("3 pack gum 1.99", "2 gum", ["9 pack gum"]),
    ("12 eggs 3.49", "2 eggs", ["14 eggs"]), ("Mehl 1 kg 0.79", "2 Mehl", ["3 kg Mehl"]),
  ]) func `a number counts what people buy of a pack`(
    _ first: String, _ second: String, _ cart: [String]
  ) {
    add(first)
    add(second)
    #expect(shopper.cart == cart)
    shopper.press("u")
    shopper.paste(second + "\nkiwi")
    // The preview of a list has the amount that enter adds.
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no preview")
      return
    }
    let outcome = paste.summary.rows[0].outcome
    #expect(
      shopper.canvas.text.contains(" \(outcome.item.words(outcome.added, .english)) · adds to "))
    shopper.press("enter")
    #expect(shopper.cart.dropLast() == cart[...])
  }

  @Test func `an amount in an export means what it says`() throws {
    add("24 beers")
    add("24 cans beers 17.99")
    add("2 Flour")
    add("Flour 500 g 1.20")
    let cart = ["24 beers", "24 can beers", "2 Flour", "500 g Flour"]
    #expect(shopper.cart.sorted() == cart.sorted())
    let state = shopper.shared
    let document = ExportDocument(
      currency: .usd, items: state.items.inNameOrder, lines: Array(state.cart.lines))
    #expect(
      String(decoding: document.markdown(), as: UTF8.self).contains("24 piece beers @17.99/24can"))
    for (format, bytes) in [
      (ListFormat.markdown, document.markdown()), (.todotxt, document.todotxt()),
      (.csv, document.csv()),
    ] {
      let list = try PastedList.parse(bytes, format: format, currency: .usd)
      var state = TestApp(items: []).shared
      var planner = Planner(
        state: state, ids: IdentifierSource(replica: ReplicaID(9)), now: TestApp.start)
      state.play(
        Entry(
          position: 1,
          step: TrolleyModel.Step(
            replica: ReplicaID(9), number: 1, time: 0,
            events: try planner.plan(.add(list.entries.map { AddRequest($0) })))))
      let lines = state.cart.lines.map { line in
        line.quantity.text + " " + (state.items[line.item]?.name ?? "")
      }
      #expect(lines.sorted() == cart.sorted(), "\(format)")
    }
  }

  @Test func `what is no whole number of packs is an amount`() {
    add("6x330ml cola")
    add("1.5 l cola")
    #expect(shopper.item("cola")?.words(Quantity(3480, .millilitre), .english) == "3480 ml")
    #expect(shopper.item("cola")?.words(Quantity(330, .millilitre), .english) == "330 ml")
    #expect(shopper.item("cola")?.words(Quantity(2), .english) == "2")
    let german = NumberStyle(locale: "de_DE")
    #expect(
      Quantity(3, .litre).words(german, pack: Quantity(thousandths: 1500, unit: .litre))
        == "2 × 1,5 l")
    #expect(QuantityText.parse("6 x 330 ml") == Quantity(1980, .millilitre))
    #expect(QuantityText.pack("2 box") == nil && QuantityText.parse("2 box") == Quantity(2, .box))
  }

  @Test func `an order keeps them`() throws {
    add("6x330ml cola @0.80")
    var planner = Planner(
      state: shopper.shared, ids: IdentifierSource(replica: ReplicaID(9)), now: TestApp.start)
    var state = shopper.shared
    let events = try planner.plan(.order(OrderDraft(name: "Ann", address: "12 High Street")))
    state.play(
      Entry(
        position: 99,
        step: TrolleyModel.Step(replica: ReplicaID(9), number: 1, time: 0, events: events)))
    let order = try #require(state.orders.first)
    let letter = MailLetter.order(order, in: state, style: .english)
    #expect(letter.text.contains("6 × 330 ml"))
  }
}
