import Testing
import TrolleyCore
import TrolleyTestSupport
import TrolleyUI

/// Every page and overlay at three sizes, as a person would see them.
@Suite struct GoldenTests {
  @Test(arguments: Scene.all, [Size.small, .usual, .large])
  func everyScreenLooksAsItWasApproved(_ scene: Scene, _ size: Size) {
    let shopper = scene.shopper(size)
    let canvas = shopper.canvas
    #expect(canvas.flaw(asked: size) == nil)
    expectGolden(canvas, "\(scene.name)@\(size.width)x\(size.height)")
  }

  @Test(
    arguments: Scene.all.filter {
      ["items-usual", "cart-usual", "details", "pictures-tiles"].contains($0.name)
    })
  func withoutColoursPicturesAreShades(_ scene: Scene) {
    let shopper = scene.shopper(.usual)
    shopper.context = RenderContext(pictures: .shades)
    expectGolden(shopper.canvas, "\(scene.name)-shades@80x24")
    #expect(shopper.canvas.cells.count { $0.foreground != 0 || $0.background != 0 } == 0)
  }

  @Test(arguments: Scene.all)
  func anASCIITerminalGetsASCII(_ scene: Scene) {
    let shopper = scene.shopper(.usual)
    shopper.context = RenderContext(isUnicode: false, pictures: .signs)
    #expect(shopper.canvas.flaw(asked: .usual) == nil)
    let shown = [
      "items-usual", "cart-usual", "details", "checkout-thanks", "items-odd-names", "online-2",
    ]
    if shown.contains(scene.name) { expectGolden(shopper.canvas, "\(scene.name)-ascii@80x24") }
  }

  @Test func belowTheSmallestSizeOneLineAsksForRoom() {
    for (width, height) in [(1, 1), (5, 3), (19, 40), (200, 4)] {
      let shopper = TestShopper(size: Size(width: width, height: height))
      let canvas = shopper.canvas
      #expect(canvas.flaw(asked: Size(width: width, height: height)) == nil)
      #expect(canvas.rows.count { !$0.isEmpty } == 1)
    }
    expectGolden(TestShopper(size: Size(width: 19, height: 5)).canvas, "too-small@19x5")
  }

  @Test(arguments: Scene.all) func theSizeComesBackAsItWas(_ scene: Scene) {
    let shopper = scene.shopper(.usual)
    let before = shopper.canvas
    let focus = shopper.state.focusedItem?.id
    for size in [Size(width: 20, height: 5), .large, Size(width: 3, height: 1), .usual] {
      shopper.resize(size)
      #expect(shopper.canvas.flaw(asked: size) == nil)
    }
    #expect(shopper.state.focusedItem?.id == focus)
    #expect(shopper.canvas.rows == before.rows)
  }
}
