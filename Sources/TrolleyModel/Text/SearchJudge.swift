/// How well an entry matches a query, so that a longer one need not begin again.
struct SearchStanding {
  /// The first of the best places of the last word in the text, or of its last letter where only its
  /// letters occur; below 0 if that is not known.
  var place: Int32 = -1
  /// The bucket of the last word, `none` if the entry does not match.
  var last = SearchIndex.Bucket.exactName
  /// The worst bucket of the words before it.
  var earlier = SearchIndex.Bucket.exactName
  /// How well the whole query stands in the name; worse than in it if it does not.
  var phrase = SearchIndex.Bucket.exactName
  /// The bucket of the entry.
  var bucket = SearchIndex.Bucket.exactName
}

/// Judges entries by one more word of a query, or by more letters of its last one.
///
/// A struct of pointers, to avoid reference counting and copies.
struct SearchJudge {
  let text: UnsafeBufferPointer<UInt8>
  let entries: UnsafePointer<SearchIndex.Entry>
  let entryCount: Int
  let word: SearchQuery.Word
  let wordLetters: Letters
  /// The query up to the end of the word.
  let phraseLetters: Letters
  let isFirst: Bool
  /// How many bytes of the word the earlier query had; 0 if it is a new word.
  let known: Int
  /// Whether each category contains the word.
  let inCategory: UnsafeBufferPointer<Bool>

  private typealias Bucket = SearchIndex.Bucket
  private typealias Entry = UnsafePointer<SearchIndex.Entry>
  private typealias Place = (bucket: UInt8, place: Int32)

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

  /// How many entries are judged together.
  private static let batch = 32

  /// Judges what matched the earlier query, or all entries, and leaves those that match now. Returns
  /// how many there are, and whether each is in the same bucket as before.
  func judge(
    _ old: (slots: UnsafeBufferPointer<Int32>, standings: UnsafeBufferPointer<SearchStanding>)?,
    _ slots: UnsafeMutableBufferPointer<Int32>,
    _ standings: UnsafeMutableBufferPointer<SearchStanding>
  ) -> (count: Int, areInPlace: Bool) {
    let new = SearchStanding()
    func before(_ i: Int) -> (Int32, SearchStanding) {
      old.map { ($0.slots[i], $0.standings[i]) } ?? (Int32(truncatingIfNeeded: i), new)
    }
    // A loop for each, so that what is always the same in it is decided before it.
    return word.isLetter
      ? judge(slots, standings, before) { entry, _ in letter(entry) }
      : judge(slots, standings, before) { look($0, $1) }
  }

  @inline(__always)
  private func judge(
    _ slots: UnsafeMutableBufferPointer<Int32>,
    _ standings: UnsafeMutableBufferPointer<SearchStanding>,
    _ old: (Int) -> (Int32, SearchStanding),
    _ look: (Entry, SearchStanding) -> Place
  ) -> (count: Int, areInPlace: Bool) {
    var count = 0
    var difference: UInt8 = 0
    // No byte of UTF-8 has all bits.
    var touched: UInt8 = 0
    // What is read in one go is fetched ahead by the processor.
    let isSparse = word.isLetter || slots.count < entryCount / 2
    var start = 0
    while start < slots.count {
      let end = min(start &+ Self.batch, slots.count)
      var i = start
      while isSparse, i < end {
        let (slot, was) = old(i)
        touched = max(touched, touch(slot, was.place))
        i &+= 1
      }
      i = start
      while i < end {
        let (slot, was) = old(i)
        let now = standing(entries + Int(slot), was, look)
        slots[count] = slot
        standings[count] = now
        let isFound = now.last != Bucket.none
        difference |= isFound ? now.bucket ^ was.bucket : 0
        count &+= isFound ? 1 : 0
        i &+= 1
      }
      start = end
    }
    // It never is; but what is not used is not read.
    return (touched == 0xFF ? 0 : count, difference == 0)
  }

  /// Has the text of an entry fetched from memory together with that of others; where the judge
  /// reads next depends on what it reads, so it would wait for one after the other.
  @inline(__always)
  private func touch(_ slot: Int32, _ place: Int32) -> UInt8 {
    let last = text.count &- 1
    guard last >= 0 else { return 0 }
    let entry = entries[Int(slot)]
    let first = max(0, Int(place < 0 ? entry.name : place))
    let end = max(0, Int(entry.end) &- 1)
    return text[min(first, last)] & text[min(first &+ 64, last)] & text[min(end, last)]
  }

  /// - Parameter was: how well it matched the earlier query.
  @inline(__always)
  private func standing(
    _ entry: Entry, _ was: SearchStanding,
    _ look: (Entry, SearchStanding) -> Place
  ) -> SearchStanding {
    var now = was
    guard entry.pointee.name >= 0 else {
      now.last = Bucket.none
      return now
    }
    if known == 0 {
      // A name is exact only if it is the whole query.
      if !isFirst { now.earlier = max(was.earlier, was.last, Bucket.namePrefix) }
      now.last = Bucket.exactName
      now.place = -1
    }
    if !goesOn(entry, &now) { (now.last, now.place) = look(entry, now) }
    if isFirst {
      (now.phrase, now.bucket) = (now.last, now.last)
      return now
    }
    now.bucket = max(now.last, now.earlier)
    if now.phrase <= Bucket.inName {
      now.phrase =
        now.bucket <= Bucket.inName
        ? best(phraseLetters, entry, from: entry.pointee.name, to: entry.pointee.nameEnd).bucket
        : Bucket.none
      if now.phrase != Bucket.none { now.bucket = now.phrase }
    }
    return now
  }

  /// Whether the word is still at its place: then nothing better is to be found.
  @inline(__always)
  private func goesOn(_ entry: Entry, _ now: inout SearchStanding)
    -> Bool
  {
    guard now.place >= 0, now.last != Bucket.letters else { return false }
    let (place, count) = (Int(now.place), wordLetters.bytes.count)
    guard
      place &+ count <= Int(now.last <= Bucket.inName ? entry.pointee.nameEnd : entry.pointee.end),
      stands(wordLetters, place, known, count)
    else { return false }
    if now.last == Bucket.namePrefix, place &+ count == Int(entry.pointee.nameEnd) {
      now.last = Bucket.exactName
    }
    return true
  }

  /// A single letter: its bits in the sets are nearly all there is to know.
  @inline(__always)
  private func letter(_ entry: Entry) -> Place {
    if entry.pointee.nameLetters & word.letters != 0 {
      guard text[Int(entry.pointee.name)] != wordLetters.bytes[0] else {
        let isWhole = entry.pointee.nameEnd &- entry.pointee.name == 1
        return (isWhole ? Bucket.exactName : Bucket.namePrefix, entry.pointee.name)
      }
      return (entry.pointee.initials & word.letters != 0 ? Bucket.wordPrefix : Bucket.inName, -1)
    }
    if isInCategory(entry) { return (Bucket.category, -1) }
    let isBehind = entry.pointee.descriptionLetters & word.letters != 0
    return (isBehind ? Bucket.description : Bucket.none, -1)
  }

  @inline(__always)
  private func isInCategory(_ entry: Entry) -> Bool {
    entry.pointee.category >= 0 && inCategory[Int(entry.pointee.category)]
  }

  /// - Parameter was: what there was of the beginning of the word; nothing better is possible.
  @inline(__always)
  private func look(
    _ entry: Entry, _ was: SearchStanding
  ) -> Place {
    let letters = word.letters
    let mayBeInName = entry.pointee.nameLetters & letters == letters
    if was.last != Bucket.letters {
      let mayBeBehind =
        was.last <= Bucket.description && entry.pointee.descriptionLetters & letters == letters
      let (name, nameEnd) = (entry.pointee.name, entry.pointee.nameEnd)
      let start =
        mayBeInName && was.last <= Bucket.inName
        ? name : was.last == Bucket.description ? max(nameEnd, was.place &+ 1) : nameEnd
      let end = mayBeBehind ? entry.pointee.end : nameEnd
      let found = best(wordLetters, entry, from: start, to: end)
      if found.bucket <= Bucket.inName { return found }
      if was.last <= Bucket.category, isInCategory(entry) { return (Bucket.category, -1) }
      if found.bucket != Bucket.none { return found }
    }
    guard mayBeInName, entry.pointee.initials & word.initial != 0 else { return (Bucket.none, -1) }
    let at = lastLetter(entry, was)
    return (at < 0 ? Bucket.none : Bucket.letters, Int32(truncatingIfNeeded: at))
  }

  /// The best place of a piece of the query in a part of an entry's text.
  @inline(__always)
  private func best(
    _ letters: Letters, _ entry: Entry, from start: Int32, to end: Int32
  ) -> Place {
    let (name, nameEnd) = (Int(entry.pointee.name), Int(entry.pointee.nameEnd))
    let count = letters.bytes.count
    var inside = -1
    let at = find(letters, from: Int(start), to: Int(end)) { at in
      guard stands(letters, at, 1, count &- 1) else { return false }
      if at >= nameEnd { return true }
      guard at &+ count <= nameEnd else { return false }
      if at == name || Self.isBetweenWords(text[at &- 1]) { return true }
      if inside < 0 { inside = at }
      return false
    }
    let place = Int32(truncatingIfNeeded: at)
    if at >= 0, at < nameEnd {
      guard at == name else { return (Bucket.wordPrefix, place) }
      return (at &+ count == nameEnd ? Bucket.exactName : Bucket.namePrefix, place)
    }
    if inside >= 0 { return (Bucket.inName, Int32(truncatingIfNeeded: inside)) }
    return (at < 0 ? Bucket.none : Bucket.description, place)
  }

  /// The first place in a part of the text that has the first and the last byte of a piece of the
  /// query at the right distance and is accepted; below 0 if there is none. Checks sixteen at once.
  @inline(__always)
  private func find(
    _ letters: Letters, from start: Int, to end: Int, _ accept: (Int) -> Bool
  ) -> Int {
    guard let base = text.baseAddress else { return -1 }
    let bytes = UnsafeRawPointer(base)
    let reach = letters.bytes.count &- 1
    let last = end &- 1 &- reach
    // Bytes past the part may be read, but never match.
    let lastWhole = min(last, text.count &- reach &- 16)
    var at = start
    while at <= lastWhole {
      let hits =
        (bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self) .== letters.firsts)
        .& (bytes.loadUnaligned(fromByteOffset: at &+ reach, as: SIMD16<UInt8>.self)
          .== letters.lasts)
      var (low, high) = unsafeBitCast(hits, to: (UInt64, UInt64).self)
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
    while at <= last {
      let isHit = text[at] == letters.bytes[0] && text[at &+ reach] == letters.bytes[reach]
      if isHit, accept(at) { return at }
      at &+= 1
    }
    return -1
  }

  /// Whether these bytes of a piece of the query, which is known to fit, are at a place of the text.
  @inline(__always)
  private func stands(_ letters: Letters, _ at: Int, _ from: Int, _ end: Int) -> Bool {
    var k = from
    while k < end, text[at &+ k] == letters.bytes[k] { k &+= 1 }
    return k >= end
  }

  /// Where the last letter of the word is in a name, if all occur in this order, the first one at the
  /// beginning of a word, and each as early as it can; below 0 if they do not.
  @inline(__always)
  private func lastLetter(
    _ entry: Entry, _ was: SearchStanding
  ) -> Int {
    let (start, end) = (Int(entry.pointee.name), Int(entry.pointee.nameEnd))
    let isFurther = was.last == Bucket.letters
    var k = isFurther ? known : 0
    var at = isFurther ? Int(was.place) : start &- 1
    while k < wordLetters.bytes.count {
      repeat {
        at = next(wordLetters.bytes[k], from: at &+ 1, to: end)
        if at < 0 { return -1 }
      } while k == 0 && at > start && !Self.isBetweenWords(text[at &- 1])
      k &+= 1
    }
    return at
  }

  @inline(__always)
  private func next(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    var at = start
    while at < end {
      if text[at] == byte { return at }
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
