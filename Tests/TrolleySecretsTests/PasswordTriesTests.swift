import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleyWire

@testable import TrolleySecrets

/// Wrong passwords are counted for each address, and for all of them together.
@Suite struct PasswordTriesTests {
  private let box: VaultBox
  private let sealed: SealedPassword
  private let ann = "ann@home.example"

  init() throws {
    box = try VaultBox()
    sealed = try box.seal()
  }

  private var hash: VaultAnswer { .passwordHash("$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA") }

  @Test func afterTheFifthWrongOneThereIsAWaitThatDoubles() {
    box.failFiveTimes(ann, sealed)
    for seconds in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
      #expect(box.begin(ann, sealed) == .wait(seconds * 1000))
      box.pass(seconds - 1)
      #expect(box.begin(ann, sealed) == .wait(1000), "not even the right one")
      box.pass(1)
      #expect(box.fail(ann, sealed))
    }
  }

  @Test func `the fifth wrong one says at once that a wait begins, and how long`() {
    func failed() -> VaultAnswer {
      _ = box.begin(ann, sealed)
      return box.end(ann, isRight: false)
    }
    for _ in 1...4 { #expect(failed() == .noted) }
    #expect(failed() == .wait(30_000))
    box.pass(30)
    #expect(failed() == .wait(60_000))
  }

  @Test func anAddressThatWaitsKeepsNobodyElse() {
    box.failFiveTimes(ann, sealed)
    #expect(box.begin("ben@home.example", sealed) == hash)
    #expect(box.begin("ANN@Home.Example", sealed) == .wait(30_000), "however it is written")
  }

  @Test func theRightOneEndsTheRow() {
    box.failFiveTimes(ann, sealed)
    box.pass(30)
    #expect(box.begin(ann, sealed) == hash)
    #expect(box.end(ann, isRight: true) == .noted)
    box.failFiveTimes(ann, sealed)
    #expect(box.begin(ann, sealed) == .wait(30_000))
  }

  @Test func afterTwentyInARowItIsClosedUntilUnlocked() throws {
    box.failFiveTimes(ann, sealed)
    for _ in TryCounter.freeTries..<TryCounter.mostInARow {
      box.pass(3600)
      #expect(box.fail(ann, sealed))
    }
    box.pass(365 * 86_400)
    #expect(box.begin(ann, sealed) == .closed)
    #expect(box.begin("ben@home.example", sealed) == hash)
    try box.vault.unlock()
    #expect(box.begin(ann, sealed) == hash)
  }

  @Test func aTryThatCameToNothingCountsNoMore() {
    for _ in 0..<40 {
      #expect(box.begin(ann, sealed) == hash)
      #expect(box.vault.answer(.withdrawPassword(address: ann)) == .noted)
    }
    // It takes back no other one.
    for _ in 0..<4 { box.fail(ann, sealed) }
    #expect(box.begin(ann, sealed) == hash)
    _ = box.vault.answer(.withdrawPassword(address: ann))
    #expect(box.fail(ann, sealed))
    #expect(box.begin(ann, sealed) == .wait(30_000))
    #expect(box.vault.answer(.withdrawPassword(address: "who@home.example")) == .noted)
  }

  // MARK: All addresses together

  @Test func thereAreNeverMoreThanAHundredAnHour() throws {
    for number in 0..<PasswordTries.mostAnHour {
      #expect(box.fail("guess\(number)@home.example", nil))
      box.pass(1)
    }
    let left = 3_600_000 - PasswordTries.mostAnHour * 1000
    #expect(box.begin(ann, sealed) == .wait(left), "not even a person who never failed")
    try box.vault.unlock()
    #expect(box.begin(ann, sealed) == .wait(left), "an hour is an hour")
    box.pass(left / 1000)
    #expect(box.begin(ann, sealed) == hash)
    #expect(box.begin(ann, sealed) == .wait(1000))
  }

  /// Correct passwords are no guesses: a family that signs in all day is never locked out.
  @Test func rightOnesDoNotCount() {
    for _ in 0..<3 * PasswordTries.mostAnHour {
      #expect(box.begin(ann, sealed) == hash)
      #expect(box.end(ann, isRight: true) == .noted)
    }
  }

  // MARK: Unknown addresses

  @Test func anAddressThatNobodyHasIsTreatedAlike() {
    var answers: [[VaultAnswer]] = [[], []]
    for (at, address, sealed) in [(0, ann, sealed), (1, "who@home.example", nil)]
      as [(Int, String, SealedPassword?)]
    {
      box.failFiveTimes(address, sealed)
      answers[at].append(box.begin(address, sealed))
      for _ in TryCounter.freeTries..<TryCounter.mostInARow {
        box.pass(3600)
        box.fail(address, sealed)
      }
      answers[at].append(box.begin(address, sealed))
    }
    #expect(answers[0] == [.wait(30_000), .closed])
    #expect(answers[1] == answers[0])
  }

  @Test func strangersAreBoundedAndPushNobodyOut() throws {
    box.failFiveTimes(ann, sealed)
    for number in 0..<5 * PasswordTries.mostStrangers {
      #expect(box.fail("guess\(number)@home.example", nil))
      box.pass(60)
    }
    let size = try Data(contentsOf: box.file).count
    #expect(size < 32 << 10)
    #expect(size > 1000)
    // Ann’s row is still there: with one more failure, the wait doubles.
    #expect(box.fail(ann, sealed))
    #expect(box.begin(ann, sealed) == .wait(60_000))
  }

  // MARK: The file

  @Test func theFileIsItsOwnersAloneAndNamesNobody() throws {
    box.failFiveTimes(ann, sealed)
    let text = try String(contentsOf: box.file, encoding: .utf8)
    #expect(!text.contains("ann"))
    #expect(!text.contains("home"))
    let all = try FileManager.default.attributesOfItem(atPath: box.file.path)
    #expect(all[.posixPermissions] as? Int == 0o600)
  }

  /// Killing the program once it has the hash does not give a free guess.
  @Test func aTryIsOnTheDiskBeforeTheHashIsGiven() throws {
    for _ in 0..<TryCounter.freeTries {
      let before = try? Data(contentsOf: box.file)
      #expect(box.begin(ann, sealed) == hash)
      #expect(try Data(contentsOf: box.file) != before)
      // Killed here: the result is never reported.
    }
    #expect(box.begin(ann, sealed) == .wait(30_000))
  }

  @Test func whatAKilledProgramLeftBehindTheLineDoesNotCount() throws {
    box.fail(ann, sealed)
    var bytes = try Data(contentsOf: box.file)
    bytes.append(Data(#"7000]]}"#.utf8) + Data([0x0A]))
    try bytes.write(to: box.file)
    #expect(box.begin(ann, sealed) == hash)
    for _ in 0..<3 { box.fail(ann, sealed) }
    #expect(box.begin(ann, sealed) == .wait(30_000))
  }

  @Test(
    arguments: [
      "{\"v\":1,", "{}", "[]", "null", "{\"rows\":[]}", "{\"tries\":[]}",
      "{\"tries\":{},\"rows\":[]}", "\u{0}\u{0}\u{0}", "\n{\"tries\":[],\"rows\":[]}",
    ])
  func aSpoiltFileKeepsEverybodyOutForAnHour(_ text: String) throws {
    try Data(text.utf8).write(to: box.file)
    #expect(box.begin(ann, sealed) == .wait(3_600_000))
  }

  /// Numbers that no program writes: too large, or meaningless.
  @Test(
    arguments: [
      #"{"tries":[[-9223372036854775808,0]],"rows":[],"boot":"b1"}"#,
      #"{"tries":[[0,-9223372036854775808]],"rows":[],"boot":"b0"}"#,
      #"{"tries":[7,null,[],[1],"x"],"rows":[7,null,{},{"who":3}],"boot":7}"#,
      #"{"tries":[],"rows":[{"who":"x","count":9223372036854775807,"last":[1e9,2]}],"boot":""}"#,
    ])
  func nonsenseIsSurvived(_ text: String) throws {
    try Data(text.utf8).write(to: box.file)
    #expect(box.begin(ann, sealed) == hash)
    box.failFiveTimes(ann, sealed)
    #expect(box.begin(ann, sealed) == .wait(30_000))
    // The same in the file of PINs.
    let pins = URL(fileURLWithPath: box.directory + "/" + TryCounter.fileName)
    let numbers = #"{"row":9,"boot":"b1","tries":[[-9223372036854775808,-9223372036854775808]]}"#
    try Data(numbers.utf8).write(to: pins)
    guard case .wait = box.vault.answer(.find("5093", among: [])) else {
      Issue.record("tries are free")
      return
    }
  }

  @Test func aFileThatIsNoneIsLeftAlone() throws {
    let other = URL(fileURLWithPath: box.directory + "/elsewhere")
    try Data("x".utf8).write(to: other)
    try FileManager.default.createSymbolicLink(at: box.file, withDestinationURL: other)
    guard case .failed = box.begin(ann, sealed) else {
      Issue.record("a link was followed")
      return
    }
    #expect(try Data(contentsOf: other) == Data("x".utf8))
  }

  // MARK: The clock

  @Test func theClockShortensNoWait() {
    box.failFiveTimes(ann, sealed)
    box.change { $0.wall += 86_400_000 }
    #expect(box.begin(ann, sealed) == .wait(30_000), "turned forward")
    box.change { $0.wall -= 400 * 86_400_000 }
    #expect(box.begin(ann, sealed) == .wait(30_000), "turned back")
    // After a reboot only the time since then counts, with the clock set back.
    box.change { $0 = TryMoment(boot: "b2", uptime: 10_000, wall: 1_600_000_000_000) }
    #expect(box.begin(ann, sealed) == .wait(20_000))
    box.pass(20)
    #expect(box.begin(ann, sealed) == hash)
  }

  // MARK: Several programs

  @Test func triesOfSeveralProgramsCountTogether() {
    let counts = Mutex((looked: 0, waited: 0))
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      // Each has its own descriptor, and so its own lock, like a separate process.
      let answer = box.begin(ann, sealed)
      counts.withLock {
        if answer == hash { $0.looked += 1 }
        if case .wait = answer { $0.waited += 1 }
      }
    }
    #expect(counts.withLock { $0.looked } == TryCounter.freeTries)
    #expect(counts.withLock { $0.waited } == 12 - TryCounter.freeTries)
  }
}
