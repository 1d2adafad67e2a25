import Testing
import TrolleyCore
import TrolleyFormats
import TrolleyMachine
import TrolleyModel
import TrolleyStorage
import TrolleyTestSupport

/// Invariants under random actions. Each run is named by its seed, so it can be repeated.
@Suite struct RandomShoppingTests {
  static let seeds: [UInt64] = Array(1...16)

  private func shopper(_ seed: UInt64, author: String = "") -> TestApp {
    var preferences = Preferences()
    preferences.sort = ItemSort.allCases[Int(seed) % ItemSort.allCases.count]
    preferences.cartOrder = seed % 3 == 0 ? .aisle : .adding
    let items = seed % 2 == 0 ? SampleItems.all : SampleItems.many(40)
    return TestApp(
      items: items, preferences: preferences, author: author, hasSnapshot: seed % 8 < 5)
  }

  @Test(arguments: seeds) func rulesHoldAfterEverything(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    let shopper = shopper(seed)
    for step in 0..<150 {
      let action = RandomShopping.action(&rng, in: shopper.state)
      shopper.send(action)
      if let rule = shopper.brokenRule {
        Issue.record("seed \(seed), step \(step), \(action): \(rule)")
        return
      }
    }
    #expect(
      try shopper.journal.fold() == shopper.shared, "seed \(seed): replay is not what is shown")
  }

  @Test(arguments: seeds) func undoOfEverythingGivesTheStartAndRedoTheEnd(_ seed: UInt64) {
    var rng = SplitMix64(seed: seed &* 31)
    let shopper = shopper(seed)
    let start = shopper.export
    for _ in 0..<120 {
      let action = RandomShopping.action(&rng, in: shopper.state)
      if case .command(let command) = action, command == .undo || command == .redo { continue }
      shopper.send(action)
    }
    // On the page of the settings, undo is about them.
    shopper.perform(.back, .back, .back, .back, .show(.items))
    let end = shopper.export
    let steps = undoAll(shopper, seed)
    expectSame(shopper.export, start, "seed \(seed): not the start after \(steps) undos")
    for _ in 0..<steps {
      shopper.perform(.redo)
      if let rule = shopper.brokenRule {
        Issue.record("seed \(seed), redo: \(rule)")
        return
      }
    }
    expectSame(shopper.export, end, "seed \(seed): not the end after \(steps) redos")
    #expect(shopper.shared.history.nextRedo(of: "") == nil)
  }

  /// Reports the lines that differ, not all bytes.
  private func expectSame(_ now: [UInt8], _ then: [UInt8], _ what: String) {
    guard now != then else { return }
    func lines(_ bytes: [UInt8]) -> [Substring] {
      String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    let difference = lines(now).difference(from: lines(then)).prefix(12)
    Issue.record("\(what): \(difference.map { "\($0)" }.joined(separator: " "))")
  }

  private func undoAll(_ shopper: TestApp, _ seed: UInt64) -> Int {
    var steps = 0
    while let next = shopper.shared.history.nextUndo(of: "") {
      shopper.perform(.undo)
      steps += 1
      if shopper.shared.history.nextUndo(of: "") == next {
        Issue.record("seed \(seed): undo \(steps) took nothing back: \(shopper.notice)")
        break
      }
      if let rule = shopper.brokenRule {
        Issue.record("seed \(seed), undo \(steps): \(rule)")
        break
      }
    }
    return steps
  }

  @Test(arguments: seeds) func aSnapshotIsTheStateAndWithItsTailTheReplay(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed &* 77)
    let shopper = shopper(seed)
    func act(_ times: Int) {
      for _ in 0..<times { shopper.send(RandomShopping.action(&rng, in: shopper.state)) }
    }
    act(80)
    let count = shopper.journal.count
    let decoded = StateCoding.reopened(shopper.shared)
    var state = try #require(decoded, "seed \(seed): a snapshot that cannot be read")
    #expect(state == shopper.shared, "seed \(seed): another state from its snapshot")
    act(80)
    for entry in try shopper.journal.entries(after: count) { state.play(entry) }
    #expect(state == shopper.shared, "seed \(seed): snapshot and tail")
    #expect(try shopper.journal.fold() == state, "seed \(seed): replay")
  }

  @Test(arguments: seeds.prefix(12)) func anExportComesBackAsItWas(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed &* 191)
    let shopper = shopper(seed)
    for _ in 0..<120 { shopper.send(RandomShopping.action(&rng, in: shopper.state)) }
    let document = try ListJSON.read(shopper.export)
    #expect(document == ListDocument(shopper.shared), "seed \(seed)")
  }
}
