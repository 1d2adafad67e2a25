/// Amounts at the beginning and at the end of a line.
extension QuickAddParser {
  /// An amount, and how many words of the rest it takes.
  struct Found {
    var amount: Amount
    var unit: Unit
    var length: Int
    /// Whether nothing but its unit says that it is one.
    var isOne = false
    /// Whether the line calls it what one pack holds: a "6 pack" of crumpets.
    var isContents = false
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
    convertCount()
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
        takeLeading(found, rest)
      }
      dropElision(behind: found, rest)
      dropDivider(behind: found, rest)
      return
    }
    if result.refusal == nil, let (count, at) = countOfMultipacks(rest) {
      return take(count, [rest[at]])
    }
    if result.refusal == nil, let last = trailing(rest) {
      let found = summed(rest, last)
      if takePacks(found, behind: rest) { return }
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
    guard var quantity = found.amount.quantity(found.unit) else {
      result.refusal = result.refusal ?? "The quantity is too large."
      return
    }
    // "half a dozen", "1/2 dozen": nothing is sold by the half of a dozen, but six are.
    if quantity.unit == .dozen, quantity.thousandths % 1000 != 0 {
      quantity = Quantity(thousandths: 12 * quantity.thousandths, unit: .piece)
    }
    result.quantity = quantity
    saysContents = found.isContents
    result.saysPieces =
      found.unit == .piece && indices.contains { tokens[$0].text == Unit.piece.symbol }
    result.countsParts =
      found.unit == .piece && indices.contains { UnitWords.isPart(tokens[$0].text) }
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

  mutating func leading(_ rest: [Int]) -> Found? {
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
      if Self.isName(first, word(rest, 1)) || isOffer(rest) || isSeveralInOne(rest) { return nil }
      return afterNumber(amount, rest, 1)
    case ",": return Found(amount: amount, unit: .piece, length: 1)
    case _ where Self.isTimes(behind):
      return Found(amount: amount, unit: .piece, length: 1)
    // "1st class stamps"; "1 St" is a German piece.
    case "st": return nil
    default:
      guard let unit = UnitWords.unit(behind.hasSuffix(",") ? String(behind.dropLast()) : behind)
      else { return nil }
      let end = skipOf(rest, 1)
      if UnitWords.isCapacity(unit, of: words(rest, from: end)) { return nil }
      if isMultipack(amount, behind), size(rest, end) == nil {
        return contents(of: amount, rest.dropFirst(end), length: end)
      }
      return Found(amount: amount, unit: unit, length: skipContainer(rest, 1, behind: unit))
    }
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
    if UnitWords.isCapacity(unit, of: words(rest, from: at + length)) { return nil }
    let isNoun = UnitWords.isNoun(unit)
    let isHolder = unit.dimension == .container
    guard rest.count > at + length, !isHolder || isNamed(rest, from: at + length) else {
      // "6 rolls" and "4 rolls 3" count things; "1 l" has no name.
      return isHolder ? plain : nil
    }
    if isNoun, let after = word(rest, at + length) {
      if UnitWords.isCompound(after) { return plain }
      let end = skipOf(rest, at + length)
      if isMultipack(amount, next), size(rest, end) == nil {
        return contents(of: amount, rest.dropFirst(end), length: end)
      }
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
    return number == "7" && next == "up" || UnitWords.isOfName(next)
  }

  /// "2 in 1 shampoo" is one thing.
  private func isSeveralInOne(_ rest: [Int]) -> Bool {
    word(rest, 1)?.lowercased() == "in" && word(rest, 2) == "1"
  }

  /// Whether words from here on may be a name: there is more than a small number.
  private func isNamed(_ rest: [Int], from at: Int) -> Bool {
    rest[at...].contains { i in
      tokens[i].isLiteral || tokens[i].text.utf8.count > 2
        || !tokens[i].text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }
  }

  func skipOf(_ rest: [Int], _ at: Int) -> Int {
    guard let next = word(rest, at), ["of", "Of", "de", "di"].contains(next) else { return at }
    return rest.count > at + 1 ? at + 1 : at
  }

  // MARK: Words of the rest

  func words(_ rest: [Int], from start: Int) -> [String] {
    rest.dropFirst(start).map { tokens[$0].text }
  }

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
