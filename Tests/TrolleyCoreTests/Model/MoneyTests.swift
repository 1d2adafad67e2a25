import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@Suite struct MoneyTests {
  private func cents(_ text: String, _ code: String = "USD") -> Int? {
    Currency(code: code).flatMap { Money(decimal: text, currency: $0)?.minorUnits }
  }

  @Test func pricesAreReadAsPeopleWriteThem() {
    for (text, minor) in [
      ("2.5", 250), ("2,50", 250), ("$2.50", 250), ("2.50 $", 250), ("2.50 USD", 250), (" 2 ", 200),
      (".5", 50), ("2.", 200), ("0", 0), ("2.500", 250), ("USD 3", 300),
    ] {
      #expect(cents(text) == minor, "\(text)")
    }
  }

  @Test func whatIsNoPriceIsRefused() {
    for text in ["", " ", ".", "-1", "+1", "2.505", "1.2.3", "1e3", "two", "1 2", "٣", "$", "∞"] {
      #expect(cents(text) == nil, "\(text)")
    }
  }

  @Test func theLimitHolds() {
    #expect(cents("10000000000.00") == Money.limit)
    #expect(cents("10000000000.01") == nil)
    #expect(cents(String(repeating: "9", count: 400)) == nil)
    #expect(cents("0." + String(repeating: "0", count: 400)) == 0)
  }

  @Test func eachCurrencyHasItsOwnDecimals() {
    #expect(cents("12", "JPY") == 12)
    #expect(cents("12.5", "JPY") == nil)
    #expect(cents("12.50", "JPY") == nil)
    #expect(cents("12.00", "JPY") == 12)
    #expect(cents("1.234", "KWD") == 1234)
    #expect(cents("1.2345", "KWD") == nil)
  }

  @Test func whatIsWrittenIsReadAgain() {
    for code in ["USD", "JPY", "KWD", "PLN"] {
      guard let currency = Currency(code: code) else { continue }
      for minor in [0, 1, 9, 10, 99, 100, 101, 999, 1000, 123_456_789, Money.limit] {
        let money = Money(minorUnits: minor, currency: currency)
        #expect(Money(decimal: money.decimal, currency: currency) == money)
      }
    }
    #expect(Money(minorUnits: -5, currency: .usd).decimal == "-0.05")
  }

  @Test func aCurrencyIsThreeLetters() {
    #expect(Currency(code: "eur") == .eur)
    for code in ["", "EU", "EURO", "E1R", "€€€", "ÉUR"] { #expect(Currency(code: code) == nil) }
  }
}

@Suite struct QuantityTests {
  @Test func sumsAreExactOrThereIsNone() {
    #expect(
      Quantity(500, .gram).adding(Quantity(thousandths: 500, unit: .kilogram))
        == Quantity(1, .kilogram))
    #expect(
      Quantity(100, .gram).adding(Quantity(thousandths: 500, unit: .kilogram))?.text == "600 g")
    #expect(Quantity(1, .kilogram).adding(Quantity(250, .gram))?.text == "1.25 kg")
    #expect(Quantity(1, .pound).adding(Quantity(1, .ounce)) == Quantity(17, .ounce))
    #expect(Quantity(2, .dozen).adding(.one) == Quantity(25, .piece))
    #expect(Quantity(1, .bag).adding(Quantity(1, .box)) == nil)
    #expect(Quantity(1, .bag).adding(Quantity(2, .bag)) == Quantity(3, .bag))
    #expect(Quantity.one.adding(Quantity(1, .gram)) == nil)
  }

  @Test func addingAndTakingBackIsNothing() {
    for seed in UInt64(1)...300 {
      var rng = SplitMix64(seed: seed)
      let a = Quantity(
        thousandths: Int.random(in: 1...5_000_000, using: &rng),
        unit: rng.pick(TrolleyModel.Unit.allCases))
      let b = Quantity(
        thousandths: Int.random(in: 1...5_000_000, using: &rng),
        unit: rng.pick(TrolleyModel.Unit.allCases.filter { $0.addsUp(with: a.unit) }))
      guard let sum = a.adding(b) else { continue }
      let back = sum.adding(-b)
      #expect(back?.converted(to: a.unit) == a, "seed \(seed): \(a.text) + \(b.text)")
    }
  }

  @Test func noSumIsBeyondTheLimit() {
    let most = Quantity(thousandths: Quantity.limit, unit: .piece)
    #expect(most.adding(.one) == nil)
    #expect(most.adding(-.one) != nil)
    #expect(Quantity(thousandths: .max / 2, unit: .kilogram).converted(to: .milligram) == nil)
  }

  @Test func theNumberIsShort() {
    #expect(Quantity(thousandths: 1500, unit: .piece).number == "1.5")
    #expect(Quantity(thousandths: 1, unit: .piece).number == "0.001")
    #expect(Quantity(thousandths: -250, unit: .gram).text == "-0.25 g")
    #expect(Quantity(20).text == "20")
  }

  @Test func piecesAreCountedAndWhatIsWeighedIsOne() {
    #expect(Quantity(5).pieces(pack: nil) == 5)
    #expect(Quantity(thousandths: 2500, unit: .piece).pieces(pack: nil) == 3)
    #expect(Quantity(2, .dozen).pieces(pack: nil) == 24)
    #expect(Quantity(3, .bottle).pieces(pack: nil) == 3)
    #expect(Quantity(750, .gram).pieces(pack: nil) == 1)
  }
}

@Suite struct CostTests {
  private func cost(_ price: Int, per: Quantity, _ quantity: Quantity) -> Int? {
    SampleItems.item(1, "Thing", "", price, per: per).cost(of: quantity)?.minorUnits
  }

  @Test func costsAreRoundedHalfUp() {
    #expect(cost(100, per: Quantity(3), Quantity(1)) == 33)
    #expect(cost(200, per: Quantity(3), Quantity(1)) == 67)
    #expect(cost(1, per: Quantity(2), Quantity(1)) == 1)
    #expect(cost(180, per: Quantity(500, .gram), Quantity(1, .kilogram)) == 360)
    #expect(cost(12, per: Quantity(1, .dozen), Quantity(1)) == 1)
  }

  /// A pound is 453.59237 g by definition; the sum is rounded once.
  @Test func poundsAndKilogramsAreConvertedExactly() {
    let (kilo, pound) = (Quantity(1, .kilogram), Quantity(1, .pound))
    #expect(cost(1000, per: kilo, pound) == 454)
    #expect(cost(1000, per: kilo, Quantity(2, .pound)) == 907)
    #expect(cost(1000, per: kilo, Quantity(8, .ounce)) == 227)
    #expect(cost(200, per: pound, kilo) == 441)
    #expect(cost(100, per: Quantity(100, .gram), Quantity(1, .ounce)) == 28)
    #expect(cost(99, per: pound, Quantity(500, .gram)) == 109)
    #expect(cost(100, per: Quantity(1, .milligram), Quantity(thousandths: 1, unit: .ounce)) == 2835)
    #expect(cost(1, per: kilo, Quantity(1_000_000, .pound)) == 453_592)
    #expect(cost(Money.limit, per: kilo, Quantity(2, .pound)) != nil)
    // There and back is the same number of pennies.
    for pennies in [1, 3, 17, 250, 99_999] {
      let perPound = Quantity(thousandths: 453_592_370, unit: .milligram)
      #expect(cost(pennies, per: pound, perPound) == pennies)
    }
    let item = SampleItems.item(1, "Beans", "", 320, per: kilo)
    #expect(item.whyNotCounted(pound, in: .usd) == nil)
    #expect(item.whyNotCounted(Quantity(1, .litre), in: .usd) == "the price is for 1 kg")
  }

  @Test func aWeightInPoundsCountsInTheSumOfTheCart() {
    let shopper = TestApp(items: [])
    shopper.press("a")
    shopper.type("beans @3.20/kg")
    shopper.press("enter")
    shopper.type("2 lb beans")
    shopper.press("enter")
    #expect(shopper.cart == ["1 kg beans", "2 lb beans"])
    // 3.20 and 2.90.
    #expect(shopper.state.totalInWords == "about $6.10")
    #expect(shopper.brokenRule == nil)
  }

  /// How much a cup or a fluid ounce is differs by country.
  @Test(arguments: [Unit.fluidOunce, .cup, .pint, .teaspoon, .pack, .piece])
  func whatHasNoOneDefinitionIsNotConverted(_ unit: Unit) {
    #expect(cost(100, per: Quantity(1, .litre), Quantity(1, unit)) == nil)
    #expect(cost(100, per: Quantity(1, .pound), Quantity(1, unit)) == nil)
  }

  @Test func whatDoesNotAddUpCostsNobodyKnowsWhat() {
    #expect(cost(100, per: .one, Quantity(1, .kilogram)) == nil)
    #expect(SampleItems.salt.cost(of: .one) == nil)
    #expect(cost(100, per: Quantity(thousandths: 0, unit: .piece), .one) == nil)
  }

  @Test func theDearestCartThereCanBeIsStillAddedUp() {
    let limit = Quantity(thousandths: Quantity.limit, unit: .piece)
    let items = (1...50).map { at in
      var item = SampleItems.item(UInt64(at), "Thing \(at)", "Things", 1, per: limit)
      item.price = Money(minorUnits: at % 2 == 0 ? Money.limit : Money.limit / 7, currency: .usd)
      item.per = at % 3 == 0 ? .one : limit
      return item
    }
    let shopper = TestApp(items: items)
    shopper.perform(.markAll, .toggle, .markAll, .increase, .markAll, .increase)
    for item in items.prefix(20) {
      shopper.focus(item.name)
      shopper.press("e")
      shopper.send(.pressedField(4))
      shopper.press("ctrl-u")
      shopper.type("1000000")
      shopper.press("ctrl-s")
    }
    #expect(shopper.shared.cart.count == 50)
    #expect(shopper.brokenRule == nil)
  }

  @Test(arguments: [
    ("EUR", "EUR"), ("eur", "EUR"), ("€", "EUR"), ("euro", "EUR"), (" Euros ", "EUR"), ("$", "USD"),
    ("US dollar", "USD"), ("pound", "GBP"), ("British pounds", "GBP"), ("Irish pound", nil),
    ("£", "GBP"), ("yen", "JPY"), ("YEN", "JPY"), ("¥", "JPY"), ("zł", "PLN"),
    ("Swiss francs", "CHF"), ("DEM", "DEM"), ("kr", nil), ("dollars", nil), ("", nil),
    ("coins", nil),
  ])
  func `a currency is known by its code, its symbol or its name`(_ text: String, _ code: String?) {
    #expect(CurrencyNames.currency(text)?.code == code)
  }
}
