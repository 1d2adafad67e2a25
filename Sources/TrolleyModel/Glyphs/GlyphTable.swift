internal import CSeeds

/// What things are called in many languages, and the emoji for each: `seeds/glyph-names.txt`, made by
/// `.make/glyphs.py`. Its lines are sorted by their bytes and searched where they are in the
/// program, so the table costs no time to load and only the memory of the pages it is read from.
enum GlyphTable {
  /// What a name means.
  struct Entry: Equatable {
    /// The emoji; nil for a word that says nothing.
    let glyph: Unicode.Scalar?
    /// Only if no other word says more.
    var isWeak = false
    /// Only as the whole name.
    var isWhole = false
    /// A product, although its glyph stands for a flavour or a food elsewhere: crisps are a potato.
    var isProduct = false
    /// Only as the name of a category.
    var isCategory = false
    /// Of a language in which what a thing is comes before what it is like.
    var isHeadFirst = false
    /// Whether it is also found at the end of a longer word.
    var endsCompounds = false
  }

  /// How much a glyph says about a thing of several words: strawberry jam is jam.
  enum Rank: Int, Comparable {
    case seasoning, flavour, food, product

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  // MARK: Looking up

  /// The entry of a name that is folded already.
  static func entry(_ key: ArraySlice<UInt8>) -> Entry? {
    key.withUnsafeBufferPointer { key in
      let lines = lines
      let start = lowerBound(key, in: lines)
      guard start < lines.count, compare(line: start, lines, key) == .same else { return nil }
      return read(lines, start + key.count + 1)
    }
  }

  /// Whether a name is that of a product in the table. A short word of a language that begins with
  /// the noun is rather the beginning of one in another: "tom" of tomatoes.
  static func isProduct(_ name: String) -> Bool {
    let key = GlyphText(name).bytes[...]
    guard let entry = entry(key), entry.glyph != nil, !entry.isWeak, !entry.isCategory else {
      return false
    }
    return key.count > 3 || !entry.isHeadFirst
  }

  /// Whether a name is a word for things in the table, be it only for all of a kind, as meat and
  /// snacks; a short one is rather the beginning of another, unless it is a product.
  static func isWord(_ name: String) -> Bool {
    let key = GlyphText(name).bytes[...]
    guard let entry = entry(key), entry.glyph != nil || entry.isProduct else { return false }
    return key.count > 3 || isProduct(name)
  }

  /// The entry of the longest name that `text` begins with, for scripts without blanks between
  /// words.
  static func longestEntry(_ text: ArraySlice<UInt8>) -> (entry: Entry, count: Int)? {
    var best: (entry: Entry, count: Int)?
    var end = text.startIndex
    while end < text.endIndex {
      end += 1
      while end < text.endIndex, text[end] & 0xC0 == 0x80 { end += 1 }
      let prefix = text[text.startIndex..<end]
      let isFound = prefix.withUnsafeBufferPointer { prefix in
        let lines = lines
        let start = lowerBound(prefix, in: lines)
        guard start < lines.count else { return false }
        switch compare(line: start, lines, prefix) {
        case .before, .after: return false
        case .longer: return true
        case .same:
          best = (read(lines, start + prefix.count + 1), prefix.count)
          return true
        }
      }
      if !isFound { break }
    }
    return best
  }

  /// All emoji in it; read when a line has one.
  static let shown: Set<Unicode.Scalar> = {
    let lines = GlyphTable.lines
    var shown: Set<Unicode.Scalar> = []
    for at in lines.indices where lines[at] == tab {
      if let glyph = read(lines, at + 1).glyph { shown.insert(glyph) }
    }
    return shown
  }()

  static func rank(_ glyph: Unicode.Scalar) -> Rank {
    if seasonings.unicodeScalars.contains(glyph) { return .seasoning }
    if flavours.unicodeScalars.contains(glyph) { return .flavour }
    return foods.unicodeScalars.contains(glyph) ? .food : .product
  }

  // MARK: The bytes

  private static var seed: UnsafeRawBufferPointer {
    var size = 0
    let bytes = trolley_glyph_names(&size)
    return UnsafeRawBufferPointer(start: bytes, count: size)
  }

  /// The table without its header.
  static var lines: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: seed[start...]) }

  /// The header ends with an empty line.
  private static let start: Int = {
    let bytes = GlyphTable.seed
    let end = bytes.indices.dropLast().first { bytes[$0] == newline && bytes[$0 + 1] == newline }
    return end.map { $0 + 2 } ?? bytes.count
  }()

  private static let seasonings = group("# seasonings ")
  private static let flavours = group("# flavours ")
  private static let foods = group("# foods ")

  /// The emoji behind a title in the header. Its bytes are compared: this is on the path to the first
  /// frame.
  private static func group(_ title: StaticString) -> String {
    let header = UnsafeRawBufferPointer(rebasing: seed[..<start])
    let title = UnsafeRawBufferPointer(start: title.utf8Start, count: title.utf8CodeUnitCount)
    let found = header.indices.first { at in
      (at == 0 || header[at - 1] == newline) && header[at...].starts(with: title)
    }
    guard let found else { return "" }
    let line = header[(found + title.count)...].prefix { $0 != newline }
    return String(decoding: line, as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")

  private enum Place { case before, same, longer, after }

  /// Where a line's name is beside `key`; `longer`: it begins with it.
  private static func compare(
    line: Int, _ lines: UnsafeRawBufferPointer, _ key: UnsafeBufferPointer<UInt8>
  ) -> Place {
    var at = line
    for byte in key {
      let other = lines[at]
      if other != byte { return other < byte ? .before : .after }
      at += 1
    }
    return lines[at] == tab ? .same : .longer
  }

  /// The first line whose name is not before `key`.
  private static func lowerBound(
    _ key: UnsafeBufferPointer<UInt8>, in lines: UnsafeRawBufferPointer
  ) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      var line = (low + high) / 2
      while line > low, lines[line - 1] != newline { line -= 1 }
      if compare(line: line, lines, key) == .before {
        low = line
        while low < high, lines[low] != newline { low += 1 }
        low += 1
      } else {
        high = line
      }
    }
    return low
  }

  /// The rest of a line: the glyph or a dash, then marks.
  private static func read(_ lines: UnsafeRawBufferPointer, _ start: Int) -> Entry {
    var end = start
    while end < lines.count, lines[end] != newline { end += 1 }
    var scalars = String(decoding: lines[start..<end], as: UTF8.self).unicodeScalars[...]
    let first = scalars.popFirst()
    var entry = Entry(glyph: first == "-" ? nil : first)
    for mark in scalars {
      switch mark {
      case "~": entry.isWeak = true
      case "=": entry.isWhole = true
      case "!": entry.isProduct = true
      case "@": entry.isCategory = true
      case "<": entry.isHeadFirst = true
      case "+": entry.endsCompounds = true
      default: break
      }
    }
    return entry
  }
}
