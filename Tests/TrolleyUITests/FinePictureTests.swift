import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyUI

/// Pictures and maps in finer cells, in few colours and in none.
@Suite struct FinePictureTests {
  private let photo = PictureMaker.image(PixelSize(width: 96, height: 96)) { x, y in
    (255 * x, 255 * y, 128, 255)
  }

  // MARK: Few colours

  @Test(arguments: [8, 16]) func `a photograph in few colours has those colours, in patterns`(
    colours: Int
  ) throws {
    let grid = try #require(PictureRaster.grid(photo, width: 24, height: 12))
    let cells = Dithering.cells(grid, colours: colours)
    let allowed = Set(BasicColours.all.prefix(colours).map { Cell.packed($0) } + [0])
    #expect(cells.count == 24 * 12)
    #expect(cells.allSatisfy { allowed.contains($0.foreground) && allowed.contains($0.background) })
    #expect(Set(cells.map(\.background)).count >= 4)
    // From afar it is as bright as the photograph, from left to right.
    func red(_ columns: Range<Int>) -> Float {
      var sum: Float = 0
      for y in 0..<12 {
        for x in columns {
          let cell = cells[y * 24 + x]
          let mask = Quadrants.glyphs.firstIndex(of: cell.glyph) ?? 0
          let front = Float(mask.nonzeroBitCount)
          sum += front * Float(cell.foreground >> 16 & 255)
          sum += (4 - front) * Float(cell.background >> 16 & 255)
        }
      }
      return sum / Float(columns.count * 48)
    }
    #expect(red(0..<6) < 70)
    #expect(abs(red(9..<15) - 128) < 50)
    #expect(red(18..<24) > 170)
  }

  @Test(arguments: [(110, 50, 140), (190, 120, 80), (90, 140, 60)] as [(Double, Double, Double)])
  func `an aubergine is not grey with sixteen colours, nor is a sausage or a cucumber`(
    red: Double, green: Double, blue: Double
  ) throws {
    let plain = PictureMaker.image(PixelSize(width: 40, height: 40)) { _, _ in
      (red, green, blue, 255)
    }
    let grid = try #require(PictureRaster.grid(plain, width: 10, height: 5))
    let greys = Set([0, 7, 8, 15].map { Cell.packed(BasicColours.all[$0]) } + [0])
    var coloured = 0
    for cell in Dithering.cells(grid, colours: 16) {
      let mask = Quadrants.glyphs.firstIndex(of: cell.glyph) ?? 0
      if !greys.contains(cell.foreground) { coloured += mask.nonzeroBitCount }
      if !greys.contains(cell.background) { coloured += 4 - mask.nonzeroBitCount }
    }
    #expect(coloured > 100)
  }

  @Test func `a page of photographs is in colour with eight colours, too`() {
    let shopper = TestApp(items: [])
    shopper.context.hasFewColours = true
    shopper.context.hasEightColours = true
    stock(shopper)
    let own = shopper.canvas.cells.filter { $0.foreground != 0 || $0.background != 0 }
    #expect(own.count > 20)
  }

  private func stock(_ shopper: TestApp) {
    shopper.worker.pictures = ["/p.png": photo]
    let item = Item(
      id: Item.ID(77), name: "Photo", picture: "/p.png", addedAt: TestApp.start - 86_400)
    shopper.journal.append(
      Step(
        replica: ReplicaID(9), number: 1, time: TestApp.start - 86_400,
        events: [.itemsAdded([item])]
      ))
    shopper.readNews()
    shopper.press("home")
  }

  // MARK: Six parts

  @Test func `six parts of a cell are the characters of Unicode 13`() {
    #expect(Sextants.glyph(1) == 0x1FB00)
    #expect(Sextants.glyph(0b010100) == 0x1FB13)
    #expect(Sextants.glyph(0b010101) == 0x258C)
    #expect(Sextants.glyph(0b010110) == 0x1FB14)
    #expect(Sextants.glyph(0b101010) == 0x2590)
    #expect(Sextants.glyph(0b111110) == 0x1FB3B)
    let all = Set((0..<64).map(Sextants.glyph))
    #expect(all.count == 64)
  }

  @Test func `a thin line is thinner in six parts`() {
    let line = PictureMaker.image(PixelSize(width: 60, height: 60)) { _, y in
      (0.45..<0.5).contains(y) ? (255, 255, 255, 255) : (0, 0, 0, 255)
    }
    let cells = Sextants.cells(line, width: 10, height: 5)
    #expect(cells.count == 50)
    #expect(cells.contains { (0x1FB00...0x1FB3B).contains($0.glyph) })
    for (width, height) in [(0, 3), (3, 0), (-1, 2), (1, 1), (5000, 2)] {
      let count = Sextants.cells(line, width: width, height: height).count
      #expect(count == (width == 1 ? 1 : 0))
    }
  }

  @Test func `the setting decides about six parts, and it is off at first`() {
    let plain = TestApp(items: [])
    stock(plain)
    #expect(!plain.canvas.cells.contains { (0x1FB00...0x1FB3B).contains($0.glyph) })
    var preferences = Preferences()
    preferences.usesSextants = true
    let fine = TestApp(items: [], preferences: preferences)
    stock(fine)
    #expect(fine.canvas.cells.contains { (0x1FB00...0x1FB3B).contains($0.glyph) })
  }

  // MARK: Details

  @Test(arguments: [
    (Size.small, 40), (.standard, 240), (Size(width: 100, height: 32), 300), (.large, 300),
    (Size(width: 200, height: 60), 900),
  ])
  func `details show the picture as large as the panel allows, in a small window too`(
    size: Size, least: Int
  ) {
    let shopper = TestApp(items: [], size: size)
    stock(shopper)
    shopper.press("enter")
    let own = shopper.canvas.cells.filter { $0.foreground != 0 || $0.background != 0 }
    // The page behind it is faint and small.
    #expect(own.count > least)
    #expect(shopper.canvas.text.contains("Price not known"))
  }

  // MARK: Maps

  @Test func `without colours streets are lines of dots and water is a shade`() {
    let size = Size(width: 12, height: 6)
    let image = PictureMaker.image(PixelSize(width: 48, height: 48)) { x, y in
      if y > 0.7 { return (170, 211, 223, 255) }
      return (0.48..<0.56).contains(x) ? (255, 255, 255, 255) : (242, 239, 233, 255)
    }
    let cells = MapLines.cells(image, size)
    let column = (0..<4).map { cells[$0 * 12 + 6].glyph }
    #expect(column.allSatisfy { (0x2801...0x28FF).contains($0) })
    #expect((0..<4).allSatisfy { cells[$0 * 12 + 1] == .blank })
    #expect(cells[5 * 12 + 2].glyph == 0x2591)
    #expect(cells.allSatisfy { $0.foreground == 0 && $0.background == 0 })
  }

  @Test(arguments: [true, false], [true, false])
  func `where three kinds of ground meet in a cell, no colour of a fourth comes up`(
    isDark: Bool, hasFewColours: Bool
  ) throws {
    let ink = MapInk(RenderContext(hasFewColours: hasFewColours), isDark: isDark)
    let all = MapGround.allCases
    var known: Set<UInt32> = []
    for colours in all.map(\.colours) {
      let colour =
        hasFewColours
        ? isDark ? colours.plainNight : colours.plainDay : isDark ? colours.night : colours.day
      known.insert(Cell.packed(colour))
    }
    var grid = try #require(QuadrantGrid(width: 343, height: 7))
    for y in 0..<14 {
      for x in 0..<686 {
        // Every four of them in some cell.
        let (cell, part) = (x / 2 + 343 * (y / 2), x % 2 + 2 * (y % 2))
        let ground = all[[cell, cell / 7, cell / 49, cell / 343][part] % 7]
        let day = ground.colours.day
        grid.pixels[y * 686 + x] = SIMD4(Float(day.red), Float(day.green), Float(day.blue), 1)
      }
    }
    ink.paint(&grid)
    for cell in grid.cells() {
      #expect(cell.foreground == 0 || known.contains(cell.foreground))
      #expect(known.contains(cell.background))
    }
  }

  private func streets(_ change: (inout TestWorker) -> Void = { _ in }) -> TestApp {
    let shopper = TestApp(size: Size(width: 140, height: 50))
    let berlin = TestNearby.berlin
    func near(_ east: Int) -> Coordinates {
      Coordinates(
        latitudeE7: berlin.latitudeE7 + 9000, longitudeE7: berlin.longitudeE7 + east * 8000)
        ?? berlin
    }
    shopper.worker.nearby.streets = [
      StreetName(name: "Lindenallee", places: [near(-4), near(-3), near(3)]),
      StreetName(name: "Am Fluss", places: [near(8)]),
      StreetName(name: "Far away", places: [.zero]),
    ]
    change(&shopper.worker)
    openStreetMap(shopper)
    return shopper
  }

  /// Looks for stores, opens one, and says yes to its street map.
  private func openStreetMap(_ shopper: TestApp) {
    shopper.press("3", ".", "enter")
    shopper.type("Berlin")
    shopper.press("enter", "enter", "enter")
    if case .storeDetails(let shop)? = shopper.session.overlays.last, shop.kind == .satellite {
      shopper.press("v", "enter")
    }
  }

  @Test func `names of streets stand on the map, once the map and the stores are allowed`() {
    let shopper = streets()
    #expect(shopper.canvas.text.contains("Lindenallee"))
    #expect(!shopper.canvas.text.contains("Far away"))
    guard case .storeDetails(let shop)? = shopper.session.overlays.last,
      let cell = shop.view.cell(of: shop.store.place),
      let map = shopper.state.layout(of: shop).map
    else {
      Issue.record("no map")
      return
    }
    // The marker is never hidden, and its label is not beside it.
    let marker = shopper.canvas[map.x + cell.x, map.y + cell.y]
    #expect(marker.text == "●")
    let row = shopper.canvas.rows[map.y + cell.y]
    #expect(!row.contains(shop.store.name))
    // From above there are none.
    shopper.press("v")
    #expect(!shopper.canvas.text.contains("Lindenallee"))
  }

  @Test func `without names a map is still a map`() {
    let shopper = streets { $0.nearby.streets = [] }
    guard case .storeDetails(let shop)? = shopper.session.overlays.last else {
      Issue.record("no map")
      return
    }
    #expect(shop.trouble.isEmpty)
    #expect(shop.drawn != nil)
  }

  @Test func `a terminal with real pixels gets the map in the pixels of its tiles`() {
    var preferences = Preferences()
    preferences.pictures = .kitty
    var graphics = TerminalGraphics()
    graphics.isPossible = true
    graphics.hasPalette = true
    let shopper = TestApp(size: .large, preferences: preferences, graphics: graphics)
    openStreetMap(shopper)
    let canvas = shopper.canvas
    let picture = canvas.pictures.values.first
    #expect(canvas.pictures.count == 1)
    #expect(picture.map { $0.image.width == 8 * $0.size.width } == true)
    #expect(canvas.cells.filter(\.isPixels).count > 300)
    // Another one while it moves, as cells until the new one is there.
    shopper.worker.nearby.isSilent = true
    shopper.press("right")
    #expect(shopper.canvas.pictures.isEmpty)
  }
}
