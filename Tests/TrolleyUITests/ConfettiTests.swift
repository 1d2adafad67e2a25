import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyUI

/// Confetti, frame by frame, with fixed seeds.
@Suite struct ConfettiTests {
  static let kinds: [Confetti.Kind] = [.complete, .name(["Crème brûlée"]), .deleted(["お茶 Tea"])]
  static let sizes = [
    Size(width: 20, height: 5), .small, .standard, .large, Size(width: 200, height: 60),
    Size(width: 7, height: 90), Size(width: 300, height: 6),
  ]

  private func drawn(
    _ kind: Confetti.Kind, _ elapsed: Int, seed: UInt64 = 7, size: Size = .standard,
    isUnicode: Bool = true, isDark: Bool = true
  ) -> Canvas {
    var canvas = Canvas(size: size, isUnicode: isUnicode)
    let confetti = Confetti(kind, seed: seed, start: 0)
    ConfettiOverlay.drawNames(
      confetti, elapsed: elapsed, in: Rect(size), isDark: isDark, on: &canvas)
    ConfettiOverlay.draw(confetti, elapsed: elapsed, isDark: isDark, on: &canvas)
    return canvas
  }

  private func pieces(_ canvas: Canvas) -> [Cell] { canvas.cells.filter { $0.foreground != 0 } }

  // MARK: How it looks

  /// A cart whose last line was just picked, an item just added, or one just deleted.
  private func shopper(_ kind: String, _ size: Size) -> TestApp {
    let shopper = TestApp(size: size)
    shopper.press("space", "right", "right", "space", "right", "space", "home", "2")
    switch kind {
    case "complete": shopper.press("ctrl-a", "space")
    case "added":
      shopper.press("a")
      shopper.type("Marmalade")
      shopper.press("enter", "esc")
    default:
      shopper.press("1", "d")
    }
    return shopper
  }

  private static let moments = [320, 800, 1376]
  private static let events = ["complete", "added", "deleted"]

  /// The names of the goldens.
  static let goldens =
    events.flatMap { kind in moments.map { "confetti-\(kind)-\($0)@80x24" } }
    + ["confetti-complete-800@40x12", "confetti-complete-800@120x40"]

  @Test(arguments: events, moments)
  func threeMomentsOfEachKind(_ kind: String, _ moment: Int) {
    let shopper = shopper(kind, .standard)
    shopper.wait(milliseconds: moment)
    #expect(shopper.canvas.flaw(asked: .standard) == nil)
    expectGolden(shopper.canvas, "confetti-\(kind)-\(moment)@80x24", colours: true)
  }

  @Test(arguments: [Size.small, .large]) func inOtherWindows(_ size: Size) {
    let shopper = shopper("complete", size)
    shopper.wait(milliseconds: 800)
    expectGolden(
      shopper.canvas, "confetti-complete-800@\(size.width)x\(size.height)", colours: true)
  }

  @Test func manyShapesAndColours() {
    let all = stride(from: 160, to: 1600, by: 160).flatMap { pieces(drawn(.complete, $0)) }
    #expect(Set(all.map(\.glyph)).count >= 16)
    #expect(Set(all.map(\.foreground)).count >= 20)
  }

  @Test func theScreenIsFullOfItForMostOfTheTime() {
    for size in Self.sizes where size.width >= 20 {
      for elapsed in stride(from: 256, to: 1300, by: 64) {
        let count = pieces(drawn(.complete, elapsed, size: size)).count
        #expect(count >= 12, "\(count) pieces at \(elapsed), \(size)")
      }
    }
  }

  /// What hangs together on a line, of one colour.
  private func runs(_ canvas: Canvas) -> [String] {
    var runs: [String] = []
    for y in 0..<canvas.size.height {
      var run = ""
      for x in 0..<canvas.size.width {
        let cell = canvas[x, y]
        if cell.foreground != 0 {
          run += cell.text
        } else if cell.glyph != Cell.continuation {
          if !run.isEmpty { runs.append(run) }
          run = ""
        }
      }
      if !run.isEmpty { runs.append(run) }
    }
    return runs
  }

  private static let blocks = Set(" ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█")

  @Test func `a name falls in whole words, or on its edge`() {
    for seed in UInt64(1)...20 {
      for elapsed in stride(from: 96, to: 1400, by: 96) {
        for run in runs(drawn(.name(["Müsli"]), elapsed, seed: seed)) {
          let isLarge = run.allSatisfy { Self.blocks.contains($0) }
          let isEdge = run.allSatisfy { $0 == "━" }
          // Two words may stand side by side.
          let words = run.split(separator: "━").joined().replacing("Müsli", with: "")
          #expect(isLarge || isEdge || words.allSatisfy { Self.blocks.contains($0) }, "\(run)")
        }
      }
    }
  }

  @Test func `where there is room the name is large`() {
    let canvas = drawn(.name(["Milk"]), 320)
    #expect(pieces(canvas).filter { Self.blocks.contains($0.text.first ?? "x") }.count > 24)
    // Without block letters for them, names are as they are written.
    let plain = runs(drawn(.name(["お茶"]), 480))
    #expect(!plain.isEmpty && plain.allSatisfy { $0.contains("お茶") || $0.contains("━") })
    #expect(!runs(drawn(.name(["Milk"]), 480, size: .small, isUnicode: false)).isEmpty)
  }

  @Test func `a name is in one colour and its shades`() {
    for isDark in [true, false] {
      let hues = ConfettiColour.allCases.map { colour in
        Set(
          (0...2).flatMap { tone in
            let shades = colour.shades(isDark: isDark, tone: tone)
            return [shades.light, shades.base, shades.deep]
          })
      }
      for seed in UInt64(1)...20 {
        let used = Set(
          pieces(drawn(.name(["Müsli 2"]), 640, seed: seed, isDark: isDark)).map(\.foreground))
        #expect(!used.isEmpty)
        #expect(hues.contains { used.isSubset(of: $0) }, "seed \(seed): \(used)")
      }
    }
  }

  @Test func `names are gone within a second and a half`() {
    for kind in [Confetti.Kind.name(["Milk"]), .deleted(["Milk"])] {
      #expect(drawn(kind, 1500) == Canvas(size: .standard))
      #expect(pieces(drawn(kind, 1100)).count > 10)
    }
  }

  @Test(arguments: ["added", "deleted", "complete"])
  func `confetti leaves header, hints, status and input alone`(_ kind: String) {
    let shopper = shopper(kind, .standard)
    var still = shopper.state
    still.session.confetti = []
    for _ in 0..<50 {
      shopper.wait(milliseconds: 32)
      still.session.clock = shopper.state.session.clock
      still.session.notice = shopper.state.session.notice
      let quiet = render(still)
      let layout = shopper.state.session.layout
      let list = kind == "complete" ? layout.body : layout.list
      for y in 0..<24 where y < list.y || y >= list.maxY {
        #expect(shopper.canvas.rows[y] == quiet.rows[y])
      }
    }
  }

  @Test func whatIsDeletedFallsInReds() {
    for elapsed in stride(from: 96, to: 1500, by: 96) {
      for cell in pieces(drawn(.deleted(["Milk"]), elapsed)) {
        let (r, g, b) = (
          cell.foreground >> 16 & 255, cell.foreground >> 8 & 255, cell.foreground & 255
        )
        #expect(r > g && r > b)
      }
    }
    // Confetti for an added item never does.
    let red = ConfettiColour.red.shades(isDark: true, tone: 1)
    for seed in UInt64(0)...50 {
      let all = pieces(drawn(.name(["Milk"]), 600, seed: seed))
      #expect(!all.contains { $0.foreground == red.base })
    }
  }

  @Test func shadesStandOutOnTheirGround() {
    func brightness(_ c: UInt32) -> UInt32 {
      (c >> 16 & 255) * 3 + (c >> 8 & 255) * 6 + (c & 255)
    }
    for colour in ConfettiColour.allCases {
      for tone in 0...2 {
        let dark = colour.shades(isDark: true, tone: tone)
        let light = colour.shades(isDark: false, tone: tone)
        #expect(brightness(dark.light) >= 700, "\(colour) \(tone) on dark")
        #expect(brightness(light.base) <= 1700, "\(colour) \(tone) on light")
      }
    }
  }

  // MARK: Limits

  @Test(arguments: kinds, sizes)
  func itNeverDrawsOutsideAndEverySignIsWhole(_ kind: Confetti.Kind, _ size: Size) {
    for isUnicode in [true, false] {
      for elapsed in stride(from: -64, through: 2048, by: 32) {
        let canvas = drawn(kind, elapsed, size: size, isUnicode: isUnicode)
        #expect(canvas.flaw(asked: size) == nil)
      }
    }
  }

  @Test(arguments: kinds, sizes) func itEndsWithinTwoSeconds(_ kind: Confetti.Kind, _ size: Size) {
    let blank = Canvas(size: size)
    #expect(Confetti(kind, seed: 1, start: 0).duration <= 2000)
    for elapsed in [0, Confetti(kind, seed: 1, start: 0).duration, 2000, 60_000] {
      #expect(drawn(kind, elapsed, size: size) == blank)
    }
  }

  @Test func itIsAFunctionOfSeedAndTime() {
    for kind in Self.kinds {
      #expect(drawn(kind, 640) == drawn(kind, 640))
      #expect(drawn(kind, 640) != drawn(kind, 672))
      #expect(drawn(kind, 640) != drawn(kind, 640, seed: 8))
    }
  }

  @Test(arguments: Scenario.all) func everyCellComesBack(_ scene: Scenario) {
    var still = scene.shopper(.standard).state
    var moving = still
    still.session.confetti = []
    let start = moving.session.clock
    moving.session.confetti = Self.kinds.enumerated().map { at, kind in
      Confetti(kind, seed: UInt64(at), start: start.monotonic + at * 30)
    }
    var clock = start
    var seen = 0
    // Every fifth frame, with a different offset for each scene: all of them would be many
    // thousands.
    clock.monotonic += scene.name.utf8.count % 5 * Confetti.frame
    while moving.session.nextFrame != nil {
      clock.monotonic += 5 * Confetti.frame
      _ = reduce(&still, .clock(clock))
      _ = reduce(&moving, .clock(clock))
      let canvas = render(moving)
      #expect(canvas.flaw(asked: .standard) == nil)
      if canvas != render(still) { seen += 1 }
    }
    #expect(clock.monotonic - start.monotonic <= 2000 + 60 + 5 * Confetti.frame)
    // Before the sign-in nothing may fall: confetti could reveal letters of names.
    #expect(moving.session.isLocked ? seen == 0 : seen > 8)
    #expect(render(moving).cells == render(still).cells)
  }

  @Test func wideSignsAreLeftWhole() {
    var page = Canvas(size: .standard)
    for y in 0..<24 {
      page.write(String(repeating: "日本 ", count: 16), at: Point(x: y % 5, y: y))
    }
    for kind in Self.kinds {
      for elapsed in stride(from: 32, to: 1900, by: 32) {
        var canvas = page
        let confetti = Confetti(kind, seed: 3, start: 0)
        ConfettiOverlay.drawNames(
          confetti, elapsed: elapsed, in: Rect(.standard), isDark: true, on: &canvas)
        ConfettiOverlay.draw(confetti, elapsed: elapsed, isDark: true, on: &canvas)
        #expect(canvas.flaw(asked: .standard) == nil)
        for at in page.cells.indices where DisplayWidth.of(page.cells[at].text) == 2 {
          #expect(canvas.cells[at] == page.cells[at])
        }
      }
    }
  }

  @Test func whatIsBeingTypedStaysReadable() {
    let shopper = TestApp()
    shopper.press("a")
    shopper.type("butter")
    shopper.press("enter")
    shopper.type("2 kg flour")
    for _ in 0..<50 {
      shopper.wait(milliseconds: 32)
      #expect(shopper.canvas.rows[22].contains("2 kg flour"))
    }
  }

  @Test func aKeyBetweenTwoFramesMovesNothing() {
    let shopper = shopper("complete", .standard)
    shopper.wait(milliseconds: 640)
    let before = shopper.canvas
    shopper.wait(milliseconds: 17)
    #expect(shopper.canvas == before)
    // The key's own change is visible, and the confetti goes on.
    let focus = shopper.session.cart.focus
    shopper.press("end")
    #expect(shopper.session.cart.focus != focus)
    #expect(!shopper.session.confetti.isEmpty && shopper.canvas != before)
  }

  @Test(arguments: [
    ("W", ["█   █", "█ ▄ █", "█▀ ▀█"]), ("R", ["█▀▀▀▄", "█▀█▀ ", "█  ▀▄"]),
    ("E", ["█▀▀▀▀", "█▄▄▄ ", "█▄▄▄▄"]), ("5", ["█▀▀▀▀", "▀▀▀▀▄", "▀▄▄▄▀"]),
  ])
  func `a large letter keeps its shape in three lines`(_ letter: String, _ lines: [String]) throws {
    let drawn = try #require(ConfettiLetters.large(letter, room: 5))
    let texts = drawn.map { line in
      String(String.UnicodeScalarView(line.compactMap(Unicode.Scalar.init)))
    }
    #expect(texts == lines)
  }

  @Test func `what falls stays on its page`() {
    let shopper = shopper("complete", .standard)
    shopper.wait(milliseconds: 640)
    #expect(!shopper.session.confetti.isEmpty)
    shopper.press("3")
    #expect(pieces(shopper.canvas).isEmpty)
    shopper.press("2")
    #expect(shopper.session.confetti.isEmpty)
  }

  @Test func theFrameOfTheKeyItselfIsWithoutIt() {
    let falling = shopper("complete", .standard)
    let still = TestApp(stillness: .wished)
    still.press("space", "right", "right", "space", "right", "space", "home", "2")
    still.press("ctrl-a", "space")
    #expect(falling.canvas == still.canvas)
  }

  @Test func offMeansNotOneCell() {
    for why in [MotionDisabledReason.wished, .noColour, .slow] {
      let still = TestApp(stillness: why)
      still.press("d")
      still.wait(milliseconds: 640)
      let other = TestApp()
      other.perform(.switchMotion)
      other.wait(milliseconds: 9000)
      other.press("d")
      other.wait(milliseconds: 640)
      #expect(still.canvas == other.canvas)
    }
  }
}
