/// Number words of Chinese and Korean with the word that counts behind them: 两瓶牛奶, 우유 두 개.
extension QuickAddParser {
  /// The parts of a word without blanks that is a thing and how many there are of it, with the number in digits;
  /// one part where it is only how many. Nil for any other word.
  func spokenCount(_ word: String) -> [(length: Int, text: String)]? {
    guard hasNumberWord, !known.isExport, let numbers = Self.spoken[known.numbers.language],
      word.utf8.allSatisfy({ $0 >= 0x80 })
    else { return nil }
    if let half = Self.half(of: word, unit: counts) { return half }
    for (index, number) in numbers.enumerated() where word.contains(number) {
      for length in (1...3).reversed() {
        if word.hasPrefix(number), case let behind = word.dropFirst(number.count),
          case let unit = behind.prefix(length), counts(unit)
        {
          let half = behind.dropFirst(unit.count).hasPrefix("半") ? "半" : ""
          let name = String(behind.dropFirst(unit.count + half.count))
          let count = (
            number.utf8.count + unit.utf8.count + half.utf8.count,
            "\(index + 1)\(half.isEmpty ? "" : "½")\(unit)"
          )
          return [count] + (name.isEmpty ? [] : [(name.utf8.count, name)])
        }
        let (name, unit) = (word.dropLast(length), word.suffix(length))
        if name.hasSuffix(number), name.count > number.count, counts(unit) {
          let thing = String(name.dropLast(number.count))
          return [
            (thing.utf8.count, thing), (word.utf8.count - thing.utf8.count, "\(index + 1)\(unit)"),
          ]
        }
      }
    }
    return nil
  }

  /// "半斤肉" is half of a unit.
  private static func half(
    of word: String, unit isUnit: (Substring) -> Bool
  ) -> [(length: Int, text: String)]? {
    guard word.hasPrefix("半") else { return nil }
    let behind = word.dropFirst()
    guard let unit = (1...3).reversed().map({ behind.prefix($0) }).first(where: isUnit) else {
      return nil
    }
    let name = String(behind.dropFirst(unit.count))
    let count = (word.utf8.count - name.utf8.count, "½\(unit)")
    return [count] + (name.isEmpty ? [] : [(name.utf8.count, name)])
  }

  /// "두 개": a number word by itself, before a word that counts.
  mutating func convertSpokenNumbers() {
    guard hasNumberWord, !known.isExport, let numbers = Self.spoken[known.numbers.language] else {
      return
    }
    for at in tokens.indices.dropLast() where !tokens[at].isLiteral {
      guard let index = numbers.firstIndex(of: tokens[at].text), counts(tokens[at + 1].text[...])
      else { continue }
      tokens[at].text = String(index + 1)
    }
  }

  /// Whether a word counts any thing: 三只松鼠 is the name of one.
  private func counts(_ word: Substring) -> Bool {
    UnitWords.unit(word).map { $0 != .piece || "个個개".contains(word) } == true
      || UnitWords.customary(String(word), known.numbers.language) != nil
  }

  /// From one on.
  private static let spoken = [
    "zh": ["一", "两", "三", "四", "五", "六", "七", "八", "九", "十"],
    "ko": ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"],
  ]
}
