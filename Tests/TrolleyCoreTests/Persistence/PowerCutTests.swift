import Testing

@testable import TrolleyModel
@testable import TrolleyStorage

/// A sequence of operations on a list, and what was acknowledged before the power cut.
private struct Life {
  var acknowledged = 0
  var tried: [Step] = []

  mutating func run(on disk: MemoryDisk) {
    do throws(Failure) {
      let journal = try disk.open()
      for i in 0..<4 { try record([makeStep(i)], journal) }
      try SnapshotFile(of: journal).save(
        format: 1, at: journal.read(after: nil).end, body: [makeBody("four")])
      try record([makeStep(4), makeLongStep(5), makeStep(6)], journal)
      try record([makeLongStep(7)], journal)
      try SnapshotFile(of: journal).save(
        format: 1, at: journal.read(after: nil).end, body: [makeBody("eight")])
      try record([makeStep(8)], disk.open(createIfMissing: false))
    } catch {}
  }

  private mutating func record(_ steps: [Step], _ journal: FileJournal) throws(Failure) {
    tried += steps
    try journal.record(steps)
    acknowledged = tried.count
  }
}

/// Cuts the power after each call of the sequence, restores it in each way, and checks.
func powerCutFindings(
  bug: MemoryDisk.Bug? = nil, cuts: [PowerCut] = PowerCut.all
) -> [String] {
  var findings: [String] = []
  var cutAt = 0
  while true {
    cutAt += 1
    let disk = MemoryDisk()
    disk.bug = bug
    disk.fault = { [cutAt] number, _ in number > cutAt ? .powerCut : nil }
    var life = Life()
    life.run(on: disk)
    for cut in cuts {
      let found = disk.afterPowerCut(cut)
      if let finding = look(at: found, after: life) {
        findings.append("after call \(cutAt) (\(disk.log.last ?? "")), \(cut): \(finding)")
      }
    }
    if disk.calls <= cutAt { break }
  }
  return findings
}

/// What is wrong; nil if all acknowledged steps are there and the list can be used.
private func look(at disk: MemoryDisk, after life: Life) -> String? {
  do throws(Failure) {
    let journal = try disk.open()
    let found = try journal.steps().steps
    guard found.count >= life.acknowledged else {
      return "\(found.count) of \(life.acknowledged) acknowledged steps"
    }
    guard found == Array(life.tried.prefix(found.count)) else { return "other steps" }
    if let loaded = SnapshotFile(of: journal).load(format: 1, { $0.whole.map { Array($0) } }) {
      let right = loaded.mark.n > 9 ? "eight" : "four"
      guard loaded.value == makeBody(right) else { return "a wrong snapshot" }
      _ = try journal.read(after: loaded.mark)
    }
    let next = makeStep(99)
    try journal.record([next])
    let again = try disk.open(createIfMissing: false).steps()
    guard again.steps == found + [next] else { return "the next step is missing" }
    guard again.warning == nil else { return again.warning }
    let report = try JournalCheck(directory: "/list", calls: disk.table).check()
    return report.isSound && report.tornBytes == 0 ? nil : "not sound"
  } catch {
    return error.sentence
  }
}

@Suite struct PowerCutTests {
  @Test(arguments: [Array(PowerCut.all.prefix(8)), Array(PowerCut.all.dropFirst(8))])
  func acknowledgedStepsSurviveAPowerCutAfterAnyCall(_ cuts: [PowerCut]) {
    let findings = powerCutFindings(cuts: cuts)
    #expect(findings.isEmpty, "\(findings.prefix(5))")
  }

  @Test func theTestNoticesWhenNothingIsSynced() {
    #expect(!powerCutFindings(bug: .syncsNothing, cuts: [.syncedOnly]).isEmpty)
    #expect(!powerCutFindings(bug: .syncsNothing, cuts: [.zeros]).isEmpty)
  }

  @Test func theTestNoticesARenameBeforeTheSync() {
    #expect(!powerCutFindings(bug: .renamesBeforeSync, cuts: [.namesWithoutData]).isEmpty)
  }
}
