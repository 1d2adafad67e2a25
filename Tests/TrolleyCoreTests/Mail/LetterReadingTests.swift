import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyModel

/// A list that was mailed, pasted back.
@Suite struct LetterReadingTests {
  private static let names = [
    "Milk", "Rye bread", "milk 2.00", "Best – ever", "12 eggs", "Coffee (ground)", "7up",
    "Ben & Jerry's", "kiwi, lime and tea", "Some rice please", "50% off", "no. 5", "Käse", "りんご",
    "cans",
    "opener for cans", "Total: about",
  ]
  private static let styles = ["en_US", "de_DE", "fr_FR", "de_CH", "sv_SE", "hu_HU", "ja_JP"]
  private static let currencies = ["USD", "EUR", "CHF", "SEK", "JPY", "GBP", "KWD"]

  private static func quantity(_ rng: inout SplitMix64) -> (Quantity, pack: Quantity?) {
    let unit = Unit.allCases[Int(rng.next() % UInt64(Unit.allCases.count))]
    let amount = [1000, 3000, 500, 12_000, 1250][Int(rng.next() % 5)]
    guard unit.isMeasure, rng.next() % 2 == 0 else {
      return (Quantity(thousandths: amount, unit: unit), nil)
    }
    return (
      Quantity(thousandths: amount * 6, unit: unit), Quantity(thousandths: amount, unit: unit)
    )
  }

  @Test func `what is mailed reads back the same`() throws {
    var rng = SplitMix64(seed: 7)
    for locale in Self.styles {
      for code in Self.currencies {
        let style = NumberStyle(locale: locale)
        let currency = try #require(Currency(code: code))
        let rows = Self.names.map { name in
          let (quantity, pack) = Self.quantity(&rng)
          let cost = rng.next() % 4 == 0 ? nil : Int(rng.next() % 5000)
          return MailLetter.Row(
            quantity: quantity, pack: pack, name: name,
            cost: cost.map { Money(minorUnits: $0, currency: currency) },
            isPicked: [nil, true, false][Int(rng.next() % 3)])
        }
        let text = rows.map { $0.text(style) + "\n" }.joined()
        let list = try PastedList.parse(
          text, currency: currency, numbers: style, isItem: { Self.names.contains($0) })
        #expect(list.entries.map(\.name) == Self.names, "\(text)")
        for (entry, row) in zip(list.entries, rows) {
          let said = "\(row.text(style)): \(entry)"
          #expect(entry.quantity == row.quantity && entry.pack == row.pack, "\(said)")
          #expect(entry.isPicked == row.isPicked, "\(said)")
          let item = Item(
            id: Item.ID(1), name: row.name, price: entry.price, per: entry.per ?? .one,
            pack: entry.pack)
          #expect(item.cost(of: row.quantity) == row.cost, "\(said)")
        }
      }
    }
  }

  @Test(arguments: ["Don’t forget the coupons", "Please hurry, Ben", "Back at 6, love you\nAnn"])
  func `the note of a mailed list is none of its things`(_ note: String) throws {
    let rows = "[ ] 2 Milk – $2.58\n[ ] 1 Bread – unknown\n\n"
    let sum = "Total: about $2.58; 1 price is not known.\n"
    let list = try PastedList.parse("\(note)\n\n\(rows)\(sum)", currency: .usd)
    #expect(list.entries.map(\.name) == ["Milk", "Bread"])
    // Not of a letter.
    let own = try PastedList.parse("tea\nsoap\n\nTotal: about $30\n", currency: .usd)
    #expect(own.entries.map(\.name) == ["tea", "soap"])
  }

  @Test func `the price of several is told from the sum of the line`() throws {
    func read(_ text: String) throws -> [String] {
      try PastedList.parse(text, currency: .usd, stores: ["Aldi"]).entries.map(
        PastedListTests.short)
    }
    #expect(
      try read(
        "[ ] 3 Milk (Aldi) – $14.97\n[x] 2 kg Potatoes – $6.40\n> - 3 Tea (green) – $1.00\n\n"
          + "Total: about $22.37; 1 price is not known.\n") == [
          "Milk|3|4.99/1|!Aldi|[ ]", "Potatoes|2 kg|3.20/1 kg|[x]", "Tea (green)|3|1.00/3",
        ])
    // As other people write lists.
    #expect(try read("- 3 Milk - $1.50\nTea – $1.00") == ["Milk|3|1.50/1", "Tea|1.00"])
  }

  @Test func `a whole letter has the same cart`() throws {
    let shopper = TestApp(items: [])
    shopper.paste(
      "3 Milk @4.99 !Aldi\n6 x 330 ml Cola @0.80\n500 g Mince @9\nBread\n[x] 12 eggs 3.49")
    shopper.press("enter")
    let cart = shopper.cart
    let items = shopper.shared.items.inNameOrder
    let letter = MailLetter.list(shopper.shared, note: "", style: .english)
    let other = TestApp(items: [])
    other.paste("Tea !Aldi")
    other.press("enter", "2", "d")
    other.paste(letter.text)
    other.press("enter")
    #expect(other.cart == cart)
    for item in items {
      let line = try #require(shopper.shared.cart.lines(of: item.id).first)
      let read = try #require(other.item(item.name))
      #expect(read.cost(of: line.quantity) == item.cost(of: line.quantity), "\(item.name)")
    }
    // And changes nothing where it came from.
    shopper.paste(letter.text)
    shopper.press("enter")
    #expect(shopper.item("Milk")?.price == Money(minorUnits: 499, currency: .usd))
  }

  @Test func `an order that was mailed has no more things than its lines`() throws {
    let line = Order.Line(
      item: Item.ID(1), name: "Milk", category: "", quantity: Quantity(2),
      cost: Money(minorUnits: 300, currency: .usd))
    let order = Order(
      id: Order.ID(1), number: 1, name: "Ann", address: "1 Road", store: "Aldi",
      note: "ring twice\nsecond floor", placedAt: 0, lines: [line])
    let letter = MailLetter.order(order, in: SharedState(), style: .english, note: "thanks").text
    let quoted = letter.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "> " + $0 }.joined(separator: "\n")
    for text in [letter, quoted, "From: ann@a.example\nSubject: Order 1 for Ann\n\n" + letter] {
      let list = try PastedList.parse(text, currency: .usd)
      #expect(list.entries.map(PastedListTests.short) == ["Milk|2|1.50/1"], "\(text)")
      #expect(list.talk.map(\.name).contains("ring twice"))
    }
    // Without the sum of a mail a line above others is what it was.
    let note = try PastedList.parse("For: Ann\nmilk\neggs", currency: .usd)
    #expect(note.entries.map(\.name) == ["milk", "eggs"])
  }
}
