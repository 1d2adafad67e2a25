import Testing
import TrolleyModel

@testable import TrolleyUI

@Suite struct SeedPictureTests {
  @Test func everyStarterItemHasItsPicture() {
    #expect(
      SeedPictures.names == [
        "apple", "grapes", "milk", "muffin", "popcorn", "soda", "strawberries",
      ])
    #expect(SeedPictures.named("no such picture") == nil)
    #expect(SeedPictures.named("") == nil)
    let items = String(decoding: SeedPictures.itemsJSON, as: UTF8.self)
    for name in SeedPictures.names { #expect(items.contains("\"picture\": \"\(name)\"")) }
    let categories = String(decoding: SeedPictures.categoriesJSON, as: UTF8.self)
    #expect(categories.contains("\"Fruit\""))
  }

  @Test(arguments: SeedPictures.names) func isLegible(name: String) throws {
    let picture = try #require(SeedPictures.named(name))
    #expect(picture.width == 64 && picture.height == 64)
    let opaque = picture.colours.compactMap { $0 }
    #expect((1300...3600).contains(opaque.count))
    #expect((8...24).contains(Set(opaque).count))
    // It reaches from edge to edge, so that no row of a small tile is wasted.
    #expect(picture.colours.prefix(64).contains { $0 != nil })
    #expect(picture.colours.suffix(64).contains { $0 != nil })
  }

  @Test(arguments: SeedPictures.names) func staysDistinctInSixteenColours(name: String) throws {
    let picture = try #require(SeedPictures.named(name))
    var counts: [Int: Int] = [:]
    for pixel in picture.colours.compactMap({ $0 }) { counts[nearestBasic(pixel), default: 0] += 1 }
    let total = counts.values.reduce(0, +)
    #expect(counts.values.count { $0 * 20 >= total } >= 2)
    // On black and on white, most of it differs from the background.
    #expect(counts[0, default: 0] * 4 < total)
    #expect(counts[15, default: 0] * 2 < total)
  }

  @Test func aPictureIsReadOnlyWhenAllOfItIsRight() {
    let good = "picture 3x2\na #ff0000\nb #00Ff10\n\na.b\n.ab\n"
    let red = RGB(255, 0, 0)
    let green = RGB(0, 255, 16)
    let expected = [red, nil, green, nil, red, green]
    #expect(parse(good)?.width == 3)
    #expect(parse(good)?.colours == expected)
    #expect(parse(String(good.dropLast()))?.colours == expected)
    #expect(
      parse(
        good.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: "\r\n"))?.colours == expected)
    let bad = [
      "", "\n", "picture", "picture 3x2", "picture 3x\n\n", "picture x\n\n", "picture 0x0\n\n",
      "picture -3x2\n\n", "picture 9999x9999\n\n", "picture 99999999999999999999x1\n\n",
      "picture 1x1\na #ff00\n\na\n", "picture 1x1\na #-f0000\n\na\n",
      "picture 1x1\n. #ff0000\n\n.\n",
      "picture 1x1\n\na\n", "picture 2x1\n\n.\n", "picture 1x1\n\n..\n", "picture 1x1\n\n\u{e9}\n",
    ]
    for text in bad { #expect(parse(text) == nil, "\(text)") }
  }

  private func parse(_ text: String) -> Picture? {
    Array(text.utf8).withUnsafeBytes { Picture(text: $0) }
  }

  /// The sixteen basic colours of terminals.
  private func nearestBasic(_ colour: RGB) -> Int {
    let basic: [(Int, Int, Int)] = [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
      (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
      (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    let distances = basic.map { other in
      let red = Int(colour.red) - other.0
      let green = Int(colour.green) - other.1
      let blue = Int(colour.blue) - other.2
      return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 0
  }
}

@Suite struct PictureRasterTests {
  @Test func fillsEverySize() throws {
    let picture = try #require(SeedPictures.named("apple"))
    for width in 0...40 {
      for height in 0...20 {
        let cells = PictureRaster.cells(picture, width: width, height: height)
        #expect(cells.count == width * height)
        #expect(cells.allSatisfy { $0.glyph >= 32 && $0.role == .text })
      }
    }
  }

  @Test(arguments: SeedPictures.names) func fillsTileSizes(name: String) throws {
    let picture = try #require(SeedPictures.named(name))
    for (width, height) in [(10, 5), (17, 5), (20, 6), (40, 14), (3, 20), (1, 1), (40, 2)] {
      let cells = PictureRaster.cells(picture, width: width, height: height)
      #expect(cells.count == width * height)
      #expect(cells.allSatisfy { $0.glyph >= 32 && $0.role == .text })
      #expect(cells.contains { $0 != .blank })
      let grey = PictureRaster.monochrome(picture, width: width, height: height)
      #expect(grey.count == width * height)
      #expect(grey.allSatisfy { $0.glyph >= 32 && $0.foreground == 0 && $0.background == 0 })
    }
  }

  @Test func sizesThatNoScreenHasGiveNothing() throws {
    let picture = try #require(SeedPictures.named("apple"))
    for (width, height) in [(-1, 5), (5, -1), (Int.max, Int.max), (Int.min, 3)] {
      #expect(PictureRaster.cells(picture, width: width, height: height).isEmpty)
      #expect(PictureRaster.monochrome(picture, width: width, height: height).isEmpty)
      #expect(GeneratedPicture.cells(for: "Apple", width: width, height: height).isEmpty)
    }
    let empty = Picture(width: 0, height: 0, palette: [], pixels: [])
    #expect(PictureRaster.cells(empty, width: 2, height: 1) == [.blank, .blank])
  }

  @Test func keepsTheShapeAndTheMiddle() {
    let red = RGB(255, 0, 0)
    let square = picture(width: 4, height: 4, Array(repeating: red, count: 16))
    let solid = Cell(glyph: 32, role: .text, background: Cell.packed(red))
    let blank = Cell.blank
    #expect(
      PictureRaster.cells(square, width: 6, height: 2)
        == [
          blank, solid, solid, solid, solid, blank, blank, solid, solid, solid, solid, blank,
        ])
  }

  @Test func edgesShowTheTerminalsOwnBackground() {
    let red = RGB(200, 10, 20)
    let corner = picture(width: 2, height: 2, [red, nil, nil, nil])
    // Two by two pixels on two cells of two by two quadrants: the upper left pixel is half a cell.
    let cells = PictureRaster.cells(corner, width: 2, height: 1)
    #expect(
      cells == [
        Cell(glyph: 0x2580, role: .text, foreground: Cell.packed(red)), .blank,
      ])
  }

  @Test func twoColoursInACellAreKept() {
    let red = RGB(200, 10, 20)
    let blue = RGB(10, 20, 200)
    let halves = picture(width: 2, height: 4, [red, blue, red, blue, red, blue, red, blue])
    #expect(
      PictureRaster.cells(halves, width: 1, height: 1)
        == [
          Cell(
            glyph: 0x258C, role: .text, foreground: Cell.packed(red),
            background: Cell.packed(blue))
        ])
  }

  @Test func theCacheGivesTheSameAndStaysSmall() throws {
    let picture = try #require(SeedPictures.named("milk"))
    let cells = PictureRaster.cells(picture, width: 17, height: 5)
    #expect(PictureCache.cells(named: "milk", width: 17, height: 5) == cells)
    #expect(PictureCache.cells(named: "milk", width: 17, height: 5) == cells)
    #expect(PictureCache.cells(named: "nothing", width: 17, height: 5) == nil)
    for width in 1...(PictureCache.limit + 40) {
      #expect(PictureCache.cells(named: "soda", width: width, height: 1)?.count == width)
    }
    #expect(PictureCache.count == PictureCache.limit)
    #expect(PictureCache.cells(named: "milk", width: 17, height: 5) == cells)
  }
}

private func picture(width: Int, height: Int, _ colours: [RGB?]) -> Picture {
  Picture(width: width, height: height, palette: colours, pixels: colours.indices.map(UInt8.init))
}
