/// The segment of the items page that shows a catalogue: moving, searching, filtering, and putting
/// products in the cart.
extension AppState {
  public var catalogueID: CatalogueID { session.preferences.catalogueID }

  /// Whether it is the page that gets the keys.
  public var showsCatalogue: Bool { session.showsCatalogue }

  public var keptCatalogue: KeptCatalogue? { session.catalogue.kept[catalogueID] }

  /// The product at a place of the list.
  public func product(at index: Int) -> CatalogueProduct? {
    guard session.catalogue.list.indices.contains(index) else { return nil }
    return keptCatalogue?.product(at: session.catalogue.list[index])
  }

  public var focusedProduct: CatalogueProduct? {
    session.catalogue.focus.flatMap { keptCatalogue?[$0] }
  }

  /// The own item that was made of a product.
  public func item(of product: CatalogueProduct) -> Item? {
    session.catalogue.items?[product.source].flatMap { shared.items[$0] }
  }

  public var catalogueGrid: TileGrid {
    let count = session.catalogue.list.count
    guard session.showsPictures else {
      return session.layout.textGrid(count: count, isTable: session.preferences.isTable)
    }
    // As if there were many: neither a page that comes in nor a search changes the size of everything.
    let chosen = session.preferences.tileSize
    let size = chosen == .automatic ? session.layout.isRoomy ? .large : .medium : chosen
    return session.layout.grid(
      sections: [count], of: max(count, 1000), hasHeadings: false,
      isTable: session.preferences.isTable, tileSize: size)
  }

  // MARK: Coming and going

  /// The segment is shown from now on. What is kept of it is read; the catalogue itself is asked when
  /// that is allowed, and the question comes only to somebody who asked to see it.
  mutating func enterCatalogue(asks: Bool, _ effects: inout [Effect]) {
    loadKept(catalogueID, &effects)
    if session.catalogue.items == nil { indexSources() }
    rebuildCatalogue()
    guard keptCatalogue != nil else {
      session.catalogue.isAwaited = asks
      return
    }
    if mayAskCatalogue {
      askForMoreIfNear(&effects)
    } else if asks, session.catalogue.list.isEmpty {
      lookAtCatalogue(&effects)
    }
  }

  /// In a shop the catalogue is what one comes for: its segment is there after signing in.
  mutating func openCatalogueOfStaff(_ effects: inout [Effect]) {
    guard shared.use == .staff else { return }
    session.preferences.segment = .catalogue
    rebuildItems()
    enterCatalogue(asks: false, &effects)
  }

  /// What was kept has been read; nothing that came in meanwhile is lost.
  mutating func take(kept: KeptCatalogue, _ effects: inout [Effect]) {
    var kept = kept
    if let early = session.catalogue.kept[kept.id] {
      kept.put(Array(early.products))
      kept.put(early.categories)
    }
    session.catalogue.kept[kept.id] = kept
    if kept.id == catalogueID, session.showsSegment {
      rebuildCatalogue()
      let isAwaited = session.catalogue.isAwaited && session.showsCatalogue
      session.catalogue.isAwaited = false
      if mayAskCatalogue {
        askForMoreIfNear(&effects)
      } else if isAwaited, session.overlays.isEmpty, session.catalogue.list.isEmpty {
        lookAtCatalogue(&effects)
      }
    }
    lookUpNext(&effects)
  }

  mutating func loadKept(_ id: CatalogueID, _ effects: inout [Effect]) {
    guard session.catalogue.wanted.insert(id).inserted else { return }
    effects.append(.loadCatalogue(id))
  }

  private mutating func indexSources() {
    var items: [String: Item.ID] = [:]
    for item in shared.items.all where !item.source.isEmpty { items[item.source] = item.id }
    session.catalogue.items = items
  }

  /// Keeps up with what was touched.
  mutating func amendSources(_ touches: [SharedState.Touch]) {
    guard session.catalogue.items != nil else { return }
    for case .item(let id, let was) in touches {
      if let was, !was.source.isEmpty, session.catalogue.items?[was.source] == id {
        session.catalogue.items?[was.source] = nil
      }
      if let item = shared.items[id], !item.source.isEmpty {
        session.catalogue.items?[item.source] = id
      }
    }
  }

  // MARK: What is shown

  /// The list anew. The focus stays on its product, and that on its line of the screen.
  mutating func rebuildCatalogue() {
    let id = catalogueID
    let state = session.catalogue
    let category = state.category?.id ?? ""
    let sort = session.preferences.catalogue.sort
    let line = catalogueGrid.spot(of: state.focusIndex)?.line ?? 0
    var list: [Int32] = []
    if state.query.isEmpty {
      list = state.kept[id]?.slots(category: category, sort: sort) ?? []
    } else {
      list =
        session.catalogue.kept[id]?.matches(state.query.text, category: category, sort: sort) ?? []
      if let found = state.found, found.words == state.query.text {
        var shown = Set(list)
        list += found.codes.compactMap { state.kept[id]?.slot(of: $0) }
          .filter { shown.insert($0).inserted }
      }
    }
    session.catalogue.list = list
    guard let focus = state.focus, let slot = state.kept[id]?.slot(of: focus),
      let index = list.firstIndex(of: slot)
    else { return focusProduct(at: min(state.focusIndex, max(0, list.count - 1))) }
    session.catalogue.focusIndex = index
    let new = catalogueGrid.spot(of: index)?.line ?? 0
    session.catalogue.scroll = max(0, state.scroll + new - line)
    scrollToProduct()
  }

  mutating func focusProduct(at index: Int) {
    let index = max(0, min(index, session.catalogue.list.count - 1))
    session.catalogue.focusIndex = index
    session.catalogue.focus = product(at: index)?.code
    scrollToProduct()
  }

  mutating func scrollToProduct() {
    session.catalogue.scroll = catalogueGrid.scroll(
      from: session.catalogue.scroll, toShow: session.catalogue.focusIndex,
      viewport: session.layout.list.height)
  }

  mutating func showFirstProducts() {
    session.catalogue.scroll = 0
    session.catalogue.focus = nil
    rebuildCatalogue()
    focusProduct(at: 0)
  }

  // MARK: Commands

  mutating func performOnCatalogue(_ command: Command, _ effects: inout [Effect]) {
    if moveOnCatalogue(command) { return askForMoreIfNear(&effects) }
    switch command {
    case .open:
      if let product = focusedProduct {
        openProduct(product, &effects)
      } else {
        lookAtCatalogue(&effects)
      }
    case .back: _ = clearCatalogue(&effects)
    case .toggle: toggleProduct(&effects)
    case .increase: stepProduct(up: true, &effects)
    case .decrease: stepProduct(up: false, &effects)
    case .search:
      session.catalogue.isTyping = true
    case .nextMatch: wrapProducts(1, &effects)
    case .previousMatch: wrapProducts(-1, &effects)
    case .chooseSort: openCatalogueSortPicker()
    case .chooseCategory: openCatalogueCategoryPicker()
    case .nextSegment: nextSegment(&effects)
    case .switchView: changeCatalogueView(&effects) { $0.isTable.toggle() }
    case .switchTileSize:
      let all = TileSize.allCases
      changeCatalogueView(&effects) {
        $0.tileSize = all[((all.firstIndex(of: $0.tileSize) ?? 0) + 1) % all.count]
      }
      notice("Tiles: " + session.preferences.tileSize.rawValue)
    default: break
    }
  }

  private mutating func changeCatalogueView(
    _ effects: inout [Effect], _ change: (inout Preferences) -> Void
  ) {
    self.change(&effects, change)
    scrollToProduct()
  }

  private mutating func wrapProducts(_ step: Int, _ effects: inout [Effect]) {
    let count = session.catalogue.list.count
    guard count > 0 else { return }
    focusProduct(at: (session.catalogue.focusIndex + step + count) % count)
    askForMoreIfNear(&effects)
  }

  mutating func moveOnCatalogue(_ command: Command) -> Bool {
    let grid = catalogueGrid
    let rows = max(1, session.layout.list.height / grid.tileHeight)
    guard let index = grid.index(from: session.catalogue.focusIndex, by: command, rows: rows)
    else { return false }
    focusProduct(at: index)
    return true
  }

  /// In the cart when it is out, out when it is in.
  private mutating func toggleProduct(_ effects: inout [Effect]) {
    guard let product = focusedProduct else { return }
    if let item = item(of: product), shared.cart.contains(item.id) {
      announce(.takeOut(shared.cart.lines(of: item.id).map(\.id)), &effects)
    } else {
      put(product, nil, &effects)
    }
  }

  /// Gives whether it is in the cart now.
  @discardableResult
  mutating func put(
    _ product: CatalogueProduct, _ quantity: Quantity?, _ effects: inout [Effect]
  ) -> Bool {
    if session.catalogue.items == nil { indexSources() }
    guard attempt(.addProduct(product, quantity), &effects) else { return false }
    let name = item(of: product)?.name ?? product.name
    let amount =
      quantity.map { $0.text + ($0.unit == .piece ? " × " : " ") } ?? ""
    announce(done: "Put \(amount)\(name) in the cart")
    return true
  }

  private mutating func stepProduct(up: Bool, _ effects: inout [Effect]) {
    guard let product = focusedProduct else { return }
    guard let item = item(of: product), shared.cart.contains(item.id) else {
      if up {
        put(product, nil, &effects)
      } else {
        notice(ChangeRefusal.notInCart(product.name).sentence)
      }
      return
    }
    let before = shared.cart.count
    guard attempt(.step([item.id], up: up), &effects), shared.cart.count < before else { return }
    announce(done: "Took \(item.name) out of the cart")
  }

  /// Esc: what is asked for first, then the search, then the category.
  mutating func clearCatalogue(_ effects: inout [Effect]) -> Bool {
    if let asking = session.catalogue.asking {
      // The worker's last word on it is heard: it may have come already.
      effects.append(.cancelWork(number: asking.number))
      return true
    }
    if session.catalogue.isTyping || !session.catalogue.query.isEmpty {
      session.catalogue.isTyping = false
      session.catalogue.query = TextInput("", limit: 100)
      session.catalogue.found = nil
      rebuildCatalogue()
      return true
    }
    if session.catalogue.category != nil {
      show(category: nil, &effects)
      return true
    }
    return false
  }
}

extension SessionState {
  /// Whether the segment of the items page is the catalogue's.
  var showsSegment: Bool { preferences.segment == .catalogue }
  public var showsCatalogue: Bool { page == .items && showsSegment }
}

extension TileGrid {
  /// Where a command of moving leads; nil for another command.
  func index(from index: Int, by command: Command, rows: Int) -> Int? {
    func go(_ step: (Int) -> Int?, _ times: Int) -> Int {
      var at = index
      for _ in 0..<times {
        guard let next = step(at) else { break }
        at = next
      }
      return at
    }
    switch command {
    case .up: return self.index(above: index) ?? index
    case .down: return self.index(below: index) ?? index
    case .left: return index - 1
    case .right: return index + 1
    case .first: return 0
    case .last: return count - 1
    case .pageUp: return go(self.index(above:), rows)
    case .pageDown: return go(self.index(below:), rows)
    case .halfPageUp: return go(self.index(above:), max(1, rows / 2))
    case .halfPageDown: return go(self.index(below:), max(1, rows / 2))
    default: return nil
    }
  }
}
