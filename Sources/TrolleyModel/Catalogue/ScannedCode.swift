/// A barcode as a line has it, and how many of its product are meant.
public struct ScannedCode: Equatable, Sendable {
  public let barcode: Barcode
  /// The digits as typed.
  public let typed: String
  public let count: Int
  /// What was typed behind it; it counts more than what a catalogue says.
  public let price: Money?

  /// What brings it back when it is typed again.
  package var line: String {
    let code = count == 1 ? typed : "\(count) \(typed)"
    return price.map { code + " @" + $0.decimal } ?? code
  }

  package init(_ barcode: Barcode, typed: String, count: Int = 1, price: Money? = nil) {
    self.barcode = barcode
    self.typed = typed
    self.count = count
    self.price = price
  }

  /// Whether a text is barcodes and nothing else: one or several, with a number before each that is
  /// wanted more than once, or behind it as in `x2`. A scanner may leave out the enter between two.
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

  /// The fewest digits of a barcode, and the most of a number before one.
  private static let (shortest, longestCount) = (8, 3)

  private typealias Words = [(digits: String, count: Int)]

  private static func words(of text: some StringProtocol) -> Words? {
    var words: [String] = text.split(whereSeparator: {
      $0.isWhitespace || $0 == "," || $0 == ";"
    }).map { String($0) }
    // `x 2` is `x2`.
    for at in words.indices.dropLast().reversed() where isTimes(words[at]) {
      words[at] += words.remove(at: at + 1)
    }
    return separate(words) ?? (text.contains(where: \.isNewline) ? nil : printed(words))
  }

  private static func isTimes(_ text: some StringProtocol) -> Bool {
    text == "x" || text == "X" || text == "×"
  }

  /// The number in `x2`.
  private static func times(_ word: String) -> Int? {
    guard isTimes(word.prefix(1)) else { return nil }
    return number(word.dropFirst())
  }

  private static func number(_ digits: some StringProtocol) -> Int? {
    guard isDigits(digits), digits.utf8.count <= longestCount, let number = Int(digits), number > 0
    else { return nil }
    return number
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func separate(_ words: [String]) -> Words? {
    var found: Words = []
    var count: Int?
    for word in words {
      if let times = times(word) {
        guard count == nil, let last = found.indices.last, found[last].count == 1 else {
          return nil
        }
        found[last].count = times
      } else if isDigits(word), word.utf8.count >= shortest {
        found.append((word, count ?? 1))
        count = nil
      } else {
        guard count == nil, let number = number(word) else { return nil }
        count = number
      }
    }
    return found.isEmpty || count != nil ? nil : found
  }

  /// One barcode with the gaps that are printed below its bars. Only if its last digit fits: digits in
  /// groups may be anything.
  private static func printed(_ words: [String]) -> Words? {
    let count = words.last.flatMap(times)
    let digits = (count == nil ? words[...] : words.dropLast()).joined()
    guard isDigits(digits), [8, 12, 13].contains(digits.utf8.count),
      Barcode.hasRightCheckDigit(Array(digits.utf8))
    else { return nil }
    return [(digits, count ?? 1)]
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
