import Glibc
import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyStorage

/// On a real file system: things that only the system can answer.
@Suite(.startsPrograms) struct FilesAndModesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(createIfMissing: Bool = true) throws(Failure) -> FileJournal {
    try FileJournal(directory: directory.list, createIfMissing: createIfMissing)
  }

  private func refusal() -> Failure? {
    do throws(Failure) {
      _ = try open()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["000", "077", "777"])
  func modesDoNotDependOnTheUmask(_ umask: String) throws {
    // In a process of its own, because the umask is global.
    let deep = directory.path + "/a/b/list"
    let writer = try WriterProcess([deep, "w1", "30", "umask=" + umask])
    #expect(writer.wait() == 0, "\(writer.lines)")
    #expect(mode(of: deep) == 0o700)
    for name in [DataDirectory.journal, DataDirectory.lock] {
      #expect(mode(of: "\(deep)/\(name)") == 0o600)
    }
    let snapshot = mode(of: "\(deep)/\(DataDirectory.snapshot)")
    #expect(snapshot == 0o600 || snapshot == 0)
  }

  @Test func filesThatAreOpenToOthersAreClosed() throws {
    try open().record([makeStep(1)])
    chmod(directory.list, 0o777)
    chmod(directory.file(DataDirectory.journal), 0o666)
    chmod(directory.file(DataDirectory.lock), 0o644)
    let journal = try open()
    try journal.record([makeStep(2)])
    #expect(journal.notes.count == 3)
    #expect(mode(of: directory.list) == 0o700)
    #expect(mode(of: directory.file(DataDirectory.journal)) == 0o600)
    #expect(mode(of: directory.file(DataDirectory.lock)) == 0o600)
    #expect(try open().notes.isEmpty)
  }

  @Test func aDirectoryWithOtherThingsInItIsNotClosed() throws {
    mkdir(directory.list, 0o755)
    chmod(directory.list, 0o755)
    writeFile(directory.file("letter"), [1])
    try open().record([makeStep(1)])
    #expect(mode(of: directory.list) == 0o755)
    #expect(mode(of: directory.file(DataDirectory.journal)) == 0o600)
  }

  @Test func aDirectoryThatOthersMayWriteToIsRefused() {
    mkdir(directory.list, 0o700)
    writeFile(directory.file("letter"), [1])
    chmod(directory.list, 0o777)
    #expect(refusal()?.kind == .notAllowed)
    unlink(directory.file("letter"))
    chmod(directory.list, 0o1777)
    #expect(refusal()?.kind == .notAllowed)
    #expect(mode(of: directory.list) == 0o1777)
  }

  @Test(arguments: [DataDirectory.journal, DataDirectory.lock])
  func symbolicLinksAreNotFollowed(_ name: String) throws {
    try open().record([makeStep(1)])
    let real = directory.path + "/real"
    #expect(rename(directory.file(name), real) == 0)
    #expect(symlink(real, directory.file(name)) == 0)
    #expect(refusal() == Refusal.symbolicLink(name))
    unlink(directory.file(name))
    symlink(directory.path + "/nowhere", directory.file(name))
    #expect(refusal() == Refusal.symbolicLink(name))
    #expect(access(directory.path + "/nowhere", F_OK) != 0)
  }

  /// Joining a shared list moves the one that was here aside, also while a screen shows it.
  @Test func aListThatWasMovedAsideTakesNoMoreChanges() throws {
    let journal = try open()
    try journal.record([makeStep(1)])
    let aside = directory.path + "/aside"
    #expect(rename(directory.list, aside) == 0)
    #expect(throws: Refusal.movedAway) { try journal.record([makeStep(2)]) }
    try open().record([makeStep(3)])
    #expect(throws: Refusal.movedAway) { try journal.record([makeStep(4)]) }
    #expect(throws: Refusal.movedAway) { _ = try journal.forEachLine(after: nil) { _ in } }
    let kept = try FileJournal(directory: aside, createIfMissing: false)
    var count = 0
    _ = try kept.forEachLine(after: nil) { _ in count += 1 }
    #expect(count == 1)
    try kept.record([makeStep(5)])
  }

  @Test func aSymbolicLinkIsNoDataDirectory() throws {
    try open().record([makeStep(1)])
    let link = directory.path + "/link"
    symlink(directory.list, link)
    for path in [link, link + "/", link + "//"] {
      let failure = #expect(throws: Failure.self) {
        try FileJournal(directory: path, createIfMissing: true)
      }
      #expect(failure?.kind == .notAllowed)
    }
  }

  @Test func aSymbolicLinkIsNoSnapshot() throws {
    let journal = try open()
    let snapshot = SnapshotFile(of: journal)
    try snapshot.save(format: 1, at: journal.start, body: [[1]])
    let real = directory.path + "/real"
    #expect(rename(directory.file(DataDirectory.snapshot), real) == 0)
    symlink(real, directory.file(DataDirectory.snapshot))
    #expect(snapshot.load(format: 1) { $0.whole?.count } == nil)
    // The next write replaces the link and does not touch its target.
    let old = readFile(real)
    try snapshot.save(format: 1, at: journal.start, body: [[2], [3]])
    #expect(readFile(real) == old)
    #expect(snapshot.load(format: 1) { $0.whole?.count }?.value == 2)
  }

  @Test(arguments: [DataDirectory.journal, DataDirectory.lock])
  func whatIsNotAFileIsRefusedAtOnce(_ name: String) throws {
    try open().record([makeStep(1)])
    let path = directory.file(name)
    unlink(path)
    mkfifo(path, 0o600)
    #expect(refusal()?.kind == .damaged)
    unlink(path)
    mkdir(path, 0o700)
    #expect(refusal() != nil)
    rmdir(path)
    symlink("/dev/zero", path)
    #expect(refusal() == Refusal.symbolicLink(name))
  }

  /// When a list is left, every window on it takes away what waited.
  @Test func `an outbox that another program has removed before is gone, too`() throws {
    let copies = try [open(), open()]
    let both = copies.map { Outbox(beside: $0) }
    try copies[0].transaction(since: nil) { (_) throws(Failure) in
      try both[0].append([makeBody(1)])
    }
    for (copy, outbox) in zip(copies, both) { #expect(try outbox.isThere, "\(copy.list)") }
    for outbox in both {
      try copies[0].transaction(since: nil) { (_) throws(Failure) in try outbox.remove() }
      #expect(try !outbox.isThere)
    }
  }

  @Test func aFileIsNoDataDirectory() throws {
    writeFile(directory.list, [1])
    #expect(refusal()?.kind == .notAllowed)
    #expect(throws: Failure.self) { try FileJournal(directory: "", createIfMissing: true) }
    #expect(throws: Failure.self) { try FileJournal(directory: "a\0b", createIfMissing: true) }
    let inside = #expect(throws: Failure.self) {
      try FileJournal(directory: directory.list + "/inside", createIfMissing: true)
    }
    #expect(inside.map(isForPeople) == true)
  }

  @Test func aRealDiskKeepsWhatAMemoryDiskKeeps() throws {
    let journal = try open()
    for i in 0..<20 { try journal.record([makeStep(i)]) }
    let end = try journal.read(after: nil).end
    try SnapshotFile(of: journal).save(format: 1, at: end, body: [makeBody("all")])
    let again = try open(createIfMissing: false)
    #expect(again.list == journal.list)
    #expect(try again.steps().steps == (0..<20).map { makeStep($0) })
    #expect(SnapshotFile(of: again).load(format: 1) { $0.whole?.count }?.mark == end)
    #expect(try again.step(at: 1).steps == [makeStep(0)])
    try journal.reopen()
    try journal.record([makeStep(20)])
    #expect(try again.read(after: end).entries.steps == [makeStep(20)])
    let report = try JournalCheck(directory: directory.list).check()
    #expect(report.steps == 21 && report.isSound && report.snapshot == .usable)
    #expect(report.leftOvers.isEmpty && report.looseModes.isEmpty)
  }

  /// As a shell may create it: a sparse file, too long to read in one piece.
  @Test func aHugeLineIsNoReasonToCrash() throws {
    try open().record([makeStep(1)])
    let path = directory.file(DataDirectory.journal)
    let bytes = readFile(path)
    truncate(path, off_t(bytes.count + 20_000_000))
    let found = try open().steps()
    #expect(found.steps == [makeStep(1)])
    #expect(found.warning == Refusal.tornWarning)
    try open().record([makeStep(2)])
    #expect(try open().steps().steps == [makeStep(1), makeStep(2)])
    #expect(readFile(directory.file("journal.torn-2")).count == 20_000_000)
  }
}
