/// Remarks behind how much there is or what it costs: `pie 6.99 (bakery)`, `turkey 15 lb (1.5 lb per person)`.
extension QuickAddParser {
  /// They stay in the name, and are not in the way of what the words before them say. A price may be behind them:
  /// "broth 4 cartons (32 oz each) $8".
  mutating func setRemarkAside(from start: Int) {
    guard !known.isExport, result.remark == nil else { return }
    let all = tokens.indices.dropFirst(start).prefix { at in
      !["#", "!", "*"].contains { tokens[at].text.hasPrefix($0) } && tokens[at].mark == 0
    }
    var words = all.filter { tokens[$0].field == .name }
    if endsInPrice(words) { words.removeLast() }
    dropEach(&words)
    guard let first = remark(in: words) else { return }
    let remark = words[first...]
    result.remark = remark.map { tokens[$0].text }.joined(separator: " ")
    for token in remark {
      tokens[token].isRemark = true
      tokens[token].isLiteral = true
    }
  }

  /// "2 cans (15 oz each)" is read as "2 cans (15 oz)".
  private mutating func dropEach(_ words: inout [Int]) {
    guard let each = words.last, tokens[each].text.hasSuffix(")"),
      Self.meansEach(String(tokens[each].text.dropLast())),
      let first = words.lastIndex(where: { tokens[$0].text.hasPrefix("(") }), first > 0,
      first < words.count - 1, trailing(Array(words[..<first])) != nil
    else { return }
    var plain = self
    plain.tokens[each].field = .quantity
    plain.tokens[words[words.count - 2]].text += ")"
    guard plain.trailing(words.dropLast())?.unit.isMeasure == true else { return }
    self = plain
    words.removeLast()
  }

  /// Where the remark at the end of words begins: in brackets, or behind a price with such a word as "with".
  private func remark(in words: [Int]) -> Int? {
    words.indices.dropFirst().reversed().first { isRemark(words, from: $0) }
  }

  private func isRemark(_ words: [Int], from first: Int) -> Bool {
    let remark = words[first...].map { tokens[$0] }
    guard remark[0].text.hasPrefix("(") || Self.withs.contains(remark[0].text),
      remark.allSatisfy({ !$0.isLiteral }),
      remark.contains(where: { $0.text.contains(where: \.isLetter) }),
      !remark.contains(where: { $0.text.contains { $0.isCurrencySymbol || $0 == "@" } })
    else { return false }
    let before = Array(words[..<first])
    let isPriced = endsInPrice(before)
    guard remark[0].text.hasPrefix("(") else {
      return isPriced && !remark.contains { hasDigit($0.text.utf8) }
    }
    guard remark.dropLast().allSatisfy({ !$0.text.hasSuffix(")") }),
      remark[remark.count - 1].text.hasSuffix(")")
    else { return false }
    let amount = trailing(isPriced ? before.dropLast() : before)
    guard let inside = trailing(words), inside.length == remark.count else {
      return isPriced || amount != nil
    }
    // Behind a measure, another one says the same, as in "butter 2 lb (907 g)", and behind a pack, what it holds:
    // "water 2 cases (24 ct)".
    let isCount = inside.unit == .piece && !remark.contains { UnitWords.saysCount($0.text) }
    guard !isCount, let unit = amount?.unit else { return false }
    return unit.isMeasure || unit.dimension == .container && !inside.unit.isMeasure
  }

  /// Whether words end in what is clearly a price.
  func endsInPrice(_ words: [Int]) -> Bool {
    guard words.count > 1, let last = words.last, !tokens[last].isLiteral else { return false }
    let text = tokens[last].text
    if Self.meansEach(text) { return endsInPrice(words.dropLast()) }
    if case .price = QuickAddPrice.read(text, currency, known.numbers, isMarked: false) {
      return true
    }
    return Self.hasCents(String(text.prefix { $0 != "/" }))
      && QuickAddPrice.bare(text, currency, known.numbers) != nil
  }

  private static let withs: Set<String> = [
    "w/", "w/o", "with", "without", "mit", "ohne", "avec", "sans", "con", "sin", "senza", "met",
  ]
}
