import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// The mouse in the last line: what is shown there can be clicked, and nothing else.
@Suite struct HintPressTests {
  private static func target(_ canvas: Canvas, x: Int, y: Int) -> HitTarget? {
    canvas.hits.last { $0.area.contains(Point(x: x, y: y)) }?.target
  }

  @Test(arguments: Scenario.all, [Size.small, .standard, .large])
  func `every hint that is drawn does what its key does`(_ scene: Scenario, _ size: Size) throws {
    let shopper = scene.shopper(size)
    let canvas = shopper.canvas
    let session = shopper.session
    let y = session.layout.hintLine
    let line = (0..<size.width).map { canvas[$0, y].text }
    for hint in shopper.state.hints {
      let text = (hint.key + " " + hint.label).map { String($0) }
      let places = line.indices.filter {
        line[$0...].starts(with: text) && ($0 == 0 || line[$0 - 1] == " ")
          && canvas[$0, y].role == .accent
      }
      guard let x = places.first else { continue }
      for x in x..<x + text.count {
        #expect(Self.target(canvas, x: x, y: y) == .command(hint.command), "\(hint)")
      }
      let key = try #require(Key(text: hint.key), "\(hint)")
      let meant = session.keymap.command(for: key, in: session.scope, use: shopper.shared.use)
      #expect(meant == hint.command, "\(hint)")
    }
    for x in line.indices {
      guard let target = Self.target(canvas, x: x, y: y) else { continue }
      let isHint =
        shopper.state.hints.contains { target == .command($0.command) }
        || session.notice?.command.map { target == .command($0) } == true
      #expect(isHint && !line.joined().contains("esc is done"), "\(target) at \(x)")
    }
  }

  @Test func `the key that a notice names can be clicked`() {
    let shopper = TestApp(size: .standard)
    let count = shopper.shared.items.count
    shopper.press("d")
    #expect(shopper.shared.items.count == count - 1)
    shopper.click("u to undo")
    #expect(shopper.shared.items.count == count)
  }

  @Test func `hints and buttons work in details and forms`() throws {
    let shopper = TestApp(size: .standard)
    shopper.press("enter")
    shopper.click("[ + ]")
    #expect(shopper.canvas.text.contains("[ - ] 2 [ + ]"))
    shopper.click("esc back")
    #expect(shopper.session.overlays.isEmpty)
    shopper.press("enter", "e")
    shopper.click("esc cancel")
    guard case .details? = shopper.session.overlays.last else {
      Issue.record("\(shopper.canvas.text)")
      return
    }
    shopper.press("e")
    shopper.type("X")
    shopper.click("[ Save ]")
    #expect(shopper.canvas.text.contains("╭─ X"))
  }

  @Test func `what an overlay covers cannot be clicked`() {
    let shopper = TestApp(size: .standard)
    for key in ["enter", "a", "?"] {
      shopper.press(key)
      let hits = shopper.canvas.hits
      #expect(!hits.contains { $0.target == .command(.show(.cart)) }, "\(key)")
      shopper.press("esc")
    }
  }
}
