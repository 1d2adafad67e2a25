import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@Suite struct ItemsPage {
  let shopper = TestApp(items: SampleItems.all)

  private var remembered: Preferences? {
    shopper.effects.reversed().lazy.compactMap { effect in
      if case .remember(let preferences) = effect { preferences } else { nil }
    }.first
  }

  @Test func sortIsRememberedAndTheFocusStaysOnItsItem() {
    shopper.focus("Milk")
    shopper.press("s", "down", "down", "enter")
    #expect(remembered?.sort == .price)
    #expect(shopper.sections[1].first == "Apple")
    #expect(shopper.sections[1].last == "Salt")
    #expect(shopper.state.focusedItem?.name == "Milk")
  }

  @Test func `taking out a thing with several amounts says which`() {
    shopper.press("a")
    shopper.type("2 milk, 1 l milk")
    shopper.press("enter", "esc")
    shopper.focus("Milk")
    shopper.press("space")
    #expect(shopper.shared.cart.isEmpty)
    #expect(shopper.notice == "Took 2 amounts of Milk out of the cart: 2 and 1 l — u to undo")
    shopper.press("u", "2")
    #expect(shopper.canvas.text.contains("1 item in 2 lines"))
  }

  @Test func everySortIsItsOwnOrder() {
    for (downs, names) in [
      (0, ["Wine", "Salt", "Milk", "Flour", "Bread", "Apple"]),
      (1, ["Bread", "Milk", "Wine", "Apple", "Flour", "Salt"]),
      (2, ["Apple", "Milk", "Flour", "Bread", "Wine", "Salt"]),
      (3, ["Apple", "Bread", "Flour", "Milk", "Salt", "Wine"]),
    ] {
      let shopper = TestApp(items: SampleItems.all)
      shopper.press("s")
      for _ in 0..<downs { shopper.press("down") }
      shopper.press("enter")
      #expect(shopper.sections[1] == names, "\(shopper.session.preferences.sort)")
    }
  }

  @Test func `the same order chosen again stands the other way round`() {
    for (downs, there, back) in [
      (
        1, ["Bread", "Milk", "Wine", "Apple", "Flour", "Salt"],
        ["Flour", "Apple", "Wine", "Milk", "Bread", "Salt"]
      ),
      (
        2, ["Apple", "Milk", "Flour", "Bread", "Wine", "Salt"],
        ["Wine", "Bread", "Flour", "Milk", "Apple", "Salt"]
      ),
    ] {
      let shopper = TestApp(items: SampleItems.all)
      shopper.press("s")
      for _ in 0..<downs { shopper.press("down") }
      shopper.press("enter")
      #expect(shopper.sections[1] == there && shopper.canvas.text.contains("▴"))
      shopper.press("s", "enter")
      #expect(shopper.sections[1] == back && shopper.session.preferences.isReversed)
      #expect(shopper.canvas.text.contains(shopper.session.preferences.sort.title + " ▾"))
      // What is changed finds its place in it.
      shopper.press("home", "space", "right", "space")
      shopper.wait(milliseconds: 9000)
      #expect(shopper.sections[1] == Array(back.dropFirst(2)))
      shopper.press("u", "u")
      #expect(shopper.sections[1] == back)
      shopper.press("s", "enter")
      #expect(shopper.sections[1] == there)
    }
  }

  @Test func `the headings count what is in the cart, also while a tile still stands elsewhere`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("space")
    #expect(shopper.canvas.text.contains("Not in the cart · 5"))
    shopper.press("right", "space")
    #expect(shopper.state.itemCounts == [2, 4])
    #expect(shopper.canvas.text.contains("In the cart · 2"))
    shopper.press("space")
    #expect(shopper.state.itemCounts == [1, 5])
  }

  @Test func `a second section does not shrink the tiles`() {
    for size in [Size.standard, Size(width: 100, height: 32), .large, Size(width: 70, height: 20)] {
      for count in 1...30 {
        let shopper = TestApp(items: SampleItems.many(count), size: size)
        let before = shopper.state.itemGrid
        shopper.press("space", "right")
        shopper.wait(milliseconds: 9000)
        let after = shopper.state.itemGrid
        #expect(after.tileHeight == before.tileHeight && after.pitch == before.pitch, "\(count)")
      }
    }
  }

  @Test func aCategoryIsChosenAndRemembered() {
    shopper.press("f")
    shopper.type("dai")
    shopper.press("enter")
    #expect(remembered?.category == "Dairy")
    #expect(shopper.sections == [[], ["Milk"]])
    #expect(shopper.state.focusedItem?.name == "Milk")
    shopper.press("f", "enter")
    #expect(shopper.session.items.list.count == 1, "the picker opens on what is chosen")
    shopper.press("f", "home", "enter")
    #expect(shopper.session.items.list.count == 6)
    shopper.press("f")
    shopper.type("dai")
    shopper.press("enter", "esc")
    #expect(shopper.session.items.list.count == 6 && remembered?.category == nil)
  }

  @Test func theSegmentIsRemembered() {
    shopper.press(".")
    #expect(remembered?.segment == .starred)
    #expect(shopper.sections == [[], ["Wine"]])
    shopper.press("*")
    #expect(shopper.session.items.list.isEmpty)
    #expect(shopper.session.items.focus == nil)
    shopper.press("u")
    #expect(shopper.state.focusedItem?.name == "Wine")
  }

  @Test func viewSizeAndGroupingAreRemembered() {
    shopper.press("z", "t", "z")
    #expect(shopper.notice == "This is the table: only tiles have a size; t shows tiles.")
    shopper.press("Z")
    #expect(remembered?.isTable == true)
    #expect(remembered?.tileSize == .small)
    #expect(remembered?.isGrouped == false)
    #expect(shopper.sections[1].isEmpty)
  }

  @Test func searchingShowsTheBestFirstAndEscBringsAllBack() {
    shopper.focus("Milk")
    shopper.press("/")
    shopper.type("wi")
    #expect(shopper.sections[0] == ["Wine"])
    #expect(shopper.state.focusedItem?.name == "Wine")
    shopper.press("enter", "space")
    #expect(shopper.cart == ["1 Wine"])
    shopper.press("esc")
    #expect(shopper.session.items.list.count == 6)
    #expect(shopper.state.focusedItem?.name == "Wine")
  }

  @Test func backspaceOnAnEmptySearchLeavesIt() {
    shopper.press("/", "x", "backspace")
    #expect(shopper.session.isSearching)
    shopper.press("backspace")
    #expect(!shopper.session.isSearching)
    #expect(shopper.session.items.list.count == 6)
  }

  @Test func aSearchFollowsChangesOfTheItems() {
    shopper.press("/")
    shopper.type("app")
    shopper.press("enter", "d")
    #expect(shopper.session.items.list.isEmpty)
    shopper.press("u")
    #expect(shopper.session.items.list.isEmpty == false)
  }

  @Test func nAndShiftNGoRound() {
    shopper.press("N")
    #expect(shopper.state.focusedItem?.name == "Wine")
    shopper.press("n")
    #expect(shopper.state.focusedItem?.name == "Apple")
  }

  @Test func marksAreOneStep() {
    let before = shopper.export
    shopper.press("v", "v", "space")
    #expect(shopper.cart == ["1 Apple", "1 Bread"])
    #expect(shopper.session.items.marks.isEmpty)
    shopper.press("u")
    #expect(shopper.export == before)
  }

  @Test func aRangeAndAllAreMarked() {
    shopper.press("v", "right", "right", "V")
    #expect(shopper.session.items.marks.count == 4)
    shopper.press("d")
    #expect(shopper.shared.items.count == 2)
    #expect(shopper.notice == "Deleted 4 items — u to undo")
    shopper.press("u", "ctrl-a", "*")
    #expect(shopper.shared.items.all.count { $0.isFavourite } == 6)
    shopper.press("u")
    #expect(shopper.item("Wine")?.isFavourite == true)
    #expect(shopper.item("Milk")?.isFavourite == false)
  }

  @Test func escTakesTheMarksAwayFirst() {
    shopper.press("/")
    shopper.type("a")
    shopper.press("enter", "v", "esc")
    #expect(shopper.session.items.marks.isEmpty)
    #expect(!shopper.session.items.query.isEmpty)
    shopper.press("esc")
    #expect(shopper.session.items.query.isEmpty)
  }

  @Test func markedItemsThatAreNotShownAreLeftAlone() {
    shopper.press("v", "/")
    shopper.type("milk")
    shopper.press("enter", "d")
    #expect(shopper.item("Apple") != nil)
    #expect(shopper.item("Milk") == nil)
  }

  @Test func `all that are marked go in the cart, and out once all are in`() {
    shopper.focus("Wine")
    shopper.press("space")
    shopper.wait(milliseconds: 6000)
    // The page shows Wine first, although Apple is the older item.
    shopper.press("ctrl-a", "space")
    #expect(shopper.shared.cart.count == shopper.shared.items.count)
    shopper.press("ctrl-a", "space")
    #expect(shopper.cart.isEmpty)
    shopper.press("ctrl-a", "*")
    #expect(shopper.shared.items.all.count { $0.isFavourite } == shopper.shared.items.count)
    shopper.press("ctrl-a", "*")
    #expect(shopper.shared.items.all.count { $0.isFavourite } == 0)
  }

  @Test func aToggledTileStaysUntilTheFocusLeavesIt() {
    shopper.focus("Milk")
    shopper.press("space")
    #expect(shopper.sections == [[], ["Apple", "Bread", "Flour", "Milk", "Salt", "Wine"]])
    shopper.press("right")
    #expect(shopper.sections == [["Milk"], ["Apple", "Bread", "Flour", "Salt", "Wine"]])
    #expect(shopper.state.focusedItem?.name == "Salt")
  }

  @Test func aToggledTileStaysForFiveSeconds() {
    shopper.focus("Milk")
    shopper.press("space")
    shopper.wait(milliseconds: 4900)
    #expect(shopper.sections[0].isEmpty)
    #expect(shopper.session.nextDeadline != nil)
    shopper.wait(milliseconds: 100)
    #expect(shopper.sections[0] == ["Milk"])
    #expect(shopper.state.focusedItem?.name == "Milk")
    #expect(shopper.session.items.focusIndex == 0)
  }

  @Test func holdingAnotherTileLetsTheFirstGo() {
    shopper.press("space")
    shopper.send(.pressedEntry(2))
    shopper.press("ctrl-a", "esc", "space")
    shopper.wait(milliseconds: 6000)
    #expect(shopper.brokenRule == nil)
    #expect(shopper.sections[0].contains("Apple"))
  }

  @Test func onePressTogglesATileOrABox() throws {
    shopper.send(.pressedEntry(2))
    let name = try #require(shopper.state.focusedItem?.name)
    #expect(shopper.cart.count == 1 && shopper.cart[0].hasSuffix(name))
    shopper.send(.pressedEntry(2))
    #expect(shopper.cart.isEmpty)
    shopper.press("space", "down", "right", "space", "2", "home")
    #expect(shopper.shared.cart.pickedCount == 0)
    let cart = try #require(shopper.canvas.hits.last { $0.target == .box(1) })
    shopper.click(x: cart.area.x + 3, y: cart.area.y)
    #expect(shopper.shared.cart.lines.map(\.isPicked) == [false, true])
    // In a table a press on the name only goes there.
    shopper.press("1", "t")
    let count = shopper.cart.count
    let row = try #require(shopper.canvas.hits.last { $0.target == .box(3) })
    shopper.click(x: row.area.x + 8, y: row.area.y)
    #expect(shopper.cart.count == count)
    shopper.click(x: row.area.x + 2, y: row.area.y)
    #expect(shopper.cart.count != count)
  }

  @Test func anotherPageReleasesTheHeldTile() {
    shopper.press("space", "2", "1")
    #expect(shopper.sections[0] == ["Apple"])
  }

  @Test func aHeldTileStaysWhenSomebodyElseDeletesAnother() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.focus("Milk")
    shopper.press("space")
    other.focus("Wine")
    other.press("d")
    shopper.readNews()
    #expect(shopper.sections == [[], ["Apple", "Bread", "Flour", "Milk", "Salt"]])
  }

  @Test func theFocusStaysOnItsItemWhenSomebodyElseChangesTheList() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.focus("Milk")
    other.press("space", "right", "d")
    shopper.readNews()
    #expect(shopper.cart == ["1 Apple"])
    #expect(shopper.item("Bread") == nil)
    #expect(shopper.state.focusedItem?.name == "Milk")
  }

  @Test func theFocusGoesToTheNeighbourOfWhatIsGone() {
    shopper.focus("Flour")
    shopper.press("d")
    #expect(shopper.state.focusedItem?.name == "Milk")
    shopper.press("end", "d")
    #expect(shopper.state.focusedItem?.name == "Salt")
  }

  @Test func detailsCloseWithAWordWhenTheItemGoes() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.press("enter")
    other.press("d")
    shopper.readNews()
    #expect(shopper.session.overlays.isEmpty)
    #expect(shopper.notice == "That item is gone.")
  }

  @Test func detailsPutInAsManyAsTheyShow() {
    shopper.press("enter", "+", "+", "-", "enter")
    #expect(shopper.cart == ["2 Apple"])
    #expect(shopper.session.overlays.isEmpty)
    shopper.focus("Flour")
    shopper.press("enter", "+", "enter")
    #expect(
      shopper.cart == ["2 Apple", "1000 g Flour"] || shopper.cart == ["2 Apple", "1 kg Flour"])
    #expect(
      shopper.notice.hasPrefix("Put 1000 g Flour") || shopper.notice.hasPrefix("Put 1 kg Flour"))
  }

  @Test func `a search among the starred does not deny what has no star`() {
    shopper.press(".", "/")
    shopper.type("milk")
    let text = shopper.canvas.text
    #expect(text.contains("Nothing starred matches “milk”.") && !text.contains("adds it"))
    #expect(text.contains("enter look in all"))
    shopper.press("enter")
    #expect(shopper.session.overlays.isEmpty && shopper.session.preferences.segment == .all)
    #expect(shopper.state.focusedItem?.name == "Milk")
    shopper.perform(.showSegment(.starred))
    shopper.press("/", "ctrl-u")
    shopper.type("quux")
    #expect(shopper.canvas.text.contains("enter adds it"))
  }

  @Test func `an item is found by its store`() {
    shopper.press("a")
    shopper.type("tea !Edeka")
    shopper.press("enter", "esc", "/")
    shopper.type("edeka")
    #expect(shopper.sections[0] == ["tea"])
    shopper.press("enter", "e", "tab", "tab", "tab", "tab", "tab", "ctrl-u")
    shopper.type("Lidl")
    shopper.press("ctrl-s", "/", "ctrl-u")
    shopper.type("lidl")
    #expect(shopper.sections[0].map { $0.lowercased() } == ["tea"])
  }
}
