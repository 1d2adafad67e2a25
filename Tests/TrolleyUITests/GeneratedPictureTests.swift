import Testing

@testable import TrolleyUI

@Suite struct GeneratedPictureTests {
  @Test func everySizeIsFilled() {
    for width in 0...40 {
      for height in 0...20 {
        let cells = GeneratedPicture.cells(for: "Bread", width: width, height: height)
        #expect(cells.count == width * height)
      }
    }
  }

  @Test func isTheSameForTheSameName() {
    for name in ["Bread", "Éclair", "牛乳", "7up", ""] {
      let once = GeneratedPicture.cells(for: name, width: 17, height: 5)
      #expect(once == GeneratedPicture.cells(for: name, width: 17, height: 5))
    }
    // Hard-coded: a change of the hash would recolour everyone's items.
    #expect(GeneratedPicture.colour(of: "Bread") == GeneratedPicture.colours[4])
    #expect(GeneratedPicture.colour(of: "bread") == GeneratedPicture.colour(of: "BREAD"))
  }

  @Test func usesAllItsColours() {
    let used = Set((0..<400).map { GeneratedPicture.colour(of: "item \($0)") })
    #expect(used.count == GeneratedPicture.colours.count)
  }

  @Test(arguments: [
    "", " ", "\n\t", "\u{1B}[31m", "\u{0}", "\u{200D}", "\u{FE0F}", "ß", "ﬁg", "e\u{301}clair",
    "👩‍👩‍👧‍👦", "🇩🇪", "牛乳", "\u{301}", "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "?", "(x)", "9",
    "ขนม", "नमक", "\u{202E}abc",
  ])
  func drawsAnyNameAtAnySize(name: String) {
    for width in [0, 1, 2, 3, 4, 5, 7, 10, 11, 17, 20, 40] {
      for height in [0, 1, 2, 3, 4, 5, 6, 8, 13, 20] {
        let cells = GeneratedPicture.cells(for: name, width: width, height: height)
        #expect(cells.count == width * height)
        let areSound = cells.enumerated().allSatisfy { index, cell in
          if cell.glyph == Cell.continuation { return index % width > 0 }
          return cell.text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        }
        #expect(areSound)
      }
    }
  }

  @Test func smallOnesShowTheSignItself() {
    let cells = GeneratedPicture.cells(for: "bread", width: 3, height: 1)
    #expect(cells.map(\.text) == [" ", "B", " "])
    let wide = GeneratedPicture.cells(for: "牛乳", width: 6, height: 3)
    #expect(wide[6..<12].map(\.text).joined().contains("牛"))
    #expect(wide.contains { $0.glyph == Cell.continuation })
  }

  @Test func glyphsWithoutColourOrBlocks() {
    let mark = FallbackGlyph.Mark(glyph: "●", ascii: "o")
    #expect(FallbackGlyph.text(name: "Apple", category: mark, isUnicode: true) == "(●)")
    #expect(FallbackGlyph.text(name: "Apple", category: mark, isUnicode: false) == "(o)")
    #expect(FallbackGlyph.text(name: "apple", category: nil, isUnicode: false) == "(A)")
    #expect(FallbackGlyph.text(name: "Éclair", category: nil, isUnicode: false) == "(E)")
    #expect(FallbackGlyph.text(name: "牛乳", category: nil, isUnicode: false) == "(?)")
    #expect(FallbackGlyph.text(name: "", category: nil, isUnicode: true) == "(?)")
    let broken = FallbackGlyph.Mark(glyph: "", ascii: "é")
    #expect(FallbackGlyph.text(name: "Apple", category: broken, isUnicode: true) == "(A)")
    #expect(FallbackGlyph.text(name: "Apple", category: broken, isUnicode: false) == "(A)")
  }
}
