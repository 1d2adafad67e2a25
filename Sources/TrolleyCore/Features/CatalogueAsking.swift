/// Asking a catalogue: page after page, with the person's leave, and again after trouble.
extension AppState {
  private typealias PageKey = CatalogueState.PageKey

  /// Seconds until a catalogue that could not be reached is asked again, doubled each time.
  private static let firstPause = 30
  private static let longestPause = 600

  /// Whom the catalogue asks, as far as nobody has said no.
  var catalogueServices: [OutsideService] {
    switch catalogueID {
    case .file: []
    case .wineCom: [.wineCom]
    case .openFoodFacts:
      // Prices are worth a question of their own only together with the first one.
      session.isAllowed(.openFoodFacts) == nil && session.isAllowed(.openPrices) == nil
        ? [.openFoodFacts, .openPrices] : [.openFoodFacts]
    }
  }

  public var mayAskCatalogue: Bool {
    catalogueID.service.map { session.isAllowed($0) == true } ?? true
  }

  func catalogueAccess(_ id: CatalogueID) -> CatalogueAccess? {
    session.preferences.access(id, mayAskPrices: session.isAllowed(.openPrices) == true)
  }

  /// Two letters, in which names are wanted.
  var language: String {
    let locale =
      session.preferences.locale.isEmpty ? session.systemLocale : session.preferences.locale
    let letters = locale.prefix(2).lowercased()
    return CatalogueQuery.isLanguage(letters) ? letters : "en"
  }

  // MARK: Pages

  /// Somebody wants to see what the catalogue itself has: the words of the search, or its first page.
  mutating func lookAtCatalogue(_ effects: inout [Effect]) {
    ask(consentOf: catalogueServices, for: .catalogue, &effects)
  }

  /// After a yes.
  mutating func lookAtAllowedCatalogue(_ effects: inout [Effect]) {
    loadKept(catalogueID, &effects)
    let words = session.catalogue.query.text
    if !words.isEmpty, session.catalogue.found?.words != words {
      session.catalogue.found = CatalogueState.Found(words: words)
    }
    let key = currentKey
    guard let mark = session.catalogue.pages[key] else {
      return askForPage(key, 1, isRefresh: session.catalogue.trouble != nil, &effects)
    }
    // What is asked for again is wanted anew.
    if mark.frontier == nil || !words.isEmpty {
      askForPage(key, 1, isRefresh: true, &effects)
    } else {
      askForMoreIfNear(&effects)
    }
  }

  private var currentKey: PageKey {
    let state = session.catalogue
    let words =
      state.query.isEmpty ? "" : state.found?.words == state.query.text ? state.query.text : ""
    return PageKey(
      category: state.category?.id ?? "", sort: session.preferences.catalogue.sort, words: words)
  }

  /// The next page, when the focus comes near the end of those that are here.
  mutating func askForMoreIfNear(_ effects: inout [Effect]) {
    let state = session.catalogue
    guard session.showsCatalogue, state.asking == nil, state.trouble == nil, mayAskCatalogue,
      keptCatalogue != nil, !session.isLocked
    else { return }
    let key = currentKey
    // Typing alone asks nobody.
    guard state.query.isEmpty || !key.words.isEmpty else { return }
    guard let mark = state.pages[key] else {
      return key.words.isEmpty ? askForPage(key, 1, &effects) : ()
    }
    guard let next = mark.next else { return }
    let grid = catalogueGrid
    let screen = max(1, session.layout.list.height / grid.tileHeight) * grid.columns
    let frontier = mark.frontier.flatMap { keptCatalogue?.slot(of: $0) }
      .flatMap { state.list.firstIndex(of: $0) }
    let end = min(frontier ?? state.list.count, state.list.count)
    if state.focusIndex + 2 * screen >= end { askForPage(key, next, &effects) }
  }

  private mutating func askForPage(
    _ key: PageKey, _ page: Int, isRefresh: Bool = false, _ effects: inout [Effect]
  ) {
    guard session.catalogue.asking == nil, let access = catalogueAccess(catalogueID) else { return }
    var query = CatalogueQuery(
      words: key.words, category: key.category, sort: key.sort, page: page, language: language)
    query.isRefresh = isRefresh
    let number = askWorker(.searchCatalogue(query, access), &effects)
    session.catalogue.asking = CatalogueState.Asking(
      number: number, key: key, page: page, since: session.clock.monotonic)
  }

  /// An answer to any question about catalogues.
  mutating func take(catalogue answer: WorkerAnswer, number: Int, _ effects: inout [Effect]) {
    if session.catalogue.asking?.number == number { take(page: answer, &effects) }
    if session.catalogue.describing?.number == number { take(details: answer, &effects) }
    if session.catalogue.scans.first?.number == number { take(scan: answer, &effects) }
  }

  private mutating func take(page answer: WorkerAnswer, _ effects: inout [Effect]) {
    guard let asking = session.catalogue.asking else { return }
    session.catalogue.asking = nil
    switch answer {
    case .cataloguePage(let page): take(page, asking, &effects)
    case .failed(let failure) where failure.kind == .cancelled: notice("Cancelled.")
    case .failed(let failure): fail(failure, asking)
    default:
      fail(Failure(.unavailable, "The answer of the catalogue makes no sense."), asking)
    }
  }

  private mutating func take(
    _ page: CataloguePage, _ asking: CatalogueState.Asking, _ effects: inout [Effect]
  ) {
    let id = catalogueID
    keep(page.products, page.categories, of: id, &effects)
    var mark = CatalogueState.PageMark(
      next: page.products.isEmpty ? nil : page.next, total: page.total,
      frontier: page.products.last?.code)
    if mark.frontier == nil { mark.frontier = session.catalogue.pages[asking.key]?.frontier }
    session.catalogue.pages[asking.key] = mark
    if session.catalogue.found?.words == asking.key.words, !asking.key.words.isEmpty {
      if asking.page == 1 { session.catalogue.found?.codes = [] }
      session.catalogue.found?.codes += page.products.map(\.code)
    }
    if session.catalogue.trouble != nil {
      session.catalogue.trouble = nil
      if !session.isLocked { notice("\(session.catalogueName) is back.", .success) }
    }
    rebuildCatalogue()
    askForMoreIfNear(&effects)
  }

  /// Products that were seen are known from now on, also after the end of the program.
  mutating func keep(
    _ products: [CatalogueProduct], _ categories: [CatalogueCategory] = [], of id: CatalogueID,
    _ effects: inout [Effect]
  ) {
    let known = session.catalogue.kept[id]?.categories ?? []
    let new = categories.filter { !known.contains($0) }
    let changed =
      session.catalogue.kept[id, default: KeptCatalogue(id)]
      .put(products, at: session.clock.wall)
    session.catalogue.kept[id]?.put(new)
    guard !changed.isEmpty || !new.isEmpty else { return }
    let merged = changed.compactMap { session.catalogue.kept[id]?[$0.code] }
    effects.append(.keepProducts(merged, new, of: id, at: session.clock.wall))
  }

  // MARK: Trouble

  private mutating func fail(_ failure: Failure, _ asking: CatalogueState.Asking) {
    let before = session.catalogue.trouble
    let attempts = (before?.attempts ?? 0) + 1
    let pause = min(Self.firstPause << min(attempts - 1, 10), Self.longestPause)
    session.catalogue.trouble = CatalogueState.Trouble(
      since: before?.since ?? session.clock.wall, failure: failure, attempts: attempts,
      key: asking.key, page: asking.page,
      nextTry: failure.kind == .unavailable ? session.clock.monotonic + pause * 1000 : nil)
    if !session.isLocked { notice(failure.sentence, .danger, seconds: 6) }
    showFocus()
  }

  /// Asks again for what could not be had. False when there is nothing to ask for.
  @discardableResult
  mutating func retryCatalogue(_ effects: inout [Effect]) -> Bool {
    guard let trouble = session.catalogue.trouble else { return false }
    guard mayAskCatalogue else {
      lookAtCatalogue(&effects)
      return true
    }
    askForPage(trouble.key, trouble.page, isRefresh: true, &effects)
    return true
  }

  /// By itself, while the banner stands.
  mutating func retryCatalogueWhenDue(_ effects: inout [Effect]) {
    guard let due = session.catalogue.trouble?.nextTry, due <= session.clock.monotonic,
      session.catalogue.asking == nil
    else { return }
    session.catalogue.trouble?.nextTry = nil
    // Where it may no longer be asked, only a person can change that.
    if mayAskCatalogue { retryCatalogue(&effects) }
  }

  /// What is shown is asked for anew.
  mutating func refreshCatalogue(_ effects: inout [Effect]) {
    guard mayAskCatalogue else { return lookAtCatalogue(&effects) }
    // What was asked before may be answered by a kept copy.
    if let asking = session.catalogue.asking { cancelWork(asking.number, &effects) }
    session.catalogue.asking = nil
    askForPage(currentKey, 1, isRefresh: true, &effects)
  }
}
