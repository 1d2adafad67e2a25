/// A line in memory: valid only during the call that it is passed to.
public struct RawLine {
  public let n: Int
  public let isLastOfStep: Bool
  /// The whole line, a JSON object, without its newline.
  public let bytes: UnsafeRawBufferPointer
  /// The members supplied by the writer, as text: `"by":"k3","i":88`.
  public let body: UnsafeRawBufferPointer
}

/// The state of a journal after line `n`: only that line has this checksum and ends there.
public struct JournalMark: Equatable, Hashable, Sendable {
  /// 0 after the header.
  public var n: Int
  public var crc: UInt32
  /// The offset of the end of the line, in bytes.
  public var offset: Int
}

/// The first flaw in a journal.
public struct JournalDefect: Equatable, Sendable {
  /// The line of the file; the header is line 1.
  public let line: Int
  /// Bytes before it.
  public let offset: Int
  /// The flaw, as the rest of a sentence.
  public let words: String
}

/// Reads the lines of a journal, and passes on the fully verified lines of complete steps.
struct JournalScan {
  /// What follows the last complete step.
  enum Rest: Equatable, Sendable {
    case nothing
    /// An incomplete step: nothing after the bad bytes was written later.
    case torn
    /// Bad bytes followed by later lines, or sound lines that do not belong there.
    case damaged(JournalDefect)
    case newer
  }

  /// The longest step, in bytes.
  static let longestStep = 256 << 20

  /// The end of the last complete step.
  private(set) var end: JournalMark
  private(set) var rest = Rest.nothing
  /// Complete steps seen.
  private(set) var steps = 0

  private let checks: LineChecks
  private let file: POSIXFile
  private let size: Int
  private let window: ReadWindow
  /// The lines of a step that is still incomplete, all but `last`.
  private var open: [OpenLine] = []
  private var last: JournalMark

  /// Its range as two numbers: one more generic type costs a tenth of a millisecond at launch.
  private struct OpenLine {
    let start: Int
    let end: Int
    let line: JournalLine
  }

  init(_ file: POSIXFile, after mark: JournalMark, size: Int) {
    self.file = file
    self.size = size
    checks = file.calls.checks
    end = mark
    last = mark
    window = ReadWindow(file, from: mark.offset, to: size)
  }

  /// Reads to the end or to the first flaw, but at most so many steps.
  mutating func run(
    steps most: Int = .max, _ use: (RawLine) throws(Failure) -> Void
  ) throws(Failure) {
    var searched = last.offset
    let enough = steps.addingReportingOverflow(most).partialValue
    while steps != enough {
      let reach = min(window.end, last.offset + JournalLine.longest)
      if let newline = window.newline(in: searched..<max(searched, reach)) {
        let range = last.offset..<newline
        do throws(LineError) {
          let line = try accepted(range)
          last = JournalMark(n: line.n, crc: line.crc, offset: newline + 1)
          open.append(OpenLine(start: range.lowerBound, end: range.upperBound, line: line))
        } catch { return try judge(error) }
        searched = last.offset
        if open.last?.line.isMore == false { try handOver(use) }
        continue
      }
      let keep = open.first?.start ?? last.offset
      guard window.end - last.offset < JournalLine.longest, last.offset - keep <= Self.longestStep
      else { return try judge(.tooLong) }
      searched = window.end
      let hasMore = try Refusal.during(.reading) { () throws(CallError) in
        try window.extend(keeping: keep)
      }
      guard hasMore else {
        if window.end > end.offset { try judge(.unfinished) }
        return
      }
    }
  }

  private func accepted(_ range: Range<Int>) throws(LineError) -> JournalLine {
    let line = try JournalLine(window.bytes(range), checks)
    guard checks.sequence else { return line }
    guard line.n == last.n + 1 else { throw .outOfOrder(found: line.n, expected: last.n + 1) }
    guard line.previous == last.crc else { throw .wrongPredecessor }
    return line
  }

  private mutating func handOver(_ use: (RawLine) throws(Failure) -> Void) throws(Failure) {
    for open in open {
      let bytes = window.bytes(open.start..<open.end)
      let line = open.line
      try use(
        RawLine(
          n: line.n, isLastOfStep: !line.isMore, bytes: bytes,
          body: UnsafeRawBufferPointer(rebasing: bytes[line.body])))
    }
    open.removeAll(keepingCapacity: true)
    steps += 1
    end = last
  }

  private mutating func judge(_ flaw: LineError) throws(Failure) {
    switch flaw {
    case .newer: rest = .newer
    case .outOfOrder, .wrongPredecessor: rest = .damaged(place(flaw))
    case .tooLong, .shape, .checksum, .unfinished:
      rest = try isFollowedByLaterLine ? .damaged(place(flaw)) : .torn
    }
  }

  private func place(_ flaw: LineError) -> JournalDefect {
    JournalDefect(line: last.n + 2, offset: last.offset, words: flaw.words)
  }

  /// Whether anything sound behind `last` was written after the bad line. A line of the same write
  /// proves nothing: a power cut may keep the end of a write and lose its start.
  private var isFollowedByLaterLine: Bool {
    get throws(Failure) {
      let bad = last.n + 1
      var walk = LineWalk(file, from: last.offset, to: size)
      while let found = try walk.next() {
        for (start, line) in SoundLines.find(in: walk.bytes(found.range), checks) {
          let isBadLineItself = found.range.lowerBound + start == last.offset
          if !isBadLineItself, line.with.map({ $0 > bad }) ?? true { return true }
        }
      }
      return false
    }
  }
}
