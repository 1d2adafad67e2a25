extension OpeningHours {
  /// The tokens of a rule.
  enum Token: Equatable {
    /// Monday is 0.
    case day(Int)
    /// Public or school holidays: their dates are not known here.
    case holiday
    /// Minutes from midnight, up to 48:00.
    case time(Int)
    case dash, comma, colon, open, off, allWeek
  }

  struct Tokens {
    private var all: [Token] = []
    private var at = 0
    private(set) var failed = false
    /// The current rule follows a comma.
    private(set) var isBehindComma = false

    init(_ text: some StringProtocol) {
      var rest = Array(text.utf8)[...]
      while let byte = rest.first, !failed {
        switch byte {
        case 0x20, 0x09: rest.removeFirst()
        case 0x2D: takeOne(.dash, &rest)
        case 0x2C: takeOne(.comma, &rest)
        case 0x3A: takeOne(.colon, &rest)
        case 48...57: takeNumber(&rest)
        // An en dash, as people write it.
        case 0xE2 where rest.starts(with: [0xE2, 0x80, 0x93]):
          rest = rest.dropFirst(3)
          all.append(.dash)
        default: takeWord(&rest)
        }
      }
    }

    private mutating func takeOne(_ token: Token, _ rest: inout ArraySlice<UInt8>) {
      rest.removeFirst()
      all.append(token)
    }

    private mutating func takeNumber(_ rest: inout ArraySlice<UInt8>) {
      if rest.starts(with: Array("24/7".utf8)) {
        rest = rest.dropFirst(4)
        all.append(.allWeek)
        return
      }
      let hours = rest.prefix { (48...57).contains($0) }
      rest = rest.dropFirst(hours.count)
      guard hours.count <= 2, rest.first == 0x3A else {
        failed = true
        return
      }
      let minutes = rest.dropFirst().prefix { (48...57).contains($0) }
      guard minutes.count == 2 else {
        failed = true
        return
      }
      rest = rest.dropFirst(3)
      let hour = hours.reduce(0) { $0 * 10 + Int($1 - 48) }
      let minute = minutes.reduce(0) { $0 * 10 + Int($1 - 48) }
      guard hour <= 48, minute < 60, hour * 60 + minute <= 2880 else {
        failed = true
        return
      }
      all.append(.time(hour * 60 + minute))
    }

    private mutating func takeWord(_ rest: inout ArraySlice<UInt8>) {
      let letters = rest.prefix { (65...90).contains($0) || (97...122).contains($0) }
      let word = String(decoding: letters, as: UTF8.self)
      guard let token = Self.words[word.lowercased()] else {
        failed = true
        return
      }
      rest = rest.dropFirst(letters.count)
      all.append(token)
    }

    private static let words: [String: Token] = {
      var words: [String: Token] = [
        "ph": .holiday, "sh": .holiday, "open": .open, "off": .off, "closed": .off,
      ]
      let names = [
        ["mo", "mon"], ["tu", "tue"], ["we", "wed"], ["th", "thu"], ["fr", "fri"], ["sa", "sat"],
        ["su", "sun"],
      ]
      for (day, all) in names.enumerated() { for name in all { words[name] = .day(day) } }
      return words
    }()

    // MARK: Reading

    var isAtEnd: Bool { at >= all.count }
    private var peek: Token? { at < all.count ? all[at] : nil }
    private var second: Token? { at + 1 < all.count ? all[at + 1] : nil }

    mutating func next() -> Token? {
      defer { at += 1 }
      return peek
    }

    mutating func take(_ token: Token) -> Bool {
      guard peek == token else { return false }
      at += 1
      return true
    }

    private func isDay(_ token: Token?) -> Bool {
      if case .day = token { true } else { token == .holiday }
    }

    private func isTime(_ token: Token?) -> Bool { if case .time = token { true } else { false } }

    var isAtDay: Bool { isDay(peek) }
    var isAtTime: Bool { isTime(peek) }

    /// A comma separates days, times or rules: what follows decides which.
    mutating func takeDayComma() -> Bool {
      guard peek == .comma, isDay(second) else { return false }
      at += 1
      return true
    }

    mutating func takeTimeComma() -> Bool {
      guard peek == .comma, isTime(second) else { return false }
      at += 1
      return true
    }

    mutating func takeRuleComma() -> Bool {
      guard peek == .comma, isDay(second) else { return false }
      at += 1
      isBehindComma = true
      return true
    }
  }
}
