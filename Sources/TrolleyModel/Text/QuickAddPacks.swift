/// Packs of a size: `3 x 1l milk`, `2 packs of 500 g flour`, `6x330ml cola`.
extension QuickAddParser {
  /// The size of what an amount counts: "3 x 1l milk", "2 packs of 500 g flour". A name that began
  /// with it would not be that of the item that is there.
  func size(behind count: Found, _ rest: [Int]) -> Found? {
    guard [.count, .container].contains(count.unit.dimension) else { return nil }
    // "2 Packungen à 500 g Mehl"
    let start = count.length + (word(rest, count.length).map(isAt) == true ? 1 : 0)
    return size(rest, start).map { size in
      var part = size
      part.length -= start
      part = summed(part, Array(rest.dropFirst(start)))
      part.length += start
      return part
    }
  }

  func size(_ rest: [Int], _ at: Int) -> Found? {
    guard let bytes = word(rest, at).map({ Array($0.utf8) }),
      let (amount, end) = Amount.read(bytes[...], known.numbers), amount.thousandths > 0,
      word(rest, at + 1).map(UnitWords.isOfName) != true
    else { return nil }
    var found: Found?
    if end < bytes.count {
      // "2 8-oz cream cheese"
      let hasHyphen = bytes[end] == 0x2D && !known.isExport
      let behind = String(decoding: bytes[(hasHyphen ? end + 1 : end)...], as: UTF8.self)
      found = UnitWords.unit(behind).map {
        Found(amount: amount, unit: $0, length: skipContainer(rest, at + 1, behind: $0))
      }
    } else if let (unit, length) = unit(rest, at + 1), rest.count == at + 1 + length {
      found = Found(amount: amount, unit: unit, length: rest.count)
    } else {
      found = afterNumber(amount, rest, at + 1)
    }
    return found.flatMap { size in
      let isSize =
        size.unit.isMeasure
        && !UnitWords.isCapacity(size.unit, of: words(rest, from: size.length))
      return isSize || isPack(size, rest) ? size : nil
    }
  }

  /// A "6 pack beer", a "6pk beer" and a "6 pack of beer" are one thing, "6 packs beer" are six; of
  /// "6 pack of 330 ml cola" the size says how much it is.
  func isMultipack(_ amount: Amount, _ unit: String) -> Bool {
    amount.thousandths >= 4000 && ["pack", "pk"].contains(unit.lowercased())
  }

  /// "6 packs", "6-pack" and "6pk" behind another number: so many of a pack that has a name of its own.
  func isMultipack(_ rest: [Int], _ at: Int) -> Bool {
    guard let first = word(rest, at),
      let (amount, end) = Amount.read(Array(first.utf8)[...], known.numbers)
    else { return false }
    var unit = first.utf8.count == end ? word(rest, at + 1) ?? "" : String(first.dropFirst(end))
    if unit.hasPrefix("-") { unit.removeFirst() }
    return isMultipack(amount, unit.hasSuffix("s") ? String(unit.dropLast()) : unit)
  }

  /// How many there are of a pack that a name ends with, and where that stands: "Pepsi 2 12 packs", "LaCroix 12pk 2".
  func countOfMultipacks(_ rest: [Int]) -> (Found, at: Int)? {
    func count(_ at: Int) -> Found? {
      guard let text = word(rest, at), let number = Int(text), 1...99 ~= number else { return nil }
      return Found(amount: Amount(thousandths: 1000 * number), unit: .piece, length: 1)
    }
    guard !known.isExport else { return nil }
    let last = rest.count - 1
    func isPack(_ at: Int, length: Int) -> Bool {
      isMultipack(rest, at) && (word(rest, at)?.last?.isLetter == true) == (length == 1)
    }
    // "nappies size 4 24 pack"
    for at in [last - 2, last - 1]
    where at > 0 && isPack(at + 1, length: last - at)
      && word(rest, at - 1).map(Self.isNumbered) == false
    {
      if let found = count(at) { return (found, at) }
    }
    return last > 1 && isPack(last - 1, length: 1) ? count(last).map { ($0, last) } : nil
  }

  /// Of what is sold in packs of so many, such a pack is that many: "eggs 12pk", "24 pack toilet rolls"; of what
  /// is on rolls, that many of those: "loo roll 9 pack".
  func contents(of count: Amount, _ name: ArraySlice<Int>, length: Int) -> Found? {
    let words = name.map { tokens[$0].text }
    guard let all = count.quantity(.piece), UnitWords.isPack(of: all, words) else { return nil }
    let unit = UnitWords.isOnRolls(words) ? Unit.roll : .piece
    return Found(amount: count, unit: unit, length: length, isContents: true)
  }

  /// Whether a count is what a pack holds of things that are counted one by one: "2 x 6 eggs" and "2 6ct
  /// bars", but "2x4 lumber" and "3x5 cards" have their size in the name.
  private func isPack(_ found: Found, _ rest: [Int]) -> Bool {
    guard found.unit == .piece, found.amount.isWhole,
      let name = rest.dropFirst(found.length).last.map({ tokens[$0] }), !name.isLiteral
    else { return false }
    return UnitWords.isCountedInPacks(name.text)
      || rest.prefix(found.length).contains { UnitWords.saysCount(tokens[$0].text) }
  }

  /// Whether an amount is what one price on a shelf is for, also where the line calls it a pack: a "3 pack" and
  /// "6 ct", or says how many parts what is sold whole has: "butter 4 sticks". "3 Pack" in German are three.
  func isWhole(_ quantity: Quantity) -> Bool {
    (packSize == nil
      ? saysPack(quantity) || result.countsParts || isMultipackByName(quantity)
      : countUnit == .pack && saysPack(in: .pack))
      || QuickAdd.isWhole(
        quantity, in: packSize, of: rest.map { tokens[$0].text }, at: result.price)
  }

  /// Whether so many of what has its size in its name are sold as one: "6 Coke Zero 330ml 4.99".
  private func isMultipackByName(_ quantity: Quantity) -> Bool {
    guard let sizeBehind, let one = sizeBehind.amount.quantity(sizeBehind.unit) else {
      return false
    }
    let (all, overflow) = one.thousandths.multipliedReportingOverflow(by: quantity.thousandths)
    return !overflow
      && UnitWords.isMultipack(
        Quantity(thousandths: all / 1000, unit: one.unit), of: one,
        rest.dropLast(sizeBehind.length).map { tokens[$0].text }, at: result.price)
  }

  func saysPack(_ quantity: Quantity) -> Bool {
    quantity.thousandths > 1000 && (saysContents || saysPack(in: quantity.unit))
  }

  private func saysPack(in unit: Unit) -> Bool {
    tokens.contains { $0.field == .quantity && UnitWords.saysPack($0.text, unit, known.numbers) }
  }

  /// How many there are of the amount that a line begins with, and whether that is a pack with one price:
  /// "400g tomatoes x3", but "1 bag chips x 2". A bare number is no such amount.
  func count(of size: Found, _ rest: [Int]) -> (count: Found, isPack: Bool)? {
    let name = Array(rest.dropFirst(size.length))
    // Of a "box of granola bars 6 ct" the number is what the box holds.
    guard let count = trailing(name), count.unit == .piece, count.amount.isWhole,
      size.isOne
        && !name.suffix(count.length).contains(where: { UnitWords.saysCount(tokens[$0].text) })
        || name.suffix(count.length).contains(where: { at in
          tokens[at].text.contains { "xX×*".contains($0) }
        })
    else { return nil }
    let thing = name.dropLast(count.length).map { tokens[$0].text }
      .filter { QuickAddPrice.bare($0, currency, known.numbers) == nil }
    let isPack =
      size.unit.isMeasure
      || rest.prefix(size.length).contains { UnitWords.saysCount(tokens[$0].text) }
      || size.amount.quantity(size.unit).map { UnitWords.isPack(of: $0, thing) } == true
    return isPack || size.unit != .piece ? (count, isPack) : nil
  }

  /// How many stands before the name, and perhaps what one holds behind it: "3 milk 1l", where that is meant.
  mutating func takeLeading(_ found: Found, _ rest: [Int]) {
    let words = Array(rest.prefix(found.length))
    if [.count, .container].contains(found.unit.dimension),
      found.amount.thousandths.isMultiple(of: 1000),
      case let name = Array(rest.dropFirst(found.length)), let size = sizeOfOne(name)
    {
      let joint = name.count - size.length - 1
      if joint > 0, word(name, joint).map(isAt) == true {
        takePacks(found, of: size, words + name.suffix(size.length + 1))
        return dropSeparator(name, joint - 1)
      }
      sizeBehind = size
      if takesSizeBehind {
        takePacks(found, of: size, words + name.suffix(size.length))
        return dropSeparator(name, name.count - size.length - 1)
      }
    }
    take(found, words)
  }

  /// "cola 2 l x4", "cola 2 l 1.99 x4": how many there are of the size before. Whether that is taken.
  mutating func takePacks(_ count: Found, behind rest: [Int]) -> Bool {
    let words = rest.suffix(count.length)
    guard count.unit == .piece, count.amount.isWhole,
      words.contains(where: { tokens[$0].text.contains { "xX×*".contains($0) } })
    else { return false }
    var name = Array(rest.dropLast(count.length))
    if let last = name.last, !tokens[last].isLiteral,
      QuickAddPrice.bare(tokens[last].text, currency, known.numbers) != nil
    {
      name.removeLast()
    }
    guard let size = sizeOfOne(name) else { return false }
    sizeBehind = size
    guard takesSizeBehind else { return false }
    isCountedBehind = true
    takePacks(count, of: size, name.suffix(size.length) + words)
    dropSeparator(name, name.count - size.length - 1)
    return true
  }

  /// What one of a thing holds, at the end of its name.
  private func sizeOfOne(_ name: [Int]) -> Found? {
    guard !known.isExport, let size = trailing(name), size.unit.isMeasure,
      packs(before: size, name) == nil
    else { return nil }
    return size
  }

  /// So many of a size are that much in all, as two of something sold in packs of 500 g are 1000 g.
  mutating func takePacks(_ count: Found, of size: Found, _ indices: [Int]) {
    var all = size
    let one = size.amount.quantity(size.unit)
    let (product, overflow) = (one?.thousandths ?? Quantity.limit).multipliedReportingOverflow(
      by: count.amount.thousandths * count.unit.factor)
    all.amount = Amount(
      thousandths: product / 1000, isTooLarge: overflow || one == nil || count.amount.isTooLarge)
    take(all, indices)
    countUnit = count.unit
    if result.quantity != nil { packSize = one }
  }

  /// "2 Pfund butter" is 1000 g of it, and "ein Pfund" 500 g.
  mutating func convertCustomaryUnits() {
    let rest = rest
    if let first = word(rest, 0), let one = customary(first), isSingle(rest, first),
      trailing(rest) == nil
    {
      tokens[rest[0]].text = one.number + one.unit.symbol
      return
    }
    for position in rest.indices {
      guard let text = word(rest, position) else { continue }
      // "30dag"
      let bytes = Array(text.utf8)
      let start = Amount.read(bytes[...], known.numbers)?.end ?? 0
      let number =
        start > 0 ? String(decoding: bytes[..<start], as: UTF8.self) : word(rest, position - 1)
      guard start < bytes.count, let number, let amount = customaryAmount(number),
        let one = customary(String(decoding: bytes[start...], as: UTF8.self)),
        !isBook(rest, position, number)
      else { continue }
      let (product, overflow) = amount.multipliedReportingOverflow(by: one.thousandths / 1000)
      guard !overflow, product.isMultiple(of: 1000) else { return }
      let all = String(product / 1000)
      if start > 0 {
        tokens[rest[position]].text = all + one.unit.symbol
      } else {
        tokens[rest[position - 1]].text = all
        tokens[rest[position]].text = one.unit.symbol
      }
      return
    }
  }

  func customary(_ word: String) -> Quantity? {
    UnitWords.customary(word, known.numbers.language)
  }

  /// Whether the French pound is a book: "un livre de cuisine", "2 livres".
  private func isBook(_ rest: [Int], _ position: Int, _ number: String) -> Bool {
    position < 2 && word(rest, position)?.lowercased().contains("livre") == true
      && (number.lowercased() == "un"
        || skipOf(rest, position + 1) == position + 1
          && word(rest, position + 1).map(Self.hasElision) != true)
  }

  /// In thousandths.
  private func customaryAmount(_ word: String) -> Int? {
    if UnitWords.isArticle(word) { return 1000 }
    if let number = numberBeforeUnit(word) { return number * 1000 }
    let bytes = Array(word.utf8)
    guard let (amount, end) = Amount.read(bytes[...], known.numbers), end == bytes.count,
      !amount.isTooLarge
    else { return nil }
    return amount.thousandths
  }

  /// "6x330ml" is "6x 330ml", before the name or behind it; "2x4 lumber" is no pack.
  mutating func splitPacks() {
    let last = rest.count - 1
    for position in [0, last - 1, last] where splitPack(at: position) { return }
  }

  private mutating func splitPack(at position: Int) -> Bool {
    guard let text = word(rest, position) else { return false }
    let first = rest[position]
    let bytes = Array(text.utf8)
    guard let (_, end) = Amount.read(bytes[...], known.numbers), end < bytes.count else {
      return false
    }
    let behind = bytes[end...]
    let sign = Self.timesSigns.first { behind.starts(with: $0.utf8) }?.utf8.count ?? 0
    let start = end + sign
    guard sign > 0, start < bytes.count, bytes[start] &- 0x30 < 10 else { return false }
    var split = self
    let lower = tokens[first].range.lowerBound
    split.tokens[first].text = String(decoding: bytes[..<start], as: UTF8.self)
    split.tokens[first].range = lower..<lower + start
    var size = Token(
      range: lower + start..<tokens[first].range.upperBound,
      text: String(decoding: bytes[start...], as: UTF8.self))
    size.field = .name
    split.tokens.insert(size, at: first + 1)
    guard
      split.size(split.rest, position + 1) != nil
        || position == 0 && split.beginsWithPacks(behind: position)
    else { return false }
    self = split
    return true
  }

  /// "2x12pk coke" are two of a pack that has a name of its own.
  private func beginsWithPacks(behind position: Int) -> Bool {
    guard let bytes = word(rest, position + 1).map({ Array($0.utf8) }),
      let (amount, end) = Amount.read(bytes[...], known.numbers)
    else { return false }
    return isMultipack(amount, String(decoding: bytes[end...], as: UTF8.self))
  }

  /// How many of a size at the end: "cola 6 x 330 ml", "cola 6x 330 ml", "ham 3 packs of 100 g".
  func packs(before size: Found, _ rest: [Int]) -> Found? {
    guard size.unit.isMeasure else { return nil }
    let at = rest.count - size.length - 1
    if let amount = countBefore(times: at, rest) {
      return Found(amount: amount, unit: .piece, length: 2)
    }
    // "pumpkin 2 cans (15 oz)", "cream cheese 2 (8 oz)"
    if isInBrackets(rest, at + 1), let count = trailing(Array(rest.prefix(at + 1))),
      count.amount.isWhole, [.count, .container].contains(count.unit.dimension)
    {
      return count
    }
    if let joint = word(rest, at), isAt(joint) || ["of", "de", "di"].contains(joint),
      let count = trailing(Array(rest.prefix(at))), count.amount.isWhole,
      count.unit.dimension == .container || isAt(joint) && count.unit == .piece
    {
      return Found(amount: count.amount, unit: count.unit, length: count.length + 1)
    }
    guard at > 0, let bytes = word(rest, at).map({ Array($0.utf8) }),
      let (amount, end) = Amount.read(bytes[...], known.numbers), amount.isWhole,
      Self.isTimes(String(decoding: bytes[end...], as: UTF8.self))
    else { return nil }
    return Found(amount: amount, unit: .piece, length: 1)
  }

  /// Whether a size is in brackets, behind how many there are of it: "cream cheese 2 (8 oz)".
  func isInBrackets(_ rest: [Int], _ at: Int) -> Bool { word(rest, at)?.hasPrefix("(") == true }
}
