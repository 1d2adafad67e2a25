/// Looks a word up among a few hundred known ones, without making a string of it: for the members
/// and units of a hundred thousand lines.
///
/// Only hashes are compared. With 64 bits no real word collides by chance, and one made to collide
/// is merely a strange spelling of a column's name.
package struct WordTable: Sendable {
  private var hashes: [UInt64]
  private var values: [UInt8]
  private let mask: Int
  /// What each byte counts as: capitals as small letters; 0 for ignored bytes.
  private let folded: [UInt8]

  /// Reads the rows byte by byte, without a string of each word: every `trolley add` makes some tables.
  ///
  /// - Parameters:
  ///   - rows: words with blanks or bars between them, and their value; case and accents are ignored.
  ///   - ignored: characters to ignore in the rows and in what is looked up: where `_` and the blank are
  ///     among them, `paper_towels` in a row is “paper towels”.
  package init(_ rows: [(words: String, value: UInt8)], ignoring ignored: StaticString = "") {
    folded = [UInt8](unsafeUninitializedCapacity: 256) { bytes, count in
      for byte in 0..<256 {
        bytes[byte] = UInt8(byte) &- 0x41 < 26 ? UInt8(byte) | 0x20 : UInt8(byte)
      }
      for i in 0..<ignored.utf8CodeUnitCount { bytes[Int(ignored.utf8Start[i])] = 0 }
      count = 256
    }
    // A word and its blank are three bytes or more.
    let most = rows.reduce(0) { $0 + $1.words.utf8.count } / 3
    var size = 64
    while size < most * 2 { size *= 2 }
    mask = size - 1
    hashes = Array(repeating: 0, count: size)
    values = Array(repeating: 0, count: size)
    for (words, value) in rows {
      var hash = Self.seed
      for byte in Folding.plain(words) {
        if byte == 0x20 || byte == 0x7C {
          insert(hash, value)
          hash = Self.seed
        } else {
          mix(byte, into: &hash)
        }
      }
      insert(hash, value)
    }
  }

  private mutating func insert(_ mixed: UInt64, _ value: UInt8) {
    guard mixed != Self.seed else { return }
    let hash = Self.finished(mixed)
    var i = Int(truncatingIfNeeded: hash) & mask
    while hashes[i] != 0, hashes[i] != hash { i = (i + 1) & mask }
    hashes[i] = hash
    values[i] = value
  }

  /// The value of a word with or without accents, as people write it; nil for others, and for longer ones
  /// than any in a table.
  func value(of word: some StringProtocol) -> UInt8? {
    guard word.utf8.count <= 24 else { return nil }
    if let value = self[word.utf8] { return value }
    guard word.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    return self[Folding.plain(String(word))]
  }

  package subscript(_ word: some Sequence<UInt8>) -> UInt8? {
    let hash = hash(word)
    var i = Int(truncatingIfNeeded: hash) & mask
    while hashes[i] != 0 {
      if hashes[i] == hash { return values[i] }
      i = (i + 1) & mask
    }
    return nil
  }

  /// FNV-1a in 64 bits; never 0.
  private func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    var hash = Self.seed
    for byte in word { mix(byte, into: &hash) }
    return Self.finished(hash)
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private func mix(_ byte: UInt8, into hash: inout UInt64) {
    let byte = folded[Int(byte)]
    if byte != 0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The low bits of short words differ little; every byte has influenced the high ones.
  private static func finished(_ hash: UInt64) -> UInt64 { (hash ^ hash >> 32) | 1 }
}
