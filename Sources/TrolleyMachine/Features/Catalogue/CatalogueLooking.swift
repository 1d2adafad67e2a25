/// Sorting and filtering a catalogue.
extension AppState {
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
