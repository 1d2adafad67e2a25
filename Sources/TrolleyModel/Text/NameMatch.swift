/// How well a name matches a text: the whole name, its beginning, the beginning of one of its
/// words, or any part. Fast enough for a hundred thousand names: most are ruled out without a copy.
public struct NameMatch: Sendable {
  public enum Rank: Int, Comparable, Sendable {
    case part, word, beginning, whole

    public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// The folded key of the text: to recognise two names of one thing.
  private let key: [UInt8]
  /// Without case and accents: to find it in names.
  let plain: [UInt8]

  /// Nil when nothing is left of the text.
  public init?(_ text: String) {
    let clean = CleanText.line(text, limit: .name)
    guard !clean.isEmpty else { return nil }
    key = Array(Folding.key(clean).utf8)
    plain = Folding.plain(clean)
  }

  /// Nil when the name does not match.
  public func rank(_ name: String) -> Rank? {
    var name = name
    return name.withUTF8 { name in
      if name.contains(where: { $0 >= 0x80 }) {
        let folded = Folding.plain(String(decoding: name, as: UTF8.self))
        if key == EnglishPlural.singular(folded) { return .whole }
        return folded.withUnsafeBufferPointer { place($0) }
      }
      return Self.isKey(key, ofASCII: name) ? .whole : place(name)
    }
  }

  /// Whether a text is the name of one of several branches and a word of its street or more, or the
  /// beginning of one: "Aldi Low" is Aldi, 2 Low St. So is its street alone, in full: "low st".
  ///
  /// - Parameters:
  ///   - label: what the branch is called, which begins with the name.
  ///   - isInWords: whether that takes whole words that can't be anything else: the number of the house, or
  ///     the whole street.
  package static func isBranch(
    _ label: String, of name: String, called text: String, isInWords: Bool = false
  ) -> Bool {
    let said = Folding.plain(text.filter { $0 != "," })
    let name = Folding.plain(name.filter { $0 != "," } + " ")
    let all = Folding.plain(label.filter { $0 != "," })
    guard all.starts(with: name) else { return false }
    let street = all.dropFirst(name.count)
    guard said.starts(with: name) else { return isStreet(said[...], street) }
    let rest = said.dropFirst(name.count)
    if isInWords { return isStreet(rest, street) || hasNumber(rest, street) }
    // The number of a house is no beginning of another one.
    let words = street.split(separator: 0x20)
    guard rest.split(separator: 0x20).allSatisfy({ !hasDigit($0) || words.contains($0) }) else {
      return false
    }
    return NameMatch(String(decoding: rest, as: UTF8.self))?
      .rank(String(decoding: street, as: UTF8.self)) ?? .part > .part
  }

  /// Whether a text is all of a street, with or without the number of the house.
  private static func isStreet(_ text: ArraySlice<UInt8>, _ street: ArraySlice<UInt8>) -> Bool {
    let words = text.split(separator: 0x20)
    let all = street.split(separator: 0x20)
    var bare = all.drop(while: hasDigit)
    while let last = bare.last, hasDigit(last) { bare.removeLast() }
    return !words.isEmpty && (words.elementsEqual(bare) || words.elementsEqual(all))
  }

  /// Whether a text is words of a street with the number of the house among them.
  private static func hasNumber(_ text: ArraySlice<UInt8>, _ street: ArraySlice<UInt8>) -> Bool {
    let words = text.split(separator: 0x20)
    let all = street.split(separator: 0x20)
    return words.contains(where: hasDigit)
      && all.indices.contains { all[$0...].starts(with: words) }
  }

  private static func hasDigit(_ word: ArraySlice<UInt8>) -> Bool {
    word.contains { $0 &- 0x30 < 10 }
  }

  /// The same for a name that is folded already.
  func rank(folded name: UnsafeBufferPointer<UInt8>) -> Rank? {
    let isWhole =
      name.contains { $0 >= 0x80 }
      ? EnglishPlural.singular(Array(name)) == key : Self.isKey(key, ofASCII: name)
    return isWhole ? .whole : place(name)
  }

  static func isKey(_ key: [UInt8], of name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      if let first = bytes.first, first < 0x80, lower(first) != key.first { return false }
      return bytes.contains(where: { $0 >= 0x80 })
        ? Array(Folding.key(String(decoding: bytes, as: UTF8.self)).utf8) == key
        : isKey(key, ofASCII: bytes)
    }
  }

  private static func isKey(_ key: [UInt8], ofASCII name: UnsafeBufferPointer<UInt8>) -> Bool {
    EnglishPlural.mayBeSingular(key, of: name)
      && EnglishPlural.singular(name.map(lower)) == key
  }

  /// The best place of the text in the name.
  private func place(_ name: UnsafeBufferPointer<UInt8>) -> Rank? {
    guard let first = plain.first, name.count >= plain.count else { return nil }
    var isFound = false
    return plain.withUnsafeBufferPointer { plain in
      var isAtWord = true
      for start in 0...(name.count - plain.count) {
        let byte = Self.lower(name[start])
        if byte == first, Self.isHere(plain, name, start) {
          if start == 0 { return .beginning }
          if isAtWord { return .word }
          isFound = true
        }
        isAtWord = !Self.isInsideWord(byte)
      }
      return isFound ? .part : nil
    }
  }

  private static func isHere(
    _ plain: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Bool {
    for i in 1..<max(1, plain.count) where lower(name[start + i]) != plain[i] { return false }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private static func isInsideWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x27
  }
}

extension EnglishPlural {
  /// Whether an ASCII name is worth folding to see if `key` is its singular: false for nearly all
  /// names that differ. A singular differs from its plural only in the last letters of words.
  static func mayBeSingular(
    _ key: some RandomAccessCollection<UInt8>, of name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var i = 0
    for byte in key {
      guard i < name.count else { return false }
      let other = name[i] &- 0x41 < 26 ? name[i] | 0x20 : name[i]
      if other != byte { break }
      i += 1
    }
    guard i > 0 else { return key.isEmpty }
    // Blanks are folded as well.
    if i < name.count, name[i] == 0x20, name[i - 1] == 0x20 { return true }
    // The longest ending that is removed is that of quizzes.
    var end = i
    while end < name.count, end - i <= 4, (name[end] | 0x20) &- 0x61 < 26 { end += 1 }
    if i == key.count { return end == name.count && end - i <= 4 }
    return end > i && end - i <= 4
  }
}
