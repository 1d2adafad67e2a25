import Testing

@testable import TrolleyStorage
@testable import TrolleySystem

private func makeDisk(blockSize: Int = SnapshotFile.blockSize) throws -> MemoryDisk {
  let disk = MemoryDisk()
  let journal = try disk.open()
  try journal.record([makeStep(1), makeStep(2)])
  let end = try journal.read(after: nil).end
  try SnapshotFile(of: journal, blockSize: blockSize)
    .save(format: 3, at: end, body: [makeBody("state "), makeBody("of two")])
  try journal.record([makeStep(3)], since: end)
  return disk
}

private func load(
  _ disk: MemoryDisk, format: Int = 3, blockSize: Int = SnapshotFile.blockSize
) throws -> (String, JournalMark)? {
  let journal = try disk.open()
  return SnapshotFile(of: journal, blockSize: blockSize).load(format: format) {
    $0.whole.map { String(decoding: $0, as: UTF8.self) }
  }.map { ($0.value, $0.mark) }
}

@Suite struct SnapshotTests {
  @Test func aSnapshotAndTheRestAreTheWhole() throws {
    let disk = try makeDisk()
    let (state, mark) = try #require(try load(disk))
    #expect(state == "state of two")
    #expect(try disk.open().read(after: mark).entries.steps == [makeStep(3)])
    #expect(disk.names.keys.filter { DataDirectory.isTemporary($0) }.isEmpty)
  }

  /// Another process between the creation and the locking of a file takes it for a left-over.
  @Test func aSnapshotThatIsSweptAwayWhileItIsMadeIsMadeAgain() throws {
    let disk = try makeDisk()
    var calls = disk.table
    nonisolated(unsafe) var sweeps = 0
    let lock = calls.lock
    calls.lock = { file, operation in
      if let name = disk.names.keys.first(where: { DataDirectory.isTemporary($0) }), sweeps < 2 {
        sweeps += 1
        _ = disk.table.remove(0, name)
      }
      return lock(file, operation)
    }
    let journal = try FileJournal(directory: "/list", calls: calls, createIfMissing: false)
    let end = try journal.read(after: nil).end
    try SnapshotFile(of: journal).save(format: 3, at: end, body: [makeBody("state of three")])
    #expect(sweeps == 2)
    #expect(try load(disk)?.0 == "state of three")
  }

  @Test(arguments: [2, 4, 8, SnapshotFile.blockSize])
  func anyBitOfASnapshotIsNoticed(_ blockSize: Int) throws {
    let disk = try makeDisk(blockSize: blockSize)
    func load(_ disk: MemoryDisk) throws -> (String, JournalMark)? {
      try TrolleyCoreTests.load(disk, blockSize: blockSize)
    }
    let file = try #require(disk.names[DataDirectory.snapshot])
    let count = try #require(disk.files[file]?.bytes.count)
    for bit in 0..<count * 8 {
      disk.files[file]?.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try load(disk) == nil)
      disk.files[file]?.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
    #expect(try load(disk) != nil)
    let whole = try #require(disk.files[file]?.bytes)
    for cut in 0..<count {
      disk.files[file]?.bytes = Array(whole[..<cut])
      #expect(try load(disk) == nil)
    }
    disk.files[file]?.bytes = whole + [0]
    #expect(try load(disk) == nil)
  }

  @Test func anotherFormatIsIgnored() throws {
    let disk = try makeDisk()
    #expect(try load(disk, format: 2) == nil)
    #expect(try load(disk, format: 4) == nil)
  }

  @Test func aSnapshotOfAnotherJournalIsIgnored() throws {
    let disk = try makeDisk()
    let other = MemoryDisk()
    try other.open().record([makeStep(1), makeStep(2), makeStep(3)])
    let file = try #require(disk.names[DataDirectory.snapshot])
    other.files[50] = disk.files[file]
    other.names[DataDirectory.snapshot] = 50
    let journal = try other.open()
    #expect(SnapshotFile(of: journal).load(format: 3) { $0.whole?.count } == nil)
    #expect(journal.notes.last?.hasPrefix("The snapshot is not used") == true)
  }

  @Test func aContentThatIsNotUnderstoodIsIgnored() throws {
    let disk = try makeDisk()
    let journal = try disk.open()
    #expect(SnapshotFile(of: journal).load(format: 3) { _ in Int?.none } == nil)
  }

  @Test func leftOversAreSweptButNotWhatIsBeingMade() throws {
    let disk = try makeDisk()
    let journal = try disk.open()
    let directory = try DataDirectory(path: "/list", calls: disk.table, createIfMissing: false)
    let left = try directory.create("snapshot.tmp-1")
    let made = try directory.create("journal.tmp-2")
    #expect(disk.table.lock(made.descriptor, LockOperation.exclusive) == 0)
    let end = try journal.read(after: nil).end
    try SnapshotFile(of: journal).save(format: 3, at: end, body: [])
    #expect(disk.names["snapshot.tmp-1"] == nil)
    #expect(disk.names["journal.tmp-2"] != nil)
    #expect(try load(disk)?.0 == "")
    _ = left
  }

  @Test func aLargeSnapshotIsRead() throws {
    let disk = try makeDisk()
    let journal = try disk.open()
    let body = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    try SnapshotFile(of: journal).save(format: 1, at: journal.start, body: [body])
    let loaded = SnapshotFile(of: journal).load(format: 1) { $0.whole.map { Array($0) } }
    #expect(loaded?.value == body)
    #expect(loaded?.mark == journal.start)
  }
}
