import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// The contract of catalogue adapters, tested with real servers or files that behave well or badly.
@Suite(.startsPrograms) struct CatalogueConformanceTests {
  private func pages(
    _ source: any CatalogueSource, _ query: CatalogueQuery
  ) throws -> [CataloguePage] {
    var query = query
    var pages: [CataloguePage] = []
    while true {
      let page = try source.page(query, Cancellation())
      pages.append(page)
      guard let next = page.next, pages.count < 20 else { return pages }
      #expect(next == query.page + 1)
      query.page = next
    }
  }

  @Test(arguments: TestCatalogue.all)
  func allPagesTogetherAreEverythingOnce(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let pages = try pages(opened.source, CatalogueQuery())
    #expect(pages.count > 1)
    #expect(pages.allSatisfy { $0.total == TestWine.all.count })
    let products = pages.flatMap(\.products)
    #expect(products.map(\.code) == TestWine.all.map(catalogue.code))
    for (product, wine) in zip(products, TestWine.all) {
      #expect(product.name == wine.name)
      #expect(product.brand == wine.winery)
      #expect(product.category == TestWine.kinds[wine.kind])
      #expect(product.categoryID == catalogue.category(wine.kind))
      #expect(product.picture.hasPrefix("https://"))
    }
    #expect(pages[0].categories.count >= 3)
    for kind in 0..<3 {
      let category = pages[0].categories.first { $0.id == catalogue.category(kind) }
      #expect(category?.name == TestWine.kinds[kind])
    }
  }

  @Test(arguments: TestCatalogue.all)
  func aCategoryIsSortedByNameWithinIt(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let query = CatalogueQuery(category: catalogue.category(1), sort: .name)
    let names = try pages(opened.source, query).flatMap(\.products).map(\.name)
    #expect(names == TestWine.all.filter { $0.kind == 1 }.map(\.name).sorted())
    #expect(names.count > 40)
  }

  @Test(arguments: TestCatalogue.all)
  func wordsAreLookedFor(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let found = try pages(opened.source, CatalogueQuery(words: "cedar brut"))
      .flatMap(\.products)
    let names = TestWine.all.map(\.name).filter { $0.contains("Cedar") && $0.contains("Brut") }
    #expect(Set(found.map(\.name)) == Set(names))
    #expect(names.count > 0)
    let query = CatalogueQuery(words: "cedar", category: catalogue.category(2))
    let kinds = try pages(opened.source, query).flatMap(\.products).map(\.categoryID)
    #expect(!kinds.isEmpty)
    #expect(kinds.allSatisfy { $0 == catalogue.category(2) })
    let none = try opened.source.page(CatalogueQuery(words: "nowhere"), Cancellation())
    #expect(none == CataloguePage([], total: 0))
  }

  @Test
  func `Open Food Facts looks by name for any food, and for wines of a kind where that is chosen`()
    throws
  {
    let server = TestFoodServer()
    defer { server.server.shutDown() }
    let access = ServiceAccess(
      .openFoodFacts, address: server.address, contact: "ann@example.org")
    let source = OpenFoodFactsSource(access, prices: nil, client: PatientClient())
    server.say(
      rows: """
        [{"code":"3017620422003","product_name":"Hazelnut spread","categories_tags":["en:sweet-spreads"]},
        {"code":"3017620422010","product_name":"Hazelnut oil"}]
        """)
    let found = try source.page(CatalogueQuery(words: "hazelnut"), Cancellation()).products
    #expect(found.map(\.name) == ["Hazelnut spread", "Hazelnut oil"])
    #expect(found.map(\.category) == ["Sweets", ""])
    _ = try source.page(
      CatalogueQuery(words: "hazelnut", category: "en:red-wines"), Cancellation())
    #expect(
      server.server.requests("/search").map { $0.query["q"] }
        == ["hazelnut", "hazelnut categories_tags:\"en:red-wines\""])
    // Without words its wines are shown.
    _ = try source.page(CatalogueQuery(), Cancellation())
    #expect(server.server.requests("/api/v2/search").last?.query["categories_tags"] == "en:wines")
  }

  @Test(arguments: TestCatalogue.all)
  func signsInWordsMeanNothing(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    for words in ["\" OR *:*", "qx)zq(xx|qq+zz&f1=g2#h3", "%2B ..", "\u{1F377}", "\\"] {
      let page = try opened.source.page(CatalogueQuery(words: words), Cancellation())
      #expect(page.products.isEmpty)
    }
  }

  @Test(arguments: TestCatalogue.all)
  func detailsSayWhatTheCatalogueKnows(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let rows = try opened.source.page(CatalogueQuery(), Cancellation()).products
    for at in [0, 4] {
      let product = try opened.source.details(of: rows[at], currency: .usd, Cancellation())
      #expect(product.description == TestWine.all[at].description)
      #expect(product.code == rows[at].code)
      #expect(product.price?.currency == .usd)
    }
  }

  @Test(arguments: TestCatalogue.all)
  func aBarcodeIsFoundOrNot(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let wine = TestWine.all[40]
    let found = try opened.source.product(
      try Barcode(wine.barcode), language: "en", currency: .usd, Cancellation())
    #expect(found?.name == (catalogue.name == "wine.com" ? nil : wine.name))
    let unknown = try Barcode("4006381333931")
    let none = try opened.source.product(
      unknown, language: "en", currency: .usd, Cancellation())
    #expect(none == nil)
  }

  @Test(arguments: [("USD", true), ("EUR", true), ("SEK", false)])
  func aBarcodesProductHasAPriceInTheListsCurrency(_ code: String, _ isKnown: Bool) throws {
    let currency = try #require(Currency(code: code))
    let opened = try TestCatalogue.openFoodFacts.open()
    let wine = TestWine.all[40]
    let product = try opened.source.product(
      try Barcode(wine.barcode), language: "en", currency: currency, Cancellation())
    #expect(product?.name == wine.name)
    #expect(product?.price?.currency == (isKnown ? currency : nil))
  }

  @Test(arguments: [
    (LoopbackServer.Reply.html(status: 404), "does not take this request (HTTP 404)."),
    (.html(), "A web page came in place of an answer of Open Food Facts."),
    (.html(status: 429), "wants fewer questions."),
  ]) func aPageInPlaceOfAnAnswerIsCalledWhatItIs(
    _ reply: LoopbackServer.Reply, _ words: String
  ) throws {
    let server = LoopbackServer { _ in reply }
    defer { server.shutDown() }
    let access = ServiceAccess(.openFoodFacts, address: server.address, contact: "a@example.org")
    let source = OpenFoodFactsSource(access, prices: nil, client: PatientClient())
    let code = try Barcode("4006381333931")
    for ask in [
      { () throws in
        _ = try source.product(code, language: "en", currency: .usd, Cancellation())
      }, { () throws in _ = try source.page(CatalogueQuery(words: "cedar"), Cancellation()) },
    ] {
      let failure = #expect(throws: Failure.self) { try ask() }
      #expect(failure?.sentence.contains(words) == true, "\(failure?.sentence ?? "")")
    }
  }

  @Test func aProductIsFoundWhenItsPriceIsNot() throws {
    let server = TestFoodServer()
    defer { server.server.shutDown() }
    let access = ServiceAccess(.openFoodFacts, address: server.address, contact: "a@example.org")
    let nowhere = ServiceAccess(
      .openPrices, address: server.address + "/nowhere", contact: "a@example.org")
    let source = OpenFoodFactsSource(access, prices: nowhere, client: PatientClient())
    let product = try source.product(
      try Barcode(TestWine.all[40].barcode), language: "en", currency: .usd, Cancellation())
    #expect(product?.name == TestWine.all[40].name)
    #expect(product?.price == nil)
  }

  @Test(arguments: TestCatalogue.all)
  func whateverAServerDoesEndsInASentence(_ catalogue: TestCatalogue) throws {
    for misbehaviour in Misbehaviour.allCases {
      let opened = try catalogue.open()
      opened.behave(misbehaviour)
      let time = ContinuousClock().measure {
        do throws(Failure) {
          _ = try opened.source.page(CatalogueQuery(words: "cedar"), Cancellation())
          Issue.record("\(misbehaviour) went unnoticed")
        } catch {
          #expect(error.kind == .unavailable || catalogue.name == "a file", "\(misbehaviour)")
          #expect(error.sentence.hasSuffix("."))
          #expect(CleanText.line(error.sentence, limit: .message) == error.sentence)
          #expect(!(error.sentence + error.detail).contains(TestWineServer.key))
        }
      }
      #expect(time < Patience.limit, "\(misbehaviour)")
    }
  }

  @Test(arguments: TestCatalogue.all)
  func badRowsAreSkippedAndGoodOnesClean(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let good =
      "\"name\":\"A\\u001b[31m \\u202eB\",\"Name\":\"A\\u001b[31m \\u202eB\","
      + "\"product_name\":\"A\\u001b[31m \\u202eB\""
    let code = "\"code\":\"4006381333931\",\"Id\":4006381333931"
    // In a file a product needs none.
    let codeless = catalogue.name == "a file" ? "{}" : "{\(good)}"
    let rows = """
      [null, 3, "x", [], {}, \(codeless), {\(code)}, {"code":"../../etc","Id":"../..",\(good)},
      {"code":{"a":1},"Id":[1],\(good)}, {"code":"1\\n2","Id":"1\\n2",\(good)},
      {\(code),"name":"","Name":"","product_name":""},
      {\(code),\(good),"picture":"javascript:alert(1)","Labels":[{"Name":"thumbnail",
      "Url":"file:///etc/passwd"}],"image_front_small_url":"https://a b/","brands":7,
      "Varietal":7,"price":"1e9","PriceRetail":1e9,"categories_tags":{"x":1},"quantity":[1]}]
      """
    opened.say(rows)
    let page = try opened.source.page(CatalogueQuery(), Cancellation())
    let product = try #require(page.products.first)
    #expect(page.products.count == 1)
    #expect(product.code == "4006381333931")
    #expect(product.name == "A[31m B")
    #expect([product.picture, product.largePicture] == ["", ""])
    #expect(product.price == nil)
  }

  @Test(arguments: TestCatalogue.all)
  func anAnswerWithTooManyRowsIsCut(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    let rows = (0..<2000).map {
      "{\"code\":\"\($0 + 10_000_000)\",\"Id\":\($0 + 10_000_000),\"name\":\"W\",\"Name\":\"W\","
        + "\"product_name\":\"W\"}"
    }
    opened.say("[" + rows.joined(separator: ",") + "]")
    let page = try opened.source.page(CatalogueQuery(), Cancellation())
    #expect((1...CataloguePage.mostProducts).contains(page.products.count))
  }

  @Test(arguments: TestCatalogue.all)
  func cancellingEndsIt(_ catalogue: TestCatalogue) throws {
    let opened = try catalogue.open()
    guard catalogue.name != "a file" else { return }
    opened.behave(.saysNothing)
    // These adapters have short timeouts: on a busy machine they may have given up already.
    for _ in 0..<100 {
      let (cancellation, before) = (Cancellation(), opened.questions())
      cancel(cancellation) { opened.questions() > before }
      do throws(Failure) {
        _ = try opened.source.page(CatalogueQuery(), cancellation)
      } catch {
        if error.kind == .cancelled { return }
      }
    }
    Issue.record("it was not cancelled")
  }
}
