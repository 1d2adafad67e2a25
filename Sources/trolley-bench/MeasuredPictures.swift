import TrolleyTerminal

/// The cost of pictures.
extension Measurement {
  private static let picturesOfAPage = 24

  /// From a file to the cells of a tile, through a worker without a cache: first one by one, then a
  /// page of them requested at once.
  static func measurePictures(_ path: String, by program: String, rounds: Int) throws(Complaint) {
    guard let source = PictureSource(path) else { throw Complaint("\(path) is no picture") }
    let request = PictureRequest(source, fitting: ImageCache.Grade.tile.size)
    var worker = try MeasuredWorker(program)
    // The first page starts the worker and loads its libraries.
    for round in 0...rounds {
      let start = ContinuousClock.now
      try worker.load([request])
      if round > 0 { sample("picture to cells", start) }
    }
    for _ in 0..<max(1, rounds / 4) {
      let start = ContinuousClock.now
      try worker.load(Array(repeating: request, count: picturesOfAPage))
      let took = (ContinuousClock.now - start) / .microseconds(1)
      print("a page's picture to cells\t\(Int(took) / picturesOfAPage)")
    }
    worker.end()
  }

  /// A page of emoji, from a worker that has just been started and has kept nothing, and once more
  /// from its copies on the disk; then how long it takes to find what a name says.
  static func measureEmoji(
    by program: String, in folder: String, rounds: Int
  ) throws(Complaint) {
    let names = [
      "Semi skimmed milk", "Eggs (12)", "Gala apples", "Vollkornbrot", "tomates cerises", "卵",
      "Cheddar 350g", "Toilet paper", "Bananas loose", "Kartoffeln", "huile d'olive", "Coffee",
      "Salmon fillets", "portakal suyu", "Orange juice", "Carrots", "Strawberry jam", "Garlic",
      "Butter beans", "Dark chocolate", "Red onions", "Pepperoni pizza", "AA batteries", "Honey",
      "Qwertz Uiop",
    ]
    var requests: [PictureRequest] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      let glyphs = names.map { ItemGlyph.find(name: $0, category: "") }
      let took = (ContinuousClock.now - start) / .nanoseconds(1)
      print("\(Runner.matchFigure)\t\(Int(took) / names.count / 1000)")
      requests = glyphs.compactMap { $0 }.prefix(picturesOfAPage).map {
        PictureRequest(.glyph($0), fitting: ImageCache.Grade.tile.size)
      }
    }
    for round in 0..<rounds {
      var worker = try MeasuredWorker(program, home: "\(folder)/\(round)")
      for figure in [Runner.emojiFigure, Runner.keptEmojiFigure] {
        let start = ContinuousClock.now
        try worker.load(requests)
        sample(figure, start)
      }
      worker.end()
    }
  }

  /// Scrolls through pages of items with pictures, as cells and in real pixels, including the worker's answers as they come
  /// through the pipe: all the work of a frame.
  static func measureTiles(_ count: Int) {
    measureTiles(count, inPixels: false)
    measureTiles(count, inPixels: true)
  }

  private static func measureTiles(_ count: Int, inPixels: Bool) {
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
    var session = SessionState(size: Size(width: 120, height: 40), clock: clock, replica: replica)
    if inPixels {
      session.preferences.pictures = .kitty
      session.graphics.isPossible = true
      session.graphics.hasPalette = true
      session.graphics.take(.cell(PixelSize(width: 10, height: 20)))
    }
    var kitty = KittyPictures(seed: 1, isInTmux: false)
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
        let start = workTime()
        act(.command(command))
        var canvas = render(app)
        if inPixels { _ = kitty.prepare(&canvas, room: 256 << 10) }
        let work = (workTime() - start) / 1000
        print("\(inPixels ? Runner.pixelScrollFigure : Runner.scrollFigure)\t\(work)")
      }
    }
  }

  /// The processor's time of this thread, in nanoseconds: other programs do not count.
  private static func workTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// A different picture for each path.
  private static func image(_ path: String) -> PixelImage? {
    let size = ImageCache.Grade.tile.size
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

/// A worker and the pipes to it.
private struct MeasuredWorker {
  private let pid: pid_t
  private let input: Int32
  private let output: Int32
  private var lines = LineBuffer(longest: WorkerLine.longest)

  init(_ program: String, home: String? = nil) throws(Complaint) {
    var questions: [Int32] = [-1, -1]
    var answers: [Int32] = [-1, -1]
    guard pipe(&questions) == 0, pipe(&answers) == 0 else { throw Complaint("no pipes") }
    for one in questions + answers { _ = fcntl(one, F_SETFD, FD_CLOEXEC) }
    // Without HOME it has no cache.
    var environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    environment["HOME"] = home
    pid = try Launch(
      arguments: [program], environment: environment,
      input: "/dev/fd/\(questions[0])", output: "/dev/fd/\(answers[1])"
    ).start()
    close(questions[0])
    close(answers[1])
    (input, output) = (questions[1], answers[0])
  }

  /// Loads pictures that are requested at once, from the requests to the cells.
  mutating func load(_ requests: [PictureRequest]) throws(Complaint) {
    for (number, request) in requests.enumerated() {
      let line = WorkerLine.bytes(of: .ask(.loadPicture(request), number: number))
      guard write(input, line, line.count) == line.count else { throw Complaint("no worker") }
    }
    var left = requests.count
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while left > 0 {
      let got = read(output, &bytes, bytes.count)
      guard got > 0 else { throw Complaint("the worker ended") }
      for case .line(let line) in bytes.withUnsafeBytes({
        lines.receive(.init(rebasing: $0[..<got]))
      }) {
        guard let answer = try? WorkerLine.answer(line).answer, answer.isLast else { continue }
        guard case .picture(let image) = answer else { throw Complaint("no picture: \(answer)") }
        _ = PictureRaster.cells(image, width: 14, height: 6)
        left -= 1
      }
    }
  }

  /// It ends when its input is closed.
  func end() {
    close(input)
    close(output)
    waitpid(pid, nil, 0)
  }
}
