/// Amounts, counts and times in words. No clock and no settings: everything is passed in.
public enum Wording {
  /// What something costs, as far as that is known.
  public static func cost(_ cost: Money?, style: NumberStyle = .english) -> String {
    cost.map { money($0, style: style) } ?? "unknown"
  }

  /// A price as displayed: `$12.40`, `12,40 €`, `CHF 12.40`.
  public static func money(_ money: Money, style: NumberStyle = .english) -> String {
    let symbol = money.currency.symbol
    let number = style.number(money.decimal)
    // A$5 and $5, but kr 5, CHF 5 and Fr. 5.
    let isWord =
      symbol.unicodeScalars.last.map {
        $0 != "$" && ($0 == "." || $0.properties.isAlphabetic)
      } ?? false
    let blank = style.hasBlank || isWord ? "\u{A0}" : ""
    guard style.isSymbolFirst else { return number + blank + symbol }
    // The minus sign comes first: -$5.00.
    return money.minorUnits < 0
      ? "-" + symbol + blank + number.dropFirst() : symbol + blank + number
  }

  /// What an item costs, with what that is for unless it is one piece: `$3.20/kg`, `$1.29/100g`.
  public static func price(_ price: Money, per: Quantity, style: NumberStyle = .english) -> String {
    guard per != .one else { return money(price, style: style) }
    let per = per.inLargeUnit
    let amount =
      per.thousandths == 1000
      ? per.unit.symbol
      : per.number(style) + (per.unit == .piece ? "" : per.unit.symbol.filter { $0 != " " })
    return money(price, style: style) + "/" + amount
  }

  /// What a price is for, behind “per”: `bag`, `500 g`.
  public static func unit(_ per: Quantity, style: NumberStyle = .english) -> String {
    let per = per.inLargeUnit
    return per.thousandths == 1000 && per.unit != .piece ? per.unit.symbol : per.words(style)
  }

  /// “a, b or c”.
  public static func alternatives(_ all: [String]) -> String { list(all, "or") }

  /// “a, b and c”.
  public static func list(_ all: [String], _ word: String = "and") -> String {
    guard let last = all.last, all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// Words with the full stop of a sentence, unless they end with that of a name: `Deleted Joghurt nat.`
  public static func sentence(_ words: String) -> String {
    words.hasSuffix(".") || words.hasSuffix("…") ? words : words + "."
  }

  /// `1 item`, `3 items`, `2 boxes`.
  public static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) " + (count == 1 ? one : many ?? one + "s")
  }

  /// `just now`, `2 minutes ago`, `yesterday`, `3 days ago`, then the date. A time in the future,
  /// because clocks differ, is just now for a minute and a date from then on.
  ///
  /// - Parameter offset: seconds east of Greenwich, for "yesterday" and the date.
  public static func ago(
    _ seconds: Int, now: Int, offset: Int = 0, style: DateStyle
  ) -> String {
    let (age, overflow) = now.subtractingReportingOverflow(seconds)
    guard !overflow, age >= -60 else {
      return date(seconds, now: now, offset: offset, style: style)
    }
    if age < 60 { return "just now" }
    if age < 3600 { return count(age / 60, "minute") + " ago" }
    let days = CivilTime(now, offset: offset).day - CivilTime(seconds, offset: offset).day
    if days == 0 || age < 6 * 3600 { return count(age / 3600, "hour") + " ago" }
    if days == 1 { return "yesterday" }
    if days < 7 { return "\(days) days ago" }
    return date(seconds, now: now, offset: offset, style: style)
  }

  /// `3 May`, and in another year than now `3 May 2024`; `May 3, 2024` and `2024 May 3` where people
  /// write so.
  public static func date(
    _ seconds: Int, now: Int? = nil, offset: Int = 0, style: DateStyle, isShort: Bool = false
  ) -> String {
    let time = CivilTime(seconds, offset: offset)
    let month = months[time.month - 1].prefix(isShort ? 3 : .max)
    let short =
      style.order == .dayFirst ? "\(time.dayOfMonth) \(month)" : "\(month) \(time.dayOfMonth)"
    if let now, CivilTime(now, offset: offset).year == time.year { return short }
    return switch style.order {
    case .dayFirst: short + " \(time.year)"
    case .monthFirst: short + ", \(time.year)"
    case .yearFirst: "\(time.year) " + short
    }
  }

  /// `14:05`; `2:05 pm` where the hours are counted twice.
  public static func clock(_ seconds: Int, offset: Int = 0, style: DateStyle) -> String {
    let time = CivilTime(seconds, offset: offset)
    return clock(minute: time.hour * 60 + time.minute, style: style)
  }

  /// The same for a minute of the day.
  static func clock(minute: Int, style: DateStyle) -> String {
    let (hour, minute) = minute.quotientAndRemainder(dividingBy: 60)
    guard style.hasTwelveHours else { return two(hour) + ":" + two(minute) }
    // A no-break blank: half of the time says the opposite.
    return "\((hour + 11) % 12 + 1):\(two(minute))\u{A0}" + (hour < 12 ? "am" : "pm")
  }

  /// `2024-05-03T14:05:09Z`.
  public static func iso8601(_ seconds: Int) -> String {
    let time = CivilTime(seconds)
    return day(seconds) + "T" + two(time.hour) + ":" + two(time.minute) + ":" + two(time.second)
      + "Z"
  }

  /// `2024-05-03`.
  public static func day(_ seconds: Int, offset: Int = 0) -> String {
    let time = CivilTime(seconds, offset: offset)
    let year = String(time.year)
    let zeros = String(repeating: "0", count: max(0, 4 - year.utf8.count))
    return zeros + year + "-" + two(time.month) + "-" + two(time.dayOfMonth)
  }

  /// "4:59": a duration in minutes and seconds.
  public static func minutes(seconds: Int) -> String {
    let (minutes, rest) = max(0, seconds).quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(two(rest))"
  }

  /// "45 seconds", "59 minutes": how long to wait, never less.
  public static func wait(seconds: Int) -> String {
    seconds < 120 ? count(seconds, "second") : count((seconds + 59) / 60, "minute")
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// A moment in the calendar, from seconds since 1970. Clamped before the year 0 and far ahead.
public struct CivilTime: Equatable, Sendable {
  /// Days since 1970-01-01.
  public let day: Int
  public let year: Int
  public let month: Int
  public let dayOfMonth: Int
  public let hour: Int
  public let minute: Int
  public let second: Int

  public init(_ seconds: Int, offset: Int = 0) {
    let offset = min(max(offset, -86_400), 86_400)
    let local = min(max(seconds, -62_167_219_200 + 86_400), 253_402_214_400) + offset
    let (rest, time) = Self.divided(local, by: 86_400)
    day = rest
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60
    // Years start in March, so that the leap day is the last one; 146097 days are 400 years.
    let (era, dayOfEra) = Self.divided(rest + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Rounds down, so that the remainder is never negative.
  private static func divided(_ number: Int, by divisor: Int) -> (Int, Int) {
    let rest = ((number % divisor) + divisor) % divisor
    return ((number - rest) / divisor, rest)
  }
}
