import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyStorage

/// The cached catalogue, in memory and as a file.
@Suite struct CatalogueCacheTests {
  @Test func pieceByPieceIsAsAllAtOnce() {
    var random = SplitMix64(seed: 7)
    let all = TestImageCache.wines(300)
    for _ in 0..<20 {
      var kept = CatalogueCache(.openFoodFacts)
      var seen: [CatalogueProduct] = []
      for _ in 0..<12 {
        let part = (0..<40).map { _ in random.pick(all) }
        kept.put(part)
        for product in part where !seen.contains(where: { $0.code == product.code }) {
          seen.append(product)
        }
      }
      var whole = CatalogueCache(.openFoodFacts, seen)
      #expect(kept == whole)
      for category in ["", "en:red-wines", "nowhere"] {
        for sort in CatalogueSort.allCases {
          #expect(
            kept.slots(category: category, sort: sort)
              == whole.slots(category: category, sort: sort))
          for query in ["a", "al", "ald", "cedar riesling", "dark", "zzz"] {
            #expect(
              kept.matches(query, category: category, sort: sort)
                == whole.matches(query, category: category, sort: sort))
          }
        }
      }
      let names = kept.slots(category: "", sort: .name).compactMap { kept.product(at: $0)?.name }
      #expect(names == names.sorted { Folding.compare($0, $1) < 0 })
    }
  }

  @Test func whatIsLearntLaterIsAddedAndNothingIsForgotten() throws {
    var kept = CatalogueCache(.wineCom)
    let first = try #require(
      CatalogueProduct(.wineCom, code: "1", name: "Old", brand: "B", picture: "https://a.example/1")
    )
    let second = try #require(
      CatalogueProduct(
        .wineCom, code: "1", name: "New", description: "D",
        price: Money(minorUnits: 100, currency: .usd)))
    #expect(kept.put([first], at: 100).count == 1)
    #expect(kept.put([first], at: 200).isEmpty)
    #expect(kept.put([second], at: 300).count == 1)
    let merged = try #require(kept["1"])
    #expect(merged.name == "New")
    #expect(merged.brand == "B")
    #expect(merged.description == "D")
    #expect(merged.picture == "https://a.example/1")
    #expect(kept.put([first.merged(with: second)], at: 100_000).count == 1)
    #expect(kept.seen("1") == 100_000)
    #expect(kept.matches("new", category: "", sort: .name) == [0])
    #expect(kept.matches("old", category: "", sort: .name).isEmpty)
  }

  @Test func aFileComesBackAsItWas() throws {
    let products = TestImageCache.wines(120)
    let categories = TestImageCache().categories
    var bytes = CatalogueFile.header(of: .openFoodFacts)
    bytes += CatalogueFile.lines(Array(products.prefix(50)), categories, at: 500)
    bytes += CatalogueFile.lines(Array(products.dropFirst(40)), [], at: 600)
    let (kept, isWasteful) = try #require(CatalogueFile.read(bytes, of: .openFoodFacts))
    #expect(kept == CatalogueCache(.openFoodFacts, products, categories: categories))
    #expect(kept.seen(products[0].code) == 500)
    #expect(kept.seen(products[45].code) == 600)
    #expect(!isWasteful)
    let whole = try #require(
      CatalogueFile.read(CatalogueBase.encode(kept).lines, of: .openFoodFacts)?.catalogue)
    #expect(whole == kept)
    #expect(whole.seen(products[45].code) == 600)
  }

  @Test func aFileCutOrSpoiltAnywhereGivesWhatIsLeft() throws {
    let products = TestImageCache.wines(6)
    let bytes =
      CatalogueFile.header(of: .openFoodFacts) + CatalogueFile.lines(products, [], at: 1)
    for cut in stride(from: 0, to: bytes.count, by: 3) {
      let kept = CatalogueFile.read(Array(bytes[..<cut]), of: .openFoodFacts)?.catalogue
      for product in kept?.products ?? [] { #expect(products.contains(product)) }
    }
    var random = SplitMix64(seed: 3)
    for _ in 0..<400 {
      var spoilt = bytes
      spoilt[Int.random(in: spoilt.indices, using: &random)] = UInt8.random(
        in: .min ... .max, using: &random)
      let kept = CatalogueFile.read(spoilt, of: .openFoodFacts)?.catalogue
      #expect((kept?.count ?? 0) <= 7)
    }
  }

  @Test func anotherFileIsNotRead() {
    let lines = CatalogueFile.lines(TestImageCache.wines(3), [], at: 1)
    #expect(CatalogueFile.read([], of: .openFoodFacts) == nil)
    #expect(CatalogueFile.read(lines, of: .openFoodFacts) == nil)
    #expect(CatalogueFile.read(CatalogueFile.header(of: .file) + lines, of: .wineCom) == nil)
    let newer = Array("{\"trolley\":\"catalogue\",\"v\":2,\"catalogue\":\"file\"}\n".utf8)
    #expect(CatalogueFile.read(newer + lines, of: .file) == nil)
  }

  @Test func aFileThatHasGrownIsWorthWritingAnew() throws {
    let products = TestImageCache.wines(10)
    var bytes = CatalogueFile.header(of: .openFoodFacts)
    for time in 1...200 { bytes += CatalogueFile.lines(products, [], at: time) }
    let read = try #require(CatalogueFile.read(bytes, of: .openFoodFacts))
    #expect(read.isWasteful)
    #expect(read.catalogue.count == 10)
    #expect(CatalogueBase.encode(read.catalogue).lines.count < bytes.count / 100)
  }
}
