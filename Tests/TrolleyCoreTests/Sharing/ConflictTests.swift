import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Values that another machine replaced without having seen them.
@Suite struct ConflictTests {
  private let app = TestApp()
  private let other = ReplicaID(0x1234)
  private let places = Places()

  private final class Places { var last = 1_000_000 }

  init() { app.send(.syncChanged(SyncStatus(link: .online))) }

  private var text: String? { app.state.sharingText }

  /// A step of another machine, whose author had not seen what it replaces.
  private func replace(_ event: Event, _ number: Int, isUnseen: Bool = true) {
    let step = TrolleyModel.Step(
      replica: other, number: number, time: TestApp.start, events: [event],
      unseen: isUnseen ? [0] : [])
    place(step)
  }

  private func place(_ step: TrolleyModel.Step) {
    places.last += 1
    app.send(.journalAdvanced([Entry(position: places.last, step: step)]))
  }

  private func renamed(_ item: Item, _ name: String) -> Event {
    var new = item
    new.name = name
    let (from, to) = ItemFields.difference(item, new)
    return .itemChanged(item.id, from: from, to: to)
  }

  /// An item that this person has named so.
  private func ownItem() throws -> Item {
    let item = try #require(Array(app.shared.items.all).first)
    let step = TrolleyModel.Step(
      replica: app.session.ids.replica, number: 901, time: TestApp.start,
      events: [renamed(item, "Oat milk")])
    place(step)
    return try #require(app.shared.items[item.id])
  }

  @Test func whatWasReplacedIsSaidAndOneKeyPutsItBack() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    #expect(text == "⇅ 1 conflict")
    let notice = try #require(app.state.session.notice)
    #expect(
      notice.text == "Soy milk: the name is Soy milk now, yours was Oat milk (another machine).")
    #expect(notice.hint == " B puts yours back.")
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Oat milk")
    #expect(text == "⇅")
    app.press("B")
    #expect(app.state.session.notice?.text == "Nothing of yours was replaced.")
  }

  @Test func whatOthersHadSeenOrWasNotOnesOwnIsNoConflict() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1, isUnseen: false)
    #expect(text == "⇅")
    let foreign = try #require(Array(app.shared.items.all).last)
    replace(renamed(foreign, "Anything"), 2)
    #expect(text == "⇅")
  }

  @Test func itIsOverWhenTheValueChangesAgainOrIsLeftToTheOthers() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    replace(renamed(try #require(app.shared.items[item.id]), "Milk of soy"), 2, isUnseen: false)
    #expect(text == "⇅")
    let again = try ownItem()
    replace(renamed(again, "Rice milk"), 3)
    #expect(text == "⇅ 1 conflict")
    app.perform(.forgetConflicts)
    #expect(text == "⇅" && app.shared.items[again.id]?.name == "Rice milk")
  }

  @Test func anItemThatWasDeletedWithAnUnseenChangeComesBackWithIt() throws {
    let item = try ownItem()
    replace(.itemsRemoved([item]), 1)
    #expect(app.state.session.notice?.text.hasPrefix("Oat milk, which you had changed") == true)
    app.press("B")
    #expect(app.shared.items[item.id] == item)
  }

  @Test func theHeadLineDoesNotFlickerWithTheConnection() {
    let trouble = SyncTrouble(.unreachable, "The server does not answer.")
    let offline = SyncState.offline(since: TestApp.start, trouble)
    for link in [offline, .online, offline] {
      app.send(.syncChanged(SyncStatus(link: link)))
      #expect(text == "⇅")
      app.wait(milliseconds: 1000)
      #expect(text == "⇅")
    }
    app.wait(milliseconds: 600)
    #expect(text?.hasPrefix("⇅ offline since") == true)
    let step = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since") == true)
    app.send(.syncChanged(SyncStatus(link: .online)))
    app.wait(milliseconds: 1000)
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since") == true)
    app.wait(milliseconds: 600)
    #expect(text == "⇅")
  }

  @Test func aWindowThatLeavesTheConnectionToAnotherIsNotOffline() {
    let trouble = SyncTrouble(.taken, "Another window of this machine carries the list.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    app.wait(milliseconds: 5000)
    #expect(text == "⇅")
    #expect(app.state.sharingInWords == "connected by another window")
  }

  @Test func whatOnlyAPersonCanMendIsShownAtOnce() {
    let trouble = SyncTrouble(.notAllowed, "This machine was removed.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    #expect(text == "⇅ not let in")
    #expect(app.state.session.notice?.text == "This machine was removed.")
  }
}
