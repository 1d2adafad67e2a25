import ArgumentParser
import TrolleyCore
import TrolleySecrets
import TrolleyUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// For `make bench`: figures that only the program itself can take, one sample a line as
/// `FIGURE<tab>MICROSECONDS`. It works on the list it is given, and changes it.
///
/// With `--changes` it only makes changes, for a screen on the same list, and prints for each when its
/// write was begun and when it was on the disk: `NANOSECONDS<tab>NANOSECONDS`.
struct MeasureVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Print timings of the inside.", shouldDisplay: false)

  @Option var changes = 0
  @Option var picture = ""
  @Option var rounds = 40
  @Option var tiles = 0
  @Option var products = 0

  @OptionGroup var data: DataOptions

  func run() throws {
    let places = try Places(data: data.directory)
    if changes > 0 { return try makeChanges(places) }
    var output = ""
    defer { _ = SystemIO.writeAll(STDOUT_FILENO, Array(output.utf8)) }
    func sample(_ name: String, _ start: ContinuousClock.Instant) {
      let took = ContinuousClock.now - start
      output += name + "\t" + String(Int(took / .microseconds(1))) + "\n"
    }
    if !picture.isEmpty {
      return Self.measurePicture(picture, rounds) { name, microseconds in
        output += "\(name)\t\(Int(microseconds))\n"
      }
    }
    if products > 0 { return measureCatalogue(products, sample) }
    if tiles > 0 { return Self.measureTiles(tiles, sample) }
    var loaded: ListStore.Loaded?
    for _ in 0..<5 {
      loaded = nil
      let store = try ListStore(directory: places.data, create: true)
      let start = ContinuousClock.now
      loaded = try store.load()
      sample("cold load", start)
    }
    guard var state = loaded?.state else { return }
    loaded = nil
    try measureCommits(places, &state, sample)
    measureKeys(state, sample)
    measureConfetti(state, sample)
    measureSignIn(places, sample)
  }

  /// One toggle made durable, beside the same bytes appended and synced by hand, in turns.
  private func measureCommits(
    _ places: Places, _ state: inout SharedState,
    _ sample: (String, ContinuousClock.Instant) -> Void
  ) throws {
    let store = try ListStore(directory: places.data, create: true)
    _ = try store.load()
    let bare = SystemIO.open(
      places.data + "/bare", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer {
      close(bare)
      unlink(places.data + "/bare")
    }
    var ids = IdentifierSource(replica: Moment.replica)
    guard let item = state.items.all.first(where: { _ in true }) else { return }
    for number in 1...200 {
      var planner = Planner(state: state, ids: ids, now: Moment.now.wall)
      let events = try planner.plan(.toggle([item.id]))
      ids = planner.ids
      let step = Step(replica: ids.replica, number: number, time: 0, events: events)
      planner = Planner(state: SharedState(), ids: ids, now: 0)
      let start = ContinuousClock.now
      let entries = try store.append(step)
      sample("commit", start)
      for entry in entries { state.play(entry) }
      let bytes = EventCoding.bodies(of: step).reduce(0) { $0 + $1.count + 60 }
      let line = [UInt8](repeating: 120, count: bytes)
      let begin = ContinuousClock.now
      guard SystemIO.writeAll(bare, line), fdatasync(bare) == 0 else { return }
      sample("append and fdatasync", begin)
    }
  }

  private func makeChanges(_ places: Places) throws {
    let store = try ListStore(directory: places.data, create: true)
    var state = try store.load().state
    var ids = IdentifierSource(replica: Moment.replica)
    guard let item = state.items.all.first(where: { _ in true }) else { return }
    var output = ""
    for number in 1...changes {
      // In step with nothing that ticks.
      usleep(UInt32.random(in: 60_000...100_000))
      var planner = Planner(state: state, ids: ids, now: Moment.now.wall)
      let events = try planner.plan(.toggle([item.id]))
      ids = planner.ids
      planner = Planner(state: SharedState(), ids: ids, now: 0)
      let begin = nanoseconds
      let entries = try store.append(
        Step(replica: ids.replica, number: number, time: Moment.now.wall, events: events))
      output += "\(begin)\t\(nanoseconds)\n"
      for entry in entries { state.play(entry) }
    }
    _ = SystemIO.writeAll(STDOUT_FILENO, Array(output.utf8))
  }

  private var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// What the vault takes for a try, counted on the disk before and after: among twenty employees.
  private func measureSignIn(
    _ places: Places, _ sample: (String, ContinuousClock.Instant) -> Void
  ) {
    let vault = SealedSecrets(directory: places.data)
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

  /// Each frame of a fall over a large window: the drawing of the whole canvas.
  private func measureConfetti(
    _ state: SharedState, _ sample: (String, ContinuousClock.Instant) -> Void
  ) {
    var clock = Clock(wall: 0, monotonic: 0)
    let session = SessionState(
      size: Size(width: 120, height: 40), clock: clock, replica: Moment.replica,
      bindings: Keymap.standard.infos)
    var app = AppState(replica: Replica(state), session: session)
    // One line in the cart, which is then the last one to pick.
    if app.shared.cart.isEmpty { _ = reduce(&app, .command(.toggle)) }
    for command in [Command.show(.cart), .markAll, .toggle] { _ = reduce(&app, .command(command)) }
    while let next = app.session.nextFrame {
      clock.monotonic = next
      let start = ContinuousClock.now
      _ = reduce(&app, .clock(clock))
      _ = render(app, keymap: .standard)
      sample("confetti frame at 120x40", start)
    }
  }

  /// Search as you type over a catalogue of as many products as the list has items, with the drawing.
  private func measureCatalogue(
    _ count: Int, _ sample: (String, ContinuousClock.Instant) -> Void
  ) {
    let places = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy"]
    let grapes = ["Merlot", "Malbec", "Syrah", "Riesling", "Chenin", "Viura", "Brut", "Cava"]
    let products = (0..<count).compactMap { number in
      CatalogueProduct(
        .openFoodFacts, code: String(number + 10_000_000),
        name: "\(places[number % 9]) Ridge \(grapes[number / 9 % 8]) \(number)",
        brand: "\(places[number / 3 % 9]) Estate",
        description: "Dark cherries and a long evening, number \(number).",
        category: "Kind \(number % 7)", categoryID: "kind-\(number % 7)", quantity: "75 cl")
    }
    guard let kept = keptCatalogue(products, sample) else { return }
    var preferences = Preferences()
    preferences.segment = .catalogue
    preferences.catalogue.sort = .name
    let session = SessionState(
      size: Size(width: 80, height: 24), clock: Moment.now, replica: Moment.replica,
      preferences: preferences, bindings: Keymap.standard.infos)
    var app = AppState(replica: Replica(SharedState()), session: session)
    _ = reduce(&app, .started)
    _ = reduce(&app, .catalogueLoaded(kept))
    for word in ["merlot", "cedar riesl", "evening", "zzz", "kind 3"] {
      _ = reduce(&app, .command(.search))
      for character in word {
        let start = ContinuousClock.now
        _ = reduce(&app, .typed(character))
        _ = render(app, keymap: .standard)
        sample("a letter in the catalogue", start)
      }
      _ = reduce(&app, .command(.back))
    }
  }

  /// As from its file; more than a file keeps is made of the products themselves.
  private func keptCatalogue(
    _ products: [CatalogueProduct], _ sample: (String, ContinuousClock.Instant) -> Void
  ) -> KeptCatalogue? {
    if products.count > CatalogueFile.most { return KeptCatalogue(.openFoodFacts, products) }
    let bytes =
      CatalogueFile.header(of: .openFoodFacts) + CatalogueFile.lines(products, [], at: 1)
    let start = ContinuousClock.now
    defer { sample("read a kept catalogue", start) }
    return CatalogueFile.read(bytes, of: .openFoodFacts)?.catalogue
  }

  /// A key without the terminal: the reducer, and the drawing of the whole canvas.
  private func measureKeys(
    _ state: SharedState, _ sample: (String, ContinuousClock.Instant) -> Void
  ) {
    let session = SessionState(
      size: Size(width: 80, height: 24), clock: Moment.now, replica: Moment.replica,
      bindings: Keymap.standard.infos)
    let begin = ContinuousClock.now
    var app = AppState(replica: Replica(state), session: session)
    sample("make the lists", begin)
    for command in Array(repeating: [Command.right, .toggle, .pageDown], count: 50).joined() {
      let start = ContinuousClock.now
      _ = reduce(&app, .command(command))
      sample("reduce " + command.name, start)
      let drawing = ContinuousClock.now
      _ = render(app, keymap: .standard)
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
