import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

/// A catalogue whose products lie in its file, with columns beside it, and what was seen since.
@Suite struct CatalogueStoreTests {
  private static let all = TestImageCache.wines(90)

  private static func store(_ folder: TemporaryDirectory) -> CatalogueStore {
    CatalogueStore(directory: folder.path, longestWithoutColumns: 0)
  }

  /// A product in another state each time.
  private static func product(_ rng: inout SplitMix64) -> CatalogueProduct {
    let old = rng.pick(all)
    let kinds = [("en:red-wines", "Red wines"), ("en:beers", "Beers"), ("", "")]
    let kind = rng.pick(kinds)
    let isAsItWas = Bool.random(using: &rng)
    return CatalogueProduct(
      .openFoodFacts, code: old.code, name: isAsItWas ? old.name : "Cru \(rng.next() % 50)",
      brand: isAsItWas ? old.brand : rng.pick(["", "Über & Söhne", "Alder"]),
      description: isAsItWas ? old.description : rng.pick(["", "dark", "evening, long"]),
      category: isAsItWas ? old.category : kind.1,
      categoryID: isAsItWas ? old.categoryID : kind.0)!
  }

  /// Everything that is asked of a catalogue gives the same, wherever its products are.
  private func expect(_ one: CatalogueCache, is plain: CatalogueCache, _ comment: Comment) {
    #expect(one == plain && plain == one, comment)
    #expect(one.count == plain.count && one.isEmpty == plain.isEmpty, comment)
    #expect(one.products == plain.products, comment)
    for (slot, product) in plain.products.enumerated() {
      #expect(one[product.code] == product, comment)
      #expect(one.slot(of: product.code) == Int32(slot), comment)
      #expect(one.seen(product.code) == plain.seen(product.code), comment)
    }
    #expect(one["nothing"] == nil && one.product(at: 1000) == nil, comment)
    #expect(one.has(exactly: plain.products.map(\.code)), comment)
    #expect(!one.has(exactly: plain.products.map(\.code) + ["more"]), comment)
    if plain.products.count > 1 {
      #expect(!one.has(exactly: plain.products.map(\.code).reversed()), comment)
    }
    #expect(
      one.counts.map { "\($0.category) \($0.count)" }
        == plain.counts.map { "\($0.category) \($0.count)" }, comment)
    // Copies, for a search is kept.
    var (one, plain) = (one, plain)
    for category in ["", "en:red-wines", "en:beers"] {
      for sort in CatalogueSort.allCases {
        #expect(
          one.slots(category: category, sort: sort)
            == plain.slots(category: category, sort: sort), comment)
        for query in ["a", "al", "ald", "cru 1", "ng l", "üb", "zzz", "red"] {
          #expect(
            one.matches(query, category: category, sort: sort)
              == plain.matches(query, category: category, sort: sort), "\(comment), \(query)")
        }
      }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `whatever is fetched gives the same over columns`(_ seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let store = Self.store(folder)
    var rng = SplitMix64(seed: seed)
    var plain = CatalogueCache(.openFoodFacts)
    var one = plain
    for step in 0..<40 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &rng) {
      case 0..<5:
        // A page.
        let page = (0..<Int.random(in: 0...9, using: &rng)).map { _ in Self.product(&rng) }
        let time = 100_000 * Int.random(in: 0...step, using: &rng)
        let changed = plain.put(page, at: time)
        #expect(one.put(page, at: time) == changed, comment)
        try store.append(CatalogueFile.lines(changed, [], at: time), to: .openFoodFacts)
        // The time of a line counts, also an earlier one.
        plain.play(changed.map { ($0, time) }, [])
        one.play(changed.map { ($0, time) }, [])
      case 5:
        let category = rng.pick(TestImageCache().categories)
        plain.put([category])
        one.put([category])
        try store.append(CatalogueFile.lines([], [category], at: 0), to: .openFoodFacts)
      case 6:
        let codes = plain.products.map(\.code).shuffled(using: &rng).dropLast(step % 5)
        plain = plain.keeping(Array(codes), plain.categories)
        one = one.keeping(Array(codes), one.categories)
        try store.replace(one)
      case 7: try store.replace(one)
      default:
        // A restart.
        one = store.load(.openFoodFacts)?.catalogue ?? one
      }
      if step % 4 == 3 { expect(one, is: plain, comment) }
    }
    expect(one, is: plain, "seed \(seed)")
  }

  @Test func `columns are used while they are right, also behind them`() throws {
    let folder = try TemporaryDirectory()
    let store = Self.store(folder)
    var kept = CatalogueCache(.openFoodFacts, Array(Self.all.prefix(60)), seen: [7, 8])
    try store.replace(kept)
    for number in 60..<90 {
      let header = try #require(SmallFile.read(store.columns(of: .openFoodFacts))).prefix(200)
      kept.put([Self.all[number]], at: 9)
      try store.append(CatalogueFile.lines([Self.all[number]], [], at: 9), to: .openFoodFacts)
      // They know the longer file as well.
      #expect(SmallFile.read(store.columns(of: .openFoodFacts))?.prefix(200) != header)
    }
    let (loaded, isWasteful) = try #require(store.load(.openFoodFacts))
    expect(loaded, is: kept, "behind the columns")
    #expect(!isWasteful && loaded.seen(Self.all[1].code) == 8)
    #expect(loaded.isMapped)
    // Short files need none.
    let usual = CatalogueStore(directory: folder.path)
    try usual.replace(kept)
    #expect(SmallFile.read(store.columns(of: .openFoodFacts)) == nil)
    expect(try #require(usual.load(.openFoodFacts)).catalogue, is: kept, "without columns")
  }

  @Test func `lines that others wrote are read, whatever the columns say`() throws {
    let folder = try TemporaryDirectory()
    let store = Self.store(folder)
    let path = store.lines(of: .openFoodFacts)
    try store.replace(CatalogueCache(.openFoodFacts, Self.all))
    let lines = try #require(SmallFile.read(path))
    let columns = try #require(SmallFile.read(store.columns(of: .openFoodFacts)))
    func look(_ isMapped: Bool, _ comment: Comment) throws {
      let bytes = try #require(SmallFile.read(path))
      let truth = try #require(CatalogueFile.read(bytes, of: .openFoodFacts)).catalogue
      let loaded = try #require(store.load(.openFoodFacts)).catalogue
      #expect(loaded.isMapped == isMapped, comment)
      expect(loaded, is: truth, comment)
    }
    try look(true, "as it was")
    // One letter in the middle, in a file of the same length.
    var other = lines
    let place = try #require(other.firstRange(of: Array("Cedar".utf8)))
    other[place.lowerBound] = UInt8(ascii: "K")
    try SmallFile.replace(path, other)
    try look(false, "another file of the same length")
    try SmallFile.replace(path, lines)
    try look(true, "the same lines in another file")
    try SmallFile.replace(path, lines + CatalogueFile.lines([Self.all[3]], [], at: 90_000))
    try look(true, "the same lines and more")
    try SmallFile.replace(path, Array(lines.dropLast(700)))
    try look(false, "a shorter file")
    try SmallFile.replace(path, lines)
    try look(true, "as it was again")
    // The same file, written over.
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(place.lowerBound))
    try file.write(contentsOf: Data("K".utf8))
    try file.close()
    try look(false, "written over")
    // The columns of another catalogue.
    try store.replace(CatalogueCache(.openFoodFacts, Array(Self.all.reversed())))
    try SmallFile.replace(store.columns(of: .openFoodFacts), columns)
    try look(false, "columns of other lines")
    try SmallFile.replace(store.columns(of: .file), columns)
    #expect(store.load(.file) == nil)
  }

  @Test func `any damage of the columns is noticed`() throws {
    let folder = try TemporaryDirectory()
    let store = Self.store(folder)
    var rng = SplitMix64(seed: 4)
    let kept = CatalogueCache(.openFoodFacts, Self.all, categories: TestImageCache().categories)
    try store.replace(kept)
    let path = store.columns(of: .openFoodFacts)
    let whole = try #require(SmallFile.read(path))
    func look(_ bytes: [UInt8], _ comment: Comment) throws {
      try SmallFile.replace(path, bytes)
      let (loaded, _) = try #require(store.load(.openFoodFacts))
      expect(loaded, is: kept, comment)
      // It was not used, or is removed as soon as it is found to be wrong.
      #expect(!loaded.isMapped || SmallFile.read(path) == nil, comment)
    }
    for _ in 0..<60 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &rng)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &rng)
      try look(bytes, "byte \(place)")
      try look(Array(whole[..<place]), "cut at \(place)")
    }
    let part = whole.count / 4
    var swapped = whole
    for at in part..<2 * part { swapped.swapAt(at, at + part) }
    try look(swapped, "two parts in each other's places")
  }

  /// Columns whose checksums are right although they are not what they should be end no program.
  @Test func `columns of a foreign content end no program`() {
    var rng = SplitMix64(seed: 6)
    let kept = CatalogueCache(.openFoodFacts, Array(Self.all.prefix(20)))
    let (lines, columns) = CatalogueBase.encode(kept)
    let whole = Array(columns.joined())
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...2, using: &rng) {
        bytes[Int.random(in: bytes.indices, using: &rng)] = UInt8.random(
          in: 0...255, using: &rng)
      }
      let read = CatalogueBase.decode(.holding(bytes), of: .openFoodFacts) { _ in .holding(lines) }
      guard var read else { continue }
      _ = (read.count, read.products, read.counts, read[Self.all[3].code])
      for query in ["a", "al", "long ev"] {
        _ = read.matches(query, category: "", sort: .name)
        _ = read.matches(query, category: "", sort: .popular)
      }
      read.put(Self.all, at: 5)
    }
  }

  @Test func `programs keep the generation that they opened`() throws {
    let folder = try TemporaryDirectory()
    let store = Self.store(folder)
    let first = CatalogueCache(.openFoodFacts, Array(Self.all.prefix(40)))
    try store.replace(first)
    let old = try #require(store.load(.openFoodFacts)).catalogue
    for count in [70, 20, 90] {
      let now = CatalogueCache(.openFoodFacts, Array(Self.all.suffix(count)))
      try store.replace(now)
      expect(try #require(store.load(.openFoodFacts)).catalogue, is: now, "\(count)")
    }
    expect(old, is: first, "the first generation")
  }

  /// A file that is cut under an open catalogue takes products from it, and does not end the program.
  @Test func `lines that go while they are open end no program`() throws {
    let folder = try TemporaryDirectory()
    let store = Self.store(folder)
    try store.replace(CatalogueCache(.openFoodFacts, Self.all))
    var open = try #require(store.load(.openFoodFacts)).catalogue
    #expect(truncate(store.lines(of: .openFoodFacts), 0) == 0)
    #expect(open.products.allSatisfy { Self.all.contains($0) })
    #expect(!open.matches("cedar", category: "", sort: .name).isEmpty)
    #expect(SmallFile.read(store.columns(of: .openFoodFacts)) == nil)
  }
}
