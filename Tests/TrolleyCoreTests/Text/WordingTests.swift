import Testing

@testable import TrolleyModel

@Suite struct WordingTests {
  @Test(arguments: [
    (1240, "USD", "en_US", "$12.40"), (1240, "EUR", "de_DE.UTF-8", "12,40\u{A0}€"),
    (123_456_789, "EUR", "de_DE", "1.234.567,89\u{A0}€"), (999_999, "USD", "en_GB", "$9,999.99"),
    (1_000_000, "USD", "en", "$10,000.00"), (1200, "JPY", "ja_JP", "¥1,200"),
    (120_000, "JPY", "ja-JP", "¥120,000"), (1240, "CHF", "en_US", "Fr.\u{A0}12.40"),
    (123_456_789, "CHF", "de_CH", "Fr.\u{A0}1’234’567.89"), (-500, "USD", "C", "-$5.00"),
    (-500, "EUR", "fr_FR", "-5,00\u{A0}€"), (1_234_500, "PLN", "pl_PL", "12\u{A0}345,00\u{A0}zł"),
    (1250, "KWD", "en", "KWD\u{A0}1.250"), (5, "USD", "xx", "$0.05"), (5, "USD", "", "$0.05"),
  ]) func money(_ minor: Int, _ code: String, _ locale: String, _ text: String) throws {
    let money = Money(minorUnits: minor, currency: try #require(Currency(code: code)))
    #expect(Wording.money(money, style: NumberStyle(locale: locale)) == text)
  }

  @Test func `a price of many grams or millilitres is for kilos or litres`() {
    let price = Money(minorUnits: 480, currency: .usd)
    #expect(Wording.price(price, per: Quantity(1980, .millilitre)) == "$4.80/1.98l")
    #expect(Wording.unit(Quantity(2500, .gram)) == "2.5 kg")
    #expect(Wording.price(price, per: Quantity(400, .gram)) == "$4.80/400g")
    #expect(Wording.price(price, per: Quantity(1000, .gram)) == "$4.80/1000g")
  }

  @Test func counts() {
    #expect(Wording.count(1, "item") == "1 item")
    #expect(Wording.count(0, "item") == "0 items")
    #expect(Wording.count(2, "box", "boxes") == "2 boxes")
  }

  @Test func relativeTime() {
    let noon = 1_714_737_600  // 2024-05-03T12:00:00Z
    #expect(Wording.iso8601(noon) == "2024-05-03T12:00:00Z")
    for (age, text) in [
      (0, "just now"), (-30, "just now"), (59, "just now"), (60, "1 minute ago"),
      (150, "2 minutes ago"), (3600, "1 hour ago"), (11 * 3600, "11 hours ago"),
      (13 * 3600, "yesterday"), (40 * 3600, "2 days ago"), (6 * 86_400, "6 days ago"),
      (7 * 86_400, "26 April"), (400 * 86_400, "30 March 2023"), (-86_400, "4 May"),
    ] {
      #expect(Wording.ago(noon - age, now: noon, style: .dayFirst) == text)
    }
    #expect(
      Wording.ago(noon - 13 * 3600, now: noon, offset: 2 * 3600, style: .dayFirst) == "13 hours ago"
    )
    #expect(Wording.ago(.min, now: .max, style: .dayFirst) == "2 January 0")
    #expect(Wording.clock(noon, offset: -5 * 3600 - 1800, style: .dayFirst) == "06:30")
    #expect(Wording.day(noon, offset: 13 * 3600) == "2024-05-04")
  }

  @Test(arguments: [
    ("en_US", "May 3, 2024", "May 3", "2:05\u{A0}pm"),
    ("en", "May 3, 2024", "May 3", "2:05\u{A0}pm"),
    ("en_GB", "3 May 2024", "3 May", "14:05"), ("en_AU", "3 May 2024", "3 May", "2:05\u{A0}pm"),
    ("de_DE.UTF-8", "3 May 2024", "3 May", "14:05"), ("fr_CA", "3 May 2024", "3 May", "14:05"),
    ("ja_JP", "2024 May 3", "May 3", "14:05"), ("ko_KR", "2024 May 3", "May 3", "2:05\u{A0}pm"),
    ("hu", "2024 May 3", "May 3", "14:05"), ("C", "3 May 2024", "3 May", "14:05"),
    ("", "3 May 2024", "3 May", "14:05"),
  ])
  func `dates and times are written as where one lives`(
    _ locale: String, _ date: String, _ short: String, _ time: String
  ) {
    let style = DateStyle(locale: locale)
    let moment = 1_714_737_600 + 2 * 3600 + 300
    #expect(Wording.date(moment, style: style) == date)
    #expect(Wording.date(moment, now: moment, style: style) == short)
    #expect(Wording.ago(moment, now: moment + 30 * 86_400, style: style) == short)
    #expect(Wording.clock(moment, style: style) == time)
  }

  @Test func `the hours are counted twice from midnight and from noon`() {
    let style = DateStyle(locale: "en_US")
    let hours = [0, 1, 11, 12, 13, 23].map { Wording.clock($0 * 3600, style: style) }
    #expect(
      hours.map { $0.filter { $0 != "\u{A0}" } } == [
        "12:00am", "1:00am", "11:00am", "12:00pm", "1:00pm", "11:00pm",
      ])
  }

  @Test func calendar() {
    #expect(Wording.iso8601(0) == "1970-01-01T00:00:00Z")
    #expect(Wording.iso8601(-1) == "1969-12-31T23:59:59Z")
    #expect(Wording.iso8601(951_782_400) == "2000-02-29T00:00:00Z")
    #expect(Wording.iso8601(4_107_542_399) == "2100-02-28T23:59:59Z")
    #expect(Wording.iso8601(253_402_300_799).hasPrefix("9999-12-31"))
    // Each day of 800 years follows the one before.
    var last = CivilTime(-86_400 * 146_098)
    for day in -146_097...146_097 {
      let time = CivilTime(day * 86_400)
      let isNext =
        time.year == last.year && time.month == last.month && time.dayOfMonth == last.dayOfMonth + 1
        || time.dayOfMonth == 1 && last.dayOfMonth >= 28
      guard isNext, time.day == day else {
        Issue.record("day \(day)")
        return
      }
      last = time
    }
  }
}
