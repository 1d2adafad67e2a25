/// A copy of one line of the journal.
public struct RawEntry: Equatable, Sendable {
  public let n: Int
  public let isLastOfStep: Bool
  /// The whole line, a JSON object, without its newline.
  public let bytes: [UInt8]
  private let bodyRange: Range<Int>

  /// The members supplied by the writer, as text.
  public var body: ArraySlice<UInt8> { bytes[bodyRange] }

  init(n: Int, isLastOfStep: Bool, bytes: [UInt8], body: Range<Int>) {
    self.n = n
    self.isLastOfStep = isLastOfStep
    self.bytes = bytes
    bodyRange = body
  }

  init(_ line: RawLine) {
    let start = line.body.baseAddress.map { $0 - (line.bytes.baseAddress ?? $0) } ?? 0
    self.init(
      n: line.n, isLastOfStep: line.isLastOfStep, bytes: Array(line.bytes),
      body: start..<start + line.body.count)
  }
}

/// The journal's content after a mark.
public struct JournalNews: Sendable {
  /// Complete steps only, in order.
  public var entries: [RawEntry]
  /// The mark after the last of them, from which to read on.
  public var end: JournalMark
  /// For the user, when the journal holds more than can be shown.
  public var warning: String?
}

extension FileJournal {
  /// Everything after `mark`, or from the beginning.
  ///
  /// An incomplete change is left out with a warning; so is everything after damage, and then
  /// changes are refused. Throws `damaged` when `mark` is of another file.
  public func read(after mark: JournalMark?) throws(Failure) -> JournalNews {
    var entries: [RawEntry] = []
    let (end, warning) = try forEachLine(after: mark) { entries.append(RawEntry($0)) }
    return JournalNews(entries: entries, end: end, warning: warning)
  }

  /// Like `read`, without copying: `use` sees each line in place.
  public func forEachLine(
    after mark: JournalMark?, _ use: (RawLine) throws(Failure) -> Void
  ) throws(Failure) -> (end: JournalMark, warning: String?) {
    var (end, rest) = try scan(after: mark, use)
    var isCertain = lock.isHeld
    if rest != .nothing, !isCertain {
      // Another process may be writing just now. Under the lock nothing changes.
      let isDamaged = rest != .torn
      if try lock.acquireShared(waiting: isDamaged ? DirectoryLock.patience : 0) {
        defer { lock.release() }
        (end, rest) = try scan(after: end, use)
        isCertain = true
      }
    }
    switch rest {
    case .nothing: return (end, nil)
    case .newer: throw Refusal.newer
    case .torn: return (end, isCertain ? Refusal.tornWarning : nil)
    case .damaged(let flaw):
      guard isCertain else { return (end, Refusal.busyWarning) }
      damage = Refusal.damaged(flaw)
      return (end, Refusal.damageWarning(flaw))
    }
  }

  /// Whether a line with exactly this body follows `mark`: how a writer resolves a write with an
  /// unknown outcome.
  public func contains(body: [UInt8], after mark: JournalMark?) throws(Failure) -> Bool {
    var isFound = false
    _ = try forEachLine(after: mark) { if $0.body.elementsEqual(body) { isFound = true } }
    return isFound
  }

  /// Reads from `mark` to the end or to the first flaw.
  func scan(
    after mark: JournalMark?, _ use: (RawLine) throws(Failure) -> Void
  ) throws(Failure) -> (end: JournalMark, rest: JournalScan.Rest) {
    let size = try refresh()
    let mark = mark ?? start
    guard try isRight(mark, size: size) else { throw Refusal.replaced }
    guard size > mark.offset else { return (mark, .nothing) }
    var scan = JournalScan(opened.file, after: mark, size: size)
    try scan.run(use)
    known = scan.end
    return (scan.end, scan.rest)
  }

  /// Whether the journal has exactly this line at this place.
  func isRight(_ mark: JournalMark, size: Int) throws(Failure) -> Bool {
    guard mark.offset <= size, mark.offset >= start.offset else { return false }
    if mark == known || mark == start { return try endsWithChecksum(of: mark) }
    guard mark.n > 0, mark.offset > start.offset else { return false }
    let file = opened.file
    let from = max(0, mark.offset - JournalLine.longest - 1)
    let before = try Refusal.during(.reading) { () throws(CallError) in
      try file.bytes(at: from, count: mark.offset - from)
    }
    guard before.count == mark.offset - from, before.last == 0x0a else { return false }
    let isRight = before.withUnsafeBytes { bytes in
      let lineEnd = bytes.count - 1
      let lineStart = (bytes[..<lineEnd].lastIndex(of: 0x0a) ?? -1) + 1
      let piece = UnsafeRawBufferPointer(rebasing: bytes[lineStart..<lineEnd])
      guard let line = try? JournalLine(piece, calls.checks) else { return false }
      return line.n == mark.n && line.crc == mark.crc && !line.isMore
    }
    if isRight { known = mark }
    return isRight
  }

  /// A line verified before is checked again, though without its checksum being recomputed: another
  /// file may have been copied over this one.
  private func endsWithChecksum(of mark: JournalMark) throws(Failure) -> Bool {
    // The end of a line: eight digits, a quote, a brace and the newline.
    var end: (UInt64, UInt32) = (0, 0)
    return try Refusal.during(.reading) { () throws(CallError) in
      try withUnsafeMutableBytes(of: &end) { buffer throws(CallError) in
        let place = UnsafeMutableRawBufferPointer(rebasing: buffer[..<11])
        let count = try opened.file.read(place, at: mark.offset - 11)
        let line = UnsafeRawBufferPointer(place)
        return count == 11 && CRC32C.value(line, at: 0) == mark.crc
          && line[8] == 0x22 && line[9] == 0x7d && line[10] == 0x0a
      }
    }
  }
}
