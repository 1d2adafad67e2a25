/// Goes over whatever stands between newlines, sound or not.
struct LineWalk {
  /// Bytes between newlines; of overlong ones the last part.
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

/// Finds sound lines in bytes that are not one as a whole, because a newline was lost.
enum SoundLines {
  private static let mark = Array(#"{"v":1,"n":"#.utf8)
  /// More than this in one place is not a journal.
  private static let most = 64

  static func find(
    in bytes: UnsafeRawBufferPointer, _ checks: LineChecks
  ) -> [(start: Int, line: JournalLine)] {
    if let line = try? JournalLine(bytes, checks) { return [(0, line)] }
    let starts = self.starts(in: bytes)
    var found: [(start: Int, line: JournalLine)] = []
    for (i, start) in starts.enumerated() {
      let next = i + 1 < starts.count ? starts[i + 1] : bytes.count
      // With and without the byte that was the newline.
      for end in [next, next - 1, bytes.count] where end > start {
        let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if let line = try? JournalLine(piece, checks) {
          found.append((start, line))
          break
        }
      }
    }
    return found
  }

  private static func starts(in bytes: UnsafeRawBufferPointer) -> [Int] {
    var starts: [Int] = []
    var i = 0
    while i + mark.count <= bytes.count, starts.count < most {
      if bytes[i] == mark[0], bytes[i..<i + mark.count].elementsEqual(mark) { starts.append(i) }
      i += 1
    }
    return starts
  }
}
