/// A line as it lies in memory: valid only while it is being handed over.
public struct RawLine {
  public let n: Int
  public let isLastOfStep: Bool
  /// The whole line, a JSON object, without its newline.
  public let bytes: UnsafeRawBufferPointer
  /// The members that the writer supplied, as text: `"by":"k3","i":88`.
  public let body: UnsafeRawBufferPointer
}

/// The state of a journal after line `n`: only that line has this checksum and ends there.
public struct JournalMark: Equatable, Hashable, Sendable {
  /// 0 after the header.
  public var n: Int
  public var crc: UInt32
  /// Bytes from the beginning of the file to the end of the line.
  public var offset: Int

  public init(n: Int, crc: UInt32, offset: Int) {
    self.n = n
    self.crc = crc
    self.offset = offset
  }
}

/// The first thing that is wrong in a journal.
public struct JournalFlaw: Equatable, Sendable {
  /// The line of the file, the header being line 1.
  public let line: Int
  /// Bytes before it.
  public let offset: Int
  /// What is wrong, as the rest of a sentence.
  public let words: String
}

/// Goes over the lines of a journal, and hands on those of complete steps that are right in every
/// way.
struct JournalScan {
  /// What stands behind the last complete step.
  enum Rest: Equatable, Sendable {
    case nothing
    /// A step that was never finished: nothing behind the bad bytes was written later than they.
    case torn
    /// Bad bytes with later lines behind them, or sound lines that do not belong there.
    case damaged(JournalFlaw)
    case newer
  }

  /// A step takes no more than this, in bytes.
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
  /// The lines of a step that is not complete yet, the last one of them before `last`.
  private var open: [OpenLine] = []
  private var last: JournalMark

  /// Its place as two numbers: a generic type more is a tenth of a millisecond at the start.
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

  /// Reads to the end or to the first flaw, but no more than so many steps.
  mutating func run(
    steps most: Int = .max, _ use: (RawLine) throws(Failure) -> Void
  ) throws(Failure) {
    var searched = last.offset
    let enough = steps.addingReportingOverflow(most).partialValue
    while steps != enough {
      let reach = min(window.end, last.offset + JournalLine.longest)
      if let newline = window.newline(in: searched..<max(searched, reach)) {
        let range = last.offset..<newline
        do throws(LineFlaw) {
          let line = try accepted(range)
          last = JournalMark(n: line.n, crc: line.crc, offset: newline + 1)
          open.append(OpenLine(start: range.lowerBound, end: range.upperBound, line: line))
        } catch {
          return try judge(error)
        }
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

  private func accepted(_ range: Range<Int>) throws(LineFlaw) -> JournalLine {
    let line = try JournalLine(window.bytes(range), checks)
    guard checks.sequence else { return line }
    guard line.n == last.n + 1 else {
      throw .outOfOrder(found: line.n, expected: last.n + 1)
    }
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

  private mutating func judge(_ flaw: LineFlaw) throws(Failure) {
    switch flaw {
    case .newer: rest = .newer
    case .outOfOrder, .wrongPredecessor: rest = .damaged(place(flaw))
    case .tooLong, .shape, .checksum, .unfinished:
      rest = try isFollowedByLaterLine ? .damaged(place(flaw)) : .torn
    }
  }

  private func place(_ flaw: LineFlaw) -> JournalFlaw {
    JournalFlaw(line: last.n + 2, offset: last.offset, words: flaw.words)
  }

  /// Whether anything sound behind `last` was written after the bad line. A line that was written
  /// in the same breath proves nothing: a power cut may keep the end of a write and lose its start.
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
