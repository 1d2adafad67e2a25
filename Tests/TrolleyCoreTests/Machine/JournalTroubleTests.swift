import Testing
import TrolleyCore
import TrolleyTestSupport

@Suite struct JournalTrouble {
  let shopper = TestShopper(items: SampleItems.all)

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

  @Test func nothingRefusedSaysThatAllIsSaved() {
    shopper.press("r")
    #expect(shopper.notice == "Everything is saved.")
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
    let other = TestShopper(sharing: shopper.journal, replica: ReplicaID(7))
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

  /// The line of the first press ends in the other's line, and the second press still means the first.
  @Test func everyPressCountsWhenTwoAddAtTheSameTime() {
    let other = TestShopper(sharing: shopper.journal, replica: ReplicaID(7))
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
