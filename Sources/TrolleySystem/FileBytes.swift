/// Memory for the bytes of a file, until this object goes. It is their only owner.
///
/// What is not written to takes none.
package final class FileBytes: Sendable {
  nonisolated(unsafe) package let room: UnsafeMutableRawBufferPointer

  /// Nil when there is not so much memory.
  package init?(count: Int) {
    let size = max(1, count)
    guard
      let start = mmap(
        nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      start != MAP_FAILED
    else { return nil }
    // In large pages, a few bytes here and there would take all of it.
    madvise(start, size, MADV_NOHUGEPAGE)
    room = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(room.baseAddress, max(1, room.count)) }
}
