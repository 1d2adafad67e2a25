/// A forward-moving window on a part of a file. Positions are offsets in the file. Owns its buffer.
///
/// It reads instead of mapping: a process that maps a file dies if another one truncates it.
package final class ReadWindow {
  private static let stride = 256 << 10

  private let file: POSIXFile
  /// The end of the part to read.
  let limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  private(set) var start: Int
  private var count = 0

  package init(_ file: POSIXFile, from start: Int, to limit: Int) {
    self.file = file
    self.start = start
    self.limit = max(start, limit)
    buffer = .allocate(byteCount: min(Self.stride, max(1, self.limit - start)), alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The end of what has been read.
  package var end: Int { start + count }

  package func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[range.lowerBound - start..<range.upperBound - start])
  }

  /// The first newline in `range`, which must have been read.
  package func newline(in range: Range<Int>) -> Int? {
    guard let base = buffer.baseAddress, !range.isEmpty,
      let found = memchr(base + (range.lowerBound - start), 0x0a, range.count)
    else { return nil }
    return start + (UnsafeRawPointer(found) - UnsafeRawPointer(base))
  }

  /// Reads on, and discards what is before `keep`. False at the end of the part or the file.
  package func extend(keeping keep: Int) throws(CallError) -> Bool {
    let kept = end - keep
    if kept > buffer.count / 2 {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: bytes(keep..<end))
      buffer.deallocate()
      buffer = larger
    } else if kept > 0, keep > start, let base = buffer.baseAddress {
      base.copyMemory(from: base + (keep - start), byteCount: kept)
    }
    start = keep
    count = kept
    let room = min(buffer.count - kept, limit - end)
    guard room > 0 else { return false }
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[kept..<kept + room])
    let filled = try file.read(part, at: end)
    count += filled
    return filled > 0
  }
}
