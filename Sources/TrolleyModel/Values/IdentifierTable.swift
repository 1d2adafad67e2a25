/// Maps identifiers to small numbers (array indices), faster and smaller than a dictionary: opening
/// a list inserts a hundred thousand. Open addressing with linear probing; removal moves the
/// followers back, so there are no tombstones.
struct IdentifierTable: Sendable {
  /// 0 marks an empty place: identifiers begin at 1.
  private var keys: ContiguousArray<UInt64> = []
  private var values: ContiguousArray<Int32> = []
  private(set) var count = 0
  private var mask = -1
  private var shift: UInt64 = 63

  mutating func reserve(_ capacity: Int) {
    var size = 16
    while size < capacity + capacity / 2 { size *= 2 }
    if size > keys.count { grow(to: size) }
  }

  subscript(key: UInt64) -> Int32? {
    get {
      guard count > 0, key != 0 else { return nil }
      var at = place(of: key)
      while keys[at] != 0 {
        if keys[at] == key { return values[at] }
        at = (at + 1) & mask
      }
      return nil
    }
    set {
      guard key != 0 else { return }
      if let newValue { put(newValue, key) } else { remove(key) }
    }
  }

  /// Inserts a new key; false, and nothing changes, when it exists already.
  mutating func insert(_ value: Int32, _ key: UInt64) -> Bool {
    guard key != 0 else { return false }
    if (count + 1) * 3 > keys.count * 2 { grow(to: max(16, keys.count * 2)) }
    var at = place(of: key)
    while keys[at] != 0 {
      if keys[at] == key { return false }
      at = (at + 1) & mask
    }
    keys[at] = key
    values[at] = value
    count += 1
    return true
  }

  private mutating func put(_ value: Int32, _ key: UInt64) {
    if (count + 1) * 3 > keys.count * 2 { grow(to: max(16, keys.count * 2)) }
    var at = place(of: key)
    while keys[at] != 0, keys[at] != key { at = (at + 1) & mask }
    if keys[at] == 0 {
      keys[at] = key
      count += 1
    }
    values[at] = value
  }

  private mutating func remove(_ key: UInt64) {
    guard count > 0 else { return }
    var hole = place(of: key)
    while keys[hole] != key {
      if keys[hole] == 0 { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var at = hole
    while true {
      at = (at + 1) & mask
      if keys[at] == 0 { break }
      // An entry that belongs between the hole and here stays; any other fills the hole.
      let home = place(of: keys[at])
      if (at &- home) & mask < (at &- hole) & mask { continue }
      keys[hole] = keys[at]
      values[hole] = values[at]
      hole = at
    }
    keys[hole] = 0
  }

  /// Identifiers count upwards: the multiplication spreads neighbours over the table, and its high
  /// bits are the good ones.
  private func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  private mutating func grow(to size: Int) {
    let oldKeys = keys
    let oldValues = values
    keys = ContiguousArray(repeating: 0, count: size)
    values = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
    shift = UInt64(64 - mask.nonzeroBitCount)
    for (index, key) in oldKeys.enumerated() where key != 0 {
      var at = place(of: key)
      while keys[at] != 0 { at = (at + 1) & mask }
      keys[at] = key
      values[at] = oldValues[index]
    }
  }
}
