/// The opening hours of a shop: the common part of OpenStreetMap's `opening_hours`. Anything beyond
/// it (months, weeks, sunrise, conditions in words) gives nil and is shown verbatim: no claim is
/// derived from text that was not understood.
public struct OpeningHours: Equatable, Sendable {
  /// Minutes of the week from Monday 0:00, half-open, sorted and never touching.
  public let spans: [Range<Int>]
  /// Whether there is a rule for holidays. Their dates are not known here.
  public let namesHolidays: Bool

  static let day = 1440
  static let week = 7 * day
  /// In bytes. Longer text may have been truncated, and a missing rule could reverse the meaning.
  static let longestText = 190

  init(spans: [Range<Int>], namesHolidays: Bool) {
    self.spans = spans
    self.namesHolidays = namesHolidays
  }

  /// Whether it never closes.
  public var isAlwaysOpen: Bool { spans == [0..<Self.week] }

  // MARK: The status now

  public enum Status: Equatable, Sendable {
    case alwaysOpen
    /// Minutes from now until it closes, and the minute of the week of closing.
    case open(minutes: Int, until: Int)
    case closed(minutes: Int, opens: Int)
    /// At no time in the week.
    case neverOpen
  }

  /// - Parameter minute: the local minute of the week, from Monday 0:00.
  public func status(at minute: Int) -> Status {
    guard !spans.isEmpty else { return .neverOpen }
    if isAlwaysOpen { return .alwaysOpen }
    let now = ((minute % Self.week) + Self.week) % Self.week
    if let span = spans.first(where: { $0.contains(now) }) {
      var end = span.upperBound
      // After Sunday midnight the week continues with Monday.
      if end == Self.week, let first = spans.first, first.lowerBound == 0 {
        end += first.upperBound
      }
      return .open(minutes: end - now, until: end % Self.week)
    }
    let next = spans.first { $0.lowerBound > now }?.lowerBound ?? spans[0].lowerBound + Self.week
    return .closed(minutes: next - now, opens: next % Self.week)
  }

  /// The minute of the week of a moment, when local time is `offset` seconds ahead of UTC.
  public static func minuteOfWeek(_ seconds: Int, offset: Int) -> Int {
    let time = CivilTime(seconds, offset: offset)
    // 1 January 1970 was a Thursday.
    let weekday = (((time.day + 3) % 7) + 7) % 7
    return weekday * day + time.hour * 60 + time.minute
  }

  /// "open until 20:00", "closed, opens Mo 08:00".
  public func words(at minute: Int, style: DateStyle) -> String {
    let now = ((minute % Self.week) + Self.week) % Self.week
    switch status(at: minute) {
    case .alwaysOpen: return "open around the clock"
    case .neverOpen: return "closed"
    case .open(let minutes, let until):
      return "open until " + Self.time(until, now: now, in: minutes, isEnd: true, style)
    case .closed(let minutes, let opens):
      return "closed, opens " + Self.time(opens, now: now, in: minutes, isEnd: false, style)
    }
  }

  /// Names the day only when the time alone would be ambiguous.
  private static func time(
    _ minute: Int, now: Int, in minutes: Int, isEnd: Bool, _ style: DateStyle
  ) -> String {
    let isToday = now % day + minutes < day
    // Midnight and the small hours after it still belong to this evening.
    let time = Wording.clock(minute: minute % day, style: style)
    if isToday || isEnd && minutes < day { return isEnd ? end(minute % day, style) : time }
    return OpeningHours.days[minute / day] + " " + time
  }

  /// When it closes: midnight is the end of a day.
  private static func end(_ minute: Int, _ style: DateStyle) -> String {
    guard minute == 0 else { return Wording.clock(minute: minute, style: style) }
    return style.hasTwelveHours ? "midnight" : "24:00"
  }

  public static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// One line per group of days with the same hours: `Mo–Fr 08:00–20:00`.
  public func table(_ style: DateStyle) -> [String] {
    if isAlwaysOpen { return ["around the clock"] }
    let hours = (0..<7).map { day in Self.text(of: spans(beginningOn: day), style) }
    var lines: [String] = []
    var first = 0
    for day in 0..<7 where day == 6 || hours[day + 1] != hours[first] {
      let name = first == day ? Self.days[day] : Self.days[first] + "–" + Self.days[day]
      lines.append(name + " " + hours[first])
      first = day + 1
    }
    return lines
  }

  private static func text(of spans: [Range<Int>], _ style: DateStyle) -> String {
    guard !spans.isEmpty else { return "closed" }
    return spans.map { span in
      Wording.clock(minute: span.lowerBound, style: style) + "–"
        + end(span.upperBound % day, style)
    }.joined(separator: ", ")
  }

  /// The spans that begin on a day, in minutes of that day. What continues past midnight began
  /// the day before.
  private func spans(beginningOn day: Int) -> [Range<Int>] {
    let start = day * Self.day
    return spans.compactMap { span in
      if span.lowerBound == 0, spans.last?.upperBound == Self.week, span.upperBound <= 360,
        spans.count > 1
      {
        return nil
      }
      guard span.lowerBound >= start, span.lowerBound < start + Self.day else { return nil }
      var end = span.upperBound
      if end == Self.week, let first = spans.first, first.lowerBound == 0,
        first.upperBound <= 360
      {
        end += first.upperBound
      }
      return span.lowerBound - start..<end - start
    }
  }
}
