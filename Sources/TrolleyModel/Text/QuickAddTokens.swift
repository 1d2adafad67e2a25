/// Splits a line into words; a quoted text is one.
extension QuickAddParser {
  package mutating func tokenize() {
    var i = 0
    var mayBeQuoted = true
    while i < bytes.count {
      let blank = blankLength(i)
      if blank > 0 {
        i += blank
        continue
      }
      let hasMark = bytes[i] == 0x23 || bytes[i] == 0x21
      let quote = hasMark ? i + 1 : i
      if mayBeQuoted, quote < bytes.count, bytes[quote] == 0x22 {
        if let token = quoted(from: i, quote) {
          tokens.append(token)
          i = token.range.upperBound
          continue
        }
        // No closing quote is left: saves searching for one again.
        mayBeQuoted = false
      }
      var end = i
      while end < bytes.count, blankLength(end) == 0 { end += 1 }
      let isForeign = bytes[i..<end].contains { $0 >= 0x80 }
      if isForeign, let parts = spokenCount(String(decoding: bytes[i..<end], as: UTF8.self)) {
        for (length, text) in parts {
          tokens.append(Token(range: i..<i + length, text: text))
          i += length
        }
        continue
      }
      let counter = isForeign ? counter(i..<end) : nil
      if let counter { tokens.append(word(i..<counter)) }
      appendWords((counter ?? i)..<end)
      i = end
    }
    convertSpokenNumbers()
    joinBranches()
  }

  /// "!Aldi, 1 High St" is one store where that is how messages name one of the list: the commas in it
  /// separate nothing.
  private mutating func joinBranches() {
    guard !known.branches.isEmpty, bytes.contains(0x2C), bytes.contains(0x21) else { return }
    for start in tokens.indices.reversed() {
      let first = tokens[start]
      guard !first.isLiteral, first.text.hasPrefix("!") else { continue }
      var words = String(first.text.dropFirst())
      var branch: (name: String, end: Int)?
      for (end, token) in tokens.enumerated().dropFirst(start + 1).prefix(QuickAdd.Known.mostWords)
      {
        guard !token.isLiteral, token.mark == 0 else { break }
        words += " " + token.text
        let name = words.hasSuffix(",") ? String(words.dropLast()) : words
        if name.contains(","), !isCount(end), known.isBranch(name) { branch = (name, end) }
      }
      guard let branch else { continue }
      let store = Token(
        range: first.range.lowerBound..<tokens[branch.end].range.upperBound, text: branch.name,
        isLiteral: true, mark: 0x21)
      tokens.replaceSubrange(start...branch.end, with: [store])
    }
  }

  /// Whether a word is a number with a thing behind it: "!aldi, 2 bread".
  private func isCount(_ at: Int) -> Bool {
    at + 1 < tokens.count && tokens[at].text.utf8.allSatisfy { $0 &- 0x30 < 10 }
      && tokens[at + 1].mark == 0 && tokens[at + 1].text.first?.isLetter == true
  }

  /// Where the amount begins in a word without blanks, as in りんご3個, 米５kg and 可乐x6, or where it ends, as in
  /// 2公斤苹果.
  private func counter(_ range: Range<Int>) -> Int? {
    guard !hasDigit(bytes[range].prefix(1)) else { return endOfCounter(range) }
    let text = String(decoding: bytes[range], as: UTF8.self)
    let name = Self.name(text[...])
    let start = range.lowerBound + name
    guard name > 0 else { return nil }
    if !known.isExport,
      let (_, end) = timesAmount(String(decoding: bytes[start..<range.upperBound], as: UTF8.self)),
      start + end == range.upperBound
    {
      return start
    }
    guard let (_, end) = Amount.read(bytes[start..<range.upperBound], known.numbers),
      isUnit(String(decoding: bytes[end..<range.upperBound], as: UTF8.self))
    else { return nil }
    return start
  }

  /// In Chinese the longest unit behind a number is one; elsewhere a name may begin so: 6枚切り食パン.
  private func endOfCounter(_ range: Range<Int>) -> Int? {
    guard !known.isExport, ["zh", "ko"].contains(known.numbers.language),
      let (_, end) = Amount.read(bytes[range], known.numbers)
    else { return nil }
    let text = Substring(decoding: bytes[end..<range.upperBound], as: UTF8.self)
    let unit = (1...3).reversed().lazy.map { text.prefix($0) }.first { unit in
      unit.utf8.count < text.utf8.count && self.isUnit(String(unit))
    }
    guard let unit, Self.name(text.dropFirst(unit.count)) > 0 else { return nil }
    return end + unit.utf8.count
  }

  private func isUnit(_ word: String) -> Bool {
    UnitWords.unit(word) != nil || UnitWords.customary(word, known.numbers.language) != nil
  }

  /// How many bytes of a text are Chinese characters, kana or Korean syllables from its beginning on.
  private static func name(_ text: Substring) -> Int {
    text.unicodeScalars.prefix { 0x3040...0x9FFF ~= $0.value || 0xAC00...0xD7A3 ~= $0.value }
      .reduce(0) { $0 + UTF8.width($1) }
  }

  /// "milk,2" and "milk;2;3.49" are a name and amounts, as with a blank behind the comma: no number has a
  /// letter before its comma, or a semicolon. In an export it is a name.
  private mutating func appendWords(_ range: Range<Int>) {
    var start = range.lowerBound
    if let at = priceMark(range) ?? countMark(range) ?? storeMark(range) {
      appendWords(start..<at)
      return appendWord(at..<range.upperBound, isTight: true)
    }
    let mayBeTwo = bytes[range].contains { $0 == 0x2C || $0 == 0x3B || $0 >= 0x80 }
    if mayBeTwo, !known.isExport, bytes[start] != 0x5C, hasDigit(bytes[range]),
      case let text = String(decoding: bytes[range], as: UTF8.self), Self.mayBeSplit(text)
    {
      for at in text.indices.dropFirst() {
        let next = text.index(after: at)
        guard Self.isSeparator(text[at]),
          case let last = text[text.index(before: at)],
          last.isLetter || text[at] == ";" && last.isNumber,
          beginsWithAmount(text[next...], isLast: range.upperBound == bytes.count)
            || isPrice(text[next...])
        else { continue }
        let end = range.lowerBound + text[..<next].utf8.count
        appendWord(start..<end, isTight: start > range.lowerBound)
        start = end
      }
    }
    appendWord(start..<range.upperBound, isTight: start > range.lowerBound)
  }

  /// Where the `@` of a price is right behind a name or an amount: "bread@2", "2kg@2.49", but not in an address
  /// or the context of a todo.txt task.
  private func priceMark(_ range: Range<Int>) -> Int? {
    guard !known.isExport, let at = bytes[range].firstIndex(of: 0x40), at > range.lowerBound,
      case let before = bytes[range.lowerBound..<at],
      before.allSatisfy({ Self.isLetter($0) || $0 == 0x2D || $0 >= 0x80 }) || isAmount(before),
      case .price = QuickAddPrice.read(
        String(decoding: bytes[(at + 1)..<range.upperBound], as: UTF8.self), currency,
        known.numbers, isMarked: true)
    else { return nil }
    return at
  }

  /// "2", "2kg", "x2"
  private func isAmount(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: word, as: UTF8.self)
    if let (_, end) = timesAmount(text) { return end == word.count }
    guard let (_, end) = Amount.read(Array(word)[...], known.numbers) else { return false }
    return end == word.count
      || UnitWords.unit(String(decoding: word.dropFirst(end), as: UTF8.self)) != nil
  }

  /// Where how many there are is right behind a price: "1.29*2".
  private func countMark(_ range: Range<Int>) -> Int? {
    guard !known.isExport, range.lowerBound > 0, hasDigit(bytes[range]),
      case let text = String(decoding: bytes[range], as: UTF8.self),
      let times = text.firstIndex(where: { Self.isTimes(String($0)) }),
      QuickAddPrice.bare(String(text[..<times]), currency, known.numbers) != nil,
      case let count = String(text[times...]),
      let (amount, end) = timesAmount(count), amount.isWhole, end == count.utf8.count
    else { return nil }
    return range.upperBound - end
  }

  /// Where the `!` of a store is right behind a price: "1.15!Aldi".
  private func storeMark(_ range: Range<Int>) -> Int? {
    guard !known.isExport, range.lowerBound > 0, let at = bytes[range].firstIndex(of: 0x21),
      at + 1 < range.upperBound, Self.isLetter(bytes[at + 1]),
      case let price = String(decoding: bytes[range.lowerBound..<at], as: UTF8.self),
      QuickAddPrice.bare(price, currency, known.numbers) != nil
    else { return nil }
    return at
  }

  private mutating func appendWord(_ range: Range<Int>, isTight: Bool) {
    var token = word(range)
    // "milk 3.5 % 1.15" is read as without the blank.
    if token.text == "%", !known.isExport, let last = tokens.last, !last.isLiteral,
      last.range.upperBound + 1 == range.lowerBound, hasDigit(last.text.utf8.suffix(1)),
      Amount.read(Array(last.text.utf8)[...], known.numbers)?.end == last.text.utf8.count
    {
      tokens[tokens.count - 1].text += " %"
      tokens[tokens.count - 1].range = last.range.lowerBound..<range.upperBound
      return
    }
    token.isTight = isTight
    tokens.append(token)
  }

  /// "2", "2l" and "2.49", but not "2%"; at the end of a line a larger number is rather one of the name.
  private func beginsWithAmount(_ text: Substring, isLast: Bool) -> Bool {
    let text = String(text.prefix { !Self.isSeparator($0) })
    let bytes = Array(text.utf8)
    guard let (amount, end) = Amount.read(bytes[...], known.numbers) else { return false }
    guard end == bytes.count else {
      return UnitWords.unit(String(decoding: bytes[end...], as: UTF8.self)) != nil
    }
    return !isLast || amount.thousandths < 100_000
      || QuickAddPrice.whole(text, currency, known.numbers) != nil
  }

  /// "milk,$1.29"
  private func isPrice(_ text: Substring) -> Bool {
    if case .price = QuickAddPrice.read(text, currency, known.numbers, isMarked: false) {
      true
    } else {
      false
    }
  }

  private func word(_ range: Range<Int>) -> Token {
    let first = bytes[range.lowerBound]
    if first == 0x5C, range.count > 1, Self.canBeEscaped(bytes[range.lowerBound + 1]) {
      let text = String(decoding: bytes[(range.lowerBound + 1)..<range.upperBound], as: UTF8.self)
      return Token(range: range, text: text, isLiteral: true)
    }
    return Token(range: range, text: String(decoding: bytes[range], as: UTF8.self))
  }

  /// ASCII that is neither a letter nor a blank.
  private static func canBeEscaped(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !isLetter(byte)
  }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Whether a word that reaches to here is over.
  private func isEnd(_ i: Int) -> Bool { i == bytes.count || blankLength(i) > 0 }

  private func isComma(_ i: Int) -> Bool { bytes[i] == 0x2C || bytes[i] == 0x3B }

  private func quoted(from start: Int, _ quote: Int) -> Token? {
    var content: [UInt8] = []
    var i = quote + 1
    while i < bytes.count {
      if bytes[i] == 0x5C, i + 1 < bytes.count, bytes[i + 1] == 0x22 || bytes[i + 1] == 0x5C {
        content.append(bytes[i + 1])
        i += 2
      } else if bytes[i] == 0x22, isEnd(i + 1) || isComma(i + 1) && isEnd(i + 2) {
        guard !content.isEmpty else { return nil }
        return Token(
          range: start..<i + 1, text: String(decoding: content, as: UTF8.self), isLiteral: true,
          mark: quote > start ? bytes[start] : 0)
      } else {
        content.append(bytes[i])
        i += 1
      }
    }
    return nil
  }

  /// The length of the blank at `i` in bytes; 0 for none. U+00A0, U+3000 and the narrow U+2009 and
  /// U+202F are blanks, too.
  private func blankLength(_ i: Int) -> Int {
    switch bytes[i] {
    case 0x20: 1
    case 0xC2: i + 1 < bytes.count && bytes[i + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      i + 2 < bytes.count && bytes[i + 1] == 0x80 && (bytes[i + 2] == 0x89 || bytes[i + 2] == 0xAF)
        ? 3 : 0
    case 0xE3: i + 2 < bytes.count && bytes[i + 1] == 0x80 && bytes[i + 2] == 0x80 ? 3 : 0
    default: 0
    }
  }

  /// "1.99 / kg", "1.99 /kg" and "1.99 € / 100 g" are read as without the blanks beside the slash.
  mutating func joinSlashes() {
    guard bytes.contains(0x2F) else { return }
    var i = 0
    while i + 1 < tokens.count {
      let words = tokens[i...].prefix(4).prefix { !$0.isLiteral && $0.mark == 0 }.map(\.text)
      if let length = joined(words) {
        tokens[i].text = words.prefix(length).joined()
        tokens[i].range = tokens[i].range.lowerBound..<tokens[i + length - 1].range.upperBound
        tokens[i].isJoined = true
        tokens.removeSubrange(i + 1..<i + length)
      }
      i += 1
    }
  }

  /// "99 c onion" and "onion 99 c" are read as without the blank: at either end of what a line names.
  mutating func joinHundredths(from start: Int) {
    for i in tokens.indices.dropLast().reversed() where i >= start {
      guard tokens[i].text.utf8.count == 2, !tokens[i].isLiteral, !tokens[i + 1].isLiteral,
        i == start || i + 2 == tokens.count || tokens[i + 2].mark != 0
          || ["#", "!", "*"].contains(tokens[i + 2].text.prefix(1)),
        case let price = tokens[i].text + tokens[i + 1].text,
        QuickAddPrice.isHundredths(price, currency)
      else { continue }
      tokens[i].text = price
      tokens[i].range = tokens[i].range.lowerBound..<tokens[i + 1].range.upperBound
      tokens[i].isJoined = true
      tokens.remove(at: i + 1)
    }
  }

  /// How many words are a number or a sign, a slash with a blank beside it, and an amount; or a price
  /// for an amount that has a blank in it: "1.80/100 g".
  private func joined(_ words: [String]) -> Int? {
    if words.count > 1, let slash = words[0].firstIndex(of: "/"),
      hasDigit(words[0][..<slash].utf8)
        || QuickAddPrice.isSign(words[0][..<slash], currency, isMarked: true),
      !words[0][slash...].dropFirst().isEmpty,
      words[0][slash...].dropFirst().utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      UnitWords.unit(words[1])?.isMeasure == true
    {
      return 2
    }
    guard words.count > 1, words[0].hasSuffix("/") || words[1].hasPrefix("/") else { return nil }
    let number = words[0].hasSuffix("/") ? words[0].dropLast() : words[0][...]
    guard hasDigit(number.utf8) || QuickAddPrice.isSign(number, currency, isMarked: true) else {
      return nil
    }
    return (2...4).first { length in
      guard length <= words.count else { return false }
      let parts = words.prefix(length).joined().split(
        separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && QuickAddPrice.amount(parts[1], known.numbers) != nil
    }
  }
}
