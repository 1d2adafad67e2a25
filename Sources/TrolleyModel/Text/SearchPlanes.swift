/// How well entries match a query, so that a longer one need not begin again: each plane has a bit
/// for each entry.
struct SearchPlanes: Sendable {
  /// Where the planes of each kind begin. Of the buckets there is one for each but the worst: whether
  /// an entry is in it or in a better one.
  enum Kind {
    /// The bucket of the last word.
    static let last = 0
    /// The worst bucket of the words before it.
    static let earlier = 7
    /// The bucket of the entry.
    static let whole = 14
    /// Whether the whole query is in the name, as it is.
    static let phrase = 21
    static let count = 22
  }

  let blockCount: Int
  private var bits: [UInt64]

  init(blockCount: Int) {
    self.blockCount = blockCount
    bits = Array(repeating: 0, count: blockCount * Kind.count)
  }

  /// All of these entries, none better than the other.
  init(all entries: [UInt64]) {
    blockCount = entries.count
    bits = Array(repeatElement(entries, count: Kind.count).joined())
  }

  private func plane(_ number: Int) -> ArraySlice<UInt64> {
    bits[number * blockCount..<(number + 1) * blockCount]
  }

  private static let worst = Int(SearchIndex.Bucket.letters)

  /// How many entries match.
  var count: Int { count(upTo: Self.worst) }

  /// How many are in a bucket or a better one.
  func count(upTo bucket: Int) -> Int {
    plane(Kind.whole + bucket).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Passes on the entries of a bucket.
  @inline(__always)
  func forEach(in bucket: Int, _ use: (Int) -> Void) {
    bits.withUnsafeBufferPointer { bits in
      let start = (Kind.whole &+ bucket) &* blockCount
      for block in 0..<blockCount {
        var left = bits[start &+ block]
        if bucket > 0 { left &= ~bits[start &- blockCount &+ block] }
        while left != 0 {
          use(block &<< 6 &+ left.trailingZeroBitCount)
          left &= left &- 1
        }
      }
    }
  }

  /// Whether each entry is as good as it was for the earlier query.
  func areInPlace(after old: SearchPlanes) -> Bool {
    let alive = plane(Kind.whole + Self.worst)
    return (0..<Self.worst).allSatisfy { bucket in
      zip(zip(plane(Kind.whole + bucket), old.plane(Kind.whole + bucket)), alive)
        .allSatisfy { $0.0 == $0.1 & $1 }
    }
  }

  mutating func judge(_ blocks: Range<Int>, _ old: SearchPlanes, _ judge: SearchJudge) {
    old.bits.withUnsafeBufferPointer { old in
      bits.withUnsafeMutableBufferPointer { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return }
        for (number, block) in blocks.enumerated() {
          judge.judge(number, old + block, new + block, stride: blockCount)
        }
      }
    }
  }
}
