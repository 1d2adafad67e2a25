/// A line that is a barcode, besides its price.
extension QuickAddParser {
  /// A part of a word: digits, perhaps with hyphens, on one side of an `x`.
  private struct Piece {
    let token: Int
    let range: Range<Int>
    let digits: String
  }

  /// The digits of a barcode without its gaps, and how many. Returns whether the line is one.
  mutating func takeBarcode() -> Bool {
    let rest = rest
    guard bytes.count(where: { $0 &- 0x30 < 10 }) >= 8, result.quantity == nil,
      rest.allSatisfy({ !tokens[$0].isLiteral && tokens[$0].mark == 0 }),
      let (digits, count) = ScannedCode.single(rest.map { tokens[$0].text })
    else { return false }
    if count > 1 { result.quantity = Quantity(count) }
    // How many is at one end.
    var code = rest.flatMap { pieces(of: $0) }[...]
    if code.dropFirst().map(\.digits).joined() == digits {
      code.removeFirst()
    } else if code.map(\.digits).joined() != digits {
      code.removeLast()
    }
    for token in rest.reversed() {
      let parts = code.filter { $0.token == token }
      guard let first = parts.first, let last = parts.last else {
        tokens[token].field = .quantity
        continue
      }
      let range = tokens[token].range
      let named = Token(
        range: first.range.lowerBound..<last.range.upperBound,
        text: token == code.first?.token ? digits : "")
      let before = range.lowerBound..<named.range.lowerBound
      let behind = named.range.upperBound..<range.upperBound
      func counted(_ range: Range<Int>) -> [Token] {
        range.isEmpty ? [] : [Token(range: range, text: "", field: .quantity)]
      }
      tokens.replaceSubrange(token...token, with: counted(before) + [named] + counted(behind))
    }
    return true
  }

  private func pieces(of token: Int) -> [Piece] {
    // x, X, * and the bytes of ×.
    let times: [UInt8] = [0x78, 0x58, 0x2A, 0xC3, 0x97]
    return bytes[tokens[token].range].split { times.contains($0) }.map { piece in
      Piece(
        token: token, range: piece.startIndex..<piece.endIndex,
        digits: String(decoding: piece.filter { $0 &- 0x30 < 10 }, as: UTF8.self))
    }
  }
}
