import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Amounts of money that were written in one country and are read in another.
@Suite struct MoneyReadingTests {
  static let locales = [
    "en_US", "de_DE", "fr_FR", "de_CH", "de_AT", "en_IN", "nl_NL", "sv_SE", "pt_BR", "ja_JP",
  ]
  static let currencies = ["USD", "EUR", "CHF", "SEK", "INR", "JPY", "KRW", "KWD", "CAD", "BRL"]
  static let amounts = [5, 99, 357, 1497, 99_900, 123_450, 1_234_567, 123_456_789, 1_000_000_000]

  private static func everywhere(
    _ body: (_ money: Money, _ there: NumberStyle, _ here: NumberStyle) throws -> Void
  ) throws {
    for code in currencies {
      let currency = try #require(Currency(code: code))
      for there in locales {
        for here in locales {
          for amount in amounts {
            try body(
              Money(minorUnits: amount, currency: currency), NumberStyle(locale: there),
              NumberStyle(locale: here))
          }
        }
      }
    }
  }

  @Test func `a price that is printed anywhere is that price everywhere`() throws {
    try Self.everywhere { money, there, here in
      let text = Wording.money(money, style: there)
      let read = PriceText.parse(text, currency: money.currency, numbers: here)
      #expect(read?.money == money, "\(text) in \(here)")
    }
  }

  @Test func `what all of it costs stays that in a list from another country`() throws {
    try Self.everywhere { money, there, here in
      let row = MailLetter.Row(quantity: Quantity(3), name: "Milk", cost: money, isPicked: false)
      let cost = Wording.money(money, style: there)
      for text in [row.text(there), "[ ]  3  Milk  Dairy  \(cost)"] {
        let list = try PastedList.parse(text, currency: money.currency, numbers: here)
        let entry = try #require(list.entries.first)
        let item = Item(
          id: Item.ID(1), name: entry.name, price: entry.price, per: entry.per ?? .one)
        #expect(entry.name == "Milk", "\(text)")
        #expect(item.cost(of: Quantity(3)) == money, "\(text) in \(here)")
      }
    }
  }

  @Test(arguments: [
    ("de_DE", "[ ] 3 Milk – €3.57", "Milk|3|1.19/1|[ ]"),
    ("fr_FR", "[ ] 3 Milk – €3.57", "Milk|3|1.19/1|[ ]"),
    ("en_IE", "[ ] 3 Milch – 14,97 €", "Milch|3|4.99/1|[ ]"),
    ("en_US", "[ ] 1250 g Mehl – 3,57 €", "Mehl|1250 g|3.57/1250 g|[ ]"),
    ("de_DE", "[x] 1.5 kg Ham – €14.97", "Ham|1.5 kg|9.98/1 kg|[x]"),
    // As a person writes it.
    ("de_DE", "- 3 Milch – 3.57", "Milch|3|3.57/1"),
    ("de_DE", "- 3 Tee – €1.20/Stück", "Tee|3|1.20/1"),
  ]) func `a list that was mailed`(_ locale: String, _ line: String, _ expected: String) throws {
    let list = try PastedList.parse(line, currency: .eur, numbers: NumberStyle(locale: locale))
    #expect(list.entries.map(PastedListTests.short) == [expected])
  }

  /// Three digits behind a mark that groups here are thousands here.
  @Test(arguments: [
    ("de_DE", "TV €1.234", "TV|1234.00"), ("en_US", "TV €1,234", "TV|1234.00"),
    ("de_DE", "TV €1,234.50", "TV|1234.50"), ("en_US", "TV 1.234,50 €", "TV|1234.50"),
    ("de_DE", "TV €3.57", "TV|3.57"), ("en_US", "TV 3,57 €", "TV|3.57"),
    ("de_DE", "TV €1,23,456.50", "TV|123456.50"),
    ("de_DE", "TV €1,234", "TV €1,234|no: A price in EUR has at most 2 decimals."),
    ("en_US", "TV €1.234", "TV €1.234|no: A price in EUR has at most 2 decimals."),
  ]) func `a typed price`(_ locale: String, _ line: String, _ expected: String) {
    #expect(QuickAddTests.short(line, .eur, NumberStyle(locale: locale)) == expected)
  }

  @Test func `a currency is known by a symbol that no other has`() {
    for code in Currency.common {
      let currency = Currency(code: code)
      let symbol = currency?.symbol ?? ""
      let others = Currency.common.filter { Currency(code: $0)?.symbol == symbol }
      #expect(
        Currency(symbol: symbol) == (others.count == 1 && symbol != code ? currency : nil),
        "\(code)")
    }
  }
}
