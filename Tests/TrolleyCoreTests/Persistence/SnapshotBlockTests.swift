import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

/// The blocks of a snapshot, each verified when something of it is looked at.
@Suite struct SnapshotBlockTests {
  private static let size = 8
  private static let count = 12

  /// A body in which every block differs, and in each generation.
  private static func body(_ generation: UInt8) -> [UInt8] {
    (0..<size * count).map { UInt8($0) ^ generation }
  }

  private static func disk(_ generation: UInt8) throws -> MemoryDisk {
    let disk = MemoryDisk()
    let journal = try disk.open()
    try file(journal).save(format: 1, at: journal.start, body: [body(generation)])
    return disk
  }

  private static func file(_ journal: FileJournal) -> SnapshotFile {
    SnapshotFile(of: journal, blockSize: size)
  }

  private static func range(_ block: Int) -> Range<Int> { block * size..<(block + 1) * size }

  /// Which blocks can be read, each alone; nil when nothing can.
  private static func sound(_ disk: MemoryDisk, _ generation: UInt8) throws -> [Bool]? {
    let body = body(generation)
    return file(try disk.open()).load(format: 1) { bytes in
      (0..<count).map { block in
        guard bytes.isSound(range(block)) else { return false }
        #expect(bytes[range(block)].elementsEqual(body[range(block)]))
        return true
      }
    }?.value
  }

  /// Where the body begins in the file, and the file's number.
  private static func place(_ disk: MemoryDisk) throws -> (start: Int, file: Int) {
    let file = try #require(disk.names[DataDirectory.snapshot])
    let bytes = try #require(disk.files[file]?.bytes)
    return (try #require(bytes.firstIndex(of: 0x0a)) + 1, file)
  }

  @Test func aWrongBitConcernsItsBlockAlone() throws {
    let disk = try Self.disk(0)
    let (start, file) = try Self.place(disk)
    for bit in 0..<Self.size * Self.count * 8 {
      disk.files[file]?.bytes[start + bit / 8] ^= 1 << UInt8(bit % 8)
      var expected = [Bool](repeating: true, count: Self.count)
      expected[bit / 8 / Self.size] = false
      #expect(try Self.sound(disk, 0) == expected)
      disk.files[file]?.bytes[start + bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test func blocksInEachOthersPlacesAreNoticed() throws {
    let disk = try Self.disk(0)
    let (start, file) = try Self.place(disk)
    let whole = try #require(disk.files[file]?.bytes)
    for a in 0..<Self.count {
      for b in 0..<a {
        var bytes = whole
        let (left, right) = (Self.range(a), Self.range(b))
        bytes.replaceSubrange(
          left.lowerBound + start..<left.upperBound + start,
          with: whole[
            (right.lowerBound + start)..<(right.upperBound + start)])
        bytes.replaceSubrange(
          right.lowerBound + start..<right.upperBound + start,
          with: whole[
            (left.lowerBound + start)..<(left.upperBound + start)])
        disk.files[file]?.bytes = bytes
        let expected = (0..<Self.count).map { $0 != a && $0 != b }
        #expect(try Self.sound(disk, 0) == expected)
      }
    }
  }

  @Test func blocksOfAnotherGenerationAreNoticed() throws {
    let disk = try Self.disk(0)
    let (start, file) = try Self.place(disk)
    let whole = try #require(disk.files[file]?.bytes)
    let other = Self.body(0x80)
    for block in 0..<Self.count {
      var bytes = whole
      let range = Self.range(block)
      bytes.replaceSubrange(
        range.lowerBound + start..<range.upperBound + start, with: other[range])
      disk.files[file]?.bytes = bytes
      #expect(try Self.sound(disk, 0) == (0..<Self.count).map { $0 != block })
    }
    // The table of another generation belongs to another header.
    let table = try Self.disk(0x80)
    let theirs = try #require(table.files[Self.place(table).file]?.bytes)
    let end = start + Self.size * Self.count
    disk.files[file]?.bytes = Array(whole[..<end] + theirs[end...])
    #expect(try Self.sound(disk, 0) == nil)
  }

  @Test func whatIsWrongLaterIsMadeAnewAndOnlyThen() throws {
    let disk = try Self.disk(0)
    let place = try Self.place(disk)
    nonisolated(unsafe) var marks: [JournalMark] = []
    let spare = SnapshotSpare {
      marks.append($0)
      // With a longer head than the one that was saved.
      return [1, 2, 3] + Self.body(0)
    } giveUp: {
      fatalError("given up")
    }
    let journal = try disk.open()
    let loaded = try #require(Self.file(journal).load(format: 1, spare: spare) { $0 }).value
    #expect(loaded[Self.range(2)].elementsEqual(Self.body(0)[Self.range(2)]))
    // Overwritten in place under an open list, as by a backup that is put back.
    disk.files[place.file]?.bytes.removeLast(60)
    for at in place.start..<place.start + 30 { disk.files[place.file]?.bytes[at] = 0xff }
    #expect(loaded[Self.range(2)].elementsEqual(Self.body(0)[Self.range(2)]))
    #expect(loaded[Self.range(4)].elementsEqual(Self.body(0)[Self.range(4)]))
    #expect(marks.isEmpty)
    #expect(loaded[0..<loaded.count].elementsEqual(Self.body(0)))
    #expect(marks == [journal.start])
  }

  // MARK: A list

  private static func items(_ count: Int) -> [Item] {
    (1...count).map {
      Item(
        id: Item.ID(UInt64($0)), name: "Thing \($0 * 7 % 10)",
        category: ["Fruit", "Dairy"][$0 % 2],
        price: Money(minorUnits: $0 * 10, currency: .usd), store: $0 == 3 ? "Aldi" : "")
    }
  }

  private static func step(_ number: Int, _ events: [Event]) -> TrolleyModel.Step {
    TrolleyModel.Step(replica: ReplicaID(1), number: number, time: 0, events: events)
  }

  private static func open(_ path: String) throws(Failure) -> ListStore {
    try ListStore(directory: path, create: true, blockSize: 64)
  }

  /// Two steps in the snapshot and one behind it.
  private static func makeList(_ path: String) throws {
    let store = try open(path)
    let items = items(9)
    let lines = items.prefix(4).enumerated().map { rank, item in
      CartLine(
        id: CartLine.ID(UInt64(100 + rank)), item: item.id, quantity: .one, rank: rank + 1)
    }
    _ = try store.append(step(1, [.itemsAdded(items)]))
    _ = try store.append(step(2, [.linesAdded(lines)]))
    try store.makeSnapshot()
    _ = try store.append(step(3, [.linesPicked([lines[1].id], true)]))
  }

  @Test func anyWrongByteOfASnapshotIsNeverSeen() throws {
    let folder = try TemporaryDirectory()
    try Self.makeList(folder.list)
    let path = folder.file(DataDirectory.snapshot)
    let whole = try #require(SmallFile.read(path, limit: 1 << 20))
    let state = try Self.open(folder.list).load().state
    #expect(state.items.count == 9 && state.cart.pickedCount == 1)
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1 << UInt8(place % 8)
      try SmallFile.replace(path, bytes)
      let store = try Self.open(folder.list)
      let loaded = try store.load().state
      #expect(loaded == state, "byte \(place)")
      #expect(StateCoding.whole(loaded) == StateCoding.whole(state), "byte \(place)")
      for item in state.items.all {
        let key = Folding.key(item.name)
        #expect(loaded.items.first(named: key) == state.items.first(named: key), "byte \(place)")
        #expect(loaded.cart.lines(of: item.id) == state.cart.lines(of: item.id), "byte \(place)")
      }
      if store.notes.isEmpty {
        // The slots are the same only if it is used.
        for query in ["e", "an", "milk 1", "note"] {
          let found = loaded.items.search.matches(query)
          #expect(found == state.items.search.matches(query), "byte \(place)")
        }
        let shown = try #require(loaded.slotsByName(isSplit: true))
        let expected = try #require(state.slotsByName(isSplit: true))
        #expect(shown == expected, "byte \(place)")
      }
      // It is not used, or removed as soon as it is found to be wrong, or nothing looked there.
      let isThere = SmallFile.read(path, limit: 1 << 20) != nil
      #expect(isThere || store.notes.isEmpty, "byte \(place)")
    }
  }

  @Test func `a snapshot that is overwritten under an open list is made anew`() throws {
    let folder = try TemporaryDirectory()
    try Self.makeList(folder.list)
    let state = try Self.open(folder.list).load().state
    let expected = StateCoding.whole(state)
    let open = try Self.open(folder.list).load().state
    #expect(truncate(folder.file(DataDirectory.snapshot), 0) == 0)
    #expect(StateCoding.whole(open) == expected)
    #expect(access(folder.file(DataDirectory.snapshot), F_OK) != 0)
    let again = try Self.open(folder.list)
    #expect(try again.load().state == state)
    #expect(again.notes.isEmpty)
  }

  @Test func `categories and stores of unchanged items are known from the head`() throws {
    let folder = try TemporaryDirectory()
    try Self.makeList(folder.list)
    let path = folder.file(DataDirectory.snapshot)
    let items = try Self.open(folder.list).load().state.items
    // What is looked at from now on is made anew, and the snapshot is removed.
    #expect(truncate(path, 0) == 0)
    #expect(items.categories == ["Fruit", "Dairy"] && items.stores == ["", "Aldi"])
    #expect(access(path, F_OK) == 0)
    #expect(items.count == Array(items.all).count)
    #expect(access(path, F_OK) != 0)
  }

  @Test func `what neither the snapshot nor the journal has ends the program`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(74), observing: [\.standardErrorContent]
    ) {
      let folder = try TemporaryDirectory()
      try Self.makeList(folder.list)
      let state = try Self.open(folder.list).load().state
      #expect(truncate(folder.file(DataDirectory.snapshot), 0) == 0)
      let path = folder.file(DataDirectory.journal)
      var journal = try #require(SmallFile.read(path, limit: 1 << 20))
      journal[300] ^= 1
      try SmallFile.replace(path, journal)
      _ = StateCoding.whole(state)
      exit(0)
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("trolley: The snapshot of the list is damaged, and the journal"))
  }
}
