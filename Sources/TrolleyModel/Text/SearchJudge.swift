/// Judges entries by one more word of a query, or by more letters of its last one.
///
/// A struct of pointers, to avoid reference counting and copies.
struct SearchJudge {
  let view: SearchView
  let word: SearchQuery.Word
  let wordLetters: Letters
  /// The query up to the end of the word.
  let phraseLetters: Letters
  let isFirst: Bool
  /// Whether the earlier query had a beginning of the word.
  let isLonger: Bool
  /// Whether each category contains the word; nil if none does.
  let inCategory: UnsafeBufferPointer<Bool>?
  /// The entries whose rest contains the word, a bit each; nil where that is to be found out.
  let inRest: UnsafeBufferPointer<UInt64>?

  private typealias Bucket = SearchIndex.Bucket
  private typealias Kind = SearchPlanes.Kind

  /// A piece of a query to look for.
  struct Letters {
    let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let firsts: SIMD16<UInt8>
    fileprivate let lasts: SIMD16<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      firsts = SIMD16(repeating: bytes[0])
      lasts = SIMD16(repeating: bytes[bytes.count &- 1])
    }
  }

  /// What the letters of the word tell of the 64 entries of a block.
  private struct Block {
    /// Whether the name begins with the first letter of the word.
    var first: UInt64 = 0
    /// Whether a word of the name does.
    var initial: UInt64 = 0
    /// Whether all letters occur in the name.
    var name: UInt64 = ~0
    /// Whether the word itself may be there, and not only its letters.
    var whole: UInt64 = ~0
    /// Whether the word may be in the rest, or is known to be there.
    var rest: UInt64 = ~0
  }

  @inline(__always)
  private func block(_ number: Int) -> Block {
    typealias Kind = SearchColumns.Letters
    let (start, stride) = (number &* view.blockStride, view.letterStride)
    let letters = view.letters
    var block = Block()
    let initial = word.initial.trailingZeroBitCount
    block.first = letters[start &+ (initial &+ Kind.first) &* stride]
    block.initial = letters[start &+ (initial &+ Kind.initial) &* stride]
    var left = word.letters
    while left != 0 {
      let letter = left.trailingZeroBitCount
      block.name &= letters[start &+ (letter &+ Kind.name) &* stride]
      if inRest == nil { block.rest &= letters[start &+ (letter &+ Kind.rest) &* stride] }
      left &= left &- 1
    }
    left = word.pairs
    while left != 0 {
      block.whole &= letters[start &+ (left.trailingZeroBitCount &+ Kind.pair) &* stride]
      left &= left &- 1
    }
    block.whole &= block.name
    if let inRest { block.rest = inRest[number] }
    return block
  }

  /// Judges the entries of a block that matched the earlier query.
  ///
  /// - Parameters:
  ///   - old: the planes for the earlier query, and the new ones: the word for this block in the
  ///     first of them. Planes of different kinds are `stride` apart.
  func judge(
    _ number: Int, _ old: UnsafePointer<UInt64>, _ new: UnsafeMutablePointer<UInt64>, stride: Int
  ) {
    let alive = old[(Kind.last &+ Int(Bucket.letters)) &* stride]
    guard alive != 0 else { return }
    @inline(__always)
    func lastWas(upTo bucket: UInt8) -> UInt64 {
      isLonger ? old[(Kind.last &+ Int(bucket)) &* stride] : alive
    }
    let block = block(number)
    let start = number &<< 6
    var found: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let mayBeInName = lastWas(upTo: Bucket.inName) & block.whole
    if word.isLetter {
      // The bits are nearly all there is to know.
      var prefix = mayBeInName & block.first
      found.1 = prefix
      while prefix != 0 {
        let entry = start &+ prefix.trailingZeroBitCount
        if nameEnd(entry) &- Int(view.entries[entry].name) == 1 {
          found.0 |= prefix & (0 &- prefix)
        }
        prefix &= prefix &- 1
      }
      found.1 &= ~found.0
      found.2 = mayBeInName & block.initial & ~block.first
      found.3 = mayBeInName & ~block.initial & ~block.first
    } else {
      find(wordLetters, start, mayBeInName, &found)
    }
    var left = alive & ~(found.0 | found.1 | found.2 | found.3)
    var category: UInt64 = 0
    if let inCategory {
      forEach(in: left & lastWas(upTo: Bucket.category), start) { entry, bit in
        category |= inCategory[Int(view.entries[entry].category)] ? bit : 0
      }
      left &= ~category
    }
    var rest = left & lastWas(upTo: Bucket.description) & block.rest
    if inRest == nil, !word.isLetter {
      forEach(in: rest, start) { entry, bit in if !isInRest(entry) { rest &= ~bit } }
    }
    left &= ~rest
    var letters: UInt64 = 0
    if !word.isLetter {
      forEach(in: left & block.name & block.initial, start) { entry, bit in
        if hasLetters(entry) { letters |= bit }
      }
    }
    write(found, category, rest, letters, start, old, new, stride)
  }

  @inline(__always)
  private func write(
    _ name: (UInt64, UInt64, UInt64, UInt64), _ category: UInt64, _ rest: UInt64, _ letters: UInt64,
    _ start: Int, _ old: UnsafePointer<UInt64>, _ new: UnsafeMutablePointer<UInt64>, _ stride: Int
  ) {
    var last: UInt64 = 0
    @inline(__always)
    func put(_ bucket: UInt8, _ bits: UInt64) {
      last |= bits
      let at = Int(bucket) &* stride
      var earlier: UInt64 = ~0
      if !isFirst {
        earlier = old[Kind.earlier &* stride &+ at]
        // A name is exact only if it is the whole query.
        if !isLonger { earlier &= bucket == Bucket.exactName ? 0 : old[Kind.last &* stride &+ at] }
      }
      new[Kind.last &* stride &+ at] = last
      new[Kind.earlier &* stride &+ at] = earlier
      new[Kind.whole &* stride &+ at] = last & earlier
    }
    put(Bucket.exactName, name.0)
    put(Bucket.namePrefix, name.1)
    put(Bucket.wordPrefix, name.2)
    put(Bucket.inName, name.3)
    let inName = new[(Kind.whole &+ Int(Bucket.inName)) &* stride]
    put(Bucket.category, category)
    put(Bucket.description, rest)
    put(Bucket.letters, letters)
    guard !isFirst else {
      new[Kind.phrase &* stride] = inName
      return
    }
    var phrase: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    find(phraseLetters, start, inName & old[Kind.phrase &* stride], &phrase)
    let all = phrase.0 | phrase.1 | phrase.2 | phrase.3
    new[Kind.phrase &* stride] = all
    guard all != 0 else { return }
    var upTo: UInt64 = 0
    for (bucket, bits) in [phrase.0, phrase.1, phrase.2, phrase.3, 0, 0, 0].enumerated() {
      upTo |= bits
      let at = (Kind.whole &+ bucket) &* stride
      new[at] = new[at] & ~all | upTo
    }
  }

  @inline(__always)
  private func forEach(in bits: UInt64, _ start: Int, _ use: (Int, UInt64) -> Void) {
    var left = bits
    while left != 0 {
      use(start &+ left.trailingZeroBitCount, left & (0 &- left))
      left &= left &- 1
    }
  }

  /// Finds out how well a piece of the query stands in some names.
  @inline(__always)
  private func find(
    _ letters: Letters, _ start: Int, _ bits: UInt64,
    _ found: inout (UInt64, UInt64, UInt64, UInt64)
  ) {
    forEach(in: bits, start) { entry, bit in
      switch inName(letters, entry) {
      case Bucket.exactName: found.0 |= bit
      case Bucket.namePrefix: found.1 |= bit
      case Bucket.wordPrefix: found.2 |= bit
      case Bucket.inName: found.3 |= bit
      default: break
      }
    }
  }

  @inline(__always)
  private func nameEnd(_ entry: Int) -> Int { Int(view.entries[entry &+ 1].name) }

  @inline(__always)
  private func isInRest(_ entry: Int) -> Bool {
    Self.find(
      wordLetters, in: view.rests, from: Int(view.entries[entry].rest),
      to: Int(view.entries[entry &+ 1].rest)
    ) { stands(wordLetters, in: view.rests, $0) } >= 0
  }

  /// How well a piece of the query stands in a name: at its best place.
  @inline(__always)
  private func inName(_ letters: Letters, _ entry: Int) -> UInt8 {
    let (name, nameEnd) = (Int(view.entries[entry].name), nameEnd(entry))
    let count = letters.bytes.count
    var isInside = false
    let at = Self.find(letters, in: view.names, from: name, to: nameEnd) { at in
      guard stands(letters, in: view.names, at) else { return false }
      if at == name || Self.isBetweenWords(view.names[at &- 1]) { return true }
      isInside = true
      return false
    }
    if at == name { return at &+ count == nameEnd ? Bucket.exactName : Bucket.namePrefix }
    return at >= 0 ? Bucket.wordPrefix : isInside ? Bucket.inName : Bucket.none
  }

  /// The first place in a part of a text that has the first and the last byte of a piece of the
  /// query at the right distance and is accepted; below 0 if there is none. Checks sixteen at once.
  @inline(__always)
  static func find(
    _ letters: Letters, in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int,
    _ accept: (Int) -> Bool
  ) -> Int {
    guard let base = text.baseAddress else { return -1 }
    let bytes = UnsafeRawPointer(base)
    let reach = letters.bytes.count &- 1
    let last = end &- 1 &- reach
    // Bytes past the part may be read, but never match.
    let lastWhole = min(last, text.count &- reach &- 32)
    @inline(__always)
    func hits(_ at: Int) -> SIMD16<UInt8> {
      unsafeBitCast(
        (bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self) .== letters.firsts)
          .& (bytes.loadUnaligned(fromByteOffset: at &+ reach, as: SIMD16<UInt8>.self)
            .== letters.lasts),
        to: SIMD16<UInt8>.self)
    }
    var at = start
    while at <= lastWhole {
      let (near, far) = (hits(at), hits(at &+ 16))
      let (left, right) = unsafeBitCast(near | far, to: (UInt64, UInt64).self)
      let next = at &+ 32
      if left | right != 0 {
        while at < next {
          var (low, high) = unsafeBitCast(hits(at), to: (UInt64, UInt64).self)
          while low | high != 0 {
            let isLow = low != 0
            let offset = (isLow ? low : high).trailingZeroBitCount &>> 3
            let place = at &+ offset &+ (isLow ? 0 : 8)
            guard place <= last else { return -1 }
            if accept(place) { return place }
            let others = ~(0xFF &<< UInt64(truncatingIfNeeded: offset &<< 3))
            if isLow { low &= others } else { high &= others }
          }
          at &+= 16
        }
      }
      at = next
    }
    while at <= last {
      let isHit = text[at] == letters.bytes[0] && text[at &+ reach] == letters.bytes[reach]
      if isHit, accept(at) { return at }
      at &+= 1
    }
    return -1
  }

  /// Whether a piece of the query is at a place that has its first and last byte.
  @inline(__always)
  private func stands(_ letters: Letters, in text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    var k = 1
    while k < letters.bytes.count, text[at &+ k] == letters.bytes[k] { k &+= 1 }
    return k >= letters.bytes.count
  }

  /// Whether all letters of the word occur in a name, in this order, the first one at the beginning
  /// of a word.
  @inline(__always)
  private func hasLetters(_ entry: Int) -> Bool {
    let (start, end) = (Int(view.entries[entry].name), nameEnd(entry))
    var k = 0
    var at = start &- 1
    while k < wordLetters.bytes.count {
      repeat {
        at = next(wordLetters.bytes[k], from: at &+ 1, to: end)
        if at < 0 { return false }
      } while k == 0 && at > start && !Self.isBetweenWords(view.names[at &- 1])
      k &+= 1
    }
    return true
  }

  /// The first place of a byte in a part of the names; below 0 if there is none.
  @inline(__always)
  private func next(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(view.names)
    let pattern = SIMD16(repeating: byte)
    var at = start
    while at < end, at &+ 16 <= bytes.count {
      // Bytes past the part may be read, but are not there.
      let hits = bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self) .== pattern
      let (low, high) = unsafeBitCast(hits, to: (UInt64, UInt64).self)
      if low | high != 0 {
        at &+= (low != 0 ? low.trailingZeroBitCount : high.trailingZeroBitCount &+ 64) &>> 3
        return at < end ? at : -1
      }
      at &+= 16
    }
    while at < end {
      if view.names[at] == byte { return at }
      at &+= 1
    }
    return -1
  }

  /// ASCII that is neither a letter nor a digit; letters of other scripts continue a word.
  @inline(__always)
  static func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x30 || byte > 0x39 && byte < 0x61 || byte > 0x7A && byte < 0x80
  }
}
