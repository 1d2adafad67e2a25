import Glibc
import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

/// Real files, real locks, real processes that are killed.
@Suite(.startsProgramsAlone) struct PresenceTests {
  private let directory: TemporaryDirectory
  private let ann = Account.ID(10)
  private let ben = Account.ID(11)
  private let cid = Account.ID(12)

  init() throws {
    directory = try TemporaryDirectory()
    mkdir(directory.list, 0o700)
  }

  private func appear(_ account: Account.ID, _ replica: UInt64 = 1) throws -> Presence {
    try Presence(directory: directory.list, account: account, replica: ReplicaID(replica))
  }

  @Test func `an outage that one program reports is seen by the others until it is over`() throws {
    let one = try appear(ann)
    let other = try appear(ben, 2)
    #expect(other.outages().isEmpty)
    one.report(outageOf: "openFoodFacts")
    expectSoon { isTold(other, waiting: 0) }
    #expect(other.outages() == ["openFoodFacts.\(ReplicaID(1))"] && one.outages().isEmpty)
    #expect(other.online() == [ann, ben], "it is no account")
    #expect(other.outages().count == 1)
    one.report(outageOf: nil)
    #expect(other.outages().isEmpty)
    var third: Presence? = try appear(cid, 3)
    third?.report(outageOf: "wineCom")
    #expect(other.outages() == ["wineCom.\(ReplicaID(3))"])
    third = nil
    #expect(other.outages().isEmpty && names.allSatisfy { !$0.hasSuffix(".e") })
  }

  @Test func `without a watch who is online is found by looking, until there is one`() throws {
    var lacks = true
    let one = try Presence(
      directory: directory.list, account: ann, replica: ReplicaID(1)
    ) { (path) throws(Failure) in
      if lacks { throw Failure(.failedIO, "", detail: "inotify_init1: error 24") }
      return try PresenceWatch(path)
    }
    #expect(one.descriptor == nil && one.lackOfWatch != nil)
    let other = try appear(ben, 2)
    #expect(one.online() == [ann, ben] && other.online() == [ann, ben])
    one.watchAgain()
    #expect(one.descriptor == nil)
    lacks = false
    one.watchAgain()
    #expect(one.descriptor != nil && one.lackOfWatch == nil)
    let third = try appear(cid, 3)
    expectSoon { isTold(one, waiting: 0) }
    #expect(one.online() == [ann, ben, cid])
    withExtendedLifetime(third) {}
  }

  private func start(_ account: Account.ID, _ more: String...) throws -> WriterProcess {
    let process = try WriterProcess(
      [directory.list, account.description] + more, program: "online-person")
    expectSoon { process.lines.contains { $0.hasPrefix("online") } }
    return process
  }

  private func expectSoon(
    sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
  ) {
    waitUntil("what must come", sourceLocation: sourceLocation, isSo)
  }

  private var names: [String] {
    let path = directory.file("online")
    let online = try? DataDirectory(path: path, calls: .system, createIfMissing: false)
    return (try? online?.names()) ?? []
  }

  private func isTold(_ presence: Presence, waiting milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: presence.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) == 1
  }

  /// Behaves like a screen until it sees these accounts or gets no more events; returns what it saw
  /// last.
  private func watch(_ presence: Presence, until wanted: Set<Account.ID>) -> Set<Account.ID> {
    var seen = presence.online()
    while seen != wanted, isTold(presence, waiting: Int32(Patience.milliseconds)) {
      presence.drain()
      seen = presence.online()
    }
    return seen
  }

  /// Handles pending events, which must come to an end.
  private func settle(_ all: [Presence]) {
    for _ in 0..<50 {
      guard let told = all.first(where: { isTold($0, waiting: 20) }) else { return }
      told.drain()
      _ = told.online()
    }
    Issue.record("no end of it")
  }

  @Test func whoIsOnOtherMachinesIsSeenHereAndGoneWithTheProgramThatSaysSo() throws {
    let screen = try appear(ann)
    do {
      let carrier = try Presence(directory: directory.list, account: nil, replica: ReplicaID(2))
      // Ann is on two machines.
      carrier.show(elsewhere: [ann, ben])
      #expect(watch(screen, until: [ann, ben]) == [ann, ben])
      #expect(carrier.onlineHere() == [ann] && carrier.isInPlace)
      #expect(Presence.online(in: directory.list) == [ann, ben])
      carrier.show(elsewhere: [cid])
      #expect(watch(screen, until: [ann, cid]) == [ann, cid])
    }
    #expect(watch(screen, until: [ann]) == [ann])
    settle([screen])
    #expect(names.count == 2)
  }

  @Test func comingAndGoingIsTold() throws {
    let one = try appear(ann)
    #expect(one.online() == [ann])
    #expect(!isTold(one, waiting: 0), "its own coming")
    var other: Presence? = try appear(ben)
    #expect(isTold(one, waiting: 0))
    #expect(watch(one, until: [ann, ben]) == [ann, ben])
    #expect(other?.online() == [ann, ben])
    #expect(Presence.online(in: directory.list) == [ann, ben])
    other = nil
    #expect(isTold(one, waiting: 0))
    #expect(watch(one, until: [ann]) == [ann])
    #expect(Presence.online(in: directory.list) == [ann])
  }

  @Test func onePersonOnTwoScreensIsOne() throws {
    let one = try appear(ann)
    var two: Presence? = try appear(ann, 2)
    #expect(one.online() == [ann])
    two = nil
    #expect(two == nil)
    #expect(one.online() == [ann])
  }

  @Test func theSameScreenComesAgain() throws {
    let one = try appear(ann)
    for _ in 0..<3 {
      let again = try appear(ben, 2)
      #expect(watch(one, until: [ann, ben]) == [ann, ben])
      withExtendedLifetime(again) {}
    }
    #expect(watch(one, until: [ann]) == [ann])
  }

  @Test func aKilledProcessIsGoneAndItsFilesToo() throws {
    let one = try appear(ann)
    let other = try start(ben)
    #expect(watch(one, until: [ann, ben]) == [ann, ben])
    other.kill()
    #expect(watch(one, until: [ann]) == [ann])
    settle([one])
    #expect(names == ["a.1.a", "a.1.b"])
  }

  @Test func itIsNeverMissedHoweverEarlyOneLooks() throws {
    let one = try appear(ann)
    for _ in 0..<40 {
      let other = try start(ben)
      settle([one])
      #expect(one.online() == [ann, ben])
      other.strike()
      // Polls without sleeping: a fast reader still finds the lock of a file whose close was
      // reported.
      var seen: Set<Account.ID> = [ann, ben]
      let start = FileCalls.system.milliseconds()
      while seen != [ann], FileCalls.system.milliseconds() - start < Patience.milliseconds {
        if isTold(one, waiting: 0) {
          one.drain()
          seen = one.online()
        }
      }
      #expect(seen == [ann])
    }
  }

  @Test func childrenOfOneThatWasKilledHoldNothing() throws {
    let one = try appear(ann)
    let other = try start(ben, "child")
    #expect(watch(one, until: [ann, ben]) == [ann, ben])
    other.kill()
    #expect(watch(one, until: [ann]) == [ann])
    let told = other.lines.first { $0.hasPrefix("child ") }?.split(separator: " ").last
    let child = try #require(told.flatMap { pid_t($0) })
    #expect(child > 0 && kill(child, 0) == 0, "it lives on")
    kill(child, SIGKILL)
  }

  @Test func everybodySeesEverybody() throws {
    let one = try appear(ann)
    let (two, three) = (try start(ben), try start(cid))
    #expect(watch(one, until: [ann, ben, cid]) == [ann, ben, cid])
    expectSoon { [two, three].allSatisfy { $0.lines.last == "online a b c" } }
    two.kill()
    #expect(watch(one, until: [ann, cid]) == [ann, cid])
    expectSoon { three.lines.last == "online a c" }
  }

  // MARK: Silence

  @Test func lookingIsNoNewsToAnybody() throws {
    let all = try (1...5).map { try appear(Account.ID($0), $0) }
    settle(all)
    for _ in 0..<3 {
      for presence in all { #expect(presence.online().count == 5) }
      #expect(Presence.online(in: directory.list).count == 5)
    }
    for presence in all { #expect(!isTold(presence, waiting: 50)) }
  }

  @Test func sweepingEndsAfterOneRound() throws {
    let all = try (1...3).map { try appear(Account.ID($0), $0) }
    try start(ben).kill()
    var rounds = 0
    while all.contains(where: { isTold($0, waiting: 20) }) {
      rounds += 1
      guard rounds < 10 else { break }
      for presence in all {
        presence.drain()
        _ = presence.online()
      }
    }
    #expect(rounds < 4)
  }

  // MARK: Files

  @Test func filesAreClosedToOthersAndToChildren() throws {
    // In a process of its own, because the umask is global.
    let other = try start(ben, "umask=0")
    #expect(mode(of: directory.file("online")) == 0o700)
    #expect(names.count == 2)
    for name in names { #expect(mode(of: directory.file("online/" + name)) == 0o600) }
    withExtendedLifetime(other) {}
    let one = try appear(ann)
    #expect(fcntl(one.descriptor ?? -1, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func whatIsLeftIsRemovedAndTheRestIsLeftAlone() throws {
    let one = try appear(ann)
    let left = ["b.2.a", "b.2.b", "c.3.a", "c.tmp-77", "c.tmp-77-2"]
    let foreign = ["notes", "b.2.e", "b.!.a", "x.y", "B.2.a", "z.z.z.z"]
    for name in left + foreign { writeFile(directory.file("online/" + name), []) }
    mkdir(directory.file("online/d.4.a"), 0o700)
    symlink("/etc/passwd", directory.file("online/e.5.a"))
    mkfifo(directory.file("online/f.6.a"), 0o600)
    #expect(Presence.online(in: directory.list) == [ann])
    #expect(names.count == 2 + left.count + foreign.count + 3, "a verb removes nothing")
    #expect(one.online() == [ann])
    #expect(names == (["a.1.a", "a.1.b", "d.4.a", "e.5.a", "f.6.a"] + foreign).sorted())
  }

  @Test func oneHalfIsNobody() throws {
    let one = try appear(ann)
    var place: Presence? = try appear(ben, 2)
    unlink(directory.file("online/b.2.b"))
    #expect(one.online() == [ann])
    #expect(place?.isInPlace == false)
    place = nil
    #expect(one.online() == [ann])
  }

  /// The state for a moment after a kill: the close of one file was reported, and its lock is still
  /// held.
  @Test(arguments: ["a", "b"]) func whileOneLockIsStillOnNobodyIsThere(_ held: String) throws {
    let one = try appear(ann)
    for half in ["a", "b"] { writeFile(directory.file("online/b.2." + half), []) }
    let file = open(directory.file("online/b.2." + held), O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    #expect(one.online() == [ann])
    #expect(names == ["a.1.a", "a.1.b", "b.2." + held])
  }

  @Test func whoseFilesAreRemovedNotices() throws {
    var one: Presence? = try appear(ann)
    let other = try appear(ben, 2)
    #expect(one?.isInPlace == true)
    for name in names { unlink(directory.file("online/" + name)) }
    rmdir(directory.file("online"))
    if let one {
      #expect(isTold(one, waiting: Int32(Patience.milliseconds)))
      #expect(!one.isInPlace)
    }
    one = nil
    one = try appear(ann)
    #expect(one?.online() == [ann])
    withExtendedLifetime(other) {}
  }

  @Test func aVerbMakesNoDirectory() throws {
    #expect(Presence.online(in: directory.list).isEmpty)
    #expect(access(directory.file("online"), F_OK) != 0)
    #expect(Presence.online(in: directory.path + "/nowhere").isEmpty)
  }

  @Test func whatCannotBeMadeIsSaid() throws {
    writeFile(directory.file("online"), [])
    #expect(throws: Failure.self) { try appear(ann) }
    unlink(directory.file("online"))
    var calls = FileCalls.system
    for code in [ENOLCK, ENOSPC, EROFS, EMFILE] {
      calls.lock = { _, _ in -code }
      let failure = #expect(throws: Failure.self) {
        try Presence(
          directory: directory.list, account: ann, replica: ReplicaID(1), calls: calls)
      }
      #expect(failure.map(isForPeople) == true)
      #expect(names.isEmpty)
    }
  }

  /// A reader between the creation and the locking of a file takes it for a leftover.
  @Test func aFileThatIsSweptAwayWhileItIsMadeIsMadeAgain() throws {
    let one = try appear(ann)
    let sweep = Sweep { _ = one.online() }
    var calls = FileCalls.system
    calls.lock = { file, operation in
      if operation == LockOperation.exclusive { sweep.once() }
      return FileCalls.system.lock(file, operation)
    }
    let other = try Presence(
      directory: directory.list, account: ben, replica: ReplicaID(2), calls: calls)
    #expect(one.online() == [ann, ben])
    #expect(other.isInPlace)
    #expect(names == ["a.1.a", "a.1.b", "b.2.a", "b.2.b"])
  }
}

/// Something that runs once, on one thread.
private final class Sweep: @unchecked Sendable {
  private var work: (() -> Void)?
  init(_ work: @escaping () -> Void) { self.work = work }

  func once() {
    let now = work
    work = nil
    now?()
  }
}
