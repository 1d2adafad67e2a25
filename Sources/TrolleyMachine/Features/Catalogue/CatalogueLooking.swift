/// Sorting and filtering a catalogue.
extension AppState {
  mutating func openCatalogueCategoryPicker() {
    let counts = keptCatalogue?.counts ?? []
    let entries =
      [PickerState.Entry("All", detail: sizeInWords)]
      + counts.map {
        PickerState.Entry(
          $0.category.name, detail: $0.count == 0 ? "" : String($0.count), value: $0.category.id)
      }
    let at = entries.firstIndex { $0.value == session.catalogue.category?.id ?? "" } ?? 0
    show(PickerState(.catalogueCategory, "Category", entries, selected: at))
  }

  /// How many products there are, or at least how many are here by now.
  private var sizeInWords: String {
    guard let count = keptCatalogue?.count else { return "" }
    let all = CatalogueState.PageKey(sort: session.preferences.catalogue.sort)
    guard let mark = session.catalogue.pages[all], mark.next != nil else { return String(count) }
    return mark.total.map { String(max($0, count)) } ?? "\(count) so far"
  }

  mutating func choose(catalogueSort value: String, _ effects: inout [Effect]) {
    guard let sort = CatalogueSort(rawValue: value) else { return }
    showAnew(&effects) { app, effects in
      app.remember(&effects) { $0.catalogue.sort = sort }
    }
  }

  mutating func choose(catalogueCategory id: String, _ effects: inout [Effect]) {
    show(category: keptCatalogue?.counts.first { $0.category.id == id }?.category, &effects)
  }

  mutating func show(category: CatalogueCategory?, _ effects: inout [Effect]) {
    showAnew(&effects) { app, _ in app.session.catalogue.category = category }
  }

  /// What the catalogue was asked for by name is asked for anew: it has found the products of the category
  /// that was shown before, in the order of before.
  private mutating func showAnew(
    _ effects: inout [Effect], _ change: (inout AppState, inout [Effect]) -> Void
  ) {
    let isAsked = session.catalogue.found?.words == session.catalogue.query.text
    session.catalogue.found = nil
    change(&self, &effects)
    showFirstProducts()
    if isAsked, mayAskCatalogue {
      lookAtAllowedCatalogue(&effects)
    } else {
      askForMoreIfNear(&effects)
    }
  }
}
