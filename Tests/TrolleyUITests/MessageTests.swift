import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyUI

/// What happened, and why something was refused, can be read in full.
@Suite struct MessageTests {
  private static let long =
    "The wine catalogue can't be reached (since 10:42): the name catalogue.example.org could not be "
    + "looked up. What was seen of it here is shown."

  /// The words of a screen's last lines.
  private func words(_ canvas: Canvas, _ lines: Int) -> String {
    canvas.rows.suffix(lines).joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  private func expectShown(_ text: String, _ state: AppState, _ place: String) {
    var state = state
    state.notice(text, .danger)
    let size = state.session.size
    let shown = words(render(state), size.height / 2)
    let whole = text.split(separator: " ").joined(separator: " ")
    #expect(shown.contains(whole), "\(place) at \(size): \(shown)")
  }

  @Test(arguments: [Size.small, .standard])
  func `on a page, over a form, a dialog, a picker and beside the line that adds`(_ size: Size) {
    for keys in [[], ["A"], ["?"], ["enter"], ["a"]] {
      let shopper = TestApp(items: SampleItems.all, size: size)
      for key in keys { shopper.press(key) }
      expectShown(Self.long, shopper.state, "\(keys)")
    }
  }

  @Test(arguments: [Size.small, .standard]) func `every refusal`(_ size: Size) {
    let shopper = TestApp(items: SampleItems.all, size: size)
    shopper.press("enter")
    let name = "Crème fraîche légère"
    let errors: [ChangeError] = [
      .nothingToDo, .badQuantity("0", .english), .notInCart(name), .leastQuantity(name, "1"),
      .onlyOwner("Wilhelmina van der Meer"), .signInFirst,
    ]
    for error in errors { expectShown(error.sentence, shopper.state, "\(error)") }
  }

  @Test func `a long one stays as long as it takes to read it`() {
    var state = TestApp().state
    state.notice("Saved.")
    let short = state.session.notice?.until ?? 0
    state.notice(Self.long)
    #expect((state.session.notice?.until ?? 0) >= short + 2000)
  }

  @Test func `what a field hints at ends behind a word`() {
    let shopper = TestApp(items: SampleItems.all, size: .small)
    shopper.press("space", "o")
    #expect(!shopper.canvas.text.contains("sto…"))
    #expect(shopper.canvas.text.contains("(optional: one of your…)"))
  }
}
