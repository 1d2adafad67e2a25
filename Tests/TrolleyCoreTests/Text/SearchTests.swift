import Testing
import TrolleyTestSupport

@testable import TrolleyModel

@Suite struct SearchTests {
  private func index(_ rows: [(String, String, String)]) -> SearchIndex {
    var index = SearchIndex()
    for row in rows { index.append(name: row.0, category: row.1, description: row.2) }
    return index
  }

  @Test func bestFirst() {
    let index = index([
      ("Mint and leek", "Herbs", ""), ("Bread", "Bakery", "with milk"),
      ("Butter", "Milk products", ""),
      ("Buttermilk", "Dairy", ""), ("Oat milk", "Dairy", ""), ("Milkshake", "Drinks", ""),
      ("MÍLK", "Dairy", ""), ("Soda", "Drinks", ""), ("Salmon lik", "Fish", ""),
    ])
    #expect(index.matches("milk") == [6, 5, 4, 3, 2, 1, 0])
    #expect(index.matches("milk", order: [8, 7, 0, 1, 2, 3, 4, 5, 6]) == [6, 5, 4, 3, 2, 1, 0])
    #expect(index.matches("d", order: [7, 6, 5, 4, 3, 2, 1, 0]) == [7, 1, 0, 6, 5, 4, 3, 2])
    #expect(index.matches("") == Array(0..<9))
    #expect(index.matches("  ").count == 9)
    #expect(index.matches("milk oat") == [4])
    #expect(index.matches("oat milk") == [4])
    #expect(index.matches("dairy milk") == [6, 3, 4].sorted { $0 < $1 })
    #expect(index.matches("xyz") == [])
  }

  @Test func amending() {
    var index = index([("Milk", "Dairy", ""), ("Bread", "", ""), ("Oat milk", "", "")])
    index.replace(0, name: "Cheese", category: "Dairy")
    index.remove(2)
    #expect(index.matches("milk") == [])
    #expect(index.matches("cheese") == [0])
    #expect(index.append(name: "Milk") == 3)
    #expect(index.matches("milk") == [3])
    #expect(index.matches("") == [0, 1, 3])
    for round in 0..<2000 {
      index.replace(1, name: "Bread \(round)", description: String(repeating: "x", count: 50))
    }
    #expect(index.matches("bread 1999") == [1] && index.matches("milk") == [3])
    #expect(index.own.rests.count < 60_000)
    index.remove(99)
    index.remove(-1)
  }

  @Test func marks() {
    #expect(SearchIndex.marks("milk", in: "Oat MÍLK") == [4..<8])
    #expect(SearchIndex.marks("oat milk", in: "Milk, oat") == [0..<4, 6..<9])
    #expect(SearchIndex.marks("mlk", in: "Milk") == [0..<1, 2..<4])
    #expect(SearchIndex.marks("ss", in: "Weißbrot") == [3..<4])
    #expect(SearchIndex.marks("jam", in: "👩\u{200D}👧 jam") == [2..<5])
    #expect(SearchIndex.marks("a", in: "banana a") == [7..<8])
    #expect(SearchIndex.marks("zz", in: "Milk") == [])
    #expect(SearchIndex.marks("", in: "Milk") == [])
  }

  /// Whatever is typed, deleted or pasted, and whatever changes meanwhile, finds what the plain
  /// definition finds, in its order.
  @Test func typingFindsWhatIsDefined() {
    var random = SplitMix64(seed: 5)
    let letters = Array("aabc é-1")
    func text(_ length: Int) -> String {
      String((0..<length).map { _ in random.pick(letters) })
    }
    func row() -> PlainSearch.Row {
      // Longer and shorter than one step of the search.
      let long = Int.random(in: 0...9, using: &random) * Int.random(in: 0...12, using: &random)
      return PlainSearch.Row(
        name: text(Int.random(in: 0...9, using: &random)), category: text(2),
        description: text(long))
    }
    for round in 0..<80 {
      var rows: [PlainSearch.Row?] = (0..<(round % 4 == 0 ? 3 : 70)).map { _ in row() }
      // Some of them lie in a file.
      let mapped = round % 2 == 0 ? 0 : Int.random(in: 0...rows.count, using: &random)
      var index = SearchIndex(mapping: rows.prefix(mapped).map { $0! })
      for row in rows.dropFirst(mapped) {
        index.append(name: row!.name, category: row!.category, description: row!.description)
      }
      var order = rows.indices.map { Int32($0) }.shuffled(using: &random)
      // A slot that the order omits leaves no hole.
      if round % 3 == 0 { order.removeFirst(2) }
      var typed = TypedSearch()
      var typedInOrder = TypedSearch()
      var query = ""
      for _ in 0..<30 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<7: query += text(1)
        case 7..<10: query = String(query.dropLast())
        case 10: query = text(Int.random(in: 0...5, using: &random))
        default:
          let slot = Int.random(in: rows.indices, using: &random)
          rows[slot] = Bool.random(using: &random) ? nil : row()
          if let row = rows[slot] {
            index.replace(
              Int32(slot), name: row.name, category: row.category, description: row.description)
          } else {
            index.remove(Int32(slot))
          }
          typed.forget()
          typedInOrder.forget()
        }
        let plain = PlainSearch(query)
        let bySlot = plain.matches(rows, rows.indices.map { Int32($0) })
        let ordered = plain.matches(rows, order)
        #expect(typed.matches(query, in: index) == bySlot, "\(query)")
        #expect(typedInOrder.matches(query, in: index, order: order) == ordered, "\(query)")
        #expect(index.matches(query, order: order) == ordered, "\(query)")
        #expect(
          index.matches(query, isStrict: true)
            == bySlot.filter { plain.rank(rows[Int($0)]!)! < .letters }, "\(query)")
      }
    }
  }

  @Test func `words behind a name are found wherever they are in a file`() {
    var random = SplitMix64(seed: 11)
    let words = ["red", "redder", "dark", "über", "12", "1234567", "a", "b-c", "evening,", "even"]
    let rows = (0..<3000).map { number in
      let rest = (0..<number % 7).map { _ in random.pick(words) } + ["number", "\(number)."]
      return PlainSearch.Row(
        name: "x", category: "", description: rest.joined(separator: number % 3 == 0 ? "  " : " "))
    }
    let index = SearchIndex(mapping: rows)
    for query in ["re", "red", "dde", "üb", "12", "9.", "-", "ven", "ing,", "999.", "nothing", "b"]
    {
      let expected = PlainSearch(query).matches(rows, rows.indices.map { Int32($0) })
      #expect(index.matches(query) == expected, "\(query)")
    }
  }

  /// A query that grows by whole words and lines of text finds the same as the whole query at once.
  @Test func typingAmongLongTexts() {
    let words = ["red", "Ridge", "riesling", "dark", "cherries", "evening", "e", "12", "Reddish"]
    var random = SplitMix64(seed: 9)
    var index = SearchIndex()
    for number in 0..<300 {
      func some(_ count: Int) -> String {
        (0..<count).map { _ in random.pick(words) }.joined(separator: " ")
      }
      index.append(name: some(number % 5), category: some(1), description: some(number % 17))
    }
    let order = (0..<300).map { Int32($0) }.shuffled(using: &random)
    for query in [
      "red ridge", "reddish e", "evening evening 12", "riesling dark ch", "rdg ree", "e",
    ] {
      var typed = TypedSearch()
      for end in query.indices + [query.endIndex] {
        let part = String(query[..<end])
        #expect(
          typed.matches(part, in: index, order: order) == index.matches(part, order: order),
          "\(part)")
      }
      for end in query.indices.reversed() {
        let part = String(query[..<end])
        #expect(
          typed.matches(part, in: index, order: order) == index.matches(part, order: order),
          "\(part)")
      }
    }
  }
}

extension SearchIndex {
  /// The rows lie in a file.
  fileprivate init(mapping rows: [PlainSearch.Row]) {
    var columns = RowColumns<UInt64>()
    for row in rows {
      columns.add(0, key: 0, name: row.name, category: row.category, rest: row.description, end: 0)
    }
    let bytes = columns.encode(other: [])
    let layout = RowLayout(count: rows.count, facts: 8, other: 0, columns.sizes)
    let all = SnapshotBytes.holding(bytes)
    let base = RowBase(
      layout, rows: SnapshotPart(all, 0..<0), columns: SnapshotPart(all, 0..<bytes.count),
      categories: columns.categories)
    self.init(base?.search)
  }
}

/// What the search finds, as it is defined.
private struct PlainSearch {
  struct Row {
    let name: String
    let category: String
    let description: String
  }

  enum Rank: Int, Comparable {
    case exactName, namePrefix, wordPrefix, inName, category, description, letters

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  private let words: [[UInt8]]

  init(_ query: String) { words = Folding.plain(query).split(separator: 0x20).map { Array($0) } }

  /// The rows of `order` that match, best first.
  func matches(_ rows: [Row?], _ order: [Int32]) -> [Int32] {
    let ranks = rows.map { $0.flatMap { rank($0) } }
    let found = order.enumerated().compactMap { at, slot in ranks[Int(slot)].map { ($0, at, slot) }
    }
    return found.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  func rank(_ row: Row) -> Rank? {
    let name = Folding.plain(row.name)
    if words.count > 1, let place = Self.place(of: Array(words.joined(separator: [0x20])), in: name)
    {
      return place
    }
    var worst = Rank.exactName
    for word in words {
      guard let rank = Self.rank(word, name, row) else { return nil }
      worst = max(worst, rank)
    }
    return words.count > 1 ? max(worst, .namePrefix) : worst
  }

  private static func rank(_ word: [UInt8], _ name: [UInt8], _ row: Row) -> Rank? {
    if let place = place(of: word, in: name) { return place }
    if !places(of: word, in: Folding.plain(row.category)).isEmpty { return .category }
    if !places(of: word, in: Folding.plain(row.description)).isEmpty { return .description }
    return stands(word, in: name) ? .letters : nil
  }

  private static func place(of word: [UInt8], in name: [UInt8]) -> Rank? {
    places(of: word, in: name).map { at in
      if at == 0 { return word.count == name.count ? .exactName : .namePrefix }
      return SearchJudge.isBetweenWords(name[at - 1]) ? .wordPrefix : .inName
    }.min()
  }

  private static func places(of word: [UInt8], in text: [UInt8]) -> [Int] {
    guard text.count >= word.count else { return [] }
    return (0...text.count - word.count).filter { text[$0...].starts(with: word) }
  }

  /// Whether the letters occur in this order, the first one at the beginning of a word.
  private static func stands(_ letters: [UInt8], in name: [UInt8]) -> Bool {
    guard letters.count > 1 else { return false }
    return name.indices.contains { start in
      guard name[start] == letters[0],
        start == 0 || SearchJudge.isBetweenWords(name[start - 1])
      else { return false }
      var rest = name[start...]
      return letters.allSatisfy { letter in
        guard let at = rest.firstIndex(of: letter) else { return false }
        rest = rest[(at + 1)...]
        return true
      }
    }
  }
}
