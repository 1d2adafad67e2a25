/// Queries to a catalogue: page by page, with the person's consent, retried after failures.
extension AppState {
  private typealias PageKey = CatalogueState.PageKey

  /// Seconds before the first retry of an unreachable catalogue; doubled each time.
  private static let firstPause = 30
  private static let longestPause = 600

  /// The services that a catalogue uses, minus those the person has refused. Prices alone do not
  /// justify a second question, so they are asked about with the first.
  func services(of catalogue: CatalogueID) -> [ExternalService] {
    let all = catalogue.services
    return all.allSatisfy { session.isAllowed($0) == nil } ? all : Array(all.prefix(1))
  }

  public var mayAskCatalogue: Bool {
    catalogueID.service.map { session.isAllowed($0) == true } ?? true
  }

  /// Why the catalogue is not asked, where the settings forbid it.
  public var switchedOffCatalogue: String? {
    catalogueID.service.flatMap { session.isAllowed($0) == false ? $0.switchedOffSentence : nil }
  }

  func catalogueAccess(_ id: CatalogueID) -> CatalogueAccess? {
    session.preferences.access(id, mayAskPrices: session.isAllowed(.openPrices) == true)
  }

  /// The two-letter language in which product names are requested.
  var language: String {
    let locale =
      session.locale
    let letters = locale.prefix(2).lowercased()
    return CatalogueQuery.isLanguage(letters) ? letters : "en"
  }

  // MARK: Pages

  /// The person wants results from the catalogue itself: for the search words, or its first page.
  mutating func lookAtCatalogue(_ effects: inout [Effect]) {
    session.catalogue.said = nil
    ask(consentOf: services(of: catalogueID), for: .catalogue, &effects)
  }

  /// Called after consent.
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
    // An explicit request is sent again.
    if mark.frontier == nil || !words.isEmpty {
      askForPage(key, 1, isRefresh: true, &effects)
    } else {
      askForMoreIfNear(&effects)
    }
  }

  /// Whether what is shown is what the catalogue itself has said last.
  public var catalogueHasAnswered: Bool {
    session.catalogue.pages[currentKey] != nil && session.catalogue.trouble == nil
  }

  var currentKey: CatalogueState.PageKey {
    let state = session.catalogue
    let words =
      state.query.isEmpty ? "" : state.found?.words == state.query.text ? state.query.text : ""
    return PageKey(
      category: state.category?.id ?? "", sort: session.preferences.catalogue.sort, words: words)
  }

  /// Requests the next page when the focus nears the end of the loaded ones.
  mutating func askForMoreIfNear(_ effects: inout [Effect]) {
    let state = session.catalogue
    let key = currentKey
    guard session.showsCatalogue, state.asking?.key != key, state.trouble == nil, mayAskCatalogue,
      keptCatalogue != nil, !session.isLocked, !readsOn(&effects)
    else { return }
    // Typing alone sends no request.
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

  /// A file is read to its end, whatever is shown of it: only then is it known what it has no longer.
  private mutating func readsOn(_ effects: inout [Effect]) -> Bool {
    guard catalogueID.isWhole, session.catalogue.asking == nil else { return false }
    let mark = session.catalogue.pages[wholeKey]
    guard let next = mark == nil ? 1 : mark?.next else { return false }
    askForPage(wholeKey, next, &effects)
    return session.catalogue.asking != nil
  }

  /// All of the catalogue, in its own order.
  private var wholeKey: PageKey { PageKey() }

  /// Replaces any other request: the newest one is what the person wants to see.
  private mutating func askForPage(
    _ key: PageKey, _ page: Int, isRefresh: Bool = false, _ effects: inout [Effect]
  ) {
    guard let access = catalogueAccess(catalogueID) else { return }
    if let asking = session.catalogue.asking {
      if asking.key == key, asking.page == page, !asking.isGivenUp { return }
      cancelWork(asking.number, &effects)
    }
    var query = CatalogueQuery(
      words: key.words, category: key.category, sort: key.sort, page: page, language: language)
    query.isRefresh = isRefresh
    let number = askWorker(.searchCatalogue(query, access), for: .cataloguePage, &effects)
    session.catalogue.asking = CatalogueState.Asking(
      number: number, key: key, page: page, since: session.clock.monotonic)
  }

  mutating func receiveCataloguePage(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard let asking = session.catalogue.asking, asking.number == number else { return }
    session.catalogue.asking = nil
    switch answer {
    case .cataloguePage(let page): put(page, asking, &effects)
    case .failed(let failure) where failure.kind == .cancelled: notice("Cancelled.")
    case .failed(let failure): fail(failure, asking)
    default: fail(.unexpectedAnswer, asking)
    }
  }

  private mutating func put(
    _ page: CataloguePage, _ asking: CatalogueState.Asking, _ effects: inout [Effect]
  ) {
    let id = catalogueID
    keep(page.products, page.categories, of: id, &effects)
    var mark = CatalogueState.PageMark(
      next: page.products.isEmpty ? nil : page.next, total: page.total,
      frontier: page.products.last?.code)
    if mark.frontier == nil { mark.frontier = session.catalogue.pages[asking.key]?.frontier }
    if id.isWhole, asking.key == wholeKey {
      read(page, asking, &mark, &effects)
    } else {
      let before = asking.page == 1 ? nil : session.catalogue.pages[asking.key]
      mark.codes = (before?.codes ?? []) + page.products.map(\.code)
    }
    session.catalogue.pages[asking.key] = mark
    if session.catalogue.found?.words == asking.key.words, !asking.key.words.isEmpty {
      if asking.page == 1 { session.catalogue.found?.codes = [] }
      session.catalogue.found?.codes += page.products.map(\.code)
    }
    session.catalogue.said = nil
    if session.catalogue.trouble != nil {
      session.catalogue.trouble = nil
      if !session.isLocked { notice("\(session.catalogueName) is back.", .success) }
    }
    rebuildCatalogue()
    askForMoreIfNear(&effects)
  }

  /// One more page of a catalogue that is read to its end: the copy of it loses what is not in it.
  private mutating func read(
    _ page: CataloguePage, _ asking: CatalogueState.Asking, _ mark: inout CatalogueState.PageMark,
    _ effects: inout [Effect]
  ) {
    // Taken out, so that it has one owner when it grows.
    if asking.page > 1, let before = session.catalogue.pages.removeValue(forKey: asking.key) {
      (mark.codes, mark.categories) = (before.codes, before.categories)
    }
    mark.codes += page.products.map(\.code)
    mark.categories += page.categories
    guard mark.next == nil else { return }
    if let kept = keptCatalogue,
      !kept.has(exactly: mark.codes) || kept.categories != mark.categories
    {
      replace(kept.keeping(mark.codes, mark.categories), &effects)
    }
    (mark.codes, mark.categories) = ([], [])
  }

  /// Remembers this of a catalogue and nothing else, also for later runs.
  mutating func replace(_ catalogue: CatalogueCache, _ effects: inout [Effect]) {
    session.catalogue.kept[catalogue.id] = catalogue
    effects.append(.replaceCatalogue(catalogue))
  }

  /// Remembers seen products, also for later runs.
  mutating func keep(
    _ products: [CatalogueProduct], _ categories: [CatalogueCategory] = [], of id: CatalogueID,
    _ effects: inout [Effect]
  ) {
    let known = session.catalogue.kept[id]?.categories ?? []
    let new = categories.filter { !known.contains($0) }
    let changed =
      session.catalogue.kept[id, default: CatalogueCache(id)]
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
    say(failure)
    showFocus()
  }

  /// Says once what is wrong with the catalogue, until that changes or a person asks again; the line at
  /// the top stays.
  mutating func say(_ failure: Failure) {
    guard !session.isLocked, session.catalogue.said != failure.sentence else { return }
    session.catalogue.said = failure.sentence
    notice(failure.sentence, .danger, seconds: 6)
  }

  /// Retries what failed. Returns false if there is nothing to retry.
  @discardableResult
  mutating func retryCatalogue(_ effects: inout [Effect]) -> Bool {
    guard let trouble = session.catalogue.trouble else { return false }
    guard mayAskCatalogue else {
      lookAtCatalogue(&effects)
      return true
    }
    // A request under way is newer.
    if session.catalogue.asking == nil {
      // What is read to its end is read from the beginning: none of it may be an older one.
      // A search that was left meanwhile is not asked again.
      let key = catalogueID.isWhole ? wholeKey : currentKey
      let page = catalogueID.isWhole || trouble.key != key ? 1 : trouble.page
      askForPage(key, page, isRefresh: true, &effects)
    }
    return true
  }

  /// Automatic retry while the banner is shown.
  mutating func retryCatalogueWhenDue(_ effects: inout [Effect]) {
    guard let due = session.catalogue.trouble?.nextTry, due <= session.clock.monotonic,
      session.catalogue.asking == nil
    else { return }
    session.catalogue.trouble?.nextTry = nil
    // Without consent, only the person can change that.
    if mayAskCatalogue { retryCatalogue(&effects) }
  }

  /// The catalogue that does not answer this program.
  package var catalogueOutage: CatalogueID? {
    session.catalogue.trouble?.failure.kind == .unavailable ? catalogueID : nil
  }

  /// What one program finds out, all on this list look at: the catalogue is away, or is back.
  mutating func follow(_ outages: Set<String>, _ effects: inout [Effect]) {
    func own(_ all: Set<String>) -> Set<String> {
      all.filter { $0.hasPrefix(catalogueID.rawValue + ".") }
    }
    let (before, now) = (own(session.catalogue.outages), own(outages))
    session.catalogue.outages = outages
    guard !session.isLocked, mayAskCatalogue, session.catalogue.asking == nil else { return }
    if session.catalogue.trouble != nil {
      if !before.isSubset(of: now) { retryCatalogue(&effects) }
    } else if !now.isSubset(of: before), keptCatalogue != nil {
      askForPage(catalogueID.isWhole ? wholeKey : currentKey, 1, isRefresh: true, &effects)
    }
  }

  /// Requests what is shown afresh.
  mutating func refreshCatalogue(_ effects: inout [Effect]) {
    guard mayAskCatalogue else { return lookAtCatalogue(&effects) }
    // A cached copy may answer the earlier request.
    if let asking = session.catalogue.asking { cancelWork(asking.number, &effects) }
    session.catalogue.asking = nil
    askForPage(catalogueID.isWhole ? wholeKey : currentKey, 1, isRefresh: true, &effects)
  }

  // MARK: A file

  /// The file of the catalogue that is shown, once it has been looked at: from then on it is watched.
  package var watchedCatalogueFile: String? {
    guard catalogueID.isWhole, session.catalogue.wanted.contains(catalogueID) else { return nil }
    return session.preferences.access(catalogueID, mayAskPrices: false)?.path
  }

  /// It was changed: it is read again, on a locked screen once it is shown.
  mutating func readCatalogueFileAgain(_ effects: inout [Effect]) {
    guard catalogueID.isWhole,
      session.catalogue.pages[wholeKey] != nil || session.catalogue.trouble != nil
    else { return }
    guard !session.isLocked else {
      session.catalogue.pages[wholeKey] = nil
      return
    }
    refreshCatalogue(&effects)
  }
}
