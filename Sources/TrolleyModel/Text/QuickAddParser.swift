/// Parses one line: first the marks (in any order), then the amount; the rest is the name.
package struct QuickAddParser {
  package struct Token {
    /// Its place in the line, quotes and marks included.
    var range: Range<Int>
    /// Without quotes, the backslash and a mark in front of quotes.
    package var text: String
    /// Quoted or escaped: taken literally.
    package var isLiteral = false
    /// Right behind the word before it: "2" in "milk,2".
    var isTight = false
    /// Several words that are one if it is a price.
    var isJoined = false
    /// Part of a remark behind how much or what it costs, which is not in the way of that.
    var isRemark = false
    /// What it says besides: it becomes a part of the name again where there is no price.
    var condition: Condition?
    /// `#` or `!` before quotes.
    var mark: UInt8 = 0
    package var field = QuickAdd.Field.name
  }

  let bytes: [UInt8]
  let line: String
  package let currency: Currency
  let known: QuickAdd.Known
  package var tokens: [Token] = []
  package var result = QuickAdd(name: "")
  /// Whether an `@` says that the price is for one of what is counted or measured.
  var isUnitPrice = false
  /// Whether a `for` says that the price is for all of it.
  var isTotal = false
  /// What one pack holds, of several of a size.
  var packSize: Quantity? {
    didSet {
      result.pack = packSize.flatMap { (result.quantity?.packs(of: $0) ?? 0) > 1 ? $0 : nil }
    }
  }
  /// Whether the amount is what the line says that one pack holds.
  var saysContents = false
  /// What counts the packs of a size.
  var countUnit = Unit.piece
  /// Whether how many packs there are stands behind the name.
  var isCountedBehind = false
  /// The size that a name ends with beside how many there are, as in "cola 2 l x4" and "3 milk 1l"; and whether
  /// that is what one of them holds, rather than a part of the name.
  var sizeBehind: Found?
  var takesSizeBehind = false
  /// How many things an offer has one price for: the 2 of "2 for 5".
  var offer: Int?
  /// Of how many things one is for nothing.
  var deal: Int?
  /// Whether that may be without a price.
  var mayBeFreeDeal = false
  /// What is paid on top of the price and comes back with the empty bottles.
  var deposit: Money?
  /// Whether a number word that the line begins with says how many there are.
  var hasNumberWord = true
  /// Whether digits in it may be a barcode: not in the name of an item.
  var mayHaveCode = false
  /// Whether an emoji beside the name may be its picture.
  var mayHavePicture = false
  /// Whether marks of emphasis around words are none of the name.
  var mayHaveEmphasis = false
  /// A price in brackets, for what has no other.
  var priceAside: (price: Money, per: Quantity?, words: ClosedRange<Int>)?
  /// Whether a number at the end that has not the decimals of a price may be one; and the one that was taken
  /// for one.
  var mayHaveLoosePrice = true
  var pricedNumber: String?
  /// The word that is the barcode of what the other words name.
  var code: Int?
  /// The `note:` of a todo.txt line.
  package var note: String?

  package init(_ line: String, _ currency: Currency, _ known: QuickAdd.Known = .init()) {
    var limit = CleanText.Limit.entry
    limit.trims = false
    self.line = CleanText.line(line, limit: limit)
    self.bytes = Array(self.line.utf8)
    self.currency = currency
    self.known = known
  }

  mutating func parse() -> QuickAdd {
    tokenize()
    joinSlashes()
    splitCodes()
    let start = takeListMarks()
    takeTick(from: start)
    takePicture(from: start)
    if let last = tokens.indices.last { dropEnd(of: last) }
    dropEmphasis(from: start)
    if hasDigit(bytes) {
      respellNumbers(from: start)
      markCounts(from: start)
      spellPounds(from: start)
      dropTildes(from: start)
      joinHundredths(from: start)
      setPriceAside(from: start)
      takeDeposit()
      setRemarkAside(from: start)
      markUnitPrices(from: start)
      dropSale(from: start)
      dropEqualSum(from: start)
      takeDeal(from: start)
      takeMultiBuy(from: start)
      takeTotal(from: start)
      takePrice(from: start)
      setRemarkAside(from: start)
    }
    takeWords(from: start)
    takeStar(from: start)
    setCodeAside()
    takeBarePrice()
    takeLeadingPrice()
    putCodeBack()
    if !takeBarcode() {
      if result.quantity == nil { takeQuantity() }
      if result.quantity != nil { takeBarePrice() }
      takePriceAside()
      applyDeal()
    }
    takePriceAside()
    applyOffer()
    if result.price != nil, let quantity = result.quantity {
      if result.per == nil { takePer(of: quantity) }
      if result.per == .one { takeEach(of: quantity) }
      // "24 beers @5 per 6 pack", "24 cans cola @5/6"; behind a slash, an export may say what that is for.
      if let per = result.per, per.unit == .pack || per.unit == .piece, per.thousandths > 1000,
        !quantity.unit.isMeasure,
        !tokens.contains(where: {
          $0.field == .price && $0.text.contains("/") && $0.text.last?.isNumber == false
        })
      {
        result.per = Quantity(thousandths: per.thousandths, unit: quantity.unit)
      }
    }
    if result.price != nil, result.per == nil {
      result.isPerAssumed = !isUnitPrice && !known.isExport
    }
    dropSum()
    addDeposit()
    if let last = rest.last { dropEnd(of: last) }
    takeLoneAmount()
    takeName()
    result.spans = spans()
    return result
  }

  /// The indices of the tokens that may belong to the name.
  var rest: [Int] { tokens.indices.filter { tokens[$0].field == .name && !tokens[$0].isRemark } }

  // MARK: Marks

  /// `- `, `* `, `1. `, `[x] ` at the beginning. Returns where the rest starts.
  private mutating func takeListMarks() -> Int {
    // Most lines begin with a letter and have none.
    guard let first = bytes.first(where: { $0 != 0x20 }), !Self.isLetter(first) else { return 0 }
    var i = 0
    if i + 1 < tokens.count, !tokens[i].isLiteral, Self.isBullet(tokens[i].text) {
      tokens[i].field = .bullet
      i += 1
    }
    if i + 1 < tokens.count, !tokens[i].isLiteral, isListNumber(tokens[i].text) {
      tokens[i].field = .bullet
      i += 1
    }
    guard i + 1 < tokens.count, !tokens[i].isLiteral else { return i }
    // "[ ]", "( )" and "[ x ]" are several words.
    for end in i + 1..<min(i + 4, tokens.count) {
      let box = tokens[i..<end].map(\.text).joined()
      guard let isPicked = Self.isTicked(box: box) else { continue }
      result.isPicked = isPicked
      for k in i..<end { tokens[k].field = .picked }
      return end
    }
    return i
  }

  private func isListNumber(_ text: String) -> Bool {
    guard text.utf8.count <= 5, let last = text.utf8.last, last == 0x2E || last == 0x29 else {
      return false
    }
    let digits = text.utf8.dropLast()
    return !digits.isEmpty && digits.allSatisfy { $0 &- 48 < 10 }
  }

  func hasDigit(_ text: some Sequence<UInt8>) -> Bool {
    // 0xEF begins the digits in full width.
    text.contains { $0 &- 0x30 < 10 || $0 == 0xEF }
  }

  /// `#category` and `!store`; a second one stays in the name.
  private mutating func takeWords(from start: Int) {
    for i in start..<max(start, tokens.count) where tokens[i].field == .name {
      var text = Substring(tokens[i].text)
      var mark = tokens[i].mark
      let mayGoOn = mark == 0 && !Self.endsWords(text)
      if mark == 0 {
        guard !tokens[i].isLiteral, let first = text.utf8.first.map({ $0 == 0x40 ? 0x21 : $0 }),
          first == 0x23 || first == 0x21
        else { continue }
        let isAt = text.first == "@"
        text = text.dropFirst()
        text = Self.withoutEnd(text)
        // "#5 screws" and "!!!" are names; "#2fast" as well, since numbers name sizes. "!7-eleven" is a store
        // that is known, and so is "@aldi".
        guard let letter = text.unicodeScalars.first,
          !isAt || !known.isExport && beginsStore(text, behind: i),
          letter.properties.isAlphabetic || first == 0x21 && beginsStore(text, behind: i)
        else { continue }
        mark = first
      }
      guard var value = CleanText.name(text) else { continue }
      let isStore = mark == 0x21
      guard isStore ? result.store == nil : result.category == nil else { continue }
      var end = i + 1
      if mayGoOn, let (words, after) = longer(value, isStore: isStore, end) {
        value = words
        end = after
      }
      if isStore { result.store = value } else { result.category = value }
      for k in i..<end { tokens[k].field = isStore ? .store : .category }
    }
  }

  /// Whether a word, with those behind it, is the name of a known store.
  private func beginsStore(_ word: Substring, behind at: Int) -> Bool {
    known.contains(String(word), isStore: true)
      || longer(String(word), isStore: true, at + 1).map {
        known.contains($0.words, isStore: true)
      } == true
  }

  /// "#baked goods": the longest known name that goes on with the words behind a mark. An unknown one
  /// takes all words up to the next mark or amount if what is to be bought stands before it.
  private func longer(
    _ first: String, isStore: Bool, _ start: Int
  ) -> (words: String, end: Int)? {
    var words = first
    var found = known.contains(first, isStore: isStore) ? (words: first, end: start) : nil
    // What is known may have any words: "Marks & Spencer", "Edeka 24".
    var all = first
    var end = start
    var goesOn = true
    for at in start..<max(start, min(start + 5, tokens.count)) {
      guard tokens[at].field == .name, !tokens[at].isLiteral, tokens[at].mark == 0 else { break }
      let word = Self.withoutEnd(tokens[at].text[...])
      guard !word.isEmpty else { break }
      all += " " + word
      if known.contains(all, isStore: isStore)
        || isStore && (known.storeGoesOn(behind: all) || known.isBranch(all) && !isMeasure(at))
      {
        found = (all, at + 1)
      }
      let isLink = word == "&"
      goesOn = goesOn && (isLink || mayGoOn(word)) && !(isStore && endsStore(at))
      if goesOn, !isLink { (words, end) = (all, at + 1) }
      if word.utf8.count < tokens[at].text.utf8.count { break }
    }
    let hasName = tokens[..<(start - 1)].contains { $0.field == .name }
    // A new one may begin like a known one: Aldi, and Aldi Süd; frozen, and frozen food.
    if let found, !hasName || found.end >= end { return found }
    return hasName && end > start ? (words, end) : found
  }

  /// Whether a word is a number with a unit behind it: "!aldi 2 kg potatoes".
  private func isMeasure(_ at: Int) -> Bool {
    at + 1 < tokens.count && hasDigit(tokens[at].text.utf8)
      && UnitWords.unit(tokens[at + 1].text) != nil
  }

  /// Whether the words of a mark end with this one: "!aldi, milk" and "!aldi: milk".
  private static func endsWords(_ word: Substring) -> Bool {
    word.utf8.last.map { $0 == 0x2C || $0 == 0x3B || $0 == 0x3A } == true
  }

  /// A word of a price without the comma between that and what else a line says: "$1.99/lb, 3 lbs".
  func withoutComma(_ at: Int) -> String {
    let text = tokens[at].text
    return text.count > 1 && text.last.map(Self.isSeparator) == true
      ? String(text.dropLast()) : text
  }

  private static func withoutEnd(_ word: Substring) -> Substring {
    var word = word
    while endsWords(word) { word.removeLast() }
    return word
  }

  /// Whether a word behind a mark may be another word of the name: no mark, no amount.
  private func mayGoOn(_ word: Substring) -> Bool {
    let word = String(word)
    return word.unicodeScalars.first?.properties.isAlphabetic == true
      && Amount.read(Array(word.utf8)[...], known.numbers) == nil && UnitWords.unit(word) == nil
      && timesAmount(word) == nil && !Self.isTimes(word)
  }

  /// A `*` with only marks and perhaps how many after it, as in "soap * x2", and a name before it.
  private mutating func takeStar(from start: Int) {
    var words = rest.filter { $0 >= start }
    if let count = words.last, !tokens[count].isLiteral,
      timesAmount(tokens[count].text)?.end == tokens[count].text.utf8.count
    {
      words.removeLast()
    }
    guard let last = words.last, last > start, !tokens[last].isLiteral,
      !Self.isLetter(bytes[tokens[last].range.lowerBound]),
      ["*", "★", "⭐"].contains(Self.withoutVariation(tokens[last].text)),
      tokens[start..<last].contains(where: { $0.field == .name })
    else { return }
    tokens[last].field = .favourite
    result.isFavourite = true
  }

  // MARK: The name

  /// "2 kg" and "*" alone are no names: what they are for is still missing.
  private mutating func takeLoneAmount() {
    let rest = rest
    guard result.quantity == nil, !rest.isEmpty, rest.allSatisfy({ !tokens[$0].isLiteral }) else {
      return
    }
    let text = rest.map { tokens[$0].text }.joined(separator: " ")
    if let quantity = QuantityText.amount(text, known.numbers), quantity.thousandths > 0 {
      result.quantity = quantity
      result.refusal = result.refusal ?? ofWhat(quantity)
      for k in rest { tokens[k].field = .quantity }
    } else if text.utf8.allSatisfy({ 0x21..<0x30 ~= $0 || 0x3A...0x40 ~= $0 || $0 == 0x20 }) {
      for k in rest { tokens[k].field = .bullet }
    }
  }

  private func ofWhat(_ quantity: Quantity) -> String {
    "\(quantity.words(known.numbers)) of what? Type what to buy, too."
  }

  package mutating func takeName() {
    // Several barcodes are that of none.
    if code == nil {
      for i in tokens.indices where tokens[i].field == .code { tokens[i].field = .name }
    }
    var whole = ""
    var last = -1
    for (i, token) in tokens.enumerated() where token.field == .name && !token.text.isEmpty {
      if last >= 0, !(token.isTight && last == i - 1) { whole += " " }
      last = i
      // A second quoted category keeps its mark in the name, and a slash the blanks beside it.
      let isAsTyped = token.mark != 0 || token.isJoined
      whole += isAsTyped ? String(decoding: bytes[token.range], as: UTF8.self) : token.text
    }
    result.name = CleanText.line(whole)
    result.isQuoted =
      Barcode.isMeant(by: result.name) && tokens.contains { $0.field == .name && $0.isLiteral }
    if let code {
      let digits = tokens[code].text
      if result.name.isEmpty { result.name = digits } else { result.barcode = try? Barcode(digits) }
    }
    if result.name.isEmpty {
      result.refusal =
        result.refusal ?? result.quantity.map(ofWhat) ?? "Type what to buy."
    } else if whole.utf8.count > 1024 || whole.count > 200 {
      result.refusal = result.refusal ?? ChangeError.nameTooLong.sentence
    }
  }

  private func spans() -> [QuickAdd.Span] {
    var spans: [QuickAdd.Span] = []
    var grapheme = 0
    var byte = 0
    var index = line.startIndex
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    func offset(_ target: Int) -> Int {
      if isASCII { return target }
      while byte < target, index < line.endIndex {
        byte += line[index].utf8.count
        index = line.index(after: index)
        grapheme += 1
      }
      return grapheme
    }
    for token in tokens {
      let start = offset(token.range.lowerBound)
      let range = start..<max(start, offset(token.range.upperBound))
      if let last = spans.last, last.field == token.field,
        token.field != .picked && token.field != .bullet && token.field != .favourite
      {
        spans[spans.count - 1] = .init(
          field: last.field, range: last.range.lowerBound..<range.upperBound)
      } else {
        spans.append(.init(field: token.field, range: range))
      }
    }
    return spans
  }
}
