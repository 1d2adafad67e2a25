extension OpeningHours {
  /// Reads `24/7`, `Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su,PH off`, `22:00-02:00` and the like; nil
  /// for anything beyond it.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longestText else { return nil }
    var week = Week()
    var isFirst = true
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      var tokens = Tokens(part)
      guard !tokens.failed else { return nil }
      // A trailing semicolon is allowed.
      if tokens.isAtEnd { continue }
      repeat {
        guard let rule = Rule(&tokens) else { return nil }
        week.take(rule, isAdditional: !isFirst && rule.isAdditional)
        isFirst = false
      } while tokens.takeRuleComma()
      guard tokens.isAtEnd else { return nil }
    }
    guard !isFirst else { return nil }
    self.init(spans: week.spans, namesHolidays: week.namesHolidays)
  }

  /// Days and their hours.
  private struct Rule {
    /// Monday is bit 0.
    var days: UInt8 = 0
    var isForHolidays = false
    /// Minutes of a day; a span may end on the next one. Empty: closed.
    var spans: [Range<Int>] = []
    var isAdditional = false

    init?(_ tokens: inout Tokens) {
      isAdditional = tokens.isBehindComma
      if tokens.take(.allWeek) {
        days = 0x7F
        spans = [0..<OpeningHours.day]
        guard takeModifier(&tokens) != .off else { return nil }
        return
      }
      guard takeDays(&tokens), takeTimes(&tokens) else { return nil }
    }

    /// A rule without days applies to all of them.
    private mutating func takeDays(_ tokens: inout Tokens) -> Bool {
      guard tokens.isAtDay else {
        days = 0x7F
        return true
      }
      repeat {
        switch tokens.next() {
        case .holiday: isForHolidays = true
        case .day(let first):
          guard tokens.take(.dash) else {
            days |= 1 << UInt8(first)
            continue
          }
          guard case .day(let last)? = tokens.next() else { return false }
          // Sa-Mo wraps around the end of the week.
          for day in first...(last >= first ? last : last + 7) { days |= 1 << UInt8(day % 7) }
        default: return false
        }
      } while tokens.takeDayComma()
      _ = tokens.take(.colon)
      return true
    }

    private enum Modifier { case open, off }

    private func takeModifier(_ tokens: inout Tokens) -> Modifier? {
      if tokens.take(.off) { return .off }
      if tokens.take(.open) { return .open }
      return nil
    }

    private mutating func takeTimes(_ tokens: inout Tokens) -> Bool {
      guard tokens.isAtTime else {
        switch takeModifier(&tokens) {
        case .off: return true
        case .open:
          spans = [0..<OpeningHours.day]
          return true
        // "Mo-Fr" alone means whole days, by the specification.
        case nil where days != 0x7F || isForHolidays:
          spans = [0..<OpeningHours.day]
          return true
        case nil: return false
        }
      }
      repeat {
        guard case .time(let start)? = tokens.next(), tokens.take(.dash),
          case .time(var end)? = tokens.next(), start < OpeningHours.day
        else { return false }
        if end <= start { end += OpeningHours.day }
        guard end <= start + OpeningHours.day else { return false }
        spans.append(start..<end)
      } while tokens.takeTimeComma()
      // "off" after times lists when it is closed: rare, and easily misread.
      return takeModifier(&tokens) != .off
    }
  }

  /// The combined rules, day by day.
  private struct Week {
    private var days = [[Range<Int>]](repeating: [], count: 7)
    private(set) var namesHolidays = false

    /// A later rule replaces earlier ones for its days; hours after a comma add to them.
    mutating func take(_ rule: Rule, isAdditional: Bool) {
      if rule.isForHolidays { namesHolidays = true }
      for day in 0..<7 where rule.days >> UInt8(day) & 1 == 1 {
        days[day] = isAdditional && !rule.spans.isEmpty ? days[day] + rule.spans : rule.spans
      }
    }

    /// Sorted and never touching.
    var spans: [Range<Int>] {
      var all: [Range<Int>] = []
      for (day, spans) in days.enumerated() {
        for span in spans {
          let start = day * OpeningHours.day + span.lowerBound
          let end = day * OpeningHours.day + span.upperBound
          all.append(start..<min(end, OpeningHours.week))
          // The night from Sunday to Monday.
          if end > OpeningHours.week { all.append(0..<end - OpeningHours.week) }
        }
      }
      var merged: [Range<Int>] = []
      for span in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = merged.last, span.lowerBound <= last.upperBound {
          merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
        } else {
          merged.append(span)
        }
      }
      return merged
    }
  }
}
