import Foundation
import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// Every page and overlay as users see it.
@Suite struct GoldenTests {
  /// One scene for each layout, also recorded at other sizes, to show how it uses little room and
  /// much.
  private static let layouts: Set<String> = [
    "barcode-in-store", "cart-long", "cart-usual", "catalogue", "catalogue-product",
    "catalogue-table",
    "category",
    "checkout-errors", "checkout-thanks", "details", "edit", "employee-form-errors", "help",
    "home-code", "home-people", "home-sign-in", "items-banner", "items-marks", "items-odd-names",
    "items-table", "items-usual", "machines", "machines-code", "machines-offline", "mail-form",
    "nearby-consent", "nearby-found", "online-12",
    "order-opened", "orders-usual", "palette", "paste-preview", "people", "pictures-consent",
    "pictures-details", "pictures-tiles", "quick-add", "settings", "settings-search",
    "shared-offline", "shop", "shop-code", "shop-large", "sign-in", "sort", "store-form-errors",
    "stores-usual",
  ]
  private static let shaded: Set<String> = [
    "items-usual", "cart-usual", "details", "pictures-tiles",
  ]
  private static let plain: Set<String> = [
    "items-usual", "cart-usual", "details", "checkout-thanks", "items-odd-names", "online-2",
  ]

  private static func name(_ scene: Scenario, _ size: Size) -> String {
    "\(scene.name)@\(size.width)x\(size.height)"
  }

  @Test(arguments: Scenario.all, [Size.small, .standard, .large])
  func everyScreenLooksAsItWasApproved(_ scene: Scenario, _ size: Size) {
    let shopper = scene.shopper(size)
    let canvas = shopper.canvas
    #expect(canvas.flaw(asked: size) == nil)
    if size == .standard || Self.layouts.contains(scene.name) {
      expectGolden(canvas, Self.name(scene, size))
    }
  }

  @Test func `no approved screen is left over`() throws {
    var names = Set(Scenario.all.map { Self.name($0, .standard) })
    for name in Self.layouts { names.formUnion([name + "@40x12", name + "@120x40"]) }
    names.formUnion(Self.shaded.map { $0 + "-shades@80x24" })
    names.formUnion(Self.plain.map { $0 + "-ascii@80x24" })
    names.formUnion(Scenario.settings.map { $0.name + "@200x60" })
    names.formUnion(ConfettiTests.goldens + ["too-small@19x5"])
    // They are being written.
    guard !Golden.isRecording else { return }
    let files = try FileManager.default.contentsOfDirectory(atPath: Golden.directory)
    #expect(Set(files) == Set(names.map { $0 + ".txt" }))
  }

  @Test(arguments: Scenario.all.filter { shaded.contains($0.name) })
  func withoutColoursPicturesAreShades(_ scene: Scenario) {
    let shopper = scene.shopper(.standard)
    shopper.context = RenderContext(pictures: .shades)
    expectGolden(shopper.canvas, "\(scene.name)-shades@80x24")
    #expect(shopper.canvas.cells.count { $0.foreground != 0 || $0.background != 0 } == 0)
  }

  @Test(arguments: Scenario.all.filter { shaded.contains($0.name) })
  func `the theme without colours has no coloured pictures`(_ scene: Scenario) {
    let shopper = scene.shopper(.standard)
    shopper.context = RenderContext(pictures: .shades)
    let shades = shopper.canvas.text
    shopper.context = RenderContext()
    while shopper.session.theme != .none { shopper.press("ctrl-t") }
    let cells = shopper.canvas.cells
    #expect(cells.count { $0.foreground != 0 || $0.background != 0 } == 0)
    #expect(shopper.canvas.text.contains("▒") == shades.contains("▒"))
  }

  @Test(arguments: Scenario.all)
  func anASCIITerminalGetsASCII(_ scene: Scenario) {
    let shopper = scene.shopper(.standard)
    shopper.context = RenderContext(isUnicode: false, pictures: .signs)
    #expect(shopper.canvas.flaw(asked: .standard) == nil)
    if Self.plain.contains(scene.name) { expectGolden(shopper.canvas, "\(scene.name)-ascii@80x24") }
  }

  @Test func belowTheSmallestSizeOneLineAsksForRoom() {
    for (width, height) in [(1, 1), (5, 3), (19, 40), (200, 4)] {
      let shopper = TestApp(size: Size(width: width, height: height))
      let canvas = shopper.canvas
      #expect(canvas.flaw(asked: Size(width: width, height: height)) == nil)
      #expect(canvas.rows.count { !$0.isEmpty } == 1)
    }
    expectGolden(TestApp(size: Size(width: 19, height: 5)).canvas, "too-small@19x5")
  }

  @Test(arguments: Scenario.all) func theSizeComesBackAsItWas(_ scene: Scenario) {
    let shopper = scene.shopper(.standard)
    let before = shopper.canvas
    let focus = shopper.state.focusedItem?.id
    for size in [Size(width: 20, height: 5), .large, Size(width: 3, height: 1), .standard] {
      shopper.resize(size)
      #expect(shopper.canvas.flaw(asked: size) == nil)
    }
    #expect(shopper.state.focusedItem?.id == focus)
    #expect(shopper.canvas.rows == before.rows)
  }
}
