import Glibc
import Testing

@testable import TrolleyModel
@testable import TrolleyStorage

/// An operation during which a call fails.
enum ChangeSummary: CaseIterable {
  case create, open, append, severalSteps, parts, torn, snapshot

  static let before = [makeStep(1), makeStep(2), makeStep(3)]
  static let one = makeStep(6)
  static let many = [makeStep(4), makeLongStep(5), makeStep(6)]

  /// The steps that it records.
  var steps: [Step] {
    switch self {
    case .create, .open, .snapshot: []
    case .append, .torn: [Self.one]
    case .severalSteps: Self.many
    case .parts: [makeLongStep(5)]
    }
  }

  /// A disk prepared for it.
  func makeDisk() throws(Failure) -> MemoryDisk {
    let disk = MemoryDisk()
    guard self != .create else { return disk }
    try disk.open().record(Self.before)
    if self == .torn { disk.append(makeBody(#"{"v":1,"n":"#)) }
    return disk
  }

  func run(_ disk: MemoryDisk, _ journal: inout FileJournal?) throws(Failure) {
    switch self {
    case .create, .open: journal = try disk.open()
    case .append, .severalSteps, .torn: try journal?.record(steps)
    case .parts:
      var parts = steps[0].map { [$0] }[...]
      _ = try journal?.transaction(since: nil) { (transaction) throws(Failure) in
        try transaction.append { () throws(Failure) in parts.popFirst() }
      }
    case .snapshot:
      guard let journal else { return }
      let snapshot = SnapshotFile(of: journal)
      try snapshot.save(format: 1, at: journal.read(after: nil).end, body: [makeBody("state")])
      _ = snapshot.load(format: 1) { $0.whole.map { Array($0) } }
    }
  }
}

/// Fails one call of an operation, or all from there on, and checks the result.
private struct Trial {
  let deed: ChangeSummary
  let fault: MemoryDisk.Fault
  let number: Int
  var isForGood = false
  var wasReached = false
  var findings: [String] = []
  private var outcome: Failure?

  init(_ deed: ChangeSummary, _ fault: MemoryDisk.Fault, number: Int, isForGood: Bool = false) {
    self.deed = deed
    self.fault = fault
    self.number = number
    self.isForGood = isForGood
  }

  mutating func run() throws(Failure) {
    let disk = try deed.makeDisk()
    var journal = deed == .create || deed == .open ? nil : try disk.open()
    disk.startCounting()
    disk.fault = { [number, isForGood, fault] n, _ in
      n == number || isForGood && n > number ? fault : nil
    }
    do throws(Failure) {
      try deed.run(disk, &journal)
    } catch {
      outcome = error
      if !isForPeople(error) { findings.append("not for people: \(error.sentence)") }
      let kinds: [Failure.Kind] = [.failedIO, .unknownOutcome, .notAllowed]
      if !kinds.contains(error.kind) { findings.append("kind \(error.kind): \(error.sentence)") }
    }
    wasReached = disk.calls >= number
    disk.fault = { _, _ in nil }
    // Checks another Trolley, a disk after a power cut, and this Trolley, which continues.
    try look(disk)
    if outcome?.kind != .unknownOutcome { try look(disk.afterPowerCut(.syncedOnly)) }
    try goOn(disk, &journal)
  }

  private mutating func look(_ disk: MemoryDisk) throws(Failure) {
    let found = try disk.open().steps().steps
    let before = deed == .create ? [] : ChangeSummary.before
    let isAllowed =
      switch outcome?.kind {
      case nil: found == before + deed.steps
      case .unknownOutcome:
        (0...deed.steps.count).contains { found == before + deed.steps.prefix($0) }
      default: found == before
      }
    if !isAllowed {
      findings.append("\(outcome?.sentence ?? "no failure"), but \(found.count) steps")
    }
  }

  /// The cause is gone: the same object accepts the next change.
  private mutating func goOn(
    _ disk: MemoryDisk, _ journal: inout FileJournal?
  ) throws(Failure) {
    if journal == nil { journal = try disk.open() }
    guard let open = journal else { return }
    if open.refusalOfChanges?.kind == .failedIO { try open.reopen() }
    let before = try open.steps().steps
    try open.record([makeStep(77)])
    guard try disk.open().steps().steps == before + [makeStep(77)] else {
      return findings.append("the next step is missing")
    }
    let after = try disk.afterPowerCut(.syncedOnly).open(createIfMissing: false).steps()
    if after.steps != before + [makeStep(77)] || after.warning != nil {
      findings.append("after a power cut the next step is missing")
    }
  }
}

private func findings(
  _ deed: ChangeSummary, _ fault: MemoryDisk.Fault, isForGood: Bool = false
) throws -> [String] {
  var all: [String] = []
  for number in 1... {
    var trial = Trial(deed, fault, number: number, isForGood: isForGood)
    try trial.run()
    all += trial.findings.map { "call \(number): \($0)" }
    if !trial.wasReached { break }
  }
  return all
}

@Suite struct FailingCallsTests {
  static let errors = [ENOSPC, EIO, EDQUOT, EROFS, EACCES, EMFILE]

  @Test(arguments: ChangeSummary.allCases, errors)
  func aCallThatFailsOnceLosesNothing(_ deed: ChangeSummary, _ error: Int32) throws {
    let found = try findings(deed, .error(error))
    #expect(found.isEmpty, "\(found.prefix(5))")
  }

  @Test(arguments: ChangeSummary.allCases, errors)
  func callsThatFailFromNowOnLoseNothing(_ deed: ChangeSummary, _ error: Int32) throws {
    let found = try findings(deed, .error(error), isForGood: true)
    #expect(found.isEmpty, "\(found.prefix(5))")
  }

  @Test(arguments: ChangeSummary.allCases)
  func interruptionsAndShortWritesAreInvisible(_ deed: ChangeSummary) throws {
    for fault in [MemoryDisk.Fault.error(EINTR), .half] {
      for number in 1... {
        let disk = try deed.makeDisk()
        var journal = deed == .create || deed == .open ? nil : try disk.open()
        disk.startCounting()
        disk.fault = { n, _ in n == number ? fault : nil }
        try deed.run(disk, &journal)
        let before = deed == .create ? [] : ChangeSummary.before
        #expect(try disk.open().steps().steps == before + deed.steps)
        if disk.calls < number { break }
      }
    }
  }

  /// A disk that fills up in the middle of a write and has space again later.
  @Test(arguments: [ENOSPC, EDQUOT, EIO])
  func aDiskThatFillsUpInTheMiddleOfAWrite(_ error: Int32) throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    let reader = try disk.open()
    try journal.record(ChangeSummary.before)
    for steps in [[ChangeSummary.one], [makeLongStep(5)], ChangeSummary.many] {
      let before = try journal.steps().steps
      var writes = 0
      var seen = before
      disk.beforeWrite = { if writes == 1, let now = try? reader.steps() { seen = now.steps } }
      disk.fault = { _, call in
        guard call == "write" else { return nil }
        writes += 1
        return writes == 1 ? .half : .error(error)
      }
      let failure = #expect(throws: Failure.self) { try journal.record(steps) }
      disk.fault = { _, _ in nil }
      disk.beforeWrite = {}
      let found = try journal.steps()
      #expect(found.warning == nil)
      #expect(seen.count == before.count + (steps.count > 1 ? 1 : 0))
      #expect(found.steps.starts(with: seen))
      if failure?.kind == .failedIO {
        #expect(found.steps == before)
      } else {
        // Others may have read what was complete: it stays.
        #expect(failure?.kind == .unknownOutcome)
        #expect(found.steps == before + steps.prefix(found.steps.count - before.count))
        #expect(found.steps.count > before.count)
      }
      try journal.record([makeStep(50)])
      #expect(try journal.steps().steps == found.steps + [makeStep(50)])
    }
  }

  @Test func afterAFailedSyncNothingIsBelievedUntilItIsWrittenAgain() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    try journal.record(ChangeSummary.before)
    let mark = try journal.read(after: nil).end
    disk.fault = { _, call in call.hasPrefix("sync") ? .error(EIO) : nil }
    let failure = #expect(throws: Failure.self) { try journal.record([ChangeSummary.one]) }
    #expect(failure?.kind == .unknownOutcome)
    disk.fault = { _, _ in nil }
    // It can be read, but is not on the disk.
    #expect(try journal.steps().steps == ChangeSummary.before + [ChangeSummary.one])
    #expect(try disk.afterPowerCut(.syncedOnly).open().steps().steps == ChangeSummary.before)
    let refused = #expect(throws: Failure.self) { try journal.record([makeStep(8)]) }
    #expect(refused?.kind == .failedIO)
    #expect(journal.refusalOfChanges != nil)
    try journal.reopen()
    #expect(journal.refusalOfChanges == nil)
    #expect(try journal.contains(body: ChangeSummary.one[0], after: mark))
    #expect(try !journal.contains(body: makeStep(8)[0], after: mark))
    #expect(
      try disk.afterPowerCut(.syncedOnly).open().steps().steps == ChangeSummary.before + [
        ChangeSummary.one
      ])
    try journal.record([makeStep(8)])
    let after = try disk.afterPowerCut(.syncedOnly).open().steps().steps
    #expect(after == ChangeSummary.before + [ChangeSummary.one, makeStep(8)])
  }
}
