/// Lists to choose from: sort, category, palette, help.
extension AppState {
  mutating func openSortPicker() {
    let entries = ItemSort.allCases.map { PickerState.Entry($0.title, value: $0.rawValue) }
    let at = ItemSort.allCases.firstIndex(of: session.preferences.sort) ?? 0
    session.overlays.append(.picker(PickerState(.sort, "Sort by", entries, selected: at)))
  }

  mutating func openCartOrderPicker() {
    let entries = CartOrder.allCases.map { PickerState.Entry($0.title, value: $0.rawValue) }
    let at = CartOrder.allCases.firstIndex(of: session.preferences.cartOrder) ?? 0
    session.overlays.append(
      .picker(PickerState(.cartOrder, "Order of the cart", entries, selected: at)))
  }

  mutating func openThemePicker() {
    let entries = ThemeChoice.allCases.map { PickerState.Entry($0.title, value: $0.rawValue) }
    let at = ThemeChoice.allCases.firstIndex(of: session.theme) ?? 0
    session.overlays.append(.picker(PickerState(.theme, "Colours", entries, selected: at)))
  }

  mutating func openCategoryPicker() {
    var counts: [String: Int] = [:]
    for item in shared.items.all { counts[item.category, default: 0] += 1 }
    var entries = [PickerState.Entry("All", detail: String(shared.items.count), value: "")]
    entries += counts.sorted { Folding.compare($0.key, $1.key) < 0 }
      .map { name, count in
        PickerState.Entry(
          name.isEmpty ? "No category" : name, detail: String(count), value: "=" + name)
      }
    let chosen = session.preferences.category.map { "=" + $0 } ?? ""
    let at = entries.firstIndex { $0.value == chosen } ?? 0
    session.overlays.append(.picker(PickerState(.category, "Category", entries, selected: at)))
  }

  /// Every command available on this page, searchable.
  mutating func openPalette() {
    let scope = session.scope
    session.overlays.append(
      .picker(PickerState(.palette, "What would you like to do?", entries(for: scope, all: false))))
  }

  /// All keys of this screen, searchable by name and by key.
  mutating func openHelp() {
    let scope = session.scope
    session.overlays.append(
      .picker(PickerState(.help, "Keys on this screen", entries(for: scope, all: true))))
  }

  private func entries(for scope: Scope, all: Bool) -> [PickerState.Entry] {
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
      return PickerState.Entry(
        binding.command.title(in: scope), detail: keys.joined(separator: " "),
        value: binding.command.name, command: binding.command)
    }
  }

  mutating func perform(
    _ command: Command, in picker: PickerState, _ effects: inout [Effect]
  ) -> Bool {
    var picker = picker
    let rows = max(1, pickerRows)
    switch command {
    case .back, .leave: back()
    case .open, .submit: choose(picker, &effects)
    case .quit, .redraw, .suspend: return false
    default:
      let before = picker.filter.characters
      let at = picker.selected
      switch command {
      case .up, .previousField: picker.selected = at - 1
      case .down, .nextField: picker.selected = at + 1
      case .pageUp, .halfPageUp: picker.selected = at - rows
      case .pageDown, .halfPageDown: picker.selected = at + rows
      case .first: picker.selected = 0
      case .last: picker.selected = picker.shown.count - 1
      default: _ = picker.filter.perform(command)
      }
      if picker.filter.characters != before { picker.refilter() }
      var focus = ListFocus()
      focus.scroll = picker.scroll
      focus.move(to: picker.selected, count: picker.shown.count, viewport: rows)
      picker.selected = focus.index
      picker.scroll = focus.scroll
      replaceLast(.picker(picker))
    }
    return true
  }

  /// How many rows a picker shows at this size.
  public var pickerRows: Int { max(1, min(16, session.size.height - 7)) }

  private mutating func choose(_ picker: PickerState, _ effects: inout [Effect]) {
    guard picker.shown.indices.contains(picker.selected) else { return }
    let entry = picker.shown[picker.selected]
    back()
    switch picker.purpose {
    case .sort:
      if let sort = ItemSort(rawValue: entry.value) { change(&effects) { $0.sort = sort } }
    case .category:
      let category = entry.value.isEmpty ? nil : String(entry.value.dropFirst())
      change(&effects) { $0.category = category }
    case .catalogueSort: choose(catalogueSort: entry.value, &effects)
    case .catalogueCategory: choose(catalogueCategory: entry.value, &effects)
    case .store: announce(.set(.currentStore, entry.value), &effects)
    case .cartOrder:
      if let order = CartOrder(rawValue: entry.value) {
        remember(&effects) { $0.cartOrder = order }
        refreshAisles()
        focusLine(at: session.cart.focusIndex)
      }
    case .theme:
      if let theme = ThemeChoice(rawValue: entry.value) { applyTheme(theme, &effects) }
    case .use: if let use = ListMode(rawValue: entry.value) { chooseUse(use, &effects) }
    case .heldCart: takeUp(entry.value, &effects)
    case .directions: chooseDirections(entry.value, &effects)
    case .option(let name):
      if let row = SettingRow.named(name) { say(try: row, entry.value, &effects) }
    case .palette: if let command = entry.command { perform(command, &effects) }
    case .help, .picture: break
    }
  }
}
