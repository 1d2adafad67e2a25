import TrolleyCore
import TrolleyUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What pictures cost, for `make bench`.
extension MeasureVerb {
  /// From a file to the cells of a tile: there and back through the worker, which keeps no copy. First
  /// one by one, each asked for when the one before is there; then a page of them, asked for at once.
  static func measurePicture(
    _ path: String, _ rounds: Int, _ sample: (String, Double) -> Void
  ) {
    unsetenv("HOME")
    unsetenv("XDG_CACHE_HOME")
    guard let source = PictureSource(path) else { return }
    let link = WorkerLink()
    let request = PictureRequest(source, fitting: PictureShelf.Grade.tile.size)
    // The first page starts the worker and loads its libraries.
    for round in 0...rounds {
      guard let took = pictures(1, request, link) else { return }
      if round > 0 { sample("picture to cells", took) }
    }
    for _ in 0..<max(1, rounds / 4) {
      guard let took = pictures(picturesOfAPage, request, link) else { return }
      sample("a page's picture to cells", took / Double(picturesOfAPage))
    }
  }

  private static let picturesOfAPage = 24

  /// Microseconds until the cells of all are there; nil when one is not to be had.
  private static func pictures(
    _ count: Int, _ request: PictureRequest, _ link: WorkerLink
  ) -> Double? {
    let start = ContinuousClock.now
    for number in 1...count { link.ask(.loadPicture(request), number: number) }
    var left = count
    while left > 0, ContinuousClock.now - start < .seconds(10) {
      for (_, answer) in link.drain() where answer.isLast {
        guard case .picture(let image) = answer else { return nil }
        _ = PictureRaster.cells(image, width: 14, height: 6)
        left -= 1
      }
      guard left > 0 else { break }
      guard let descriptor = link.descriptor else { return nil }
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, link.isBehind ? 5 : 1000)
    }
    return left > 0 ? nil : (ContinuousClock.now - start) / .microseconds(1)
  }

  /// Page after page of so many items with pictures, the answers of the worker among them, as they come
  /// through the pipe: all the work of a frame.
  static func measureTiles(_ count: Int, _ sample: (String, ContinuousClock.Instant) -> Void) {
    let items = (0..<count).map {
      Item(
        id: Item.ID(UInt64($0 + 1)), name: "Thing \($0)", category: "Things",
        picture: "/p/\($0).jpg")
    }
    var shared = SharedState()
    shared.play(
      Entry(
        position: 1,
        step: Step(replica: ReplicaID(1), number: 1, time: 0, events: [.itemsAdded(items)])))
    let session = SessionState(
      size: Size(width: 120, height: 40), clock: Moment.now, replica: Moment.replica,
      bindings: Keymap.standard.infos)
    var app = AppState(replica: Replica(shared, position: 1), session: session)
    let images = Dictionary(
      uniqueKeysWithValues: items.compactMap { item in
        image(item.picture).map { (item.picture, $0) }
      })
    func line(_ request: PictureRequest, _ number: Int) -> [UInt8]? {
      images[request.source.place].map {
        WorkerLine.bytes(of: .picture($0), number: number).dropLast()
      }
    }
    func act(_ action: Action) {
      var open = reduce(&app, action)
      while !open.isEmpty {
        let effect = open.removeFirst()
        guard case .askWorker(.loadPicture(let request), let number) = effect,
          let line = line(request, number), let (number, answer) = try? WorkerLine.answer(line)
        else { continue }
        open += reduce(&app, .workerAnswered(answer, number: number))
      }
    }
    act(.command(.first))
    for command in [Command.pageDown, .pageUp] {
      for _ in 0..<count / 8 {
        let start = ContinuousClock.now
        act(.command(command))
        _ = render(app, keymap: .standard)
        sample("frame of picture tiles", start)
      }
    }
  }

  /// Another picture for each path.
  private static func image(_ path: String) -> PixelImage? {
    let size = PictureShelf.Grade.tile.size
    var mix = UInt32(truncatingIfNeeded: path.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
    return PixelImage(
      size: size,
      rgba: (0..<4 * size.width * size.height).map { at in
        if at % 4 == 3 { return 255 }
        mix = mix &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: at / 64 &+ Int(mix >> 26))
      })
  }
}
