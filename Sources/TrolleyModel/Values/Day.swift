/// A calendar day, without a time or a time zone.
public struct Day: Equatable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public let number: Int

  public init(number: Int) { self.number = number }

  /// The day of a moment. `offset`: seconds that local time is ahead of UTC.
  public init(of seconds: Int, offset: Int = 0) { number = CivilTime(seconds, offset: offset).day }

  /// Reads `2026-11-21`; nil for anything else, and for days that don't exist.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, [4, 2, 2] == parts.map(\.utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year >= 1, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // Years are counted from March, so that the leap day is the last one.
    let fromMarch = (month + 9) % 12
    let y = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
    let number = y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468
    // The 31st of a shorter month would be another day.
    guard CivilTime(number * 86_400).dayOfMonth == day else { return nil }
    self.number = number
  }

  /// `2026-11-21`.
  public var text: String { Wording.day(number * 86_400) }

  /// `21 November 2026`, as people here write it.
  public func words(_ style: DateStyle, isShort: Bool = false) -> String {
    Wording.date(number * 86_400, style: style, isShort: isShort)
  }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}
