extension SearchIndex {
  /// The letters of a name to highlight for a query, as ranges of graphemes: sorted and never
  /// touching. Meant for the visible rows only.
  public static func marks(_ query: String, in name: String) -> [Range<Int>] {
    let query = SearchQuery(query)
    guard !query.words.isEmpty else { return [] }
    let (bytes, graphemes) = Folding.plainWithGraphemes(name)
    var marked = [Bool](repeating: false, count: bytes.count)
    if let place = place(of: query.text[...], in: bytes) {
      for i in place { marked[i] = true }
    } else {
      for word in query.words.map({ query.text[$0.range] }) {
        if let place = place(of: word, in: bytes) {
          for i in place { marked[i] = true }
        } else {
          for i in letters(word, in: bytes) { marked[i] = true }
        }
      }
    }
    var ranges: [Range<Int>] = []
    for (i, isMarked) in marked.enumerated() where isMarked {
      let grapheme = graphemes[i]
      if let last = ranges.last, grapheme <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, grapheme + 1)
      } else {
        ranges.append(grapheme..<grapheme + 1)
      }
    }
    return ranges
  }

  /// At the beginning of a word if possible, otherwise anywhere.
  private static func place(of word: ArraySlice<UInt8>, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes.count >= word.count else { return nil }
    var any: Range<Int>?
    for i in 0...bytes.count - word.count where bytes[i...].starts(with: word) {
      let range = i..<i + word.count
      if i == 0 || SearchJudge.isBetweenWords(bytes[i - 1]) { return range }
      any = any ?? range
    }
    return any
  }

  private static func letters(_ word: ArraySlice<UInt8>, in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    for (i, byte) in bytes.enumerated() where places.count < word.count {
      let mayStart = !places.isEmpty || i == 0 || SearchJudge.isBetweenWords(bytes[i - 1])
      if byte == word[word.startIndex + places.count], mayStart { places.append(i) }
    }
    return places.count == word.count && word.count > 1 ? places : []
  }
}
