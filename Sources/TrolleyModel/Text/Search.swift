/// A search while its query is typed. It keeps what it found on the way: a longer query looks only
/// at that, and a shorter one is back at once.
public struct TypedSearch: Sendable {
  private struct Level {
    let query: SearchQuery
    let candidates: SearchIndex.Candidates
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
    let candidates = index.candidates(query, within: old.map { ($0.query, $0.candidates) })
    let found: [Int32] =
      if let old, candidates.areInPlace {
        candidates.slots.count == old.candidates.slots.count
          ? old.found : index.ranked(candidates, old.found)
      } else {
        index.ranked(candidates, order)
      }
    // One that found hardly less than the one before is of little use.
    if levels.count > 1,
      levels[levels.count - 1].found.count * 2 > levels[levels.count - 2].found.count
    {
      levels.removeLast()
    }
    levels.append(Level(query: query, candidates: candidates, found: found))
    return found
  }
}

extension SearchIndex {
  /// Entries that match a query, by slot, and how well.
  struct Candidates {
    var slots: [Int32] = []
    var standings: [SearchStanding] = []
    /// Whether each is as good as it was for the earlier query.
    var areInPlace = false
  }

  /// The slots that match all words of the query, best first; equally good ones by slot, or in the
  /// given order. An empty query matches everything.
  ///
  /// - Parameters:
  ///   - order: all slots in the order for equally good ones.
  ///   - isStrict: whether every word must occur as a whole, and not only its letters.
  public func matches(
    _ query: String, order: [Int32]? = nil, isStrict: Bool = false
  ) -> [Int32] {
    ranked(candidates(SearchQuery(query)), order, isStrict: isStrict)
  }

  /// - Parameter old: what matches an earlier query, which this one begins with.
  func candidates(
    _ query: SearchQuery, within old: (query: SearchQuery, found: Candidates)? = nil
  ) -> Candidates {
    let (words, known) = (query.words, old?.query.words.count ?? 0)
    var found = old?.found
    var areInPlace = old != nil
    for i in max(0, known - 1)..<words.count {
      if i == known - 1, words[i].range == old?.query.words[i].range { continue }
      let start = i < known ? old?.query.words[i].range.count ?? 0 : 0
      let new = judged(query, i, from: start, found)
      areInPlace = areInPlace && new.areInPlace
      found = new
    }
    guard var found else {
      let slots = entries.indices.filter { entries[$0].name >= 0 }.map { Int32($0) }
      return Candidates(
        slots: slots, standings: Array(repeating: SearchStanding(), count: slots.count))
    }
    found.areInPlace = areInPlace
    return found
  }

  /// - Parameter old: what matches the query without this word, or with a beginning of it; nil for
  ///   all entries.
  private func judged(
    _ query: SearchQuery, _ number: Int, from known: Int, _ old: Candidates?
  ) -> Candidates {
    let word = query.words[number]
    let inCategory = categories.map { Self.contains($0, query.text[word.range]) }
    var new = Candidates()
    let room = old?.slots.count ?? entries.count
    text.withUnsafeBufferPointer { text in
      entries.withUnsafeBufferPointer { entries in
        guard let entries = entries.baseAddress else { return }
        query.text.withUnsafeBufferPointer { letters in
          inCategory.withUnsafeBufferPointer { inCategory in
            let judge = SearchJudge(
              text: text, entries: entries, entryCount: self.entries.count, word: word,
              wordLetters: SearchJudge.Letters(UnsafeBufferPointer(rebasing: letters[word.range])),
              phraseLetters: SearchJudge.Letters(
                UnsafeBufferPointer(rebasing: letters[..<word.range.upperBound])),
              isFirst: number == 0, known: known, inCategory: inCategory)
            (old?.slots ?? []).withUnsafeBufferPointer { oldSlots in
              (old?.standings ?? []).withUnsafeBufferPointer { oldStandings in
                let before = old.map { _ in (oldSlots, oldStandings) }
                new.slots = [Int32](unsafeUninitializedCapacity: room) { slots, count in
                  new.standings = [SearchStanding](unsafeUninitializedCapacity: room) {
                    (count, new.areInPlace) = judge.judge(before, slots, $0)
                    $1 = count
                  }
                }
              }
            }
          }
        }
      }
    }
    return new
  }

  /// The slots, bucket by bucket, within each by slot or in the given order; a slot that is not in
  /// the order is not found.
  func ranked(
    _ candidates: Candidates, _ order: [Int32]?, isStrict: Bool = false
  ) -> [Int32] {
    let worst = Int(isStrict ? Bucket.description : Bucket.letters)
    let (slots, standings) = (candidates.slots, candidates.standings)
    // Where each bucket begins; what is not found is put behind them all, in one place.
    var places = [Int](repeating: 0, count: Int(Bucket.none) + 1)
    for standing in standings { places[Int(standing.bucket)] &+= 1 }
    var total = 0
    for bucket in places.indices {
      let count = bucket > worst ? 0 : places[bucket]
      places[bucket] = total
      total += count
    }
    let starts = places
    return [Int32](unsafeUninitializedCapacity: total + 1) { result, filled in
      places.withUnsafeMutableBufferPointer { places in
        if let order {
          withUnsafeTemporaryAllocation(of: UInt8.self, capacity: entries.count) { buckets in
            buckets.initialize(repeating: Bucket.none)
            for i in slots.indices { buckets[Int(slots[i])] = standings[i].bucket }
            for slot in order where buckets.indices.contains(Int(slot)) {
              let bucket = Int(buckets[Int(slot)])
              buckets[Int(slot)] = Bucket.none
              result[places[bucket]] = slot
              places[bucket] &+= bucket > worst ? 0 : 1
            }
          }
        } else {
          for i in slots.indices {
            let bucket = Int(standings[i].bucket)
            result[places[bucket]] = slots[i]
            places[bucket] &+= bucket > worst ? 0 : 1
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
          range: start..<text.count, letters: SearchIndex.letters(word),
          initial: SearchIndex.letters(word.prefix(1))))
    }
    self.text = text
    self.words = words
    letters = SearchIndex.letters(text)
  }
}
