package enum StoresPage: PageKind {
  package static let page: Page = .init(
    scope: .stores, perform: { $0.performOnStores($1, &$2) },
    facts: {
      [
        .rows: !$0.shownStores.isEmpty, .map: $0.focusedStore.map($0.mayShowOnMap) ?? false,
        .filtered: $0.session.showsSearch($0.session.storeQuery),
      ]
    },
    focus: .list(\.stores, height: { $0.storesPerScreen }) { $0.shownStores.count },
    goBack: { app, _ in
      let focused = app.focusedStore
      guard app.session.endSearch(\.storeQuery) else { return false }
      let place = focused.flatMap { app.shared.stores.inNameOrder.firstIndex(of: $0) } ?? 0
      app.session.stores.move(
        to: place, count: app.shared.stores.count, viewport: app.storesPerScreen)
      return true
    },
    amend: { app, _ in page.focus.show(&app) },
    search: .list(\.storeQuery, \.stores, height: { $0.storesPerScreen }) {
      $0.shownStores.count
    })
}

/// The stores page: favourite stores as a table.
extension AppState {
  /// The starred stores that the search finds, or all of them.
  public var shownStores: [Store] {
    let query = session.storeQuery
    let all = shared.stores.inNameOrder
    guard !query.isEmpty else { return all }
    return all.filter { query.isFound(in: [$0.name, $0.address, $0.phone, $0.email, $0.note]) }
  }

  mutating func performOnStores(_ command: Command, _ effects: inout [Effect]) {
    if session.stores.move(by: command, count: shownStores.count, viewport: storesPerScreen) {
      return
    }
    switch command {
    case .search: startSearch()
    case .back: _ = StoresPage.page.goBack(&self, &effects)
    case .open, .edit: if let store = focusedStore { openStoreForm(store.id) }
    // A store that is listed here has its star.
    case .delete, .star:
      guard let store = focusedStore else { return notice("There is no store to delete.") }
      announce(.deleteStore(store.id), &effects)
    case .nextSegment, .left, .right: showNearby(true, &effects)
    case .toggle:
      guard let store = focusedStore else { return }
      let label = shared.stores.label(of: store)
      let isHere = shared.stores.labelled(shared.currentStore) == store
      announce(.set(.currentStore, isHere ? "" : label), &effects)
    case .switchMap: showOnMap(&effects)
    default: break
    }
  }

  mutating func openStoreForm(_ id: Store.ID?) {
    let store = id.flatMap { id in shared.stores.first { $0.id == id } }
    session.page = .stores
    show(
      FormState(
        purpose: store.map { .editStore($0.id) } ?? .newStore,
        title: store.map { "Edit " + shared.stores.label(of: $0) } ?? "Add a store", intro: "",
        action: "Save",
        fields: [
          .init(.name, "Name", store?.name ?? "", hint: "needed"),
          .init(
            .address, "Address", store?.address ?? "", limit: CleanText.Limit.address.graphemes),
          .init(.phone, "Phone", store?.phone ?? ""),
          .init(.email, "E-mail", store?.email ?? "", hint: "orders can be sent here"),
          .init(.note, "Note", store?.note ?? "", limit: CleanText.Limit.note.graphemes),
        ]))
  }

  func storeDraft(_ form: FormState) -> StoreDraft {
    StoreDraft(
      name: form[.name], address: form[.address], phone: form[.phone], email: form[.email],
      note: form[.note])
  }

  mutating func saveStore(_ change: Change, _ effects: inout [Effect]) throws(FormError) {
    let before = Set(shared.stores.map(\.id))
    do { try makeAnnounced(change, &effects) } catch .nothingToDo {
      return
    } catch { throw FormError(error) }
    switch change {
    case .addStore:
      guard let new = shared.stores.first(where: { !before.contains($0.id) }) else { return }
      // It would be hidden behind another search.
      _ = session.endSearch(\.storeQuery)
      moveToStore(new.id)
    case .editStore(let id, _): moveToStore(id)
    default: break
    }
  }

  /// Its name may have another place in the list by now.
  private mutating func moveToStore(_ id: Store.ID) {
    guard let place = shownStores.firstIndex(where: { $0.id == id }) else { return }
    session.stores.move(to: place, count: shownStores.count, viewport: storesPerScreen)
  }

  mutating func openStorePicker() {
    var entries = [PickerState.Entry("No store", detail: "", value: "")]
    entries += shared.stores.inNameOrder.map {
      PickerState.Entry($0.name, detail: $0.address, value: shared.stores.label(of: $0))
    }
    entries += shared.storeNames.others.map {
      PickerState.Entry($0, detail: "named by items", value: $0)
    }
    guard entries.count > 1 || !shared.currentStore.isEmpty else {
      return sayHowToAddStore("There is no store to choose yet")
    }
    let selected =
      entries.firstIndex { shared.stores.areSame($0.value, shared.currentStore) } ?? 0
    show(PickerState(.store, "Which store are you in?", entries, selected: selected))
  }

  /// Why none can be chosen, and the keys that add one.
  ///
  /// - Parameter isTyping: whether a key of a page would be typed first.
  mutating func sayHowToAddStore(_ reason: String, isTyping: Bool = false) {
    let page = session.keymap.key(for: .show(.stores), in: session.shownPage.scope, use: shared.use)
    let add = session.keymap.key(for: .addForm, in: .stores, use: shared.use)
    guard let page, let add else { return notice(reason + ".") }
    let leave = isTyping ? session.keymap.key(for: .back, in: .picker, use: shared.use) : nil
    let first = leave.map { "first \($0), then " } ?? ""
    notice("\(reason): \(first)\(page) is the page of your stores, and \(add) adds one there.")
  }
}
