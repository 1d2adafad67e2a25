import Synchronization
import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyTerminal
@testable import TrolleyUI

/// Pictures that a terminal shows where it is told to, judged by one that follows the
/// specification of kitty's protocol, and frees as much as kitty before 0.28 does.
@Suite struct PlacedPictureTests {
  private static let cell = PixelSize(width: 5, height: 9)

  private func shopper() -> TestApp {
    var graphics = TerminalGraphics()
    graphics.isPossible = true
    graphics.take(.kitty(isTaken: true))
    graphics.take(.cell(Self.cell))
    graphics.take(.attributes([62]))
    let shopper = TestApp(size: .standard, preferences: Preferences(), graphics: graphics)
    #expect(shopper.session.pixels == .placed(cell: Self.cell))
    return shopper
  }

  private func pictures(_ seed: Int = 1) -> TerminalPictures {
    var pictures = TerminalPictures(seed: seed, isInTmux: false)
    #expect(pictures.change(to: .placed(cell: Self.cell)).isEmpty)
    return pictures
  }

  /// Over each cell that is kept free for a picture are its pixels, and over no other is anything.
  /// Returns how many there are, and how many parts of pictures are shown as cells.
  @discardableResult
  private func check(
    _ terminal: KittyTerminal, _ drawn: Canvas, _ sent: Canvas, cell: PixelSize = cell
  ) throws -> (pixels: Int, cells: Int) {
    var (pixels, cells) = (0, 0)
    var whole: [UInt32: PixelImage] = [:]
    for y in 0..<drawn.size.height {
      for x in 0..<drawn.size.width {
        let part = drawn[x, y]
        guard let shown = try terminal.pixels(x, y) else {
          guard sent[x, y] == drawn.plain(part) else {
            throw KittyTerminal.Wrong("neither picture nor cell at \(x),\(y)")
          }
          if part.isPixels { cells += 1 }
          continue
        }
        guard part.isPixels, let picture = drawn.pictures[part.foreground] else {
          throw KittyTerminal.Wrong("a picture over the text at \(x),\(y)")
        }
        let image = try whole[picture.key] ?? scaled(picture, cell)
        whole[picture.key] = image
        let grain = PixelSize(
          width: image.width / picture.size.width, height: image.height / picture.size.height)
        let area = Rect(
          x: part.column * grain.width, y: part.row * grain.height, width: grain.width,
          height: grain.height)
        guard sent[x, y] == .blank, shown == KittyTerminal.block(image.rgba, image.width, area)
        else { throw KittyTerminal.Wrong("not the picture at \(x),\(y)") }
        pixels += 1
      }
    }
    return (pixels, cells)
  }

  /// Made once for each picture.
  private static let scaledPictures = Mutex<[PixelSize: [UInt32: PixelImage]]>([:])

  private func scaled(_ picture: PixelPicture, _ cell: PixelSize) throws -> PixelImage {
    if let known = Self.scaledPictures.withLock({ $0[cell]?[picture.key] }) { return known }
    let new = try #require(
      PixelScaling.image(of: picture.image, covering: picture.size, cell: cell))
    Self.scaledPictures.withLock { $0[cell, default: [:]][picture.key] = new }
    return new
  }

  /// A picture of its own for each number.
  private func picture(_ number: UInt64, _ size: Size, side: Int = 40) throws -> PixelPicture {
    let image = PictureMaker.image(PixelSize(width: side, height: side)) { x, y in
      (255 * x, 255 * y, Double(number % 256), 255)
    }
    let cells = PictureRaster.cells(image, width: size.width, height: size.height)
    return try #require(PixelPicture(image, fingerprint: number, size: size, cells: cells))
  }

  @Test func `every picture is sent once, and comes back without being sent after an overlay`()
    throws
  {
    let shopper = shopper()
    var pictures = pictures()
    var terminal = KittyTerminal(size: .standard)
    func frame() throws -> (pixels: Int, cells: Int) {
      let drawn = shopper.canvas
      var sent = drawn
      let (before, after) = pictures.prepare(&sent, isMoving: false, room: .max)
      #expect(before.isEmpty && !pictures.isBehind)
      try terminal.feed(after)
      return try check(terminal, drawn, sent)
    }
    let first = try frame()
    #expect(first.pixels > 200 && first.cells == 0)
    let once = terminal.received
    #expect(once > 0 && terminal.images.count == shopper.canvas.pictures.count)
    let placed = terminal.countOfPlacements
    #expect(try frame() == first)
    #expect(terminal.countOfPlacements == placed)
    shopper.press("?")
    #expect(try frame().pixels == 0)
    #expect(terminal.placements.isEmpty)
    shopper.press("esc")
    #expect(try frame() == first)
    #expect(terminal.received == once)
    try terminal.feed(pictures.farewell())
    #expect(terminal.images.isEmpty && terminal.placements.isEmpty)
  }

  @Test(arguments: UInt64(1)...4)
  func `after a hundred random actions the terminal shows exactly what was drawn`(
    seed: UInt64
  ) throws {
    var rng = SplitMix64(seed: seed)
    let shopper = shopper()
    var pictures = pictures(Int(seed))
    var terminal = KittyTerminal(size: .standard)
    var most = 0
    for _ in 0..<100 {
      shopper.send(RandomShopping.action(&rng, in: shopper.state))
      if rng.oneIn(12) {
        shopper.resize(
          Size(
            width: Int.random(in: 60...110, using: &rng),
            height: Int.random(in: 20...40, using: &rng)))
      }
      if terminal.size != shopper.session.size {
        terminal.resize(shopper.session.size)
        try terminal.feed(pictures.clear())
        terminal.clear()
      } else if rng.oneIn(12) {
        // Suspended; another program has had the screen.
        try terminal.feed(pictures.farewell())
        #expect(terminal.images.isEmpty && terminal.placements.isEmpty)
        terminal.clear()
      }
      let drawn = shopper.canvas
      let room = rng.oneIn(2) ? Int.random(in: 0...30_000, using: &rng) : .max
      var sent = drawn
      let isMoving = rng.oneIn(4)
      try terminal.feed(pictures.prepare(&sent, isMoving: isMoving, room: room).after)
      let shown = try check(terminal, drawn, sent)
      #expect(shown.cells == 0 || pictures.isBehind)
      most = max(most, shown.pixels)
    }
    #expect(most > 200)
    try terminal.feed(pictures.farewell())
    #expect(terminal.images.isEmpty && terminal.placements.isEmpty)
  }

  @Test(arguments: [Int.max, 3000, 400])
  func `what flies over a picture is seen, and the rest of the picture around it`(
    room: Int
  ) throws {
    var rng = SplitMix64(seed: 4)
    var pictures = pictures()
    var terminal = KittyTerminal(size: .standard)
    let photo = try picture(1, Size(width: 30, height: 12))
    var most = 0
    for step in 0..<60 {
      var drawn = Canvas(size: .standard)
      // The same picture twice, one of them cut by the edge.
      drawn.put(photo, at: Point(x: 5, y: 2))
      drawn.put(photo, at: Point(x: 60, y: 15))
      // At first nothing flies, and at the end nothing does.
      for _ in 0..<((10..<50).contains(step) ? 25 : 0) {
        let place = Point(
          x: Int.random(in: 0..<78, using: &rng), y: Int.random(in: 0..<24, using: &rng))
        drawn.write("*+", at: place, .title)
      }
      var sent = drawn
      let bytes = pictures.prepare(&sent, isMoving: true, room: room).after
      let before = terminal.placements.count
      try terminal.feed(bytes)
      let shown = try check(terminal, drawn, sent)
      // Beyond the room only what must go is written.
      #expect(bytes.count <= (room == .max ? 1 << 20 : room + 100 + 50 * before))
      if room == .max { #expect(shown.cells == 0) }
      most = max(most, shown.pixels)
      if !(10..<50).contains(step), room == .max {
        #expect(shown.pixels == 30 * 12 + 20 * 9 && terminal.placements.count == 2)
      }
    }
    // A picture that is larger than the room waits for the end of the animation.
    #expect(room == .max ? most > 0 : most == 0)
    var sent = Canvas(size: .standard)
    try terminal.feed(pictures.prepare(&sent, isMoving: false, room: room).after)
    #expect(terminal.placements.isEmpty)
  }

  @Test func `a picture that is half-way begins anew when something else must change`() throws {
    var pictures = pictures()
    var terminal = KittyTerminal(size: .standard)
    let small = try picture(1, Size(width: 6, height: 3))
    let large = try picture(2, Size(width: 60, height: 20), side: 300)
    func frame(_ drawn: Canvas, _ room: Int) throws -> (pixels: Int, cells: Int) {
      var sent = drawn
      try terminal.feed(pictures.prepare(&sent, isMoving: false, room: room).after)
      return try check(terminal, drawn, sent)
    }
    var both = Canvas(size: .standard)
    both.put(small, at: Point(x: 0, y: 0))
    #expect(try frame(both, .max).pixels == 18)
    both.put(large, at: Point(x: 10, y: 2))
    #expect(try frame(both, 20_000) == (18, 1200) && pictures.isBehind)
    // Text over the small one: the model throws at anything between the pieces of the large one.
    both.write("text", at: Point(x: 1, y: 1), .text)
    #expect(try frame(both, 20_000) == (14, 1200) && pictures.isBehind)
    for _ in 0..<60 where pictures.isBehind { _ = try frame(both, 20_000) }
    #expect(try frame(both, 20_000) == (14 + 1200, 0) && !pictures.isBehind)
    // One that is no longer shown is given up, and the terminal keeps nothing of it.
    var other = Canvas(size: .standard)
    other.put(try picture(3, Size(width: 60, height: 20), side: 300), at: Point(x: 10, y: 2))
    #expect(try frame(other, 20_000) == (0, 1200))
    #expect(try frame(Canvas(size: .standard), 20_000) == (0, 0))
    try terminal.feed(pictures.farewell())
    #expect(terminal.images.isEmpty)
  }

  @Test func `a terminal keeps only so many pixels, and what it has freed is sent again`() throws {
    let capacity = 700_000
    var pictures = PlacedPictures(seed: 3, capacity: capacity)
    var terminal = KittyTerminal(size: .standard)
    let size = Size(width: 40, height: 12)
    var most = 0
    for step in [1, 2, 3, 2, 1, 4, 5, 6, 1, 2, 6, 5, 7, 1] as [UInt64] {
      let map = try picture(step, size, side: 200)
      var drawn = Canvas(size: .standard)
      drawn.put(map, at: Point(x: 1, y: 0))
      var sent = drawn
      // Not all terminals say how large their cells are.
      try terminal.feed(pictures.prepare(&sent, cell: nil, isMoving: false))
      let usual = PixelSize(width: 10, height: 20)
      #expect(try check(terminal, drawn, sent, cell: usual) == (480, 0))
      most = max(most, terminal.images.count)
      #expect(terminal.images.values.reduce(0) { $0 + $1.rgba.count } <= capacity)
    }
    #expect(most == 2)
  }

  @Test(arguments: [1, 126, 127, 200, 254, 255, 4_194_303])
  func `a sudden end leaves no picture, whatever number the program has`(seed: Int) throws {
    let shopper = shopper()
    var pictures = pictures(seed)
    var terminal = KittyTerminal(size: .standard)
    var canvas = shopper.canvas
    try terminal.feed(pictures.prepare(&canvas, isMoving: false, room: .max).after)
    #expect(!terminal.images.isEmpty)
    try terminal.feed(pictures.rescue)
    #expect(terminal.images.isEmpty && terminal.placements.isEmpty)
  }

  @Test(arguments: [
    // As large as on the screen, larger, much smaller, and in another shape.
    (PixelSize(width: 50, height: 45), PixelSize(width: 50, height: 45)),
    (PixelSize(width: 500, height: 450), PixelSize(width: 50, height: 45)),
    (PixelSize(width: 10, height: 9), PixelSize(width: 10, height: 10)),
    (PixelSize(width: 90, height: 9), PixelSize(width: 50, height: 45)),
  ])
  func `a cell has a whole number of pixels, and a picture its shape`(
    own: PixelSize, scaled: PixelSize
  ) throws {
    let image = PictureMaker.image(own) { x, y in (255 * x, 255 * y, 90, 255) }
    let area = Size(width: 10, height: 5)
    let new = try #require(PixelScaling.image(of: image, covering: area, cell: Self.cell))
    #expect(new.size == scaled)
    #expect(new.width % area.width == 0 && new.height % area.height == 0)
    // What of it is opaque has the picture's shape on the screen.
    let opaque = { (at: Int) in new.rgba[4 * at + 3] > 127 }
    let columns = (0..<new.width).count { x in
      (0..<new.height).contains { opaque($0 * new.width + x) }
    }
    let rows = (0..<new.height).count { y in
      (0..<new.width).contains { opaque(y * new.width + $0) }
    }
    let width = Double(columns * area.width * Self.cell.width) / Double(new.width)
    let height = Double(rows * area.height * Self.cell.height) / Double(new.height)
    let shape = Double(own.width) / Double(own.height)
    #expect(abs(width - height * shape) <= 2 * max(1, shape))
    #expect(max(width / 50, height / 45) > 0.95)
    // And its colours.
    let middle = 4 * (new.height / 2 * new.width + new.width / 2)
    #expect(abs(Int(new.rgba[middle]) - 128) < 40 && new.rgba[middle + 2] == 90)
  }
}
