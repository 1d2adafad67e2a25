import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// The total of the cart in the line below the page, at every width.
@Suite struct MeasuredTotalTests {
  private struct Mixture {
    var known: [Int]
    var noPrice = 0
    var otherUnit = 0
    var otherCurrency = 0
  }

  private static let mixtures = [[], [129], [99_999_900, 129]].flatMap { known in
    (0..<8).flatMap { kinds in
      [1, 12].map { count in
        Mixture(
          known: known, noPrice: kinds & 1 == 0 ? 0 : count,
          otherUnit: kinds & 2 == 0 ? 0 : count, otherCurrency: kinds & 4 == 0 ? 0 : count)
      }
    }
  }

  private static let widths = Array(20...44) + Array(stride(from: 47, through: 132, by: 5))

  private func shopper(
    _ mixture: Mixture, _ code: String, budget: Int?, locale: String = ""
  ) throws -> TestApp {
    let currency = try #require(Currency(code: code))
    let other = code == "USD" ? Currency.eur : .usd
    func items(_ count: Int, _ price: Money?, per: Quantity = .one) -> [Item] {
      (0..<count).map { _ in Item(id: Item.ID(0), name: "", price: price, per: per, addedAt: 1) }
    }
    var all = mixture.known.flatMap { items(1, Money(minorUnits: $0, currency: currency)) }
    all += items(mixture.noPrice, nil)
    all += items(
      mixture.otherUnit, Money(minorUnits: 5, currency: currency), per: Quantity(1, .kilogram))
    all += items(mixture.otherCurrency, Money(minorUnits: 5, currency: other))
    let named = all.enumerated().map { at, item in
      var item = item
      item.id = Item.ID(UInt64(at + 1))
      item.name = "Thing \(at)"
      return item
    }
    let lines = named.enumerated().map { at, item in
      CartLine(id: CartLine.ID(UInt64(at + 1)), item: item.id, quantity: .one, rank: at)
    }
    let journal = MemoryJournal()
    var events: [Event] = [.seeded, .settingChanged(.currency, from: "USD", to: code)]
    if let budget {
      events.append(.settingChanged(.budget, from: "", to: "\(budget)"))
    }
    events += [.itemsAdded(named), .linesAdded(lines)]
    journal.append(Step(replica: ReplicaID(1), number: 0, time: 1, events: events))
    var preferences = Preferences()
    preferences.locale = locale
    return TestApp(sharing: journal, replica: ReplicaID(0xABCD), preferences: preferences)
  }

  @Test(arguments: MeasuredColumnsTests.currencies, [nil, 1])
  func `the sum and its words are never cut`(_ code: String, _ budget: Int?) throws {
    for mixture in Self.mixtures
    where !mixture.known.isEmpty || mixture.noPrice + mixture.otherUnit + mixture.otherCurrency > 0
    {
      let shopper = try shopper(mixture, code, budget: budget)
      let texts = shopper.state.totals
      let sum = Wording.money(
        Money(minorUnits: shopper.shared.summary.known, currency: shopper.shared.currency),
        style: shopper.session.style)
      for width in Self.widths {
        shopper.resize(Size(width: width, height: 12))
        let row = shopper.canvas.rows[shopper.session.layout.summaryLine]
        // The longest that the row shows, as a whole.
        let shown = texts.first { text in
          guard let range = row.range(of: text) else { return false }
          let rest = row[range.upperBound...]
          return rest.isEmpty || rest.hasPrefix(" ")
        }
        #expect(shown != nil, "\(width) \(mixture): \(row)")
        #expect(mixture.known.isEmpty || row.contains(sum), "\(width) \(mixture): \(row)")
        #expect(!row.contains("…"), "\(width) \(mixture): \(row)")
        #expect(width < 60 || row.hasSuffix("picked"), "\(width) \(mixture): \(row)")
      }
    }
  }

  /// Where the sum and its words are long, it is still said what it is over.
  @Test func `an amount over the budget says so in full at 80 columns`() throws {
    let mixture = Mixture(known: [370_698], noPrice: 1, otherCurrency: 1)
    let shopper = try shopper(mixture, "EUR", budget: 10, locale: "de_DE")
    let row = shopper.canvas.rows[shopper.session.layout.summaryLine]
    #expect(row.contains("3.706,98\u{A0}€ + 2 not counted — over budget"), "\(row)")
  }

  @Test func `a budget that is reached exactly is not over`() throws {
    let mixture = Mixture(known: [1000])
    let shopper = try shopper(mixture, "USD", budget: 10)
    let row = shopper.canvas.rows[shopper.session.layout.summaryLine]
    #expect(row.contains(" of $10.00") && !row.contains("over"), "\(row)")
  }

  @Test func `the words become fewer step by step`() throws {
    let mixture = Mixture(known: [780], noPrice: 2, otherUnit: 1, otherCurrency: 3)
    let texts = try shopper(mixture, "USD", budget: nil).state.totals
    #expect(
      texts == [
        "about $7.80 + 2 without a price + 1 with a price for another unit + 3 in another currency",
        "about $7.80 + 2 no price + 1 other unit + 3 other currency",
        "about $7.80 + 6 not counted", "$7.80 + 6 not counted", "$7.80 + 6", "$7.80",
      ])
  }
}
