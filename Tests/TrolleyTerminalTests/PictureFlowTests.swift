import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyTerminal
@testable import TrolleyUI

/// A terminal that reads slowly gets its keys' frames before the rest of its pictures.
@Suite struct PictureFlowTests {
  private static let cell = PixelSize(width: 5, height: 9)
  private static let size = Size(width: 50, height: 20)
  private static let start = ContinuousClock.now

  /// As many colours side by side as a photograph from above has.
  private static let image: PixelImage = {
    var rng = SplitMix64(seed: 2)
    return PictureMaker.image(PixelSize(width: 250, height: 180)) { x, y in
      (255 * x, 255 * y, Double.random(in: 0...255, using: &rng), 255)
    }
  }()

  /// A map over the whole screen, 180 KB in kitty's protocol.
  private static func map(_ number: UInt64 = 1) throws -> Canvas {
    let blanks = [Cell](repeating: .blank, count: size.width * size.height)
    var canvas = Canvas(size: size)
    let picture = PixelPicture(image, fingerprint: number, size: size, cells: blanks)
    canvas.put(try #require(picture), at: Point(x: 0, y: 0))
    return canvas
  }

  /// A line that carries so many bytes in a millisecond, and a terminal that answers at its end.
  private struct Line {
    let speed: Int
    private(set) var now = 0
    private var sent = 0
    private var queries: [Int] = []

    init(speed: Int) { self.speed = speed }

    var time: ContinuousClock.Instant { PictureFlowTests.start + .milliseconds(now) }
    var waiting: Int { sent - now * speed }

    mutating func write(_ bytes: Int, asks: Bool) {
      // What was idle is not made up for.
      sent = max(sent, now * speed) + bytes
      if asks { queries.append(sent) }
    }

    mutating func pass(_ flow: inout PictureFlow) {
      now += 1
      while let first = queries.first, first <= now * speed {
        queries.removeFirst()
        flow.answered(at: time)
      }
    }
  }

  /// Shows a map, with a frame as often as the flow lets one come; returns how long it took, and
  /// the longest time that a key would have waited for what was sent before.
  private func show(
    speed: Int, _ prepare: (inout Canvas, _ room: Int) throws -> (bytes: Int, isBehind: Bool)
  ) throws -> (time: Int, wait: Int) {
    var flow = PictureFlow()
    var line = Line(speed: speed)
    var wait = 0
    var isBehind = true
    while isBehind {
      let room = flow.room(at: line.time)
      if room > 0 {
        var canvas = try Self.map()
        let sent = try prepare(&canvas, room)
        line.write(sent.bytes, asks: flow.wrote(sent.bytes, at: line.time))
        isBehind = sent.isBehind
      }
      // At first it is not known how slow the terminal is.
      if line.now > 2000 { wait = max(wait, line.waiting / speed) }
      line.pass(&flow)
      try #require(line.now < 3_000_000)
    }
    return (line.now, wait)
  }

  @Test(arguments: [20, 200, 5000])
  func `a key waits for a fraction of a second, not for a map in kitty's protocol`(
    speed: Int
  ) throws {
    var kitty = KittyPictures(seed: 1, isInTmux: false)
    var terminal = KittyTerminal()
    var all = 0
    let (time, wait) = try show(speed: speed) { canvas, room in
      let bytes = kitty.prepare(&canvas, room: room)
      #expect(bytes.count < room + 5000)
      try terminal.feed(bytes)
      all += bytes.count
      #expect(canvas.cells.contains(where: \.isPixels) == !kitty.isBehind)
      return (bytes.count, kitty.isBehind)
    }
    #expect(all > 170_000 && terminal.images.count == 1)
    #expect(wait < 500)
    // The line is not left idle for long.
    #expect(time < 3 * all / speed + 100)
  }

  @Test(arguments: [20, 200, 5000])
  func `a key waits for a fraction of a second, not for a map that is placed`(speed: Int) throws {
    var placed = PlacedPictures(seed: 1)
    var terminal = KittyTerminal(size: Self.size)
    let (_, wait) = try show(speed: speed) { canvas, room in
      let bytes = placed.prepare(&canvas, cell: Self.cell, isMoving: false, room: room)
      #expect(bytes.count < room + 5000)
      try terminal.feed(bytes)
      #expect(terminal.placements.isEmpty == placed.isBehind)
      return (bytes.count, placed.isBehind)
    }
    #expect(terminal.received > 130_000 && terminal.placements.count == 1)
    #expect(wait < 500)
  }

  @Test(arguments: [20, 200, 5000])
  func `a map in sixels comes in strips`(speed: Int) throws {
    var sixel = SixelPictures()
    var terminal = SixelTerminal(size: Self.size, cell: Self.cell)
    var rng = SplitMix64(seed: 1)
    var strips = 0
    var most = 0
    _ = try show(speed: speed) { canvas, room in
      let bytes = sixel.prepare(&canvas, cell: Self.cell, isMoving: false, room: room)
      terminal.write(canvas, &rng)
      try terminal.feed(bytes)
      strips += 1
      most = max(most, bytes.count - room)
      return (bytes.count, sixel.isBehind)
    }
    #expect(most < 20_000)
    #expect(strips > 1)
    #expect(terminal.pixels.allSatisfy { $0 != nil })
  }

  @Test func `a map that is moved on meanwhile is given up, and another one comes`() throws {
    var kitty = KittyPictures(seed: 1, isInTmux: false)
    var terminal = KittyTerminal()
    for step in 1...5 {
      var canvas = try Self.map(UInt64(step))
      try terminal.feed(kitty.prepare(&canvas, room: 30_000))
      #expect(kitty.isBehind && terminal.images.isEmpty)
    }
    var blank = Canvas(size: Self.size)
    try terminal.feed(kitty.prepare(&blank, room: 30_000))
    #expect(!kitty.isBehind)
    var canvas = try Self.map(9)
    try terminal.feed(kitty.prepare(&canvas, room: 30_000))
    try terminal.feed(kitty.farewell())
    #expect(terminal.images.isEmpty)
    canvas = try Self.map(9)
    try terminal.feed(kitty.prepare(&canvas))
    #expect(!kitty.isBehind && terminal.images.count == 1)
  }

  @Test func `answers that do not come are given up after a while`() {
    var flow = PictureFlow()
    #expect(flow.room(at: Self.start) == PictureFlow.first)
    let asks = flow.wrote(PictureFlow.first, at: Self.start)
    #expect(asks && flow.room(at: Self.start) == 0)
    #expect(flow.deadline == Self.start + PictureFlow.patience)
    flow.giveUp(at: Self.start + .milliseconds(1))
    #expect(flow.room(at: Self.start) == 0)
    flow.giveUp(at: Self.start + PictureFlow.patience)
    #expect(flow.room(at: Self.start) == PictureFlow.bounds.lowerBound)
    // One that comes after all changes nothing.
    flow.answered(at: Self.start + .seconds(9))
    #expect(flow.room(at: Self.start) == PictureFlow.bounds.lowerBound)
  }
}
