import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyMachine
@testable import TrolleyModel

/// Which of two stores of one name is meant, wherever one is named.
@Suite struct BranchesTests {
  let shopper = TestApp(items: SampleItems.all)

  init() {
    for address in ["1 High St, Ayr", "2 Low St, Ayr"] {
      shopper.press("3", "a")
      shopper.type("Aldi")
      shopper.press("tab")
      shopper.type(address)
      shopper.press("ctrl-s")
    }
    shopper.press("1")
  }

  private var add: QuickAddState? {
    guard case .quickAdd(let add)? = shopper.session.overlays.last else { return nil }
    return add
  }

  @Test func `the add line names both and keeps what was typed`() {
    let asked = "“aldi” could be “Aldi, 1 High St” or “Aldi, 2 Low St”. Write more of the name."
    shopper.press("a")
    shopper.type("tea !aldi")
    #expect(add?.completion == nil)
    #expect(shopper.canvas.text.contains("“Aldi, 1 High St” or “Aldi, 2 Low St”"))
    shopper.press("enter")
    #expect(add?.refusal == asked && add?.input.text == "tea !aldi")
    #expect(shopper.item("tea") == nil)
    // The rest of what tells them apart is completed, with its comma or without.
    for more in [" 2", ", 2"] {
      shopper.press("ctrl-u")
      shopper.type("tea !aldi" + more)
      #expect(add?.completion?.rest == " Low St", "\(more)")
    }
    shopper.press("enter")
    #expect(shopper.item("tea")?.store == "Aldi, 2 Low St")
  }

  @Test func `what is said of one of them says which`() {
    shopper.press("3", "e")
    #expect(shopper.form?.title == "Edit Aldi, 2 Low St")
    shopper.press("tab", "tab")
    shopper.type("123")
    shopper.press("ctrl-s")
    #expect(shopper.notice.hasPrefix("Changed Aldi, 2 Low St"))
    shopper.press("d")
    #expect(shopper.notice.hasPrefix("Deleted Aldi, 2 Low St"))
    shopper.press("u")
    #expect(shopper.notice.hasPrefix("Undid: delete Aldi, 2 Low St"))
  }

  @Test func `first what both have in common is completed`() {
    shopper.press("a")
    shopper.type("tea !al")
    #expect(add?.completion?.rest == "di")
    shopper.press("enter")
    #expect(shopper.item("tea") == nil && add?.refusal?.contains("could be") == true)
  }

  @Test(arguments: [
    ("tea !aldi, 2 low st", "Aldi, 2 Low St"), ("tea !Aldi 1 High St *", "Aldi, 1 High St"),
    ("tea !\"aldi, 1 high st\"", "Aldi, 1 High St"), ("tea !aldi 2 low st, jam", "Aldi, 2 Low St"),
    ("tea !aldi low", "Aldi, 2 Low St"),
    ("tea !Aldi Süd", "Aldi Süd"), ("tea !Lidl", "Lidl"),
    ("!aldi, 2 Low St, tea", "Aldi, 2 Low St"),
    // In full, and what tells them apart.
    ("tea !aldi, 2 low st, ayr", "Aldi, 2 Low St"), ("!Aldi, 2 Low St, Ayr, tea", "Aldi, 2 Low St"),
    ("tea !aldi, low st", "Aldi, 2 Low St"), ("tea !aldi, high, jam", "Aldi, 1 High St"),
    // The beginning of a word is enough, with the comma as without it.
    ("tea !aldi lo", "Aldi, 2 Low St"), ("tea !aldi, lo", "Aldi, 2 Low St"),
    ("!aldi, hi, tea, jam", "Aldi, 1 High St"),
    // By the number of the house, which is no amount there, and by the street alone.
    ("tea !aldi 2", "Aldi, 2 Low St"), ("!aldi 2 tea", "Aldi, 2 Low St"),
    ("tea !Aldi 1, jam", "Aldi, 1 High St"), ("!aldi low st tea", "Aldi, 2 Low St"),
    ("tea !high st", "Aldi, 1 High St"), ("!high st tea", "Aldi, 1 High St"),
    ("tea !low", "low"),
  ]) func `a line that says which one is of that one`(_ line: String, _ store: String) throws {
    let state = shopper.shared
    let entries = state.read(line, known: state.known(.english))
    #expect(entries.first { $0.name == "tea" }?.store == store, "\(entries)")
    #expect(entries.allSatisfy { $0.refusal == nil })
  }

  @Test(arguments: [1, 2, 3])
  func `a number with a thing behind a store and a comma is of that thing`(_ count: Int) {
    let state = shopper.shared
    let entries = state.read("tea !aldi, \(count) bread", known: state.known(.english))
    #expect(entries.map(\.name) == ["tea", "bread"])
    #expect(entries.last?.quantity == Quantity(count))
    #expect(entries.first?.refusal?.contains("could be") == true)
  }

  @Test func `the number of a house is a whole one`() {
    #expect(NameMatch.isBranch("Aldi, 250 Main St", of: "Aldi", called: "aldi 250"))
    #expect(NameMatch.isBranch("Aldi, 250 Main St", of: "Aldi", called: "aldi 250 ma"))
    #expect(!NameMatch.isBranch("Aldi, 250 Main St", of: "Aldi", called: "aldi 2"))
  }

  @Test func `a store that is known may begin with a digit`() {
    let shopper = TestApp()
    for name in ["7-Eleven", "99 Ranch Market"] {
      shopper.press("3", "a")
      shopper.type(name)
      shopper.press("ctrl-s")
    }
    let state = shopper.shared
    for (line, name, store) in [
      ("milk 1.29 !7-eleven", "milk", "7-Eleven"), ("!7-Eleven milk", "milk", "7-Eleven"),
      ("milk !99 ranch market 1.29", "milk", "99 Ranch Market"),
      ("milk !99 problems", "milk !99 problems", nil), ("milk !7", "milk !7", nil),
    ] {
      let entry = state.read(line, known: state.known(.english)).first
      #expect(entry?.name == name, "\(line)")
      #expect(entry?.store.map { Folding.key($0) } == store.map { Folding.key($0) }, "\(line)")
    }
  }

  @Test func `a number with a unit behind a store is an amount`() throws {
    let state = shopper.shared
    let entry = try #require(
      state.read("!aldi 2 kg potatoes", known: state.known(.english)).first)
    #expect(entry.name == "potatoes" && entry.quantity == Quantity(2, .kilogram))
    #expect(entry.refusal?.contains("could be") == true)
    // One that no branch has is an amount, too.
    let seven = try #require(state.read("tea !aldi 7", known: state.known(.english)).first)
    #expect(seven.quantity == Quantity(7) && seven.refusal != nil)
  }

  @Test func `a comma in what names a store separates nothing, whatever the store is called`()
    throws
  {
    for address in ["10 Elm Road, Flat 2, Upper Town, Ayr", "7 Oak Road, Ayr"] {
      shopper.press("3", "a")
      shopper.type("Whole Foods Market")
      shopper.press("tab")
      shopper.type(address)
      shopper.press("ctrl-s")
    }
    shopper.press("a", "esc")
    let state = shopper.shared
    func read(_ line: String) -> [QuickAdd] { state.read(line, known: state.known(.english)) }
    for store in state.stores {
      for name in [state.stores.label(of: store)] + store.namesInFull {
        let entries = read("2 tea !\(name), jam")
        #expect(entries.map(\.name) == ["tea", "jam"], "\(name)")
        #expect(entries.first?.store == state.stores.label(of: store), "\(name)")
        let pasted = try PastedList.parse(
          "tea !\(name)\njam\n", currency: .usd, stores: state.known(.english).namedStores)
        #expect(pasted.entries.map(\.name) == ["tea", "jam"], "\(name)")
        #expect(pasted.entries[0].store.map(state.known(store:)) == state.stores.label(of: store))
      }
    }
    // What follows the store is another thing where it is no street.
    #expect(read("tea !aldi, oats").map(\.name) == ["tea", "oats"])
    #expect(read("tea !lidl, jam").map(\.name) == ["tea", "jam"])
  }

  @Test func `an edit is refused and one that leaves the store alone is not`() throws {
    let id = try #require(shopper.item("Milk")?.id)
    func edit(_ store: String, of state: SharedState) throws -> [Event] {
      var planner = Planner(
        state: state, ids: IdentifierSource(replica: ReplicaID(9)), now: TestApp.start)
      var draft = ItemDraft()
      draft.store = store
      draft.description = "fresh"
      return try planner.plan(.edit(id, draft))
    }
    let candidates = ["Aldi, 1 High St", "Aldi, 2 Low St"]
    #expect(throws: ChangeError.ambiguous("aldi", candidates: candidates)) {
      try edit("aldi", of: shopper.shared)
    }
    // From before there were two.
    var state = shopper.shared
    var milk = try #require(shopper.item("Milk"))
    milk.store = "Aldi"
    var touches: [SharedState.Touch] = []
    state.put(milk, &touches)
    #expect(try edit("Aldi", of: state).count == 1)
  }

  @Test func `a heading of a pasted list is the store and says that there are two`() {
    shopper.paste("Aldi:\ntea\njam\n")
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no preview")
      return
    }
    #expect(
      paste.remarks == ["“Aldi” could be “Aldi, 1 High St” or “Aldi, 2 Low St”; it stays “Aldi”."])
    shopper.press("enter")
    for name in ["tea", "jam"] {
      #expect(shopper.item(name)?.store == "Aldi" && shopper.item(name)?.category == "")
    }
  }

  /// The one under the cursor is Aldi, 2 Low St, where one is; tea is bought there and jam at the other.
  private func goThere() {
    shopper.press("a")
    for line in ["tea !aldi, 2 low st", "jam !aldi, 1 high st"] {
      shopper.type(line)
      shopper.press("enter")
    }
    shopper.press("esc", "3")
    #expect(shopper.state.focusedStore?.address == "2 Low St, Ayr")
    shopper.press("space")
    #expect(shopper.shared.currentStore == "Aldi, 2 Low St")
  }

  @Test func `what names a store names it also when it is the only one of its name that is left`()
    throws
  {
    goThere()
    shopper.press("up", "d")
    #expect(shopper.notice == "Deleted Aldi, 1 High St — u to undo")
    #expect(shopper.shared.currentStore == "Aldi" && shopper.item("tea")?.store == "Aldi")
    let store = try #require(shopper.shared.stores.first)
    for name in ["Aldi, 2 Low St", "aldi, 2 low st, ayr"] {
      #expect(shopper.shared.stores.labelled(name) == store)
      #expect(try shopper.shared.storeName(meant: name) == "Aldi")
      #expect(try shopper.shared.storeName(said: name) == "Aldi")
    }
    // The one that is gone is not meant.
    #expect(shopper.shared.stores.labelled("Aldi, 1 High St") == nil)
    shopper.press("u")
    #expect(shopper.notice == "Undid: delete Aldi, 1 High St")
    #expect(shopper.shared.currentStore == "Aldi, 2 Low St")
    #expect(shopper.item("tea")?.store == "Aldi, 2 Low St")
  }

  @Test func `what names a store follows it to another name and another address`() {
    goThere()
    shopper.press("e", "tab", "ctrl-u")
    shopper.type("3 Park Rd, Ayr")
    shopper.press("ctrl-s")
    #expect(shopper.shared.currentStore == "Aldi, 3 Park Rd")
    #expect(shopper.item("tea")?.store == "Aldi, 3 Park Rd")
    #expect(shopper.item("jam")?.store == "Aldi, 1 High St")
    shopper.press("e", "ctrl-u")
    shopper.type("Lidl")
    shopper.press("ctrl-s")
    #expect(shopper.notice == "Changed Lidl — u to undo")
    #expect(shopper.shared.currentStore == "Lidl" && shopper.item("tea")?.store == "Lidl")
    #expect(shopper.item("jam")?.store == "Aldi")
  }

  @Test func `the one that I am in is in none when it is deleted, and one thing is deleted`() {
    goThere()
    shopper.press("d")
    #expect(shopper.notice == "Deleted Aldi, 2 Low St — u to undo")
    #expect(shopper.shared.currentStore.isEmpty)
    #expect(shopper.item("tea")?.store == "Aldi, 2 Low St" && shopper.item("jam")?.store == "Aldi")
  }

  @Test func `a form takes none of several branches by itself`() {
    shopper.press("A")
    shopper.type("oil")
    for _ in 1...5 { shopper.press("tab") }
    shopper.type("aldi")
    shopper.press("ctrl-s")
    #expect(shopper.item("oil") == nil)
    let error = shopper.form?.fields.first { $0.id == .store }?.error
    #expect(error?.contains("could be “Aldi, 1 High St” or “Aldi, 2 Low St”") == true)
    // What was refused is mended where it ends.
    shopper.type(" low")
    shopper.press("ctrl-s")
    #expect(shopper.item("oil")?.store == "Aldi, 2 Low St")
  }
}
