/// The price in a line: with a sign, behind an `@`, or a bare number; and what it is for.
extension QuickAddParser {
  mutating func takePrice(from start: Int) {
    var i = start
    while i < tokens.count, result.price == nil {
      let (found, length) = price(at: i)
      let words = i..<i + length
      switch found {
      case .none: i += 1
      case .refused(let sentence):
        result.refusal = result.refusal ?? sentence
        i += 1
      case .unclear:
        // Neither a price nor an amount: the words stand as they are.
        for k in words { tokens[k].isLiteral = true }
        i += length
      case .price(let money, let per):
        let unit =
          per == nil
          ? self.per(at: words.upperBound) ?? (i > start ? measure(at: words.upperBound) : nil)
          : nil
        result.price = money
        result.per = per ?? unit?.per
        isUnitPrice = QuickAddPrice.narrow(tokens[i].text).hasPrefix("@")
        let last = words.upperBound + (unit?.length ?? 0)
        let total = totalWords(at: last)
        let all = i..<last + total
        for k in all { tokens[k].field = .price }
        dropBefore(price: all)
        isTotal = isTotal || total > 0
        if i == start { dropOf(behind: all.upperBound) }
      }
    }
  }

  /// "2,50 €/kg de poires"
  private mutating func dropOf(behind price: Int) {
    let rest = rest.filter { $0 >= price }
    guard result.per?.unit.isMeasure == true, rest.first == price else { return }
    if skipOf(rest, 0) > 0 {
      tokens[price].field = .price
    } else if word(rest, 0).map(Self.hasElision) == true {
      tokens[price].text.removeFirst(2)
    }
  }

  /// The price whose first word is at `i`, and how many words it has: `@3.20`, `EUR 3.20`,
  /// `@ Ft 1 299`, `1 299 Ft/kg`.
  func price(at i: Int) -> (found: QuickAddPrice, length: Int) {
    func word(_ at: Int) -> String? {
      guard at < tokens.count, !tokens[at].isLiteral else { return nil }
      return QuickAddPrice.narrow(withoutComma(at))
    }
    func read(_ text: String) -> QuickAddPrice {
      // "@5/6" is for six.
      let slash = isMarked ? text.firstIndex(of: "/") : nil
      let count = slash.flatMap { Int(text[$0...].dropFirst()) } ?? 1
      let text = count > 1 ? text + "pc" : text
      let found = QuickAddPrice.read(text, currency, known.numbers, isMarked: isMarked)
      if known.isExport, !isMarked, text.utf8.first == 0x24, case .price(let money, _) = found,
        money.currency != currency
      {
        return .none
      }
      return found
    }
    guard var number = word(i) else { return (.none, 1) }
    var end = i + 1
    let isMarked = number.utf8.first == 0x40
    if isMarked {
      number.removeFirst()
      if number.isEmpty, let next = word(end) {
        number = next
        end += 1
      }
    }
    var front = ""
    if let next = word(end), hasDigit(next.utf8),
      QuickAddPrice.isSign(number, currency, isMarked: isMarked)
    {
      front = number
      number = next
      end += 1
    }
    guard hasDigit(number.utf8) else { return (.none, 1) }
    // "TV 1 299 €" is grouped everywhere.
    let isGrouped =
      known.numbers.isGroupedByBlanks
      || i > 0 && number.utf8.first != 0x30
        && word(end).map { QuickAddPrice.goesOn(number, with: $0) } == true
        && word(end + 1).map { QuickAddPrice.isSign($0, currency, isMarked: isMarked) } == true
    while isGrouped, let next = word(end), QuickAddPrice.goesOn(number, with: next) {
      number += " " + next
      end += 1
    }
    if let sign = word(end),
      QuickAddPrice.isSign(sign, currency, isMarked: isMarked)
        || isMarked && QuickAddPrice.isLetterOfHundredths(sign, currency)
    {
      // "milk 2 EUR 3.20": the sign is that of the second number.
      let isOfNext = word(end + 1).map { next in
        front.isEmpty && !isMarked && number.utf8.allSatisfy { $0 &- 0x30 < 10 }
          && QuickAddPrice.bare(next, currency, known.numbers) != nil
      }
      if isOfNext == true { return (.none, 1) }
      let bare = number.prefix { $0 != "/" }
      let found = read(front + bare + sign + number.dropFirst(bare.count))
      if case .none = found {} else { return (found, end + 1 - i) }
    }
    return (read(front + number), end - i)
  }

  /// What a price is for that does not say it, however the amount is spelled: of what a number counts one, as a
  /// shelf shows it, which may be a pack of a size; and all of what is one on the shelf (`isWhole`). Behind an `@`
  /// it is for one kilo, litre or pack of a size.
  mutating func takePer(of quantity: Quantity) {
    if isTotal {
      takeShare(of: quantity)
    } else if isUnitPrice {
      result.per = packSize ?? QuickAdd.unitPer(quantity)
    } else {
      let isAll = isWhole(quantity)
      result.per = isAll ? quantity : packSize ?? QuickAdd.usualPer(quantity)
      result.isPriceOfAll = isAll && quantity.unit.isMeasure && packSize == nil
      result.isPerAssumed = packSize != nil || !saysPack(quantity)
    }
  }

  /// Receipts say what several cost behind what one does: "2 x 1.20 bread 2.40".
  mutating func dropSum() {
    guard let price = result.price, let quantity = result.quantity, let per = result.per,
      let last = rest.last, rest.count > 1, !tokens[last].isLiteral
    else { return }
    let found: Money?
    if case .price(let money, nil) = QuickAddPrice.read(
      tokens[last].text, currency, known.numbers, isMarked: false)
    {
      found = money
    } else {
      found = QuickAddPrice.bare(tokens[last].text, currency, known.numbers)?.0
    }
    let sum = price.minorUnits * quantity.thousandths
    guard let found, found.currency == price.currency, quantity != per, quantity.unit == per.unit,
      found.minorUnits == sum / per.thousandths, sum.isMultiple(of: per.thousandths)
    else { return }
    tokens[last].field = .price
  }

  /// "2 packs of butter 1.99 each", "2 x 500 g pasta 1.10 each": each pack, tin or bottle. A measure alone
  /// is that of one pack, "pasta 16 oz 1.29 each", but in front of a thing it counts: "2 lb beef 5.49 each".
  mutating func takeEach(of quantity: Quantity) {
    // As an export says that it is for one piece, whatever is bought.
    guard !tokens.contains(where: { $0.field == .price && $0.text.hasSuffix("/piece") }) else {
      return
    }
    if let packSize {
      result.per = packSize
    } else if !quantity.unit.isMeasure || isCounted(quantity) {
      result.per = Quantity(1, quantity.unit)
    } else if tokens.contains(where: { $0.field == .price && Self.endsInEach($0.text) }) {
      result.per = isUnitPrice ? QuickAdd.unitPer(quantity) : quantity
      result.isPriceOfAll = !isUnitPrice
    }
  }

  /// Whether a measure says how many there are of it, rather than what a pack holds.
  private func isCounted(_ quantity: Quantity) -> Bool {
    quantity.thousandths > 1000 && quantity.thousandths.isMultiple(of: 1000)
      && [.pint, .quart, .gallon, .pound, .kilogram, .litre].contains(quantity.unit)
      && tokens.first { $0.field == .quantity || $0.field == .name }?.field == .quantity
  }

  /// "flour, $0.59", "flour - $0.59", "flour je 0,59 €", "flour for $0.59" and "flour about $0.59": what joins a
  /// name to the price behind it is not part of the name.
  private mutating func dropBefore(price words: Range<Int>) {
    var before = rest.filter { $0 < words.lowerBound }
    if result.per == nil, before.count > 1, let last = before.last, !tokens[last].isLiteral,
      Self.meansEach(tokens[last].text)
    {
      result.per = .one
      tokens[last].field = .price
      before.removeLast()
    }
    if result.per == nil, let said = measure(before: before) {
      result.per = said.per
      for token in before.suffix(said.length) { tokens[token].field = .price }
      before.removeLast(said.length)
    }
    if isAbout(before) {
      tokens[before.removeLast()].field = .price
    }
    // "Bananen 1,2 kg x 1,79 €/kg"
    if result.per?.unit.isMeasure == true, before.count > 2,
      word(before, before.count - 1).map(Self.isTimes) == true,
      trailing(before.dropLast())?.unit.isMeasure == true
    {
      tokens[before.removeLast()].field = .price
    }
    let isOfAll = isOfAll(before)
    if isOfAll || before.count > 1 && word(before, before.count - 1).map(Self.isOfferWord) == true {
      isTotal = true
      tokens[before.removeLast()].field = .price
    }
    let behind = tokens[words.upperBound...].prefix { token in
      token.mark == 0 && !["#", "!", "*"].contains { token.text.hasPrefix($0) }
    }
    if behind.allSatisfy({ $0.field != .name }), !before.isEmpty {
      dropSeparator(before, before.count - 1, as: .price)
    }
  }

  /// "oat milk, 1.89": things without a unit are not counted in hundredths, so that is the price.
  /// "ham 19.90/kg", "ham 19.90 a kilo" and "2 avocados 1.50 each" say what it is for, too; behind a
  /// name nothing but a price is a number "a kilo", so that one may be whole.
  mutating func takeBarePrice() {
    let all = rest
    let total = totalWords(behind: all)
    let said = total > 0 ? nil : per(behind: all) ?? measure(behindPriceOf: all)
    let rest = Array(all.dropLast(total > 0 ? total : said?.length ?? 0))
    guard result.price == nil, result.refusal == nil, let last = rest.last,
      !tokens[last].isLiteral
    else { return }
    var text = tokens[last].text
    // "milk (1.29)"
    if text.hasPrefix("("), text.hasSuffix(")"), Self.hasCents(String(text.dropLast())) {
      text = String(text.dropFirst().dropLast())
    }
    var start = rest.count - 1
    while known.numbers.isGroupedByBlanks, start > 1, !tokens[rest[start - 1]].isLiteral,
      tokens[rest[start - 1]].text.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      QuickAddPrice.goesOn(tokens[rest[start - 1]].text, with: text)
    {
      start -= 1
      text = tokens[rest[start]].text + " " + text
    }
    let isWhole = said?.per.unit.isMeasure == true
    let before = rest[..<start]
    let bare = QuickAddPrice.bare(text, currency, known.numbers, isWhole: isWhole)
    guard start > 0 || code != nil, let (money, per) = bare ?? loosePrice(text, behind: before),
      per == nil || said == nil,
      bare == nil || mayCost(before) || isAbout(Array(before))
        || (Self.hasCents(text) || QuickAddPrice.isHundredths(text, currency))
          && endsInNumber(before)
        || mayHaveCode && isOnlyCode(besides: before)
    else { return }
    if bare == nil { pricedNumber = text }
    result.price = money
    result.per = said?.per ?? per
    for token in all[start...] { tokens[token].field = .price }
    dropBefore(price: rest[start]..<last + 1)
    isTotal = isTotal || total > 0
  }

  /// "1.29 milk", "99c milk", "3.49 12 eggs": a price, as no one buys such an amount.
  mutating func takeLeadingPrice() {
    let rest = rest
    guard result.price == nil, result.quantity == nil, result.refusal == nil, !known.isExport,
      let first = word(rest, 0), let next = word(rest, 1),
      case let isBeforeNumber = isWholeNumber(next) && word(rest, 2) != nil,
      isBeforeNumber || next.unicodeScalars.first?.properties.isAlphabetic == true,
      !Self.isTimes(next),
      unit(rest, 1) == nil, customary(next) == nil,
      let (money, per) = QuickAddPrice.bare(first, currency, known.numbers),
      per != nil || isNoAmount(first) || isBeforeNumber
        || QuickAddPrice.isHundredths(first, currency)
    else { return }
    result.price = money
    result.per = per
    tokens[rest[0]].field = .price
    dropOf(behind: rest[0] + 1)
  }

  private func isWholeNumber(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Quarters are sizes of bottles, and so is what is less than one; but a half has one decimal.
  private func isNoAmount(_ word: String) -> Bool {
    guard Self.hasCents(word),
      let (amount, end) = Amount.read(Array(word.utf8)[...], known.numbers)
    else { return false }
    return end == word.utf8.count && amount.thousandths > 1000
      && amount.thousandths % 500 != 250
  }

  /// "パン 98", "хлеб 120", "tej 2 l 450", "milk 1.5": behind a thing or how many there are of it, a price
  /// without decimals where people write none, and with one decimal of two. Behind a separator that is
  /// an amount: "flour, 1.5".
  private func loosePrice(
    _ text: String, behind words: ArraySlice<Int>
  ) -> (Money, per: Quantity?)? {
    let words = withoutDash(words)
    guard mayHaveLoosePrice, let last = words.last,
      tokens[last].isLiteral || trailing(Array(words)) != nil || endsInNumber(words)
        || Self.isCounted(tokens[last].text)
          && !QuickAddPrice.isSign(tokens[last].text, currency, isMarked: true)
    else { return nil }
    guard let money = QuickAddPrice.whole(text, currency, known.numbers) else {
      if let money = priceBehindAmount(text, words) { return (money, nil) }
      let isApart = tokens[last].text.last.map { Self.isSeparator($0) || $0 == ":" } == true
      return isApart && !tokens[last].isLiteral
        ? nil : QuickAddPrice.tenths(text, currency, known.numbers).map { ($0, nil) }
    }
    let count = Quantity(thousandths: money.minorUnits / currency.scale * 1000, unit: .piece)
    return UnitWords.isPack(of: count, words.map { tokens[$0].text }) ? nil : (money, nil)
  }

  /// The words without a dash between a size and what it costs: "Toor dal 1 kg - 160".
  private func withoutDash(_ words: ArraySlice<Int>) -> ArraySlice<Int> {
    let before = words.dropLast()
    guard before.count > 1, let last = words.last, !tokens[last].isLiteral,
      Self.divides(tokens[last].text), trailing(Array(before))?.unit.isMeasure == true
    else { return words }
    return before
  }

  /// "milk 2 packets 54", "cheese 2 lb 8": behind how much of a thing there is, a whole number is no second amount:
  /// how many of a size there are has a sign ("tuna 5 oz x4"). Behind a bare number it is one of the name, and behind
  /// a pack it may be what that holds ("eggs 1 carton 12").
  private func priceBehindAmount(_ text: String, _ words: ArraySlice<Int>) -> Money? {
    guard let amount = trailing(Array(words)), let last = words.last.map({ tokens[$0].text }),
      amount.unit != .piece || UnitWords.unit(last) == .piece || UnitWords.isCounter(last),
      !text.hasPrefix("0"), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text),
      let money = Money(decimal: text, currency: currency), money.isLess(than: 100_00)
    else { return nil }
    let name = words.dropLast(amount.length).map { tokens[$0].text }
    let isContent =
      !amount.unit.isOneThing
      && [Unit.piece, .can].contains { UnitWords.isPack(of: Quantity(number, $0), name) }
    return isContent ? nil : money
  }

  /// "1.29": behind a number that is a price.
  static func hasCents(_ text: String) -> Bool {
    let bytes = Array(text.utf8.suffix(3))
    return bytes.count == 3 && (bytes[0] == 0x2E || bytes[0] == 0x2C)
      && bytes[1] &- 0x30 < 10 && bytes[2] &- 0x30 < 10
  }

  /// A name that ends with a number of its own: "milk 3.5%", "nappies size 4", "wine (2019)", "beef 80/20".
  private func endsInNumber(_ words: ArraySlice<Int>) -> Bool {
    guard words.count > 1, let last = words.last else { return false }
    let isNumber = tokens[last].text.utf8.allSatisfy { byte in
      byte &- 0x30 < 10 || "%,./;() ".utf8.contains(byte)
    }
    return isNumber
      && tokens[words[words.endIndex - 2]].text.unicodeScalars.contains(
        where: \.properties.isAlphabetic)
  }

  /// Whether the words before a number are something that has a price, or how many of it there are
  /// ("milk 2", "cola 4 x"): no word that a number belongs to ("Windows 3.11"), and no sign of a
  /// currency that is unclear.
  private func mayCost(_ words: ArraySlice<Int>) -> Bool {
    guard let last = words.last else { return false }
    if tokens[last].isLiteral { return true }
    let text = tokens[last].text
    if Self.isTimes(text) { return countBefore(times: words.endIndex - 1, Array(words)) != nil }
    guard text.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
      // "milk, 2, 1.29"
      var plain = self
      plain.dropSeparator(Array(words), words.count - 1)
      return plain.trailing(Array(words)) != nil || Self.divides(text)
    }
    // "tortillas 10 ct": what may be cents behind a price counts here.
    return !Self.isNumbered(text)
      && (!QuickAddPrice.isSign(text, currency, isMarked: true) || trailing(Array(words)) != nil)
  }
}
