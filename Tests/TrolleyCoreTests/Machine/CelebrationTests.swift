import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What starts confetti, what does not, and when it ends.
@Suite struct Celebrations {
  let shopper = TestApp(items: SampleItems.all)

  private var kinds: [Confetti.Kind] { shopper.session.confetti.map(\.kind) }

  private func add(_ line: String) {
    shopper.press("a")
    shopper.type(line)
    shopper.press("enter", "esc")
  }

  @Test func theLastTick() {
    shopper.press("space", "right", "space", "2", "space")
    #expect(kinds.isEmpty)
    shopper.press("down", "space")
    #expect(kinds == [.complete])
    #expect(shopper.notice == "All picked. Well done!")
  }

  @Test func onlyPickingCompletes() {
    shopper.press("space", "right", "space", "2", "space", "down", "d")
    #expect(shopper.shared.cart.isComplete)
    #expect(kinds.isEmpty)
    shopper.press("up", "space")
    #expect(kinds.isEmpty)
    shopper.press("space")
    #expect(kinds == [.complete])
  }

  @Test func addingEditingAndDeleting() {
    add("2 kg quinces @3.20 #fruit")
    #expect(kinds == [.name(["quinces"])])
    shopper.wait(milliseconds: 3000)
    shopper.press("e", "end")
    shopper.type("!")
    shopper.press("ctrl-s")
    #expect(kinds == [.name(["quinces!"])])
    shopper.wait(milliseconds: 3000)
    shopper.press("d")
    #expect(kinds == [.deleted(["quinces!"])])
  }

  @Test func editingWithoutAChangeIsNothing() {
    shopper.press("e", "ctrl-s")
    #expect(kinds.isEmpty)
  }

  @Test func whatIsRefusedIsNotCelebrated() {
    shopper.press("e", "ctrl-u", "ctrl-s")
    #expect(shopper.form != nil)
    #expect(kinds.isEmpty)
  }

  @Test func severalNamesAreTakenTogetherAndBounded() {
    shopper.press("v", "v", "d")
    #expect(kinds == [.deleted(["Apple", "Bread"])])
    shopper.paste(
      (1...40).map { "item \($0) " + String(repeating: "x", count: 90) }
        .joined(separator: "\n"))
    shopper.press("enter")
    guard case .name(let names)? = kinds.last else {
      Issue.record("a pasted list is added: \(kinds)")
      return
    }
    #expect(names.count == 6 && names.allSatisfy { $0.count <= 40 })
  }

  @Test func theCartAndUndoAreCalm() {
    shopper.press("space", "+", "*", "2", "d", "u", "ctrl-r")
    #expect(kinds.isEmpty)
  }

  @Test func anotherProgramsChangesAreCalm() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(9))
    other.press("d")
    shopper.readNews()
    #expect(shopper.item("Apple") == nil)
    #expect(kinds.isEmpty)
  }

  @Test func `everybody who is online sees that the list is done`() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(9))
    shopper.press("space", "2")
    other.readNews()
    other.press("2", "space")
    shopper.readNews()
    #expect(kinds == [.complete])
    // It is news once.
    shopper.wait(milliseconds: 3000)
    shopper.readNews()
    #expect(kinds.isEmpty)
  }

  @Test func `what was done while this program was away is no news`() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(9))
    shopper.press("space")
    other.readNews()
    other.press("2", "space")
    shopper.wait(milliseconds: 120_000)
    shopper.readNews()
    #expect(shopper.shared.cart.isComplete)
    #expect(kinds.isEmpty)
  }

  @Test func `names do not fall over another page`() {
    add("quinces")
    #expect(!kinds.isEmpty)
    shopper.press("2")
    shopper.wait(milliseconds: 32)
    #expect(kinds.isEmpty)
  }

  @Test func itEndsWithinTwoSecondsAndThenNothingTicks() {
    shopper.press("space", "2", "space")
    let session = shopper.session
    #expect(session.nextFrame == session.clock.monotonic / 32 * 32 + 32)
    #expect(session.nextDeadline ?? .max <= session.clock.monotonic + 2000)
    shopper.wait(milliseconds: 1899)
    #expect(kinds == [.complete])
    shopper.wait(milliseconds: 1)
    #expect(kinds.isEmpty)
    #expect(shopper.session.nextFrame == nil)
    // The notice is still there; once it is gone, nothing is scheduled.
    shopper.wait(milliseconds: 9000)
    #expect(shopper.session.nextDeadline == nil)
  }

  @Test func `the answer to a key is not followed at once by a frame`() throws {
    shopper.press("space", "2", "space")
    let burst = try #require(shopper.session.confetti.first)
    shopper.wait(milliseconds: 320)
    let due = try #require(shopper.session.nextFrame)
    shopper.wait(milliseconds: due - shopper.session.clock.monotonic - 2)
    let before = shopper.session.elapsed(burst)
    shopper.press("down")
    #expect(shopper.session.nextFrame == due + 4)
    shopper.wait(milliseconds: 3)
    #expect(shopper.session.elapsed(burst) == before)
    shopper.wait(milliseconds: 3)
    #expect(shopper.session.elapsed(burst) == before + 32)
    // However fast keys come, they take no more than every other frame.
    let last = shopper.session.elapsed(burst)
    for _ in 0..<64 {
      shopper.press("down")
      shopper.wait(milliseconds: 1)
    }
    #expect(shopper.session.elapsed(burst) > last)
  }

  @Test func framesAreThirtyASecondOrMore() {
    shopper.press("space", "2", "space")
    var frames = 0
    while let next = shopper.session.nextFrame {
      shopper.wait(milliseconds: next - shopper.session.clock.monotonic)
      frames += 1
    }
    #expect(frames * 1000 >= 30 * 1900)
  }

  @Test func atMostThreeFallAtOnce() {
    for name in ["one", "two", "three", "four"] { add(name) }
    #expect(kinds == [.name(["two"]), .name(["three"]), .name(["four"])])
  }

  @Test func eachFallIsItsOwn() {
    add("one")
    add("two")
    #expect(Set(shopper.session.confetti.map(\.seed)).count == 2)
  }

  // MARK: Off

  @Test func oneSettingTurnsItOff() {
    shopper.focusSetting("motion")
    shopper.press("space")
    #expect(shopper.notice == "Motion is off.")
    #expect(shopper.effects.contains(.remember(shopper.session.preferences)))
    #expect(!shopper.session.preferences.hasMotion)
    shopper.press("1", "d")
    #expect(kinds.isEmpty)
    #expect(shopper.session.nextFrame == nil)
  }

  @Test func thePaletteTurnsItOffWhileItFalls() {
    shopper.press("d", ":")
    shopper.type("confetti")
    #expect(shopper.picker?.shown.first?.command == .switchMotion)
    #expect(kinds.count == 1)
    shopper.press("enter")
    #expect(kinds.isEmpty)
    shopper.perform(.switchMotion)
    #expect(shopper.notice == "Motion is on.")
    shopper.press("d")
    #expect(kinds.count == 1)
  }

  @Test(arguments: [MotionDisabledReason.wished, .noColour, .slow])
  func whatStandsAgainstItTurnsItOff(_ why: MotionDisabledReason) {
    let shopper = TestApp(items: SampleItems.all, stillness: why)
    shopper.press("space", "2", "space", "1", "d")
    #expect(shopper.session.confetti.isEmpty)
    #expect(shopper.session.nextFrame == nil)
    // A reason that holds for this run is not saved as a choice.
    #expect(shopper.session.preferences.hasMotion)
    #expect(shopper.words(of: "motion").hasPrefix("off"))
  }

  @Test(arguments: [MotionDisabledReason.wished, .slow])
  func askingForItCountsMoreThanTheReasonOfARun(_ why: MotionDisabledReason) {
    let shopper = TestApp(items: SampleItems.all, stillness: why)
    shopper.perform(.switchMotion)
    #expect(shopper.notice == "Motion is on.")
    shopper.press("d")
    #expect(shopper.session.confetti.count == 1)
  }

  @Test func withoutColoursOnlyTheChoiceChanges() {
    let shopper = TestApp(items: SampleItems.all, stillness: .noColour)
    shopper.perform(.switchMotion)
    #expect(!shopper.session.preferences.hasMotion)
    shopper.perform(.switchMotion)
    #expect(shopper.notice == "Motion is on, where there are colours.")
    shopper.press("d")
    #expect(shopper.session.confetti.isEmpty)
  }

  @Test func theThemeWithoutColoursTurnsItOff() {
    shopper.press("d")
    while shopper.session.theme != .none { shopper.press("ctrl-t") }
    #expect(kinds.isEmpty)
    shopper.press("d")
    #expect(kinds.isEmpty)
  }

  @Test func outputSlowerThanItEndsItForThisRun() {
    shopper.press("d")
    shopper.send(.outputIsSlow)
    #expect(kinds.isEmpty)
    shopper.press("d")
    #expect(kinds.isEmpty)
    #expect(shopper.words(of: "motion") == "off: slow terminal")
  }

  // MARK: Colours

  @Test func coloursAreChosenFromAList() {
    shopper.perform(.chooseTheme)
    #expect(shopper.picker?.all.map(\.label) == ThemeChoice.allCases.map(\.title))
    shopper.press("down", "down", "enter")
    #expect(shopper.session.theme == .light)
    #expect(shopper.effects.contains(.remember(shopper.session.preferences)))
  }

  @Test func aThemeOfTheCommandLineIsForOneRun() {
    let shopper = TestApp(items: SampleItems.all, themeOfRun: .light)
    #expect(shopper.session.theme == .light)
    #expect(shopper.words(of: "theme") == "light")
    shopper.press("s", "down", "enter")
    #expect(shopper.session.preferences.theme == .automatic)
    // A choice starts from the current colours, and is kept.
    shopper.press("ctrl-t")
    #expect(shopper.session.theme == .highContrast)
    #expect(shopper.session.preferences.theme == .highContrast)
  }
}
