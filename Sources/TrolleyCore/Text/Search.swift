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
    var found: [Int32] = []
    var buckets: [UInt8] = []
    var counts = [Int](repeating: 0, count: Int(Bucket.none) + 1)
    let inCategory = query.words.map { word in
      categories.map { Self.contains($0, word) }
    }
    text.withUnsafeBufferPointer { text in
      entries.withUnsafeBufferPointer { entries in
        let judge = SearchJudge(text: text, query: query, inCategory: inCategory)
        func look(_ slot: Int32) {
          let bucket = judge.bucket(entries[Int(slot)])
          guard bucket != Bucket.none else { return }
          found.append(slot)
          buckets.append(bucket)
          counts[Int(bucket)] += 1
        }
        let candidates = previous.map { Self.bits($0, entries.count) }
        if let order {
          for slot in order where entries.indices.contains(Int(slot)) {
            if let candidates, candidates[Int(slot) >> 6] >> (UInt64(slot) & 63) & 1 == 0 {
              continue
            }
            look(slot)
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
    return Self.ranked(found, buckets, counts)
  }

  /// Whether everything that `new` matches is among what `old` matched.
  public static func narrows(from old: String, to new: String) -> Bool {
    let old = SearchQuery(old).phrase
    return !old.isEmpty && SearchQuery(new).phrase.starts(with: old)
  }

  private static func ranked(_ found: [Int32], _ buckets: [UInt8], _ counts: [Int]) -> [Int32] {
    if counts.contains(found.count) { return found }
    var places: [Int] = []
    var next = 0
    for count in counts {
      places.append(next)
      next += count
    }
    return [Int32](unsafeUninitializedCapacity: found.count) { result, count in
      for (slot, bucket) in zip(found, buckets) {
        result[places[Int(bucket)]] = slot
        places[Int(bucket)] += 1
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

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...text.count - word.count).contains { text[$0...].starts(with: word) }
  }
}

/// A query, folded and cut into words.
struct SearchQuery {
  /// Longer ones are cut: nobody types them, and the work per item stays bounded.
  static let limit = 200

  let words: [[UInt8]]
  /// The words with one blank between them.
  let phrase: [UInt8]
  let letters: [UInt64]
  let phraseLetters: UInt64

  init(_ text: String) {
    let plain = Folding.plain(text).prefix(Self.limit)
    words = plain.split(separator: 0x20).map(Array.init)
    phrase = Array(words.joined(separator: [0x20]))
    letters = words.map(SearchIndex.letters)
    phraseLetters = SearchIndex.letters(phrase)
  }
}

/// Looks at one entry after the other. A struct of pointers, so that nothing is counted or copied.
struct SearchJudge {
  let text: UnsafeBufferPointer<UInt8>
  let query: SearchQuery
  /// For each word and category.
  let inCategory: [[Bool]]

  private typealias Bucket = SearchIndex.Bucket

  func bucket(_ entry: SearchIndex.Entry) -> UInt8 {
    guard entry.name >= 0 else { return Bucket.none }
    let name = Int(entry.name)..<Int(entry.nameEnd)
    if query.words.count > 1, entry.nameLetters & query.phraseLetters == query.phraseLetters {
      let bucket = inName(query.phrase, name)
      if bucket != Bucket.none { return bucket }
    }
    var worst: UInt8 = 0
    for i in query.words.indices {
      worst = max(worst, self.bucket(i, entry, name))
      if worst == Bucket.none { break }
    }
    // Only a name that is the whole query is exact.
    return query.words.count > 1 && worst == Bucket.exactName ? Bucket.namePrefix : worst
  }

  private func bucket(_ i: Int, _ entry: SearchIndex.Entry, _ name: Range<Int>) -> UInt8 {
    let word = query.words[i]
    let letters = query.letters[i]
    let mayBeInName = entry.nameLetters & letters == letters
    if mayBeInName, word.count == 1, letters < 1 << 36 {
      // One letter is in most names: its bit tells all there is to know.
      if text[name.lowerBound] == word[0] {
        return name.count == 1 ? Bucket.exactName : Bucket.namePrefix
      }
      return entry.initials & letters != 0 ? Bucket.wordPrefix : Bucket.inName
    }
    if mayBeInName {
      let bucket = inName(word, name)
      if bucket != Bucket.none { return bucket }
    }
    if entry.category >= 0, inCategory[i][Int(entry.category)] { return Bucket.category }
    if entry.descriptionLetters & letters == letters,
      inName(word, Int(entry.nameEnd)..<Int(entry.end)) != Bucket.none
    {
      return Bucket.description
    }
    return mayBeInName && lettersStand(word, name) ? Bucket.letters : Bucket.none
  }

  /// The best place of a word in a text.
  private func inName(_ word: [UInt8], _ range: Range<Int>) -> UInt8 {
    word.withUnsafeBufferPointer { word in
      guard range.count >= word.count, let first = word.first else { return Bucket.none }
      var best = Bucket.none
      var i = range.lowerBound
      let last = range.upperBound - word.count
      while i <= last {
        if text[i] == first {
          var k = 1
          while k < word.count, text[i + k] == word[k] { k += 1 }
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
  }

  private func lettersStand(_ word: [UInt8], _ range: Range<Int>) -> Bool {
    word.withUnsafeBufferPointer { word in
      guard word.count > 1, range.count >= word.count else { return false }
      var k = 0
      var i = range.lowerBound
      while i < range.upperBound {
        if text[i] == word[k] {
          if k > 0 || i == range.lowerBound || Self.isBetweenWords(text[i - 1]) {
            k += 1
            if k == word.count { return true }
          }
        }
        i += 1
      }
      return false
    }
  }

  /// ASCII that is neither a letter nor a digit; letters of other scripts go on with a word.
  static func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x30 || byte > 0x39 && byte < 0x61 || byte > 0x7A && byte < 0x80
  }
}
