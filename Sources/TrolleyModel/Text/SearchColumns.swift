/// The entries of an index, column by column, each text folded.
///
/// Whether a letter occurs is asked of 64 entries at once: in a block of words of 64 bits, each bit
/// an entry, each word a letter, digit, or a few other bytes.
struct SearchColumns: Sendable {
  /// Where in a block the words of each kind begin: for the first byte of the name, for those at
  /// the beginning of its words, for all of it, and for the rest of the text.
  enum Letters {
    static let first = 0
    static let initial = 64
    static let name = 128
    static let rest = 192
    /// For two bytes of the name that follow each other: a few pairs share a word.
    static let pair = 256
    static let block = 320
  }

  struct Entry: BitwiseCopyable {
    /// Where its texts begin; they end where those of the next one begin.
    var name: UInt32
    var rest: UInt32
    var category: UInt32
  }

  private(set) var names: [UInt8] = []
  private(set) var rests: [UInt8] = []
  /// One more than there are.
  private(set) var entries = [Entry(name: 0, rest: 0, category: 0)]
  private(set) var letters: [UInt64] = []

  var count: Int { entries.count - 1 }

  mutating func reserveCapacity(_ entries: Int) {
    guard entries > count else { return }
    self.entries.reserveCapacity(entries + 1)
    letters.reserveCapacity((entries + 63) / 64 * Letters.block)
  }

  func name(_ entry: Int) -> Range<Int> {
    Int(entries[entry].name)..<Int(entries[entry + 1].name)
  }

  func rest(_ entry: Int) -> Range<Int> {
    Int(entries[entry].rest)..<Int(entries[entry + 1].rest)
  }

  /// Adds an entry, whose texts are appended to those of the others.
  mutating func append(
    category: UInt32, name: (inout [UInt8]) -> Void, rest: (inout [UInt8]) -> Void
  ) {
    let entry = count
    name(&names)
    rest(&rests)
    // Offsets have 32 bits: text beyond that is not found, which beats a crash.
    if names.count > Int(Int32.max) { names.removeLast(names.count - Int(entries[entry].name)) }
    if rests.count > Int(Int32.max) { rests.removeLast(rests.count - Int(entries[entry].rest)) }
    entries[entry].category = category
    entries.append(
      Entry(name: UInt32(names.count), rest: UInt32(rests.count), category: 0))
    if entry & 63 == 0 { letters += repeatElement(0, count: Letters.block) }
    let block = (entry >> 6) * Letters.block
    let bit: UInt64 = 1 << UInt64(entry & 63)
    var isBetweenWords = true
    var before: UInt8?
    for (at, byte) in names[self.name(entry)].enumerated() {
      let number = block + Self.number[Int(byte)]
      letters[number + Letters.name] |= bit
      if isBetweenWords { letters[number + Letters.initial] |= bit }
      if at == 0 { letters[number + Letters.first] |= bit }
      if let before { letters[block + Self.pair(before, byte) + Letters.pair] |= bit }
      before = byte
      isBetweenWords = SearchJudge.isBetweenWords(byte)
    }
    for byte in rests[self.rest(entry)] {
      letters[block + Self.number[Int(byte)] + Letters.rest] |= bit
    }
  }

  /// The letters and digits that occur: one bit each, and a few bits for all other bytes.
  static func letters(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 | 1 << number[Int($1)] }
  }

  /// The pairs of bytes that follow each other, as bits.
  static func pairs(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    zip(bytes, bytes.dropFirst()).reduce(0) { $0 | 1 << pair($1.0, $1.1) }
  }

  private static func pair(_ a: UInt8, _ b: UInt8) -> Int { Int(a &* 31 &+ b) & 63 }

  private static let number: [Int] = (0..<256).map { byte in
    switch byte {
    case 0x61...0x7A: byte - 0x61
    case 0x30...0x39: byte - 0x30 + 26
    default: 36 + byte % 28
    }
  }

  /// The letters as a file holds them: all blocks of one letter after the other.
  var lettersByLetter: [UInt64] {
    let blocks = (count + 63) / 64
    return (0..<blocks * Letters.block).map {
      letters[$0 % blocks * Letters.block + $0 / blocks]
    }
  }

  func withView<R>(_ use: (SearchView) -> R) -> R {
    names.withUnsafeBufferPointer { names in
      rests.withUnsafeBufferPointer { rests in
        entries.withUnsafeBufferPointer { entries in
          letters.withUnsafeBufferPointer { letters in
            use(
              SearchView(
                count: count, names: names, rests: rests, entries: entries, letters: letters,
                blockStride: Letters.block, letterStride: 1))
          }
        }
      }
    }
  }
}

/// Columns where they lie in memory.
struct SearchView {
  let count: Int
  let names: UnsafeBufferPointer<UInt8>
  /// Empty where the words of the rests are in a table (`SearchTokens`).
  let rests: UnsafeBufferPointer<UInt8>
  /// One more than there are.
  let entries: UnsafeBufferPointer<SearchColumns.Entry>
  let letters: UnsafeBufferPointer<UInt64>
  /// How far apart the words of two blocks are, and those of two letters.
  let blockStride: Int
  let letterStride: Int

  var blockCount: Int { (count + 63) / 64 }
}
