/// A name as the table of glyphs has it: folded, with single blanks between its words.
///
/// What separates words is a blank; a comma or a bracket is a word of its own, since what follows
/// only describes what comes before.
struct GlyphText {
  private(set) var bytes: [UInt8] = []
  /// Where each word ends; a blank comes before the next one.
  private var ends: [Int] = []

  /// The most words that are looked at.
  private static let most = 12

  init(_ name: String) {
    bytes.reserveCapacity(name.utf8.count + 8)
    let plain = Folding.plain(name)
    if plain.allSatisfy({ $0 < 0x80 }) {
      for byte in plain { append(ascii: byte) }
    } else {
      for scalar in String(decoding: plain, as: UTF8.self).unicodeScalars { append(scalar) }
    }
    if bytes.last == Self.blank { bytes.removeLast() }
    var start = 0
    while start < bytes.count, ends.count < Self.most {
      let end = bytes[start...].firstIndex(of: Self.blank) ?? bytes.count
      ends.append(end)
      start = end + 1
    }
  }

  var wordCount: Int { ends.count }

  /// Where a word is in `bytes`.
  func word(_ at: Int) -> Range<Int> { (at == 0 ? 0 : ends[at - 1] + 1)..<ends[at] }

  private static let blank = UInt8(ascii: " ")
  private static let comma = UInt8(ascii: ",")

  /// Whether a word says that the rest of the name only describes.
  func isBreak(_ word: Range<Int>) -> Bool {
    word.count == 1 && bytes[word.lowerBound] == Self.comma
  }

  private mutating func endWord() {
    if let last = bytes.last, last != Self.blank { bytes.append(Self.blank) }
  }

  private mutating func append(ascii byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
    case Self.comma, UInt8(ascii: "("), UInt8(ascii: "["):
      endWord()
      bytes.append(Self.comma)
      bytes.append(Self.blank)
    default: endWord()
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x80: append(ascii: UInt8(scalar.value))
    // Ways of writing one Arabic letter.
    case 0x622, 0x623, 0x625: append(0x627)
    case 0x629: append(0x647)
    case 0x649: append(0x64A)
    // An Arabic stroke that fills the line, and marks of direction.
    case 0x640, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: break
    case 0x60C, 0x3001, 0xFF08: append(ascii: Self.comma)
    case 0x80..<0xAA, 0xAB..<0xB5, 0xB6..<0xBA, 0xBB..<0xC0, 0xD7, 0xF7, 0x61B, 0x61F, 0x66A, 0x6D4,
      0x964, 0x965, 0x2000..<0x2C00, 0x2E00..<0x2E80, 0x3000..<0x3005, 0x3008..<0x3021, 0x30FB,
      0xFF5F...0xFF65, 0x1F000...0x1FFFF:
      endWord()
    default: append(scalar.value)
    }
  }

  private mutating func append(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value), let utf8 = UTF8.encode(scalar) else { return }
    bytes.append(contentsOf: utf8)
  }

  // MARK: Scripts

  /// Whether a word is in a script that has no blanks between words: Chinese characters and kana,
  /// Korean compounds, Thai, Lao, Burmese, Khmer.
  func isUnspaced(_ word: Range<Int>) -> Bool {
    let text = bytes[word]
    return text.indices.contains { at in
      switch text[at] {
      case 0xE3...0xED: true
      case 0xE0: at + 1 < text.endIndex && 0xB8...0xBB ~= text[at + 1]
      case 0xE1:
        at + 1 < text.endIndex && (0x80...0x82 ~= text[at + 1] || 0x9E...0x9F ~= text[at + 1])
      default: false
      }
    }
  }

  /// Whether a word is Hebrew or Arabic, where what a thing is comes before what it is like.
  func isHeadFirst(_ word: Range<Int>) -> Bool { 0xD7...0xDB ~= bytes[word.lowerBound] }
}
