/// A list to choose from by moving or typing.
public struct PickerState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case sort, category, store, palette, help, cartOrder, theme, picture, use, heldCart, conflicts
    case catalogueSort, catalogueCategory
    case directions
    /// What becomes of a replaced value.
    case conflict(Conflict.ID)
    /// What a typed place may mean.
    case places([NamedPlace])
    /// The value of the setting with this name.
    case option(String)
  }

  public struct Entry: Equatable, Sendable {
    public let label: String
    /// Shown at the right: keys, counts.
    public let detail: String
    /// What choosing it yields: a command's name, a category, a sort order.
    public let value: String
    public var command: Command?
    /// Where the command is carried out, if not here.
    var page: ScreenID?
    /// The colours that it switches to.
    var theme: ThemeChoice?
    /// Other words that find it.
    var synonyms = ""
    /// Shown only once something is typed that finds it.
    var isOnlyFound = false
    /// A line between the entries, which cannot be chosen.
    public var isHeading = false

    public init(_ label: String, detail: String = "", value: String = "", command: Command? = nil) {
      self.label = label
      self.detail = detail
      self.value = value
      self.command = command
    }

    static func heading(_ title: String) -> Entry {
      var entry = Entry(title)
      entry.isHeading = true
      return entry
    }
  }

  public let purpose: Purpose
  public let title: String
  public let all: [Entry]
  public var filter = TextInput("", limit: 60)
  /// The entries that match the filter, best first.
  public var shown: [Entry]
  public var selected = 0
  public var scroll = 0

  public init(_ purpose: Purpose, _ title: String, _ entries: [Entry], selected: Int = 0) {
    self.purpose = purpose
    self.title = title
    all = entries
    shown = entries.filter { !$0.isOnlyFound }
    self.selected = selected
    leaveHeading()
  }

  /// Whether it is about what others have replaced.
  var isOfConflicts: Bool {
    switch purpose {
    case .conflicts, .conflict: true
    default: false
    }
  }

  /// Whether there may be many entries: it then takes all the room there is.
  public var isLong: Bool { purpose == .palette || purpose == .help }

  /// To the next choice or the one before; past an end it goes on at the other one.
  mutating func step(_ by: Int) {
    guard !shown.isEmpty else { return }
    var at = (selected + by + shown.count) % shown.count
    while at != selected, shown[at].isHeading { at = (at + by + shown.count) % shown.count }
    selected = at
  }

  /// Moves off a heading: on in the direction of the last step, back at an end.
  mutating func leaveHeading(down: Bool = true) {
    func isChoice(_ index: Int) -> Bool { shown.indices.contains(index) && !shown[index].isHeading }
    for step in down ? [1, -1] : [-1, 1] {
      var at = selected
      while shown.indices.contains(at), !isChoice(at) { at += step }
      if isChoice(at) {
        selected = at
        return
      }
    }
  }

  /// Every typed word must occur in the label, the keys or the synonyms. An entry with that key comes first,
  /// then labels that begin with it.
  mutating func refilter() {
    selected = 0
    scroll = 0
    guard !filter.text.allSatisfy({ $0 == " " }) else {
      shown = all.filter { !$0.isOnlyFound }
      return leaveHeading()
    }
    let all = all.filter { !$0.isHeading }
    var index = SearchIndex()
    for entry in all {
      index.append(name: entry.label, description: entry.detail + "\n" + entry.synonyms)
    }
    let found = index.matches(filter.text, isStrict: true).map { all[Int($0)] }
    let typed = filter.text[...]
    // Of keys, capitals are others.
    func isKey(_ entry: Entry) -> Bool {
      entry.detail.split(separator: " ").contains {
        $0 == typed || !isLong && Folding.key(String($0)) == Folding.key(filter.text)
      }
    }
    shown = typed.isEmpty ? found : found.filter(isKey) + found.filter { !isKey($0) }
  }
}

extension PickerState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .picker, perform: { $0.perform($1, in: self, &$2) },
      facts: { _ in [.rows: purpose != .help && !shown.isEmpty] },
      type: { app, text in
        var picker = self
        guard picker.filter.insert(text) else { return }
        picker.refilter()
        app.replaceLast(.picker(picker))
      },
      press: { app, index, effects in
        guard shown.indices.contains(index) else { return }
        var picker = self
        picker.selected = index
        app.replaceLast(.picker(picker))
        _ = app.perform(.open, in: picker, &effects)
      })
  }
}

/// Lists to choose from: sort, category, palette, help.
extension AppState {
  /// Opens a picker, scrolled to what is selected.
  mutating func show(_ picker: PickerState) {
    var picker = picker
    let grid = pickerGrid(picker)
    var focus = ListFocus()
    focus.move(to: picker.selected, count: picker.shown.count, viewport: grid.rows * grid.columns)
    picker.scroll = focus.scroll
    session.overlays.append(.picker(picker))
  }

  /// A list of the cases of a choice, with the present one selected.
  mutating func openPicker<Choice: CaseIterable & RawRepresentable<String>>(
    _ purpose: PickerState.Purpose, _ title: String, _ now: Choice,
    detail: (Choice) -> String = { _ in "" }, _ label: (Choice) -> String
  ) {
    let all = Array(Choice.allCases)
    let entries = all.map {
      PickerState.Entry(label($0), detail: detail($0), value: $0.rawValue)
    }
    let at = all.firstIndex { $0.rawValue == now.rawValue } ?? 0
    show(PickerState(purpose, title, entries, selected: at))
  }

  mutating func openCategoryPicker() {
    var counts: [String: Int] = [:]
    for item in shared.items.allFacts { counts[item.category, default: 0] += 1 }
    var entries = [PickerState.Entry("All", detail: String(shared.items.count), value: "")]
    entries += counts.sorted { Folding.compare($0.key, $1.key) < 0 }
      .map { name, count in
        PickerState.Entry(
          name.isEmpty ? "No category" : name, detail: String(count), value: "=" + name)
      }
    let chosen = session.preferences.category.map { "=" + $0 } ?? ""
    let at = entries.firstIndex { $0.value == chosen } ?? 0
    show(PickerState(.category, "Category", entries, selected: at))
  }

  /// Every command available on this page, searchable.
  mutating func openPalette() {
    let scope = session.scope
    show(PickerState(.palette, "What would you like to do?", entries(for: scope, all: false)))
  }

  /// All keys of this screen, searchable by name and by key.
  mutating func openHelp() {
    let scope = session.scope
    show(PickerState(.help, "Keys on this screen", entries(for: scope, all: true)))
  }

  /// Under the headings of the table of commands; then the settings, for those who look for one.
  private func entries(for scope: Scope, all: Bool) -> [PickerState.Entry] {
    let here = commandEntries(for: scope, all: all)
      .filter { all || $0.command.map(mayAsk) != false }
    var entries: [PickerState.Entry] = []
    for section in CommandTable.sections {
      let rows = section.groups.flatMap(\.rows)
      let found = rows.compactMap { row in here.first { $0.command == row.command } }
      if !found.isEmpty { entries += [.heading(section.title)] + found }
    }
    if !all, !session.isLocked {
      // An overlay keeps to what it is about.
      if session.overlays.isEmpty { entries += entriesElsewhere(besides: here) }
      for theme in ThemeChoice.allCases {
        var entry = PickerState.Entry("Colours: " + theme.title, value: theme.rawValue)
        entry.theme = theme
        entry.isOnlyFound = true
        entries.append(entry)
      }
      for row in SettingRow.all where row.isAvailable(in: shared.use) {
        var entry = PickerState.Entry(
          "Setting: " + row.title, detail: row.group.title, value: row.name)
        entry.synonyms = row.synonyms
        entry.isOnlyFound = true
        entries.append(entry)
      }
    }
    return entries
  }

  /// What the other pages offer, for those who look for it by name.
  private func entriesElsewhere(besides here: [PickerState.Entry]) -> [PickerState.Entry] {
    var known = Set(here.map(\.label))
    return shared.pages.filter { $0 != session.page }.flatMap { page in
      guard let scope = Scope.named(page.rawValue) else { return [PickerState.Entry]() }
      return commandEntries(for: scope, all: false).compactMap { there in
        guard let command = there.command, command.isMeant(for: page), mayAsk(for: command),
          known.insert(there.label).inserted
        else { return nil }
        var entry = PickerState.Entry(
          "\(page.title): \(there.label)", detail: there.detail, value: there.value,
          command: command)
        entry.synonyms = there.synonyms + " " + command.title(in: .everywhere)
        entry.page = page
        entry.isOnlyFound = true
        return entry
      }
    }
  }

  /// Whether it would do something: what is for the owner is only refused to others.
  private func mayAsk(for command: Command) -> Bool {
    switch command {
    case .invite, .makeRecoveryCode: AccessPolicy.allows(.manage, session.actor, in: shared)
    case .newEmployee: !isRegistrationClosed
    case .relabelPrices: shared.hasPricesElsewhere
    case .putBack, .forgetConflicts: hasSharingNews
    default: true
    }
  }

  private func commandEntries(for scope: Scope, all: Bool) -> [PickerState.Entry] {
    let synonyms = Dictionary(
      uniqueKeysWithValues: CommandTable.rows.map { ($0.command, $0.synonyms) })
    var seen: Set<Command> = []
    let bindings = session.keymap.bindings.filter { $0.isAvailable(in: shared.use) }
    let here = bindings.filter { $0.scopes.contains(Scopes(scope)) }
    let own = Set(here.flatMap(\.keys.all))
    let everywhere = bindings.filter {
      $0.scopes == .everywhere && (!session.isLocked || $0.availability.contains(.signedOut))
    }
    return (here + everywhere).compactMap { binding in
      let isOwn = binding.command == .palette || binding.command == .help
      guard seen.insert(binding.command).inserted, all || !isOwn else { return nil }
      // Omits keys of global bindings that this screen uses for something else.
      let isEverywhere = binding.scopes == .everywhere
      let keys = binding.keys.all.filter { !isEverywhere || !own.contains($0) }
      // In the help, a command without a key is not one to learn.
      guard !all || !keys.isEmpty else { return nil }
      var entry = PickerState.Entry(
        binding.command.title(in: scope), detail: keys.joined(separator: " "),
        value: binding.command.name, command: binding.command)
      entry.synonyms = synonyms[binding.command] ?? ""
      return entry
    }
  }

  mutating func perform(
    _ command: Command, in picker: PickerState, _ effects: inout [Effect]
  ) -> Bool {
    var picker = picker
    let grid = pickerGrid(picker)
    let rows = grid.rows * grid.columns
    switch command {
    case .back, .leave:
      back()
      if case .places = picker.purpose { chooseNoPlace(&effects) }
    case .open, .submit: choose(picker, &effects)
    case .quit, .redraw, .suspend: return false
    default:
      let before = picker.filter.characters
      let at = picker.selected
      switch command {
      case .up, .previousField: picker.step(-1)
      case .down, .nextField: picker.step(1)
      case .pageUp, .halfPageUp: picker.selected = at - grid.rows
      case .pageDown, .halfPageDown: picker.selected = at + grid.rows
      case .first: picker.selected = 0
      case .last: picker.selected = picker.shown.count - 1
      default: _ = picker.filter.perform(command)
      }
      if picker.filter.characters != before { picker.refilter() }
      picker.selected = max(0, min(picker.selected, picker.shown.count - 1))
      picker.leaveHeading(down: picker.selected >= at)
      var focus = ListFocus()
      focus.scroll = picker.scroll
      focus.move(to: picker.selected, count: picker.shown.count, viewport: rows)
      picker.selected = focus.index
      picker.scroll = focus.scroll
      replaceLast(.picker(picker))
    }
    return true
  }

  /// How many entries a picker shows at this size. Long ones take the whole height, and columns
  /// where their entries are narrow enough.
  public func pickerGrid(_ picker: PickerState) -> (rows: Int, columns: Int, width: Int) {
    let size = session.size
    let most = max(1, size.height - 7)
    let widest = picker.all.reduce(0) {
      max($0, DisplayWidth.of($1.label) + DisplayWidth.of($1.detail) + 3)
    }
    guard picker.isLong else {
      return (min(16, most, max(3, picker.all.count)), 1, min(74, widest))
    }
    let room = size.width - 8
    let width = min(max(30, widest), 48)
    let wanted = (picker.shown.count + most - 1) / most
    let columns = max(1, min(wanted, room / (width + 2)))
    return (most, columns, columns == 1 ? min(74, widest) : width)
  }

  /// A setting may take what is not in its list.
  private mutating func chooseTyped(_ picker: PickerState, _ effects: inout [Effect]) {
    guard case .option(let name) = picker.purpose, let row = SettingRow.named(name) else { return }
    let below = session.overlays.popLast()
    if !say(try: row, picker.filter.text, &effects), let below { session.overlays.append(below) }
  }

  private mutating func choose(_ picker: PickerState, _ effects: inout [Effect]) {
    guard picker.shown.indices.contains(picker.selected) else {
      return chooseTyped(picker, &effects)
    }
    let entry = picker.shown[picker.selected]
    guard !entry.isHeading else { return }
    back()
    switch picker.purpose {
    case .sort:
      if let sort = ItemSort(rawValue: entry.value) {
        change(&effects) {
          $0.isReversed = sort == $0.sort && !$0.isReversed
          $0.sort = sort
        }
      }
    case .category:
      let category = entry.value.isEmpty ? nil : String(entry.value.dropFirst())
      change(&effects) { $0.category = category }
    case .catalogueSort: choose(catalogueSort: entry.value, &effects)
    case .catalogueCategory: choose(catalogueCategory: entry.value, &effects)
    case .store: announce(.set(.currentStore, entry.value), &effects)
    case .cartOrder:
      if let order = CartOrder(rawValue: entry.value) {
        remember(&effects) { $0.cartOrder = order }
        startWalk()
        focusLine(at: session.cart.focusIndex)
        if order == .aisle, shared.currentStore.isEmpty { saysNoWalk() }
      }
    case .theme:
      if let theme = ThemeChoice(rawValue: entry.value) { applyTheme(theme, &effects) }
    case .use: if let use = ListMode(rawValue: entry.value) { chooseUse(use, &effects) }
    case .heldCart: takeUp(entry.value, &effects)
    case .conflicts: chooseConflict(entry.value, &effects)
    case .conflict(let id): answer(id, entry.value, &effects)
    case .directions: chooseDirections(entry.value, &effects)
    case .places(let places):
      if let index = Int(entry.value), places.indices.contains(index) {
        take(places[index], &effects)
      }
    case .option(let name):
      if let row = SettingRow.named(name) { say(try: row, entry.value, &effects) }
    case .palette:
      if let command = entry.command {
        if let page = entry.page { perform(.show(page), &effects) }
        perform(command, &effects)
      } else if let theme = entry.theme {
        applyTheme(theme, &effects)
      } else {
        showSetting(entry.value)
      }
    case .help, .picture: break
    }
  }
}

extension Command {
  /// Whether it can be asked for from elsewhere: it does not depend on what has the focus there,
  /// or asks first.
  fileprivate func isMeant(for page: ScreenID) -> Bool {
    switch self {
    case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .halfPageUp, .halfPageDown,
      .open, .back, .toggle, .increase, .decrease, .star, .edit, .mark, .markRange, .test,
      .nextMatch, .previousMatch, .nextSegment, .switchMap:
      false
    case .delete: page == .people
    default: true
    }
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The choice after it; after the last the first.
  var next: Self {
    let at = (Self.allCases.firstIndex(of: self) ?? 0) + 1
    return Self.allCases[at % Self.allCases.count]
  }
}
