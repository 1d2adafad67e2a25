import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyTerminal
@testable import TrolleyUI

/// Pictures in real pixels, judged by terminals that follow the specifications.
@Suite struct PixelPictureTests {
  private static let cell = PixelSize(width: 5, height: 9)

  /// A list with pictures, on a terminal that shows real pixels.
  private func shopper(_ mode: PictureMode, size: Size = .standard) -> TestApp {
    var preferences = Preferences()
    preferences.pictures = mode
    var graphics = TerminalGraphics()
    graphics.isPossible = true
    graphics.hasPalette = true
    graphics.take(.cell(Self.cell))
    return TestApp(size: size, preferences: preferences, graphics: graphics)
  }

  /// Every placeholder on the screen shows the part of the picture that was drawn there.
  private func check(
    _ terminal: KittyTerminal, _ kitty: KittyPictures, _ drawn: Canvas, _ sent: Canvas
  ) throws -> Int {
    var count = 0
    for (before, after) in zip(drawn.cells, sent.cells) where after.isPixels {
      let picture = try #require(drawn.pictures[before.foreground])
      let marks = kitty.marks(row: after.row, column: after.column)
      let (image, row, column) = try terminal.part(marks, colour: after.foreground)
      guard image.columns == picture.size.width, image.rows == picture.size.height,
        row == before.row, column == before.column, image.rgba.count == picture.image.rgba.count
      else { throw KittyTerminal.Wrong("another picture") }
      count += 1
    }
    return count
  }

  @Test func `the marks of a picture's rows and columns are those of the protocol`() {
    #expect(PlaceholderMarks.all == KittyTerminal.marks)
    #expect(PlaceholderMarks.all.count == PixelPicture.limit)
  }

  @Test(arguments: [false, true])
  func `kitty's terminal has every picture once, and shows the right part in each cell`(
    inTmux: Bool
  ) throws {
    let shopper = shopper(.kitty)
    var kitty = KittyPictures(seed: 77, isInTmux: inTmux)
    var terminal = KittyTerminal()
    for _ in 0..<2 {
      let drawn = shopper.canvas
      var sent = drawn
      try terminal.feed(kitty.prepare(&sent), throughTmux: inTmux)
      #expect(try check(terminal, kitty, drawn, sent) > 200)
    }
    #expect(terminal.images.count == shopper.canvas.pictures.count)
    let once = terminal.received
    // In another size only the size is sent.
    shopper.resize(Size(width: 120, height: 50))
    let drawn = shopper.canvas
    var sent = drawn
    try terminal.feed(kitty.prepare(&sent), throughTmux: inTmux)
    #expect(try check(terminal, kitty, drawn, sent) > 200)
    #expect(terminal.received == once)
    try terminal.feed(kitty.farewell(), throughTmux: inTmux)
    #expect(terminal.images.isEmpty)
  }

  @Test(arguments: UInt64(1)...4)
  func `after a hundred random actions kitty's terminal shows nothing that should not be there`(
    seed: UInt64
  ) throws {
    var rng = SplitMix64(seed: seed)
    let shopper = shopper(.kitty)
    var kitty = KittyPictures(seed: Int(seed), isInTmux: false)
    var terminal = KittyTerminal()
    for _ in 0..<100 {
      shopper.send(RandomShopping.action(&rng, in: shopper.state))
      let drawn = shopper.canvas
      var sent = drawn
      let room = rng.oneIn(2) ? Int.random(in: 0...20_000, using: &rng) : .max
      try terminal.feed(kitty.prepare(&sent, room: room))
      _ = try check(terminal, kitty, drawn, sent)
      #expect(terminal.images.count <= KittyImages.count)
    }
    try terminal.feed(kitty.farewell())
    #expect(terminal.images.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a sudden end leaves none of our pictures in kitty's memory, and all of others`(
    inTmux: Bool
  ) throws {
    let shopper = shopper(.kitty)
    var terminal = KittyTerminal()
    var other = KittyPictures(seed: 8, isInTmux: inTmux)
    var canvas = shopper.canvas
    try terminal.feed(other.prepare(&canvas), throughTmux: inTmux)
    let others = terminal.images
    var kitty = KittyPictures(seed: 9, isInTmux: inTmux)
    canvas = shopper.canvas
    try terminal.feed(kitty.prepare(&canvas), throughTmux: inTmux)
    #expect(terminal.images.count == 2 * others.count)
    try terminal.feed(kitty.rescue, throughTmux: inTmux)
    #expect(terminal.images == others && !others.isEmpty)
  }

  @Test func `the terminal draws once more when pictures have come, and then rests`() throws {
    var late = LatePictures()
    var now = ContinuousClock.now
    #expect(late.deadline == nil)
    late.cameWithFrame(at: now)
    var isDue = late.isDue(at: now)
    #expect(!isDue)
    var times = 0
    while let deadline = late.deadline {
      #expect(deadline > now)
      now = deadline
      isDue = late.isDue(at: now)
      #expect(isDue)
      times += 1
    }
    #expect(times == 2)
    // A frame that follows at once puts it off.
    late.cameWithFrame(at: now)
    late.cameWithFrame(at: now + .milliseconds(40))
    isDue = late.isDue(at: now + .milliseconds(60))
    #expect(!isDue)
    late.forget()
    #expect(late.deadline == nil)
  }

  @Test func `a page of pictures is sent in pieces, and more pictures than the terminal keeps go`()
    throws
  {
    var kitty = KittyPictures(seed: 1, isInTmux: false)
    var terminal = KittyTerminal()
    for page in 0..<40 {
      var isBehind = true
      while isBehind {
        var canvas = Canvas(size: Size(width: 80, height: 24))
        for number in 0..<12 {
          let side = 60 + number
          let image = PictureMaker.image(PixelSize(width: side, height: side)) { x, y in
            (255 * x, 255 * y, Double(page), 255)
          }
          let size = Size(width: 6, height: 3)
          let cells = PictureRaster.cells(image, width: 6, height: 3)
          let picture = PixelPicture(
            image, fingerprint: UInt64(page * 100 + number), size: size, cells: cells)
          canvas.put(try #require(picture), at: Point(x: number % 10 * 8, y: number / 10 * 4))
        }
        let drawn = canvas
        let bytes = kitty.prepare(&canvas, room: 40_000)
        #expect(bytes.count < 45_000)
        try terminal.feed(bytes)
        let count = try check(terminal, kitty, drawn, canvas)
        isBehind = kitty.isBehind
        #expect(isBehind || count == 12 * 18)
      }
      #expect(terminal.images.count <= KittyImages.count)
    }
  }

  @Test func `a terminal keeps only so many pixels for us, however far a map is moved`() throws {
    var kitty = KittyPictures(seed: 3, isInTmux: false)
    var terminal = KittyTerminal()
    let rgba = [UInt8](repeating: 200, count: 4 * 900 * 700)
    let image = try #require(PixelImage(size: PixelSize(width: 900, height: 700), rgba: rgba))
    let cells = PictureRaster.cells(image, width: 60, height: 20)
    for step in 0..<30 {
      var canvas = Canvas(size: .standard)
      let size = Size(width: 60, height: 20)
      let map = PixelPicture(image, fingerprint: UInt64(step), size: size, cells: cells)
      canvas.put(try #require(map), at: Point(x: 4, y: 1))
      let drawn = canvas
      try terminal.feed(kitty.prepare(&canvas))
      #expect(try check(terminal, kitty, drawn, canvas) == 1200)
      let kept = terminal.images.values.reduce(0) { $0 + $1.rgba.count }
      #expect(kept <= KittyImages.capacity + rgba.count)
    }
    #expect(terminal.images.count > 10)
  }

  @Test(arguments: UInt64(1)...6)
  func `after a hundred random actions a sixel terminal shows nothing that should not be there`(
    seed: UInt64
  ) throws {
    var rng = SplitMix64(seed: seed)
    let shopper = shopper(.sixel)
    var sixel = SixelPictures()
    var terminal = SixelTerminal(size: .standard, cell: Self.cell)
    var most = 0
    for _ in 0..<100 {
      shopper.send(RandomShopping.action(&rng, in: shopper.state))
      if shopper.session.size != terminal.size {
        terminal = SixelTerminal(size: shopper.session.size, cell: Self.cell)
        sixel.forget()
      }
      if rng.oneIn(9) {
        terminal.forgetPictures()
        sixel.forget()
      }
      let drawn = shopper.canvas
      var sent = drawn
      let room = rng.oneIn(3) ? Int.random(in: 0...9000, using: &rng) : .max
      let bytes = sixel.prepare(&sent, cell: Self.cell, isMoving: rng.oneIn(9), room: room)
      terminal.write(sent, &rng)
      try terminal.feed(bytes)
      most = max(most, try check(terminal, drawn, sent))
    }
    #expect(most > 0)
  }

  /// Below each blank that is kept for a picture are its pixels, and nowhere else is one.
  private func check(_ terminal: SixelTerminal, _ drawn: Canvas, _ sent: Canvas) throws -> Int {
    var count = 0
    var whole: [UInt32: SixelTerminal] = [:]
    for y in 0..<sent.size.height {
      for x in 0..<sent.size.width {
        guard sent[x, y].emphasis.contains(.covered) else {
          guard terminal.pixels(x, y).allSatisfy({ $0 == nil }) else {
            throw SixelTerminal.Wrong("pixels left at \(x),\(y)")
          }
          continue
        }
        let part = drawn[x, y]
        let picture = try #require(drawn.pictures[part.foreground])
        if whole[picture.key] == nil { whole[picture.key] = try alone(picture) }
        guard whole[picture.key]?.pixels(part.column, part.row) == terminal.pixels(x, y) else {
          throw SixelTerminal.Wrong("not the picture at \(x),\(y)")
        }
        count += 1
      }
    }
    return count
  }

  /// The whole picture on an empty screen.
  private func alone(_ picture: PixelPicture) throws -> SixelTerminal {
    var terminal = SixelTerminal(size: picture.size, cell: Self.cell)
    let size = PixelSize(
      width: picture.size.width * Self.cell.width, height: picture.size.height * Self.cell.height)
    let image = try #require(SixelImage(picture.image, fitting: size))
    let bytes = image.bytes(of: Rect(picture.size), cell: Self.cell) { _, _ in false }
    try terminal.feed(Array("\u{1B}7\u{1B}[1;1H".utf8) + bytes + Array("\u{1B}8".utf8))
    return terminal
  }

  @Test func `a sixel picture has the colours of the photograph`() throws {
    let image = PictureMaker.image(PixelSize(width: 90, height: 60)) { x, y in
      x < 0.1 ? (0, 0, 0, 0) : (255 * x, 255 * y, 90, 255)
    }
    let cells = PictureRaster.cells(image, width: 18, height: 7)
    let picture = try #require(
      PixelPicture(image, fingerprint: 1, size: Size(width: 18, height: 7), cells: cells))
    let terminal = try alone(picture)
    let (width, height) = (90, 63)
    for (x, y) in [(2, 30), (45, 10), (80, 50), (20, 60)] {
      let pixel = terminal.pixels[y * width + x]
      guard x > 9, y < 61 else {
        #expect(pixel == nil)
        continue
      }
      let seen = try #require(pixel)
      #expect(abs(Int(seen.red) - 255 * x / width) < 24)
      #expect(abs(Int(seen.green) - 255 * y / height) < 28)
    }
  }
}
