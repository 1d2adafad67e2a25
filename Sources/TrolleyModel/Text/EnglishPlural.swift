/// Folds English plurals. The result need not be the right singular, only the same for both:
/// cookies and cookie may both become "cooky". A word that is not clearly a plural stays.
package enum EnglishPlural {
  /// Folded text with single blanks between words, and every word in the singular.
  static func singular(_ plain: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(plain.count)
    var i = 0
    while i < plain.count {
      if plain[i] == 0x20 {
        if let last = result.last, last != 0x20 { result.append(0x20) }
        i += 1
        continue
      }
      let start = i
      while i < plain.count, plain[i] != 0x20, !isBreak(plain[i]) { i += 1 }
      let word = plain[start..<i]
      if word.allSatisfy({ $0 &- 0x61 < 26 }) {
        appendSingular(word, to: &result)
      } else {
        result.append(contentsOf: word)
      }
      while i < plain.count, isBreak(plain[i]) {
        result.append(plain[i])
        i += 1
      }
    }
    if result.last == 0x20 { result.removeLast() }
    return result
  }

  /// Whether the last word of a name is clearly a plural: eggs, loaves; not cheese, glass or quiche.
  package static func isPlural(_ name: String) -> Bool {
    let plain = Folding.plain(name)
    let word = plain[(plain.lastIndex(of: 0x20).map { $0 + 1 } ?? 0)...]
    guard word.allSatisfy({ $0 &- 0x61 < 26 }) else { return false }
    let text = String(decoding: word, as: UTF8.self)
    if let irregular = irregular[text] { return irregular != text }
    return withoutS(word).count < word.count
  }

  /// Characters that end a word. An apostrophe or a digit is part of it.
  private static func isBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x22, 0x26, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x3B, 0x3F: true
    default: false
    }
  }

  private static func appendSingular(_ word: ArraySlice<UInt8>, to result: inout [UInt8]) {
    if word.count >= 4, word.last == 0x73 || word.last == 0x65 {
      if let irregular = irregular[String(decoding: word, as: UTF8.self)] {
        return result.append(contentsOf: irregular.utf8)
      }
    }
    // First removes the plural's s, then treats the rest like a singular, so that both agree.
    let stem = withoutS(word)
    guard stem.count >= 4, stem.last == 0x65 else { return result.append(contentsOf: stem) }
    let rest = stem.dropLast()
    if rest.last == 0x69 {
      // berries, cookies, cookie; not pie, pies.
      result.append(contentsOf: rest.dropLast())
      result.append(0x79)
    } else if rest.ends(with: "o") || rest.ends(with: "s") || rest.ends(with: "x")
      || rest.ends(with: "z") || rest.ends(with: "ch") || rest.ends(with: "sh")
    {
      // tomatoes, boxes, peaches; and with them quiche, cheese, prize.
      result.append(contentsOf: rest)
    } else {
      result.append(contentsOf: stem)
    }
  }

  private static func withoutS(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard word.count >= 4, word.last == 0x73 else { return word }
    let stem = word.dropLast()
    switch stem.last {
    case 0x73, 0x75: return word  // glass, swiss, hummus, asparagus
    default: return stem
    }
  }

  /// Irregular plurals, and singulars that look like plurals.
  private static let irregular = [
    "loaves": "loaf", "leaves": "leaf", "knives": "knife", "halves": "half", "calves": "calf",
    "shelves": "shelf", "scarves": "scarf", "wives": "wife", "wolves": "wolf", "thieves": "thief",
    "menus": "menu", "tofus": "tofu", "axes": "axe", "quizzes": "quiz", "lens": "lens",
    "lenses": "lens", "tennis": "tennis", "anis": "anis", "cassis": "cassis", "pastis": "pastis",
    "basis": "basis", "oasis": "oasis", "iris": "iris", "reis": "reis", "mais": "mais",
    "pois": "pois", "gras": "gras", "ananas": "ananas", "christmas": "christmas",
    "canvas": "canvas", "atlas": "atlas", "swiss": "swiss", "molasses": "molasses", "does": "does",
  ]
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with ending: StaticString) -> Bool {
    guard count >= ending.utf8CodeUnitCount else { return false }
    return suffix(ending.utf8CodeUnitCount).elementsEqual(
      UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount))
  }
}
