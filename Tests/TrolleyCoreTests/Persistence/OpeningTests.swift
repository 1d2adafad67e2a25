import Glibc
import Testing

@testable import TrolleyModel
@testable import TrolleyStorage

/// A header with a valid checksum.
private func makeHeader(_ start: String) -> [UInt8] {
  var bytes = Array(start.utf8)
  _ = JournalLine.seal(&bytes, from: 0)
  return bytes
}

private func refusal(_ disk: MemoryDisk) -> Failure? {
  do throws(Failure) {
    _ = try disk.open()
    return nil
  } catch {
    return error
  }
}

@Suite struct OpeningTests {
  private let good = JournalHeader.bytes(list: String(repeating: "0a", count: 16)).bytes

  @Test func whatCannotBeTrustedIsRefusedAndLeftAlone() throws {
    let cases: [(String, [UInt8], Failure)] = [
      ("empty", [], Refusal.emptyJournal),
      ("no header", Array(good.dropFirst()), Refusal.noHeader),
      ("a cut header", Array(good.dropLast()), Refusal.noHeader),
      ("text", Array("milk\nbread\n".utf8), Refusal.noHeader),
      ("zeros", Array(repeating: 0, count: 9000), Refusal.noHeader),
      (
        "no list", makeHeader(#"{"trolley":"journal","v":1,"list":"x""#), Refusal.noHeader
      ),
      ("newer", makeHeader(#"{"trolley":"journal","v":2,"lists":["x"]"#), Refusal.newer),
    ]
    for (name, bytes, expected) in cases {
      let disk = MemoryDisk(journal: bytes)
      #expect(refusal(disk) == expected, "\(name)")
      #expect(disk.bytes(of: DataDirectory.journal) == bytes, "\(name)")
      #expect(isForPeople(expected), "\(name)")
    }
  }

  @Test func aNewerLineIsRefusedWhereverItStands() throws {
    let disk = MemoryDisk()
    try disk.open().record([makeStep(1)])
    let newer = makeHeader(#"{"v":3,"n":2,"a":1,"prev":"00000000""#)
    disk.append(newer)
    let before = disk.bytes(of: DataDirectory.journal)
    let journal = try disk.open()
    #expect(throws: Refusal.newer) { try journal.read(after: nil) }
    #expect(throws: Refusal.newer) { try journal.record([makeStep(2)]) }
    #expect(throws: Refusal.newer) {
      try JournalCheck(directory: "/list", calls: disk.table).repair(time: "now")
    }
    #expect(disk.bytes(of: DataDirectory.journal) == before)
  }

  @Test func aHeaderMayHaveMoreMembersOneDay() throws {
    let list = String(repeating: "0a", count: 16)
    let bytes = makeHeader(#"{"trolley":"journal","v":1,"list":"\#(list)","made":1795260760"#)
    let journal = try MemoryDisk(journal: bytes).open()
    #expect(journal.list == list)
    try journal.record([makeStep(1)])
  }

  @Test func aJournalThatIsGoneIsNotBegunAnew() throws {
    for left in [DataDirectory.lock, DataDirectory.snapshot] {
      let disk = MemoryDisk()
      let journal = try disk.open()
      try journal.record([makeStep(1)])
      try SnapshotFile(of: journal).save(format: 1, at: journal.start, body: [])
      disk.names = disk.names.filter { $0.key == left }
      #expect(refusal(disk) == Refusal.journalGone)
      #expect(Array(disk.names.keys) == [left])
    }
  }

  @Test func aTrolleyThatWasKilledAtItsFirstStartIsNoReasonToRefuse() throws {
    let disk = MemoryDisk()
    disk.fault = { _, call in call.hasPrefix("rename") ? .powerCut : nil }
    #expect(throws: Failure.self) { try disk.open() }
    let next = disk.afterPowerCut(.everything)
    #expect(next.names.keys.contains { $0.hasPrefix("journal.tmp-") })
    try next.open().record([makeStep(1)])
    #expect(!next.names.keys.contains { $0.hasPrefix("journal.tmp-") })
  }

  @Test func twoTrolleysMayStartForTheFirstTimeAtOnce() throws {
    // The other one creates the journal after this one has made some of its calls.
    for number in 1... {
      let disk = MemoryDisk()
      var made: FileJournal?
      disk.fault = { n, _ in
        guard n >= number, made == nil else { return nil }
        disk.fault = { _, _ in nil }
        made = try? disk.open()
        return nil
      }
      let journal = try disk.open()
      guard let made else { break }
      #expect(journal.list == made.list)
      try made.record([makeStep(1)])
      try journal.record([makeStep(2)])
      #expect(try made.steps().steps == [makeStep(1), makeStep(2)])
    }
  }

  @Test func theJournalOfAnotherListIsRefused() throws {
    let disk = MemoryDisk()
    try disk.open().record([makeStep(1)])
    let other = MemoryDisk()
    try other.open().record([makeStep(2)])
    let file = try #require(disk.names[DataDirectory.journal])
    disk.files[file]?.bytes = try #require(other.bytes(of: DataDirectory.journal))
    #expect(refusal(disk) == Refusal.otherList)
    // As the message says.
    disk.names[DataDirectory.lock] = nil
    #expect(try disk.open().steps().steps == [makeStep(2)])
  }

  @Test func thereIsNoListWhereNobodyMadeOne() {
    let failure = #expect(throws: Failure.self) {
      try MemoryDisk().open(createIfMissing: false)
    }
    #expect(failure == Refusal.noList)
    #expect(failure?.exitStatus == 66)
  }

  @Test func damageInTheMiddleIsShownUntilThereAndTakesNoChange() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    for i in 1...5 { try journal.record([makeStep(i)]) }
    let file = try #require(disk.names[DataDirectory.journal])
    let third = try #require(disk.files[file]?.bytes.firstRange(of: makeStep(2)[0]))
    disk.files[file]?.bytes[third.lowerBound + 3] ^= 1
    let again = try disk.open()
    #expect(again.refusalOfChanges == nil)
    let found = try again.steps()
    #expect(found.steps == [makeStep(1)])
    #expect(found.warning?.contains("damaged at line 3") == true)
    #expect(again.refusalOfChanges?.exitStatus == 74)
    let before = disk.bytes(of: DataDirectory.journal)
    for journal in [again, try disk.open()] {
      let failure = #expect(throws: Failure.self) { try journal.record([makeStep(9)]) }
      #expect(failure?.kind == .damaged)
    }
    #expect(disk.bytes(of: DataDirectory.journal) == before)
  }

  @Test(arguments: [EROFS, EACCES, EPERM])
  func aReadOnlyDiskShowsTheListAndSaysWhyItCannotChange(_ error: Int32) throws {
    let disk = MemoryDisk()
    try disk.open().record([makeStep(1)])
    disk.fault = { _, call in
      let isWriting = ["open for writing", "write", "rename", "sync", "truncate", "setMode"]
        .contains { call.hasPrefix($0) }
      return isWriting ? .error(error) : nil
    }
    let journal = try disk.open()
    #expect(try journal.steps().steps == [makeStep(1)])
    #expect(try journal.steps().warning == nil)
    #expect(journal.refusalOfChanges?.kind == (error == EROFS ? .failedIO : .notAllowed))
    let failure = #expect(throws: Failure.self) { try journal.record([makeStep(2)]) }
    #expect(failure == journal.refusalOfChanges)
    #expect(throws: Failure.self) {
      try SnapshotFile(of: journal).save(format: 1, at: journal.start, body: [])
    }
    disk.append(makeBody("torn"))
    #expect(try journal.steps().warning != nil)
    disk.fault = { _, _ in nil }
    try journal.record([makeStep(2)])
    #expect(journal.refusalOfChanges == nil)
  }

  @Test func filesOfOthersAreRefused() throws {
    let disk = MemoryDisk()
    try disk.open().record([makeStep(1)])
    for name in [DataDirectory.journal, DataDirectory.lock] {
      let file = try #require(disk.names[name])
      disk.files[file]?.owner += 1
      #expect(refusal(disk)?.kind == .notAllowed)
      disk.files[file]?.owner -= 1
    }
    #expect(refusal(disk) == nil)
  }
}
