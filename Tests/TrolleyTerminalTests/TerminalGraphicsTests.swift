import Testing
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

@testable import TrolleyTerminal

/// Which pictures a terminal gets, by what it answers.
@Suite struct TerminalGraphicsTests {
  private static let ok = "\u{1B}_Gi=31;OK\u{1B}\\"
  private static let kitty = "\u{1B}P>|kitty(0.39.0)\u{1B}\\"
  private static let cell = "\u{1B}[6;20;10t"
  private static let plain = "\u{1B}[?62;22c"
  private static let sixel = "\u{1B}[?62;4;22c"

  /// What the keyboard brings decides, in whatever pieces.
  private func graphics(_ answers: String, isInTmux: Bool = false) -> TerminalGraphics {
    var graphics = TerminalGraphics()
    graphics.isPossible = true
    graphics.hasPalette = true
    graphics.isMultiplexed = isInTmux
    graphics.isKittyAround = isInTmux
    var decoder = KeyDecoder()
    for byte in answers.utf8 {
      decoder.feed(byte)
      for case .graphics(let answer) in decoder.take() { graphics.take(answer) }
    }
    return graphics
  }

  @Test func `a terminal with kitty's placeholders gets them`() {
    #expect(graphics(Self.ok + Self.kitty + Self.plain).method(.automatic) == .kitty)
    let ghostty = "\u{1B}P>|ghostty 1.2.0\u{1B}\\"
    #expect(graphics(Self.ok + ghostty + Self.plain).method(.automatic) == .kitty)
  }

  @Test func `a terminal with sixel gets that, if the size of its cells is known`() {
    let size = PixelSize(width: 10, height: 20)
    #expect(graphics(Self.cell + Self.sixel).method(.automatic) == .sixel(cell: size))
    #expect(graphics(Self.sixel).method(.automatic) == nil)
  }

  @Test(arguments: [
    // Too old for placeholders, names that only look like one, and none.
    "\u{1B}P>|kitty(0.27.1)\u{1B}\\", "\u{1B}P>|kitty\u{1B}\\",
    "\u{1B}P>|not kitty(0.39.0)\u{1B}\\",
    "\u{1B}P>|WezTerm 2024\u{1B}\\", "\u{1B}P>|Konsole 22.12.3\u{1B}\\", "",
  ])
  func `a terminal that takes pictures but knows no placeholders has them placed, before sixel`(
    name: String
  ) {
    let size = PixelSize(width: 10, height: 20)
    for attributes in [Self.plain, Self.sixel] {
      #expect(graphics(Self.ok + name + attributes).method(.automatic) == .placed(cell: nil))
      let sized = graphics(Self.ok + name + Self.cell + attributes)
      #expect(sized.method(.automatic) == .placed(cell: size))
      // Placeholders would be boxes.
      #expect(sized.method(.kitty) == .placed(cell: size))
      #expect(sized.method(.sixel) == (attributes == Self.sixel ? .sixel(cell: size) : nil))
      #expect(sized.method(.cells) == nil)
    }
    // Nothing is decided before the last answer, and tmux knows nothing of what lies over its text.
    #expect(graphics(Self.ok + name + Self.cell).method(.automatic) == nil)
    let tmux = graphics(Self.ok + "\u{1B}P>|tmux 3.6\u{1B}\\" + Self.cell + Self.plain)
    #expect(tmux.method(.automatic) == nil && tmux.method(.kitty) == .kitty)
  }

  @Test func `with few colours, which placeholders need for their numbers, pictures are placed`() {
    var few = graphics(Self.ok + Self.kitty + Self.plain)
    few.hasPalette = false
    #expect(few.method(.automatic) == .placed(cell: nil))
    #expect(few.method(.kitty) == .placed(cell: nil))
  }

  @Test(arguments: [
    "", plain, cell + plain, ok, kitty + plain,
    // Refused, late, and of another question.
    "\u{1B}_Gi=31;ENOENT:no\u{1B}\\" + kitty + plain, kitty + plain + ok, plain + ok + kitty,
    "\u{1B}_Gi=31;OK, or not\u{1B}\\" + plain, "\u{1B}_Gi=31;\u{1B}\\" + plain,
    "\u{1B}_Gi=32;OK\u{1B}\\" + kitty + plain, "\u{1B}_Gi=31\u{1B}\\" + kitty + plain,
    "\u{1B}_G;OK\u{1B}\\" + kitty + plain,
    // Sizes that no cell has.
    "\u{1B}[6;0;0t" + sixel, "\u{1B}[6;99999;10t" + sixel, "\u{1B}[6;20t" + sixel,
    "\u{1B}[4;20;10t" + sixel, "\u{1B}[6;-20;10t" + sixel,
  ])
  func `an answer that is not right ends in cells`(answers: String) {
    #expect(graphics(answers).method(.automatic) == nil)
  }

  @Test func `in tmux the terminal around it decides, however late it answers`() {
    let tmux = "\u{1B}P>|tmux 3.6\u{1B}\\\u{1B}[?1;2;4c"
    #expect(graphics(tmux + Self.cell, isInTmux: true).method(.automatic) == nil)
    #expect(graphics(tmux + Self.ok, isInTmux: true).method(.automatic) == .kitty)
    #expect(graphics(tmux + Self.ok).method(.automatic) == nil)
    // As through ssh, where no variable tells: it claims sixel for any terminal around it.
    #expect(graphics(Self.cell + tmux).method(.automatic) == nil)
  }

  @Test func `an endless answer ends in cells`() {
    for start in ["\u{1B}_Gi=31;", "\u{1B}P>|kitty(0.39.0)", "\u{1B}[6;20;10", "\u{1B}[?62;4"] {
      let endless = start + String(repeating: "0", count: 1 << 17)
      #expect(graphics(endless).method(.automatic) == nil)
      #expect(graphics(endless + "\u{1B}\\" + Self.plain).method(.automatic) == nil)
    }
  }

  @Test(arguments: UInt64(1)...20) func `garbage ends in cells`(seed: UInt64) {
    var rng = SplitMix64(seed: seed)
    let parts = [
      "\u{1B}", "_G", "P>|", "[", "?", "i=31;", "O", "K", ";", "t", "6", "c", "\\", "\u{7}",
    ]
    for _ in 0..<200 {
      let text = (0..<30).map { _ in rng.pick(parts) }.joined()
      #expect(graphics(text).method(.automatic) == nil)
    }
  }

  @Test func `the setting decides where the terminal says too little`() {
    let silent = graphics(Self.cell)
    #expect(silent.method(.kitty) == .kitty)
    #expect(silent.method(.sixel) == .sixel(cell: PixelSize(width: 10, height: 20)))
    #expect(graphics("").method(.sixel) == nil)
    #expect(graphics(Self.ok + Self.kitty + Self.plain).method(.cells) == nil)
    var black = silent
    black.isPossible = false
    for mode in PictureMode.allCases { #expect(black.method(mode) == nil) }
    var few = silent
    few.hasPalette = false
    #expect(few.method(.kitty) == nil)
  }

  @Test func `a wish for what the terminal says it has not ends in cells`() {
    #expect(graphics(Self.cell + Self.plain).method(.sixel) == nil)
    #expect(graphics(Self.cell + Self.sixel).method(.sixel) != nil)
    #expect(graphics(Self.cell + Self.plain).method(.kitty) == nil)
    #expect(graphics(Self.cell + Self.sixel).method(.kitty) == nil)
    #expect(graphics(Self.ok + Self.kitty + Self.plain).method(.kitty) == .kitty)
    // What is around a multiplexer answers late or not at all.
    #expect(graphics(Self.plain, isInTmux: true).method(.kitty) == .kitty)
    #expect(graphics(Self.cell + Self.plain, isInTmux: true).method(.sixel) != nil)
  }

  @Test func `all questions are one write, and tmux passes the picture on`() {
    let plain = GraphicsProbe.question(isInTmux: false)
    #expect(plain == "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>0q\u{1B}[16t")
    let passed = GraphicsProbe.question(isInTmux: true)
    #expect(
      passed.hasPrefix(
        "\u{1B}Ptmux;\u{1B}\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\u{1B}\\\u{1B}\\"))
  }
}
