import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// The wall clock may jump anywhere: order comes from the journal, delays from a monotonic clock.
@Suite struct ClockTests {
  /// Seconds since 1970, from 1970 to the end of 9999, back and forth.
  static let walls = [
    0, 253_402_300_799, 1, TestApp.start, -62_135_596_800, 253_402_300_799, 0,
    Int(Int32.max) + 1,
  ]

  private func shop(_ wall: (Int) -> Int) -> TestApp {
    let shopper = TestApp(items: SampleItems.all)
    var at = 0
    func tick(_ milliseconds: Int = 100) {
      at += 1
      var clock = shopper.session.clock
      clock.monotonic += milliseconds
      clock.wall = wall(at)
      shopper.send(.clock(clock))
    }
    for round in 0..<12 {
      for key in ["space", "right", "space", "+", "*", "down"] {
        shopper.press(Key(text: key)!)
        tick()
      }
      shopper.press("a")
      shopper.type("thing \(round) @1.20")
      shopper.press("enter", "esc")
      tick(6000)
      if round % 3 == 2 {
        shopper.press("o")
        shopper.press("ctrl-u")
        shopper.type("Ann")
        shopper.press("tab", "ctrl-u")
        shopper.type("12 High Street")
        shopper.press("ctrl-s", "esc", "1")
        tick(6000)
      }
      if round % 4 == 3 { shopper.press("u", "u", "ctrl-r") }
      tick()
      #expect(shopper.canvas.flaw(asked: .standard) == nil)
    }
    return shopper
  }

  @Test func aClockThatJumpsChangesNothingButTheTimesThatAreShown() throws {
    let calm = shop { TestApp.start + $0 }
    let wild = shop { Self.walls[$0 % Self.walls.count] }
    #expect(wild.cart == calm.cart)
    #expect(wild.shared.orders.map(\.number) == calm.shared.orders.map(\.number))
    #expect(
      wild.shared.orders.map { $0.lines.map(\.name) }
        == calm.shared.orders.map { $0.lines.map(\.name) })
    #expect(wild.shared.history == calm.shared.history)
    #expect(wild.notifications == calm.notifications)
    #expect(wild.brokenRule == nil)
    #expect(try wild.journal.fold() == wild.shared)
    for page in ["1", "2", "3", "4", "5"] {
      wild.press(Key(text: page)!)
      #expect(wild.canvas.flaw(asked: .standard) == nil)
    }
  }

  @Test(arguments: walls) func waitingFollowsTheClockThatNeverGoesBack(_ wall: Int) {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("d")
    #expect(!shopper.notice.isEmpty)
    shopper.send(.clock(Clock(wall: wall, monotonic: 3999)))
    #expect(!shopper.notice.isEmpty)
    shopper.send(.clock(Clock(wall: wall, monotonic: 4000)))
    #expect(shopper.notice.isEmpty)
  }
}

extension TestApp {
  fileprivate var notifications: [String] {
    effects.compactMap { if case .notify(_, let body) = $0 { body } else { nil } }
  }
}
