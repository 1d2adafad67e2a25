import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// What verbs take for the item, store or person that is meant.
@Suite struct NameLookupTests {
  private static let names = [
    "Steak", "green tea", "Champagne", "Eggplant", "cherry tomatoes", "Milk", "oat milk", "Plums",
    "Sugar",
  ]
  let shopper = TestApp(
    items: names.enumerated().map { SampleItems.item(UInt64($0.offset + 1), $0.element) })

  private func item(_ text: String) -> Result<String, ChangeError> {
    Result { () throws(ChangeError) in try shopper.shared.item(named: text).name }
  }
  private func removed(_ text: String) -> Result<String, ChangeError> {
    Result { () throws(ChangeError) in try shopper.shared.item(named: text, from: .toTakeAway).name
    }
  }

  @Test func `the inside of a word is never meant`() {
    #expect(item("ham") == .failure(.noSuchItem("ham")))
    #expect(item("plan") == .failure(.noSuchItem("plan")))
    #expect(removed("plan") == .failure(.noSuchItem("plan")))
  }

  @Test func `a whole name comes before a beginning, and that before one of a word`() {
    #expect(item("milks") == .success("Milk"))
    #expect(item("tomatoes") == .success("cherry tomatoes"))
    #expect(item("tea") == .success("green tea"))
    #expect(item("s") == .failure(.ambiguous("s", candidates: ["Steak", "Sugar"])))
    #expect(item("oat m") == .success("oat milk"))
  }

  @Test func `the beginning of a word takes nothing away`() {
    #expect(removed("tea") == .failure(.noSuchItem("tea", nearest: ["green tea"])))
    #expect(removed("ste") == .success("Steak"))
    #expect(
      ChangeError.noSuchItem("tea", nearest: ["green tea"]).sentence
        == "There is no item called “tea”. Did you mean “green tea”?")
    #expect(removed("ilk") == .failure(.noSuchItem("ilk", nearest: ["Milk"])))
    #expect(item("sugra") == .failure(.noSuchItem("sugra")))
    #expect(item("suger") == .failure(.noSuchItem("suger", nearest: ["Sugar"])))
  }

  @Test func `the same in the cart`() throws {
    for name in ["Champagne", "Eggplant", "green tea"] {
      shopper.focus(name)
      shopper.press("space")
    }
    #expect(throws: ChangeError.noSuchItem("ham")) {
      try shopper.shared.itemInCart(named: "ham")
    }
    #expect(try shopper.shared.itemInCart(named: "tea").item.name == "green tea")
    #expect(throws: ChangeError.noSuchItem("plan")) {
      try shopper.shared.itemInCart(named: "plan", from: .toTakeAway)
    }
    #expect(throws: ChangeError.noSuchItem("tea", nearest: ["green tea"])) {
      try shopper.shared.itemInCart(named: "tea", from: .toTakeAway)
    }
  }

  @Test func `stores are found in the same way`() throws {
    var state = SharedState()
    let stores = ["Farmers Market", "Aldi"].enumerated().map {
      Store(id: Store.ID(UInt64($0.offset + 1)), name: $0.element)
    }
    state.play(
      Entry(
        position: 1,
        step: TrolleyModel.Step(
          replica: ReplicaID(1), number: 1, time: 0, events: stores.map { .storeAdded($0) })))
    #expect(try state.store(named: "market").name == "Farmers Market")
    #expect(try state.store(named: "al", from: .toTakeAway).name == "Aldi")
    #expect(throws: ChangeError.noSuchStore("market", nearest: ["Farmers Market"])) {
      try state.store(named: "market", from: .toTakeAway)
    }
    #expect(throws: ChangeError.noSuchStore("arm")) { try state.store(named: "arm") }
  }

  @Test func `a store that only items name is told to be that`() {
    func refusal() -> ChangeError? {
      do throws(ChangeError) {
        _ = try shopper.shared.store(named: "lidl", from: .toTakeAway)
        return nil
      } catch { return error }
    }
    #expect(refusal() == .noSuchStore("lidl"))
    for (count, words) in [(1, "1 item names it."), (2, "2 items name it.")] {
      shopper.press("a")
      shopper.type("\(count == 1 ? "soap" : "rope") !Lidl")
      shopper.press("enter", "esc")
      #expect(refusal() == .storeOfItems("Lidl", items: count))
      let start = "“Lidl” is not among your stores, but " + words
      #expect(refusal()?.sentence.hasPrefix(start) == true)
    }
  }
}
