import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyWire

/// Catalogue messages between the two programs, encoded and decoded.
@Suite struct CatalogueLineTests {
  private static let off = ServiceAccess(
    .openFoodFacts, address: "https://world.openfoodfacts.org", contact: "ann@example.org")
  private static let prices = ServiceAccess(
    .openPrices, address: "https://prices.openfoodfacts.org/api/v1")
  private static let wine = ServiceAccess(
    .wineCom, address: "http://127.0.0.1:4000/api", key: "k\"e\\y")

  private static var accesses: [CatalogueAccess] {
    [
      CatalogueAccess(.openFoodFacts, service: off, prices: prices, path: nil),
      CatalogueAccess(.openFoodFacts, service: off, prices: nil, path: nil),
      CatalogueAccess(.wineCom, service: wine, prices: nil, path: nil),
      CatalogueAccess(.file, service: nil, prices: nil, path: "/home/ann/wine \"list\".json"),
      CatalogueAccess(.file, service: nil, prices: nil, path: "~/wine.json"),
    ].compactMap { $0 }
  }

  private static var product: CatalogueProduct {
    get throws {
      try #require(
        CatalogueProduct(
          .openFoodFacts, code: "4006381333931", name: "Crianza “Tinto” \u{1F377}",
          brand: "Bodega", description: "Line one\nLine two", category: "Red wines",
          categoryID: "en:red-wines", quantity: "75 cl",
          price: Money(minorUnits: 749, currency: .eur), priceNote: "seen in Example Market",
          picture: "https://a.example/1.jpg", largePicture: "https://a.example/2.jpg",
          page: "https://a.example/"))
    }
  }

  private func line(_ bytes: [UInt8]) -> [UInt8] {
    #expect(bytes.last == 0x0A)
    #expect(bytes.dropLast().allSatisfy { $0 != 0x0A })
    return Array(bytes.dropLast())
  }

  @Test func tasksComeBackAsTheyWere() throws {
    var query = CatalogueQuery(
      words: "red \"wine\" +x", category: "en:red-wines", sort: .name, page: 7, language: "de")
    query.isRefresh = true
    #expect(Self.accesses.count == 5)
    for access in Self.accesses {
      for task in [
        WorkerTask.searchCatalogue(query, access), .searchCatalogue(CatalogueQuery(), access),
        .describeProduct(try Self.product, currency: .eur, access),
        .findBarcode(try Barcode("4006381333931"), language: "en", currency: .eur, access),
      ] {
        let bytes = line(WorkerLine.bytes(of: .ask(task, number: 7)))
        #expect(try WorkerLine.request(bytes) == .ask(task, number: 7))
      }
    }
  }

  @Test func answersComeBackAsTheyWere() throws {
    let categories = [CatalogueCategory(id: "124", name: "Red & “white”")].compactMap { $0 }
    let pages = [
      CataloguePage(),
      CataloguePage([try Self.product], total: 12, next: 2, categories: categories),
      CataloguePage(TestImageCache.wines(100), total: 1000, next: 3),
    ]
    let answers =
      pages.map { WorkerAnswer.cataloguePage($0) } + [
        .catalogueProduct(nil), .catalogueProduct(try Self.product),
      ]
    for answer in answers {
      let bytes = line(WorkerLine.bytes(of: answer, number: 3))
      #expect(bytes.count <= WorkerLine.longest)
      #expect(try WorkerLine.answer(bytes).answer == answer)
      #expect(answer.isLast)
    }
  }

  @Test func aPageIsNeverLongerThanALine() throws {
    let text = String(repeating: "“x”", count: 600)
    let products = (0..<500).compactMap {
      CatalogueProduct(.file, code: "c\($0)", name: "W", description: text)
    }
    let bytes = line(WorkerLine.bytes(of: .cataloguePage(CataloguePage(products)), number: 1))
    #expect(bytes.count <= WorkerLine.longest)
    guard case .cataloguePage(let page) = try WorkerLine.answer(bytes).answer else {
      Issue.record("no page")
      return
    }
    #expect(page.products.count > 200)
  }

  @Test(arguments: [
    "{\"id\":1,\"task\":\"searchCatalogue\"}",
    "{\"id\":1,\"task\":\"searchCatalogue\",\"words\":\"\",\"category\":\"\",\"sort\":\"x\",\"page\":1,\"language\":\"en\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"searchCatalogue\",\"words\":\"\",\"category\":\"a\\nb\",\"sort\":\"name\",\"page\":1,\"language\":\"en\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"searchCatalogue\",\"words\":\"\",\"category\":\"\",\"sort\":\"name\",\"page\":1,\"language\":\"en\",\"catalogue\":\"file\",\"path\":\"a\"}",
    "{\"id\":1,\"task\":\"searchCatalogue\",\"words\":\"\",\"category\":\"\",\"sort\":\"name\",\"page\":1,\"language\":\"en\",\"catalogue\":\"file\",\"path\":\"/a\\u0000b\"}",
    "{\"id\":1,\"task\":\"searchCatalogue\",\"words\":\"\",\"category\":\"\",\"sort\":\"name\",\"page\":1,\"language\":\"en\",\"catalogue\":\"moon\"}",
    "{\"id\":1,\"task\":\"findBarcode\",\"barcode\":\"4006381333932\",\"language\":\"en\",\"wanted\":\"EUR\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"findBarcode\",\"barcode\":\"4006381333931\",\"language\":\"e/\",\"wanted\":\"EUR\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"findBarcode\",\"barcode\":\"4006381333931\",\"language\":\"en\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"findBarcode\",\"barcode\":\"4006381333931\",\"language\":\"en\",\"wanted\":\"euro\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"findBarcode\",\"barcode\":\"4006381333931\",\"language\":\"en\",\"wanted\":\"EUR\",\"catalogue\":\"wineCom\",\"access\":{\"service\":\"overpass\",\"address\":\"https://a.example\"}}",
    "{\"id\":1,\"task\":\"findBarcode\",\"barcode\":\"4006381333931\",\"language\":\"en\",\"wanted\":\"EUR\",\"catalogue\":\"wineCom\",\"access\":{\"service\":\"wineCom\",\"address\":\"ftp://a.example\"}}",
    "{\"id\":1,\"task\":\"describeProduct\",\"wanted\":\"EUR\",\"catalogue\":\"file\",\"path\":\"/a\"}",
    "{\"id\":1,\"task\":\"describeProduct\",\"product\":{\"catalogue\":\"file\",\"code\":\"../x\",\"name\":\"a\"},\"wanted\":\"EUR\",\"catalogue\":\"file\",\"path\":\"/a\"}",
  ]) func requestsThatMakeNoSenseAreRefused(_ text: String) {
    #expect(throws: Failure.self) { try WorkerLine.request(Array(text.utf8)) }
  }

  @Test func answersThatMakeNoSenseAreRefused() {
    let many = (0...500).map { _ in "{}" }.joined(separator: ",")
    for text in [
      "{\"id\":1,\"answer\":\"cataloguePage\"}",
      "{\"id\":1,\"answer\":\"cataloguePage\",\"categories\":[],\"products\":[\(many)]}",
      "{\"id\":1,\"answer\":\"cataloguePage\",\"categories\":[],\"products\":[{}]}",
      "{\"id\":1,\"answer\":\"cataloguePage\",\"categories\":[],\"products\":[],\"next\":-1}",
      "{\"id\":1,\"answer\":\"catalogueProduct\",\"product\":{\"catalogue\":\"file\"}}",
      "{\"id\":1,\"answer\":\"catalogueProduct\",\"product\":[1]}",
    ] {
      #expect(throws: Failure.self, "\(text.prefix(80))") {
        try WorkerLine.answer(Array(text.utf8))
      }
    }
  }

  @Test func whatIsShownIsClean() throws {
    let text = """
      {"id":1,"answer":"cataloguePage","catalogue":"wineCom","categories":[],"products":[
      {"code":"1","name":"A\\u001b[31m\\u202e B","picture":"javascript:alert(1)","brand":"\\n"},
      {"code":"../1","name":"B"},{"code":"2","name":"\\u0000"},7]}
      """
    guard case .cataloguePage(let page) = try WorkerLine.answer(Array(text.utf8)).answer else {
      Issue.record("no page")
      return
    }
    #expect(page.products.map(\.name) == ["A[31m B"])
    #expect(page.products[0].picture == "")
    #expect(page.products[0].brand == "")
  }
}
