/// Of "3-4 apples", "3 to 4 apples" and "onions 1–2" it is the larger amount.
extension QuickAddParser {
  mutating func convertRange() {
    let rest = rest
    for place in rest.indices {
      guard let (most, length) = range(rest, place) else { continue }
      var converted = self
      for k in rest[place..<place + length - 1] { converted.tokens[k].field = .quantity }
      converted.tokens[rest[place + length - 1]].text = most
      // Behind a name that numbers belong to, "size 3-4", it is a part of that.
      let left = converted.rest
      guard place == 0 ? left.count > 1 : converted.trailing(left)?.length == left.count - place
      else { continue }
      self = converted
      return
    }
  }

  /// The larger end of a range at a position of the rest, with its unit, and how many words the range has.
  private func range(_ rest: [Int], _ place: Int) -> (most: String, length: Int)? {
    guard let text = self.word(rest, place), case let word = text.drop(while: { $0 == "(" }),
      word.utf8.first.map({ $0 &- 48 < 10 }) == true
    else { return nil }
    let ends = word.split(omittingEmptySubsequences: false) { "-–".contains($0) }
    if ends.count == 2 {
      // "turkey (14-16 lb)"
      let isIn = isRange(ends[0], ends[1].prefix { $0 != ")" }, by: 3)
      return isIn ? (String(text.prefix(text.count - word.count) + ends[1]), 1) : nil
    }
    guard let joint = self.word(rest, place + 1)?.lowercased(),
      let most = self.word(rest, place + 2)
    else { return nil }
    let isDash = ["-", "–"].contains(joint)
    guard isDash || Self.joints.contains(joint),
      isRange(word, most[...], by: isDash ? 3 : .max)
    else { return nil }
    return (most, 3)
  }

  private static let joints: Set<String> = [
    "to", "or", "bis", "oder", "à", "a", "ou", "o", "tot", "till", "til", "до",
  ]

  /// Whether two numbers, the larger perhaps with a unit, are the ends of an amount.
  private func isRange(_ least: Substring, _ most: Substring, by difference: Int) -> Bool {
    let digits = most.prefix { $0.isASCII && $0.isNumber }
    let unit = most[digits.endIndex...]
    guard let least = Int(least), let most = Int(digits),
      unit.isEmpty || UnitWords.unit(unit) != nil
    else { return false }
    return 0 < least && least < most && most - least <= difference
  }
}
