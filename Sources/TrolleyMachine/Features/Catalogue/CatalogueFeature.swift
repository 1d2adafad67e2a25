package enum ProductsPage: PageKind {
  package static let page: Page = .init(
    scope: .catalogue, perform: { $0.performOnCatalogue($1, &$2) },
    facts: { app in
      let (catalogue, now) = (app.session.catalogue, app.session.clock.monotonic)
      return [
        .rows: !catalogue.list.isEmpty, .filtered: !catalogue.query.isEmpty,
        .asked: catalogue.found?.words == catalogue.query.text && app.catalogueHasAnswered,
        .category: catalogue.category != nil,
        .inCart: app.focusedProduct.flatMap { app.item(of: $0) }
          .map { app.shared.cart.contains($0.id) } ?? false,
        .working: catalogue.asking.map { now - $0.since >= CatalogueState.patience } ?? false,
      ]
    },
    focus: Page.Focus(
      index: { $0.session.catalogue.focus == nil ? nil : $0.session.catalogue.focusIndex },
      move: { app, index, effects in
        app.focusProduct(at: index)
        app.askForMoreIfNear(&effects)
      }, show: { $0.scrollToProduct() }, click: .toggle,
      clicksAtOnce: { !$0.catalogueGrid.isTable }),
    goBack: { $0.clearCatalogue(&$1) }, amend: { $0.amendSources($1) },
    images: { $0.wishesOfProducts },
    search: Page.Search(
      query: \.catalogue.query, changed: { $0.showFirstProducts() },
      move: { $0.moveOnCatalogue($1) },
      hasRowBelow: { $0.catalogueGrid.index(below: $0.session.catalogue.focusIndex) != nil },
      enter: { $0.lookAtCatalogue(&$1) }, action: { _ in "ask the catalogue" }))
}

/// The catalogue segment of the items page: moving, searching, filtering, and putting products in
/// the cart.
extension AppState {
  public var catalogueID: CatalogueID { session.preferences.catalogueID }

  /// Whether the catalogue gets the keys.
  public var showsCatalogue: Bool { session.showsCatalogue }

  public var keptCatalogue: CatalogueCache? { session.catalogue.kept[catalogueID] }

  public func product(at index: Int) -> CatalogueProduct? {
    guard session.catalogue.list.indices.contains(index) else { return nil }
    return keptCatalogue?.product(at: session.catalogue.list[index])
  }

  public var focusedProduct: CatalogueProduct? {
    session.catalogue.focus.flatMap { keptCatalogue?[$0] }
  }

  /// The item that was created from a product.
  public func item(of product: CatalogueProduct) -> Item? {
    session.catalogue.items?[product.source].flatMap { shared.items[$0] }
  }

  /// The item that a product becomes: the one created from it, or an own one of its name.
  public func known(_ product: CatalogueProduct) -> Item? {
    item(of: product) ?? shared.items.own(named: product)
  }

  public var catalogueGrid: TileGrid {
    let count = session.catalogue.list.count
    guard session.showsPictures else {
      return session.layout.textGrid(count: count, isTable: session.preferences.isTable)
    }
    // Sized as if there were many, so that tiles keep their size when a page arrives or a search
    // narrows the list.
    let chosen = session.preferences.tileSize
    let size = chosen == .automatic ? session.layout.isRoomy ? .large : .medium : chosen
    return session.layout.grid(
      sections: [count], of: max(count, 1000), hasHeadings: false,
      isTable: session.preferences.isTable, tileSize: size)
  }

  // MARK: Entering and leaving

  /// Shows the segment. Reads the cache, and queries the catalogue if that is allowed; asks for
  /// consent only if `asks`, when the person asked to see it and has not said no in this run.
  mutating func enterCatalogue(asks: Bool, _ effects: inout [Effect]) {
    let asks = asks && session.declined.isDisjoint(with: services(of: catalogueID))
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

  /// Fills the segment when it comes into sight without having been chosen: after the view was
  /// reset, and on coming back to the page.
  mutating func fillCatalogue(isAnotherPage: Bool, _ effects: inout [Effect]) {
    guard session.showsCatalogue, !session.isLocked,
      session.catalogue.items == nil || isAnotherPage && session.catalogue.list.isEmpty
    else { return }
    enterCatalogue(asks: false, &effects)
  }

  /// After a change of the settings: another catalogue is another list, and what was wrong with
  /// this one may be right now.
  mutating func followCatalogueSettings(changedFrom old: Preferences, _ effects: inout [Effect]) {
    let (new, id) = (session.preferences, catalogueID)
    let isAnother = id != old.catalogueID
    let isAnotherFile =
      !isAnother
      && new.access(id, mayAskPrices: false)?.path
        != old.access(id, mayAskPrices: false)?.path
    if isAnother || isAnotherFile {
      if let asking = session.catalogue.asking { cancelWork(asking.number, &effects) }
      session.catalogue.startAnother()
    }
    if isAnotherFile, session.catalogue.kept[id] != nil { replace(CatalogueCache(id), &effects) }
    guard
      isAnother || new.access(id, mayAskPrices: false) != old.access(id, mayAskPrices: false)
        || id.service.map({ new.services.isAllowed($0) != old.services.isAllowed($0) }) == true
    else { return }
    session.catalogue.trouble = nil
    session.catalogue.said = nil
    if session.showsCatalogue { enterCatalogue(asks: false, &effects) }
  }

  /// The cache has been read; products that arrived meanwhile are kept.
  mutating func receive(_ kept: CatalogueCache, _ effects: inout [Effect]) {
    var kept = kept
    if let early = session.catalogue.kept[kept.id] {
      kept.put(Array(early.products))
      kept.put(early.categories)
    }
    session.catalogue.kept[kept.id] = kept
    describeShownItem(&effects)
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
    for item in shared.items.fromCatalogues { items[item.source] = item.id }
    session.catalogue.items = items
  }

  /// Updates the index for touched items.
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

  // MARK: Contents

  /// Rebuilds the list. The focused product keeps the focus and its line on the screen.
  mutating func rebuildCatalogue() {
    let id = catalogueID
    let state = session.catalogue
    let category = state.category?.id ?? ""
    let sort = session.preferences.catalogue.sort
    let line = catalogueGrid.spot(of: state.focusIndex)?.line ?? 0
    var list: [Int32] = []
    if state.query.isEmpty {
      list = state.kept[id]?.slots(category: category, sort: sort) ?? []
      if sort == .popular { list = inOrderOfPages(list) }
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

  /// The slots, first those that the catalogue has listed in this run, in its order: what was asked for in
  /// another order, or on another day, is known already, and is not before them.
  private func inOrderOfPages(_ slots: [Int32]) -> [Int32] {
    guard !catalogueID.isWhole, let kept = keptCatalogue,
      let codes = session.catalogue.pages[currentKey]?.codes
    else { return slots }
    var rest = Set(slots)
    let first = codes.compactMap { kept.slot(of: $0) }.filter { rest.remove($0) != nil }
    return first + slots.filter(rest.contains)
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
    case .search: startSearch()
    case .nextMatch: wrapProducts(1, &effects)
    case .previousMatch: wrapProducts(-1, &effects)
    case .chooseSort:
      openPicker(.catalogueSort, "Sort by", session.preferences.catalogue.sort) { $0.title }
    case .chooseCategory: openCatalogueCategoryPicker()
    case .nextSegment: nextSegment(&effects)
    case .switchView: changeCatalogueView(&effects) { $0.isTable.toggle() }
    case .switchTileSize where catalogueGrid.isTable: saysTilesOnly()
    case .switchTileSize:
      changeCatalogueView(&effects) { $0.tileSize = $0.tileSize.next }
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

  /// Puts the product in the cart, or takes it out.
  private mutating func toggleProduct(_ effects: inout [Effect]) {
    guard let product = focusedProduct else { return }
    if let item = item(of: product), shared.cart.contains(item.id) {
      announce(.takeOut(shared.cart.lines(of: item.id).map(\.id)), &effects)
    } else {
      put(product, nil, &effects)
    }
  }

  /// Returns whether it is in the cart now.
  @discardableResult
  mutating func put(
    _ product: CatalogueProduct, _ quantity: Quantity?, _ effects: inout [Effect]
  ) -> Bool {
    put(product, quantity, by: .addProduct(product, quantity, .init()), isPriced: false, &effects)
  }

  mutating func put(_ product: CatalogueProduct, _ code: ScannedCode, _ effects: inout [Effect]) {
    _ = put(
      product, code.wanted, by: code.change(adding: product), isPriced: code.price != nil, &effects)
  }

  /// - Parameter isPriced: whether a price was typed with it.
  private mutating func put(
    _ product: CatalogueProduct, _ quantity: Quantity?, by change: Change, isPriced: Bool,
    _ effects: inout [Effect]
  ) -> Bool {
    if session.catalogue.items == nil { indexSources() }
    let before = shared.cart
    guard attempt(change, &effects) else { return false }
    let item = item(of: product)
    let amount = quantity.map { $0.words(session.style) + ($0.unit == .piece ? " × " : " ") } ?? ""
    let price = isPriced ? nil : item.flatMap { product.wordsOfPrice(of: $0, session.style) }
    announcePut(
      item?.id, amount, item?.name ?? product.name, since: before, price.map { " " + $0 } ?? "")
    return true
  }

  private mutating func stepProduct(up: Bool, _ effects: inout [Effect]) {
    guard let product = focusedProduct else { return }
    guard let item = item(of: product), shared.cart.contains(item.id) else {
      if up {
        put(product, nil, &effects)
      } else {
        notice(ChangeError.notInCart(product.name).sentence)
      }
      return
    }
    attempt(.step([item.id], up: up), &effects)
  }

  /// Esc: cancels the request first, then clears the search, then the category.
  mutating func clearCatalogue(_ effects: inout [Effect]) -> Bool {
    if let asking = session.catalogue.asking, !asking.isGivenUp {
      // The worker's final answer still counts: it may be on its way.
      effects.append(.cancelWork(number: asking.number))
      session.catalogue.asking?.isGivenUp = true
      return true
    }
    if session.endSearch(\.catalogue.query) {
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
  var showsSegment: Bool { preferences.segment == .catalogue }
  public var showsCatalogue: Bool { page == .items && showsSegment }
}

extension TileGrid {
  /// The index that a movement command leads to; nil for other commands.
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
