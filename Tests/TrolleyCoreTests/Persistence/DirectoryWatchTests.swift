import Glibc
import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyStorage

@Suite(.startsPrograms) struct DirectoryWatchTests {
  private let directory: TemporaryDirectory
  private let journal: FileJournal
  private let watch: DirectoryWatch

  init() throws {
    directory = try TemporaryDirectory()
    journal = try FileJournal(directory: directory.list, createIfMissing: true)
    try journal.record([makeStep(1)])
    watch = try DirectoryWatch(directory: directory.list)
  }

  private func isReadable(waiting milliseconds: Int32) -> Bool {
    var events = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&events, 1, milliseconds) == 1
  }

  @Test func silenceIsSilent() {
    // A program that another test starts holds what we have open for a moment, and closes it.
    waitUntil("silence") { !isReadable(waiting: 20) || !watch.drain() }
    #expect(!isReadable(waiting: 20))
    #expect(!watch.drain())
  }

  @Test func aLineOfAnotherProcessWakes() throws {
    let writer = try WriterProcess([directory.list, "w1", "3"])
    #expect(isReadable(waiting: Int32(Patience.milliseconds)))
    #expect(writer.wait() == 0)
    #expect(watch.drain())
    #expect(!isReadable(waiting: 0))
    #expect(!watch.drain())
  }

  @Test func anAppenderThatKeepsItsFileOpenWakesEachTime() throws {
    for i in 2...4 {
      try journal.record([makeStep(i)])
      #expect(isReadable(waiting: Int32(Patience.milliseconds)))
      #expect(watch.drain())
    }
    _ = try journal.read(after: nil)
    #expect(!watch.drain())
  }

  @Test func anotherFileOfThatNameWakes() throws {
    writeFile(directory.file("new"), readFile(directory.file(DataDirectory.journal)))
    #expect(!watch.drain())
    #expect(rename(directory.file("new"), directory.file(DataDirectory.journal)) == 0)
    #expect(watch.drain())
    try journal.record([makeStep(2)])
    #expect(watch.drain())
  }

  @Test func `that a list is shared, and not any more, is news`() throws {
    let path = directory.file(Membership.mark)
    writeFile(path, Array("{}".utf8))
    #expect(watch.drain())
    #expect(unlink(path) == 0)
    #expect(watch.drain())
  }

  @Test func aSnapshotIsNoNews() throws {
    try SnapshotFile(of: journal).save(format: 1, at: journal.start, body: [[1]])
    #expect(!watch.drain())
  }

  @Test func anotherFileIsNewsOnceItIsWhole() throws {
    let path = directory.file("settings.json")
    let settings = try DirectoryWatch(directory: directory.list, file: "settings.json")
    writeFile(directory.file("other.json"), Array("{}".utf8))
    #expect(!settings.drain())
    let fd = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(write(fd, "{", 1) == 1)
    #expect(!settings.drain())
    close(fd)
    #expect(settings.drain())
    writeFile(directory.file("new"), Array("{}".utf8))
    #expect(rename(directory.file("new"), path) == 0)
    #expect(settings.drain())
    #expect(unlink(path) == 0)
    #expect(settings.drain())
    #expect(!settings.drain())
  }

  @Test func whatCannotBeWatchedIsSaidInWords() {
    for path in [directory.path + "/nowhere", directory.file(DataDirectory.journal)] {
      let failure = #expect(throws: Failure.self) { try DirectoryWatch(directory: path) }
      #expect(failure?.kind == .failedIO)
    }
  }
}
