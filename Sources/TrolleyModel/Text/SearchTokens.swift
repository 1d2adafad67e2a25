/// The words of many texts, separated by blanks, each once, and which texts each is in: where a word is
/// in a blank-separated one, no text has to be read.
struct SearchTokens {
  struct Token: BitwiseCopyable {
    /// Where its bytes begin, and its entries; they end where those of the next one begin.
    var text: UInt32
    var list: UInt32
  }

  /// Each followed by a blank.
  let text: UnsafeBufferPointer<UInt8>
  /// One more than there are.
  let tokens: UnsafeBufferPointer<Token>
  /// For each word the numbers of the texts, ascending, as differences of seven bits a byte, the
  /// lowest ones first.
  let lists: UnsafeBufferPointer<UInt8>

  /// The texts that contain a word, a bit each.
  func entries(with word: ArraySlice<UInt8>, _ count: Int) -> [UInt64] {
    var found = [UInt64](repeating: 0, count: (count + 63) / 64)
    guard !word.isEmpty else { return found }
    word.withUnsafeBufferPointer { word in
      found.withUnsafeMutableBufferPointer { found in
        let letters = SearchJudge.Letters(word)
        var token = 0
        var at = 0
        while true {
          at = SearchJudge.find(letters, in: text, from: at, to: text.count) { at in
            word.indices.allSatisfy { text[at &+ $0] == word[$0] }
          }
          guard at >= 0 else { return }
          while token < tokens.count - 2, tokens[token + 1].text <= at { token += 1 }
          mark(token, in: found, count)
          at = Int(tokens[token + 1].text)
        }
      }
    }
    return found
  }

  private func mark(_ token: Int, in found: UnsafeMutableBufferPointer<UInt64>, _ count: Int) {
    var at = Int(tokens[token].list)
    let end = min(Int(tokens[token + 1].list), lists.count)
    var entry = -1
    while at < end {
      var step = Int(lists[at])
      at &+= 1
      if step >= 0x80 {
        step &= 0x7F
        var shift = 7
        while at < end {
          let byte = Int(lists[at])
          at &+= 1
          step |= (byte & 0x7F) &<< shift
          shift &+= 7
          if byte < 0x80 || shift > 28 { break }
        }
      }
      entry &+= step
      guard entry >= 0, entry < count else { return }
      found[entry &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: entry & 63)
    }
  }
}

/// Makes the table of the words of texts.
struct SearchTokenWriter {
  private(set) var text: [UInt8] = []
  private(set) var tokens: [SearchTokens.Token] = []
  private(set) var lists: [UInt8] = []

  init(_ columns: SearchColumns) {
    // The number of each word of each text, in order, and where the text ends.
    var numbers: [UInt32] = []
    var ends: [Int] = []
    var starts: [UInt32] = [0]
    var table = [UInt32](repeating: 0, count: 1 << 16)
    func hash(_ word: ArraySlice<UInt8>) -> Int {
      Int(word.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }
    for entry in 0..<columns.count {
      for word in columns.rests[columns.rest(entry)].split(separator: 0x20) {
        var cell = hash(word) & (table.count - 1)
        while table[cell] != 0 {
          let start = Int(starts[Int(table[cell]) - 1])
          if text[start..<Int(starts[Int(table[cell])]) - 1].elementsEqual(word) { break }
          cell = (cell + 1) & (table.count - 1)
        }
        if table[cell] == 0 {
          text += word
          text.append(0x20)
          starts.append(UInt32(text.count))
          table[cell] = UInt32(starts.count - 1)
          numbers.append(UInt32(starts.count - 2))
          if starts.count * 2 > table.count {
            table = [UInt32](repeating: 0, count: table.count * 4)
            for number in 1..<starts.count {
              var cell =
                hash(text[Int(starts[number - 1])..<Int(starts[number]) - 1]) & (table.count - 1)
              while table[cell] != 0 { cell = (cell + 1) & (table.count - 1) }
              table[cell] = UInt32(number)
            }
          }
        } else {
          numbers.append(table[cell] - 1)
        }
      }
      ends.append(numbers.count)
    }
    // The texts of each word: sorted by word, in the order of the texts.
    var places = [Int](repeating: 0, count: starts.count)
    for number in numbers { places[Int(number)] += 1 }
    var total = 0
    for number in places.indices { (places[number], total) = (total, total + places[number]) }
    let listStarts = places
    var entries = [UInt32](repeating: 0, count: numbers.count)
    var entry = 0
    for (at, number) in numbers.enumerated() {
      while at >= ends[entry] { entry += 1 }
      entries[places[Int(number)]] = UInt32(entry)
      places[Int(number)] += 1
    }
    for number in starts.indices {
      tokens.append(SearchTokens.Token(text: starts[number], list: UInt32(lists.count)))
      var before = -1
      for at in listStarts[number]..<places[number] where Int(entries[at]) != before {
        var step = Int(entries[at]) - before
        before = Int(entries[at])
        while step >= 0x80 {
          lists.append(UInt8(step & 0x7F | 0x80))
          step >>= 7
        }
        lists.append(UInt8(step))
      }
    }
  }
}
