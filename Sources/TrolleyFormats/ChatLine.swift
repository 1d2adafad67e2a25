/// A line copied from a chat, with who wrote it and when. What was written is behind that or, where it
/// stands alone in a line, below it.
package struct ChatLine: Equatable {
  /// What was written; empty where that is below, and for a picture that was left out.
  package let text: String

  /// What the lines of a text have in common.
  struct Habits: Equatable {
    /// Whether some have no time: then a name behind a time is the author of the lines below it.
    var hasLinesBelow = false
    /// Whether names stand before what was written, without times: `Anna: milk`.
    var hasBareNames = false
    /// Whether names stand above what was written: `> Anna:`.
    var hasQuotedNames = false
    /// Whether names stand above the times, each alone in its line.
    var hasNamesAboveTimes = false
  }

  /// A part of a form.
  private enum Part: Equatable {
    case mark(String)
    /// A date and a time in either order, `Today at 10:17`, or a time alone.
    case moment
    /// The same, but for a time alone.
    case dayAndTime
    case author
    /// An author who looks like one: a few words with capital letters.
    case name
    case text
  }

  fileprivate enum Need { case always, linesBelow, bareNames, quotedNames }

  /// The forms of messengers; the first that fits a line is its.
  private static let forms: [(need: Need, parts: [Part])] = [
    // WhatsApp: [23.11.26, 18:02] Anna: milk; [18:02, 23/11/2026] Anna: milk; others: [10:17] Anna: milk
    (.always, [.mark("["), .moment, .mark("] "), .author, .mark(":"), .text]),
    // 11/23/26, 6:02 PM - Anna: milk
    (.always, [.moment, .mark(" - "), .author, .mark(":"), .text]),
    (.always, [.moment, .mark(" – "), .author, .mark(":"), .text]),
    // Teams: [10:17 AM] Anna Smith
    (.linesBelow, [.mark("["), .moment, .mark("] "), .name]),
    // A message of the messenger's own has no author.
    (.always, [.mark("["), .moment, .mark("] "), .text]),
    (.always, [.dayAndTime, .mark(" - "), .text]),
    (.always, [.dayAndTime, .mark(" – "), .text]),
    // Telegram: Anna, [23.11.26 18:02]
    (.always, [.author, .mark(", ["), .moment, .mark("]")]),
    // Telegram, another way: Anna, [23 Nov 2026 at 18:02:03]:
    (.always, [.author, .mark(", ["), .moment, .mark("]:"), .text]),
    // Telegram on a Mac: > Anna:
    (.quotedNames, [.mark("> "), .author, .mark(":")]),
    // Discord: Anna — Today at 10:17 AM
    (.always, [.author, .mark(" — "), .moment]),
    (.always, [.author, .mark(" – "), .moment]),
    // Slack: Anna  10:17 AM
    (.always, [.author, .mark("  "), .moment]),
    (.always, [.moment]),
    (.bareNames, [.name, .mark(": "), .text]),
  ]

  /// Nil for a line that comes from no chat.
  init?(_ line: Substring, _ habits: Habits) {
    // Nearly all lines: a time has three digits or more.
    guard
      habits.hasBareNames || habits.hasQuotedNames || line.utf8.count(where: { $0 &- 48 < 10 }) > 2
    else { return nil }
    let line = Self.spaced(line)
    for form in Self.forms where habits.have(form.need) {
      if let text = Self.read(line[...], form.parts) {
        self.text = text
        return
      }
    }
    return nil
  }

  /// Whether a line is only who wrote what is below the next one, which is only a time. What has a picture
  /// is rather a thing.
  static func isAuthor(_ line: Substring, above next: Substring) -> Bool {
    isName(line) && read(spaced(next.trimmingSpaces())[...], [.moment]) != nil
      && ItemGlyph.find(name: String(line), category: "") == nil
  }

  private static func read(_ line: Substring, _ parts: [Part]) -> String? {
    var rest = line
    for (at, part) in parts.enumerated() {
      switch part {
      case .mark(let mark):
        guard rest.hasPrefix(mark) else { return nil }
        rest = rest.dropFirst(mark.count)
      case .moment: guard takeMoment(&rest) else { return nil }
      case .dayAndTime: guard takeDayAndTime(&rest) else { return nil }
      case .author, .name:
        let who = author(rest, before: at + 1 < parts.count ? parts[at + 1] : nil)
        guard let who, part == .author || isName(who) else { return nil }
        rest = rest[who.endIndex...]
      case .text:
        let text = rest.drop { $0 == " " }
        // "<Media omitted>", and "<This message was edited>" behind what was written.
        guard text.last == ">", let remark = text.lastIndex(of: "<") else { return String(text) }
        return String(text[..<remark]).trimmed
      }
    }
    return rest.isEmpty ? "" : nil
  }

  /// Longer names are cut by the messengers, or are part of what was written.
  private static func author(_ rest: Substring, before part: Part?) -> Substring? {
    var who = rest
    if case .mark(let mark)? = part {
      let ends = rest.indices.prefix(61)
      guard let end = ends.first(where: { rest[$0...].hasPrefix(mark) }) else { return nil }
      who = rest[..<end]
    }
    return who.isEmpty || who.count > 60 ? nil : who
  }

  fileprivate static func isName(_ text: Substring) -> Bool {
    let words = text.split(separator: " ")
    return (1...4).contains(words.count)
      && words.allSatisfy { $0.first?.isUppercase == true && !$0.contains(where: \.isNumber) }
  }

  /// With plain blanks, and without marks of the direction of writing, which messengers put in.
  private static func spaced(_ line: Substring) -> String {
    var line = String(line)
    guard !line.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) else { return line }
    line.unicodeScalars.removeAll {
      ["\u{200E}", "\u{200F}", "\u{202A}", "\u{202C}", "\u{FEFF}"].contains($0)
    }
    return line.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
      .replacing("\t", with: "  ")
  }

  // MARK: Moments

  private static func takeMoment(_ rest: inout Substring) -> Bool {
    let all = rest
    if takeDayAndTime(&rest) { return true }
    rest = all
    // With a point it would be a number.
    return takeTime(&rest, marks: ":")
  }

  private static func takeDayAndTime(_ rest: inout Substring) -> Bool {
    let all = rest
    if let marks = takeDay(&rest), takeGap(&rest), takeTime(&rest, marks: marks) { return true }
    rest = all
    return takeTime(&rest) && takeGap(&rest) && takeDate(&rest)
  }

  /// A date, or a word for a day, with the one behind it: `Today at`, `Do., 26. Nov.`. Returns the marks
  /// that a time behind it may have: with a point "Sun 2.50" would be a price.
  private static func takeDay(_ rest: inout Substring) -> String? {
    let all = rest
    var marks = takeDate(&rest, all)
    if marks == nil, takeWeekday(&rest) {
      let behind = rest
      if !takeGap(&rest) || takeDate(&rest, behind) == nil { rest = behind }
      marks = ":"
    }
    if marks == nil {
      let plain = rest.lowercased()
      guard let day = days.first(where: { plain.hasPrefix($0) }) else { return nil }
      rest = rest.dropFirst(day.count)
      marks = ":."
    }
    for word in [" at", " um", " à"] where rest.lowercased().hasPrefix(word + " ") {
      rest = rest.dropFirst(word.count)
    }
    return marks
  }

  /// A date in numbers or with the name of a month; the rest is as it was where there is none.
  private static func takeDate(_ rest: inout Substring, _ all: Substring) -> String? {
    let start = rest
    if takeDate(&rest) { return ":." }
    rest = start
    if let marks = takeNamedDate(&rest) { return marks }
    rest = all
    return nil
  }

  /// The name of a day of the week, or the beginning of it.
  private static func takeWeekday(_ rest: inout Substring) -> Bool {
    let name = rest.prefix(while: \.isLetter)
    guard name.count > 1, case let plain = name.lowercased(),
      weekdays.contains(where: { $0.hasPrefix(plain) })
    else { return false }
    rest = rest[name.endIndex...]
    if rest.first == "." { rest = rest.dropFirst() }
    return true
  }

  private static let weekdays = words(
    """
    monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag \
    samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles \
    jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica
    """)

  /// Those that are not spelled as in English.
  private static let months =
    Wording.months.map { $0.lowercased() }
    + words(
      """
      januar jänner februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août \
      septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre \
      octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
      """)

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  private static let days = [
    "today", "yesterday", "heute", "gestern", "aujourd’hui", "aujourd'hui", "hier",
  ]

  private static func takeGap(_ rest: inout Substring) -> Bool {
    if rest.first == "," { rest = rest.dropFirst() }
    guard rest.first == " " else { return false }
    rest = rest.drop { $0 == " " }
    return true
  }

  /// Three numbers with the same mark between them, or two with a slash.
  private static func takeDate(_ rest: inout Substring) -> Bool {
    var mark: Character?
    for part in 0..<3 {
      let digits = rest.prefix(while: isDigit)
      guard 1...4 ~= digits.count else { return false }
      rest = rest.dropFirst(digits.count)
      guard part < 2 else { break }
      guard let next = rest.first, "./-".contains(next), mark == nil || mark == next else {
        return part == 1 && mark == "/"
      }
      mark = next
      rest = rest.dropFirst()
    }
    return true
  }

  /// A date with the name of a month, or the beginning of it: `23 Nov 2026`, `Nov 23, 2026`, `26. Nov.`.
  private static func takeNamedDate(_ rest: inout Substring) -> String? {
    let words = rest.split(separator: " ", maxSplits: 3)
    guard words.count > 2 else { return nil }
    let isMonthFirst = words[0].first?.isLetter == true
    let (first, second) = isMonthFirst ? (words[1], words[0]) : (words[0], words[1])
    let day = first.prefix(while: isDigit)
    let month = second.prefix(while: \.isLetter).lowercased()
    let year = words[2].prefix(while: isDigit)
    guard 1...2 ~= day.count, ["", ",", "."].contains(first[day.endIndex...]),
      ["", ",", ".", ".,"].contains(second.dropFirst(month.count)), month.count > 2,
      months.contains(where: { $0.hasPrefix(month) })
    else { return nil }
    if year.count == 4 {
      rest = rest[year.endIndex...]
      return ":."
    }
    let comma = words[1].last == "," ? 1 : 0
    rest = rest[words[1].dropLast(comma).endIndex...]
    return ":"
  }

  /// Hours and minutes, perhaps seconds, and the half of the day.
  private static func takeTime(_ rest: inout Substring, marks: String = ":.") -> Bool {
    for part in 0..<3 {
      let digits = rest.prefix(while: isDigit)
      guard part == 0 ? 1...2 ~= digits.count : digits.count == 2 else { return false }
      rest = rest.dropFirst(digits.count)
      guard let mark = rest.first, marks.contains(mark) else {
        guard part > 0 else { return false }
        break
      }
      if part < 2 { rest = rest.dropFirst() }
    }
    let half = rest.drop { $0 == " " }
    for word in ["am", "pm", "a.m.", "p.m.", "uhr"] where half.lowercased().hasPrefix(word) {
      rest = half.dropFirst(word.count)
    }
    return true
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}

extension ChatLine.Habits {
  fileprivate func have(_ need: ChatLine.Need) -> Bool {
    switch need {
    case .always: true
    case .linesBelow: hasLinesBelow
    case .bareNames: hasBareNames
    case .quotedNames: hasQuotedNames
    }
  }

  /// What the first lines of a text show.
  init(_ lines: [String]) {
    // In a quotation the lines below it are quoted, too.
    hasQuotedNames = zip(lines, lines.dropFirst()).contains { name, said in
      name.hasPrefix("> ") && name.trimmed.hasSuffix(":") && !said.hasPrefix(">")
    }
    hasNamesAboveTimes = zip(lines, lines.dropFirst()).prefix(1).contains { name, time in
      ChatLine.isAuthor(name[...].trimmingSpaces(), above: time[...])
    }
    hasLinesBelow = lines.contains { ChatLine($0[...].trimmingSpaces(), Self()) == nil }
    var said: [String: Int] = [:]
    for line in lines {
      let line = line[...].trimmingSpaces()
      let name = line.prefix { $0 != ":" }
      guard ChatLine.isName(name), let written = ChatLine(line, Self(bareNames: true))?.text,
        !written.isEmpty, QuantityText.parse(written) == nil
      else { continue }
      said[String(name), default: 0] += 1
    }
    // "Dairy: milk" names a category, and "Crisps: salted" a thing.
    hasBareNames =
      said.count > 1 && said.values.contains { $0 > 1 }
      && said.values.reduce(0, +) * 2 >= lines.count
      && !said.keys.contains { name in
        ItemGlyph.find(name: name, category: "") != nil
          || SeedCategories.names.contains { Folding.key($0) == Folding.key(name) }
      }
  }

  private init(bareNames: Bool) { hasBareNames = bareNames }
}
