import Testing

@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

@Suite struct FileJournalTests {
  @Test func whatIsRecordedIsRead() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    #expect(try journal.read(after: nil).entries.isEmpty)
    let entries = try journal.record([makeStep(1), makeStep(2)])
    #expect(entries.map(\.n) == [1, 2, 3, 4])
    #expect(entries.map(\.isLastOfStep) == [true, false, false, true])
    let news = try journal.read(after: nil)
    #expect(news.entries == entries)
    #expect(news.entries.steps == [makeStep(1), makeStep(2)])
    #expect(news.warning == nil)
    #expect(try journal.read(after: news.end).entries.isEmpty)
    #expect(try disk.open(createIfMissing: false).read(after: nil).entries == entries)
  }

  @Test func readingGoesOnFromAnyStep() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    var marks = [journal.start]
    for i in 0..<8 {
      try journal.transaction(since: marks.last) { transaction throws(Failure) in
        #expect(transaction.news.entries.isEmpty)
        _ = try transaction.append(steps: [makeStep(i)])
        marks.append(transaction.end)
      }
    }
    for (i, mark) in marks.enumerated() {
      let other = try disk.open()
      #expect(try other.read(after: mark).entries.steps == (i..<8).map { makeStep($0) })
    }
  }

  @Test func aTransactionSeesWhatOthersWrote() throws {
    let disk = MemoryDisk()
    let one = try disk.open()
    let other = try disk.open()
    try one.record([makeStep(1)])
    let mark = try other.read(after: nil).end
    try one.record([makeStep(2)])
    let seen = try other.transaction(since: mark) { transaction throws(Failure) in
      _ = try transaction.append(steps: [makeStep(3)])
      _ = try transaction.append(steps: [makeStep(4)])
      return transaction.news.entries.steps
    }
    #expect(seen == [makeStep(2)])
    #expect(try one.steps().steps == [1, 2, 3, 4].map { makeStep($0) })
  }

  @Test func nothingIsWrittenWithoutSteps() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    disk.startCounting()
    #expect(try journal.record([]).isEmpty)
    let before = try #require(disk.bytes(of: DataDirectory.journal))
    #expect(throws: Failure.self) { try journal.record([[]]) }
    #expect(throws: Failure.self) { try journal.record([[makeBody("\"n\":1")]]) }
    #expect(throws: Failure.self) { try journal.record([makeStep(1), [makeBody("x")]]) }
    #expect(disk.bytes(of: DataDirectory.journal) == before)
  }

  @Test func aLineHoldsNoMoreThanItMay() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    let line = try journal.record([[makeBody(#""a":"""#)]])[0]
    let room = JournalLine.longest - 1 - line.bytes.count
    func body(_ count: Int) -> Step {
      [makeBody(#""a":""# + String(repeating: "x", count: count) + "\"")]
    }
    let failure = #expect(throws: Failure.self) { try journal.record([body(room + 1)]) }
    #expect(failure?.kind == .badInput)
    try journal.record([body(room)])
    #expect(try disk.open().steps().steps.last == body(room))
  }

  @Test func aStepMayBeLong() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    let step = (0..<400).map {
      makeBody(#""a":\#($0),"b":"\#(String(repeating: "y", count: 1000))""#)
    }
    try journal.record([makeStep(1), step, makeStep(2)])
    #expect(try disk.open().steps().steps == [makeStep(1), step, makeStep(2)])
    #expect(try disk.open().step(at: 2).steps == [step])
  }

  @Test func aStepIsFoundByItsNumber() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    let steps = (0..<800).map { makeStep($0) } + [makeLongStep(1)]
    try journal.record(steps)
    let size = disk.bytes(of: DataDirectory.journal)?.count ?? 0
    #expect(size > 200_000)
    var n = 1
    for (i, step) in steps.enumerated() {
      if i % 13 == 0 || i > 790 { #expect(try journal.step(at: n).steps == [step]) }
      n += step.count
    }
    for wrong in [0, -1, n, n + 1000, .max] {
      let failure = #expect(throws: Failure.self) { try journal.step(at: wrong) }
      #expect(failure?.kind == .badInput)
    }
  }

  @Test func aTornEndIsMovedAsideByTheNextChange() throws {
    let disk = MemoryDisk()
    try disk.open().record([makeStep(1)])
    disk.append(makeBody("{\"v\":1,\"n\":2,\"by"))
    let journal = try disk.open()
    let found = try journal.steps()
    #expect(found.steps == [makeStep(1)])
    #expect(found.warning == Refusal.tornWarning)
    let warning = try journal.transaction(since: nil) { transaction throws(Failure) in
      _ = try transaction.append(steps: [makeStep(2)])
      return transaction.news.warning
    }
    #expect(warning == Refusal.tornWarning)
    #expect(disk.bytes(of: "journal.torn-2") == makeBody("{\"v\":1,\"n\":2,\"by"))
    #expect(try journal.steps().warning == nil)
    #expect(try journal.steps().steps == [makeStep(1), makeStep(2)])
    disk.append([0, 0, 0])
    try journal.record([makeStep(3)])
    #expect(disk.bytes(of: "journal.torn-5") == [0, 0, 0])
  }

  @Test func twoTornEndsInOnePlaceAreBothKept() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    for text in ["a", "b"] {
      disk.append(makeBody(text))
      try journal.transaction(since: nil) { _ throws(Failure) in }
    }
    #expect(disk.bytes(of: "journal.torn-1") == makeBody("a"))
    #expect(disk.bytes(of: "journal.torn-1-2") == makeBody("b"))
  }

  @Test func aStepWithoutItsLastLineIsNotThere() throws {
    let disk = MemoryDisk()
    try disk.open().record([makeStep(1), makeStep(6)])
    var bytes = try #require(disk.bytes(of: DataDirectory.journal))
    let cut = try #require(bytes.dropLast().lastIndex(of: 0x0a))
    bytes.removeLast(bytes.count - cut - 1)
    let found = try MemoryDisk(journal: bytes).open().steps()
    #expect(found.steps == [makeStep(1)])
    #expect(found.warning == Refusal.tornWarning)
  }

  @Test func anEndThatIsBeingWrittenIsNoReasonToWarn() throws {
    let disk = MemoryDisk()
    let writer = try disk.open()
    let reader = try disk.open()
    var warnings: [String?] = []
    disk.fault = { number, call in
      guard call == "write", warnings.isEmpty else { return nil }
      warnings.append("first")
      return .half
    }
    disk.beforeWrite = {
      guard warnings.count == 1 else { return }
      let found = try? reader.steps()
      warnings.append(found?.warning)
      #expect(found?.steps == [])
    }
    try writer.record([makeStep(1)])
    #expect(warnings == ["first", nil])
    #expect(try reader.steps().steps == [makeStep(1)])
  }

  @Test func aMarkOfAnotherJournalIsRefused() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    try journal.record([makeStep(1), makeStep(2)])
    var mark = try journal.read(after: nil).end
    mark.crc ^= 1
    let failure = #expect(throws: Failure.self) { try disk.open().read(after: mark) }
    #expect(failure?.kind == .damaged)
    mark = JournalMark(n: 2, crc: 0, offset: 1 << 40)
    #expect(throws: Failure.self) { try journal.read(after: mark) }
    mark = JournalMark(n: 2, crc: 0, offset: -7)
    #expect(throws: Failure.self) { try journal.read(after: mark) }
    // A position in the middle of a step is not valid to continue from.
    let entry = try journal.read(after: nil).entries[1]
    let line = try entry.bytes.withBytes { bytes throws(LineError) in
      try JournalLine(bytes, LineChecks())
    }
    let bytes = try #require(disk.bytes(of: DataDirectory.journal))
    let end = try #require(bytes.firstRange(of: entry.bytes)?.upperBound)
    mark = JournalMark(n: entry.n, crc: line.crc, offset: end + 1)
    #expect(throws: Failure.self) { try disk.open().read(after: mark) }
  }

  @Test func aJournalReplacedByACopyIsReadOn() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    try journal.record([makeStep(1)])
    let mark = try journal.read(after: nil).end
    // As editors save: another file with the same name.
    let copy = MemoryDisk.File(bytes: try #require(disk.bytes(of: DataDirectory.journal)))
    disk.files[90] = copy
    disk.names[DataDirectory.journal] = 90
    try journal.record([makeStep(2)], since: mark)
    #expect(disk.files[90]?.bytes.count ?? 0 > copy.bytes.count)
    #expect(try journal.steps().steps == [makeStep(1), makeStep(2)])
    // As `cp` does when it restores a backup.
    let other = try disk.open()
    try other.record([makeStep(3)])
    let last = try other.read(after: mark).end
    disk.files[90]?.bytes = copy.bytes
    let mine = MemoryDisk(journal: copy.bytes)
    try mine.open().record([makeStep(7), makeLongStep(8)])
    disk.files[90]?.bytes = try #require(mine.bytes(of: DataDirectory.journal))
    let seen = #expect(throws: Failure.self) { try other.record([makeStep(4)], since: last) }
    #expect(seen == Refusal.replaced)
    #expect(try disk.open().steps().steps == [makeStep(1), makeStep(7), makeLongStep(8)])
    disk.names[DataDirectory.journal] = nil
    let failure = #expect(throws: Failure.self) { try journal.record([makeStep(3)]) }
    #expect(failure == Refusal.journalGone)
  }
}
