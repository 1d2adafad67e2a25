import Testing
import TrolleyTestSupport

@testable import TrolleyModel

/// Pictures for names: judged by lists that are older than the table.
@Suite struct GlyphMatchTests {
  private static let lists = [
    "English": BoughtThings.english, "German": BoughtThings.german, "French": BoughtThings.french,
    "Spanish": BoughtThings.spanish, "Turkish": BoughtThings.turkish,
    "Arabic": BoughtThings.arabic, "Japanese": BoughtThings.japanese,
    "English receipt": BoughtThings.receipt,
  ]

  private static func plain(_ text: Substring) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.value != 0xFE0F }
  }

  @Test(arguments: lists.keys.sorted())
  func `what people buy shows what it is`(_ language: String) throws {
    let list = try #require(Self.lists[language])
    var right = 0
    var missing: [Substring] = []
    var wrong: [String] = []
    let lines = list.split(separator: "\n")
    for line in lines {
      let blank = try #require(line.lastIndex(of: " "))
      let name = line[..<blank]
      guard let glyph = GlyphMatch.glyph(for: String(name)) else {
        missing.append(name)
        continue
      }
      if Self.plain(line[blank...]).contains(glyph) {
        right += 1
      } else {
        wrong.append("\(name) \(Character(glyph))")
      }
    }
    #expect(
      right * 100 >= lines.count * 85,
      "\(language): \(right) of \(lines.count); nothing for \(missing.joined(separator: ", "))")
    #expect(wrong.count * 100 <= lines.count * 2, "\(language): \(wrong.joined(separator: ", "))")
  }

  @Test(
    arguments: [
      ("strawberry jam", "🫙"), ("Erdbeerjoghurt", "🥣"), ("jus de pomme", "🧃"),
      ("tomates cerises", "🍅"), ("garlic bulb", "🧄"), ("tulip bulbs", "🌷"), ("LED bulb", "💡"),
      ("oat milk", "🥛"), ("Dijon mustard", "🫙"),
      ("milk chocolate", "🍫"), ("chocolate milk", "🥛"), ("garlic bread", "🍞"),
      ("Pizza Salami", "🍕"), ("Prawn cocktail crisps", "🥔"), ("Chopped tomatoes basil", "🍅"),
      ("Olive oil lemon", "🫒"), ("Apple & blackcurrant squash", "🥤"),
      ("Sauerkirschen im Glas", "🍒"),
      ("Cream of mushroom soup", "🍲"), ("filet de cabillaud", "🐟"), ("Lachsfilet TK", "🐟"),
      ("tonno sott'olio", "🐟"), ("тунец в масле", "🐟"), ("tuńczyk w oleju", "🐟"),
      ("honey roast cashews", "🥜"), ("rum truffles", "🍫"), ("goose fat roast potatoes", "🥔"),
      ("strawberry laces", "🍬"), ("pizza surgelée", "🍕"), ("Hustensaft", "💊"),
      ("Knorr stock pot chicken", "🧂"),
      ("bread with cheese", "🍞"), ("tuna in oil", "🐟"), ("butter, salted", "🧈"), ("EGGS (12)", "🥚"),
      ("zumo de manzana", "🧃"), ("عصير التفاح", "🧃"), ("いちごヨーグルト", "🥣"), ("鸡蛋", "🥚"), ("계란", "🥚"),
      ("Яйца", "🥚"), ("ägg", "🥚"), ("kananmuna", "🥚"), ("ไข่", "🥚"), ("αυγά", "🥚"), ("ביצה", "🥚"),
    ] as [(String, Unicode.Scalar)])
  func `the product wins over its flavour`(_ name: String, _ glyph: Unicode.Scalar) {
    #expect(GlyphMatch.glyph(for: name) == glyph, "\(name)")
  }

  @Test(arguments: [
    "", " ", "☂︎ ::", "qwertz", "Dr. Oetker", "xx 12", "bottle", "a", "tea towel", "the Economist",
    "hot water bottle", "French", "non", "passion fruit", "Granatapfel", "mar", "garden",
    "apple corer", "pepper grinder", "duck food", "candle holder", "kiwi shoe polish",
    "cherry zibbles", "sixteen", "climate", "numerous", "wood filler",
    "coffee machine", "cheese grater", "garden hose", "1", "Geschirrtuch",
  ])
  func `a name that says nothing has no picture`(_ name: String) {
    let glyph = GlyphMatch.glyph(for: name)
    #expect(glyph == nil, "\(name): \(glyph.map { Character($0) } ?? "-")")
  }

  @Test func `what has no picture shows its category`() {
    #expect(ItemGlyph.glyph(name: "Zzyzx", category: "Dairy") == "🥛")
    #expect(ItemGlyph.glyph(name: "Zzyzx", category: "Gemüse") == "🥦")
    #expect(ItemGlyph.glyph(name: "Eggs", category: "Dairy") == "🥚")
    #expect(ItemGlyph.glyph(name: "Zzyzx", category: "Zzyzx") == nil)
    #expect(ItemGlyph.glyph(name: "Zzyzx", category: "") == nil)
    for category in SeedCategories.names {
      #expect(ItemGlyph.glyph(name: "Zzyzx", category: category) != nil, "\(category)")
    }
  }

  @Test func `an item with one of our pictures keeps it`() {
    var item = Item(id: Item.ID(1), name: "Eggs")
    #expect(item.glyph == "🥚")
    item.picture = "milk"
    #expect(item.glyph == nil)
  }

  // MARK: The table

  private static var keys: [[UInt8]] {
    GlyphTable.lines.split(separator: UInt8(ascii: "\n")).map {
      Array($0.prefix { $0 != UInt8(ascii: "\t") })
    }
  }

  @Test func `the table is sorted, each name once, folded as names are`() {
    let keys = Self.keys
    #expect(keys.count > 15_000)
    for (one, next) in zip(keys, keys.dropFirst()) {
      #expect(one.lexicographicallyPrecedes(next), "\(String(decoding: next, as: UTF8.self))")
    }
    let unlike = keys.filter { GlyphText(String(decoding: $0, as: UTF8.self)).bytes != $0 }
    #expect(
      unlike.isEmpty,
      "\(unlike.count): \(unlike.prefix(40).map { String(decoding: $0, as: UTF8.self) })")
  }

  @Test func `every name in the table is found`() {
    for key in Self.keys {
      #expect(GlyphTable.entry(key[...]) != nil, "\(String(decoding: key, as: UTF8.self))")
    }
    #expect(GlyphTable.entry([]) == nil)
    #expect(GlyphTable.entry([0xFF]) == nil)
    #expect(GlyphTable.entry([0]) == nil)
  }

  @Test func `no text is too odd for it`() {
    var numbers = SplitMix64(seed: 4)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      _ = GlyphMatch.glyph(for: String(decoding: bytes, as: UTF8.self))
    }
    _ = GlyphMatch.glyph(for: String(repeating: "brot", count: 5000))
  }
}
