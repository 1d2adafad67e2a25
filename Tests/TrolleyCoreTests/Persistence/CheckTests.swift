import Foundation
import Testing

@testable import TrolleyModel
@testable import TrolleyStorage

/// A journal with the lines of five steps, the header first.
private func makeLines() throws -> [[UInt8]] {
  let disk = MemoryDisk()
  let journal = try disk.open()
  for i in 1...5 { try journal.record([makeStep(i)]) }
  let bytes = try #require(disk.bytes(of: DataDirectory.journal))
  return bytes.split(separator: 0x0a).map { Array($0) + [0x0a] }
}

private func makeDisk(_ lines: [[UInt8]]) -> MemoryDisk {
  MemoryDisk(journal: Array(lines.joined()))
}

private func check(_ disk: MemoryDisk) throws(Failure) -> JournalReport {
  try JournalCheck(directory: "/list", calls: disk.table).check()
}

private func repair(_ disk: MemoryDisk) throws(Failure) -> JournalRepair {
  try JournalCheck(directory: "/list", calls: disk.table).repair(time: "2026-02-03T101112")
}

@Suite struct CheckTests {
  private let all = (1...5).map { makeStep($0) }

  @Test func `one of a kind is not counted in the plural`() throws {
    let lines = try makeLines()
    let one = try #require(check(makeDisk(Array(lines.prefix(2)))).sentences.first)
    #expect(one.hasPrefix("The journal is sound: 1 change in 1 line, "))
    var repair = JournalRepair()
    (repair.keptLines, repair.lostLines) = (1, 1)
    #expect(repair.sentence == "The journal was written anew with 1 line; 1 was lost.")
  }

  @Test func aSoundJournalIsLeftAlone() throws {
    let disk = makeDisk(try makeLines())
    let report = try check(disk)
    #expect(report.isSound && report.steps == 5 && report.lines == 8 && report.tornBytes == 0)
    #expect(report.bytes == disk.bytes(of: DataDirectory.journal)?.count)
    #expect(report.snapshot == .none)
    let before = disk.names
    let done = try repair(disk)
    #expect(done.keptLines == nil)
    #expect(disk.names.filter { $0.key != DataDirectory.lock } == before)
  }

  @Test func `what is skipped where the list is read is not called sound`() throws {
    let check = try JournalCheck(directory: "/list", calls: makeDisk(try makeLines()).table)
    check.isReadable = { $0.n != 4 }
    let report = try check.check()
    #expect(!report.isSound && report.flaw == nil && report.skipped == [4])
    #expect(report.sentences.first?.hasPrefix("The journal is whole: ") == true)
    #expect(
      report.sentences[1] == "1 line is skipped, with a value that cannot be read: change 4.")
  }

  @Test func aBadLineIsNamedAndTheOthersAreSaved() throws {
    var lines = try makeLines()
    lines[2][20] ^= 0x10
    let disk = makeDisk(lines)
    let bytes = disk.bytes(of: DataDirectory.journal)
    let report = try check(disk)
    let flaw = try #require(report.flaw)
    #expect(flaw.line == 3 && flaw.offset == lines[0].count + lines[1].count)
    #expect(flaw.words == "its checksum does not match")
    #expect(report.lines == 7 && report.badLines == 1)
    let done = try repair(disk)
    #expect(done.keptLines == 7 && done.lostLines == 1)
    #expect(disk.bytes(of: "journal.damaged-2026-02-03T101112") == bytes)
    let journal = try disk.open()
    #expect(journal.list == report.list)
    let found = try journal.steps()
    #expect(found.warning == nil)
    // The first line of the second step is lost.
    #expect(found.steps == [all[0], Array(all[1][1...]), all[2], all[3], all[4]])
    #expect(try check(disk).isSound)
    #expect(try check(disk).leftOvers == ["journal.damaged-2026-02-03T101112"])
    try journal.record([makeStep(9)])
  }

  @Test func linesDoubledOrInTheWrongPlaceAreBroughtBackToTheirs() throws {
    var lines = try makeLines()
    lines.swapAt(2, 7)
    lines.insert(lines[4], at: 6)
    let disk = makeDisk(lines)
    #expect(try !check(disk).isSound)
    #expect(try repair(disk).lostLines == 0)
    #expect(try disk.open().steps().steps == all)
  }

  @Test func aLostNewlineLosesNoLine() throws {
    var lines = try makeLines()
    lines[3][lines[3].count - 1] = 0x0b
    lines[6].removeLast()
    let disk = makeDisk(lines)
    #expect(try repair(disk).lostLines == 0)
    #expect(try disk.open().steps().steps == all)
  }

  @Test func aDamagedHeaderIsMadeAnew() throws {
    var lines = try makeLines()
    let list = try makeDisk(lines).open().list
    lines[0][3] ^= 1
    let disk = makeDisk(lines)
    let failure = #expect(throws: Failure.self) { try disk.open() }
    #expect(failure == Refusal.noHeader)
    #expect(try check(disk).flaw?.line == 1)
    #expect(try repair(disk).lostLines == 1)
    #expect(try disk.open().steps().steps == all)
    // If the lock file remembers the list's identity, the list keeps it.
    let other = makeDisk(lines)
    other.files[70] = MemoryDisk.File(bytes: makeBody(list + "\n"))
    other.names[DataDirectory.lock] = 70
    _ = try repair(other)
    #expect(try other.open().list == list)
  }

  @Test func theEndOfAStepThatIsLostTakesNothingElseWithIt() throws {
    var lines = try makeLines()
    lines.remove(at: 4)
    let disk = makeDisk(lines)
    _ = try repair(disk)
    let found = try disk.open().steps().steps
    #expect(found == [all[0], Array(all[1].dropLast()), all[2], all[3], all[4]])
  }

  @Test func aTornEndIsCountedAndMovedAside() throws {
    let disk = makeDisk(try makeLines())
    disk.append(makeBody("{\"v\":1,"))
    let report = try check(disk)
    #expect(report.isSound && report.tornBytes == 7)
    #expect(try repair(disk).keptLines == 8)
    #expect(try check(disk).tornBytes == 0)
    #expect(try disk.open().steps().steps == all)
  }

  @Test func theJournalOfAnotherListBecomesTheList() throws {
    let disk = makeDisk(try makeLines())
    disk.files[70] = MemoryDisk.File(bytes: makeBody(String(repeating: "ab", count: 16) + "\n"))
    disk.names[DataDirectory.lock] = 70
    #expect(try check(disk).flaw?.line == 1)
    #expect(try repair(disk).lostLines == 0)
    #expect(try disk.open().steps().steps == all)
  }

  @Test func theReportSaysWhatLiesAround() throws {
    let disk = makeDisk(try makeLines())
    for (i, name) in ["journal.torn-3", "snapshot.tmp-5", "letter", "snapshot.json"].enumerated() {
      disk.files[80 + i] = MemoryDisk.File(bytes: [1, 2], mode: 0o644)
      disk.names[name] = 80 + i
    }
    let report = try check(disk)
    #expect(report.leftOvers == ["journal.torn-3", "snapshot.tmp-5"])
    #expect(report.looseModes == ["journal.torn-3"])
    #expect(report.snapshot == .ignored("its first line is not one of a snapshot"))
    #expect(report.notes == ["snapshot.json was open to others; now it is not."])
    #expect(report.sentences.count == 5)
  }

  @Test func aJournalThatIsGoneCannotBeRepaired() throws {
    let disk = MemoryDisk()
    _ = try disk.open()
    disk.names[DataDirectory.journal] = nil
    let failure = #expect(throws: Failure.self) { try repair(disk) }
    #expect(failure == Refusal.journalGone)
    #expect(throws: Refusal.noList) { try check(MemoryDisk()) }
  }

  @Test func `of a shared list whose copy is gone it is said how that comes back`() throws {
    let disk = MemoryDisk()
    let journal = try disk.open()
    // Only that there is one counts.
    disk.names[Membership.mark] = disk.names[DataDirectory.lock]
    disk.names[DataDirectory.journal] = nil
    #expect(throws: Refusal.copyGone) { try check(disk) }
    #expect(throws: Refusal.copyGone) { try disk.open() }
    #expect(throws: Refusal.copyGone) { try journal.checkPlace() }
  }

  @Test(arguments: ["", "a/b", "..", "a b", "ü"])
  func aTimeIsNoPath(_ time: String) throws {
    let disk = makeDisk(try makeLines())
    let failure = #expect(throws: Failure.self) {
      try JournalCheck(directory: "/list", calls: disk.table).repair(time: time)
    }
    #expect(failure?.kind == .usage)
  }

  /// Two programs that both found it damaged: the later one would take away what the first has appended.
  @Test func `a journal that another program has mended meanwhile is not replaced`() throws {
    let home = try TemporaryDirectory()
    let lines = try makeLines()
    var damaged = lines
    damaged[2][20] ^= 0x10
    // Where the header and each step end.
    let ends = lines.indices.filter {
      !String(decoding: lines[$0], as: UTF8.self).contains(#""more":true"#)
    }
    let early = Array(lines[...ends[4]])
    /// The list with a journal of these lines, beside a fetched copy that ends one step earlier.
    func replaced(_ name: String, _ journal: [[UInt8]]) throws -> (bytes: [UInt8], files: [String])
    {
      let path = home.path + "/" + name
      for (folder, lines) in [("list", journal), ("fetched", early)] {
        let folder = path + "/" + folder
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        try Data(lines.joined()).write(to: URL(filePath: folder + "/journal.jsonl"))
      }
      try JournalCheck(directory: path + "/list").replace(by: path + "/fetched", time: "now")
      let files = try FileManager.default.contentsOfDirectory(atPath: path + "/list")
      return (
        Array(try Data(contentsOf: URL(filePath: path + "/list/journal.jsonl"))),
        files.filter { $0.hasPrefix("journal.damaged") }
      )
    }
    let fetched = Array(early.joined())
    #expect(try replaced("damaged", damaged) == (fetched, ["journal.damaged-now"]))
    #expect(try replaced("shorter", Array(lines[...ends[1]])) == (fetched, ["journal.damaged-now"]))
    #expect(try replaced("mended", early) == (fetched, []))
    #expect(try replaced("longer", lines) == (Array(lines.joined()), []))
  }

  /// The old journal or the new one, at whichever point the power fails or a call fails.
  @Test func aRepairThatIsStoppedHasDoneNothingOrAll() throws {
    var lines = try makeLines()
    lines[2][20] ^= 0x10
    let old = Array(lines.joined())
    let whole = makeDisk(lines)
    _ = try repair(whole)
    let new = try #require(whole.bytes(of: DataDirectory.journal))
    let faults: [MemoryDisk.Fault] = [.powerCut, .error(28), .error(5)]
    for fault in faults {
      for number in 1... {
        let disk = makeDisk(lines)
        disk.fault = { n, _ in n == number ? fault : nil }
        let isDone = (try? repair(disk)) != nil
        let wasReached = disk.calls >= number
        disk.fault = { _, _ in nil }
        for cut in PowerCut.all {
          let after = disk.afterPowerCut(cut)
          let found = after.bytes(of: DataDirectory.journal)
          #expect(found == old || found == new, "call \(number), \(cut)")
          if isDone { #expect(found == new) }
          if found == new {
            let kept = after.names.keys.filter { $0.hasPrefix("journal.damaged-") }
            #expect(kept.contains { after.bytes(of: $0) == old })
          }
          _ = try repair(after)
          #expect(try after.open().steps().steps.count == 5)
        }
        if !wasReached { break }
      }
    }
  }
}
