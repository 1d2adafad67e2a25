/// When two names mean the same thing, and how names are sorted.
public enum Folding {
  // MARK: The form for searching

  /// The text without case and accents, as UTF-8.
  public static func plain(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    appendPlain(text, to: &bytes)
    return bytes
  }

  /// Appends what `plain` returns.
  public static func appendPlain(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let start = bytes.count
    let isASCII = text.withUTF8 { utf8 in
      bytes.append(contentsOf: utf8)
      return bytes.withUnsafeMutableBufferPointer { all in
        var seen: UInt8 = 0
        for i in start..<all.count {
          let byte = all[i]
          seen |= byte
          all[i] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        }
        return seen < 0x80
      }
    }
    if isASCII { return }
    bytes.removeLast(bytes.count - start)
    text.withUTF8 { appendPlain(utf8: $0, to: &bytes) }
  }

  /// Most bytes are ASCII even where not all are.
  private static func appendPlain(utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var i = 0
    while i < utf8.count {
      let first = utf8[i]
      i += 1
      if first < 0x80 {
        bytes.append(first &- 0x41 < 26 ? first | 0x20 : first)
        continue
      }
      let more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
      var value = UInt32(first) & 0x3F >> UInt32(more)
      for _ in 0..<more {
        value = value << 6 | UInt32(utf8[i] & 0x3F)
        i += 1
      }
      if let scalar = Unicode.Scalar(value) { FoldingTables.append(scalar, to: &bytes) }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.isASCII {
      let byte = UInt8(scalar.value)
      bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    } else {
      FoldingTables.append(scalar, to: &bytes)
    }
  }

  /// The plain form, and for each of its bytes the grapheme of `text` it comes from: to highlight
  /// in a name what was found in its folded form.
  public static func plainWithGraphemes(_ text: String) -> (bytes: [UInt8], graphemes: [Int]) {
    var bytes: [UInt8] = []
    var graphemes: [Int] = []
    var index = 0
    func add(_ scalars: some Sequence<Unicode.Scalar>) {
      for scalar in scalars { append(scalar, to: &bytes) }
      while graphemes.count < bytes.count { graphemes.append(index) }
      index += 1
    }
    // Each byte is one grapheme, where no two are a line break.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      for byte in text.utf8 { add(CollectionOfOne(Unicode.Scalar(byte))) }
    } else {
      for character in text { add(character.unicodeScalars) }
    }
    return (bytes, graphemes)
  }

  // MARK: Identity

  /// Equal for two names of one thing: case, accents, blanks and the English plural are folded.
  public static func key(_ name: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    appendPlain(name, to: &bytes)
    return String(decoding: EnglishPlural.singular(bytes), as: UTF8.self)
  }

  /// The same of the name of a store or a category, which people write without its apostrophes and other marks:
  /// "trader joes" of Trader Joe's. Commas stay, behind which a branch has its street.
  public static func label(_ name: String) -> String {
    // "Aldi & tea" is no Aldi.
    guard name.utf8.contains(where: isMark), name.first != "&", name.last != "&" else {
      return key(name)
    }
    var plain = ""
    for character in name {
      switch character {
      case "-", "/", "_", "\u{2013}": plain.append(" ")
      case "'", "’", "‘", "`", "´", "ʼ", ".", "&": continue
      default: plain.append(character)
      }
    }
    let label = key(plain.trimmed)
    return label.isEmpty ? key(name) : label
  }

  /// Whether a byte may be of a character that a label has not.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte >= 0x80 || "-/_'`.&".utf8.contains(byte)
  }

  // MARK: Order

  /// Below 0, 0 or above 0: by letters without case and accents, numbers by value. Ties are broken
  /// by bytes, so that the order is total.
  public static func compare(_ a: String, _ b: String) -> Int {
    var a = a
    var b = b
    let quick = a.withUTF8 { x in b.withUTF8 { y in SortKey.compareASCII(x, y) } }
    if let quick { return quick != 0 ? quick : a == b ? 0 : a < b ? -1 : 1 }
    let x = SortKey.bytes(a)
    let y = SortKey.bytes(b)
    if x == y { return a == b ? 0 : a < b ? -1 : 1 }
    return x.lexicographicallyPrecedes(y) ? -1 : 1
  }

  /// The indices of `names`, sorted: fast for very many of them.
  public static func order(of names: [String]) -> [Int32] {
    var rows = names.indices.map { (key: SortKey(names[$0]), index: Int32($0)) }
    rows.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let order = compare(names[Int(a.index)], names[Int(b.index)])
      return order != 0 ? order < 0 : a.index < b.index
    }
    return rows.map(\.index)
  }
}
