import Testing
import TrolleyCore
import TrolleyTestSupport

@Suite struct PaletteAndHelp {
  let shopper = TestShopper(items: SampleItems.all)

  @Test func anActionIsFoundByItsName() {
    shopper.press(":")
    shopper.type("check out")
    #expect(shopper.picker?.shown.first?.command == .checkout)
    shopper.press("space", "backspace", "enter")
    #expect(shopper.notice == "The cart is empty. Put something in first.")
  }

  @Test func anActionIsFoundByItsKey() {
    shopper.press("?", "Z")
    #expect(shopper.picker?.shown.first?.command == .switchGrouping)
    shopper.press("esc")
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test func thePaletteActsOnThePageBelow() {
    shopper.press("enter", "ctrl-p")
    shopper.type("star")
    shopper.press("enter")
    #expect(shopper.item("Apple")?.isFavourite == true)
  }

  @Test func everyActionOfThePaletteCanBeRun() throws {
    for page in ScreenID.allCases {
      let shopper = TestShopper(items: SampleItems.all)
      shopper.perform(.show(page), .palette)
      let count = try #require(shopper.picker?.all.count)
      for at in 0..<count {
        let shopper = TestShopper(items: SampleItems.all)
        shopper.perform(.show(page), .palette)
        shopper.send(.pressedEntry(at))
        #expect(shopper.brokenRule == nil)
      }
    }
  }

  @Test func storesAreAddedChosenAndDeleted() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("tab")
    shopper.type("2 Low Road")
    shopper.press("enter", "a")
    shopper.type("Zebra")
    shopper.press("enter")
    #expect(shopper.shared.stores.map(\.name) == ["Aldi", "Zebra"])
    #expect(shopper.state.focusedStore?.name == "Zebra")
    shopper.press("S")
    shopper.type("aldi")
    shopper.press("enter")
    #expect(shopper.shared.currentStore == "Aldi")
    shopper.press("d")
    #expect(shopper.shared.stores.map(\.name) == ["Aldi"])
    shopper.press("u")
    #expect(shopper.shared.stores.map(\.name) == ["Aldi", "Zebra"])
  }

  @Test func aStoreAddedByALaterProgramGetsTheFocus() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("enter")
    let next = TestShopper(sharing: shopper.journal, replica: ReplicaID(2))
    next.press("3", "a")
    next.type("Zebra")
    next.press("enter")
    #expect(next.state.focusedStore?.name == "Zebra")
  }

  @Test func anEMailAddressIsChecked() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("tab", "tab", "tab")
    shopper.type("nobody")
    shopper.press("enter")
    #expect(shopper.form?.fields[3].error == "“nobody” is not an e-mail address.")
  }

  @Test func qGoesBackAndAtTheRootQuits() {
    shopper.press("enter", "q")
    #expect(!shopper.hasQuit)
    shopper.press("v", "q")
    #expect(!shopper.hasQuit)
    shopper.press("q")
    #expect(shopper.hasQuit)
  }

  /// As in other finders the field is edited by ctrl-a and ctrl-e, also while something is typed.
  @Test func homeAndEndGoToTheEndsOfTheList() throws {
    let shopper = TestShopper(items: SampleItems.all)
    shopper.press("?")
    let count = try #require(shopper.picker?.shown.count)
    #expect(count > 20)
    shopper.press("end")
    #expect(shopper.picker?.selected == count - 1)
    shopper.press("home")
    #expect(shopper.picker?.selected == 0)
    shopper.type("the")
    let found = try #require(shopper.picker?.shown.count)
    #expect((2..<count).contains(found))
    shopper.press("end")
    #expect(shopper.picker?.selected == found - 1)
    shopper.press("ctrl-a", "delete")
    #expect(shopper.picker?.filter.text == "he")
    shopper.press("ctrl-e")
    shopper.type("r")
    #expect(shopper.picker?.filter.text == "her")
  }
}
