import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// Ten thousand keys, pastes, clicks and resizes: nothing traps, and every screen is valid.
@Suite struct FuzzTests {
  private static let keys: [Key] =
    Key.Name.allCases.map { .named($0) }
    + "abcdefghijklmnopqrstuvwxyzAGLNPRSUVZ0123456789".map { .character($0) }
    + " +-=*/.,:?[]@#!\u{301}é茶👍".map { .character($0) }
    + "abcdefghklnopqrstuvwxyz".map { .control($0) } + "bfx".map { .alt($0) }

  private static let pastes = [
    "milk", "2 kg potatoes @3.20 #veg\n[x] eggs\n\n- tea", "a\tb\u{1b}[31mred\u{7}\u{0}",
    "\u{202E}abc", "{\"items\": [{\"name\": \"Tea\"}]}", "name,qty\nrice,2\n",
    String(repeating: "very ", count: 300),
    "12", "👩‍👩‍👧‍👦🇩🇪e\u{301}\u{301}\u{301}", "",
  ]

  @Test(arguments: UInt64(1)...20) func nothingTrapsAndEveryScreenIsSound(_ seed: UInt64) {
    var rng = SplitMix64(seed: seed)
    let shopper = TestApp(
      items: seed % 2 == 0 ? nil : SampleItems.many(30), author: seed % 5 == 0 ? "Ann" : "")
    shopper.context.isUnicode = seed % 4 != 0
    shopper.context.pictures = rng.pick([.colour, .shades, .signs])
    shopper.watchesFrames = true
    for step in 0..<500 {
      let what = act(shopper, &rng)
      // A terminal paints once for many keys.
      guard rng.oneIn(4) else { continue }
      let flaw =
        shopper.canvas.flaw(asked: shopper.session.size) ?? shopper.brokenRule
        ?? shopper.missedFrame.map { "no frame for \($0)" } ?? oldTile(shopper)
      if let flaw {
        Issue.record("seed \(seed), step \(step), \(what): \(flaw)")
        return
      }
    }
  }

  /// A frame that reuses tiles is the one that draws them all.
  private func oldTile(_ shopper: TestApp) -> String? {
    let shown = shopper.canvas
    shopper.context.reusesTiles = false
    defer { shopper.context.reusesTiles = true }
    return shopper.canvas == shown ? nil : "a tile as it was"
  }

  private func act(_ shopper: TestApp, _ rng: inout SplitMix64) -> String {
    switch Int.random(in: 0..<100, using: &rng) {
    case 0..<86:
      let key = rng.pick(Self.keys)
      shopper.press(key)
      return key.text
    case 86..<89:
      let text = rng.pick(Self.pastes)
      shopper.paste(text)
      return "a paste of \(text)"
    case 89..<92:
      let size = RandomShopping.size(&rng)
      shopper.resize(size)
      return "\(size)"
    case 92..<96:
      let size = shopper.session.size
      let x = Int.random(in: 0..<size.width, using: &rng)
      let y = Int.random(in: 0..<size.height, using: &rng)
      shopper.click(x: x, y: y)
      return "a press at \(x),\(y)"
    case 96: shopper.diskFailure = rng.oneIn(3) ? Failure(.badInput, "The disk is full.") : nil
    case 97: shopper.send(.wheel(up: rng.oneIn(2)))
    default: shopper.wait(milliseconds: Int.random(in: 0...8000, using: &rng))
    }
    return "time, wheel or disk"
  }
}
