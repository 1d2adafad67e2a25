import Testing
import TrolleyModel

@testable import TrolleyUI

@Suite struct CanvasTests {
  /// Two thirds of the way to the background; cells without a colour of their own stay without.
  @Test(arguments: [(true, UInt32(0x0155_3300)), (false, 0x01FF_DDAA)])
  func whatLiesBehindAPanelIsFaded(_ isDark: Bool, _ faded: UInt32) {
    let size = Size(width: 3, height: 1)
    var canvas = Canvas(size: size, isDark: isDark)
    canvas.put(
      Cell(glyph: 0x2598, role: .text, foreground: 0x01FF_9900), at: Point(x: 0, y: 0))
    canvas.put(
      Cell(glyph: 32, role: .text, background: 0x01FF_9900), at: Point(x: 1, y: 0))
    canvas.tint(Rect(x: 0, y: 0, width: 2, height: 1), .shade)
    #expect(canvas[0, 0].foreground == faded && canvas[0, 0].background == 0)
    #expect(canvas[1, 0].background == faded && canvas[1, 0].foreground == 0)
    #expect(canvas[0, 0].role == .shade && canvas[2, 0].role == .text)
  }
}
