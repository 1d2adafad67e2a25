/// Amounts behind a name: `milk 2 l`, `soap x3`, `flour 1 1/2 kg`, `milk (2)`.
extension QuickAddParser {
  func trailing(_ rest: [Int]) -> Found? {
    amount(behind: rest).flatMap { found in
      let name = rest.dropLast(found.length).map { tokens[$0].text }
      return UnitWords.isCapacity(found.unit, of: name) ? nil : found
    }
  }

  private func amount(behind rest: [Int]) -> Found? {
    let count = rest.count
    guard count > 1, let last = word(rest, count - 1) else { return nil }
    if let found = inParentheses(rest, last) { return found }
    // "cola 4 x" is left of "cola 4 x 0.39".
    if Self.isTimes(last), let amount = countBefore(times: count - 1, rest) {
      return Found(amount: amount, unit: .piece, length: 2)
    }
    let bytes = Array(last.utf8)
    if let (amount, end) = timesAmount(last), end == bytes.count {
      return Found(amount: amount, unit: .piece, length: 1)
    }
    if let (amount, end) = Amount.read(bytes[...], known.numbers) {
      if end == bytes.count {
        guard let before = word(rest, count - 2) else {
          // "tea" 2
          return !known.isExport && amount.isWhole && 1000...99_000 ~= amount.thousandths
            ? Found(amount: amount, unit: .piece, length: 1) : nil
        }
        // "soap x 3", "milk, 2"; "1 ½" has no name.
        if count > 2, Self.isTimes(before) {
          // In "cola 4 x 39" either number may be how many.
          return countBefore(times: count - 2, rest) == nil
            ? Found(amount: amount, unit: .piece, length: 2) : nil
        }
        let isDivided =
          count > 2
          && (["|", "=", ",", ":"].contains(before)
            || Self.divides(before) && (1000...99_000).contains(amount.thousandths))
        let ends = before.last.map { Self.isSeparator($0) || ":…".contains($0) } == true
        if isDivided || ends && before.count > 1 {
          return Found(amount: amount, unit: .piece, length: 1)
        }
        return Self.counts(amount, behind: before)
          && !QuickAddPrice.isSign(before, currency, isMarked: true)
          ? Found(amount: amount, unit: .piece, length: 1) : nil
      }
      let behind = String(decoding: bytes[end...], as: UTF8.self)
      if Self.isTimes(behind) { return Found(amount: amount, unit: .piece, length: 1) }
      // Milligrams at the end are a strength: "Vitamin C 500mg".
      guard let unit = UnitWords.unit(behind), unit != .milligram else { return nil }
      if isMultipack(amount, behind) { return contents(of: amount, rest.dropLast(), length: 1) }
      return atEnd(Found(amount: amount, unit: unit, length: 1), rest)
    }
    // "milk 2 l", "oil 3 fl oz"
    for length in 1...2 where count > length + 1 {
      guard let (unit, used) = unit(rest, count - length), used == length,
        let number = word(rest, count - length - 1)
      else { continue }
      let digits = Array(number.utf8)
      guard unit != .milligram, let (amount, end) = Amount.read(digits[...], known.numbers),
        end == digits.count
      else { continue }
      if isMultipack(amount, last) {
        return contents(of: amount, rest.dropLast(length + 1), length: length + 1)
      }
      return atEnd(Found(amount: amount, unit: unit, length: length + 1), rest)
    }
    let found = counted(rest, last)
    return found != nil || known.isExport ? found : inContainer(rest, last) ?? inWords(rest, last)
  }

  /// "lettuce, 1 head", "corn 4 ears": what counts a thing is no part of its name. What was exported has names as
  /// they are.
  private func counted(_ rest: [Int], _ last: String) -> Found? {
    guard rest.count > 2,
      UnitWords.isCounter(last) || Self.isSize(last) && isApart(rest, length: 2),
      let number = word(rest, rest.count - 2),
      let (amount, end) = Amount.read(Array(number.utf8)[...], known.numbers),
      end == number.utf8.count, amount.thousandths > 0,
      !known.isExport
        || word(rest, rest.count - 3)?.last.map(Self.isSeparator) == true
    else { return nil }
    return Found(amount: amount, unit: .piece, length: 2)
  }

  /// What recipes say of each of what they count: "Onions – 3 medium".
  private static func isSize(_ word: String) -> Bool {
    ["small", "medium", "large", "big"].contains(word)
  }

  /// Whether so many words at the end stand behind a dash or a comma.
  private func isApart(_ rest: [Int], length: Int) -> Bool {
    guard !known.isExport, let before = word(rest, rest.count - length - 1) else { return false }
    return rest.count > length + 1 && Self.divides(before)
      || before.count > 1 && before.last.map(Self.isSeparator) == true
  }

  /// "apples, 3 lb bag", "tomatoes 400 g can", "milk, 1 gallon jug", "eggs, 1 dozen large": what holds an amount, or
  /// how large its things are, is no part of the name.
  private func inContainer(_ rest: [Int], _ last: String) -> Found? {
    let isHolder = UnitWords.unit(last)?.dimension == .container || UnitWords.isCounter(last)
    guard isHolder || Self.isSize(last), var found = trailing(Array(rest.dropLast())) else {
      return nil
    }
    found.length += 1
    guard isHolder ? found.unit.isMeasure : isApart(rest, length: found.length) else { return nil }
    return found
  }

  /// "bagels half dozen", "eggs, a dozen", "milk, gallon": an amount in words is read as before a thing. One
  /// word is an amount behind a separator.
  private func inWords(_ rest: [Int], _ last: String) -> Found? {
    guard let unit = UnitWords.unit(last), unit == .dozen || unit.isMeasure && unit != .cup else {
      return nil
    }
    var line = self
    for text in ["of", "thing"] { line.tokens.append(Token(range: 0..<0, text: text)) }
    let thing = Array(tokens.count..<line.tokens.count)
    for length in [3, 2, 1] where length < rest.count {
      let end = word(rest, rest.count - length - 1)?.last
      guard rest.suffix(length).allSatisfy({ !hasDigit(tokens[$0].text.utf8) }),
        length > 1 || end.map({ Self.isSeparator($0) || $0 == ":" }) == true,
        var found = line.leading(rest.suffix(length) + thing), found.length == length + 1
      else { continue }
      found.length = length
      found.isOne = false
      return found
    }
    return nil
  }

  /// In "soap 2 x 3 packs" it is not clear what is bought: that stays a name.
  private func atEnd(_ found: Found, _ rest: [Int]) -> Found? {
    let isClear =
      found.unit.isMeasure || countBefore(times: rest.count - found.length - 1, rest) == nil
    guard isClear else { return nil }
    var found = mixed(found, rest)
    let before = rest.count - found.length - 1
    // "kitchen roll x 2 packs", "rice x 5kg"
    if before > 0, word(rest, before).map(Self.isTimes) == true, word(rest, before) != "X",
      countBefore(times: before, rest) == nil
    {
      found.length += 1
    }
    return found
  }

  static func isTimes(_ word: String) -> Bool { timesSigns.contains(word) }

  static let timesSigns = ["x", "X", "×", "*"]

  /// The whole number before a multiplication sign at a position of the rest, behind a name.
  func countBefore(times position: Int, _ rest: [Int]) -> Amount? {
    guard position > 1, let times = word(rest, position), Self.isTimes(times),
      let count = word(rest, position - 1)
    else { return nil }
    let digits = Array(count.utf8)
    guard let (amount, end) = Amount.read(digits[...], known.numbers), end == digits.count,
      amount.isWhole, amount.thousandths > 0
    else { return nil }
    return amount
  }

  /// "x3", "×3", "*3", and where the number ends.
  func timesAmount(_ word: String) -> (Amount, end: Int)? {
    let bytes = Array(word.utf8)
    let sign = Self.timesSigns.first(where: word.hasPrefix)?.utf8.count ?? 0
    guard sign > 0, sign < bytes.count else { return nil }
    return Amount.read(bytes[sign...], known.numbers)
  }

  /// Whether a bare number at the end says how many: "milk 2", but not "Type 405", "WD 40", "Omega 3"
  /// and "iPhone 15".
  static func counts(_ amount: Amount, behind word: String) -> Bool {
    amount.isWhole && (1000...99_000).contains(amount.thousandths) && isCounted(word)
  }

  /// Whether a number behind the word is none of a name.
  static func isCounted(_ word: String) -> Bool {
    guard !word.utf8.contains(where: { $0 &- 0x30 < 10 }) else { return false }
    let letters = word.unicodeScalars.filter(\.properties.isAlphabetic)
    let isShort = letters.count == 1 || letters.allSatisfy(\.properties.isUppercase)
    // "🍌 3"
    if letters.isEmpty { return isPicture(word) }
    guard !isShort || letters.contains(where: { !$0.isASCII }),
      !letters.dropFirst().contains(where: \.properties.isUppercase)
    else { return false }
    return !isNumbered(word)
  }

  /// Whether a number behind the word belongs to it.
  static func isNumbered(_ word: String) -> Bool {
    numbered.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  private static let numbered: Set<String> = [
    "type", "typ", "size", "grosse", "gr", "gr.", "taille", "talla", "maat", "taglia", "storlek",
    "storrelse", "rozmiar", "tamanho", "no", "no.", "nr", "nr.", "number", "omega", "vitamin",
    "level", "stage",
    "step", "phase", "part", "volume", "vol", "vol.", "version", "chapter", "page", "room", "class",
    "grade", "grit", "factor", "spf", "formula", "model", "series", "playstation", "windows",
    "chanel", "channel", "heinz", "tier", "day", "week", "age", "under", "over", "top", "route",
    "product", "produkt", "produit", "producto", "prodotto", "item", "article", "artikel",
    "and", "plus", "minus", "of", "or", "in", "for", "fur", "fuer", "pour", "por",
  ]

  /// Adds the whole number before a fraction: "flour 1 1/2 kg".
  private func mixed(_ found: Found, _ rest: [Int]) -> Found {
    let at = rest.count - found.length - 1
    guard found.amount.isFraction, at > 0, let number = word(rest, at) else { return found }
    let digits = Array(number.utf8)
    guard let (whole, end) = Amount.read(digits[...], known.numbers), whole.isWhole,
      end == digits.count,
      !whole.isTooLarge
    else { return found }
    var found = found
    found.amount.thousandths += whole.thousandths
    found.amount.isFraction = false
    found.length += 1
    return found
  }

  /// "milk (2)", "milk (x2)", "milk (2 l)", "milk (2l)"; with a price, "(12 rolls)" is what one pack
  /// holds.
  private func inParentheses(_ rest: [Int], _ last: String) -> Found? {
    guard last.hasSuffix(")"), let found = parenthesised(rest, last) else { return nil }
    return result.price != nil && found.unit.dimension == .container ? nil : found
  }

  private func parenthesised(_ rest: [Int], _ last: String) -> Found? {
    let count = rest.count
    if last.hasPrefix("(") {
      var inside = Array(last.utf8.dropFirst().dropLast())
      if inside.first.map({ $0 | 0x20 == 0x78 }) ?? false { inside.removeFirst() }
      guard let (amount, end) = Amount.read(inside[...], known.numbers) else { return nil }
      let behind = String(decoding: inside[end...], as: UTF8.self)
      if behind.isEmpty || Self.isTimes(behind) {
        // "wine (2019)" is of a year.
        return amount.thousandths < 1_000_000
          ? Found(amount: amount, unit: .piece, length: 1) : nil
      }
      return UnitWords.unit(behind).map { Found(amount: amount, unit: $0, length: 1) }
    }
    guard count > 2, let number = word(rest, count - 2), number.hasPrefix("("),
      let unit = UnitWords.unit(last.dropLast())
    else { return nil }
    let digits = Array(number.utf8.dropFirst())
    guard let (amount, end) = Amount.read(digits[...], known.numbers), end == digits.count else {
      return nil
    }
    return Found(amount: amount, unit: unit, length: 2)
  }
}
