extension SearchIndex {
  /// The slots that match all words of the query, best first; equally good ones by slot, or in the
  /// order given. An empty query matches everything.
  ///
  /// - Parameters:
  ///   - previous: what an earlier query matched that this one `narrows`; nothing else is looked at.
  ///   - order: all slots in the order in which equally good ones are to stand.
  public func matches(
    _ query: String, within previous: [Int32]? = nil, order: [Int32]? = nil
  ) -> [Int32] {
    let query = SearchQuery(query)
    let inCategory = query.words.flatMap { word in
      categories.map { Self.contains($0, query.text[word.range]) }
    }
    let candidates = previous.map { Self.bits($0, entries.count) }
    let most = order?.count ?? previous?.count ?? entries.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { buckets in
      var counts = [Int](repeating: 0, count: Int(Bucket.none) + 1)
      let found = [Int32](unsafeUninitializedCapacity: most) { found, count in
        withJudge(query, inCategory) { judge in
          func look(_ slot: Int32) {
            let bucket = judge.bucket(Int(slot))
            guard bucket != Bucket.none, count < most else { return }
            found[count] = slot
            buckets[count] = bucket
            counts[Int(bucket)] += 1
            count += 1
          }
          if let order {
            for slot in order where entries.indices.contains(Int(slot)) {
              guard let candidates else {
                look(slot)
                continue
              }
              if candidates[Int(slot) >> 6] >> (UInt64(slot) & 63) & 1 == 1 { look(slot) }
            }
          } else if let candidates {
            for (i, word) in candidates.enumerated() {
              var rest = word
              while rest != 0 {
                look(Int32(i << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
              }
            }
          } else {
            for slot in 0..<Int32(entries.count) { look(slot) }
          }
        }
      }
      return Self.ranked(found, UnsafeBufferPointer(buckets), counts)
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

  /// Whether everything that `new` matches is among what `old` matched.
  public static func narrows(from old: String, to new: String) -> Bool {
    let old = SearchQuery(old).text
    return !old.isEmpty && SearchQuery(new).text.starts(with: old)
  }

  private static func ranked(
    _ found: [Int32], _ buckets: UnsafeBufferPointer<UInt8>, _ counts: [Int]
  ) -> [Int32] {
    if counts.contains(found.count) { return found }
    return [Int32](unsafeUninitializedCapacity: found.count) { result, count in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: counts.count) { places in
        var next = 0
        for (bucket, count) in counts.enumerated() {
          places[bucket] = next
          next += count
        }
        for (i, slot) in found.enumerated() {
          let bucket = Int(buckets[i])
          result[places[bucket]] = slot
          places[bucket] += 1
        }
      }
      count = found.count
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
  /// Longer ones are cut: nobody types them, and the work per item stays bounded.
  static let limit = 200

  struct Word {
    let range: Range<Int>
    let letters: UInt64
  }

  /// The words with one blank between them.
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

/// Looks at one entry after the other. A struct of pointers, so that nothing is counted or copied.
struct SearchJudge {
  let text: UnsafeBufferPointer<UInt8>
  let entries: UnsafeBufferPointer<SearchIndex.Entry>
  let query: UnsafeBufferPointer<UInt8>
  let words: UnsafeBufferPointer<SearchQuery.Word>
  let phraseLetters: UInt64
  /// For each word the answers for all categories.
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
    // Only a name that is the whole query is exact.
    return words.count > 1 && worst == Bucket.exactName ? Bucket.namePrefix : worst
  }

  private func bucket(_ i: Int, _ entry: SearchIndex.Entry, _ name: Range<Int>) -> UInt8 {
    let word = words[i]
    let letters = word.letters
    let mayBeInName = entry.nameLetters & letters == letters
    if mayBeInName {
      if word.range.count == 1, letters < 1 << 36 {
        // One letter is in most names: its bit tells all there is to know.
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
      place(word.range, Int(entry.nameEnd)..<Int(entry.end)) != Bucket.none
    {
      return Bucket.description
    }
    return mayBeInName && lettersStand(word.range, name) ? Bucket.letters : Bucket.none
  }

  /// The best place of a piece of the query in a piece of the text.
  private func place(_ word: Range<Int>, _ range: Range<Int>) -> UInt8 {
    guard range.count >= word.count, !word.isEmpty else { return Bucket.none }
    let first = query[word.lowerBound]
    var best = Bucket.none
    var i = range.lowerBound
    let last = range.upperBound - word.count
    while i <= last {
      if text[i] == first {
        var k = 1
        while k < word.count, text[i + k] == query[word.lowerBound + k] { k += 1 }
        if k == word.count {
          if i == range.lowerBound {
            return word.count == range.count ? Bucket.exactName : Bucket.namePrefix
          }
          if Self.isBetweenWords(text[i - 1]) { return Bucket.wordPrefix }
          best = Bucket.inName
        }
      }
      i += 1
    }
    return best
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

  /// ASCII that is neither a letter nor a digit; letters of other scripts go on with a word.
  static func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x30 || byte > 0x39 && byte < 0x61 || byte > 0x7A && byte < 0x80
  }
}
