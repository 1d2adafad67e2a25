import Synchronization

/// Where the body of a snapshot comes from, block by block.
package protocol SnapshotSource: AnyObject, Sendable {
  /// Leaves a block in its place; false when it is not the one that was written.
  func read(_ block: Int, into place: UnsafeMutableRawBufferPointer) -> Bool
  /// Makes a block anew that is wrong there. Ends the program if it cannot.
  func remake(_ block: Int, into place: UnsafeMutableRawBufferPointer)
}

/// The body of a snapshot. A block is read into memory, and verified, the first time that anything
/// of it is looked at; so a list takes the time and the memory of what is looked at. What was
/// verified does not change any more, so that every copy of a state can share it.
///
/// Several threads may look at once.
package final class SnapshotBytes: Sendable {
  package let count: Int
  private let owner: any AnyObject & Sendable
  private let source: any SnapshotSource
  /// The size of a block is two to the power of this.
  private let shift: Int
  nonisolated(unsafe) private let room: UnsafeMutableRawBufferPointer
  /// For each block, whether it is there.
  nonisolated(unsafe) private let isThere: UnsafeMutableRawPointer
  private let turn = Mutex(())

  /// - Parameters:
  ///   - room: for the whole body; `owner` keeps it.
  ///   - blockSize: a power of two.
  package init(
    _ room: UnsafeMutableRawBufferPointer, keptBy owner: any AnyObject & Sendable,
    blockSize: Int, from source: any SnapshotSource
  ) {
    count = room.count
    self.room = room
    self.owner = owner
    self.source = source
    shift = blockSize.trailingZeroBitCount
    isThere = .allocate(byteCount: count >> shift + 1, alignment: 1)
    isThere.initializeMemory(as: UInt8.self, repeating: 0, count: count >> shift + 1)
  }

  deinit { isThere.deallocate() }

  /// Sees to it that these bytes are there and are those that were written.
  @inline(__always)
  func need(_ start: Int, _ count: Int) {
    guard count > 0 else { return }
    for block in start >> shift...(start + count - 1) >> shift where !has(block) { fetch(block) }
  }

  /// Whether these bytes are what was written, as far as the file goes.
  func isSound(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    return (range.lowerBound >> shift...(range.upperBound - 1) >> shift).allSatisfy { block in
      has(block) || turn.withLock { _ in has(block) || take(block) }
    }
  }

  /// All of it; nil when it is not what was written.
  package var whole: UnsafeRawBufferPointer? {
    isSound(0..<count) ? UnsafeRawBufferPointer(room) : nil
  }

  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    need(range.lowerBound, range.count)
    return UnsafeRawBufferPointer(rebasing: room[range])
  }

  @inline(__always)
  func load<T: BitwiseCopyable>(_: T.Type, at offset: Int) -> T {
    need(offset, MemoryLayout<T>.size)
    return UnsafeRawBufferPointer(room).loadUnaligned(fromByteOffset: offset, as: T.self)
  }

  /// Where the first line ends; nil when it is not what was written.
  var firstLine: Range<Int>? {
    var start = 0
    while start < count {
      let end = min(count, start + 1 << shift)
      guard isSound(start..<end) else { return nil }
      if let newline = room[start..<end].firstIndex(of: 0x0a) { return 0..<newline }
      start = end
    }
    return 0..<count
  }

  @inline(__always)
  private func flag(_ block: Int) -> UnsafeMutablePointer<Atomic<UInt8>> {
    (isThere + block).assumingMemoryBound(to: Atomic<UInt8>.self)
  }

  @inline(__always)
  private func has(_ block: Int) -> Bool { flag(block).pointee.load(ordering: .acquiring) != 0 }

  private func place(_ block: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      rebasing: room[block << shift..<min(count, (block + 1) << shift)])
  }

  private func take(_ block: Int) -> Bool {
    guard source.read(block, into: place(block)) else { return false }
    flag(block).pointee.store(1, ordering: .releasing)
    return true
  }

  @inline(never)
  private func fetch(_ block: Int) {
    turn.withLock { _ in
      guard !has(block), !take(block) else { return }
      source.remake(block, into: place(block))
      flag(block).pointee.store(1, ordering: .releasing)
    }
  }
}

/// A part of a snapshot's body.
struct SnapshotPart: Sendable {
  let bytes: SnapshotBytes
  private let start: Int
  let count: Int

  init(_ bytes: SnapshotBytes, _ range: Range<Int>) {
    self.bytes = bytes
    start = range.lowerBound
    count = range.count
  }

  @inline(__always)
  func load<T: BitwiseCopyable>(_: T.Type, at offset: Int) -> T {
    bytes.load(T.self, at: start + offset)
  }

  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    bytes[start + range.lowerBound..<start + range.upperBound]
  }

  func part(_ range: Range<Int>) -> SnapshotPart {
    SnapshotPart(bytes, start + range.lowerBound..<start + range.upperBound)
  }
}
