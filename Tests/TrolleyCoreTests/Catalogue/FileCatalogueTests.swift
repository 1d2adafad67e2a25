import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// A catalogue in a file of this machine: what is shown is what is in the file.
@Suite struct FileCatalogueTests {
  private static func products(_ count: Int) -> [CatalogueProduct] {
    (1...count).compactMap { number in
      CatalogueProduct(
        .file, code: "c\(number)", name: "Thing \(number)",
        category: number.isMultiple(of: 2) ? "Even" : "Odd",
        categoryID: number.isMultiple(of: 2) ? "Even" : "Odd",
        price: Money(minorUnits: 100, currency: .usd))
    }
  }

  private static func app(_ products: [CatalogueProduct]) -> TestApp {
    var preferences = Preferences()
    preferences.catalogue.file = "/home/ann/things.json"
    preferences.catalogue.source = .file
    let app = TestApp(items: SampleItems.all, preferences: preferences)
    app.worker.catalogue = TestImageCache(products)
    app.perform(.showSegment(.catalogue))
    return app
  }

  private static func codes(_ app: TestApp) -> [String] {
    app.state.keptCatalogue?.products.map(\.code) ?? []
  }

  @Test func `a file is read to its end`() {
    let app = Self.app(Self.products(130))
    #expect(app.worker.catalogue?.asked.map(\.page) == [1, 2, 3, 4])
    #expect(Self.codes(app) == (1...130).map { "c\($0)" })
    #expect(app.session.catalogue.focus == "c1")
  }

  @Test func `what is no longer in the file is not shown, nor kept for the next run`() throws {
    let app = Self.app(Self.products(130))
    for _ in 0..<3 { app.press("down") }
    let focus = try #require(app.session.catalogue.focus)
    let gone = "c2"
    app.worker.catalogue?.products.removeAll { $0.code == gone }
    app.worker.catalogue?.products[0].price = nil
    app.press("r")
    #expect(Self.codes(app).count == 129 && !Self.codes(app).contains(gone))
    #expect(app.state.keptCatalogue?["c1"]?.price == nil)
    #expect(app.session.catalogue.focus == focus)
    let cached = try #require(app.keptCatalogues[.file])
    #expect(cached == app.state.keptCatalogue)
    // The same behind a search.
    app.press("/")
    app.type("thing 130")
    app.press("enter")
    #expect(app.session.catalogue.list.count == 1)
    app.worker.catalogue?.products.removeLast()
    app.press("r")
    #expect(app.session.catalogue.list.isEmpty)
    #expect(Self.codes(app).count == 128)
  }

  @Test func `a restart shows what is in the file then`() {
    let before = Self.app(Self.products(5))
    let app = TestApp(items: SampleItems.all, preferences: before.session.preferences)
    app.keptCatalogues = before.keptCatalogues
    app.worker.catalogue = TestImageCache(Array(Self.products(5).dropFirst(3)))
    app.perform(.showSegment(.catalogue))
    #expect(Self.codes(app) == ["c4", "c5"])
    #expect(app.session.catalogue.list.count == 2)
    #expect(app.state.keptCatalogue?.categories.map(\.name) == ["Even", "Odd"])
  }

  @Test func `after a broken file the first try shows all of the mended one`() {
    let app = Self.app(Self.products(130))
    app.worker.catalogue?.failure = Failure(.badInput, "It is broken.")
    app.press("/")
    app.type("thing 7")
    app.press("enter", "esc", "esc")
    #expect(app.canvas.text.contains("It is broken."))
    app.worker.catalogue?.failure = nil
    app.worker.catalogue?.products = Self.products(50).filter { $0.code != "c2" }
    app.press("r")
    #expect(Self.codes(app) == (1...50).filter { $0 != 2 }.map { "c\($0)" })
    #expect(app.session.catalogue.list.count == 49)
  }

  @Test func `another file has nothing of the former one`() {
    let app = Self.app(Self.products(5))
    app.worker.catalogue?.failure = Failure(.missingFile, "It is not there.")
    var preferences = app.session.preferences
    preferences.catalogue.file = "/home/ann/others.json"
    app.send(.settingsRead(SettingsReading(preferences)))
    #expect(Self.codes(app).isEmpty && app.keptCatalogues[.file]?.products.isEmpty == true)
    #expect(app.canvas.text.contains("It is not there."))
    app.worker.catalogue?.failure = nil
    app.worker.catalogue?.products = Array(Self.products(9).suffix(2))
    app.press("r")
    #expect(Self.codes(app) == ["c8", "c9"])
  }

  @Test func `a picture that can't be fetched leaves the letter, and the product says why`() throws
  {
    var products = Self.products(2)
    products[0].picture = "https://img.example/1.png"
    products[1].picture = "http://127.0.0.1/2.png"
    var preferences = Self.app(products).session.preferences
    preferences.services[.pictures].isAllowed = true
    let app = TestApp(items: SampleItems.all, preferences: preferences)
    app.worker.catalogue = TestImageCache(products)
    app.perform(.showSegment(.catalogue))
    let failure = try #require(app.state.pictureFailure(of: products[0]))
    app.press("enter")
    #expect(app.canvas.text.contains(failure.sentence.prefix(20)))
    app.worker.arePicturesSlow = true
    app.press("w")
    #expect(app.notice == "Looking at its picture again.")
    app.press("esc", "right", "enter", "w")
    #expect(
      app.notice == "The catalogue has an address for its picture from which none is fetched.")
  }

  @Test func `a picture of the web that a file names is asked for with w, and has a letter before`()
    throws
  {
    var products = Self.products(2)
    products[0].picture = "https://img.example/1.png"
    let app = Self.app(products)
    func isAsked() -> Bool {
      app.effects.contains { effect in
        guard case .askWorker(.loadPicture(let request), _) = effect else { return false }
        if case .web = request.source { return true }
        return false
      }
    }
    #expect(app.state.serviceToAllow(for: products[0]) == .pictures)
    #expect(app.state.serviceToAllow(for: products[1]) == nil)
    app.press("enter")
    #expect(app.canvas.text.contains("Its picture is at"))
    app.press("w")
    #expect(app.canvas.text.contains("which picture you look at"))
    #expect(!isAsked())
    app.press("enter")
    #expect(isAsked())
    #expect(app.state.serviceToAllow(for: products[0]) == nil)
    #expect(!app.canvas.text.contains("Its picture is at"))
  }

  @Test func `a file that was changed is read again at once, and a broken one is said`() {
    let app = Self.app(Self.products(3))
    #expect(app.state.watchedCatalogueFile == "/home/ann/things.json")
    app.press("1")
    app.worker.catalogue?.products[0].price = Money(minorUnits: 2500, currency: .usd)
    app.send(.catalogueFileChanged)
    #expect(app.state.keptCatalogue?["c1"]?.price?.minorUnits == 2500)
    app.worker.catalogue?.failure = Failure(.badInput, "It is broken.")
    app.send(.catalogueFileChanged)
    #expect(app.notice == "It is broken.")
    app.worker.catalogue?.failure = nil
    app.worker.catalogue?.products[0].price = nil
    app.send(.catalogueFileChanged)
    #expect(app.state.keptCatalogue?["c1"]?.price == nil)
  }

  @Test func `a file that was not looked at yet is not read`() {
    var preferences = Preferences()
    preferences.catalogue.file = "/home/ann/things.json"
    preferences.catalogue.source = .file
    let app = TestApp(items: SampleItems.all, preferences: preferences)
    app.worker.catalogue = TestImageCache(Self.products(3))
    #expect(app.state.watchedCatalogueFile == nil)
    app.send(.catalogueFileChanged)
    #expect(app.worker.catalogue?.asked.isEmpty == true)
  }

  @Test func `where the catalogue has another price by now it is said which one counts`() {
    let app = Self.app(Self.products(2))
    app.press("space", "space")
    app.worker.catalogue?.products[0].price = Money(minorUnits: 2500, currency: .usd)
    app.send(.catalogueFileChanged)
    // What the tile shows is what it costs.
    #expect(!app.canvas.text.contains("$25.00"))
    app.press("space")
    #expect(app.notice.hasPrefix("Put Thing 1 in the cart at $1.00; the catalogue has $25.00"))
  }

  @Test func `an own thing of the same name costs what it costs in the list, on its tile as well`()
  {
    let own = Item(
      id: Item.ID(1), name: "thing 1", price: Money(minorUnits: 70, currency: .usd), addedAt: 1)
    var preferences = Preferences()
    preferences.catalogue.file = "/home/ann/things.json"
    preferences.catalogue.source = .file
    let app = TestApp(items: [own], preferences: preferences)
    app.worker.catalogue = TestImageCache(Self.products(1))
    app.perform(.showSegment(.catalogue))
    #expect(app.canvas.text.contains("$0.70") && !app.canvas.text.contains("$1.00"))
    app.press("space")
    #expect(app.notice.hasPrefix("Put thing 1 in the cart at $0.70; the catalogue has $1.00"))
  }
}
