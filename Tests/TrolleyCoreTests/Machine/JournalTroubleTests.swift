import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

@Suite struct JournalTrouble {
  let shopper = TestApp(items: SampleItems.all)

  @Test func whatTheDiskRefusesGoesBackOffTheScreen() {
    let before = shopper.export
    shopper.diskFailure = Failure(.badInput, "The disk is full.")
    shopper.press("space")
    #expect(shopper.export == before)
    #expect(shopper.session.banner == "The disk is full. Not saved.")
    #expect(shopper.session.refused.count == 1)
    #expect(shopper.canvas.text.contains("r try again"))
    #expect(shopper.canvas.text.contains("The disk is full."))
  }

  @Test func `what is saved as it is shown needs no frame, and all other news does`() throws {
    shopper.isDiskSlow = true
    shopper.press("space")
    let step = try #require(
      shopper.effects.compactMap { if case .record(let step) = $0 { step } else { nil } }.last)
    let saved = Entry(position: shopper.state.replica.position + 1, step: step)
    let other = TrolleyModel.Step(
      replica: ReplicaID(7), number: 1, time: step.time, events: step.events)
    let news = Entry(position: saved.position + 1, step: other)
    #expect(shopper.state.isShown(.journalAdvanced([saved])))
    #expect(!shopper.state.isShown(.journalAdvanced([saved, news])))
    #expect(!shopper.state.isShown(.journalAdvanced([news])))
    #expect(!shopper.state.isShown(.clock(shopper.session.clock)))
    // An undo that waits for it goes on then.
    shopper.press("u")
    #expect(!shopper.state.isShown(.journalAdvanced([saved])))
  }

  @Test func `where another list is in the place of this one, trying again is not offered`() {
    let moved = Failure(.damaged, "This list was moved. Start Trolley again.", detail: "restart")
    shopper.send(.journalTrouble(moved))
    #expect(shopper.canvas.text.contains("q quit"))
    #expect(!shopper.canvas.text.contains("try again"))
    shopper.send(.journalTrouble(Failure(.failedIO, "The disk is full.")))
    #expect(shopper.canvas.text.contains("r try again"))
  }

  @Test func `what came after the account was removed is not kept for another try`() {
    let before = shopper.export
    shopper.diskFailure = .ofRemovedPerson
    shopper.press("space")
    #expect(shopper.export == before)
    #expect(shopper.session.refused.isEmpty && shopper.session.banner == nil)
    #expect(shopper.dialog?.message == Failure.ofRemovedPerson.sentence)
  }

  @Test func nobodyIsToldOfAChangeThatWasRefused() {
    shopper.diskFailure = Failure(.failedIO, "The disk is full.")
    shopper.press("d")
    #expect(shopper.notice == "")
    shopper.press("a")
    shopper.type("bread rolls")
    shopper.press("enter", "esc")
    #expect(shopper.notice == "")
    shopper.diskFailure = nil
    shopper.press("r")
    #expect(shopper.item("bread rolls") != nil)
  }

  @Test func anOrderIsThankedForWhenItIsOnTheDisk() {
    shopper.press("space")
    shopper.isDiskSlow = true
    shopper.press("o")
    shopper.type("Ann")
    shopper.press("tab")
    shopper.type("12 High Street")
    shopper.diskFailure = Failure(.failedIO, "The disk is full.")
    shopper.press("ctrl-s")
    #expect(!shopper.canvas.text.contains("Thank you"))
    shopper.letThrough()
    #expect(!shopper.canvas.text.contains("Thank you"))
    #expect(shopper.cart == ["1 Apple"])
    shopper.wait(milliseconds: 20_000)
    #expect(!shopper.effects.contains { if case .notify = $0 { true } else { false } })
    shopper.diskFailure = nil
    shopper.press("r")
    #expect(shopper.canvas.text.contains("Thank you, Ann"))
    #expect(shopper.shared.orders.count == 1)
    shopper.wait(milliseconds: 20_000)
    #expect(shopper.effects.contains { if case .notify = $0 { true } else { false } })
  }

  @Test func aLockedScreenThanksNobody() {
    shopper.openHome()
    shopper.press("space")
    shopper.perform(.orderCart)
    shopper.press("ctrl-u")
    shopper.type("Ann")
    shopper.press("tab")
    shopper.type("12 High Street")
    shopper.isDiskSlow = true
    shopper.press("ctrl-s", "L")
    shopper.letThrough()
    #expect(shopper.session.isLocked)
    #expect(shopper.shared.orders.count == 1)
    #expect(!shopper.canvas.text.contains("High Street"))
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test(arguments: ["q", "Q"]) func unsavedChangesAreNotLostWithoutAWord(_ key: String) {
    shopper.diskFailure = Failure(.failedIO, "The disk is full.")
    shopper.press("space")
    shopper.press(Key(text: key)!)
    #expect(!shopper.hasQuit)
    #expect(shopper.canvas.text.contains("1 change could not be written and will be lost."))
    shopper.press("esc")
    #expect(!shopper.hasQuit)
    shopper.press(Key(text: key)!)
    shopper.diskFailure = nil
    shopper.press("enter")
    #expect(shopper.cart == ["1 Apple"])
    shopper.press(Key(text: key)!)
    #expect(shopper.hasQuit)
  }

  @Test func whoMeansItMayLeaveWithoutSaving() {
    shopper.diskFailure = Failure(.failedIO, "The disk is full.")
    shopper.press("space", "q", "right", "enter")
    #expect(shopper.hasQuit)
  }

  @Test(arguments: [Size.small, .standard, Size(width: 20, height: 12)])
  func theBannerIsWholeWithWhatToPress(_ size: Size) {
    shopper.resize(size)
    let cure = "Trolley may not use its directory. Check who owns it and its mode. Not saved."
    shopper.send(.journalTrouble(Failure(.notAllowed, cure)))
    let rows = shopper.canvas.rows[1...].prefix(shopper.session.layout.bannerHeight)
    let text = rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
    let ends = [" r try again", " r again"]
    if size.width >= 40 { #expect(ends.contains { text == "⚠ " + cure + $0 }) }
    #expect(ends.contains { text.hasSuffix($0) })
  }

  @Test func rTriesAgain() {
    shopper.diskFailure = Failure(.badInput, "The disk is full.")
    shopper.press("space")
    shopper.press("r")
    #expect(shopper.session.banner != nil)
    shopper.diskFailure = nil
    shopper.press("r")
    #expect(shopper.session.banner == nil)
    #expect(shopper.session.refused.isEmpty)
    #expect(shopper.cart == ["1 Apple"])
    #expect(shopper.journal.count == 2)
  }

  @Test func allThatWasRefusedComesBackInOrder() {
    shopper.diskFailure = Failure(.badInput, "The disk is full.")
    shopper.isDiskSlow = true
    shopper.press("space", "right", "space", "right", "space")
    shopper.letThrough()
    #expect(shopper.cart.isEmpty)
    shopper.diskFailure = nil
    shopper.press("r")
    #expect(shopper.cart == ["1 Apple", "1 Bread", "500 g Flour"])
    #expect(shopper.session.banner == nil)
  }

  @Test func `where nothing went wrong there is nothing to try again`() {
    shopper.press("r")
    #expect(shopper.notice == "There is nothing to try again.")
  }

  @Test func `what is wrong with the list is looked at again, and not called saved`() {
    shopper.send(.journalTrouble(Failure(.damaged, "This list was moved to another place.")))
    shopper.press("r")
    #expect(shopper.effects.contains(.readJournal))
    #expect(shopper.notice != "Everything is saved.")
  }

  @Test func theBannerCoversNothing() {
    let before = shopper.canvas.rows
    shopper.send(.journalTrouble(Failure(.damaged, "Change 3 was skipped.")))
    let after = shopper.canvas.rows
    #expect(after[1].contains("Change 3 was skipped."))
    #expect(after[0] == before[0])
    #expect(after[2] == before[1])
  }

  @Test func anotherProgramsStepsComeInBetween() throws {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.isDiskSlow = true
    shopper.press("space", "right", "space")
    other.press("space", "right", "right", "*")
    shopper.letThrough()
    #expect(shopper.cart == ["2 Apple", "1 Bread"])
    #expect(shopper.item("Flour")?.isFavourite == true)
    other.readNews()
    #expect(other.shared == shopper.shared)
    #expect(try shopper.journal.fold() == shopper.shared)
    #expect(shopper.brokenRule == nil)
  }

  /// The line of the first press is merged into the other's line, and the second press still means
  /// it.
  @Test func everyPressCountsWhenTwoAddAtTheSameTime() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.isDiskSlow = true
    shopper.press("space", "+")
    other.press("space")
    shopper.letThrough()
    #expect(shopper.cart == ["3 Apple"])
  }

  @Test func aLostAnswerDoesNotCountTwice() throws {
    shopper.press("space", "+")
    let all = try shopper.journal.entries(after: 0)
    let before = shopper.shared
    shopper.send(.journalAdvanced(all))
    #expect(shopper.shared == before)
  }
}
