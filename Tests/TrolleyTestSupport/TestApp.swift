import Testing
import TrolleyCore
import TrolleyFormats
import TrolleyMachine
import TrolleyModel
import TrolleyUI

extension Size {
  public static let small = Size(width: 40, height: 12)
  public static let standard = Size(width: 80, height: 24)
  public static let large = Size(width: 120, height: 40)
}

/// A whole Trolley without a terminal: keys in, screens out. Every effect is executed before the
/// next key, so there is nothing to wait for. Guards one state and how far it has read its journal.
public final class TestApp {
  /// 14 March 2026, 10:42 UTC.
  public static let start = 1_773_484_920

  public private(set) var state: AppState
  public var keymap: Keymap { session.keymap }
  public let journal: MemoryJournal
  public var context = RenderContext()
  /// All effects so far, in order.
  public private(set) var effects: [Effect] = []
  /// While it is set, the disk refuses every step.
  public var diskFailure: Failure?
  /// A fake vault, which seals PINs just enough to tell them apart.
  public var vault = TestVault()
  /// A fake worker for passwords and providers.
  public var worker = TestWorker()
  /// While it is set, another program has the mail that is to be sent: what is said of that, and what
  /// waits on the disk.
  public var mailOfOthers: (refusal: Failure, drafts: MailDrafts)?
  /// What is wrong on this machine with settings that are typed, by their names.
  public var refusedSettings: [String: String] = [:]
  /// While it is set, steps wait until `letThrough`.
  public var isDiskSlow = false
  /// The cached catalogues on the disk.
  public var keptCatalogues: [CatalogueID: CatalogueCache] = [:]
  /// Whether it is checked that what needs no frame changes none.
  public var watchesFrames = false
  /// What did although it needed none.
  public private(set) var missedFrame: Action?
  private var held: [Effect] = []
  private var read = 0

  /// The first launch of a list with these items; nil for the starter items.
  public convenience init(
    items: [Item]? = nil, size: Size = .standard, preferences: Preferences = Preferences(),
    author: String = "", keymap: Keymap = .standard, stillness: MotionDisabledReason? = nil,
    themeOfRun: ThemeChoice? = nil, hasBrowser: Bool = false, drawsMaps: Bool = true,
    graphics: TerminalGraphics = TerminalGraphics(), hasSnapshot: Bool = false
  ) {
    let journal = MemoryJournal()
    let items = items ?? SeedItems.items(at: TestApp.start - 3 * 86400)
    journal.append(
      Step(
        replica: ReplicaID(1), number: 0, time: TestApp.start - 3 * 86400,
        events: [.seeded] + (items.isEmpty ? [] : [.itemsAdded(items)])))
    self.init(
      sharing: journal, replica: ReplicaID(0xABCD), size: size, preferences: preferences,
      author: author, keymap: keymap, stillness: stillness, themeOfRun: themeOfRun,
      hasBrowser: hasBrowser, drawsMaps: drawsMaps, graphics: graphics, hasSnapshot: hasSnapshot)
  }

  /// Another program on the same journal.
  public init(
    sharing journal: MemoryJournal, replica: ReplicaID, size: Size = .standard,
    preferences: Preferences = Preferences(), author: String = "", keymap: Keymap = .standard,
    stillness: MotionDisabledReason? = nil, themeOfRun: ThemeChoice? = nil,
    hasBrowser: Bool = false,
    drawsMaps: Bool = true, graphics: TerminalGraphics = TerminalGraphics(),
    hasSnapshot: Bool = false
  ) {
    self.journal = journal
    var shared = SharedState()
    var position = 0
    do {
      for entry in try journal.entries(after: 0) {
        shared.play(entry)
        position = entry.position
      }
    } catch {
      preconditionFailure("the journal cannot be read: \(error)")
    }
    if hasSnapshot, let reopened = StateCoding.reopened(shared) { shared = reopened }
    read = journal.count
    var session = SessionState(
      size: size, clock: Clock(wall: TestApp.start, monotonic: 0), replica: replica,
      preferences: preferences, keymap: keymap)
    session.stillness = stillness
    session.themeOfRun = themeOfRun
    session.hasBrowser = hasBrowser
    session.nearby.drawsMaps = drawsMaps
    session.graphics = graphics
    if !author.isEmpty { session.actor = .account(TestApp.account(author)) }
    session.systemLocale = "en_US"
    session.systemDateLocale = "en_US"
    session.home = "/home/ann"
    state = AppState(replica: Replica(shared, position: position), session: session)
  }

  public var shared: SharedState { state.shared }
  public var preferences: Preferences { state.session.preferences }
  public var session: SessionState { state.session }
  public var canvas: Canvas { render(state, context: context) }
  public var notice: String {
    state.session.notice.map { $0.text + (state.session.scope.isText ? "" : $0.hint) } ?? ""
  }
  public var hasQuit: Bool { effects.contains(.quit) }

  /// A number for an author without an account.
  public static func account(_ name: String) -> Account.ID {
    Account.ID(name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } >> 8 | 1)
  }

  // MARK: In

  /// Presses keys by the names in the hints: `press("right", "space", "ctrl-a")`.
  public func press(_ names: String...) {
    for name in names {
      guard let key = Key(text: name) else { preconditionFailure("no key is called \(name)") }
      press(key)
    }
  }

  public func press(_ key: Key) { send(state.action(for: key)) }

  public func perform(_ commands: Command...) {
    for command in commands { send(.command(command)) }
  }

  public func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  public func paste(_ text: String) { send(.pasted(text)) }
  public func resize(_ size: Size) { send(.resized(size)) }

  /// Clicks on a cell.
  public func click(x: Int, y: Int) {
    let point = Point(x: x, y: y)
    guard let hit = canvas.hits.last(where: { $0.area.contains(point) }) else { return }
    switch hit.target {
    case .command(let command): send(.command(command))
    case .entry(let index): send(.pressedEntry(index))
    case .field(let index): send(.pressedField(index))
    case .box(let index): send(.pressedBox(index))
    case .map: send(.pressedMap(Point(x: x - hit.area.x, y: y - hit.area.y)))
    }
  }

  /// Clicks in the middle of a text that the screen shows; fails if it does not.
  public func click(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let canvas = canvas
    let signs = text.map { String($0) }
    for y in (0..<canvas.size.height).reversed() {
      let row = (0..<canvas.size.width).map { canvas[$0, y].text }
      for x in row.indices where row[x...].starts(with: signs) {
        return click(x: x + signs.count / 2, y: y)
      }
    }
    Issue.record("no “\(text)” in\n\(canvas.text)", sourceLocation: sourceLocation)
  }

  /// Lets time pass.
  public func wait(milliseconds: Int) {
    var clock = state.session.clock
    clock.monotonic += milliseconds
    clock.wall += milliseconds / 1000
    send(.clock(clock))
  }

  // MARK: Out and back

  public func send(_ action: Action) {
    let before = watchesFrames && state.isShown(action) ? canvas : nil
    let effects = reduce(&state, action)
    if let before, before != canvas || before.hits != canvas.hits { missedFrame = action }
    for effect in effects {
      self.effects.append(effect)
      if isDiskSlow, effect.isForDisk { held.append(effect) } else { settle(effect) }
    }
  }

  public func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// The slow disk completes everything, and is fast again.
  public func letThrough() {
    isDiskSlow = false
    let all = held
    held = []
    for effect in all { settle(effect) }
  }

  /// The slow disk answers so many requests to the vault, and stays slow otherwise.
  public func letVaultThrough(_ count: Int = 1) {
    for _ in 0..<count {
      guard let at = held.firstIndex(where: { if case .askVault = $0 { true } else { false } })
      else { return }
      settle(held.remove(at: at))
    }
  }

  /// Reads what others have written since.
  public func readNews() {
    do {
      let news = try journal.entries(after: read)
      read = journal.count
      if !news.isEmpty { send(.journalAdvanced(news)) }
    } catch {
      preconditionFailure("the journal cannot be read: \(error)")
    }
  }

  private func settle(_ effect: Effect) {
    switch effect {
    case .record(let step):
      if let diskFailure { return send(.recordFailed(diskFailure)) }
      journal.append(step)
      readNews()
    case .readStep(let position, let purpose):
      do {
        send(.stepRead(position, purpose, .success(try journal.subject(at: position, purpose))))
      } catch {
        send(.stepRead(position, purpose, .failure(Failure(.damaged, "unreadable"))))
      }
    case .askVault(let request, let number):
      send(.vaultAnswered(vault.answer(request), number: number))
    case .askWorker(let task, let number):
      if let refusal = state.session.refusal(toAsk: task.services) {
        return send(.workerAnswered(.failed(refusal), number: number))
      }
      for answer in worker.answers(to: task) { send(.workerAnswered(answer, number: number)) }
    case .claimMail(_, let number):
      send(
        .mailClaimed(
          number: number, refusal: mailOfOthers?.refusal, drafts: mailOfOthers?.drafts.bytes ?? []))
    case .copy: send(.copied("Copied."))
    case .checkSetting(let name, let typed, _):
      send(.settingChecked(name: name, typed: typed, refusal: refusedSettings[name]))
    case .loadCatalogue(let catalogue):
      send(.catalogueLoaded(keptCatalogues[catalogue] ?? CatalogueCache(catalogue)))
    case .keepProducts(let products, let categories, let catalogue, let time):
      keptCatalogues[catalogue, default: CatalogueCache(catalogue)].put(products, at: time)
      keptCatalogues[catalogue]?.put(categories)
    case .replaceCatalogue(let catalogue): keptCatalogues[catalogue.id] = catalogue
    // A server takes its time: tests answer when they want to.
    case .remember, .notify, .revokeTokens, .updatePresence, .redraw, .suspend, .quit, .cancelWork,
      .openAddress, .wakeWorker, .changeDrafts, .readJournal, .askServer, .stopAskingServer,
      .settle, .endMailClaim:
      break
    }
  }
}

extension Effect {
  fileprivate var isForDisk: Bool {
    switch self {
    case .record, .readStep, .askVault, .revokeTokens, .settle: true
    case .remember, .checkSetting, .copy, .notify, .updatePresence, .redraw, .suspend, .quit,
      .askWorker,
      .cancelWork,
      .openAddress, .wakeWorker, .changeDrafts, .readJournal, .loadCatalogue, .keepProducts,
      .replaceCatalogue, .askServer, .stopAskingServer, .claimMail, .endMailClaim:
      false
    }
  }
}

// MARK: Queries of tests

extension TestApp {
  public func item(_ name: String) -> Item? { shared.items.all.first { $0.name == name } }

  /// The first line of the item with that name.
  public func line(_ name: String) -> CartLine? {
    item(name).flatMap { shared.cart.lines(of: $0.id).first }
  }

  /// The content of the cart in the order of adding: `2 Milk`, `500 g Flour`.
  public var cart: [String] {
    shared.cart.lines.map { $0.quantity.text + " " + (shared.items[$0.item]?.name ?? "?") }
  }

  /// Names in the two sections of the items page; the second is empty when nothing is grouped.
  public var sections: [[String]] {
    let list = session.items.list
    func names(_ slots: SlotList) -> [String] {
      slots.map { shared.items.item(at: $0)?.name ?? "?" }
    }
    return [names(list.first), names(list.second)]
  }

  /// The whole list, as the bytes of an export.
  public var export: [UInt8] { ListJSON.write(shared) }

  /// The form that is open on top, if one is.
  public var form: FormState? {
    if case .form(let form)? = session.overlays.last { form } else { nil }
  }

  public var picker: PickerState? {
    if case .picker(let picker)? = session.overlays.last { picker } else { nil }
  }

  public var dialog: DialogState? {
    if case .dialog(let dialog)? = session.overlays.last { dialog } else { nil }
  }

  /// Opens the settings with the focus on the setting of that name.
  public func focusSetting(_ name: String) {
    perform(.show(.settings), .back, .first)
    guard let at = state.settingsPage.rows.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no setting \(name)")
    }
    for _ in 0..<at { perform(.down) }
  }

  /// The settings page's text for the setting of that name.
  public func words(of name: String) -> String {
    state.settingsPage.rows.first { $0.name == name }.map { state.words(for: $0) } ?? ""
  }

  /// Moves the focus of the items page to an item.
  public func focus(_ name: String) {
    for index in 0..<session.items.list.count where state.item(at: index)?.name == name {
      perform(.first)
      for _ in 0..<index { perform(.right) }
      return
    }
    preconditionFailure("\(name) is not shown")
  }
}
