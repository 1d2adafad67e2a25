import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

@Suite struct ImageCacheTests {
  private let red = PictureMaker.image(PixelSize(width: 8, height: 8)) { _, _ in (200, 0, 0, 255) }
  private let blue = PictureMaker.image(PixelSize(width: 8, height: 8)) { _, _ in (0, 0, 200, 255) }

  private func file(_ number: Int) -> PictureSource { .file("/p/\(number).png") }

  private func items(_ count: Int, picture: (Int) -> String = { "/p/\($0).png" }) -> [Item] {
    (0..<count).map {
      Item(id: Item.ID(UInt64($0 + 1)), name: "Thing \(100 + $0)", picture: picture($0))
    }
  }

  private func asked(_ shopper: TestApp) -> [String] {
    shopper.takeEffects().compactMap { effect in
      guard case .askWorker(.loadPicture(let request), _) = effect else { return nil }
      return request.source.place
    }
  }

  /// Only visible pictures are requested, and never more than a handful at once.
  @Test func onlyWhatIsVisibleIsAskedFor() {
    let shopper = TestApp(items: items(200))
    shopper.worker.arePicturesSlow = true
    _ = shopper.takeEffects()
    shopper.press("right")
    #expect(asked(shopper).count == ImageCache.mostOpen)
    shopper.press("right", "down", "left")
    #expect(asked(shopper).isEmpty)
    #expect(shopper.session.shelf.openCount == ImageCache.mostOpen)
  }

  @Test(arguments: UInt64(1)...8)
  func `what comes into sight by any key is asked for`(_ seed: UInt64) {
    var rng = SplitMix64(seed: seed)
    let shopper = TestApp(items: items(120))
    for number in 0..<120 { shopper.worker.pictures["/p/\(number).png"] = red }
    for step in 0..<80 {
      let key = rng.pick(["space", "space", "+", "-", "v", "right", "left", "down", "up", "pgdn"])
      shopper.press(key)
      if rng.oneIn(9) { shopper.wait(milliseconds: 6000) }
      let missing = shopper.state.wishesOfTiles.filter {
        shopper.session.shelf.picture($0.source, .tile) == nil
      }
      #expect(missing.isEmpty, "seed \(seed), step \(step), \(key)")
    }
  }

  /// Emoji are mostly on the disk: those of a page are requested together, so that one frame shows
  /// them.
  @Test func theEmojiOfAPageAreAskedForTogether() {
    let glyphs = ["🍎", "🍞", "🥛", "🧀", "🥕", "🍋", "🍌", "🍇", "🥚", "🍅"]
    let shopper = TestApp(items: items(10) { glyphs[$0] })
    shopper.worker.arePicturesSlow = true
    _ = shopper.takeEffects()
    shopper.press("right")
    let count = asked(shopper).count
    #expect(count > ImageCache.mostOpen)
    #expect(shopper.session.shelf.openCount == count)
  }

  @Test func `emoji that were kept are in the first frame, and are not asked for`() {
    let glyphs = ["🍎", "🍞", "🥛"]
    let shopper = TestApp(items: items(3) { glyphs[$0] })
    var state = shopper.state
    state.session.shelf = ImageCache()
    var asked: [Unicode.Scalar] = []
    state.showKeptEmoji { glyph, size in
      asked.append(glyph)
      #expect(size == ImageCache.Grade.tile.size)
      return glyph == "🥛" ? nil : glyph == "🍎" ? red : blue
    }
    // Each once, although the focused tile is looked for first.
    #expect(asked.count == 3)
    #expect(state.session.shelf.picture(.glyph("🍎"), .tile)?.image == red)
    #expect(state.session.shelf.picture(.glyph("🍞"), .tile)?.image == blue)
    #expect(state.session.shelf.keptBytes == red.rgba.count + blue.rgba.count)
    #expect(state.session.shelf.openCount == 0)
    var sources: [PictureSource] = []
    for effect in reduce(&state, .started) {
      guard case .askWorker(.loadPicture(let request), _) = effect else { continue }
      sources.append(request.source)
    }
    #expect(sources == [.glyph("🥛")])
  }

  @Test func `where there are no emoji none is requested`() {
    let shopper = TestApp(items: items(3) { $0 == 0 ? "" : "🍎" })
    var state = shopper.state
    state.session.shelf = ImageCache()
    let reason = Failure(.missingFile, "no font", detail: "")
    state.showNoEmoji(reason)
    #expect(state.session.shelf.failure(.glyph("🍎")) == reason)
    #expect(!reduce(&state, .started).contains { if case .askWorker = $0 { true } else { false } })
  }

  @Test func `a locked screen reads no pictures before its first frame`() {
    let shopper = TestApp(items: items(3) { _ in "🍎" })
    var state = shopper.state
    state.session.shelf = ImageCache()
    state.session.actor = .signedOut
    state.showKeptEmoji { _, _ in
      Issue.record("asked for a picture")
      return nil
    }
  }

  @Test func eachIsAskedForOnce() {
    let shopper = TestApp(items: items(4))
    for number in 0..<4 { shopper.worker.pictures["/p/\(number).png"] = red }
    shopper.press("right")
    #expect(asked(shopper).count == 4)
    for _ in 0..<10 { shopper.press("right", "left") }
    #expect(asked(shopper).isEmpty)
    #expect(shopper.session.shelf.picture(file(2), .tile)?.image == red)
    // The other size is shown until the large one arrives.
    #expect(shopper.session.shelf.picture(file(2), .large)?.image == red)
  }

  /// Seeds, names of a later Trolley and addresses of this machine cause no request.
  @Test func whatIsNoFileAsksForNothing() {
    let texts = ["apple", "", "later", "https://localhost/x", "http://a.example/x"]
    let shopper = TestApp(items: items(5) { texts[$0] })
    shopper.press("right", "enter")
    #expect(asked(shopper).isEmpty)
  }

  @Test func aPictureThatIsNotThereIsNotAskedForAgain() {
    let shopper = TestApp(items: items(1))
    shopper.press("right")
    #expect(asked(shopper) == ["/p/0.png"])
    #expect(shopper.session.shelf.failure(file(0))?.sentence == "There is no such file.")
    shopper.press("right", "left")
    #expect(asked(shopper).isEmpty)
    // It is requested again when the user opens the item or refreshes.
    shopper.worker.pictures["/p/0.png"] = red
    shopper.press("enter")
    #expect(!asked(shopper).isEmpty)
    #expect(shopper.session.shelf.failure(file(0)) == nil)
  }

  @Test func tryingAgainAsksAgain() {
    let shopper = TestApp(items: items(1))
    shopper.press("right")
    _ = asked(shopper)
    shopper.worker.pictures["/p/0.png"] = red
    shopper.press("r")
    #expect(asked(shopper) == ["/p/0.png"])
  }

  /// The old picture stays until the new one arrives.
  @Test func aChangedFileIsLookedAtAgainWithoutAFlicker() {
    let shopper = TestApp(items: items(1))
    shopper.worker.pictures["/p/0.png"] = red
    shopper.press("right")
    shopper.worker.pictures["/p/0.png"] = blue
    shopper.worker.arePicturesSlow = true
    shopper.press("enter")
    #expect(shopper.session.shelf.picture(file(0), .tile)?.image == red)
    let open = shopper.effects.compactMap { effect -> Int? in
      if case .askWorker(.loadPicture, let number) = effect { number } else { nil }
    }
    for number in open { shopper.send(.workerAnswered(.picture(blue), number: number)) }
    #expect(shopper.session.shelf.picture(file(0), .tile)?.image == blue)
    #expect(shopper.session.shelf.picture(file(0), .large)?.image == blue)
  }

  /// After a crash the pictures are retried one by one; the one that crashed the worker is not
  /// retried.
  @Test func theOneThatKillsTheWorkerIsFound() {
    let shelf = ShelfBox()
    for number in 0..<3 {
      #expect(shelf.wants(file(number)))
      shelf.asked(file(number), number)
    }
    let death = WorkerAnswer.failed(.workerEnded("trolley-worker", why: "it ended"))
    for number in 0..<3 { shelf.receive(death, number) }
    #expect(shelf.wants(file(0)))
    shelf.asked(file(0), 10)
    #expect(!shelf.wants(file(1)))
    #expect(!shelf.wants(file(7)))
    shelf.receive(death, 10)
    #expect(!shelf.wants(file(0), at: 1 << 40))
    #expect(shelf.wants(file(1)))
    shelf.asked(file(1), 11)
    shelf.receive(.picture(red), 11)
    #expect(shelf.shelf.picture(file(1), .tile) != nil)
  }

  @Test func whatCouldNotBeHadJustNowIsTriedAgainLater() {
    let shelf = ShelfBox()
    #expect(shelf.wants(file(1)))
    shelf.asked(file(1), 1)
    shelf.receive(.failed(Failure(.unavailable, "No network.")), 1, at: 1000)
    #expect(!shelf.wants(file(1), at: 30_000))
    #expect(shelf.wants(file(1), at: 61_000))
  }

  @Test func theRoomIsBounded() {
    var shelf = ImageCache()
    let large = PictureMaker.image(PixelSize(width: 160, height: 160)) { _, _ in (1, 2, 3, 255) }
    for number in 0..<400 {
      shelf.beginLooking()
      _ = shelf.wants(file(number), .large, at: 0)
      shelf.asked(file(number), .large, number: number)
      shelf.receive(.picture(large), number: number, at: 0)
      _ = shelf.wants(file(0), .large, at: 0)
      #expect(shelf.keptBytes <= ImageCache.capacity)
    }
    // Visible pictures stay, the least recently used ones are gone.
    #expect(shelf.picture(file(0), .large) != nil)
    #expect(shelf.picture(file(1), .large) == nil)
    #expect(shelf.picture(file(399), .large) != nil)
  }

  @Test func differentPicturesHaveDifferentFingerprints() {
    var prints: Set<UInt64> = []
    for value in 0..<256 {
      for place in [0, 5, 9] {
        var rgba = red.rgba
        rgba[place] = UInt8(value)
        if let image = PixelImage(size: red.size, rgba: rgba) { prints.insert(image.fingerprint) }
      }
    }
    #expect(prints.count == 3 * 255 + 1)
  }

  @Test func `what is tried again are the pictures that failed`() {
    let shopper = TestApp(items: items(1) { _ in "/nowhere.png" })
    shopper.press("enter", "r")
    #expect(shopper.notice == "Looking again for the pictures that are missing.")
  }

  // MARK: Consent

  @Test func nothingOfTheWebIsAskedForWithoutAYes() {
    let shopper = TestApp(items: items(2) { "https://img\($0).example/x.png" })
    shopper.worker.pictures["https://img0.example/x.png"] = red
    shopper.press("right", "left", "enter")
    #expect(asked(shopper).isEmpty)
    #expect(shopper.canvas.text.contains("img0.example; w fetches it."))
    shopper.press("w")
    #expect(shopper.canvas.text.contains("which picture you look at"))
    #expect(asked(shopper).isEmpty)
    // Not now.
    shopper.press("esc")
    #expect(asked(shopper).isEmpty)
    shopper.press("w", "enter")
    #expect(asked(shopper).first == "img0.example")
    #expect(!shopper.canvas.text.contains("Its picture is at"))
  }

  @Test func aServicesOwnPicturesFallUnderTheYesToIt() throws {
    var preferences = Preferences()
    preferences.services[.openFoodFacts].isAllowed = true
    let address = "https://images.openfoodfacts.org/images/products/1/front.400.jpg"
    let shopper = TestApp(items: items(1) { _ in address }, preferences: preferences)
    shopper.press("right")
    let request = shopper.effects.compactMap { effect -> PictureRequest? in
      if case .askWorker(.loadPicture(let request), _) = effect { request } else { nil }
    }.first
    #expect(request?.access?.service == .openFoodFacts)
    #expect(request?.fitting == ImageCache.Grade.tile.size)
  }

  @Test func nothingIsAskedForBeforeSomebodySignsIn() {
    let shopper = TestApp(items: items(2))
    shopper.openHome()
    _ = asked(shopper)
    shopper.press("L")
    shopper.press("tab")
    #expect(asked(shopper).isEmpty)
  }
}

/// A shelf that expectations can change.
private final class ShelfBox {
  var shelf = ImageCache()
  func wants(_ source: PictureSource, at time: Int = 0) -> Bool {
    shelf.wants(source, .tile, at: time)
  }
  func asked(_ source: PictureSource, _ number: Int) { shelf.asked(source, .tile, number: number) }
  func receive(_ answer: WorkerAnswer, _ number: Int, at time: Int = 0) {
    shelf.receive(answer, number: number, at: time)
  }
}
