import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// Favourite stores: branches of one chain, and where they are.
@Suite struct FavouriteStoreTests {
  @Test func `an address that mail refuses is refused where it is typed`() {
    let shopper = TestApp()
    shopper.press("3", "a")
    for text in ["Corner", "", "", "ann@bücher.example"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s")
    #expect(
      shopper.form?.fields[3].error
        == "“ann@bücher.example” is no e-mail address: behind “@” mail takes only the letters a to z, "
        + "digits, “-” and “.”.")
  }

  private let branches = [
    Store(id: .init(1), name: "Coles", address: "1 High St, Ayr"),
    Store(id: .init(2), name: "coles", address: "2 Low St, Ayr"),
    Store(id: .init(3), name: "Aldi", address: "2 Low St, Ayr"),
  ]

  @Test func branchesAreNamedByTheirStreet() {
    #expect(
      branches.map { branches.label(of: $0) } == ["Coles, 1 High St", "coles, 2 Low St", "Aldi"])
    #expect(branches.labelled("COLES, 2 low st")?.id == .init(2))
    // It may be either of them.
    #expect(branches.labelled("Coles") == nil)
    #expect(branches.labelled("Lidl") == nil && branches.labelled("") == nil)
    let near = branches + [Store(id: .init(4), name: "Coles", address: "1 High St, Bute")]
    #expect(near.label(of: near[3]) == "Coles, 1 High St, Bute")
    #expect(near.labelled(near.label(of: near[0]))?.id == .init(1))
  }

  @Test func `the star of a starred store is taken back where it is listed`() {
    let shopper = TestApp(items: [])
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "*")
    #expect(shopper.state.shownStores.isEmpty)
    shopper.press("u")
    #expect(shopper.state.shownStores.map(\.name) == ["Aldi"])
  }

  @Test(arguments: [
    ("12 mill lane hoxbury OX1 2AB", true), ("12 Mill Lane", true), ("12 Mill Lane, Oxbury", true),
    ("", true), ("21 Mill Lane, Hoxbury", false), ("12 Mill Lanes, Hoxbury", false),
  ]) func `a store whose address is written in another way keeps its place`(
    _ address: String, _ keeps: Bool
  ) throws {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    let place = Coordinates(typed: "52.52,-13.405")
    let store = Store(
      id: .init(1), name: "Aldi", address: "12 Mill Lane, Hoxbury, OX1 2AB", place: place)
    state.apply(.storeAdded(store), touches: &touches)
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9)
    for event in try planner.plan(.editStore(store.id, StoreDraft(address: address))) {
      state.apply(event, touches: &touches)
    }
    #expect((state.stores.first?.place == place) == keeps)
  }

  @Test func `the cursor stays on a store that is renamed`() {
    let shopper = TestApp(items: [])
    for name in ["Coles", "Bio", "Aldi"] {
      shopper.press("3", "a")
      shopper.type(name)
      shopper.press("ctrl-s")
    }
    shopper.press("e")
    shopper.type("Zebra")
    shopper.press("ctrl-s")
    #expect(shopper.state.shownStores.map(\.name) == ["Bio", "Coles", "Zebra"])
    #expect(shopper.state.focusedStore?.name == "Zebra")
  }

  @Test func storesAreShownByName() {
    #expect(branches.inNameOrder.map(\.id.number) == [3, 1, 2])
    let shopper = TestApp(items: [])
    for name in ["Zum Hof", "aldi", "Édeka", "Coles"] {
      shopper.press("3", "a")
      shopper.type(name)
      shopper.press("ctrl-s")
      #expect(shopper.state.focusedStore?.name == name)
    }
    let names = ["aldi", "Coles", "Édeka", "Zum Hof"]
    #expect(shopper.state.shownStores.map(\.name) == names)
    shopper.press("S")
    #expect(shopper.picker?.shown.map(\.label) == ["No store"] + names)
    shopper.press("esc", "u", "u", "ctrl-r")
    #expect(shopper.state.shownStores.map(\.name) == ["aldi", "Édeka", "Zum Hof"])
  }

  @Test func `where a store is not there to be chosen the keys that add one are said`() {
    let shopper = TestApp(items: [])
    let keys = "3 is the page of your stores, and a adds one there."
    shopper.press("S")
    #expect(shopper.picker == nil)
    #expect(shopper.notice == "There is no store to choose yet: " + keys)
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "S")
    shopper.type("Lidl")
    shopper.press("enter")
    #expect(shopper.picker?.filter.text == "Lidl")
    #expect(shopper.notice == "There is no store called “Lidl”: first esc, then " + keys)
  }

  @Test func aPlaceIsReadAsItWasWritten() throws {
    var store = branches[0]
    store.place = Coordinates(typed: "52.52,-13.405")
    var known = branches[2]
    known.googlePlace = "ChIJ-_0"
    for one in [store, known, branches[1]] {
      var w = JSONWriter()
      one.write(&w)
      let read = try w.bytes.withUnsafeBufferPointer { bytes in
        var scanner = JSONScanner(bytes)
        return try Store.read(&scanner)
      }
      #expect(read == one)
    }
  }

  @Test func `where nothing completes a line the beginning of a starred store's name means it`() {
    let shopper = TestApp(items: [])
    for name in ["REWE City", "Penny", "Perfetto"] {
      shopper.press("3", "a")
      shopper.type(name)
      shopper.press("ctrl-s")
    }
    let known = shopper.shared.known(.english)
    func read(_ store: String) -> QuickAdd? {
      shopper.shared.read("milk !" + store, known: known, isCompleted: false).first
    }
    #expect(read("rewe")?.store == "REWE City")
    #expect(read("penn")?.store == "Penny")
    #expect(read("Lidl")?.store == "Lidl")
    #expect(read("pe")?.refusal?.contains("Penny") == true)
    // On the screen the rest is shown, and may be declined.
    #expect(shopper.shared.read("milk !rewe", known: known).first?.store == "rewe")
  }

  @Test(arguments: [
    // The words that a store's name begins with are no part of what is bought there.
    ("!whole foods milk", "milk|Whole Foods Market"),
    ("!Whole Foods Market milk", "milk|Whole Foods Market"),
    ("!whole milk", "milk|Whole Foods Market"),
    ("milk !whole foods", "milk|Whole Foods Market"), ("!la pain", "pain|La Painterie"),
    // A comma ends it, also behind what is known, and a colon does.
    ("jam !whole foods, eggs", "jam|Whole Foods Market, eggs|"),
    ("jam !corner, eggs", "jam|corner, eggs|"), ("!lidl: milk", "milk|Lidl"),
    ("jam !lidl , eggs", "jam|Lidl, eggs|"),
    ("jam !lidl: eggs, tea", "jam eggs|Lidl, tea|"),
    // Before several things it is that of the first one, whatever is between them.
    ("!lidl, eggs, tea", "eggs|Lidl, tea|"),
    ("!whole foods, eggs, tea", "eggs|Whole Foods Market, tea|"),
    ("#fruit, figs, plums", "figs|, plums|"),
  ]) func `a mark ends where the name of a store does`(_ line: String, _ meant: String) {
    let shopper = TestApp(items: [Item(id: Item.ID(70), name: "jam")])
    for name in ["Whole Foods Market", "Lidl", "La Painterie"] {
      shopper.press("3", "a")
      shopper.type(name)
      shopper.press("ctrl-s")
    }
    let read = shopper.shared.read(line, known: shopper.shared.known(.english), isCompleted: false)
    #expect(read.map { "\($0.name)|\($0.store ?? "")" }.joined(separator: ", ") == meant)
  }

  @Test func `a adds a store nearby, too`() {
    let shopper = TestApp(items: [])
    shopper.press("3", "right")
    #expect(shopper.session.isNearby)
    if !shopper.session.overlays.isEmpty { shopper.press("esc") }
    shopper.press("a")
    #expect(shopper.form?.title == "Add a store")
  }
}
