import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@Suite struct TileGridTests {
  /// Five tiles in rows of three, then four.
  let grid = TileGrid(sections: [5, 4], columns: 3, tileHeight: 6, headingHeight: 1)

  @Test func downGoesThroughTheHeadingToTheNearestTile() {
    #expect(grid.index(below: 0) == 3)
    #expect(grid.index(below: 2) == 4, "the short row has nothing below the third")
    #expect(grid.index(below: 3) == 5)
    #expect(grid.index(below: 4) == 6)
    #expect(grid.index(below: 7) == 8)
    #expect(grid.index(below: 8) == nil)
  }

  @Test func upGoesThroughTheHeadingToTheNearestTile() {
    #expect(grid.index(above: 5) == 3)
    #expect(grid.index(above: 7) == 4)
    #expect(grid.index(above: 8) == 5)
    #expect(grid.index(above: 1) == nil)
  }

  @Test func anEmptySectionTakesNoRoomAndNoStep() {
    let grid = TileGrid(sections: [0, 3, 0, 2], columns: 2, tileHeight: 4, headingHeight: 1)
    #expect(grid.height == (1 + 8) + (1 + 4))
    #expect(grid.index(below: 2) == 3)
    #expect(grid.index(above: 3) == 2)
    #expect(grid.index(above: 0) == nil)
    #expect(grid.spot(of: 0)?.line == 1)
    #expect(grid.spot(of: 5) == nil)
  }

  @Test func nothingAtAllHasNoPlaces() {
    let grid = TileGrid(sections: [], columns: 0, tileHeight: 0, headingHeight: 0)
    #expect(grid.count == 0)
    #expect(grid.height == 0)
    #expect(grid.pieces(from: 0, height: 10).isEmpty)
    #expect(grid.index(below: 0) == nil)
    #expect(grid.scroll(from: 9, toShow: 0, viewport: 5) == 0)
  }

  @Test func whatIsVisibleIsWhatASearchOfAllTilesFinds() {
    for seed in UInt64(1)...200 {
      var rng = SplitMix64(seed: seed)
      let grid = TileGrid(
        sections: (0..<Int.random(in: 1...3, using: &rng)).map { _ in
          Int.random(in: 0...9, using: &rng)
        }, columns: Int.random(in: 1...4, using: &rng),
        tileHeight: Int.random(in: 1...6, using: &rng), headingHeight: rng.oneIn(2) ? 1 : 0)
      let top = Int.random(in: 0...20, using: &rng)
      let height = Int.random(in: 0...15, using: &rng)
      let visible = grid.pieces(from: top, height: height).compactMap { piece -> Int? in
        if case .tile(let index, _, let line) = piece {
          #expect(grid.spot(of: index)?.line == line, "seed \(seed)")
          return index
        }
        return nil
      }
      let expected = (0..<grid.count).filter { index in
        guard let spot = grid.spot(of: index) else { return false }
        return spot.line < top + height && spot.line + grid.tileHeight > top
      }
      #expect(visible == expected, "seed \(seed)")
    }
  }

  @Test func upAndDownStayNearAndNeverLeave() {
    for seed in UInt64(1)...200 {
      var rng = SplitMix64(seed: seed)
      let grid = TileGrid(
        sections: [Int.random(in: 0...9, using: &rng), Int.random(in: 0...9, using: &rng)],
        columns: Int.random(in: 1...5, using: &rng), tileHeight: 3, headingHeight: 1)
      for index in 0..<grid.count {
        guard let here = grid.spot(of: index) else { continue }
        if let below = grid.index(below: index), let there = grid.spot(of: below) {
          #expect(there.line > here.line && there.column <= here.column, "seed \(seed)")
          if there.column == here.column {
            #expect(grid.index(above: below) == index, "seed \(seed)")
          }
        } else {
          let isLast = grid.spot(of: grid.count - 1)?.line == here.line
          #expect(isLast, "seed \(seed): \(index) has nothing below")
        }
      }
    }
  }

  @Test func scrollingShowsTheWholeTileWithItsHeading() {
    #expect(grid.scroll(from: 0, toShow: 0, viewport: 7) == 0)
    #expect(grid.scroll(from: 0, toShow: 3, viewport: 7) == 7)
    #expect(grid.scroll(from: 20, toShow: 0, viewport: 7) == 0)
    let top = grid.scroll(from: 0, toShow: 5, viewport: 8)
    #expect(top <= 13 && top + 8 >= 20)
    for viewport in 1...40 {
      for index in 0..<grid.count {
        let top = grid.scroll(from: 11, toShow: index, viewport: viewport)
        guard let line = grid.spot(of: index)?.line else { continue }
        #expect(top >= 0 && top <= line && line < top + viewport)
      }
    }
  }
}

extension TileGridTests {
  /// However the list has grown or shrunk since.
  @Test func `a whole row is at the top wherever the view is`() {
    for seed in UInt64(1)...200 {
      var rng = SplitMix64(seed: seed)
      let grid = TileGrid(
        sections: [Int.random(in: 0...9, using: &rng), Int.random(in: 1...9, using: &rng)],
        columns: Int.random(in: 1...4, using: &rng), tileHeight: Int.random(in: 1...7, using: &rng),
        headingHeight: rng.oneIn(2) ? 1 : 0)
      let starts = (0..<grid.count).compactMap { grid.spot(of: $0)?.line }
      for viewport in (grid.tileHeight + 1)...20 {
        for index in 0..<grid.count {
          let old = Int.random(in: 0...40, using: &rng)
          let top = grid.scroll(from: old, toShow: index, viewport: viewport)
          #expect(
            starts.contains(top) || starts.contains(top + grid.headingHeight), "seed \(seed)")
          let line = grid.spot(of: index)?.line ?? 0
          #expect(line >= top && line + grid.tileHeight <= top + viewport, "seed \(seed)")
          #expect(grid.scroll(from: top, toShow: index, viewport: viewport) == top, "seed \(seed)")
        }
      }
    }
  }
}

@Suite struct ScreenLayoutTests {
  @Test func bodyHeaderAndFooterShareTheScreenAtEverySize() {
    for width in [20, 39, 40, 59, 60, 79, 80, 81, 100, 200, 500] {
      for height in 5...70 {
        for banner in [0, 1, 3, 9] {
          let layout = ScreenLayout(Size(width: width, height: height), bannerHeight: banner)
          #expect(!layout.isTooSmall)
          let body = layout.body
          #expect(
            layout.headerHeight + layout.bannerHeight + body.height + layout.footerHeight
              == height)
          #expect(body.maxY <= layout.summaryLine)
          #expect(layout.list.y >= body.y && layout.list.maxY == max(body.maxY, layout.list.y))
          for size in TileSize.allCases {
            let grid = layout.grid(
              sections: [3, 40], of: 43, hasHeadings: true, isTable: false, tileSize: size)
            #expect(grid.columns >= 1)
            #expect(grid.tileHeight == 1 || grid.columns * grid.pitch < width, "\(size) \(width)")
          }
        }
      }
    }
  }

  @Test func theSevenStarterItemsFitWithoutScrolling() {
    let layout = ScreenLayout(.standard)
    let grid = layout.grid(
      sections: [0, 7], of: 7, hasHeadings: true, isTable: false, tileSize: .automatic)
    #expect(grid.height <= layout.list.height)
    #expect(grid.tileHeight >= 6)
  }

  @Test func aSearchKeepsTheSizeOfTheTiles() {
    for (width, height) in [(80, 24), (120, 40), (160, 50), (200, 60)] {
      let layout = ScreenLayout(Size(width: width, height: height))
      let all = layout.grid(
        sections: [3, 4], of: 7, hasHeadings: true, isTable: false, tileSize: .automatic)
      let found = layout.grid(
        sections: [2], of: 7, hasHeadings: false, isTable: false, tileSize: .automatic)
      #expect(found.tileHeight == all.tileHeight && found.pitch == all.pitch, "\(width)")
    }
  }

  @Test func aNarrowScreenHasOneColumn() {
    let layout = ScreenLayout(.small)
    let grid = layout.grid(
      sections: [3, 4], of: 7, hasHeadings: true, isTable: false, tileSize: .large)
    #expect(grid.columns == 1)
    #expect(grid.tileHeight == 1)
  }
}
