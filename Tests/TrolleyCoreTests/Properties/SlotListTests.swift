import Testing
import TrolleyTestSupport

@testable import TrolleyModel

/// A list over what a snapshot has is the same as an array.
@Suite struct SlotListTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func whateverIsInsertedAndRemovedItIsTheSameAsAnArray(_ seed: UInt64) {
    var rng = SplitMix64(seed: seed)
    let total = Int.random(in: 0...300, using: &rng)
    let listed = (0..<Int32(total)).filter { _ in rng.oneIn(3) }
    let bytes = listed.withUnsafeBytes { Array($0) } + [0]
    let column = SnapshotPart(.holding(bytes), 0..<bytes.count - 1)
    let some = SlotRun(column, listed.count)
    let cases: [(SlotRun, [Int32])] = [
      (some, listed), (SlotRun(below: total), Array(0..<Int32(total))),
      (SlotRun(below: total, without: some), (0..<Int32(total)).filter { !listed.contains($0) }),
    ]
    for (run, slots) in cases {
      var (list, array) = (SlotList(run), slots)
      for step in 0..<200 {
        if !array.isEmpty, rng.oneIn(2) {
          let at = Int.random(in: array.indices, using: &rng)
          list.remove(at: at)
          array.remove(at: at)
        } else {
          let at = Int.random(in: 0...array.count, using: &rng)
          list.insert(Int32(1000 + step), at: at)
          array.insert(Int32(1000 + step), at: at)
        }
        #expect(list.count == array.count)
        if step % 20 == 0 {
          #expect(list.elementsEqual(array) && Array(list.array) == array)
          #expect(array.indices.allSatisfy { list[$0] == array[$0] })
          for slot in Int32(-1)...Int32(total) + 1 {
            #expect(list.firstIndex(of: slot) == array.firstIndex(of: slot))
          }
        }
      }
      #expect(list == SlotList(ContiguousArray(array)))
    }
  }
}
