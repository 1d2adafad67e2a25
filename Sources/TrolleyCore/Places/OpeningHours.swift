/// When a shop is open: the common part of OpenStreetMap's `opening_hours`. What is beyond it (months,
/// weeks, sunrise, conditions in words) is nil, and is shown as it is written: nothing is claimed from
/// what was not understood.
public struct OpeningHours: Equatable, Sendable {
  /// Minutes of the week from Monday 0:00, without the ends; in order, and never touching.
  public let spans: [Range<Int>]
  /// Whether it says what is on holidays. Nobody here knows when those are.
  public let namesHolidays: Bool

  static let day = 1440
  static let week = 7 * day
  /// Bytes. What is longer may have been cut, and a rule that is gone could mean the opposite.
  static let longestText = 190

  init(spans: [Range<Int>], namesHolidays: Bool) {
    self.spans = spans
    self.namesHolidays = namesHolidays
  }

  /// Whether it never closes.
  public var isAlwaysOpen: Bool { spans == [0..<Self.week] }

  // MARK: What it means now

  public enum Status: Equatable, Sendable {
    case alwaysOpen
    /// Minutes from now until it closes, and the minute of the week that is then.
    case open(minutes: Int, until: Int)
    case closed(minutes: Int, opens: Int)
    /// At no time of any week.
    case neverOpen
  }

  /// - Parameter minute: the minute of the week where the person is, from Monday 0:00.
  public func status(at minute: Int) -> Status {
    guard !spans.isEmpty else { return .neverOpen }
    if isAlwaysOpen { return .alwaysOpen }
    let now = ((minute % Self.week) + Self.week) % Self.week
    if let span = spans.first(where: { $0.contains(now) }) {
      var end = span.upperBound
      // On Sunday at midnight the week goes on with Monday.
      if end == Self.week, let first = spans.first, first.lowerBound == 0 {
        end += first.upperBound
      }
      return .open(minutes: end - now, until: end % Self.week)
    }
    let next = spans.first { $0.lowerBound > now }?.lowerBound ?? spans[0].lowerBound + Self.week
    return .closed(minutes: next - now, opens: next % Self.week)
  }

  /// The minute of the week at a moment, where local time is so many seconds ahead of UTC.
  public static func minuteOfWeek(_ seconds: Int, offset: Int) -> Int {
    let time = CivilTime(seconds, offset: offset)
    // 1 January 1970 was a Thursday.
    let weekday = (((time.day + 3) % 7) + 7) % 7
    return weekday * day + time.hour * 60 + time.minute
  }

  /// "open until 20:00", "closed, opens Mo 08:00".
  public func words(at minute: Int) -> String {
    let now = ((minute % Self.week) + Self.week) % Self.week
    switch status(at: minute) {
    case .alwaysOpen: return "open around the clock"
    case .neverOpen: return "closed"
    case .open(let minutes, let until):
      return "open until " + Self.time(until, now: now, in: minutes, isEnd: true)
    case .closed(let minutes, let opens):
      return "closed, opens " + Self.time(opens, now: now, in: minutes, isEnd: false)
    }
  }

  /// The day only where the time alone could be mistaken.
  private static func time(_ minute: Int, now: Int, in minutes: Int, isEnd: Bool) -> String {
    let time = clock(minute % day)
    let isToday = now % day + minutes < day
    // Midnight, and the small hours behind it, are the end of this evening.
    if isToday || isEnd && minutes < day { return isEnd && minute % day == 0 ? "24:00" : time }
    return OpeningHours.days[minute / day] + " " + time
  }

  private static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return two(minute / 60) + ":" + two(minute % 60)
  }

  public static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// A line for each group of days with the same hours: `Mo–Fr 08:00–20:00`.
  public var table: [String] {
    if isAlwaysOpen { return ["around the clock"] }
    let hours = (0..<7).map { day in Self.text(of: spans(beginningOn: day)) }
    var lines: [String] = []
    var first = 0
    for day in 0..<7 where day == 6 || hours[day + 1] != hours[first] {
      let name =
        first == day ? Self.days[day] : Self.days[first] + "–" + Self.days[day]
      lines.append(name + " " + hours[first])
      first = day + 1
    }
    return lines
  }

  private static func text(of spans: [Range<Int>]) -> String {
    guard !spans.isEmpty else { return "closed" }
    return spans.map { span in
      let end = span.upperBound % day
      return clock(span.lowerBound) + "–" + (end == 0 ? "24:00" : clock(end))
    }.joined(separator: ", ")
  }

  /// What begins on a day, in minutes of that day. A night that goes on is the day's before.
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
