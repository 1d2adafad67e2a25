import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// A message longer than the screen can be scrolled to its end.
@Suite struct DialogTests {
  private func shopper(_ size: Size) -> TestApp {
    let shopper = TestApp(items: SampleItems.all, size: size)
    shopper.openHome()
    shopper.press("L")
    while shopper.session.signIn.focus != 3 { shopper.press("tab") }
    shopper.press("enter")
    return shopper
  }

  private func text(_ shopper: TestApp) -> String {
    shopper.canvas.rows.joined(separator: " ").filter {
      !$0.isWhitespace && !"│╭╮╰╯─↑↓".contains($0)
    }
  }

  @Test func allOfItIsReadOnTheSmallestScreen() throws {
    let shopper = shopper(.small)
    let message = try #require(shopper.dialog?.message)
    let words = message.split(whereSeparator: \.isWhitespace).map(String.init)
    var seen: Set<String> = []
    for _ in 0..<20 {
      let shown = text(shopper)
      seen.formUnion(words.filter { shown.contains($0) })
      #expect(shown.contains("[OK]"))
      shopper.press("down")
    }
    #expect(seen == Set(words))
    for _ in 0..<30 { shopper.press("up") }
    #expect(text(shopper).contains("Signinginwith"))
    shopper.press("enter")
    #expect(shopper.dialog == nil)
  }

  @Test func whereAllOfItFitsTheArrowsMoveBetweenButtons() throws {
    let shopper = TestApp(items: SampleItems.all)
    shopper.diskFailure = Failure(.badInput, "The disk is full.")
    shopper.press("space", "q")
    #expect(shopper.dialog?.buttons.count == 2)
    shopper.press("down")
    #expect(shopper.dialog?.focus == 1)
    shopper.press("k")
    #expect(shopper.dialog?.focus == 0)
  }
}
