import Testing

@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

/// Lets another Trolley write in the middle of a write, and checks the result of both.
private func lockFindings(bug: MemoryDisk.Bug? = nil) throws -> [String] {
  let disk = MemoryDisk()
  disk.bug = bug
  let one = try disk.open()
  let other = try disk.open()
  var findings: [String] = []
  var isFirst = true
  disk.beforeWrite = {
    guard isFirst else { return }
    isFirst = false
    do throws(Failure) {
      try other.record([makeStep(2)])
    } catch {
      if error.kind != .busy { findings.append(error.sentence) }
    }
  }
  try one.record([makeStep(1)])
  let report = try JournalCheck(directory: "/list", calls: disk.table).check()
  if let flaw = report.flaw { findings.append(flaw.words) }
  if try disk.open().steps().steps.first != makeStep(1) { findings.append("another order") }
  return findings
}

@Suite struct LockTests {
  @Test func whoeverWritesIsAlone() throws {
    #expect(try lockFindings() == [])
  }

  @Test func theTestNoticesWhenNothingIsLocked() throws {
    #expect(try !lockFindings(bug: .locksNothing).isEmpty)
  }

  @Test func afterFiveSecondsAnotherTrolleyIsNamed() throws {
    let disk = MemoryDisk()
    let one = try disk.open()
    let other = try disk.open()
    try one.transaction(since: nil) { _ throws(Failure) in
      let calls = disk.table
      let start = calls.milliseconds()
      let failure = #expect(throws: Failure.self) { try other.record([makeStep(1)]) }
      #expect(failure?.kind == .busy)
      #expect(failure?.sentence == "Another Trolley is writing. Try again.")
      let waited = calls.milliseconds() - start
      #expect(waited >= 5000 && waited < 5100)
    }
    try other.record([makeStep(1)])
  }

  @Test func aLockFileThatWasRemovedIsNotTrusted() throws {
    let disk = MemoryDisk()
    let one = try disk.open()
    try one.record([makeStep(1)])
    let old = try #require(disk.names[DataDirectory.lock])
    disk.names[DataDirectory.lock] = nil
    disk.files[old]?.links = 0
    let other = try disk.open()
    try one.transaction(since: nil) { _ throws(Failure) in
      let failure = #expect(throws: Failure.self) { try other.record([makeStep(2)]) }
      #expect(failure?.kind == .busy)
    }
  }

  @Test func aTransactionInATransactionIsRefused() throws {
    let journal = try MemoryDisk().open()
    try journal.transaction(since: nil) { transaction throws(Failure) in
      #expect(throws: Failure.self) { try journal.record([makeStep(1)]) }
      _ = try transaction.append(steps: [makeStep(2)])
    }
    #expect(try journal.steps().steps == [makeStep(2)])
  }

  @Test func aChangeThatIsGivenUpLetsGoOfTheLock() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    let failure = #expect(throws: Failure.self) {
      try journal.transaction(since: nil) { _ throws(Failure) in throw Failure(.badInput, "No.") }
    }
    #expect(failure?.sentence == "No.")
    try disk.open().record([makeStep(1)])
  }

  @Test func aDiskWithoutLocksIsNamed() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    disk.fault = { _, call in call == "lock" ? .error(95) : nil }
    let failure = #expect(throws: Failure.self) { try journal.record([makeStep(1)]) }
    #expect(failure?.sentence.hasPrefix("Files cannot be locked here") == true)
  }
}
