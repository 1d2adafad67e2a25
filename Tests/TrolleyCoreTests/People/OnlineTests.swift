import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// Who counts as online, and who is shown.
@Suite struct OnlineTests {
  private let shopper: TestApp
  private let ann, ben: Account.ID

  /// A shop with Ann, the owner, and Ben; signed out.
  init() {
    shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    shopper.press("5", "a")
    shopper.fillEmployee(pin: "8046", "Ben", "Jones")
    shopper.press("L")
    ann = shopper.shared.accounts[0].id
    ben = shopper.shared.accounts[1].id
    _ = shopper.takeEffects()
  }

  /// The accounts under which this screen appeared since the last call.
  private func appearances() -> [Account.ID?] {
    shopper.takeEffects().compactMap {
      if case .updatePresence(let id) = $0 { .some(id) } else { nil }
    }
  }

  @Test func signingInAndOutIsSeen() {
    shopper.signIn("8046")
    #expect(appearances() == [ben])
    #expect(shopper.session.online == [ben])
    shopper.press("L")
    #expect(appearances() == [nil])
    #expect(shopper.session.online.isEmpty)
    shopper.signIn("739154")
    #expect(appearances() == [ann])
  }

  @Test func nothingElseIs() {
    shopper.signIn("8046")
    _ = appearances()
    shopper.press("space", "2", "5", "down", "1", "a", "esc", "ctrl-l")
    shopper.wait(milliseconds: 1000)
    shopper.resize(.large)
    #expect(appearances().isEmpty)
    shopper.press("L")
    #expect(appearances() == [nil])
    shopper.press("L")
    shopper.signIn("5093")
    shopper.send(.continued)
    #expect(appearances().isEmpty)
  }

  @Test func withoutAKeyOneIsGone() {
    shopper.signIn("8046")
    _ = appearances()
    shopper.wait(milliseconds: 5 * 60_000)
    #expect(appearances() == [nil])
  }

  @Test func whoSuspendsIsGoneFirst() {
    shopper.signIn("8046")
    _ = shopper.takeEffects()
    shopper.press("ctrl-z")
    #expect(shopper.takeEffects() == [.updatePresence(as: nil), .suspend])
    #expect(shopper.session.isLocked)
    let alone = TestApp()
    alone.press("ctrl-z")
    #expect(alone.takeEffects() == [.suspend])
    #expect(!alone.session.isLocked)
  }

  @Test func whoIsRemovedIsGone() {
    let owner = TestApp(sharing: shopper.journal, replica: ReplicaID(99))
    owner.signIn("739154")
    shopper.signIn("8046")
    _ = appearances()
    owner.press("5", "down", "d", "right", "enter")
    shopper.readNews()
    #expect(appearances() == [nil])
  }

  @Test func anotherUseIsSeen() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.openShop()
    let ann = shopper.shared.accounts[0].id
    #expect(shopper.takeEffects().contains(.updatePresence(as: ann)))
    shopper.perform(.show(.settings), .first, .open)
    shopper.type("personal")
    shopper.press("enter")
    #expect(shopper.shared.use == .personal)
    #expect(shopper.takeEffects().contains(.updatePresence(as: nil)))
  }

  @Test func personalUseIsNeverSeen() {
    let shopper = TestApp()
    shopper.press("space", "L", "2", "space")
    shopper.send(.presenceChanged([ann]))
    #expect(!shopper.effects.contains { if case .updatePresence = $0 { true } else { false } })
    #expect(shopper.session.online.isEmpty)
    #expect(!shopper.canvas.text.contains("online"))
  }

  @Test func whoComesAndGoesIsCounted() {
    shopper.resize(.large)
    shopper.signIn("8046")
    #expect(shopper.canvas.rows[0].hasSuffix("● 1 online   Ben Jones"))
    shopper.send(.presenceChanged([ann, ben]))
    #expect(shopper.canvas.rows[0].hasSuffix("● 2 online   Ben Jones"))
    #expect(shopper.shared.accounts.allSatisfy(shopper.state.isOnline))
    // Without presence files, one still sees oneself.
    shopper.send(.presenceChanged([]))
    #expect(shopper.canvas.rows[0].hasSuffix("● 1 online   Ben Jones"))
  }

  @Test func aLockedScreenShowsNobody() {
    shopper.send(.presenceChanged([ann]))
    #expect(shopper.session.online.isEmpty)
    #expect(!shopper.canvas.text.contains("●"))
    shopper.signIn("8046")
    shopper.send(.presenceChanged([ann, ben]))
    shopper.press("L")
    #expect(!shopper.canvas.text.contains("●"))
  }

  @Test func aPressOnTheCountShowsThePeople() {
    shopper.resize(.large)
    shopper.signIn("8046")
    let row = shopper.canvas.rows[0]
    let before = row[..<(row.firstIndex(of: "●") ?? row.startIndex)].count
    shopper.click(x: before + 2, y: 0)
    #expect(shopper.session.page == .people)
  }

  @Test func comingAndGoingMovesNothingAndIsNoKey() {
    shopper.signIn("8046")
    shopper.press("/")
    shopper.type("app")
    let before = shopper.state
    shopper.wait(milliseconds: 60_000)
    let deadline = shopper.session.nextDeadline
    shopper.send(.presenceChanged([ann, ben]))
    #expect(shopper.session.items == before.session.items)
    #expect(shopper.session.nextDeadline == deadline)
  }
}
