/// An index of names, categories and descriptions, fast enough to search a hundred thousand between
/// two keystrokes.
///
/// All folded text is in one buffer. A set of letters for each text rules out most candidates
/// without reading them, and each category is compared once instead of once per item.
public struct SearchIndex: Sendable {
  /// How good a match is: best first.
  enum Bucket {
    static let exactName: UInt8 = 0
    static let namePrefix: UInt8 = 1
    static let wordPrefix: UInt8 = 2
    static let inName: UInt8 = 3
    static let category: UInt8 = 4
    static let description: UInt8 = 5
    /// The letters occur in the name in this order, the first one at the beginning of a word.
    static let letters: UInt8 = 6
    static let none: UInt8 = 7
  }

  struct Entry {
    /// Below 0 when the slot is empty.
    var name: Int32
    var nameEnd: Int32
    /// The end of the description, which begins where the name ends.
    var end: Int32
    var category: Int32
    var nameLetters: UInt64
    /// The letters at the beginning of the name's words.
    var initials: UInt64
    var descriptionLetters: UInt64
  }

  private(set) var text: [UInt8] = []
  private(set) var entries: [Entry] = []
  private(set) var categories: [[UInt8]] = []
  private var categoryNumbers: [String: Int32] = [:]
  private var garbage = 0

  public init() {}

  /// A copy of what another index held, as `entries`, `text` and `categoryNames` give it.
  init(entries: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer, categories names: [String]) {
    self.text = Array(text)
    self.entries = Array(entries.bindMemory(to: Entry.self))
    for name in names { _ = number(name) }
    for slot in self.entries.indices {
      let entry = self.entries[slot]
      let isRight =
        0 <= entry.name && entry.name <= entry.nameEnd && entry.nameEnd <= entry.end
        && Int(entry.end) <= text.count && 0 <= entry.category && entry.category < categories.count
      if !isRight { self.entries[slot].name = -1 }
    }
  }

  /// The categories by number.
  var categoryNames: [String] { categoryNumbers.sorted { $0.value < $1.value }.map(\.key) }

  /// How many slots there are, empty ones included.
  public var slotCount: Int { entries.count }

  public mutating func reserveCapacity(_ slots: Int) {
    entries.reserveCapacity(slots)
    text.reserveCapacity(slots * 32)
  }

  /// Adds an entry and returns its slot: 0, 1, 2 …
  @discardableResult
  public mutating func append(name: String, category: String = "", description: String = "")
    -> Int32
  {
    entries.append(entry(name, category, description))
    return Int32(entries.count - 1)
  }

  public mutating func replace(
    _ slot: Int32, name: String, category: String = "", description: String = ""
  ) {
    guard entries.indices.contains(Int(slot)) else { return }
    forget(slot)
    entries[Int(slot)] = entry(name, category, description)
    compactIfWorthwhile()
  }

  /// Empties a slot. The others keep their numbers.
  public mutating func remove(_ slot: Int32) {
    guard entries.indices.contains(Int(slot)) else { return }
    forget(slot)
    entries[Int(slot)].name = -1
    compactIfWorthwhile()
  }

  private mutating func entry(_ name: String, _ category: String, _ description: String) -> Entry {
    let start = text.count
    Folding.appendPlain(name, to: &text)
    // Offsets have 32 bits: text beyond that is not found, which beats a crash.
    if text.count > Int(Int32.max) - 1 { text.removeLast(text.count - start) }
    let nameEnd = text.count
    if !description.isEmpty { Folding.appendPlain(description, to: &text) }
    if text.count > Int(Int32.max) - 1 { text.removeLast(text.count - nameEnd) }
    return text.withUnsafeBufferPointer { text in
      Entry(
        name: Int32(start), nameEnd: Int32(nameEnd), end: Int32(text.count), category: -1,
        nameLetters: Self.letters(text[start..<nameEnd]),
        initials: Self.initials(text[start..<nameEnd]),
        descriptionLetters: Self.letters(text[nameEnd...]))
    }.with(category: number(category))
  }

  private mutating func number(_ category: String) -> Int32 {
    if let number = categoryNumbers[category] { return number }
    let number = Int32(categories.count)
    categories.append(Folding.plain(category))
    categoryNumbers[category] = number
    return number
  }

  private mutating func forget(_ slot: Int32) {
    let entry = entries[Int(slot)]
    if entry.name >= 0 { garbage += Int(entry.end - entry.name) }
  }

  /// Stale texts stay in the buffer until they make up half of it.
  private mutating func compactIfWorthwhile() {
    guard garbage > 4096, garbage > text.count / 2 else { return }
    var compact: [UInt8] = []
    compact.reserveCapacity(text.count - garbage)
    for i in entries.indices where entries[i].name >= 0 {
      let shift = Int32(compact.count) - entries[i].name
      compact.append(contentsOf: text[Int(entries[i].name)..<Int(entries[i].end)])
      entries[i].name += shift
      entries[i].nameEnd += shift
      entries[i].end += shift
    }
    text = compact
    garbage = 0
  }

  /// The letters and digits that occur: one bit each, and a few bits for all other bytes.
  static func letters(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var set: UInt64 = 0
    for byte in bytes { set |= bit[Int(byte)] }
    return set
  }

  private static func initials(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var set: UInt64 = 0
    var isBetweenWords = true
    for byte in bytes {
      if isBetweenWords { set |= bit[Int(byte)] }
      isBetweenWords = SearchJudge.isBetweenWords(byte)
    }
    return set
  }

  private static let bit: [UInt64] = (0..<256).map { byte in
    switch byte {
    case 0x61...0x7A: 1 << (byte - 0x61)
    case 0x30...0x39: 1 << (byte - 0x30 + 26)
    default: 1 << (36 + byte % 28)
    }
  }
}

extension SearchIndex.Entry {
  fileprivate func with(category: Int32) -> Self {
    var entry = self
    entry.category = category
    return entry
  }
}
