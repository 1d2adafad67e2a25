import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// The catalogue on the items page: paging, searching, filtering, adding to the cart, errors.
@Suite struct CatalogueFeatureTests {
  private let shopper: TestApp

  init() {
    var preferences = Preferences()
    preferences.services[.openFoodFacts].isAllowed = true
    shopper = TestApp(items: SampleItems.all, preferences: preferences)
    shopper.worker.catalogue = TestImageCache()
  }

  private var catalogue: CatalogueState { shopper.session.catalogue }
  private var asked: [CatalogueQuery] { shopper.worker.catalogue?.asked ?? [] }

  private var names: [String] {
    (0..<catalogue.list.count).compactMap { shopper.state.product(at: $0)?.name }
  }

  private func open() { shopper.perform(.showSegment(.catalogue)) }

  private func fail(_ kind: Failure.Kind = .unavailable, _ sentence: String = "It is not there.") {
    shopper.worker.catalogue?.failure = Failure(kind, sentence)
  }

  // MARK: Descriptions

  /// An app on the catalogue, whose first product comes without a description in lists.
  private func appWithoutDescriptions() -> TestApp {
    var preferences = shopper.session.preferences
    preferences.services[.openPrices].isAllowed = true
    let app = TestApp(items: SampleItems.all, preferences: preferences)
    app.worker.catalogue = shopper.worker.catalogue
    app.worker.catalogue?.products[0].description = ""
    app.perform(.showSegment(.catalogue))
    app.press("space")
    return app
  }

  @Test func `a product put in by space has its description in the cart's details`() {
    let app = appWithoutDescriptions()
    app.worker.catalogue?.products[0].description = "Dark cherries."
    app.press("2", "enter")
    #expect(app.canvas.text.contains("Dark cherries."))
    #expect(!app.canvas.text.contains("not loaded"))
  }

  @Test func `a description that could not be asked for is not called missing`() {
    let app = appWithoutDescriptions()
    app.worker.catalogue?.failure = Failure(.unavailable, "It is not there.")
    app.press("2", "enter")
    #expect(app.canvas.text.contains("Its description is not loaded yet."))
    app.press("esc", "1", "enter")
    #expect(app.canvas.text.contains("Its description is not loaded yet."))
  }

  // MARK: What it costs

  @Test func `a product costs what its item costs, also before it is added`() throws {
    open()
    shopper.press("space")
    let product = try #require(shopper.state.focusedProduct)
    let item = try #require(shopper.state.item(of: product))
    var dear = item
    dear.price = Money(minorUnits: 2500, currency: .usd)
    let (from, to) = ItemFields.difference(item, dear)
    shopper.journal.append(
      TrolleyModel.Step(
        replica: ReplicaID(77), number: 1, time: 1,
        events: [.itemChanged(item.id, from: from, to: to)]))
    shopper.readNews()
    #expect(shopper.canvas.text.contains("$25.00"))
    shopper.press("space", "enter", "+")
    #expect(shopper.canvas.text.contains("[ - ] 2 [ + ]  [ Add to cart ] = $50.00"))
    #expect(shopper.canvas.text.contains("in the list: $25.00"))
    shopper.press("enter")
    #expect(shopper.cart.contains { $0.hasPrefix("2 " + product.name) }, "\(shopper.cart)")
  }

  // MARK: Pages

  @Test func theFirstPageComesAndTheOthersAsOneScrolls() {
    open()
    #expect(asked.map(\.page) == [1])
    #expect(catalogue.list.count == 40)
    #expect(shopper.session.scope == .catalogue)
    shopper.press("*")
    #expect(shopper.notice.hasPrefix("* works among your own items (. leads there): Star"))
    let focus = catalogue.focus
    #expect(focus == TestImageCache.code(1))
    for _ in 0..<6 { shopper.press("down") }
    #expect(asked.map(\.page) == [1, 2])
    #expect(catalogue.list.count == 80)
    shopper.press("G", "G", "G", "G")
    #expect(catalogue.list.count == 130)
    shopper.press("G")
    #expect(asked.map(\.page) == [1, 2, 3, 4])
    shopper.press("g")
    #expect(catalogue.focus == focus)
  }

  @Test func aPageThatComesInMovesNothing() throws {
    open()
    shopper.perform(.chooseSort)
    shopper.press("down", "enter")
    #expect(asked.last?.sort == .name)
    for _ in 0..<4 { shopper.press("down") }
    let focus = try #require(catalogue.focus)
    shopper.worker.catalogue?.isSilent = true
    shopper.press("pgdn", "pgdn", "pgdn", "g")
    for _ in 0..<4 { shopper.press("down") }
    let line = try #require(shopper.state.catalogueGrid.spot(of: catalogue.focusIndex)?.line)
    let before = line - catalogue.scroll
    // Others add something that sorts first.
    let new = (1...30).compactMap {
      CatalogueProduct(
        .openFoodFacts, code: "9\($0)", name: "Aaa \($0)", categoryID: "en:wines")
    }
    let asking = try #require(catalogue.asking)
    shopper.send(.workerAnswered(.cataloguePage(CataloguePage(new)), number: asking.number))
    #expect(catalogue.focus == focus)
    let after = try #require(shopper.state.catalogueGrid.spot(of: catalogue.focusIndex)?.line)
    #expect(after > line)
    #expect(after - catalogue.scroll == before)
  }

  @Test func sortedByNameWithinACategory() {
    open()
    shopper.press("f")
    #expect(
      shopper.picker?.all.map(\.label) == ["All", "Red wines", "Sparkling wines", "White wines"])
    shopper.type("white")
    shopper.press("enter")
    #expect(asked.last?.category == "en:white-wines")
    shopper.press("s")
    shopper.type("name")
    shopper.press("enter", "G", "G", "G")
    let white = TestImageCache.wines(130).filter { $0.categoryID == "en:white-wines" }.map(\.name)
    #expect(names == white.sorted { Folding.compare($0, $1) < 0 })
    #expect(shopper.session.preferences.catalogue.sort == .name)
    shopper.press("esc")
    #expect(catalogue.category == nil)
  }

  @Test func aCatalogueWithoutEndIsNotAskedWithoutEnd() {
    shopper.worker.catalogue?.products = []
    open()
    for _ in 0..<20 { shopper.press("down", "G") }
    #expect(asked.count == 1)
  }

  // MARK: Searching

  @Test func typingLooksHereAndEnterAsksThere() {
    open()
    shopper.press("/")
    #expect(shopper.session.scope == .line)
    let before = asked.count
    shopper.type("riesling")
    #expect(asked.count == before)
    let here = names
    #expect(!here.isEmpty)
    #expect(here.allSatisfy { $0.contains("Riesling") })
    shopper.press("enter")
    #expect(asked.last?.words == "riesling")
    #expect(names.count > here.count)
    #expect(names.allSatisfy { $0.contains("Riesling") })
    shopper.press("esc")
    #expect(catalogue.query.isEmpty)
    #expect(names.count > 40)
  }

  @Test func whatTheCatalogueFindsInItsOwnWayIsShownToo() {
    open()
    let odd = CatalogueProduct(
      .openFoodFacts, code: "77", name: "Something else", categoryID: "en:wines")
    shopper.press("/")
    shopper.type("xyzzy")
    #expect(names.isEmpty)
    shopper.worker.catalogue?.isSilent = true
    shopper.press("enter")
    let number = catalogue.asking?.number ?? 0
    shopper.send(.workerAnswered(.cataloguePage(CataloguePage([odd!])), number: number))
    #expect(names == ["Something else"])
  }

  @Test func `what was found and is no wine is found here, too, and is not among the wines`() throws
  {
    shopper.worker.catalogue?.products.append(
      try #require(
        CatalogueProduct(
          .openFoodFacts, code: "3017620422003", name: "Hazelnut spread", category: "Sweets",
          categoryID: "en:sweet-spreads")))
    open()
    shopper.press("/")
    shopper.type("hazelnut")
    shopper.press("enter")
    #expect(names == ["Hazelnut spread"])
    shopper.press("esc", "/")
    shopper.type("hazel")
    #expect(names.contains("Hazelnut spread"))
    shopper.press("esc")
    #expect(names.count > 30 && !names.contains("Hazelnut spread"))
  }

  @Test func `another category asks anew for what was looked for`() {
    open()
    shopper.press("/")
    shopper.type("cedar")
    shopper.press("enter", "f")
    shopper.type("white")
    shopper.press("enter")
    #expect(asked.last?.words == "cedar" && asked.last?.category == "en:white-wines")
    let all = TestImageCache.wines(130)
    let white = all.filter { $0.categoryID == "en:white-wines" && $0.name.contains("Cedar") }
    #expect(Set(names) == Set(white.map(\.name)))
    shopper.worker.catalogue?.products = []
    shopper.press("/", "ctrl-u")
    shopper.type("nowhere")
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("has nothing for “nowhere” in White wines."))
  }

  @Test func `another order asks anew for what was looked for, and goes on with no page of before`()
  {
    shopper.worker.catalogue?.pageSize = 4
    open()
    shopper.press("/")
    shopper.type("cedar")
    shopper.press("enter", "G")
    for order in ["name", "popular"] {
      let before = asked.count
      shopper.press("s")
      shopper.type(order)
      shopper.press("enter")
      #expect(asked[before].words == "cedar" && asked[before].page == 1, "\(order)")
    }
  }

  @Test func `what was seen in another order is not before what is asked for`() {
    open()
    shopper.press("s")
    shopper.type("name")
    shopper.press("enter")
    shopper.worker.catalogue?.products = TestImageCache.wines(130).reversed()
    shopper.press("ctrl-r", "s")
    shopper.type("popular")
    shopper.press("enter")
    shopper.perform(.retry)
    let pages = TestImageCache.wines(130).reversed().map(\.name)
    #expect(Array(names.prefix(40)) == Array(pages.prefix(40)))
    #expect(Set(names).count == names.count)
  }

  // MARK: The cart

  @Test func aProductBecomesAnItemWithItsSource() throws {
    open()
    let product = try #require(shopper.state.focusedProduct)
    shopper.press("space")
    let item = try #require(shopper.item(product.name))
    #expect(item.source == "openFoodFacts/" + product.code)
    #expect(item.category == product.category)
    #expect(item.price == product.price)
    #expect(item.description.hasPrefix(product.brand))
    #expect(shopper.cart == ["1 \(product.name)"])
    #expect(shopper.notice == "Put \(product.name) in the cart — u to undo")
    shopper.press("+")
    #expect(shopper.cart == ["2 \(product.name)"])
    shopper.press("space")
    #expect(shopper.cart.isEmpty)
    shopper.press("u")
    #expect(shopper.cart == ["2 \(product.name)"])
  }

  @Test func `adding to what is picked says what becomes of that`() throws {
    open()
    let product = try #require(shopper.state.focusedProduct)
    shopper.press("space", "2", "space", "1", "enter", "+", "enter")
    #expect(shopper.cart == ["2 \(product.name)"])
    #expect(
      shopper.notice.hasPrefix(
        "Put 2 × \(product.name) in the cart, instead of the 1 picked before"))
  }

  @Test func fourAfterOneAreFiveAtTheirFirstPlace() throws {
    open()
    let product = try #require(shopper.state.focusedProduct)
    shopper.press("space", "right", "space")
    let other = try #require(shopper.state.focusedProduct).name
    shopper.press("left", "enter")
    #expect(shopper.session.scope == .product)
    shopper.press("+", "+", "+", "enter")
    #expect(shopper.cart == ["5 \(product.name)", "1 \(other)"])
    #expect(shopper.notice.hasPrefix("Put 4 × \(product.name) in the cart"))
    shopper.press("u")
    #expect(shopper.cart == ["1 \(product.name)", "1 \(other)"])
    shopper.press("u", "u")
    #expect(shopper.cart.isEmpty)
    #expect(shopper.item(product.name) == nil)
    shopper.press("ctrl-r", "ctrl-r", "ctrl-r")
    #expect(shopper.cart == ["5 \(product.name)", "1 \(other)"])
    #expect(shopper.item(product.name)?.source == product.source)
  }

  @Test func anItemThatWasRenamedIsStillTheSame() throws {
    open()
    let product = try #require(shopper.state.focusedProduct)
    shopper.press("space")
    let item = try #require(shopper.item(product.name))
    shopper.perform(.showSegment(.all))
    shopper.focus(item.name)
    shopper.press("e", "ctrl-u")
    shopper.type("The good one")
    shopper.press("ctrl-s")
    shopper.perform(.showSegment(.catalogue))
    shopper.press("+")
    #expect(shopper.cart == ["2 The good one"])
  }

  @Test func anOwnItemOfThatNameTakesItsSource() throws {
    shopper.worker.catalogue?.products = [
      try #require(
        CatalogueProduct(
          .openFoodFacts, code: "4006381333931", name: "milk", brand: "Farm",
          categoryID: "en:wines", price: Money(minorUnits: 120, currency: .usd)))
    ]
    let before = try #require(shopper.item("Milk"))
    open()
    shopper.press("space")
    let item = try #require(shopper.item("Milk"))
    #expect(item.id == before.id)
    #expect(item.source == "openFoodFacts/4006381333931")
    #expect(item.price == before.price)
    #expect(shopper.cart == ["1 Milk"])
    shopper.press("u")
    #expect(shopper.item("Milk") == before)
  }

  @Test func twoProductsOfOneNameAreTwoItems() throws {
    shopper.worker.catalogue?.products = ["A", "B", ""].enumerated().compactMap {
      CatalogueProduct(
        .openFoodFacts, code: "400000000000\($0.offset)", name: "Tinto", brand: $0.element,
        categoryID: "en:wines")
    }
    open()
    shopper.press("space", "right", "space", "right", "space")
    #expect(shopper.cart == ["1 Tinto", "1 Tinto (B)", "1 Tinto (4000000000002)"])
  }

  // MARK: Details

  @Test func detailsAreAskedForOnce() throws {
    shopper.worker.catalogue?.products[0].description = ""
    var preferences = shopper.session.preferences
    preferences.services[.openPrices].isAllowed = true
    let other = TestApp(items: SampleItems.all, preferences: preferences)
    other.worker.catalogue = shopper.worker.catalogue
    other.perform(.showSegment(.catalogue))
    other.worker.catalogue?.products[0].description = "Now it is known."
    other.press("enter")
    #expect(other.state.focusedProduct?.description == "Now it is known.")
    other.press("esc", "enter", "esc")
    #expect(other.worker.catalogue?.described.count == 1)
  }

  // MARK: Leave

  @Test func nobodyIsAskedWithoutLeave() {
    let shy = TestApp(items: SampleItems.all)
    shy.worker.catalogue = TestImageCache()
    shy.perform(.showSegment(.catalogue))
    #expect(shy.worker.catalogue?.asked.isEmpty == true)
    guard case .consent(let consent)? = shy.session.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(consent.services == [.openFoodFacts, .openPrices])
    shy.press("esc")
    #expect(shy.worker.catalogue?.asked.isEmpty == true)
    #expect(shy.notice == "Nothing was sent to Open Food Facts or Open Prices.")
    // Until the end of the run nobody is asked for it by passing.
    for segment in [ItemSegment.starred, .catalogue] { shy.perform(.showSegment(segment)) }
    #expect(shy.session.overlays.isEmpty)
    shy.press("enter", "enter")
    #expect(shy.worker.catalogue?.asked.count == 1)
    #expect(shy.session.catalogue.list.count == 40)
  }

  @Test func afterTheStartNobodyIsAskedUnlessItIsAllowedAlready() {
    var preferences = Preferences()
    preferences.segment = .catalogue
    let shy = TestApp(items: SampleItems.all, preferences: preferences)
    shy.worker.catalogue = TestImageCache()
    shy.send(.started)
    #expect(shy.session.overlays.isEmpty)
    #expect(shy.worker.catalogue?.asked.isEmpty == true)
    preferences.services[.openFoodFacts].isAllowed = true
    let sure = TestApp(items: SampleItems.all, preferences: preferences)
    sure.worker.catalogue = TestImageCache()
    sure.send(.started)
    #expect(sure.session.catalogue.list.count == 40)
  }

  @Test func inAShopItOpensAfterSignIn() {
    shopper.openShop()
    shopper.press("L")
    #expect(shopper.session.isLocked)
    shopper.type("739154")
    shopper.press("enter")
    #expect(shopper.session.showsCatalogue)
    #expect(catalogue.list.count >= 40)
  }

  // MARK: Errors

  /// Another till has noticed it, or that it is back.
  @Test func `what one program finds out, the others look at`() {
    open()
    let count = asked.count
    fail()
    let outage: Set = ["openFoodFacts.0000000000000077"]
    shopper.send(.outagesChanged(["wineCom.0000000000000077"]))
    #expect(shopper.session.banner == nil && asked.count == count)
    shopper.send(.outagesChanged(outage))
    #expect(shopper.session.banner?.hasPrefix("The wine catalogue can't be reached") == true)
    #expect(shopper.state.catalogueOutage == .openFoodFacts)
    #expect(names.count == 40 && asked.count == count + 1)
    // That one more notices it is no news.
    shopper.send(.outagesChanged(outage.union(["openFoodFacts.0000000000000078"])))
    #expect(asked.count == count + 1)
    shopper.worker.catalogue?.failure = nil
    shopper.send(.outagesChanged(outage))
    #expect(shopper.session.banner == nil && shopper.state.catalogueOutage == nil)
    // The other one still has to look.
    let asked = asked.count
    shopper.send(.outagesChanged(outage))
    #expect(self.asked.count == asked && shopper.session.banner == nil)
  }

  @Test func `a banner takes few lines of a small window`() {
    open()
    fail()
    shopper.press("r")
    shopper.resize(Size(width: 40, height: 12))
    #expect(shopper.session.bannerLines.count == 1)
    #expect(shopper.canvas.text.contains("Wines: away since 10:42"))
  }

  @Test func theBannerStandsOnEveryScreenUntilItIsBack() {
    open()
    fail()
    shopper.press("r")
    // In this window there is no room to say that there is a copy.
    let banner = "The wine catalogue can't be reached (since 10:42\u{A0}am)."
    #expect(shopper.session.banner == banner)
    #expect(shopper.notice == "It is not there.")
    #expect(names.count == 40)
    for page in shopper.shared.pages {
      shopper.perform(.show(page))
      #expect(shopper.canvas.text.contains("The wine catalogue can't be reached (since 10:42"))
    }
    shopper.wait(milliseconds: 10_000)
    shopper.press("r")
    #expect(shopper.session.banner == banner)
    #expect(shopper.notice == "It is not there.")
    shopper.worker.catalogue?.failure = nil
    shopper.press("r")
    #expect(shopper.session.banner == nil)
    #expect(shopper.notice == "The wine catalogue is back.")
  }

  @Test func itIsTriedAgainByItselfEverMoreSeldom() {
    open()
    fail()
    shopper.press("r")
    var tries: [Int] = []
    for second in 1...2000 {
      let before = asked.count
      shopper.wait(milliseconds: 1000)
      if asked.count > before { tries.append(second) }
      #expect(shopper.session.nextDeadline != nil)
    }
    #expect(tries.prefix(5) == [30, 90, 210, 450, 930])
    shopper.worker.catalogue?.failure = nil
    shopper.wait(milliseconds: 600_000)
    #expect(shopper.session.banner == nil)
    shopper.wait(milliseconds: 60_000)
    #expect(shopper.session.nextDeadline == nil)
  }

  @Test func anotherTryAsksTheServerItself() {
    open()
    fail()
    shopper.press("r")
    shopper.worker.catalogue?.failure = nil
    shopper.press("r")
    #expect(asked.suffix(2).allSatisfy { $0.isRefresh })
  }

  @Test func `a search that failed and was left is not asked again`() {
    open()
    fail()
    shopper.press("/")
    shopper.type("riesling")
    shopper.press("enter")
    #expect(asked.last?.words == "riesling" && catalogue.trouble != nil)
    shopper.press("esc", "esc")
    #expect(catalogue.query.isEmpty)
    shopper.press("r")
    #expect(asked.last?.words == "" && asked.last?.page == 1)
  }

  @Test func aRefusedKeyIsSaidAndNotTriedAgain() {
    open()
    fail(.notAllowed, "wine.example does not take the key.")
    shopper.press("r")
    #expect(
      shopper.session.banner
        == "The wine catalogue: wine.example does not take the key.")
    shopper.wait(milliseconds: 9000)
    #expect(shopper.session.nextDeadline == nil)
  }

  @Test func troubleOfTheListIsSaidFirst() {
    open()
    fail()
    shopper.press("r")
    shopper.diskFailure = Failure(.failedIO, "The disk is full.")
    shopper.press("space")
    #expect(shopper.session.banners.count == 2)
    #expect(shopper.session.banner == "The disk is full. Not saved.")
    shopper.diskFailure = nil
    shopper.worker.catalogue?.failure = nil
    shopper.press("r")
    #expect(shopper.session.banners.isEmpty)
  }

  // MARK: Waiting

  @Test func `a second esc clears the search before the cancelled request has been answered`() {
    open()
    shopper.worker.catalogue?.isSilent = true
    shopper.press("/")
    shopper.type("riesling")
    shopper.press("enter")
    #expect(catalogue.asking != nil)
    shopper.press("esc", "esc")
    #expect(catalogue.query.isEmpty)
  }

  @Test func whatTakesLongSaysSoAndIsCancelledByEsc() throws {
    shopper.worker.catalogue?.isSilent = true
    open()
    #expect(!shopper.canvas.text.contains("0:00"))
    #expect(shopper.session.nextDeadline == 300)
    shopper.wait(milliseconds: 300)
    #expect(shopper.canvas.text.contains("asking Open Food Facts… 0:00"))
    shopper.wait(milliseconds: 2700)
    #expect(shopper.canvas.text.contains("asking Open Food Facts… 0:03"))
    let number = try #require(catalogue.asking?.number)
    shopper.press("esc")
    #expect(shopper.effects.contains(.cancelWork(number: number)))
    shopper.send(.workerAnswered(.failed(.cancelled), number: number))
    #expect(shopper.notice == "Cancelled.")
    #expect(shopper.session.banner == nil)
    #expect(catalogue.asking == nil)
  }

  @Test func `a search is asked for although a page is on its way`() throws {
    shopper.worker.catalogue?.isSilent = true
    open()
    let first = try #require(catalogue.asking?.number)
    shopper.press("/")
    shopper.type("cedar")
    shopper.press("enter")
    #expect(asked.map(\.words) == ["", "cedar"])
    #expect(shopper.effects.contains(.cancelWork(number: first)))
    let second = try #require(catalogue.asking?.number)
    #expect(second != first)
    // Another enter sends no new request.
    shopper.press("enter")
    #expect(catalogue.asking?.number == second)

    let late = CataloguePage([TestImageCache.wines(1)[0]], total: 1, next: nil, categories: [])
    shopper.send(.workerAnswered(.cataloguePage(late), number: first))
    #expect(catalogue.list.isEmpty)
    #expect(catalogue.asking?.number == second)
    shopper.send(.workerAnswered(.failed(.cancelled), number: first))
    #expect(catalogue.asking?.number == second)

    var shelf = TestImageCache()
    for answer in shelf.answer(to: try #require(asked.last)) {
      shopper.send(.workerAnswered(answer, number: second))
    }
    #expect(!names.isEmpty && names.allSatisfy { $0.contains("Cedar") })
  }

  @Test func `a category is asked for although a page of another is on its way`() throws {
    open()
    shopper.worker.catalogue?.isSilent = true
    for _ in 0..<6 { shopper.press("down") }
    let first = try #require(catalogue.asking?.number)
    shopper.perform(.chooseCategory)
    shopper.type("white")
    shopper.press("enter")
    #expect(asked.last?.category == "en:white-wines")
    #expect(shopper.effects.contains(.cancelWork(number: first)))
  }

  @Test func whatWasSeenIsThereWithoutANetwork() {
    open()
    let kept = shopper.keptCatalogues
    let again = TestApp(
      items: SampleItems.all, size: Size(width: 100, height: 24),
      preferences: shopper.session.preferences)
    again.keptCatalogues = kept
    again.worker.catalogue = TestImageCache()
    again.worker.catalogue?.failure = Failure(.unavailable, "There is no network.")
    again.send(.started)
    #expect(again.session.catalogue.list.count == 40)
    #expect(again.session.banner?.hasSuffix("Showing a copy.") == true)
  }

  @Test func `what is wrong is said once, until it changes or a person asks again`() {
    open()
    fail()
    func isSaidAfter(_ action: () -> Void) -> Bool {
      shopper.wait(milliseconds: 10_000)
      shopper.press("home")
      action()
      return shopper.notice == "It is not there."
    }
    #expect(isSaidAfter { shopper.press("G", "G") })
    let before = asked.count
    #expect(!isSaidAfter { shopper.wait(milliseconds: 120_000) })
    #expect(asked.count > before)
    #expect(!isSaidAfter { shopper.press("2", "1", "G", "G") })
    #expect(isSaidAfter { shopper.press("r") })
    fail(.unavailable, "It is somewhere else.")
    shopper.wait(milliseconds: 700_000)
    #expect(catalogue.said == "It is somewhere else.")
  }

  @Test func `a catalogue that could not be asked is not said to have nothing`() {
    open()
    fail()
    shopper.press("/")
    shopper.type("quux")
    shopper.press("enter")
    #expect(
      shopper.canvas.text.contains(
        "Open Food Facts could not be asked, and nothing seen here matches “quux”."))
    shopper.worker.catalogue?.failure = nil
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("Open Food Facts has nothing for “quux”."))
  }

  @Test func `the catalogue is there after another use of the list`() {
    shopper.openShop()
    open()
    #expect(names.count == 40)
    shopper.perform(.show(.settings), .first, .open)
    shopper.type("personal")
    shopper.press("enter", "1")
    #expect(shopper.session.showsCatalogue && shopper.shared.use == .personal)
    #expect(names.count == 40)
  }

  @Test func `a catalogue that was allowed in the settings is there on the way back`() {
    let app = TestApp(items: SampleItems.all)
    app.worker.catalogue = TestImageCache()
    app.perform(.showSegment(.catalogue))
    app.press("esc", "5")
    app.focusSetting("services.openFoodFacts.allowed")
    app.press("right")
    #expect(app.session.isAllowed(.openFoodFacts) == true)
    app.press("1")
    #expect(app.session.catalogue.list.count == 40)
  }

  @Test func `another catalogue is a list of its own, and its trouble is not the former one's`() {
    open()
    fail(.notAllowed, "It does not take the key.")
    shopper.press("r")
    #expect(shopper.session.banner != nil)
    shopper.worker.catalogue?.failure = nil
    shopper.press("5")
    var preferences = shopper.session.preferences
    preferences.catalogue.file = "/home/ann/wines.json"
    preferences.catalogue.source = .file
    shopper.send(.settingsRead(SettingsReading(preferences)))
    #expect(shopper.session.banner == nil && shopper.state.catalogueID == .file)
    let before = asked.count
    shopper.press("1")
    #expect(asked.dropFirst(before).first?.page == 1)
  }
}
