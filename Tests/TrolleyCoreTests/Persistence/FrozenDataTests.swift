import CSodium
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyFormats
@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage

// Data that Trolley once wrote to a disk stays readable for ever, with the same meaning.
//
// `Tests/Frozen` holds data directories, exports, settings and drafts as the Trolley of that day
// wrote them, each with its meaning: a JSON export, and a dump in terms that belong to this file
// and to no type of the program. The rules:
//
// - A file there is never changed and never removed; `MANIFEST` has the SHA-256 of all of them
//   (`cd Tests/Frozen && sha256sum -c MANIFEST`).
// - A new format, a new kind of event or a new member adds files, with lines in `MANIFEST`, and
//   changes none: what an older Trolley wrote is read as before.
// - If one of these tests fails, the program is wrong. Nothing in a file can be renamed, not even
//   in the reader and the writer together.
//
// Types and members of the program are named only above the mark “Tests”, so that renaming one in
// the code changes a line or two there.

// MARK: - The program, in the words of this file

/// Every kind of event as journals spell it: never renamed, never reused.
private enum FrozenKind: String, CaseIterable {
  case itemsAdded, itemsRemoved, itemChanged, linesAdded, linesRemoved, quantityChanged
  case linesPicked, linesUnpicked, storeAdded, storeRemoved, storeChanged
  case orderPlaced, orderWithdrawn, orderLinesAdded, orderLinesRemoved
  case settingChanged, aislesWalked, useChanged, accountAdded, accountRemoved, accountChanged
  case linesMoved, cartHeld, cartTakenUp, seeded, accessRecovered, recoverySeen, shared
  case orderMailed

  init(_ event: Event) {
    self =
      switch event {
      case .itemsAdded: .itemsAdded
      case .itemsRemoved: .itemsRemoved
      case .itemChanged: .itemChanged
      case .linesAdded: .linesAdded
      case .linesRemoved: .linesRemoved
      case .quantityChanged: .quantityChanged
      case .linesPicked(_, let isPicked): isPicked ? .linesPicked : .linesUnpicked
      case .storeAdded: .storeAdded
      case .storeRemoved: .storeRemoved
      case .storeChanged: .storeChanged
      case .orderPlaced: .orderPlaced
      case .orderWithdrawn: .orderWithdrawn
      case .orderLinesAdded: .orderLinesAdded
      case .orderLinesRemoved: .orderLinesRemoved
      case .settingChanged: .settingChanged
      case .aislesWalked: .aislesWalked
      case .useChanged: .useChanged
      case .accountAdded: .accountAdded
      case .accountRemoved: .accountRemoved
      case .accountChanged: .accountChanged
      case .linesMoved: .linesMoved
      case .accessRecovered: .accessRecovered
      case .recoverySeen: .recoverySeen
      case .cartHeld: .cartHeld
      case .cartTakenUp: .cartTakenUp
      case .orderMailed: .orderMailed
      case .seeded: .seeded
      case .shared: .shared
      }
  }
}

/// The content of a data directory.
struct FrozenReading {
  let state: SharedState
  let entries: [Entry]
  let warnings: [String]
  let notes: [String]

  init(_ copy: FrozenFiles.Copy) throws {
    defer { withExtendedLifetime(copy) {} }
    let directory = copy.path
    let store = try ListStore(directory: directory, create: false)
    let loaded = try store.load()
    state = loaded.state
    warnings = loaded.warnings
    notes = store.notes
    entries = try ListStore(directory: directory, create: false).news().entries
  }

  var dump: String { FrozenDump.of(state) }
  var steps: String { entries.map { FrozenDump.of($0) }.joined() }
  fileprivate var kinds: Set<FrozenKind> {
    Set(entries.flatMap(\.step.events).map(FrozenKind.init))
  }
  /// One line per event: its inverse, as a journal would spell it.
  var takenBack: String {
    entries.flatMap { entry in
      entry.step.events.map { event in
        guard let inverse = event.inverse else { return "nothing\n" }
        let step = TrolleyModel.Step(
          replica: entry.step.replica, number: 1, time: 0, events: [inverse])
        return EventCoding.bodies(of: step).map { String(decoding: $0, as: UTF8.self) + "\n" }
          .joined()
      }
    }.joined()
  }

  var export: [UInt8] { ListJSON.write(state) }

  /// All other formats, by the names of the frozen files. The first Markdown, `list.md`, left out
  /// prices in other currencies than the list's; `list-2.md` and `list.todo.txt` left out the unit of
  /// pieces of what is sold in packs, and `list-3.md` and `list-2.todo.txt` the list's currency.
  var exports: [String: [UInt8]] {
    let document = ExportDocument(
      currency: state.currency, items: state.items.inNameOrder, lines: Array(state.cart.lines))
    return [
      "list.csv": document.csv(), "list-4.md": document.markdown(),
      "list-3.todo.txt": document.todotxt(), "list.plist": document.plist(),
    ]
  }

  /// Appends the same steps to another list.
  func replay(to directory: String) throws {
    let store = try ListStore(directory: directory, create: false)
    for entry in entries { _ = try store.append(entry.step) }
  }

  /// Writes the snapshot after the last step.
  static func makeSnapshot(in directory: String) throws {
    try ListStore(directory: directory, create: false).makeSnapshot()
  }

  static var snapshotFormat: Int { StateCoding.format }

  static func repair(_ directory: String, time: String) throws {
    _ = try JournalCheck(directory: directory).repair(time: time)
  }

  /// An empty list after importing a full export.
  static func restored(_ json: [UInt8]) throws -> String {
    var planner = Planner(
      state: SharedState(), ids: IdentifierSource(replica: ReplicaID(9)), now: 1_790_000_000)
    var state = SharedState()
    let step = TrolleyModel.Step(
      replica: ReplicaID(9), number: 1, time: 1_790_000_000,
      events: try planner.plan(.restore(ListJSON.read(json))))
    state.play(Entry(position: 1, step: step))
    return FrozenDump.of(state)
  }

  /// How the program parses a text with a frozen name.
  static func pasted(_ bytes: [UInt8], fileName: String) throws -> String {
    FrozenDump.of(try PastedList.parse(bytes, fileName: fileName, currency: .eur))
  }
}

/// A settings file.
struct FrozenSettings {
  let file: PreferencesFile

  init(_ bytes: [UInt8]) throws { file = try PreferencesFile(bytes) }

  var dump: String {
    let keys = file.keys.map { "key \($0.name): \($0.keys.joined(separator: " "))\n" }.joined()
    return FrozenDump.of(file.preferences) + keys + "remarks \(file.complaints.count)\n"
  }

  /// The file after choosing other colours on the screen.
  func withLightColours() -> [UInt8] {
    var preferences = file.preferences
    preferences.theme = .light
    return file.bytes(with: preferences)
  }

  /// A new file with the same choices.
  func writtenAnew() -> [UInt8] { PreferencesFile().bytes(with: file.preferences) }
}

enum FrozenDraft {
  static func dump(_ bytes: [UInt8]) -> String? {
    MailDraft(bytes).map { FrozenDump.of($0) }
  }

  static func writtenAnew(_ bytes: [UInt8]) -> [UInt8]? { MailDraft(bytes)?.bytes }
}

/// Values as text. The format is frozen too, because it is compared with files.
enum FrozenDump {
  /// ASCII, so that no editor and no comparison confuses two spellings of a letter.
  static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
  }

  /// Who came in without a PIN or password, who may register, and who took orders.
  static func access(_ state: SharedState) -> String {
    state.accounts.map { account in
      let entered = account.recovered.map {
        "by \($0.way.rawValue) at \($0.at) seen \(yes($0.isSeen))"
      }
      return "account \(quoted(account.name)) recovery \(account.recovery?.mark ?? "none")"
        + " entered \(entered ?? "never")\n"
    }.joined()
      + "registration \(state.registration.mode.rawValue)"
      + " \(state.registration.invitation?.mark ?? "none")\n"
      + state.orders.map {
        "order \($0.number) for \(quoted($0.name)) to \(quoted($0.address))"
          + " by \(quoted($0.placedBy))\n"
      }.joined()
  }

  /// The mails of orders, and the orders that are there.
  static func mailings(_ state: SharedState) -> String {
    state.mailings.map {
      "order \($0.order) number \($0.number) to \(quoted($0.to)) at \($0.at)"
        + " uncertain \(yes($0.isUncertain))\n"
    }.joined() + state.orders.map { "order \($0.id) number \($0.number)\n" }.joined()
  }

  /// The stores of orders, and what those are called now.
  static func ordered(_ state: SharedState) -> String {
    state.orders.map {
      "order \($0.number) from \(quoted($0.store)) of store \($0.storeID.map { "\($0)" } ?? "none")"
        + " now \(quoted(state.store(of: $0)?.name ?? ""))\n"
    }.joined()
  }

  /// The items that are there, those that are part of them, and the cart.
  static func joined(_ state: SharedState) -> String {
    let items = state.items.all.sorted { $0.id < $1.id }
    let pairs = state.joined.sorted { $0.key < $1.key }
    return items.map { "item \($0.id) \(quoted($0.name)) price \(of($0.price))\n" }.joined()
      + pairs.map { "item \($0) is part of \($1)\n" }.joined()
      + state.carts.lines.map { "line \($0.id) item \($0.item) amount \(of($0.quantity))\n" }
      .joined()
  }

  /// The sizes of packs, and what there is of those things in the cart and in orders.
  static func packs(_ state: SharedState) -> String {
    func pack(_ size: Quantity?) -> String { size.map { of($0) } ?? "none" }
    return state.items.all.sorted { $0.id < $1.id }.map {
      "item \($0.id) \(quoted($0.name)) per \(of($0.per)) pack \(pack($0.pack))\n"
    }.joined()
      + state.carts.lines.map { "line \($0.id) item \($0.item) amount \(of($0.quantity))\n" }
      .joined()
      + state.orders.flatMap(\.lines).map {
        "ordered item \($0.item) amount \(of($0.quantity)) pack \(pack($0.pack))\n"
      }.joined()
  }

  static func quantities(_ entries: [Entry]) -> String {
    entries.flatMap(\.step.events).map { event in
      guard case .quantityChanged(let line, let by, let was, let becomes, let set) = event else {
        return ""
      }
      return "line \(line) by \(of(by)) from \(of(Quantity(1, was))) to \(of(Quantity(1, becomes)))"
        + " set \(set.map { of($0) } ?? "no")\n"
    }.joined()
  }

  private static func yes(_ isSo: Bool) -> String { isSo ? "yes" : "no" }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: " ") + "]"
  }

  private static func of(_ money: Money?) -> String {
    money.map { "\($0.minorUnits) \($0.currency.code)" } ?? "none"
  }

  private static func of(_ quantity: Quantity) -> String {
    "\(quantity.thousandths)/1000 \(quantity.unit.symbol)"
  }

  static func of(_ state: SharedState) -> String {
    var text = ""
    text += "use \(state.use.rawValue)\n"
    text += "currency \(state.currency.code)\n"
    text += "budget \(of(state.budget))\n"
    text += "store at hand \(quoted(state.currentStore))\n"
    text += "starter items were put in \(yes(state.isSeeded))\n"
    text += "forgotten PINs are hidden \(yes(state.hidesForgottenPINs))\n"
    for item in state.items.all.sorted(by: { $0.id < $1.id }) { text += of(item) }
    for line in state.carts.lines {
      text += "in cart \(line.cart): line \(line.id) item \(line.item) amount \(of(line.quantity))"
      text += " picked \(yes(line.isPicked)) rank \(line.rank) by \(quoted(line.addedBy))\n"
    }
    for (from, to) in state.mergedLines.sorted(by: { $0.key < $1.key }) {
      text += "line \(from) ended in \(to)\n"
    }
    for store in state.stores { text += of(store) }
    for order in state.orders { text += of(order) }
    for (store, order) in state.aisles.sorted(by: { quoted($0.key) < quoted($1.key) }) {
      text += "aisles of \(quoted(store)): \(list(order))\n"
    }
    for account in state.accounts { text += of(account) }
    for cart in state.heldCarts {
      text += "held cart \(cart.id) note \(quoted(cart.note)) by \(quoted(cart.heldBy))"
      text += " at \(cart.heldAt)\n"
    }
    text += of(state.history.undoable, "undo") + of(state.history.redoable, "redo")
    return text
  }

  private static func of(_ steps: [String: [StepReference]], _ word: String) -> String {
    steps.sorted { quoted($0.key) < quoted($1.key) }.map { author, positions in
      "\(quoted(author)) can \(word) \(positions.map(\.description).joined(separator: " "))\n"
    }.joined()
  }

  private static func of(_ item: Item) -> String {
    "item \(item.id) \(quoted(item.name)) category \(quoted(item.category))"
      + " price \(of(item.price)) per \(of(item.per)) picture \(quoted(item.picture))"
      + " description \(quoted(item.description)) store \(quoted(item.store))"
      + " source \(quoted(item.source)) star \(yes(item.isFavourite))"
      + " by \(quoted(item.addedBy)) at \(item.addedAt)\n"
  }

  private static func of(_ store: Store) -> String {
    "store \(store.id) \(quoted(store.name)) address \(quoted(store.address))"
      + " phone \(quoted(store.phone)) mail \(quoted(store.email)) note \(quoted(store.note))\n"
  }

  private static func of(_ order: Order) -> String {
    let head =
      "order \(order.id) number \(order.number) for \(quoted(order.name))"
      + " to \(quoted(order.address)) store \(quoted(order.store)) note \(quoted(order.note))"
      + " at \(order.placedAt)\n"
    return head
      + order.lines.map { line in
        "  item \(line.item) \(quoted(line.name)) category \(quoted(line.category))"
          + " amount \(of(line.quantity)) cost \(of(line.cost))\n"
      }.joined()
  }

  private static func of(_ account: Account) -> String {
    let identities = account.identities.map { quoted($0.issuer) + " as " + quoted($0.subject) }
    return "account \(account.id) role \(account.role.rawValue)"
      + " first name \(quoted(account.firstName)) last name \(quoted(account.lastName))"
      + " mail \(quoted(account.email)) since \(account.since.text)"
      + " PIN \(account.pin.map { $0.sealed + " mark " + $0.mark } ?? "none")"
      + " password \(account.password?.sealed ?? "none")"
      + " identities [\(identities.joined(separator: ", "))]\n"
  }

  static func of(_ entry: Entry) -> String {
    let step = entry.step
    let role =
      switch step.role {
      case .change: "change"
      case .undo(let position): "undo of \(position)"
      case .redo(let position): "redo of \(position)"
      }
    let kinds = step.events.map { FrozenKind($0).rawValue }.joined(separator: " ")
    let unseen = step.unseen.sorted().map { " unseen \($0)" }.joined()
    let leftOut = step.leftOut.map { one in
      " without \(FrozenKind(one.event).rawValue) \(one.reason.rawValue) \(quoted(one.name))"
        + " other \(quoted(one.other))"
    }.joined()
    return "\(entry.position): run \(step.replica) its \(step.number) at \(step.time)"
      + " by \(quoted(step.author)) \(role): \(kinds)\(unseen)\(leftOut)\n"
  }

  static func of(_ list: PastedList) -> String {
    let flag = { (isSo: Bool?) in isSo.map { yes($0) } ?? "unsaid" }
    let entries = list.entries.map { entry in
      "\(entry.line): \(quoted(entry.name)) amount \(entry.quantity.map { of($0) } ?? "unsaid")"
        + " price \(of(entry.price)) per \(entry.per.map { of($0) } ?? "unsaid")"
        + " category \(entry.category.map(quoted) ?? "unsaid")"
        + " store \(entry.store.map(quoted) ?? "unsaid") star \(yes(entry.isFavourite))"
        + " picked \(flag(entry.isPicked)) wanted \(flag(entry.isOnList))"
        + " description \(entry.description.map(quoted) ?? "unsaid")\n"
    }
    return "format \(list.format.rawValue) remarks \(list.warningCount)\n" + entries.joined()
  }

  static func of(_ draft: MailDraft) -> String {
    let about =
      switch draft.about {
      case .list: "the list"
      case .order(let id): "order \(id)"
      case .test: "a test"
      }
    return "about \(about)\nby \(quoted(draft.author))\nto \(quoted(draft.to))\n"
      + "subject \(quoted(draft.subject))\nnote \(quoted(draft.note))\n"
      + "text \(quoted(draft.letter.text))\nhtml \(quoted(draft.letter.html))\n"
  }

  static func of(_ choices: Preferences) -> String {
    "colours \(choices.theme.rawValue)\nmotion \(yes(choices.hasMotion))\n"
      + "mouse \(yes(choices.usesMouse))\nlocale \(quoted(choices.locale))\n"
      + "segment \(choices.segment.rawValue)\nsort \(choices.sort.rawValue)\n"
      + "category \(choices.category.map(quoted) ?? "all")\n"
      + "grouped \(yes(choices.isGrouped))\ntable \(yes(choices.isTable))\n"
      + "tiles \(choices.tileSize.rawValue)\ncart order \(choices.cartOrder.rawValue)\n"
      + "lock minutes \(choices.lockMinutes.map(String.init) ?? "usual")\n"
      + choices.providers.map { of($0) }.joined() + of(choices.mail) + of(choices.nearby)
      + of(choices.services) + of(choices.catalogue)
  }

  private static func of(_ provider: IdentityProvider) -> String {
    "provider \(provider.kind.rawValue) \(quoted(provider.name)) address \(quoted(provider.address))"
      + " client \(quoted(provider.clientID)) secret \(quoted(provider.clientSecret))"
      + " device client \(quoted(provider.deviceClientID))"
      + " secret \(quoted(provider.deviceClientSecret)) version \(quoted(provider.version))\n"
  }

  private static func of(_ mail: MailSettings) -> String {
    let password =
      switch mail.password {
      case .none: "none"
      case .command(let words): "printed by \(list(words))"
      case .file(let path): "in \(quoted(path))"
      }
    let program =
      switch mail.sendmail {
      case .none: "never"
      case .system: "the system's"
      case .program(let path): quoted(path)
      }
    return "mail from \(quoted(mail.from?.text ?? "")) server \(quoted(mail.host))"
      + " port \(mail.port.map(String.init) ?? "usual") security \(mail.security.rawValue)"
      + " user \(quoted(mail.user)) password \(password)"
      + " program \(program)"
      + " recent \(list(mail.recent)) usable \(yes(mail.server != nil))\n"
  }

  private static func of(_ nearby: NearbySettings) -> String {
    "nearby place \(quoted(nearby.place)) at \(nearby.coordinates?.text ?? "unknown")"
      + " asks the system \(yes(nearby.usesLocation)) radius \(nearby.radius.name)"
      + " units \((nearby.unit ?? .miles).rawValue) directions \(nearby.directions.rawValue)"
      + " map \(nearby.map.rawValue)\n"
  }

  /// A service that came later is in no frozen file.
  private static func frozenServices(_ services: ServiceSettings) -> [ExternalService] {
    ExternalService.allCases.filter { $0 != .googleMaps || services.choices[$0] != nil }
  }

  private static func of(_ services: ServiceSettings) -> String {
    "contact \(quoted(services.contact))\n"
      + frozenServices(services).sorted { $0.rawValue < $1.rawValue }.map { service in
        let choice = services[service]
        return
          "service \(service.rawValue) allowed \(choice.isAllowed.map { yes($0) } ?? "unasked")"
          + " address \(quoted(choice.address)) key \(quoted(choice.key))\n"
      }.joined()
  }

  private static func of(_ catalogue: CatalogueSettings) -> String {
    "catalogue \(catalogue.source?.rawValue ?? "usual") file \(quoted(catalogue.file))"
      + " title \(quoted(catalogue.title)) sort \(catalogue.sort.rawValue)\n"
  }
}

// MARK: - Tests

@Suite struct FrozenDataTests {
  /// All frozen lists; those that the program wrote completely; those with a snapshot.
  static let lists = written + ["damaged", "repaired", "torn", "foreign"]
  static let written = ["everything", "personal", "household", "staff"]

  private func copy(_ list: String, _ files: [String] = []) throws -> FrozenFiles.Copy {
    var all = ["journal.jsonl": list + "/journal.jsonl"]
    for name in files { all[name] = list + "/" + name }
    return try FrozenFiles.Copy(all)
  }

  /// Byte by byte: in Swift, canonically equivalent texts are equal.
  private func expect(
    _ text: String, is frozen: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(Array(text.utf8), is: frozen, sourceLocation: sourceLocation)
  }

  private func expect(
    _ bytes: [UInt8], is frozen: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let old = try FrozenFiles.bytes(frozen)
    guard old != bytes else { return }
    func lines(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let (before, now) = (lines(old), lines(bytes))
    let at = zip(before, now).enumerated().first { Array($1.0.utf8) != Array($1.1.utf8) }?.offset
    let line = at ?? min(before.count, now.count)
    let (was, becomes) = (before.dropFirst(line).first, now.dropFirst(line).first)
    Issue.record(
      "\(frozen), line \(line + 1), is \(was ?? "(end)") and would be \(becomes ?? "(end)")",
      sourceLocation: sourceLocation)
  }

  @Test func `frozen files are as they were written`() throws {
    let manifest = try FrozenFiles.text("MANIFEST").split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } }
    }
    let known = Dictionary(uniqueKeysWithValues: manifest.map { (String($0[1]), String($0[0])) })
    #expect(try FrozenFiles.names().filter { $0 != "MANIFEST" } == known.keys.sorted())
    for (name, sum) in known {
      let bytes = try FrozenFiles.bytes(name)
      var hash = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
      #expect(crypto_hash_sha256(&hash, bytes, UInt64(bytes.count)) == 0)
      let digits = hash.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
      #expect(digits == sum, "\(name) was changed")
    }
  }

  @Test func `every kind of event is frozen`() throws {
    var kinds: Set<FrozenKind> = []
    var words: Set<String> = []
    for list in Self.written + ["recovery", "shared", "mailed"] {
      kinds.formUnion(try FrozenReading(copy(list)).kinds)
      for line in try FrozenFiles.text(list + "/journal.jsonl").split(separator: "\n") {
        guard let start = line.firstRange(of: #","kind":""#)?.upperBound else { continue }
        words.insert(String(line[start...].prefix { $0 != "\"" }))
      }
    }
    #expect(kinds == Set(FrozenKind.allCases))
    #expect(words == Set(FrozenKind.allCases.map(\.rawValue)))
  }

  @Test func `recovered access, registering and who took an order are as they were`() throws {
    let copy = try copy("recovery")
    try expect(FrozenDump.access(FrozenReading(copy).state), is: "recovery/access.txt")
    try FrozenReading.makeSnapshot(in: copy.path)
    try expect(FrozenDump.access(FrozenReading(copy).state), is: "recovery/access.txt")
  }

  @Test func `what went out by mail is as it was`() throws {
    let copy = try copy("mailed")
    try expect(FrozenDump.mailings(FrozenReading(copy).state), is: "mailed/mailings.txt")
    try FrozenReading.makeSnapshot(in: copy.path)
    try expect(FrozenDump.mailings(FrozenReading(copy).state), is: "mailed/mailings.txt")
  }

  @Test func `where orders were placed is as it was`() throws {
    let copy = try copy("ordered")
    try expect(FrozenDump.ordered(FrozenReading(copy).state), is: "ordered/ordered.txt")
    try FrozenReading.makeSnapshot(in: copy.path)
    try expect(FrozenDump.ordered(FrozenReading(copy).state), is: "ordered/ordered.txt")
  }

  @Test func `the sizes of packs are as they were`() throws {
    let copy = try copy("packs")
    let read = try FrozenReading(copy)
    try expect(FrozenDump.packs(read.state), is: "packs/packs.txt")
    try expect(read.export, is: "packs/list.json")
    try FrozenReading.makeSnapshot(in: copy.path)
    try expect(FrozenDump.packs(FrozenReading(copy).state), is: "packs/packs.txt")
  }

  @Test func `what was added twice under one name is one item as it was`() throws {
    let copy = try copy("joined")
    try expect(FrozenDump.joined(FrozenReading(copy).state), is: "joined/joined.txt")
    try FrozenReading.makeSnapshot(in: copy.path)
    try expect(FrozenDump.joined(FrozenReading(copy).state), is: "joined/joined.txt")
  }

  @Test func `a quantity that was given as a whole says so`() throws {
    let reading = try FrozenReading(copy("quantities"))
    try expect(FrozenDump.quantities(reading.entries), is: "quantities/quantities.txt")
    try expect(FrozenDump.joined(reading.state), is: "quantities/state.txt")
  }

  /// Lines of both formats: undo by number before the list was shared, by name since; and what was
  /// left out when a step got its place.
  @Test func `a shared journal gives the frozen list`() throws {
    let copy = try copy("shared")
    for _ in 0..<2 {
      let read = try FrozenReading(copy)
      try expect(read.dump, is: "shared/state.txt")
      try expect(read.steps, is: "shared/steps.txt")
      #expect(read.warnings.isEmpty && read.notes.isEmpty)
      // Once more, from a snapshot.
      try FrozenReading.makeSnapshot(in: copy.path)
    }
    try copy.write("snapshot.json", FrozenFiles.bytes("shared/snapshot.json"))
    let read = try FrozenReading(copy)
    try expect(read.dump, is: "shared/state.txt")
    let format = "\"format\":\(FrozenReading.snapshotFormat),"
    if try FrozenFiles.text("shared/snapshot.json").contains(format) { #expect(read.notes.isEmpty) }
  }

  @Test(arguments: lists) func `a journal alone gives the frozen list`(_ list: String) throws {
    let copy = try copy(list)
    let read = try FrozenReading(copy)
    try expect(read.dump, is: list + "/state.txt")
    try expect(read.steps, is: list + "/steps.txt")
    try expect(read.takenBack, is: list + "/taken-back.txt")
    try expect(read.export, is: list + "/list.json")
    let isWhole = list != "damaged" && list != "torn"
    #expect(read.warnings.isEmpty == isWhole)
  }

  @Test(arguments: lists) func `reading a list writes nothing`(_ list: String) throws {
    let copy = try copy(list, ["lock"])
    _ = try FrozenReading(copy)
    #expect(try copy.bytes("journal.jsonl") == FrozenFiles.bytes(list + "/journal.jsonl"))
    #expect(try copy.bytes("lock") == FrozenFiles.bytes(list + "/lock"))
    #expect(try copy.names() == ["journal.jsonl", "lock"])
  }

  // MARK: Snapshots

  @Test(arguments: [
    "everything/snapshot.json", "everything/snapshot-early.json", "personal/snapshot.json",
    "household/snapshot.json", "staff/snapshot.json",
  ]) func `a snapshot and what came after it give the frozen list`(_ snapshot: String) throws {
    let list = String(snapshot.prefix { $0 != "/" })
    let copy = try copy(list, ["lock"])
    try copy.write("snapshot.json", FrozenFiles.bytes(snapshot))
    let read = try FrozenReading(copy)
    try expect(read.dump, is: list + "/state.txt")
    try expect(read.export, is: list + "/list.json")
    #expect(read.warnings.isEmpty)
    // A snapshot in another format may be ignored; one in today's must be used.
    let format = "\"format\":\(FrozenReading.snapshotFormat),"
    if try FrozenFiles.text(snapshot).prefix(100).contains(format) { #expect(read.notes.isEmpty) }
  }

  @Test(arguments: [
    "everything/snapshot-format-4.json", "everything/snapshot-damaged.json",
    "personal/snapshot.json",
  ]) func `a snapshot that cannot be trusted is passed over`(_ snapshot: String) throws {
    let copy = try copy("everything", ["lock"])
    try copy.write("snapshot.json", FrozenFiles.bytes(snapshot))
    let read = try FrozenReading(copy)
    try expect(read.dump, is: "everything/state.txt")
    #expect(read.notes.count == 1)
    #expect(read.warnings.isEmpty)
  }

  @Test(arguments: written) func `a snapshot of one format has one form`(_ list: String) throws {
    let format = "\"format\":\(FrozenReading.snapshotFormat),"
    guard try FrozenFiles.text(list + "/snapshot.json").prefix(100).contains(format) else { return }
    let copy = try copy(list, ["lock"])
    try FrozenReading.makeSnapshot(in: copy.path)
    try expect(try copy.bytes("snapshot.json"), is: list + "/snapshot.json")
  }

  // MARK: Writing

  @Test(arguments: written)
  func `the same changes are written as the same bytes`(_ list: String) throws {
    let frozen = try FrozenFiles.bytes(list + "/journal.jsonl")
    let again = try FrozenFiles.Copy([:])
    let header = try #require(frozen.firstIndex(of: 0x0A))
    try again.write("journal.jsonl", Array(frozen[...header]))
    try FrozenReading(copy(list)).replay(to: again.path)
    guard list != "everything" else {
      let bytes = try again.bytes("journal.jsonl")
      #expect(withoutChecksums(bytes) == withoutChecksums(frozen))
      return
    }
    try expect(try again.bytes("journal.jsonl"), is: list + "/journal.jsonl")
    try expect(try again.bytes("lock"), is: list + "/lock")
  }

  /// One line of `everything` has a negative rank. The program never writes one, and reads it as 0,
  /// so it writes this line with another rank, and all following lines with other checksums.
  private func withoutChecksums(_ journal: [UInt8]) -> [[UInt8]] {
    String(decoding: journal, as: UTF8.self).split(separator: "\n").map { line in
      let body = line.firstRange(of: #","prev":""#).map { line[..<$0.lowerBound] } ?? line
      return Array(body.replacing(#""rank":-298"#, with: #""rank":0"#).utf8)
    }
  }

  @Test func `a damaged journal is repaired as it was`() throws {
    let copy = try copy("damaged", ["lock"])
    try FrozenReading.repair(copy.path, time: "2026-11-22T101112")
    try expect(try copy.bytes("journal.jsonl"), is: "repaired/journal.jsonl")
    try expect(
      try copy.bytes("journal.damaged-2026-11-22T101112"), is: "damaged/journal.jsonl")
    try expect(try FrozenReading(copy).dump, is: "repaired/state.txt")
  }

  @Test func `a change after a torn one is appended to what is sound`() throws {
    let copy = try copy("torn", ["lock"])
    try FrozenReading(self.copy("household")).replay(to: copy.path)
    let names = try copy.names()
    let aside = try #require(names.first { $0.hasPrefix("journal.torn-") })
    try expect(try copy.bytes(aside), is: "torn/" + aside)
    let sound = try FrozenFiles.bytes("torn/journal.jsonl").count - copy.bytes(aside).count
    #expect(
      try copy.bytes("journal.jsonl").prefix(sound)
        == FrozenFiles.bytes("torn/journal.jsonl").prefix(sound))
  }

  // MARK: Exports

  @Test(arguments: ["everything", "personal"])
  func `a list is exported as it was`(_ list: String) throws {
    let read = try FrozenReading(copy(list))
    for (name, bytes) in read.exports { try expect(bytes, is: list + "/" + name) }
  }

  @Test(arguments: lists) func `an export of all is taken back`(_ list: String) throws {
    let restored = try FrozenReading.restored(FrozenFiles.bytes(list + "/list.json"))
    try expect(restored, is: list + "/restored.txt")
  }

  @Test(
    arguments: ["everything", "personal"],
    [
      "list.csv", "list.md", "list-2.md", "list-3.md", "list-4.md", "list.todo.txt",
      "list-2.todo.txt", "list-3.todo.txt",
    ])
  func `an export for other programs is read as it was`(_ list: String, _ name: String) throws {
    let text = try FrozenReading.pasted(FrozenFiles.bytes(list + "/" + name), fileName: name)
    try expect(text, is: list + "/" + name + ".pasted")
  }

  // MARK: Settings and drafts

  @Test(arguments: ["all", "other", "kept", "empty"])
  func `settings mean what they meant`(_ name: String) throws {
    let settings = try FrozenSettings(FrozenFiles.bytes("settings/\(name).json"))
    try expect(settings.dump, is: "settings/\(name).txt")
    try expect(settings.writtenAnew(), is: "settings/\(name).anew.json")
    // One member changes; all others stay, including unknown ones.
    try expect(settings.withLightColours(), is: "settings/\(name).light.json")
  }

  @Test(arguments: ["list", "order", "test"])
  func `a mail that was not sent is found again`(_ name: String) throws {
    let bytes = try FrozenFiles.bytes("drafts/\(name).json")
    try expect(try #require(FrozenDraft.dump(bytes)), is: "drafts/\(name).txt")
    try expect(try #require(FrozenDraft.writtenAnew(bytes)), is: "drafts/\(name).json")
  }
}
