import Testing

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
    #expect(index.text.count < 300_000)
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

  /// Narrowing finds the same as a fresh search, and both match the plain definition.
  @Test func narrowing() {
    var random = SplitMix64(seed: 5)
    let letters = Array("abc é-")
    func word(_ length: Int) -> String {
      String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
    }
    for _ in 0..<60 {
      var index = SearchIndex()
      var rows: [(String, String, String)] = []
      for _ in 0..<50 {
        // Longer and shorter than one step of the search.
        let long = Int.random(in: 0...9, using: &random) * Int.random(in: 0...9, using: &random)
        rows.append((word(Int.random(in: 0...9, using: &random)), word(2), word(long)))
        index.append(name: rows.last!.0, category: rows.last!.1, description: rows.last!.2)
      }
      let order = (0..<50).map { Int32($0) }.shuffled(using: &random)
      var query = ""
      var previous: [Int32]?
      for _ in 0..<8 {
        let next = query + word(1)
        let fresh = index.matches(next)
        if SearchIndex.narrows(from: query, to: next), let previous {
          #expect(index.matches(next, within: previous) == fresh, "\(query) → \(next)")
        }
        let ordered = index.matches(next, order: order)
        #expect(ordered.sorted() == fresh.sorted(), "\(next)")
        #expect(index.matches(next, within: fresh.reversed(), order: order) == ordered, "\(next)")
        // If the order omits a slot, such as a fading item, it leaves no hole.
        let left = Set(order.prefix(7))
        #expect(
          index.matches(next, order: Array(order.dropFirst(7)))
            == ordered.filter { !left.contains($0) }, "\(next)")
        let words = Folding.plain(next).split(separator: 0x20).map {
          String(decoding: $0, as: UTF8.self)
        }
        for (slot, row) in rows.enumerated() {
          let texts = [row.0, row.1, row.2].map {
            String(decoding: Folding.plain($0), as: UTF8.self)
          }
          // Or the letters of the words occur in the name, in order.
          let shouldBeFound = words.allSatisfy { word in
            texts.contains { $0.contains(word) } || Self.stands(word, in: texts[0])
          }
          #expect(fresh.contains(Int32(slot)) == shouldBeFound, "\(row) \(next)")
        }
        (query, previous) = (next, fresh)
      }
    }
  }

  /// Whether the letters occur in this order, the first one at the beginning of a word.
  private static func stands(_ letters: String, in text: String) -> Bool {
    let text = Array(text)
    return text.indices.contains { start in
      guard text[start] == letters.first, start == 0 || " -".contains(text[start - 1]) else {
        return false
      }
      var rest = text[start...]
      return letters.allSatisfy { letter in
        guard let at = rest.firstIndex(of: letter) else { return false }
        rest = rest[(at + 1)...]
        return true
      }
    }
  }
}
