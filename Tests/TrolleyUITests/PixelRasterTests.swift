import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyUI

@Suite struct PixelRasterTests {
  private func photo(_ width: Int, _ height: Int) -> PixelImage {
    PictureMaker.image(PixelSize(width: width, height: height)) { x, y in
      (255 * x, 255 * y, 255 - 200 * x * y, 255)
    }
  }

  /// The colour of one quarter of a cell: red, green, blue.
  private func shown(_ cell: Cell, _ quarter: Int) -> SIMD3<Float>? {
    let glyphs = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars).map(\.value)
    guard let mask = glyphs.firstIndex(of: cell.glyph) else { return nil }
    let packed = mask >> quarter & 1 == 1 ? cell.foreground : cell.background
    guard packed != 0 else { return nil }
    return SIMD3(Float(packed >> 16 & 255), Float(packed >> 8 & 255), Float(packed & 255))
  }

  /// The same picture with fewer changes of colour.
  @Test func neighboursShareTheirColours() throws {
    var random = SplitMix64(seed: 7)
    let colours = [(30, 60, 90), (250, 250, 240), (200, 20, 40), (0, 0, 0)].map {
      SIMD4(Float($0.0), Float($0.1), Float($0.2), 1)
    }
    var (before, after) = (0, 0)
    for round in 0..<60 {
      var grid = try #require(QuadrantGrid(width: 14, height: 3))
      let some = colours.prefix(2 + round % 3)
      for at in grid.pixels.indices {
        // Runs, as in a letter, with holes now and then.
        if at > 0, random.next() % 3 != 0 {
          grid.pixels[at] = grid.pixels[at - 1]
        } else {
          grid.pixels[at] = random.next() % 12 == 0 ? .zero : some.randomElement(using: &random)!
        }
      }
      let plain = (0..<3).flatMap { y in (0..<14).map { grid.quadrants($0, y).cell } }
      let joined = grid.cells()
      let different = zip(plain, joined).filter { one, other in
        (0..<4).contains { shown(one, $0) != shown(other, $0) }
      }
      #expect(different.isEmpty)
      before += changes(plain)
      after += changes(joined)
    }
    #expect(after * 10 < before * 8, "\(after) of \(before)")
  }

  /// A photograph's colours differ from cell to cell; those that look alike become one.
  @Test func colourChangesThatAreNotSeenAreLeftOut() throws {
    var random = SplitMix64(seed: 3)
    let image = PictureMaker.image(PixelSize(width: 64, height: 64)) { x, y in
      let noise = Int.random(in: -6...6, using: &random)
      let isLit = (x - 0.5) * (x - 0.5) + (y - 0.4) * (y - 0.4) < 0.1
      let base = isLit ? SIMD3(220, 180, 90) : SIMD3(60, 80 + Int(20 * x), 110)
      let colour = base &+ noise
      return (Double(colour.x), Double(colour.y), Double(colour.z), 255)
    }
    let grid = try #require(PictureRaster.grid(image, width: 24, height: 12))
    let plain = (0..<12).flatMap { y in (0..<24).map { grid.quadrants($0, y).cell } }
    let joined = grid.cells()
    #expect(changes(joined) * 3 < changes(plain), "\(changes(joined)) of \(changes(plain))")
    let weights = SIMD3<Float>(2, 4, 3)
    for (place, cell) in joined.enumerated() {
      let quadrants = grid.quadrants(place % 24, place / 24)
      for (quarter, pixel) in [quadrants.a, quadrants.b, quadrants.c, quadrants.d].enumerated() {
        let wanted = SIMD3(pixel.x, pixel.y, pixel.z)
        let colours = try [plain[place], cell].map { wanted - (try #require(shown($0, quarter))) }
        let errors = colours.map { ($0 * $0 * weights).sum() }
        // Colours of cells are rounded to whole steps.
        #expect(errors[1] < errors[0] + Quadrants.unseen + 100, "\(cell)")
      }
    }
  }

  private func changes(_ cells: [Cell]) -> Int {
    zip(cells, cells.dropFirst()).count {
      $0.foreground != $1.foreground || $0.background != $1.background
    }
  }

  /// Compares cells with the pixels that they represent: close on average and nowhere far off.
  @Test(arguments: [(12, 6), (17, 5), (26, 13), (40, 20)])
  func cellsAreNearToThePixels(_ width: Int, _ height: Int) throws {
    let image = photo(64, 64)
    let cells = PictureRaster.cells(image, width: width, height: height)
    #expect(cells.count == width * height)
    let side = min(width, 2 * height)
    let left = (2 * width - 2 * side) / 2
    var sum: Float = 0
    var most: Float = 0
    var count: Float = 0
    for y in 0..<2 * height {
      for x in 0..<2 * width where x >= left && x < left + 2 * side {
        let across = (Double(x - left) + 0.5) / Double(2 * side)
        let down = (Double(y) + 0.5) / Double(2 * height)
        guard down > 0.02, down < 0.98 else { continue }
        let colour = try #require(shown(cells[y / 2 * width + x / 2], y % 2 * 2 + x % 2))
        let wanted = SIMD3<Float>(
          Float(255 * across), Float(255 * down), Float(255 - 200 * across * down))
        let difference = colour - wanted
        let distance = (difference * difference).sum().squareRoot()
        sum += distance
        most = max(most, distance)
        count += 1
      }
    }
    #expect(sum / count < 14, "\(sum / count)")
    #expect(most < 60, "\(most)")
  }

  @Test func theShapeIsKeptInTheMiddle() {
    let wide = PictureRaster.cells(photo(80, 20), width: 20, height: 10)
    let rows = (0..<10).filter { y in wide[y * 20..<(y + 1) * 20].contains { $0 != .blank } }
    // 20 cells wide, so as high as 2.5 cells: the middle.
    #expect(rows == [3, 4, 5, 6] || rows == [4, 5, 6] || rows == [3, 4, 5])
    let high = PictureRaster.cells(photo(10, 80), width: 20, height: 10)
    let columns = (0..<20).filter { x in (0..<10).contains { high[$0 * 20 + x] != .blank } }
    #expect((8...11).contains(columns.first ?? 0) && columns.count <= 4)
  }

  @Test func opacityIsKept() throws {
    let ring = PictureMaker.image(PixelSize(width: 40, height: 40)) { x, _ in
      x < 0.5 ? (200, 20, 20, 255) : (20, 200, 20, 0)
    }
    let cells = PictureRaster.cells(ring, width: 8, height: 4)
    for y in 0..<4 {
      for x in 0..<8 { #expect((cells[y * 8 + x] == .blank) == (x >= 4)) }
    }
    // Transparent pixels do not tint visible ones.
    let left = try #require(shown(cells[0], 0))
    #expect(left.x > 195 && left.y < 25)
  }

  @Test func withoutColourItIsShades() {
    let grey = PictureRaster.monochrome(photo(64, 64), width: 12, height: 6)
    #expect(grey.count == 72 && grey.allSatisfy { $0.foreground == 0 && $0.background == 0 })
    #expect(Set(grey.map(\.glyph)).count >= 3)
  }

  @Test func sizesThatNoScreenHasGiveNothing() {
    for (width, height) in [(-1, 5), (5, -1), (Int.max, 2), (0, 0)] {
      #expect(PictureRaster.cells(photo(4, 4), width: width, height: height).isEmpty)
    }
    #expect(PictureRaster.cells(photo(1, 4096), width: 3, height: 2).count == 6)
  }
}
