/// Bytes of a file in memory, until this object goes. It is their only owner.
///
/// Mapped bytes cost memory only where they are looked at. Their file must never be written to
/// again, only replaced.
package final class FileBytes: Sendable {
  nonisolated(unsafe) private let start: UnsafeMutableRawPointer?
  private let count: Int
  private let isMapped: Bool

  /// Memory to be filled.
  package init(count: Int) {
    start = .allocate(byteCount: max(1, count), alignment: 16)
    self.count = count
    isMapped = false
  }

  package init(mapped start: UnsafeMutableRawPointer, count: Int) {
    self.start = start
    self.count = count
    isMapped = true
  }

  deinit {
    if isMapped { munmap(start, count) } else { start?.deallocate() }
  }

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
  package var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: start, count: isMapped ? 0 : count)
  }
}
