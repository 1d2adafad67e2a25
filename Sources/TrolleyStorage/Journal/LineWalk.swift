/// Walks over everything between newlines, sound or not.
struct LineWalk {
  /// The bytes between newlines; of overlong lines the last part.
  struct Found {
    let range: Range<Int>
    let isWhole: Bool
    let hasNewline: Bool
  }

  private let window: ReadWindow
  private var position: Int

  init(_ file: POSIXFile, from start: Int, to limit: Int) {
    window = ReadWindow(file, from: start, to: limit)
    position = start
  }

  /// Valid until the next call of `next()`.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer { window.bytes(range) }

  mutating func next() throws(Failure) -> Found? {
    var start = position
    var searched = position
    while true {
      if let newline = window.newline(in: searched..<window.end) {
        let isWhole = start == position && newline - start < JournalLine.longest
        position = newline + 1
        let from = max(start, newline - JournalLine.longest + 1)
        return Found(range: from..<newline, isWhole: isWhole, hasNewline: true)
      }
      searched = window.end
      start = max(start, window.end - JournalLine.longest + 1)
      let keep = start
      let hasMore = try Refusal.during(.reading) { () throws(CallError) in
        try window.extend(keeping: keep)
      }
      guard hasMore else {
        guard position < window.end else { return nil }
        let isWhole = start == position
        position = window.end
        return Found(range: start..<window.end, isWhole: isWhole, hasNewline: false)
      }
    }
  }
}

/// Finds sound lines in bytes that are not a line as a whole, because a newline was lost.
enum SoundLines {
  /// More candidates than this are not a journal.
  private static let most = 32

  static func find(
    in bytes: UnsafeRawBufferPointer, _ checks: LineChecks
  ) -> [(start: Int, line: JournalLine)] {
    if let line = try? JournalLine(bytes, checks) { return [(0, line)] }
    let starts = self.starts(in: bytes)
    var found: [(start: Int, line: JournalLine)] = []
    var end = 0
    for (i, start) in starts.enumerated() where start >= end {
      // A body may contain what looks like another start.
      for next in starts[(i + 1)...] + [bytes.count] {
        guard let (line, count) = line(in: bytes[start..<next], checks) else { continue }
        found.append((start, line))
        end = start + count
        break
      }
    }
    return found
  }

  /// A line, perhaps followed by one byte that used to be the newline.
  private static func line(
    in bytes: Slice<UnsafeRawBufferPointer>, _ checks: LineChecks
  ) -> (line: JournalLine, count: Int)? {
    for piece in [bytes, bytes.dropLast()] {
      if let line = try? JournalLine(UnsafeRawBufferPointer(rebasing: piece), checks) {
        return (line, piece.count)
      }
    }
    return nil
  }

  private static func starts(in bytes: UnsafeRawBufferPointer) -> [Int] {
    var starts: [Int] = []
    var cursor = LineCursor(bytes)
    while let base = bytes.baseAddress, starts.count < most,
      let brace = memchr(base + cursor.offset, 0x7b, bytes.count - cursor.offset)
    {
      let start = UnsafeRawPointer(brace) - base
      cursor.offset = start
      if cursor.skipToNumber() { starts.append(start) } else { cursor.offset += 1 }
    }
    return starts
  }
}
