/// An index of names, categories and descriptions, fast enough to search a million between two
/// keystrokes.
///
/// What a file holds (`SearchBase`) stays as it is. An entry never changes: one that is replaced is
/// out of use, and a new one at the end has its slot.
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

  /// The first entries, whose slots have the same numbers.
  let base: SearchBase?
  /// The entries behind those of the base, in the order in which they came. Their numbers begin with
  /// a block of 64.
  private(set) var own = SearchColumns()
  /// The slot of each of these.
  private(set) var ownSlots: [Int32] = []
  /// The entries of slots that do not have the entry with their number; below 0 for an empty slot.
  private var moved: [Int32: Int32] = [:]
  /// How many slots there are, empty ones included.
  public private(set) var slotCount: Int
  /// The entries that are out of use: a bit each, as far as the last one of them.
  private(set) var gone: [UInt64] = []
  private var goneCount = 0
  private(set) var categories: [[UInt8]] = []
  private var categoryNumbers: [String: UInt32] = [:]

  public init() { self.init(nil) }

  init(_ base: SearchBase?) {
    self.base = base
    slotCount = base?.count ?? 0
    for name in base?.categories ?? [] { _ = number(name) }
  }

  /// The categories by number.
  var categoryNames: [String] { categoryNumbers.sorted { $0.value < $1.value }.map(\.key) }

  private var baseCount: Int { base?.count ?? 0 }

  /// The number of the first entry that is not in the base.
  var firstOwn: Int { (baseCount + 63) & ~63 }

  /// The entry of a slot that never had another one.
  private func firstEntry(of slot: Int32) -> Int32 {
    Int(slot) < baseCount ? slot : slot + Int32(firstOwn - baseCount)
  }

  /// Whether entries are in the order of their slots.
  private(set) var isInOrder = true

  public mutating func reserveCapacity(_ slots: Int) {
    own.reserveCapacity(slots - baseCount)
  }

  /// Adds an entry and returns its slot: 0, 1, 2 …
  @discardableResult
  public mutating func append(name: String, category: String = "", description: String = "")
    -> Int32
  {
    let slot = Int32(slotCount)
    slotCount += 1
    add(slot, name, category, description)
    return slot
  }

  public mutating func replace(
    _ slot: Int32, name: String, category: String = "", description: String = ""
  ) {
    guard forget(slot) else { return }
    isInOrder = false
    add(slot, name, category, description)
    compactIfWorthwhile()
  }

  /// Empties a slot. The others keep their numbers.
  public mutating func remove(_ slot: Int32) {
    if forget(slot) { moved[slot] = -1 }
  }

  private mutating func add(_ slot: Int32, _ name: String, _ category: String, _ rest: String) {
    let entry = Int32(firstOwn + own.count)
    own.append(category: number(category)) {
      Folding.appendPlain(name, to: &$0)
    } rest: {
      if !rest.isEmpty { Folding.appendPlain(rest, to: &$0) }
    }
    ownSlots.append(slot)
    if entry != firstEntry(of: slot) { moved[slot] = entry }
  }

  private mutating func number(_ category: String) -> UInt32 {
    if let number = categoryNumbers[category] { return number }
    let number = UInt32(categories.count)
    categories.append(Folding.plain(category))
    categoryNumbers[category] = number
    return number
  }

  private mutating func forget(_ slot: Int32) -> Bool {
    guard slot >= 0, slot < slotCount else { return false }
    let entry = Int(moved[slot] ?? firstEntry(of: slot))
    guard entry >= 0 else { return true }
    while gone.count <= entry >> 6 { gone.append(0) }
    gone[entry >> 6] |= 1 << (entry & 63)
    if entry >= firstOwn { goneCount += 1 }
    return true
  }

  func isGone(_ entry: Int) -> Bool {
    entry >> 6 < gone.count && gone[entry >> 6] & 1 << (entry & 63) != 0
  }

  /// Entries out of use stay until they make up half of those that are not in the base.
  private mutating func compactIfWorthwhile() {
    guard goneCount > 256, goneCount > own.count / 2 else { return }
    let start = firstOwn
    let (old, oldSlots) = (own, ownSlots)
    (own, ownSlots, goneCount) = (SearchColumns(), [], 0)
    for at in 0..<old.count where !isGone(start + at) {
      let slot = oldSlots[at]
      let entry = Int32(start + own.count)
      own.append(category: old.entries[at].category) {
        $0 += old.names[old.name(at)]
      } rest: {
        $0 += old.rests[old.rest(at)]
      }
      ownSlots.append(slot)
      moved[slot] = entry == firstEntry(of: slot) ? nil : entry
    }
    gone = Array(gone.prefix(start >> 6))
  }
}
