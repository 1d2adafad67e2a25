/// A search while its query is typed. It keeps what it found on the way: a longer query looks only
/// at that, and a shorter one is back at once.
public struct TypedSearch: Sendable {
  private struct Level {
    let query: SearchQuery
    let planes: SearchPlanes
    /// The slots, best first.
    let found: [Int32]
  }

  /// Each narrows the one before.
  private var levels: [Level] = []

  public init() {}

  /// Call when the index or the order is another one.
  public mutating func forget() { levels = [] }

  /// What `SearchIndex.matches` returns.
  public mutating func matches(
    _ query: String, in index: SearchIndex, order: [Int32]? = nil
  ) -> [Int32] {
    let query = SearchQuery(query)
    while let last = levels.last, !query.text.starts(with: last.query.text) { levels.removeLast() }
    if let last = levels.last, last.query.text == query.text { return last.found }
    let old = levels.last
    let planes = index.planes(query, within: old.map { ($0.query, $0.planes) })
    let found: [Int32] =
      if let old, planes.areInPlace(after: old.planes) {
        planes.count == old.planes.count ? old.found : index.ranked(planes, old.found)
      } else {
        index.ranked(planes, order)
      }
    // One that found hardly less than the one before is of little use.
    if levels.count > 1,
      levels[levels.count - 1].found.count * 2 > levels[levels.count - 2].found.count
    {
      levels.removeLast()
    }
    levels.append(Level(query: query, planes: planes, found: found))
    return found
  }
}

extension SearchIndex {
  /// The slots that match all words of the query, best first; equally good ones by slot, or in the
  /// given order. An empty query matches everything.
  ///
  /// - Parameters:
  ///   - order: all slots in the order for equally good ones.
  ///   - isStrict: whether every word must occur as a whole, and not only its letters.
  public func matches(
    _ query: String, order: [Int32]? = nil, isStrict: Bool = false
  ) -> [Int32] {
    ranked(planes(SearchQuery(query)), order, isStrict: isStrict)
  }

  /// - Parameter old: what matches an earlier query, which this one begins with.
  func planes(
    _ query: SearchQuery, within old: (query: SearchQuery, found: SearchPlanes)? = nil
  ) -> SearchPlanes {
    let (words, known) = (query.words, old?.query.words.count ?? 0)
    var found = old?.found ?? all
    for i in max(0, known - 1)..<words.count {
      if i == known - 1, words[i].range == old?.query.words[i].range { continue }
      found = judged(query, i, isLonger: i < known, found)
    }
    return found
  }

  /// - Parameter old: what matches the query without this word, or with a beginning of it.
  private func judged(
    _ query: SearchQuery, _ number: Int, isLonger: Bool, _ old: SearchPlanes
  ) -> SearchPlanes {
    let word = query.words[number]
    let inCategory = categories.map { Self.contains($0, query.text[word.range]) }
    var new = SearchPlanes(blockCount: old.blockCount)
    var first = 0
    withParts(word.isLetter ? nil : query.text[word.range]) { view, inRest in
      query.text.withUnsafeBufferPointer { letters in
        inCategory.withUnsafeBufferPointer { inCategory in
          let judge = SearchJudge(
            view: view, word: word,
            wordLetters: SearchJudge.Letters(UnsafeBufferPointer(rebasing: letters[word.range])),
            phraseLetters: SearchJudge.Letters(
              UnsafeBufferPointer(rebasing: letters[..<word.range.upperBound])),
            isFirst: number == 0, isLonger: isLonger,
            inCategory: inCategory.contains(true) ? inCategory : nil, inRest: inRest)
          new.judge(first..<first + view.blockCount, old, judge)
        }
      }
      first += view.blockCount
    }
    return new
  }

  /// The entries of the base, with those of them whose rest contains a word if one is given, and the
  /// others. Each part has blocks of its own.
  private func withParts(
    _ word: ArraySlice<UInt8>?, _ use: (SearchView, UnsafeBufferPointer<UInt64>?) -> Void
  ) {
    if let base, let word {
      base.entries(withRest: word).withUnsafeBufferPointer { use(base.view, $0) }
    } else if let base {
      use(base.view, nil)
    }
    own.withView { use($0, nil) }
  }

  /// All entries that are in use.
  private var all: SearchPlanes {
    let (baseCount, ownCount) = (base?.count ?? 0, own.count)
    var words: [UInt64] = []
    for count in [baseCount, ownCount] {
      words += repeatElement(~0, count: (count + 63) / 64)
      if count & 63 != 0 { words[words.count - 1] = (1 << UInt64(count & 63)) - 1 }
    }
    for (at, bits) in gone.enumerated() { words[at] &= ~bits }
    return SearchPlanes(all: words)
  }

  /// The slots, bucket by bucket, within each by slot or in the given order; a slot that is not in
  /// the order is not found.
  func ranked(_ planes: SearchPlanes, _ order: [Int32]?, isStrict: Bool = false) -> [Int32] {
    let worst = Int(isStrict ? Bucket.description : Bucket.letters)
    let order = order ?? (isInOrder ? nil : Array(0..<Int32(slotCount)))
    let (firstOwn, ownSlots) = (firstOwn, ownSlots)
    @inline(__always)
    func slot(_ entry: Int) -> Int {
      entry < firstOwn ? entry : Int(ownSlots[entry &- firstOwn])
    }
    guard let order else {
      return [Int32](unsafeUninitializedCapacity: planes.count(upTo: worst)) { result, filled in
        for bucket in 0...worst {
          planes.forEach(in: bucket) { at in
            result[filled] = Int32(truncatingIfNeeded: slot(at))
            filled &+= 1
          }
        }
      }
    }
    var places = (0...worst).map { $0 == 0 ? 0 : planes.count(upTo: $0 - 1) }
    let starts = places
    return [Int32](unsafeUninitializedCapacity: planes.count(upTo: worst) + 1) { result, filled in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: slotCount) { buckets in
        buckets.initialize(repeating: Bucket.none)
        for bucket in 0...worst {
          planes.forEach(in: bucket) { buckets[slot($0)] = UInt8(truncatingIfNeeded: bucket) }
        }
        places.withUnsafeMutableBufferPointer { places in
          for slot in order where buckets.indices.contains(Int(slot)) {
            let bucket = Int(buckets[Int(slot)])
            guard bucket <= worst else { continue }
            buckets[Int(slot)] = Bucket.none
            result[places[bucket]] = slot
            places[bucket] &+= 1
          }
        }
      }
      // The order may have left some out.
      for bucket in 0...worst {
        if filled == starts[bucket] {
          filled = places[bucket]
        } else {
          for at in starts[bucket]..<places[bucket] {
            result[filled] = result[at]
            filled += 1
          }
        }
      }
    }
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
    /// The first of the letters.
    let initial: UInt64
    /// The pairs of letters that follow each other.
    let pairs: UInt64
    /// Whether its bit in a set of letters is all there is to know: it is a single letter or digit.
    var isLetter: Bool { range.count == 1 && letters < 1 << 36 }
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
      words.append(
        Word(
          range: start..<text.count, letters: SearchColumns.letters(word),
          initial: SearchColumns.letters(word.prefix(1)), pairs: SearchColumns.pairs(word)))
    }
    self.text = text
    self.words = words
    letters = SearchColumns.letters(text)
  }
}
