import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI
import TrolleyWire

/// A QR code on the canvas, decoded from its cells.
@Suite struct QRPictureTests {
  private func shopper(_ size: Size, side: Int) -> TestApp {
    var rng = SplitMix64(seed: 7)
    let modules = (0..<side * side).map { _ in Bool.random(using: &rng) }
    let shopper = TestApp(size: size)
    shopper.openHome()
    shopper.press("L")
    shopper.worker.says = [
      .showCode(
        DeviceCode(
          userCode: "ABCD-EFGH", address: "https://example.org/device",
          qr: QRCode(side: side, modules: modules), expiresIn: 600))
    ]
    var preferences = Preferences()
    preferences.signIn.google.clientID = "id"
    let home = TestApp(
      sharing: shopper.journal, replica: ReplicaID(9), size: size, preferences: preferences)
    home.worker = shopper.worker
    home.press("tab", "tab", "tab", "enter")
    return home
  }

  /// The modules drawn in black and white, two for each cell.
  private func modules(_ canvas: Canvas) -> [[Bool]] {
    let black: UInt32 = 0x0100_0000
    var rows: [[Bool]] = []
    let width = canvas.size.width
    for y in 0..<canvas.size.height {
      let cells = canvas.cells[y * width..<(y + 1) * width].filter { $0.glyph == 0x2580 }
      guard !cells.isEmpty else { continue }
      rows.append(cells.map { $0.foreground == black })
      rows.append(cells.map { $0.background == black })
    }
    return rows
  }

  @Test func `a window that is too small hears of the smallest that is large enough`() throws {
    let shopper = TestApp(items: [], size: Size(width: 40, height: 12))
    shopper.worker.code = QRCode(side: 81, modules: Array(repeating: true, count: 81 * 81))
    shopper.paste((0..<40).map { "thing with number \($0)" }.joined(separator: "\n"))
    shopper.press("enter", "2", "Y")
    guard case .code(let code)? = shopper.session.overlays.last else {
      Issue.record("no code")
      return
    }
    let least = try #require(code.leastWindow)
    #expect(least.height < 24)
    #expect(shopper.canvas.text.contains("of \(least.width)"), "\(shopper.canvas.text)")
    for height in [least.height, least.height - 1] {
      shopper.resize(Size(width: least.width, height: height))
      guard case .code(let code)? = shopper.session.overlays.last else { continue }
      let side = min(least.width, 2 * (height - 2)) - 2 * QRCode.quiet
      let room = QRCode.capacity(side: side)
      #expect(code.pages.allSatisfy { $0.utf8.count <= room } == (height == least.height))
    }
  }

  @Test(arguments: [21, 25, 29])
  func everyModuleIsWhereItBelongsWithLightAround(_ side: Int) throws {
    let shopper = shopper(.standard, side: side)
    guard case .provider(let state)? = shopper.session.overlays.last,
      case .code(let code, _) = state.stage, let qr = code.qr
    else {
      Issue.record("no code is shown")
      return
    }
    let drawn = modules(shopper.canvas)
    try #require(drawn.count >= side + 4)
    for (y, row) in drawn.enumerated() {
      try #require(row.count == side + 4)
      for (x, isDark) in row.enumerated() {
        let isInside = (2..<side + 2).contains(x) && (2..<side + 2).contains(y)
        #expect(isDark == (isInside && qr.modules[(y - 2) * side + x - 2]))
      }
    }
  }

  @Test func whereItDoesNotFitTheCodeIsEnough() {
    for (size, side) in [(Size.small, 21), (.standard, 57)] {
      let shopper = shopper(size, side: side)
      #expect(modules(shopper.canvas).isEmpty)
      #expect(shopper.canvas.rows.joined().contains("ABCD-EFGH"))
    }
  }

  @Test func withoutColoursTheInkDrawsTheLightModules() {
    let shopper = shopper(.standard, side: 21)
    shopper.context = RenderContext(pictures: .shades)
    #expect(shopper.canvas.cells.allSatisfy { $0.foreground == 0 && $0.background == 0 })
    #expect(shopper.canvas.cells.contains { $0.glyph == 0x2588 })
  }
}
