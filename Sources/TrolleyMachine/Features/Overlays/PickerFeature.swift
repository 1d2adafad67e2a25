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

/// Lists to choose from: opening, moving, what choosing does.
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

  /// A setting may take what is not in its list; a store has to be added first.
  private mutating func chooseTyped(_ picker: PickerState, _ effects: inout [Effect]) {
    if picker.purpose == .store {
      return sayHowToAddStore("There is no store called “\(picker.filter.text)”", isTyping: true)
    }
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
        followLine()
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

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The choice after it; after the last the first.
  var next: Self {
    let at = (Self.allCases.firstIndex(of: self) ?? 0) + 1
    return Self.allCases[at % Self.allCases.count]
  }
}
