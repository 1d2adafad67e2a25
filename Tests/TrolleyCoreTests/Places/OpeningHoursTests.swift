import Testing

@testable import TrolleyModel

/// Opening hours as people write them in OpenStreetMap.
@Suite struct OpeningHoursTests {
  /// The minute of the week for `Mo 08:00`.
  private static func minute(_ text: String) throws -> Int {
    let parts = text.split(separator: " ")
    let day = try #require(OpeningHours.days.firstIndex(of: String(parts[0])))
    let time = parts[1].split(separator: ":").compactMap { Int($0) }
    return day * 1440 + time[0] * 60 + time[1]
  }

  @Test(arguments: [
    ("24/7", "We 03:00", "open around the clock"),
    ("Mo-Su 00:00-24:00", "Su 23:59", "open around the clock"),
    ("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "Mo 08:00", "open until 20:00"),
    ("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "Mo 07:59", "closed, opens 08:00"),
    ("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "Fr 19:59", "open until 20:00"),
    ("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "Fr 20:00", "closed, opens Sa 08:00"),
    ("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "Sa 18:00", "closed, opens Mo 08:00"),
    ("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off", "Su 12:00", "closed, opens Mo 08:00"),
    ("Mo-Su 08:00-24:00", "Tu 23:00", "open until 24:00"),
    ("Mo-Su 08:00-24:00", "Tu 00:30", "closed, opens 08:00"),
    ("Mo-Su 22:00-02:00", "Mo 23:00", "open until 02:00"),
    ("Mo-Su 22:00-02:00", "Tu 01:59", "open until 02:00"),
    ("Mo-Su 22:00-02:00", "Tu 02:00", "closed, opens 22:00"),
    ("Su 20:00-04:00", "Su 23:00", "open until 04:00"),
    ("Su 20:00-04:00", "Mo 03:00", "open until 04:00"),
    ("Su 20:00-04:00", "Mo 04:00", "closed, opens Su 20:00"),
    ("Fr,Sa 20:00-26:00", "Sa 01:00", "open until 02:00"),
    ("09:00-12:00,14:00-18:00", "Th 13:00", "closed, opens 14:00"),
    ("Mo-Fr 09:00-12:00, 14:00-18:00", "Th 11:00", "open until 12:00"),
    ("Mo-Fr 09:00-12:00, Sa 10:00-14:00", "Sa 11:00", "open until 14:00"),
    ("Mo-Fr 09:00-18:00, We 19:00-21:00", "We 20:00", "open until 21:00"),
    ("Mo-Fr 09:00-18:00; We 09:00-12:00", "We 13:00", "closed, opens Th 09:00"),
    ("Sa-Mo 10:00-12:00", "Su 11:00", "open until 12:00"),
    ("mo-fr 8:00-20:00", "Mo 08:00", "open until 20:00"),
    ("Mo–Fr 08:00–20:00;", "Mo 08:00", "open until 20:00"),
    ("Mo-Fr: 08:00-20:00", "Mo 08:00", "open until 20:00"),
    ("Mo-Sa 08:00-20:00; Su closed", "Su 09:00", "closed, opens Mo 08:00"),
    ("Mo-We,Fr 08:00-20:00", "Th 09:00", "closed, opens Fr 08:00"),
    ("Mo-Fr 08:00-20:00 open", "Fr 09:00", "open until 20:00"),
    ("Mo-Sa", "Su 09:00", "closed, opens Mo 00:00"), ("off", "Su 09:00", "closed"),
    ("Mo-Fr 00:00-24:00", "We 09:00", "open until Sa 00:00"),
    ("Mo-Su,PH 07:00-22:00", "Su 21:00", "open until 22:00"),
  ]) func theCommonOnesAreUnderstood(_ text: String, _ now: String, _ words: String) throws {
    let hours = try #require(OpeningHours(text))
    #expect(hours.words(at: try Self.minute(now), style: .dayFirst) == words)
  }

  @Test func `hours are counted twice where people do so`() throws {
    let style = DateStyle(locale: "en_US")
    let hours = try #require(OpeningHours("Mo-Fr 10:30-20:00; Sa 12:00-24:00; Su off"))
    #expect(
      hours.table(style) == [
        "Mo–Fr 10:30\u{A0}am–8:00\u{A0}pm", "Sa 12:00\u{A0}pm–midnight", "Su closed",
      ])
    #expect(
      hours.words(at: try Self.minute("Su 09:00"), style: style)
        == "closed, opens Mo 10:30\u{A0}am")
    #expect(hours.words(at: try Self.minute("Sa 13:00"), style: style) == "open until midnight")
  }

  @Test(arguments: [
    "", " ", ";", "Mo", "sunrise-sunset", "Mo-Fr sunrise-20:00", "Apr-Oct 08:00-20:00",
    "Mo-Fr 08:00+", "Mo-Fr 08:00", "Mo[1] 08:00-12:00", "week 1-20 Mo 08:00-12:00",
    "Mo-Fr 08:00-20:00 \"by appointment\"", "Mo-Fr 08:00-20:00 || \"call us\"", "by appointment",
    "Mo-Fr 25:00-26:00", "Mo-Fr 08:60-20:00", "Mo-Fr 8-20", "2026 Mo-Fr 08:00-20:00", "Dec 24 off",
    "Mo-Fr 08:00-20:00 unknown", "Mo-Fr 08:00-20:00,", "Mo- 08:00-20:00", "24/7 off", "easter off",
    "Mo-Fr 08:00-18:00 off", "Mo-Fr 10:00-60:00", "\u{202E}Mo-Fr 08:00-20:00", "08:00-20:00 Mo-Fr",
    "Mo-Fr 08:00 - 20:00 and Sa 10:00-12:00", "täglich 8-20 Uhr", "Mo-Fr 08:00-09:00/00:30",
  ]) func whatGoesBeyondItIsLeftAsItIs(_ text: String) {
    #expect((OpeningHours(text) == nil) == (text != "Mo"))
  }

  @Test func nothingIsTooLongToRefuse() {
    let long = Array(repeating: "Mo 08:00-09:00", count: 2000).joined(separator: "; ")
    #expect(OpeningHours(long) == nil)
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "Mo", "-", ",", ";", "08:00", "24/7", "off", "PH", " ", ":", "\"", "48:00", "0", "Su",
    ]
    for _ in 0..<3000 {
      let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let hours = OpeningHours(text) else { continue }
      for minute in stride(from: -5000, to: 15_000, by: 977) { check(hours, at: minute, text) }
    }
  }

  /// What must hold for all hours at all times.
  private func check(_ hours: OpeningHours, at minute: Int, _ text: String) {
    let now = ((minute % 10_080) + 10_080) % 10_080
    let isOpen = hours.spans.contains { $0.contains(now) }
    switch hours.status(at: minute) {
    case .alwaysOpen: #expect(hours.isAlwaysOpen, "\(text)")
    case .neverOpen: #expect(hours.spans.isEmpty, "\(text)")
    case .open(let minutes, let until):
      #expect(isOpen && minutes > 0 && (now + minutes) % 10_080 == until, "\(text)")
      #expect(!hours.spans.contains { $0.contains(until) }, "\(text)")
    case .closed(let minutes, let opens):
      #expect(!isOpen && minutes > 0 && (now + minutes) % 10_080 == opens, "\(text)")
      #expect(hours.spans.contains { $0.contains(opens) }, "\(text)")
    }
    #expect(!hours.table(.dayFirst).isEmpty)
    for (a, b) in zip(hours.spans, hours.spans.dropFirst()) {
      #expect(a.upperBound < b.lowerBound, "\(text)")
    }
  }

  @Test func holidaysAreNamed() throws {
    #expect(try #require(OpeningHours("Mo-Sa 08:00-20:00; PH off")).namesHolidays)
    #expect(try #require(OpeningHours("Mo-Sa 08:00-20:00; SH 10:00-12:00")).namesHolidays)
    #expect(try !#require(OpeningHours("Mo-Sa 08:00-20:00")).namesHolidays)
  }

  @Test func aTableGroupsDays() throws {
    #expect(
      try #require(OpeningHours("Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su off")).table(.dayFirst)
        == ["Mo–Fr 08:00–20:00", "Sa 08:00–18:00", "Su closed"])
    #expect(
      try #require(OpeningHours("Mo-Su 18:00-02:00; We off")).table(.dayFirst)
        == ["Mo–Tu 18:00–02:00", "We closed", "Th–Su 18:00–02:00"])
    #expect(
      try #require(OpeningHours("Mo-Fr 09:00-12:00,14:00-24:00")).table(.dayFirst)
        == ["Mo–Fr 09:00–12:00, 14:00–24:00", "Sa–Su closed"])
    #expect(try #require(OpeningHours("24/7")).table(.dayFirst) == ["around the clock"])
  }

  @Test func aMomentIsAMinuteOfThePersonsWeek() {
    // 14 March 2026 was a Saturday; 23:30 in London is Sunday 0:30 in Berlin.
    let evening = 1_773_484_920 - (10 * 60 + 42) * 60 + (23 * 60 + 30) * 60
    #expect(OpeningHours.minuteOfWeek(evening, offset: 0) == 5 * 1440 + 23 * 60 + 30)
    #expect(OpeningHours.minuteOfWeek(evening, offset: 3600) == 6 * 1440 + 30)
    #expect(OpeningHours.minuteOfWeek(0, offset: 0) == 3 * 1440)
    #expect(OpeningHours.minuteOfWeek(-1, offset: 0) == 3 * 1440 - 1)
  }
}
