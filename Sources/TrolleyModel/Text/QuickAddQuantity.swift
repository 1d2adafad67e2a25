/// Amounts at the beginning and at the end of a line.
extension QuickAddParser {
  /// An amount, and how many words of the rest it takes.
  struct Found {
    var amount: Amount
    var unit: Unit
    var length: Int
    /// Whether nothing but its unit says that it is one.
    var isOne = false
  }

  package mutating func takeQuantity() {
    dropPartitive()
    dropAbout()
    convertRange()
    openSizes()
    splitPacks()
    joinThousands()
    addHalves()
    convertQuarters()
    convertHalves()
    convertCustomaryUnits()
    let rest = rest
    if let first = leading(rest) {
      let found = summed(first, rest)
      if let size = size(behind: found, rest) {
        takePacks(found, of: size, Array(rest.prefix(size.length)))
      } else if let (count, isPack) = count(of: found, rest) {
        takePacks(
          count, of: found, Array(rest.prefix(found.length) + rest.suffix(count.length)))
        if !isPack { packSize = nil }
        isCountedBehind = true
        dropSeparator(rest, rest.count - count.length - 1)
      } else {
        take(found, Array(rest.prefix(found.length)))
      }
      dropElision(behind: found, rest)
      dropDivider(behind: found, rest)
      return
    }
    if result.refusal == nil, let last = trailing(rest) {
      let found = summed(rest, last)
      let count = packs(before: found, rest)
      let length = found.length + (count?.length ?? 0)
      if let count {
        takePacks(count, of: found, Array(rest.suffix(length)))
      } else {
        take(found, Array(rest.suffix(length)))
      }
      if result.quantity != nil { dropSeparator(rest, rest.count - length - 1) }
    }
  }

  mutating func take(_ found: Found, _ indices: [Int]) {
    guard found.amount.thousandths > 0 || found.amount.isTooLarge else {
      result.refusal = result.refusal ?? "A quantity is more than 0."
      return
    }
    guard let quantity = found.amount.quantity(found.unit) else {
      result.refusal = result.refusal ?? "The quantity is too large."
      return
    }
    result.quantity = quantity
    for i in indices { tokens[i].field = .quantity }
  }

  /// "1 500 g" is 1500 g where blanks group thousands. "10 000 screws" is a number everywhere, since
  /// nothing is called 000, and so is one with a blank that breaks no line or is narrow; "2 100 watt
  /// bulbs" are two.
  private mutating func joinThousands() {
    let places = known.numbers.isGroupedByBlanks ? rest.indices : rest.indices.prefix(1)
    for place in places { joinThousands(at: place) }
  }

  private mutating func joinThousands(at place: Int) {
    guard rest.indices.contains(place), var group = word(rest, place) else { return }
    let first = rest[place]
    while let next = word(rest, place + 1), rest[place + 1] == first + 1,
      QuickAddPrice.goesOn(group, with: next)
    {
      let isWide = bytes[tokens[first].range.upperBound] == 0x20
      let isUnit = known.numbers.isGroupedByBlanks && size(rest, place + 1) != nil
      guard isUnit || !isWide || next.hasPrefix("000") else { return }
      group = next
      tokens[first].text += next
      tokens[first].range = tokens[first].range.lowerBound..<tokens[first + 1].range.upperBound
      tokens.remove(at: first + 1)
    }
  }

  // MARK: At the beginning

  private mutating func leading(_ rest: [Int]) -> Found? {
    guard let first = word(rest, 0) else { return nil }
    if let found = leadingArticle(rest, first) ?? leadingMeasure(rest, first) { return found }
    let bytes = Array(first.utf8)
    if bytes.count > 1, bytes[0] == 0x2D,
      Amount.read(bytes[1...], known.numbers)?.end == bytes.count,
      rest.count > 1
    {
      result.refusal = result.refusal ?? "A quantity is more than 0."
      return nil
    }
    if rest.count > 1, let (amount, end) = timesAmount(first), end == bytes.count {
      return Found(amount: amount, unit: .piece, length: 1)
    }
    guard rest.count > 1, let (amount, end) = Amount.read(bytes[...], known.numbers) else {
      return nil
    }
    let behind = String(decoding: bytes[end...], as: UTF8.self)
    switch behind {
    case "":
      if Self.isName(first, word(rest, 1)) || isOffer(rest) { return nil }
      return afterNumber(amount, rest, 1)
    case ",": return Found(amount: amount, unit: .piece, length: 1)
    case _ where Self.isTimes(behind):
      return Found(amount: amount, unit: .piece, length: 1)
    // "1st class stamps"; "1 St" is a German piece.
    case "st": return nil
    default:
      guard let unit = UnitWords.unit(behind.hasSuffix(",") ? String(behind.dropLast()) : behind)
      else { return nil }
      if isMultipack(amount, behind), size(rest, skipOf(rest, 1)) == nil { return nil }
      return Found(amount: amount, unit: unit, length: skipContainer(rest, 1, behind: unit))
    }
  }

  /// A "6 pack beer", a "6pk beer" and a "6 pack of beer" are one thing, "6 packs beer" are six; of
  /// "6 pack of 330 ml cola" the size says how much it is.
  private func isMultipack(_ amount: Amount, _ unit: String) -> Bool {
    amount.thousandths >= 4000 && ["pack", "pk"].contains(unit.lowercased())
  }

  /// What follows a separate number: a fraction, a unit, `x`, or the name.
  func afterNumber(_ number: Amount, _ rest: [Int], _ position: Int) -> Found? {
    var amount = number
    var at = position
    if amount.isWhole, rest.count > at + 1, let next = word(rest, at) {
      let bytes = Array(next.utf8)
      if let (part, end) = Amount.read(bytes[...], known.numbers), part.isFraction {
        let behind = String(decoding: bytes[end...], as: UTF8.self)
        let unit = UnitWords.unit(behind)
        if behind.isEmpty || unit != nil {
          amount.thousandths += part.thousandths
          amount.isWhole = false
          at += 1
          if let unit {
            return Found(amount: amount, unit: unit, length: skipContainer(rest, at, behind: unit))
          }
        }
      }
    }
    let plain = Found(amount: amount, unit: .piece, length: at)
    guard let next = word(rest, at) else { return plain }
    switch next {
    case "%", "percent": return nil
    // "7 * 3" is no product of a thing.
    case "*"
    where !rest.dropFirst(at).contains(where: { tokens[$0].text.contains(where: \.isLetter) }):
      return plain
    case _ where Self.isTimes(next):
      return rest.count > at + 1 ? Found(amount: amount, unit: .piece, length: at + 1) : nil
    default: break
    }
    guard let (unit, length) = unit(rest, at) else {
      // A zero with decimals is a strength, as in "0.0 beer".
      if amount.thousandths == 0, !amount.isWhole, !amount.isTooLarge { return nil }
      let end = skipOf(rest, at + 1)
      let isCounter =
        rest.count > end && isCounter(next, before: word(rest, end), hasOf: end > at + 1)
      return isCounter ? Found(amount: amount, unit: .piece, length: end) : plain
    }
    let isNoun = UnitWords.isNoun(unit)
    guard rest.count > at + length else {
      // "6 rolls" counts things; "1 l" has no name.
      return isNoun && unit.dimension == .container ? plain : nil
    }
    if isNoun, let after = word(rest, at + length) {
      if UnitWords.isCompound(after) { return plain }
      if isMultipack(amount, next), size(rest, skipOf(rest, at + length)) == nil { return nil }
    }
    return Found(
      amount: amount, unit: unit, length: skipContainer(rest, at + length, behind: unit))
  }

  /// Whether a word counts what follows, of which it is none: a loaf of bread, "une gousse d'ail".
  private func isCounter(_ word: String, before next: String?, hasOf: Bool) -> Bool {
    let plain = String(decoding: Folding.plain(word), as: UTF8.self)
    if UnitWords.bareCounters.contains(plain) { return next?.first?.isLetter == true }
    return UnitWords.counters.contains(plain) && (hasOf || next.map(Self.hasElision) == true)
  }

  /// Names that begin with a number.
  private static func isName(_ number: String, _ next: String?) -> Bool {
    guard let next = next?.lowercased() else { return false }
    return number == "7" && next == "up" || next == "ply"
  }

  func skipOf(_ rest: [Int], _ at: Int) -> Int {
    guard let next = word(rest, at), ["of", "Of", "de", "di"].contains(next) else { return at }
    return rest.count > at + 1 ? at + 1 : at
  }

  // MARK: At the end

  func trailing(_ rest: [Int]) -> Found? {
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
        guard let before = word(rest, count - 2) else { return nil }
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
      guard let unit = UnitWords.unit(behind), unit != .milligram, !isMultipack(amount, behind)
      else { return nil }
      return atEnd(Found(amount: amount, unit: unit, length: 1), rest)
    }
    // "milk 2 l", "oil 3 fl oz"
    for length in 1...2 where count > length + 1 {
      guard let (unit, used) = unit(rest, count - length), used == length,
        let number = word(rest, count - length - 1)
      else { continue }
      let digits = Array(number.utf8)
      guard unit != .milligram, let (amount, end) = Amount.read(digits[...], known.numbers),
        end == digits.count,
        !isMultipack(amount, last)
      else { continue }
      return atEnd(Found(amount: amount, unit: unit, length: length + 1), rest)
    }
    return counted(rest, last)
  }

  /// "lettuce, 1 head": behind a separator what counts a thing is no part of its name.
  private func counted(_ rest: [Int], _ last: String) -> Found? {
    guard rest.count > 2, UnitWords.isCounter(last), let number = word(rest, rest.count - 2),
      let (amount, end) = Amount.read(Array(number.utf8)[...], known.numbers),
      end == number.utf8.count, amount.thousandths > 0,
      let before = word(rest, rest.count - 3)?.last, Self.isSeparator(before)
    else { return nil }
    return Found(amount: amount, unit: .piece, length: 2)
  }

  /// In "soap 2 x 3 packs" it is not clear what is bought: that stays a name.
  private func atEnd(_ found: Found, _ rest: [Int]) -> Found? {
    let isClear =
      found.unit.isMeasure || countBefore(times: rest.count - found.length - 1, rest) == nil
    return isClear ? mixed(found, rest) : nil
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
  private static func counts(_ amount: Amount, behind word: String) -> Bool {
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
    "type", "typ", "size", "no", "no.", "nr", "nr.", "number", "omega", "vitamin", "level", "stage",
    "step", "phase", "part", "volume", "vol", "vol.", "version", "chapter", "page", "room", "class",
    "grade", "grit", "factor", "spf", "formula", "model", "series", "playstation", "windows",
    "chanel", "channel", "heinz", "tier", "day", "week", "age", "under", "over", "top", "route",
    "product", "produkt", "produit", "producto", "prodotto", "item", "article", "artikel",
    "and", "plus", "minus", "of", "or", "for", "fur", "fuer", "pour", "por",
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
        return Found(amount: amount, unit: .piece, length: 1)
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

  // MARK: Words of the rest

  /// The word at a position of the rest; nil past its end and for a quoted one.
  func word(_ rest: [Int], _ position: Int) -> String? {
    guard rest.indices.contains(position), !tokens[rest[position]].isLiteral else { return nil }
    return tokens[rest[position]].text
  }

  /// The unit at a position, and how many words it has.
  func unit(_ rest: [Int], _ position: Int) -> (Unit, Int)? {
    guard let first = word(rest, position) else { return nil }
    if Folding.plain(first).starts(with: "fl".utf8), first.utf8.count <= 3,
      let second = word(rest, position + 1), UnitWords.unit(second) == .ounce
    {
      return (.fluidOunce, 2)
    }
    // Elsewhere chili is a thing.
    if first.lowercased() == "chili", word(rest, position + 1) == "di" { return (.kilogram, 1) }
    let text = first.hasSuffix(",") ? String(first.dropLast()) : first
    return UnitWords.unit(text).map { ($0, 1) }
  }
}
