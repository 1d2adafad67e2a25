import TrolleySecrets

/// Measurements that only a program linked with Trolley's modules can make. The benchmark starts
/// itself for them, so that each has a process of its own:
///
///     trolley-bench measure list FOLDER                  reading, commits, keys, frames, PINs
///     trolley-bench measure catalogue NUMBER FOLDER      search among so many products, kept there
///     trolley-bench measure tiles NUMBER                 scrolling so many items with pictures
///     trolley-bench measure pictures WORKER FILE ROUNDS  a picture there and back
///     trolley-bench measure emoji WORKER FOLDER ROUNDS   pages of emoji, and names matched to them
///     trolley-bench measure changes FOLDER NUMBER        changes, for a screen on the same list
///
/// It prints one sample a line as `FIGURE<tab>MICROSECONDS`. `changes` prints for each change when
/// its write began and when it was on the disk, as `NANOSECONDS<tab>NANOSECONDS` of the monotonic
/// clock.
/// It modifies the list in FOLDER.
enum Measurement {
  static func run(_ arguments: [String]) throws {
    switch (arguments.first ?? "", arguments.dropFirst().map { $0 }) {
    case ("list", let rest) where rest.count == 1: try measureList(rest[0])
    case ("catalogue", let rest) where rest.count == 2:
      try measureCatalogue(try number(rest[0]), in: rest[1])
    case ("tiles", let rest) where rest.count == 1: measureTiles(try number(rest[0]))
    case ("pictures", let rest) where rest.count == 3:
      try measurePictures(rest[1], by: rest[0], rounds: try number(rest[2]))
    case ("emoji", let rest) where rest.count == 3:
      try measureEmoji(by: rest[0], in: rest[1], rounds: try number(rest[2]))
    case ("changes", let rest) where rest.count == 2:
      try makeChanges(rest[0], count: try number(rest[1]))
    default: throw Complaint("measure: \(arguments.joined(separator: " ")): not known")
    }
  }

  private static func number(_ text: String) throws(Complaint) -> Int {
    guard let number = Int(text), number > 0 else { throw Complaint("\(text) is no number") }
    return number
  }

  static func sample(_ name: String, _ start: ContinuousClock.Instant) {
    let took = ContinuousClock.now - start
    print("\(name)\t\(Int(took / .microseconds(1)))")
  }

  static let replica = ReplicaID(1)
  static var clock: Clock { Clock(wall: time(nil), monotonic: now() / nanosecondsPerMillisecond) }

  private static func measureList(_ folder: String) throws {
    var loaded: ListStore.Loaded?
    for _ in 0..<5 {
      loaded = nil
      let store = try ListStore(directory: folder, create: true)
      let start = ContinuousClock.now
      loaded = try store.load()
      sample("cold load", start)
    }
    guard var state = loaded?.state else { return }
    loaded = nil
    try measureCommits(folder, &state)
    measureKeys(state)
    measureConfetti(state)
    measureSignIn(folder)
  }

  /// One durable toggle, alternating with the same bytes appended and synced directly.
  private static func measureCommits(_ folder: String, _ state: inout SharedState) throws {
    let store = try ListStore(directory: folder, create: true)
    _ = try store.load()
    let bare = open("\(folder)/bare", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer {
      close(bare)
      unlink("\(folder)/bare")
    }
    var ids = IdentifierSource(replica: replica)
    for number in 1...200 {
      let step = try toggle(in: state, &ids, number)
      let start = ContinuousClock.now
      let entries = try store.append(step)
      sample("commit", start)
      for entry in entries { state.play(entry) }
      let bytes = EventCoding.bodies(of: step).reduce(0) { $0 + $1.count + 60 }
      let line = [UInt8](repeating: 120, count: bytes)
      let begin = ContinuousClock.now
      guard write(bare, line, bytes) == bytes, fdatasync(bare) == 0 else { return }
      sample("append and fdatasync", begin)
    }
  }

  /// The first item goes into the cart, or out of it.
  private static func toggle(
    in state: SharedState, _ ids: inout IdentifierSource, _ number: Int
  ) throws -> Step {
    guard let item = state.items.all.first(where: { _ in true }) else {
      throw Complaint("the list is empty")
    }
    var planner = Planner(state: state, ids: ids, now: clock.wall)
    let events = try planner.plan(.toggle([item.id]))
    ids = planner.ids
    return Step(replica: ids.replica, number: number, time: clock.wall, events: events)
  }

  private static func makeChanges(_ folder: String, count: Int) throws {
    let store = try ListStore(directory: folder, create: true)
    var state = try store.load().state
    // Different from the replica of the screen on the same list.
    var ids = IdentifierSource(replica: ReplicaID(UInt64(UInt32.random(in: 2 ... .max))))
    for number in 1...count {
      // Random, so as not to fall into step with a timer.
      usleep(UInt32.random(in: 60_000...100_000))
      let step = try toggle(in: state, &ids, number)
      let begin = now()
      let entries = try store.append(step)
      print("\(begin)\t\(now())")
      for entry in entries { state.play(entry) }
    }
  }

  /// The vault's time for a PIN among twenty employees, including the counts on the disk.
  private static func measureSignIn(_ folder: String) {
    let vault = SealedSecrets(directory: folder)
    var holders: [PINHolder] = []
    for number in 1...20 {
      let digits = String(604_713 + 7919 * number)
      guard case .sealed(let pin) = vault.answer(.seal(digits, among: holders)) else { return }
      holders.append(PINHolder(account: Account.ID(UInt64(number)), pin: pin))
    }
    for number in 1...50 {
      let digits = String(604_713 + 7919 * (number % 20 + 1))
      let start = ContinuousClock.now
      guard case .found = vault.answer(.find(digits, among: holders)) else { return }
      sample("try a PIN", start)
    }
  }

  /// Draws each frame of the animation over a large window, the whole canvas every time.
  private static func measureConfetti(_ state: SharedState) {
    var clock = Clock(wall: 0, monotonic: 0)
    let session = SessionState(size: Size(width: 120, height: 40), clock: clock, replica: replica)
    var app = AppState(replica: Replica(state), session: session)
    // Leaves one line in the cart, so that it is the last one to pick.
    if app.shared.cart.isEmpty { _ = reduce(&app, .command(.toggle)) }
    for command in [Command.show(.cart), .markAll, .toggle] { _ = reduce(&app, .command(command)) }
    while let next = app.session.nextFrame {
      clock.monotonic = next
      let start = ContinuousClock.now
      _ = reduce(&app, .clock(clock))
      _ = render(app)
      sample("confetti frame at 120x40", start)
    }
  }

  /// Search as you type over a catalogue with as many products as the list has items, including
  /// drawing.
  private static func measureCatalogue(_ count: Int, in folder: String) throws {
    let places = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy"]
    let grapes = ["Merlot", "Malbec", "Syrah", "Riesling", "Chenin", "Viura", "Brut", "Cava"]
    let kinds = CatalogueCategory.kindsOfWine
    let products = (0..<count).compactMap { number in
      CatalogueProduct(
        .openFoodFacts, code: String(number + 10_000_000),
        name: "\(places[number % 9]) Ridge \(grapes[number / 9 % 8]) \(number)",
        brand: "\(places[number / 3 % 9]) Estate",
        description: "Dark cherries and a long evening, number \(number).",
        category: kinds[number % 7].name, categoryID: kinds[number % 7].id, quantity: "75 cl")
    }
    let store = CatalogueStore(directory: folder)
    try store.replace(CatalogueCache(.openFoodFacts, products))
    var preferences = Preferences()
    preferences.segment = .catalogue
    preferences.catalogue.sort = .name
    let session = SessionState(
      size: Size(width: 80, height: 24), clock: clock, replica: replica, preferences: preferences)
    var app = AppState(replica: Replica(SharedState()), session: session)
    _ = reduce(&app, .started)
    let closed = app
    for _ in 0..<5 {
      app = closed
      let start = ContinuousClock.now
      guard let kept = store.load(.openFoodFacts)?.catalogue else { return }
      _ = reduce(&app, .catalogueLoaded(kept))
      _ = render(app)
      sample("open a kept catalogue", start)
      kept.warm()
    }
    for word in ["merlot", "cedar riesl", "evening", "zzz", "red win"] {
      _ = reduce(&app, .command(.search))
      for character in word {
        let start = ContinuousClock.now
        _ = reduce(&app, .typed(character))
        _ = render(app)
        sample("a letter in the catalogue", start)
      }
      _ = reduce(&app, .command(.back))
    }
  }

  /// A key without the terminal: the reducer and the drawing of the whole canvas.
  private static func measureKeys(_ state: SharedState) {
    let session = SessionState(size: Size(width: 80, height: 24), clock: clock, replica: replica)
    let begin = ContinuousClock.now
    var app = AppState(replica: Replica(state), session: session)
    sample("make the lists", begin)
    for command in Array(repeating: [Command.right, .toggle, .pageDown], count: 50).joined() {
      let start = ContinuousClock.now
      _ = reduce(&app, .command(command))
      sample("reduce " + command.name, start)
      let drawing = ContinuousClock.now
      _ = render(app)
      sample("draw", drawing)
    }
    _ = reduce(&app, .command(.search))
    for character in "milk" {
      let start = ContinuousClock.now
      _ = reduce(&app, .typed(character))
      sample("reduce a letter", start)
    }
  }
}
