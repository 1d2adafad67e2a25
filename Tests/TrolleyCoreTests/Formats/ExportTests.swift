import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyModel

@Suite struct ExportTests {
  private static let sample: ExportDocument = {
    func item(
      _ id: UInt64, _ name: String, _ category: String = "", _ minor: Int? = nil,
      per: Quantity = .one, store: String = "", star: Bool = false, _ description: String = ""
    ) -> Item {
      Item(
        id: Item.ID(id), name: name, category: category,
        price: minor.map { Money(minorUnits: $0, currency: .usd) }, per: per,
        description: description, store: store, isFavourite: star)
    }
    let half = Quantity(500, .gram)
    return ExportDocument(
      currency: .usd,
      items: [
        item(1, "Milk", "Dairy", 160, per: Quantity(1, .litre), store: "Aldi", star: true),
        item(2, "2 \"go\" bags, \\ blue", "Bags & co", 250, "a \"quoted\"\nnote"),
        item(3, "Flour", "Baking_goods", 120, per: Quantity(1, .kilogram)),
        item(4, "=1+1", "", nil, star: true), item(5, "O'Brien's <tea> & more", "Dairy", 399),
        item(6, "Wine", "Drinks", 1999, per: Quantity(1, .bottle), star: true),
        item(7, "#5 screws @home *", "#odd", 5), item(8, "~~x~~", "", 1, per: half),
        item(9, "kg", "", 100, per: Quantity(1, .fluidOunce)),
      ],
      lines: [
        line(1, 1, Quantity(2, .litre), true, 5), line(2, 2, .one, false, 1),
        line(3, 3, Quantity(500, .gram), false, 2), line(4, 4, Quantity(3), true, 3),
        line(5, 5, Quantity(thousandths: 1500, unit: .piece), false, 4),
        line(6, 7, Quantity(20), false, 6), line(7, 8, half, true, 7),
        line(8, 9, Quantity(8, .fluidOunce), false, 8),
      ])
  }()

  private static func line(
    _ id: UInt64, _ item: UInt64, _ quantity: Quantity, _ isPicked: Bool, _ rank: Int
  ) -> CartLine {
    CartLine(
      id: CartLine.ID(id), item: Item.ID(item), quantity: quantity, isPicked: isPicked, rank: rank)
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
  }

  /// The fields that must survive, in the order of their names.
  private func same(_ entry: ListEntry) -> String {
    var entry = entry
    entry.description = nil
    entry.isFavourite = false
    return PastedListTests.short(entry)
  }

  private func expected(_ rows: [ExportDocument.Row]) -> [String] {
    rows.map { row in
      var entry = ListEntry(row.quickAdd, line: 0)
      entry.isFavourite = false
      return same(entry)
    }.sorted()
  }

  private static func export(_ document: ExportDocument, as format: ListFormat) -> [UInt8] {
    switch format {
    case .csv: document.csv()
    case .markdown: document.markdown()
    default: document.todotxt()
    }
  }

  @Test(arguments: [ListFormat.csv, .markdown, .todotxt]) func survives(_ format: ListFormat) throws
  {
    let document = Self.sample
    let bytes = Self.export(document, as: format)
    var rows: [ExportDocument.Row] = []
    try document.forEachRow { if format == .csv || $0.line != nil { rows.append($0) } }
    let list = try PastedList.parse(bytes, format: format, currency: .usd)
    #expect(list.warnings == [])
    #expect(list.entries.map(same).sorted() == expected(rows))
    let stars = Set(list.entries.filter(\.isFavourite).map(\.name))
    #expect(stars == Set(rows.filter(\.item.isFavourite).map(\.item.name)))
    if format != .markdown {
      let guessed = try PastedList.parse(bytes, currency: .usd)
      #expect(guessed.format == format && guessed.entries == list.entries)
    }
  }

  @Test func looks() {
    let document = Self.sample
    #expect(
      text(document.csv()).hasPrefix(
        "name,quantity,unit,price,currency,category,picked,favourite,store,description\n"
          + "\"2 \"\"go\"\" bags, \\ blue\",1,piece,2.50,USD,Bags & co,false,false,,"))
    #expect(text(document.csv()).contains("\n'=1+1,3,piece,,,,true,true,,\n"))
    #expect(
      text(document.csv()).contains("\nFlour,500,g,1.20/kg,USD,Baking_goods,false,false,,\n"))
    #expect(
      text(document.markdown()).contains("\n## Dairy\n\n- [ ] 1.5 O'Brien's <tea> & more @3.99\n"))
    #expect(text(document.markdown()).contains("- [x] 2 l Milk @1.60 !Aldi *\n"))
    #expect(text(document.todotxt()).contains("x (A) 2 l Milk +Dairy @Aldi price:1.60 cur:USD\n"))
    #expect(
      text(document.todotxt()).contains("500 g Flour +Baking%5Fgoods price:1.20/kg cur:USD\n"))
  }

  @Test func `prices in other currencies are in every list that is read back`() throws {
    var item = Item(id: Item.ID(1), name: "Crème", price: Money(minorUnits: 150, currency: .eur))
    item.per = Quantity(250, .gram)
    let document = ExportDocument(
      currency: .usd, items: [item], lines: [Self.line(1, 1, Quantity(500, .gram), false, 1)])
    #expect(text(document.markdown()).contains("- [ ] 500 g Crème @1.50EUR/250g\n"))
    for (format, bytes) in [
      (ListFormat.csv, document.csv()), (.markdown, document.markdown()),
      (.todotxt, document.todotxt()),
    ] {
      let entry = try #require(
        try PastedList.parse(bytes, format: format, currency: .usd).entries.first)
      #expect(entry.price == item.price && entry.per == item.per, "\(format)")
    }
  }

  @Test(arguments: [ListFormat.csv, .markdown, .todotxt])
  func `the currency of a list is in what is read in another one`(_ format: ListFormat) throws {
    let document = Self.sample
    let bytes = Self.export(document, as: format)
    for guessed in [format, nil] {
      let list = try PastedList.parse(bytes, format: guessed, currency: .eur)
      let prices = list.entries.compactMap(\.price)
      #expect(!prices.isEmpty && prices.allSatisfy { $0.currency == .usd }, "\(prices)")
      let here = try PastedList.parse(bytes, format: guessed, currency: .usd)
      #expect(here.entries.map(\.name) == list.entries.map(\.name))
    }
    #expect(
      text(document.markdown()).hasPrefix("# Shopping list\n<!-- currency: USD -->\n"))
  }

  @Test func sql() {
    let sql = text(Self.sample.sql())
    #expect(sql.contains("insert into shoppinglist values (5, 'Milk', 3.20, 'Dairy', 1);\n"))
    #expect(
      sql.contains(
        "-- =1+1: the price is unknown\ninsert into shoppinglist values (3, '=1+1', 0, '', 3);"))
    #expect(sql.contains("'O''Brien''s <tea> & more', 5.99, 'Dairy', 1);"))
    #expect(sql.contains("-- Flour: the price is for 500 g\n"))
    #expect(sql.contains("insert into starreditems values (3, 'Wine', 19.99, 'Drinks');\n"))
    #expect(sql.hasPrefix("begin;\n") && sql.hasSuffix("commit;\n"))
  }

  @Test func plist() {
    let plist = text(Self.sample.plist())
    #expect(plist.contains("<string>O'Brien's &lt;tea&gt; &amp; more</string>"))
    #expect(plist.contains("<real>1.60</real>") && plist.contains("<true/>"))
  }

  @Test func empty() throws {
    let document = ExportDocument(currency: .usd, items: [])
    #expect(text(document.todotxt()) == "" && text(document.markdown()) == "# Shopping list\n")
    #expect(text(document.csv()).utf8.count == 78 && text(document.sql()).contains("commit;"))
  }

  /// Whatever an item is, what a format has of it comes back the same.
  @Test func `what is exported comes back`() throws {
    var random = SplitMix64(seed: 29)
    let sizes: [Quantity] = [
      .one, Quantity(3), Quantity(12), Quantity(500, .gram),
      .init(thousandths: 1500, unit: .kilogram),
      Quantity(2, .can), Quantity(24, .can), Quantity(3, .pack), Quantity(6, .fluidOunce),
      Quantity(2, .dozen), .init(thousandths: 250, unit: .pound),
      .init(thousandths: 1250, unit: .kilogram),
    ]
    let packs: [Quantity?] = [
      nil, Quantity(330, .millilitre), Quantity(500, .gram), .init(thousandths: 1500, unit: .litre),
    ]
    let names = [
      "Eggs", "beer", "3 for 2", "Un Petit Beurre", "une baguette", "5 limes for 2", "3x2", "0 bar",
      "⬜\u{FE0F} tea", "Salt, iodised", "milk, eggs and jam", "12 eggs 3.49", "gum 3 pack",
      "a kilo",
      "2,99 le kilo", "[x] tea", "> Anna:", "des pommes",
    ]
    for round in 0..<2000 {
      let pack = random.pick(packs)
      var quantity = random.pick(sizes)
      if let pack, round % 2 == 0 {
        quantity = Quantity(
          thousandths: pack.thousandths * Int.random(in: 1...8, using: &random), unit: pack.unit)
      }
      let price =
        random.oneIn(3)
        ? nil
        : Money(
          minorUnits: Int.random(in: 0...9999, using: &random),
          currency: random.oneIn(4) ? .eur : .usd)
      let item = Item(
        id: Item.ID(1), name: random.pick(names), category: random.oneIn(2) ? "Dairy & eggs" : "",
        price: price, per: price == nil ? .one : random.pick(sizes), pack: pack,
        store: random.oneIn(3) ? "Aldi Süd" : "", isFavourite: random.oneIn(2))
      let document = ExportDocument(
        currency: .usd, items: [item], lines: [Self.line(1, 1, quantity, random.oneIn(2), 1)])
      let isPacked = pack.flatMap { quantity.packs(of: $0) } ?? 0 > 1
      for (format, bytes) in [
        (ListFormat.csv, document.csv()), (.markdown, document.markdown()),
        (.todotxt, document.todotxt()), (.plist, document.plist()),
      ] {
        for format in [format, nil] where format != nil || bytes == document.csv() {
          let list = try PastedList.parse(bytes, format: format, currency: .usd)
          let entry = try #require(list.entries.first)
          let isSame =
            entry.name == item.name && entry.quantity?.isSame(as: quantity) == true
            && entry.price == item.price
            && (price == nil || entry.per == item.per) && entry.category ?? "" == item.category
            && entry.store ?? "" == item.store && entry.isFavourite == item.isFavourite
            && entry.isPicked == document.lines[0].isPicked
            && (!isPacked || entry.pack == pack)
          #expect(
            isSame && list.entries.count == 1 && list.warnings.isEmpty,
            "round \(round) \(list.format): \(text(bytes))")
        }
      }
    }
  }

  /// Very odd names survive unchanged.
  @Test func oddNames() throws {
    var random = SplitMix64(seed: 23)
    let pieces = [
      "milk", "2", "½", "kg", "x3", "@3", "#a", "!b", "*", "-", "[x]", "\"", "\\", "+c", "@d", "x",
      "(A)", ",",
      "a:", ":", "|", "~~", "**", "'", "=", "price:1", "due:x", "2024-01-01", "1.", "€", "$2", "é",
      "🍎", "##", ">",
    ]
    for round in 0..<3000 {
      var words: [String] = []
      for _ in 0...Int.random(in: 0...4, using: &random) {
        var word = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        if round % 3 == 0 { word += pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        words.append(word)
      }
      let name = CleanText.line(words.joined(separator: " "))
      let category = CleanText.line(words.last ?? "")
      let item = Item(id: Item.ID(1), name: name, category: category, store: category)
      let document = ExportDocument(
        currency: .usd, items: [item], lines: [Self.line(1, 1, Quantity(2), false, 1)])
      for (format, bytes) in [
        (ListFormat.csv, document.csv()), (.markdown, document.markdown()),
        (.todotxt, document.todotxt()),
      ] {
        let list = try PastedList.parse(bytes, format: format, currency: .usd)
        let entry = try #require(list.entries.first)
        #expect(
          list.entries.count == 1 && entry.name == name && entry.quantity == Quantity(2)
            && entry.category == category && entry.store == category && entry.isPicked == false,
          "round \(round) \(format): \(name) → \(text(bytes))")
      }
    }
  }
}
