extension SearchIndex {
  /// The slots that match all words of the query, best first; equally good ones by slot, or in the
  /// given order. An empty query matches everything.
  ///
  /// - Parameters:
  ///   - previous: the matches of an earlier query that this one `narrows`; only these are
  ///     searched.
  ///   - order: all slots in the order for equally good ones.
  ///   - isStrict: whether every word must occur as a whole, and not only its letters.
  public func matches(
    _ query: String, within previous: [Int32]? = nil, order: [Int32]? = nil, isStrict: Bool = false
  ) -> [Int32] {
    let query = SearchQuery(query)
    let inCategory = query.words.flatMap { word in
      categories.map { Self.contains($0, query.text[word.range]) }
    }
    let candidates = previous.map { Self.bits($0, entries.count) }
    // Texts are scanned in memory order; only the results are put into `order`, which jumps about.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: entries.count) { buckets in
      buckets.initialize(repeating: Bucket.none)
      withJudge(query, inCategory) { judge in
        func look(_ slot: Int) { buckets[slot] = judge.bucket(slot) }
        if let candidates {
          Self.forEach(candidates, look)
        } else {
          for slot in entries.indices { look(slot) }
        }
      }
      if isStrict {
        for slot in entries.indices where buckets[slot] == Bucket.letters {
          buckets[slot] = Bucket.none
        }
      }
      return Self.ranked(UnsafeBufferPointer(buckets), candidates, order)
    }
  }

  private func withJudge(
    _ query: SearchQuery, _ inCategory: [Bool], _ body: (SearchJudge) -> Void
  ) {
    text.withUnsafeBufferPointer { text in
      entries.withUnsafeBufferPointer { entries in
        query.text.withUnsafeBufferPointer { letters in
          query.words.withUnsafeBufferPointer { words in
            inCategory.withUnsafeBufferPointer { inCategory in
              body(
                SearchJudge(
                  text: text, entries: entries, query: letters, words: words,
                  phraseLetters: query.letters, inCategory: inCategory,
                  categoryCount: categories.count))
            }
          }
        }
      }
    }
  }

  /// Whether all matches of `new` are among those of `old`.
  public static func narrows(from old: String, to new: String) -> Bool {
    let old = SearchQuery(old).text
    return !old.isEmpty && SearchQuery(new).text.starts(with: old)
  }

  /// The matching slots, bucket by bucket, within each by slot or in the given order: a slot
  /// missing from the order is not found, and one named twice is found twice.
  private static func ranked(
    _ buckets: UnsafeBufferPointer<UInt8>, _ candidates: [UInt64]?, _ order: [Int32]?
  ) -> [Int32] {
    func walk(_ body: (Int) -> Void) {
      if let order {
        for slot in order where buckets.indices.contains(Int(slot)) { body(Int(slot)) }
      } else if let candidates {
        forEach(candidates, body)
      } else {
        for slot in buckets.indices { body(slot) }
      }
    }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(Bucket.none) + 1) { places in
      places.initialize(repeating: 0)
      walk { places[Int(buckets[$0])] += 1 }
      var total = 0
      for bucket in 0..<Int(Bucket.none) {
        let count = places[bucket]
        places[bucket] = total
        total += count
      }
      return [Int32](unsafeUninitializedCapacity: total) { result, filled in
        walk { slot in
          let bucket = Int(buckets[slot])
          guard bucket != Bucket.none else { return }
          result[places[bucket]] = Int32(slot)
          places[bucket] += 1
        }
        filled = total
      }
    }
  }

  private static func forEach(_ slots: [UInt64], _ body: (Int) -> Void) {
    for (i, word) in slots.enumerated() {
      var rest = word
      while rest != 0 {
        body(i << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  private static func bits(_ slots: [Int32], _ count: Int) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (count + 63) >> 6)
    for slot in slots where slot >= 0 && slot < count {
      bits[Int(slot) >> 6] |= 1 << (UInt64(slot) & 63)
    }
    return bits
  }

  private static func contains(_ text: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...text.count - word.count).contains { text[$0...].starts(with: word) }
  }
}

/// A query, folded and cut into words.
struct SearchQuery {
  /// Longer ones are cut: the limit exceeds what people type and bounds the work per item.
  static let limit = 200

  struct Word {
    let range: Range<Int>
    let letters: UInt64
  }

  /// The words, separated by one blank.
  let text: [UInt8]
  let words: [Word]
  let letters: UInt64

  init(_ query: String) {
    var text: [UInt8] = []
    var words: [Word] = []
    for word in Folding.plain(query).prefix(Self.limit).split(separator: 0x20) {
      if !text.isEmpty { text.append(0x20) }
      let start = text.count
      text.append(contentsOf: word)
      words.append(Word(range: start..<text.count, letters: SearchIndex.letters(word)))
    }
    self.text = text
    self.words = words
    letters = SearchIndex.letters(text)
  }
}

/// Judges one entry after another. A struct of pointers, to avoid reference counting and copies.
struct SearchJudge {
  let text: UnsafeBufferPointer<UInt8>
  let entries: UnsafeBufferPointer<SearchIndex.Entry>
  let query: UnsafeBufferPointer<UInt8>
  let words: UnsafeBufferPointer<SearchQuery.Word>
  let phraseLetters: UInt64
  /// For each word, whether each category contains it.
  let inCategory: UnsafeBufferPointer<Bool>
  let categoryCount: Int

  private typealias Bucket = SearchIndex.Bucket

  func bucket(_ slot: Int) -> UInt8 {
    let entry = entries[slot]
    guard entry.name >= 0 else { return Bucket.none }
    let name = Int(entry.name)..<Int(entry.nameEnd)
    if words.count == 1 { return bucket(0, entry, name) }
    if words.count > 1, entry.nameLetters & phraseLetters == phraseLetters {
      let bucket = place(0..<query.count, name)
      if bucket != Bucket.none { return bucket }
    }
    var worst = Bucket.exactName
    for i in words.indices {
      worst = max(worst, bucket(i, entry, name))
      if worst == Bucket.none { break }
    }
    // A name is exact only if it is the whole query.
    return words.count > 1 && worst == Bucket.exactName ? Bucket.namePrefix : worst
  }

  private func bucket(_ i: Int, _ entry: SearchIndex.Entry, _ name: Range<Int>) -> UInt8 {
    let word = words[i]
    let letters = word.letters
    let mayBeInName = entry.nameLetters & letters == letters
    if mayBeInName {
      if word.range.count == 1, letters < 1 << 36 {
        // A single letter: its bit in the set is all there is to know.
        if text[name.lowerBound] == query[word.range.lowerBound] {
          return name.count == 1 ? Bucket.exactName : Bucket.namePrefix
        }
        return entry.initials & letters != 0 ? Bucket.wordPrefix : Bucket.inName
      }
      let bucket = place(word.range, name)
      if bucket != Bucket.none { return bucket }
    }
    if entry.category >= 0, inCategory[i * categoryCount + Int(entry.category)] {
      return Bucket.category
    }
    if entry.descriptionLetters & letters == letters,
      find(word.range, in: Int(entry.nameEnd)..<Int(entry.end)) != nil
    {
      return Bucket.description
    }
    return mayBeInName && lettersStand(word.range, name) ? Bucket.letters : Bucket.none
  }

  /// The best place of a piece of the query in a piece of the text.
  private func place(_ word: Range<Int>, _ range: Range<Int>) -> UInt8 {
    var best = Bucket.none
    var from = range.lowerBound
    while let at = find(word, in: from..<range.upperBound) {
      if at == range.lowerBound {
        return word.count == range.count ? Bucket.exactName : Bucket.namePrefix
      }
      if Self.isBetweenWords(text[at - 1]) { return Bucket.wordPrefix }
      best = Bucket.inName
      from = at + 1
    }
    return best
  }

  /// The first occurrence of a piece of the query in a piece of the text.
  ///
  /// Checks sixteen places at once: few have the right first and last byte at the right distance.
  private func find(_ word: Range<Int>, in range: Range<Int>) -> Int? {
    guard range.count >= word.count, !word.isEmpty, let base = text.baseAddress else { return nil }
    let bytes = UnsafeRawPointer(base)
    let reach = word.count - 1
    let (first, last) = (query[word.lowerBound], query[word.upperBound - 1])
    let firsts = SIMD16(repeating: first)
    let lasts = SIMD16(repeating: last)
    let end = range.upperBound - reach
    var at = range.lowerBound
    while at < end {
      // Bytes past the piece may be read, but never match.
      guard at + reach + 16 <= text.count else {
        if text[at] == first, stands(word, at) { return at }
        at += 1
        continue
      }
      let hits =
        (bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self) .== firsts)
        .& (bytes.loadUnaligned(fromByteOffset: at + reach, as: SIMD16<UInt8>.self) .== lasts)
      var (low, high) = unsafeBitCast(hits, to: (UInt64, UInt64).self)
      while low | high != 0 {
        let offset = low != 0 ? low.trailingZeroBitCount >> 3 : 8 + high.trailingZeroBitCount >> 3
        guard at + offset < end else { return nil }
        if stands(word, at + offset) { return at + offset }
        if low != 0 {
          low &= ~(0xFF << UInt64(offset << 3))
        } else {
          high &= ~(0xFF << UInt64((offset - 8) << 3))
        }
      }
      at += 16
    }
    return nil
  }

  /// Whether a piece of the query, which is known to fit, occurs at a place of the text.
  private func stands(_ word: Range<Int>, _ at: Int) -> Bool {
    var k = 1
    while k < word.count, text[at + k] == query[word.lowerBound + k] { k += 1 }
    return k == word.count
  }

  private func lettersStand(_ word: Range<Int>, _ range: Range<Int>) -> Bool {
    guard word.count > 1, range.count >= word.count else { return false }
    var k = word.lowerBound
    for i in range where text[i] == query[k] {
      let mayStart = i == range.lowerBound || Self.isBetweenWords(text[i - 1])
      guard k > word.lowerBound || mayStart else { continue }
      k += 1
      if k == word.upperBound { return true }
    }
    return false
  }

  /// ASCII that is neither a letter nor a digit; letters of other scripts continue a word.
  static func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x30 || byte > 0x39 && byte < 0x61 || byte > 0x7A && byte < 0x80
  }
}
