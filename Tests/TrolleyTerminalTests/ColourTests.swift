import Testing
import TrolleyModel

@testable import TrolleyTerminal

@Suite struct ColourTests {
  private static let entries: [(Int32, RGB)] =
    (0..<216).map { i in
      let levels = ColourMatch.levels.map(UInt8.init)
      return (Int32(16 + i), RGB(levels[i / 36], levels[i / 6 % 6], levels[i % 6]))
    }
    + (0..<24).map { i in
      let v = UInt8(8 + 10 * i)
      return (Int32(232 + i), RGB(v, v, v))
    }

  private func distance(_ a: RGB, _ b: RGB) -> Int {
    ColourMatch.distance(a, Int(b.red), Int(b.green), Int(b.blue))
  }

  @Test func paletteColoursMapToThemselves() {
    for (entry, colour) in Self.entries {
      let found = Self.entries[Int(ColourMatch.entry256(colour)) - 16].1
      #expect(found == colour, "entry \(entry)")
    }
  }

  @Test func noEntryIsNearer() {
    for red in stride(from: UInt8(0), through: 255, by: 15) {
      for green in stride(from: UInt8(0), through: 255, by: 17) {
        for blue in stride(from: UInt8(0), through: 255, by: 51) {
          let colour = RGB(red, green, blue)
          let found = Self.entries[Int(ColourMatch.entry256(colour)) - 16].1
          let least = Self.entries.map { distance(colour, $0.1) }.min()
          #expect(distance(colour, found) == least)
        }
      }
    }
  }

  @Test func standardColours() {
    for (i, colour) in ColourMatch.standard.enumerated() {
      #expect(ColourMatch.standardEntry(colour, of: 16) == Int32(i))
    }
    #expect(ColourMatch.standardEntry(RGB(250, 20, 10), of: 8) == 1)
  }

  @Test func depthFollowsTerminalAndWish() {
    func depth(_ colours: Int, _ wish: ColourMode = .auto, _ no: String? = nil) -> ColourDepth {
      ColourDepth(colours: colours, wish: wish, noColor: no)
    }
    #expect(depth(256) == .palette256)
    #expect(depth(1 << 24) == .direct)
    #expect(depth(8) == .eight)
    #expect(depth(-1) == .none)
    #expect(depth(256, .palette16) == .sixteen)
    #expect(depth(256, .auto, "1") == .none)
    #expect(depth(256, .auto, "") == .palette256)
    #expect(depth(256, .palette256, "1") == .palette256)
    #expect(depth(1 << 24, .palette256) == .direct)
  }

  @Test func lightOrDark() {
    #expect(BackgroundProbe.isDark(colorFgBg: "15;0") == true)
    #expect(BackgroundProbe.isDark(colorFgBg: "0;default;15") == false)
    #expect(BackgroundProbe.isDark(colorFgBg: "0;default") == nil)
    #expect(BackgroundProbe.isDark(colorFgBg: nil) == nil)
    #expect(BackgroundProbe.isDark(RGB(0x1C, 0x1C, 0x1C)))
    #expect(!BackgroundProbe.isDark(RGB(0xFD, 0xF6, 0xE3)))
  }

  @Test(arguments: [
    ("11;rgb:1c1c/8080/ffff", RGB(0x1C, 0x80, 0xFF)), ("11;rgb:f/0/8", RGB(255, 0, 136)),
    ("11;rgba:ffff/0000/0000/8000", RGB(255, 0, 0)), ("11;#102030", RGB(16, 32, 48)),
  ])
  func backgroundAnswers(text: String, colour: RGB) {
    #expect(BackgroundProbe.background(inAnswer: Array(text.utf8)) == colour)
  }

  @Test(arguments: ["11;rgb:1c/1c", "11;rgb:xx/00/00", "11;rgb:12345/0/0", "10;rgb:0/0/0", ""])
  func otherAnswers(text: String) {
    #expect(BackgroundProbe.background(inAnswer: Array(text.utf8)) == nil)
  }

  @Test func delaysAreNotSent() {
    #expect(TerminalModes.withoutDelays("\u{1B}[m$<2>x$5".utf8) == Array("\u{1B}[mx$5".utf8))
  }

  /// The colours of a cell's left and right half; the default ones of text and of what is behind it
  /// are -1 and -2.
  private func halves(_ glyph: UInt32, _ look: LookColours) -> [Int32] {
    let (ink, paper) = (look.front, look.back < 0 ? -2 : look.back)
    switch Unicode.Scalar(glyph) {
    case " ": return [paper, paper]
    case "█": return [ink, ink]
    case "▌": return [ink, paper]
    default: return [paper, ink]
    }
  }

  @Test func `a glyph in a neighbour's look shows the same colour`() {
    let colours: [Int32] = [-1, 0, 1, 7, 15, 16]
    let looks = colours.flatMap { front in
      colours.map { LookColours(front: front, back: $0) }
    }
    var count = 0
    for own in looks {
      for glyph in " █▌▐".unicodeScalars.map(\.value) {
        guard let colour = own.filling(of: glyph) else { continue }
        for other in looks {
          guard let substitute = other.glyph(filling: colour) else { continue }
          count += 1
          #expect(halves(substitute, other) == halves(glyph, own))
        }
      }
    }
    #expect(count > 500)
  }
}
