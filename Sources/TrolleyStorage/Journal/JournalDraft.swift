/// Steps as lines, to be written in one call.
struct JournalDraft {
  private let version: Int
  private(set) var bytes: [UInt8] = []
  private(set) var entries: [RawEntry] = []
  /// Where each step ends in `bytes`.
  private(set) var stepEnds: [Int] = []
  /// The mark after all of it.
  private(set) var end: JournalMark

  init(after mark: JournalMark) {
    version = JournalLine.version
    end = mark
  }

  /// Throws `badInput` for anything that a reader would refuse.
  init(
    _ steps: [[[UInt8]]], after mark: JournalMark, version: Int = JournalLine.version
  ) throws(Failure) {
    self.version = version
    end = mark
    let first = mark.n + 1
    // The frame around a body takes at most 120 bytes.
    bytes.reserveCapacity(steps.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count + 120 } })
    for step in steps {
      guard !step.isEmpty else { throw Refusal.notSavable("a step without lines") }
      let start = bytes.count
      for (i, body) in step.enumerated() { try add(body, isMore: i + 1 < step.count, first: first) }
      guard bytes.count - start <= JournalScan.longestStep else { throw Refusal.tooLarge }
      stepEnds.append(bytes.count)
    }
    end.offset += bytes.count
  }

  /// Hands over what there is, for a step that is written in parts.
  mutating func drain() -> [UInt8] {
    defer {
      end.offset += bytes.count
      bytes = []
      entries.removeAll(keepingCapacity: true)
    }
    return bytes
  }

  /// Lines that were verified for this place, as they are.
  init(verbatim lines: [RawEntry], after mark: JournalMark) {
    version = JournalLine.sharedVersion
    end = mark
    entries = lines
    for line in lines {
      bytes += line.bytes
      bytes.append(0x0a)
      if line.isLastOfStep { stepEnds.append(bytes.count) }
    }
    if let last = lines.last { end = JournalMark(n: last.n, crc: last.crc, offset: mark.offset) }
    end.offset += bytes.count
  }

  mutating func add(_ body: [UInt8], isMore: Bool, first: Int) throws(Failure) {
    if let refusal = JSONMembers.refusal(of: body) { throw Refusal.notSavable(refusal) }
    let n = end.n + 1
    guard n <= JournalLine.highest else { throw Refusal.notSavable("too many lines") }
    let start = bytes.count
    let crc = JournalLine.write(
      version: version, n: n, with: n == first ? nil : first, isMore: isMore, body: body,
      previous: end.crc,
      to: &bytes)
    guard bytes.count - start <= JournalLine.longest else { throw Refusal.tooLarge }
    let line = Array(bytes[start..<bytes.count - 1])
    let bodyEnd = line.count - 36
    entries.append(
      RawEntry(n: n, isLastOfStep: !isMore, bytes: line, body: bodyEnd - body.count..<bodyEnd))
    end.n = n
    end.crc = crc
  }
}
