/// Searching, sorting and filtering a catalogue.
extension AppState {
  // MARK: Searching

  /// Typing searches only the cache; enter also queries the catalogue.
  mutating func performInCatalogueSearch(_ command: Command, _ effects: inout [Effect]) -> Bool {
    switch command {
    case .open, .submit:
      session.catalogue.isTyping = false
      if session.catalogue.query.isEmpty {
        _ = clearCatalogue(&effects)
      } else {
        lookAtCatalogue(&effects)
      }
    case .back: _ = clearCatalogue(&effects)
    case .up, .down, .pageUp, .pageDown: _ = moveOnCatalogue(command)
    case .deleteBackward where session.catalogue.query.isEmpty: _ = clearCatalogue(&effects)
    default:
      let before = session.catalogue.query.characters
      guard session.catalogue.query.perform(command) else { return false }
      if session.catalogue.query.characters != before { showFirstProducts() }
    }
    return true
  }

  mutating func typeInCatalogue(_ text: String) {
    if session.catalogue.query.insert(text) { showFirstProducts() }
  }

  // MARK: Sort and category

  mutating func openCatalogueSortPicker() {
    let entries = CatalogueSort.allCases.map { PickerState.Entry($0.title, value: $0.rawValue) }
    let at = CatalogueSort.allCases.firstIndex(of: session.preferences.catalogue.sort) ?? 0
    session.overlays.append(.picker(PickerState(.catalogueSort, "Sort by", entries, selected: at)))
  }

  mutating func openCatalogueCategoryPicker() {
    let counts = keptCatalogue?.counts ?? []
    let entries =
      [PickerState.Entry("All", detail: keptCatalogue.map { String($0.count) } ?? "")]
      + counts.map {
        PickerState.Entry(
          $0.category.name, detail: $0.count == 0 ? "" : String($0.count), value: $0.category.id)
      }
    let at = entries.firstIndex { $0.value == session.catalogue.category?.id ?? "" } ?? 0
    session.overlays.append(
      .picker(PickerState(.catalogueCategory, "Category", entries, selected: at)))
  }

  mutating func choose(catalogueSort value: String, _ effects: inout [Effect]) {
    guard let sort = CatalogueSort(rawValue: value) else { return }
    remember(&effects) { $0.catalogue.sort = sort }
    showFirstProducts()
    askForMoreIfNear(&effects)
  }

  mutating func choose(catalogueCategory id: String, _ effects: inout [Effect]) {
    show(category: keptCatalogue?.counts.first { $0.category.id == id }?.category, &effects)
  }

  mutating func show(category: CatalogueCategory?, _ effects: inout [Effect]) {
    session.catalogue.category = category
    showFirstProducts()
    askForMoreIfNear(&effects)
  }
}
