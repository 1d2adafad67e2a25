import Testing
import TrolleyCore
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@Suite struct PuttingIn {
  let shopper = TestApp(items: SampleItems.all)

  @Test func `the hint of the space key says what it will do`() {
    let shopper = TestApp()
    func label() -> String? { shopper.state.hints.first { $0.command == .toggle }?.label }
    shopper.focus("Milk")
    #expect(label() == "in cart ")
    shopper.press("space")
    #expect(label() == "take out")
    shopper.press("space")
    #expect(label() == "in cart ")
  }

  @Test func spacePutsInAndTakesOut() {
    shopper.press("space")
    #expect(shopper.cart == ["1 Apple"])
    shopper.press("space")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.journal.count == 3)
  }

  @Test func spacePutsInWhatThePriceIsFor() {
    shopper.focus("Flour")
    shopper.press("space")
    #expect(shopper.cart == ["500 g Flour"])
  }

  @Test func addingTwiceShowsTheCount() {
    shopper.press("+", "+")
    #expect(shopper.cart == ["2 Apple"])
    #expect(shopper.canvas.text.contains("×2"))
  }

  @Test func plusAndMinusGoInStepsOfTheItem() {
    shopper.focus("Flour")
    shopper.press("+", "+", "+", "-")
    #expect(shopper.line("Flour")?.quantity == Quantity(1000, .gram))
  }

  @Test(arguments: [
    ("500 g", "500 g", "600 g"), ("450 g", "450 g", "500 g"), ("480 g", "480 g", "530 g"),
    ("20 g", "20 g", "70 g"), ("1980 ml", "1980 ml", "2080 ml"), ("0.5 kg", "0.5 kg", "0.6 kg"),
    ("1 kg", "1 kg", "1.5 kg"), ("1.3 l", "1.3 l", "1.8 l"), ("3 bags", "3 bag", "4 bag"),
  ]) func `a weight goes in steps that people buy in, and minus undoes plus`(
    _ amount: String, _ before: String, _ after: String
  ) {
    shopper.press("a")
    shopper.type(amount + " apple")
    shopper.press("enter", "esc")
    shopper.focus("Apple")
    #expect(shopper.cart == [before + " Apple"])
    shopper.press("+")
    #expect(shopper.cart == [after + " Apple"])
    shopper.press("-")
    #expect(shopper.cart == [before + " Apple"])
  }

  @Test func `minus on a weight never comes to nothing`() {
    shopper.press("a")
    shopper.type("100 g apple")
    shopper.press("enter", "esc")
    shopper.focus("Apple")
    shopper.press("-", "-")
    #expect(shopper.cart == ["50 g Apple"])
    #expect(shopper.notice == "Apple: 50 g is the least. space removes it.")
  }

  @Test func `grams of what has a price for a kilo do not go in kilos`() {
    for text in ["ham @12.90/kg", "300 g ham"] {
      shopper.press("a")
      shopper.type(text)
      shopper.press("enter", "esc")
    }
    shopper.focus("ham")
    shopper.press("space", "a")
    shopper.type("300 g ham")
    shopper.press("enter", "esc", "+")
    #expect(shopper.cart == ["350 g ham"])
    shopper.press("-")
    #expect(shopper.cart == ["300 g ham"])
  }

  @Test func `minus stops at one and says what removes it`() {
    shopper.press("space", "+", "-", "-", "-")
    #expect(shopper.cart == ["1 Apple"])
    #expect(shopper.notice == "Apple: 1 is the least. space removes it.")
    shopper.press("space")
    #expect(shopper.cart.isEmpty)
  }

  @Test func `of several marked items those at one stay`() {
    shopper.press("+", "+", "right", "+", "home", "v", "v", "-")
    #expect(shopper.cart == ["1 Apple", "1 Bread"])
  }

  @Test func minusOnWhatIsNotInTheCartSaysSo() {
    shopper.press("-")
    #expect(shopper.notice == "Apple is not in the cart.")
    #expect(shopper.journal.count == 1)
  }

  @Test func starIsGivenAndTaken() {
    shopper.press("*")
    #expect(shopper.item("Apple")?.isFavourite == true)
    shopper.press("*")
    #expect(shopper.item("Apple")?.isFavourite == false)
  }

  @Test func deletingSaysHowToUndo() {
    shopper.press("space", "d")
    #expect(shopper.item("Apple") == nil)
    #expect(shopper.cart.isEmpty)
    #expect(shopper.notice == "Deleted Apple — u to undo")
    shopper.press("u")
    #expect(shopper.item("Apple") == SampleItems.apple)
    #expect(shopper.cart == ["1 Apple"])
  }

  @Test func deletingEverythingDoesNotBringTheStarterItemsBack() throws {
    let shopper = TestApp()
    let count = shopper.shared.items.count
    #expect(count == 7)
    shopper.press("ctrl-a", "d")
    #expect(shopper.shared.items.isEmpty)
    #expect(FirstLaunch.step(for: shopper.shared, replica: ReplicaID(9), time: 0) == nil)
    let next = TestApp(sharing: shopper.journal, replica: ReplicaID(9))
    #expect(next.shared.items.isEmpty)
    #expect(next.canvas.text.contains("There is no item yet."))
  }

  @Test func theFirstLaunchSeedsOnce() throws {
    let step = try #require(FirstLaunch.step(for: SharedState(), replica: ReplicaID(9), time: 7))
    var state = SharedState()
    state.play(Entry(position: 1, step: step))
    #expect(state.items.count == 7)
    #expect(state.history.nextUndo(of: "") == nil)
    #expect(FirstLaunch.step(for: state, replica: ReplicaID(9), time: 8) == nil)
  }

  @Test func `a new list has the currency of its country, once`() throws {
    let step = try #require(
      FirstLaunch.step(for: SharedState(), replica: ReplicaID(9), time: 7, locale: "de_DE"))
    var state = SharedState()
    state.play(Entry(position: 1, step: step))
    #expect(state.currency == .eur)
    #expect(state.items.count == 7 && state.items.all.allSatisfy { $0.price == nil })
    #expect(state.history.nextUndo(of: "") == nil)
    #expect(FirstLaunch.step(for: state, replica: ReplicaID(9), time: 8, locale: "en_GB") == nil)
    // One that was set before stays.
    var set = SharedState()
    let chosen = TrolleyModel.Step(
      replica: ReplicaID(9), number: 1, time: 0,
      events: [.settingChanged(.currency, from: "USD", to: "HUF")])
    set.play(Entry(position: 1, step: chosen))
    let later = try #require(
      FirstLaunch.step(for: set, replica: ReplicaID(9), time: 7, locale: "de_DE"))
    set.play(Entry(position: 2, step: later))
    #expect(set.currency.code == "HUF")
  }

  @Test func aBudgetWarnsAndIsPassed() {
    shopper.focusSetting("budget")
    shopper.press("enter", "ctrl-u")
    shopper.type("4")
    shopper.press("enter")
    #expect(shopper.shared.budget == Money(minorUnits: 400, currency: .usd))
    shopper.press("1")
    shopper.focus("Bread")
    shopper.press("space")
    shopper.wait(milliseconds: 6000)
    #expect(shopper.canvas.text.contains("about $3.20 of $4.00 — $0.80 left"))
    #expect(!shopper.canvas.text.contains("over"))
    shopper.focus("Milk")
    shopper.press("space")
    #expect(shopper.canvas.text.contains("about $4.80 of $4.00 — over"))
    shopper.press("a")
    shopper.type("mystery box")
    shopper.press("enter", "esc", "esc")
    shopper.wait(milliseconds: 6000)
    #expect(shopper.canvas.text.contains("about $4.80 + 1 without a price — over budget"))
  }

  @Test func `a star given in the cart is said`() {
    shopper.focus("Milk")
    shopper.press("space", "2", "*")
    let isStarred = shopper.item("Milk")?.isFavourite == true
    #expect(shopper.notice.contains("Milk") && isStarred == shopper.notice.hasPrefix("Starred"))
  }

  @Test func anotherCurrencyMakesOldPricesUnknown() {
    shopper.focus("Milk")
    shopper.press("space")
    set(currency: "EUR")
    #expect(shopper.shared.currency == .eur)
    #expect(shopper.shared.summary.unknown == 1)
    #expect(shopper.state.totalInWords == "cost unknown: 1 in another currency")
    shopper.press("esc", "u")
    #expect(shopper.shared.currency == .usd)
    #expect(shopper.state.totalInWords == "about $1.60")
  }

  @Test func `after another currency old prices are asked about and taken over`() {
    shopper.focus("Milk")
    shopper.press("space")
    set(currency: "AUD")
    #expect(shopper.dialog?.title == "Are these prices AUD now?")
    #expect(shopper.dialog?.message.contains("in USD") == true)
    // What changes every price is not the default, and can be done later.
    shopper.press("enter")
    #expect(shopper.dialog == nil && !shopper.shared.relabelled.isEmpty)
    for words in ["currency", "prices", "take", "over"] {
      shopper.press(":")
      shopper.type(words)
      #expect(shopper.picker?.shown.contains { $0.command == .relabelPrices } == true, "\(words)")
      shopper.press("esc")
    }
    shopper.perform(.relabelPrices)
    #expect(shopper.state.totalInWords.hasSuffix("1.60"))
    #expect(shopper.shared.relabelled.isEmpty)
    shopper.press(":")
    shopper.type("take all prices")
    #expect(shopper.picker?.shown.contains { $0.command == .relabelPrices } == false)
    shopper.press("esc", "u", "u")
    #expect(shopper.shared.currency == .usd)
    #expect(shopper.state.totalInWords == "about $1.60")
  }

  @Test func `prices that another currency cannot have are named`() {
    shopper.press("a")
    shopper.type("2 candles @2, soap @1.29, tea @3.99")
    shopper.press("enter", "esc")
    set(currency: "JPY")
    let words = "more have more decimals than JPY"
    #expect(shopper.dialog?.message.contains(words) == true)
    shopper.press("enter")
    shopper.perform(.relabelPrices)
    #expect(shopper.shared.relabelled.isEmpty)
    #expect(shopper.shared.wordsOfUnlabelled?.contains(words) == true)
  }

  @Test func `starters have no price in a currency that theirs is not`() throws {
    let shopper = TestApp()
    let starter = shopper.shared.items.all.first { $0.price != nil }
    shopper.focusSetting("currency")
    shopper.press("enter")
    shopper.type("EUR")
    shopper.press("enter")
    #expect(shopper.dialog == nil)
    let item = try #require(starter.flatMap { shopper.shared.items[$0.id] })
    #expect(item.price == nil)
    #expect(item.per == starter?.per)
  }

  @Test func `what a new currency does besides is in the question about prices`() {
    let shopper = TestApp()
    shopper.press("a")
    shopper.type("rice @2")
    shopper.press("enter", "esc")
    shopper.focusSetting("currency")
    shopper.press("enter", "ctrl-u")
    shopper.type("AUD")
    shopper.press("enter")
    #expect(shopper.dialog?.message.contains("starter items have no price in it") == true)
    #expect(shopper.notice == "Currency is AUD — u to undo")
  }

  @Test func `starters that come into a list in another currency have no price`() throws {
    var state = SharedState()
    let set = TrolleyModel.Step(
      replica: ReplicaID(9), number: 1, time: 0,
      events: [.settingChanged(.currency, from: "USD", to: "HUF")])
    state.play(Entry(position: 1, step: set))
    let step = try #require(FirstLaunch.step(for: state, replica: ReplicaID(9), time: 7))
    state.play(Entry(position: 2, step: step))
    #expect(state.items.count == 7)
    #expect(state.items.all.allSatisfy { $0.price == nil })
  }

  @Test(arguments: ["EUR", "JPY"])
  func `the starters come back with the currency`(_ code: String) {
    let shopper = TestApp()
    let before = Array(shopper.shared.items.all)
    for code in [code, "USD"] {
      shopper.focusSetting("currency")
      shopper.press("enter")
      shopper.type(code)
      shopper.press("enter")
    }
    #expect(Array(shopper.shared.items.all) == before)
  }

  @Test func theBudgetFollowsTheCurrencyAndBack() throws {
    shopper.focusSetting("budget")
    shopper.press("enter")
    shopper.type("12.50")
    shopper.press("enter")
    set(currency: "JPY")
    #expect(shopper.notice.hasPrefix("Currency is JPY, the budget ¥12 instead of $12.50"))
    shopper.press("esc")
    #expect(shopper.shared.budget?.currency.code == "JPY")
    #expect(Invariants.cart(shopper.shared) == nil)
    #expect(try shopper.journal.fold() == shopper.shared)
    shopper.press("u")
    #expect(shopper.shared.budget == Money(minorUnits: 1250, currency: .usd))
  }

  @Test func aCurrencyThatIsNoneIsRefusedAndStaysToBeMended() {
    set(currency: "doubloons")
    #expect(shopper.notice.contains("is not a currency"))
    #expect(shopper.picker?.filter.text == "doubloons")
  }

  @Test func `three letters that no country pays with are refused, with an example`() {
    set(currency: "xyz")
    #expect(shopper.notice.hasSuffix("such as EUR."))
    #expect(shopper.shared.currency == .usd)
    shopper.press("ctrl-u")
    shopper.type("xcg")
    shopper.press("enter")
    #expect(shopper.shared.currency.code == "XCG")
  }

  private func set(currency: String) {
    shopper.focusSetting("currency")
    shopper.press("enter", "ctrl-u")
    shopper.type(currency)
    shopper.press("enter")
  }
}
