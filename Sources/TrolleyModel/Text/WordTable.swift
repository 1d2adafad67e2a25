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

  /// - Parameters:
  ///   - words: each with its value; case is ignored.
  ///   - ignored: further characters to ignore.
  package init(_ words: [(word: Substring, value: UInt8)], ignoring ignored: StaticString) {
    var folded = (0...255).map { UInt8($0) &- 0x41 < 26 ? UInt8($0) | 0x20 : UInt8($0) }
    for i in 0..<ignored.utf8CodeUnitCount { folded[Int(ignored.utf8Start[i])] = 0 }
    self.folded = folded
    var size = 64
    while size < words.count * 4 { size *= 2 }
    mask = size - 1
    hashes = Array(repeating: 0, count: size)
    values = Array(repeating: 0, count: size)
    for (word, value) in words {
      let hash = hash(word.utf8)
      var i = Int(truncatingIfNeeded: hash) & mask
      while hashes[i] != 0, hashes[i] != hash { i = (i + 1) & mask }
      hashes[i] = hash
      values[i] = value
    }
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
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word {
      let byte = folded[Int(byte)]
      if byte != 0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    // The low bits of short words differ little; every byte has influenced the high ones.
    return (hash ^ hash >> 32) | 1
  }
}
