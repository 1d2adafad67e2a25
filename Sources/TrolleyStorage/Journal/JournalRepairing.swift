extension JournalCheck {
  /// Rewrites a damaged journal from all its sound lines, and keeps the old one beside it as
  /// `journal.damaged-<time>`. After a crash either the old or the new journal is in place.
  ///
  /// `time` consists of letters, digits and hyphens, like `2026-02-03T101112`. Throws `busy`,
  /// `failedIO`, and `damaged` when a newer version wrote the journal.
  public func repair(time: String) throws(Failure) -> JournalRepair {
    let isName = !time.isEmpty && time.utf8.allSatisfy { $0 == 0x2d || isLetterOrDigit($0) }
    guard isName else { throw Failure(.usage, "A time is letters, digits and hyphens.") }
    try lock.acquire(for: .repairing)
    defer { lock.release() }
    let report = try look()
    guard report.flaw != nil || report.tornBytes > 0 else { return JournalRepair() }
    let file = try openJournal()
    let salvage = try Salvage(file, size: report.bytes)
    let memory = try lock.memory().list
    let list = report.list ?? memory ?? JournalHeader.makeList()
    var repair = JournalRepair()
    repair.keptLines = salvage.count
    repair.lostLines = salvage.lost
    repair.oldFile = try Refusal.during(.repairing) { () throws(CallError) in
      let old = try keep(file, size: report.bytes, as: "journal.damaged-\(time)")
      try directory.replace(DataDirectory.journal) { new throws(CallError) in
        try salvage.write(to: new, list: list)
      }
      if memory != list { try lock.remember(list) }
      directory.sweep()
      return old
    }
    return repair
  }

  /// Puts a sound journal of the same list, from another directory, in the place of this one, which
  /// is kept as after a repair if it is there. One that is sound by now and no shorter is left alone: another
  /// program has mended it, and may have appended to it.
  public func replace(by path: String, time: String) throws(Failure) {
    guard !time.isEmpty, time.utf8.allSatisfy({ $0 == 0x2d || isLetterOrDigit($0) }) else {
      throw Failure(.usage, "A time is letters, digits and hyphens.")
    }
    let source = try JournalCheck(directory: path)
    let sound = try source.check()
    try lock.acquire(for: .repairing)
    defer { lock.release() }
    let memory = try lock.memory().list
    guard sound.flaw == nil, let list = sound.list, memory == nil || memory == list else {
      throw Refusal.otherList
    }
    if let report = try? look(), report.flaw == nil, report.tornBytes == 0,
      report.bytes >= sound.bytes
    {
      return
    }
    let old = try openJournalIfThere()
    let new = try source.openJournal()
    try Refusal.during(.repairing) { () throws(CallError) in
      if let old { _ = try keep(old, size: old.status().size, as: "journal.damaged-\(time)") }
      try directory.replace(DataDirectory.journal) { file throws(CallError) in
        try new.copy(from: 0, to: sound.bytes, into: file)
      }
      if memory != list { try lock.remember(list) }
      directory.sweep()
    }
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }

  /// A copy rather than a link: a process with the old file open must see that it was replaced.
  private func keep(_ file: POSIXFile, size: Int, as name: String) throws(CallError) -> String {
    let copy = try directory.createAside(name)
    do throws(CallError) {
      try file.copy(from: 0, to: size, into: copy)
      try copy.sync()
      try directory.sync()
    } catch {
      try? directory.remove(copy.name)
      throw error
    }
    return copy.name
  }
}

/// The sound lines of a damaged journal, in the order in which they were written.
struct Salvage {
  private struct Line {
    let version: Int
    let n: Int
    let crc: UInt32
    let isMore: Bool
    let body: [UInt8]
  }

  private var lines: [Line] = []
  /// Bad lines, and sound ones of an incomplete step.
  private(set) var lost = 0

  var count: Int { lines.count }

  init(_ file: POSIXFile, size: Int) throws(Failure) {
    var walk = LineWalk(file, from: 0, to: size)
    let checks = file.calls.checks
    var isFirst = true
    while let found = try walk.next() {
      let bytes = walk.bytes(found.range)
      let sound = SoundLines.find(in: bytes, checks)
      for (start, line) in sound {
        let body = line.body.lowerBound + start..<line.body.upperBound + start
        lines.append(
          Line(
            version: line.version, n: line.n, crc: line.crc, isMore: line.isMore,
            body: Array(bytes[body])))
      }
      if sound.isEmpty, !isFirst || (try? JournalHeader(bytes, checks)) == nil {
        try Self.refuseNewer(bytes, checks)
        lost += 1
      }
      isFirst = false
    }
    restoreOrder()
  }

  /// Lines of a newer version are not lost, only not understood.
  private static func refuseNewer(
    _ bytes: UnsafeRawBufferPointer, _ checks: LineChecks
  ) throws(Failure) {
    do throws(LineError) { _ = try JournalLine(bytes, checks) } catch {
      if error == .newer { throw Refusal.newer }
    }
  }

  /// Line numbers give the order of writing, wherever a line is now.
  private mutating func restoreOrder() {
    let found = lines
    lines = []
    for i in found.indices.sorted(by: { (found[$0].n, $0) < (found[$1].n, $1) }) {
      let line = found[i]
      if let last = lines.last, last.n == line.n, last.crc == line.crc { continue }
      lines.append(line)
    }
    // A step whose end was never written does not count.
    while let last = lines.last, last.isMore {
      lines.removeLast()
      lost += 1
    }
  }

  /// Renumbers and rechains the lines.
  func write(to file: POSIXFile, list: String) throws(CallError) {
    var (buffer, crc) = JournalHeader.bytes(list: list)
    for (i, line) in lines.enumerated() {
      // Where the rest of a step is lost, what is left must not run into the next one.
      let isMore = line.isMore && i + 1 < lines.count && lines[i + 1].n == line.n + 1
      crc = JournalLine.write(
        version: line.version, n: i + 1, with: nil, isMore: isMore, body: line.body, previous: crc,
        to: &buffer)
      if buffer.count >= 1 << 20 {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(buffer)
  }
}
