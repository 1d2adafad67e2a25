import Testing

@testable import TrolleyModel

@Suite struct FoldingTests {
  @Test(arguments: [
    ("apple", "Apples"), ("berry", "BERRIES"), ("tomato", "tomatoes"), ("potato", "Potatoes"),
    ("box", "boxes"), ("glass", "glasses"), ("peach", "peaches"), ("radish", "radishes"),
    ("cookie", "cookies"), ("brownie", "brownies"), ("pie", "pies"), ("brie", "bries"),
    ("shoe", "shoes"), ("toe", "toes"), ("cheese", "cheeses"), ("quiche", "quiches"),
    ("bus", "buses"), ("loaf", "loaves"), ("knife", "knives"), ("olive", "olives"),
    ("clove", "cloves"), ("egg", "eggs"), ("pea", "peas"), ("banana", "bananas"), ("kiwi", "kiwis"),
    ("avocado", "avocados"), ("avocado", "avocadoes"), ("turkey", "turkeys"), ("axe", "axes"),
    ("prize", "prizes"), ("cherry tomato", "Cherry Tomatoes"), ("Lime", "Limes"),
    ("strawberry organic", "Strawberries  organic"), ("crème fraîche", "Creme Fraiche"),
    ("  Milk ", "milk"), ("Green  tea", "green tea"), ("Weißbrot", "WEISSBROT"),
    ("Smørrebrød", "smorrebrod"), ("Żółty ser", "zolty ser"), ("plátanos", "PLATANOS"),
    ("cafe\u{301}", "café"), ("молоко", "МОЛОКО"), ("ёлка", "Елка"), ("γάλα", "ΓΑΛΑ"),
    ("ψωμιά", "ΨΩΜΙΆ"), ("phở", "Pho"), ("Ben’s rice", "Ben's rice"), ("２ 牛乳", "2 牛乳"),
    ("apple (red)", "apples (red)"), ("й", "и\u{306}"),
  ]) func sameName(_ a: String, _ b: String) {
    #expect(Folding.key(a) == Folding.key(b))
  }

  @Test(arguments: [
    ("glass", "glass"), ("hummus", "hummus"), ("asparagus", "asparagus"), ("7up", "7up"),
    ("Swiss", "swiss"), ("M&M's", "m&m's"), ("couscous", "couscous"), ("gas", "gas"),
    ("がんも", "がんも"), ("カレー", "カレー"), ("", ""), ("   ", ""), ("molasses", "molasses"),
  ]) func stays(_ name: String, _ key: String) {
    #expect(Folding.key(name) == key)
  }

  @Test(arguments: [
    ("milk", "silk"), ("pea", "pear"), ("rice", "mice"), ("grape", "grapefruit"),
    ("ham", "hamster"),
    ("か", "が"), ("ハ", "パ"), ("tea", "teapot"), ("oat", "goat"), ("bra", "brass"), ("as", "ass"),
  ]) func differentNames(_ a: String, _ b: String) {
    #expect(Folding.key(a) != Folding.key(b))
  }

  @Test func plainKeepsPlurals() {
    #expect(Folding.plain("Crème  BERRIES") == Array("creme  berries".utf8))
    #expect(Folding.plain("ＡＢＣ　１") == Array("abc 1".utf8))
    #expect(Folding.plain("ĳsﬁÆŒþ") == Array("ijsfiaeoeth".utf8))
  }

  @Test func graphemesOfFoldedBytes() {
    let (bytes, graphemes) = Folding.plainWithGraphemes("Äßé👩\u{200D}👧x")
    #expect(bytes == Folding.plain("Äßé👩\u{200D}👧x"))
    #expect(graphemes == [0, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4])
  }

  @Test func naturalOrder() {
    let sorted = [
      "", "2 x", "10 x", "apple", "Apple 1", "apple 9", "Äpple 10", "apple 010b", "Apple 11",
      "Apples",
      "été", "Milk", "Zucchini", "молоко", "牛乳",
    ]
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() {
        #expect(Folding.compare(a, b).signum() == (i - j).signum(), "\(a) \(b)")
        let (x, y) = (SortKey(a), SortKey(b))
        #expect(x == y || (x < y) == (i < j), "\(a) \(b)")
      }
    }
    #expect(Folding.order(of: sorted.reversed()) == (0..<Int32(sorted.count)).reversed())
  }

  /// Both directions of a comparison agree.
  @Test func orderIsOne() {
    var random = SplitMix64(seed: 3)
    let letters = Array("aAbB019 éß２z-")
    func name() -> String {
      String(
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        })
    }
    for _ in 0..<5000 {
      let (a, b, c) = (name(), name(), name())
      let ab = Folding.compare(a, b)
      #expect(ab == -Folding.compare(b, a))
      #expect((ab == 0) == (a == b))
      if ab <= 0, Folding.compare(b, c) <= 0 { #expect(Folding.compare(a, c) <= 0) }
      let (x, y) = (SortKey(a), SortKey(b))
      if x != y { #expect((x < y) == (ab < 0), "\(a) \(b)") }
    }
  }

  @Test func `Greek and Cyrillic letters are folded as Unicode has it`() throws {
    // The small letter of U+03F9 is folded to another one itself.
    for value in (0x370 as UInt32)..<0x530 where value != 0x3F9 {
      let letter = try #require(Unicode.Scalar(value))
      let small = letter.properties.lowercaseMapping
      #expect(
        Folding.plain(String(Character(letter))) == Folding.plain(small),
        "\(String(value, radix: 16))")
    }
  }
}
