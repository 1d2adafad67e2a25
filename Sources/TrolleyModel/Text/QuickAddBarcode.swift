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

  /// "4006381333931@1.99": the price is a word of its own.
  mutating func splitCodes() {
    guard mayHaveCode, bytes.contains(0x40) else { return }
    for i in tokens.indices.reversed() where !tokens[i].isLiteral && tokens[i].mark == 0 {
      let (text, range) = (tokens[i].text, tokens[i].range)
      guard let at = text.firstIndex(of: "@"), ScannedCode.areMeant(by: text[..<at]) else {
        continue
      }
      let middle = range.lowerBound + text[..<at].utf8.count
      tokens.replaceSubrange(
        i...i,
        with: [
          Token(range: range.lowerBound..<middle, text: String(text[..<at])),
          Token(range: middle..<range.upperBound, text: String(text[at...])),
        ])
    }
  }

  /// A barcode says nothing of how many there are or what they cost: it is not in the way of what the
  /// words beside it say.
  mutating func setCodeAside() {
    guard mayHaveCode else { return }
    dropLabel()
    let rest = rest
    guard !isOnlyCode(besides: rest[...]) else { return }
    let codes = rest.filter {
      !tokens[$0].isLiteral && tokens[$0].mark == 0 && (try? Barcode(tokens[$0].text)) != nil
    }
    guard codes.count == 1 || !ScannedCode.areMeant(by: text(of: rest)) else { return }
    for code in codes { tokens[code].field = .code }
    if codes.count == 1 { code = codes[0] }
    if codes.count > 1 {
      result.refusal =
        "\(Wording.list(codes.map { tokens[$0].text })) are \(codes.count) barcodes. Give each its name "
        + "on a line of its own."
    }
  }

  private func text(of words: [Int]) -> String {
    words.map { tokens[$0].text }.joined(separator: " ")
  }

  /// Without a name beside it, it stands in place of one.
  mutating func putCodeBack() {
    guard let code, takeContainers() || isOnlyCode(besides: rest[...]) else { return }
    tokens[code].field = .name
    self.code = nil
  }

  /// "2 bottles 3017620422003" are two of it: what it is in is no name.
  private mutating func takeContainers() -> Bool {
    let rest = rest
    guard rest.count == 2, result.quantity == nil, tokens[rest[0]].mark == 0,
      !tokens[rest[0]].isLiteral, tokens[rest[0]].text.utf8.count <= 3,
      let count = Int(tokens[rest[0]].text), count > 0, let (unit, length) = unit(rest, 1),
      length == 1, unit == .piece || unit.dimension == .container
    else { return false }
    result.quantity = Quantity(count)
    for index in rest { tokens[index].field = .quantity }
    return true
  }

  /// Whether these words and the code that was set aside are a barcode and how many.
  func isOnlyCode(besides words: ArraySlice<Int>) -> Bool {
    let all = (words + [code].compactMap { $0 }).sorted()
    return ScannedCode.single(all.map { tokens[$0].text }) != nil
  }

  /// "EAN 3017620422003"
  private mutating func dropLabel() {
    let rest = rest
    for (at, token) in rest.enumerated().dropLast() where !tokens[token].isLiteral {
      let label = tokens[token].text.lowercased().filter { $0 != ":" }
      guard ["ean", "ean-13", "ean13", "ean-8", "gtin", "upc", "barcode"].contains(label),
        tokens[rest[at + 1]].text.utf8.first.map({ $0 &- 0x30 < 10 }) == true,
        isOnlyCode(besides: rest[(at + 1)...])
          || (try? Barcode(tokens[rest[at + 1]].text)) != nil
      else { continue }
      tokens[token].field = .bullet
    }
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
