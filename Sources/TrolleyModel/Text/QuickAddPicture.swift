/// An emoji beside the name is the picture of the thing: `🍎 2 apples`, `apples 🍎 x2`, `🍎apples`.
extension QuickAddParser {
  mutating func takePicture(from start: Int) {
    guard mayHavePicture, start < tokens.count else { return }
    for at in tokens.indices.reversed() where at >= start { splitPicture(at: at, isInFront: false) }
    splitPicture(at: start, isInFront: true)
    guard let at = tokens.indices.dropFirst(start).first(where: { isPicture(tokens[$0]) }) else {
      return
    }
    tokens[at].field = .picture
    result.picture = tokens[at].text
  }

  /// Whether the words of the name are all on one side of its picture: between them, as in "I 🍕 you", it is
  /// one of them, and so it is where there are none.
  var isPictureBesideName: Bool {
    guard let at = tokens.firstIndex(where: { $0.field == .picture }),
      result.name.contains(where: \.isLetter)
    else { return false }
    return rest.allSatisfy { $0 < at } || rest.allSatisfy { $0 > at }
  }

  private func isPicture(_ token: Token) -> Bool {
    !token.isLiteral && token.mark == 0 && Self.isPicture(token.text)
  }

  static func isPicture(_ text: String) -> Bool {
    guard case .glyph(let glyph)? = PictureSource(text) else { return false }
    return ItemGlyph.isThing(glyph)
  }

  /// Takes the emoji off a word that begins or ends with it.
  private mutating func splitPicture(at index: Int, isInFront: Bool) {
    let token = tokens[index]
    guard !token.isLiteral, token.mark == 0, token.text.count > 1,
      token.range.count == token.text.utf8.count,
      let emoji = isInFront ? token.text.first : token.text.last, Self.isPicture(String(emoji))
    else { return }
    let width = String(emoji).utf8.count
    let middle = isInFront ? token.range.lowerBound + width : token.range.upperBound - width
    let parts = [token.range.lowerBound..<middle, middle..<token.range.upperBound].map { range in
      Token(range: range, text: String(decoding: bytes[range], as: UTF8.self))
    }
    tokens.replaceSubrange(index...index, with: parts)
    tokens[index + 1].isTight = true
    tokens[index].isTight = token.isTight
  }
}
