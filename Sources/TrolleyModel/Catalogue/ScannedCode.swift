/// A barcode as a line has it, and how many of its product are meant.
public struct ScannedCode: Equatable, Sendable {
  public let barcode: Barcode
  /// The digits as typed.
  public let typed: String
  public let count: Int
  /// What was typed behind it; it counts more than what a catalogue says.
  public let price: Money?
  package let marks: Marks

  /// `#category`, `!store` and `*`.
  public struct Marks: Equatable, Sendable {
    package var category: String?
    package var store: String?
    package var isFavourite: Bool

    package init(category: String? = nil, store: String? = nil, isFavourite: Bool = false) {
      self.category = category
      self.store = store
      self.isFavourite = isFavourite
    }
  }

  /// Whether nothing but a number was typed beside it.
  package var isBare: Bool { price == nil && marks == Marks() }

  /// What brings it back when it is typed again. Quotes keep what is typed behind a mark out of it.
  package var line: String {
    var parts = [count == 1 ? typed : "\(count) \(typed)"]
    if let price { parts.append("@" + price.decimal) }
    if let category = marks.category { parts.append("#" + QuickAdd.quoted(category)) }
    if let store = marks.store { parts.append("!" + QuickAdd.quoted(store)) }
    if marks.isFavourite { parts.append("*") }
    return parts.joined(separator: " ")
  }

  package init(
    _ barcode: Barcode, typed: String, count: Int = 1, price: Money? = nil, marks: Marks = Marks()
  ) {
    self.barcode = barcode
    self.typed = typed
    self.count = count
    self.price = price
    self.marks = marks
  }

  /// Whether a text is barcodes and nothing else: one or several, with a number before each that is
  /// wanted more than once, or behind it as in `x2`; at the end of a line or before a comma a mere number
  /// is enough. A scanner may leave out the enter between two; a person may type one with its gaps or with
  /// hyphens.
  public static func areMeant(by text: some StringProtocol) -> Bool { words(of: text) != nil }

  /// The barcodes of a text; empty if it has other things in it. Throws why digits are none.
  public static func read(_ text: some StringProtocol) throws(Barcode.Refusal) -> [ScannedCode] {
    var codes: [ScannedCode] = []
    for (digits, count) in words(of: text) ?? [] {
      let parts = try split(digits)
      for part in parts { codes.append(try ScannedCode(Barcode(part), typed: part, count: count)) }
    }
    return codes
  }

  /// The one barcode that the words of a line are, and how many of it; nil if they are none, or
  /// several. Its check digit may be wrong.
  static func single(_ words: [String]) -> (digits: String, count: Int)? {
    let text = words.joined(separator: " ")
    guard !QuickAddParser.mayBeSeparated(text), let found = Self.words(of: text), found.count == 1,
      Barcode.isMeant(by: found[0].digits)
    else { return nil }
    return found[0]
  }

  /// Lines of codes as one line, in which each number is still that of its code.
  package static func joined(_ lines: [String]) -> String {
    let areBare = lines.allSatisfy {
      $0.split(separator: " ").allSatisfy { Barcode.isMeant(by: $0) }
    }
    return lines.joined(separator: areBare ? " " : ", ")
  }

  /// The fewest digits of a barcode, and the most of a number before one.
  private static let (shortest, longestCount) = (8, 3)

  private typealias Words = [(digits: String, count: Int)]

  private static func words(of text: some StringProtocol) -> Words? {
    guard let parts = Part.read(text) else { return nil }
    let separate = separate(parts)
    // "4 006381 333931" is one code, and not four of something; on several lines nothing is one.
    guard !text.contains(where: \.isNewline),
      separate?.allSatisfy({ isRight($0.digits) }) != true
    else { return separate }
    return printed(parts.filter { $0 != .end }) ?? separate
  }

  /// A word, or what is on one side of an `x` in it.
  private enum Part: Equatable {
    /// Digits, perhaps with hyphens between them.
    case digits(String)
    case times
    /// A comma, or the end of a line.
    case end

    /// Nil for a text with something else in it.
    static func read(_ text: some StringProtocol) -> [Part]? {
      guard !hasDecimals(text) else { return nil }
      var parts: [Part] = []
      var isInside = false
      for character in text {
        var goesOn = false
        switch character {
        case "x", "X", "×", "*": parts.append(.times)
        case "0"..."9", "-", "‐", "‑", "–":
          let digit = "0"..."9" ~= character ? String(character) : "-"
          goesOn = true
          if isInside, case .digits(let before)? = parts.last {
            parts[parts.count - 1] = .digits(before + digit)
          } else {
            parts.append(.digits(digit))
          }
        case _ where character.isNewline || QuickAddParser.isSeparator(character):
          parts.append(.end)
        default: guard character.isWhitespace else { return nil }
        }
        isInside = goesOn
      }
      return parts.allSatisfy(\.isWhole) ? parts : nil
    }

    /// Whether a number such as "1,29" is in it: a comma inside a word, and no code on either side.
    private static func hasDecimals(_ text: some StringProtocol) -> Bool {
      text.contains(",")
        && text.split(whereSeparator: \.isWhitespace).contains { word in
          let sides = word.split(separator: ",", omittingEmptySubsequences: false)
          return sides.count == 2 && sides.allSatisfy { 1..<shortest ~= $0.utf8.count }
        }
    }

    /// Hyphens are between digits only.
    private var isWhole: Bool {
      guard case .digits(let text) = self else { return true }
      return text.first != "-" && text.last != "-" && !text.contains("--")
    }

    /// A number of things.
    var count: Int? {
      guard case .digits(let text) = self, text.utf8.count <= longestCount, let number = Int(text),
        number > 0
      else { return nil }
      return number
    }

    /// The digits of a whole code; with hyphens only if the last one fits.
    var code: String? {
      guard case .digits(let text) = self else { return nil }
      let digits = bare
      return digits.utf8.count >= shortest && (digits == text || isRight(digits)) ? digits : nil
    }

    var bare: String { groups.joined() }

    /// The digits between hyphens.
    var groups: [Substring] {
      if case .digits(let text) = self { text.split(separator: "-") } else { [] }
    }
  }

  private static func isRight(_ digits: String) -> Bool {
    Barcode.isMeant(by: digits) && Barcode.hasRightCheckDigit(Array(digits.utf8))
  }

  /// Codes that are whole, with `2`, `2x`, `2 x` or, at first, `x2` before or `x2`, `x 2` or `2x` behind each.
  private static func separate(_ parts: [Part]) -> Words? {
    var found: Words = []
    var count: Int?
    // How many codes there are from the last comma before one on.
    var together = 0
    var isEnded = false
    var rest = parts[...]
    func endsWithCount() -> Bool { count == nil && found.last?.count == 1 }
    while let part = rest.popFirst() {
      if part == .end {
        isEnded = true
      } else if part == .times {
        guard found.isEmpty && count == nil || endsWithCount(),
          let times = rest.popFirst()?.count
        else { return nil }
        if found.isEmpty { count = times } else { found[found.count - 1].count = times }
      } else if let code = part.code {
        found.append((code, count ?? 1))
        count = nil
        together = isEnded ? 1 : together + 1
        isEnded = false
      } else {
        guard count == nil, let number = part.count else { return nil }
        let hasTimes = rest.first == .times
        if hasTimes { rest.removeFirst() }
        // Behind several codes a mere number is of none.
        if rest.first ?? .end == .end, hasTimes || together == 1, endsWithCount() {
          found[found.count - 1].count = number
        } else {
          count = number
        }
      }
    }
    return found.isEmpty || count != nil ? nil : found
  }

  /// How many digits are printed between two gaps below the bars of EAN-13, UPC-A and EAN-8.
  private static let printedGroups = [[1, 6, 6], [1, 5, 5, 1], [4, 4]]

  /// One barcode with the gaps that are printed below its bars. Where the gaps are others its last digit
  /// has to fit: digits in groups may be anything.
  private static func printed(_ parts: [Part]) -> Words? {
    func code(_ parts: ArraySlice<Part>, _ count: Int?) -> Words? {
      let digits = parts.map(\.bare).joined()
      guard let count, !parts.contains(.times), [8, 12, 13].contains(digits.utf8.count),
        isRight(digits)
          || printedGroups.contains(parts.flatMap { $0.groups.map(\.utf8.count) })
      else { return nil }
      return [(digits, count)]
    }
    guard parts.count > 2 else { return code(parts[...], 1) }
    if parts[1] == .times { return code(parts.dropFirst(2), parts[0].count) }
    if parts[parts.count - 1] == .times {
      return code(parts.dropLast(2), parts[parts.count - 2].count)
    }
    if parts[parts.count - 2] == .times {
      return code(parts.dropLast(2), parts[parts.count - 1].count)
    }
    if let one = code(parts[...], 1) { return one }
    let readings = [
      code(parts.dropFirst(), parts[0].count), code(parts.dropLast(), parts[parts.count - 1].count),
    ].compactMap { $0 }
    return readings.count == 1 ? readings[0] : nil
  }

  /// Barcodes that run together, taken apart. The usual length wins where several would fit.
  private static func split(_ text: String) throws(Barcode.Refusal) -> [String] {
    if Barcode.isMeant(by: text) { return [text] }
    let digits = Array(text.utf8)
    func part(_ start: Int, _ length: Int) -> String {
      String(decoding: digits[start..<start + length], as: UTF8.self)
    }
    // From the end: the length of the code that begins here, if all behind it are codes.
    var lengths = [Int?](repeating: nil, count: digits.count)
    for start in digits.indices.reversed() {
      lengths[start] = [13, 12, 8, 14].first { length in
        let end = start + length
        return end <= digits.count && (end == digits.count || lengths[end] != nil)
          && (try? Barcode(part(start, length))) != nil
      }
    }
    var parts: [String] = []
    var start = 0
    while start < digits.count {
      guard let length = lengths[start] else { throw .tooLong(text) }
      parts.append(part(start, length))
      start += length
    }
    return parts
  }
}
