import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleyWire

@testable import TrolleySecrets

/// PINs on a real disk, with a fake clock.
@Suite final class SealedSecretsTests: Sendable {
  private let directory: String
  private let clock = Mutex(TryMoment(boot: "b1", uptime: 1_000_000, wall: 1_700_000_000_000))

  init() throws {
    directory = NSTemporaryDirectory() + "trolley-secrets-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private var vault: SealedSecrets {
    SealedSecrets(directory: directory) { [self] in clock.withLock { $0 } }
  }

  private func pass(_ seconds: Int) {
    clock.withLock {
      $0.uptime += seconds * 1000
      $0.wall += seconds * 1000
    }
  }

  private func seal(_ digits: String, among holders: [PINHolder] = []) throws -> SealedPIN {
    guard case .sealed(let pin) = vault.answer(.seal(digits, among: holders)) else {
      throw Failure(.damaged, "not sealed")
    }
    return pin
  }

  private func holder(_ number: UInt64, _ pin: SealedPIN) -> PINHolder {
    PINHolder(account: Account.ID(number), pin: pin)
  }

  private func mode(_ name: String) throws -> Int {
    let all = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
    return try #require(all[.posixPermissions] as? Int)
  }

  @Test func aPINIsFoundOpenedAndToldFromOthers() throws {
    let ann = holder(1, try seal("739154"))
    let ben = holder(2, try seal("8046", among: [ann]))
    #expect(vault.answer(.find("8046", among: [ann, ben])) == .found(Account.ID(2)))
    #expect(vault.answer(.find("739154", among: [ann, ben])) == .found(Account.ID(1)))
    #expect(vault.answer(.find("5093", among: [ann, ben])) == .unknown)
    #expect(vault.answer(.seal("8046", among: [ann, ben])) == .taken)
    #expect(vault.answer(.open(ann.pin)) == .opened("739154"))
  }

  @Test func nothingOnTheDiskHoldsThePINAndFilesAreClosedToOthers() throws {
    let pin = try seal("739154826093")
    _ = vault.answer(.find("739154826093", among: [holder(1, pin)]))
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let text = try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
      #expect(!text.contains("739154826093"))
      #expect(try mode(name) == 0o600)
    }
    #expect(try seal("739154826093").sealed != pin.sealed, "a nonce is used once")
    #expect(try seal("8046").sealed.count == pin.sealed.count, "the length tells nothing")
  }

  @Test func withoutTheKeyNothingIsReadAndNoNewKeyIsMade() throws {
    let ann = holder(1, try seal("739154"))
    try FileManager.default.removeItem(atPath: directory + "/pin.key")
    for request in [
      VaultRequest.find("739154", among: [ann]), .seal("8046", among: [ann]), .open(ann.pin),
    ] {
      guard case .failed(let failure) = vault.answer(request) else {
        Issue.record("\(request) was answered")
        continue
      }
      #expect(failure.sentence.contains("pin.key is gone"))
    }
    #expect(!FileManager.default.fileExists(atPath: directory + "/pin.key"))
  }

  @Test func aKeyThatOthersCanReadIsClosedToThem() throws {
    _ = try seal("739154")
    chmod(directory + "/pin.key", 0o644)
    _ = try seal("8046")
    #expect(try mode("pin.key") == 0o600)
  }

  // MARK: Failed tries

  /// Wrong tries, each of which is checked.
  private func fail(_ times: Int, _ holders: [PINHolder]) {
    for _ in 0..<times {
      #expect(vault.answer(.standing(address: nil)) == .noted)
      _ = vault.answer(.find("5093", among: holders))
    }
  }

  @Test func `the fifth wrong try says at once that a wait begins, and how long`() throws {
    let all = [holder(1, try seal("739154"))]
    for _ in 1...4 { #expect(vault.answer(.find("5093", among: all)) == .unknown) }
    #expect(vault.answer(.find("5093", among: all)) == .wait(30_000))
    pass(30)
    #expect(vault.answer(.find("5093", among: all)) == .wait(60_000))
    for _ in 7...19 {
      pass(3600)
      _ = vault.answer(.find("5093", among: all))
    }
    pass(3600)
    #expect(vault.answer(.find("5093", among: all)) == .closed)
  }

  @Test func afterTheFifthWrongTryThereIsAWaitThatDoubles() throws {
    let all = [holder(1, try seal("739154"))]
    fail(5, all)
    for seconds in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
      #expect(vault.answer(.find("5093", among: all)) == .wait(seconds * 1000))
      pass(seconds - 1)
      #expect(vault.answer(.find("739154", among: all)) == .wait(1000), "not even the right one")
      pass(1)
      fail(1, all)
    }
  }

  @Test func theRightOneEndsTheRow() throws {
    let all = [holder(1, try seal("739154"))]
    fail(5, all)
    pass(30)
    #expect(vault.answer(.find("739154", among: all)) == .found(Account.ID(1)))
    fail(5, all)
    #expect(vault.answer(.find("5093", among: all)) == .wait(30_000))
  }

  @Test func afterTwentyInARowNobodyComesInUntilUnlocked() throws {
    let all = [holder(1, try seal("739154"))]
    fail(5, all)
    for _ in 5..<20 {
      pass(3600)
      fail(1, all)
    }
    pass(365 * 86_400)
    #expect(vault.answer(.find("739154", among: all)) == .closed)
    try vault.unlock()
    #expect(vault.answer(.find("739154", among: all)) == .found(Account.ID(1)))
  }

  /// An account holder resets the count with their own PIN while guessing another one.
  @Test func thereAreNeverMoreThanTwentyFiveAnHour() throws {
    let all = [holder(1, try seal("739154"))]
    var wrong = 0
    for _ in 0..<3 {
      let start = clock.withLock { $0.uptime }
      while clock.withLock({ $0.uptime }) - start < 3_600_000 {
        if wrong % 4 == 3 { _ = vault.answer(.find("739154", among: all)) }
        if vault.answer(.find("5093", among: all)) == .unknown { wrong += 1 }
        pass(10)
      }
    }
    #expect(wrong <= 3 * 25 + 1)
    // All of four digits, at that pace, in hours: more than a week.
    #expect(10_000 / 25 > 7 * 24)
  }

  @Test func aTakenPINCountsAsATry() throws {
    let all = [holder(1, try seal("739154"))]
    for _ in 0..<5 { #expect(vault.answer(.seal("739154", among: all)) == .taken) }
    #expect(vault.answer(.seal("739154", among: all)) == .wait(30_000))
    pass(30)
    _ = try seal("8046", among: all)
  }

  @Test func `a forgotten PIN is shown while the till waits and while everything is locked`() throws
  {
    let all = [holder(1, try seal("739154"))]
    fail(5, all)
    #expect(vault.answer(.find("739154", among: all)) == .wait(30_000))
    #expect(vault.answer(.open(all[0].pin)) == .opened("739154"))
    for _ in 5..<20 {
      pass(3600)
      fail(1, all)
    }
    #expect(vault.answer(.find("739154", among: all)) == .closed)
    #expect(vault.answer(.open(all[0].pin)) == .opened("739154"))
  }

  private func vault(at till: String) -> SealedSecrets {
    SealedSecrets(directory: directory, till: till) { [self] in clock.withLock { $0 } }
  }

  @Test func `after wrong PINs at one till the other lets the owner in`() throws {
    let all = [holder(1, try seal("739154"))]
    for _ in 0..<5 { _ = vault(at: "one").answer(.find("5093", among: all)) }
    #expect(vault(at: "one").answer(.find("739154", among: all)) == .wait(30_000))
    #expect(vault(at: "one").answer(.standing(address: nil)) == .wait(30_000))
    #expect(vault(at: "two").answer(.standing(address: nil)) == .noted)
    #expect(vault(at: "two").answer(.find("739154", among: all)) == .found(Account.ID(1)))
    #expect(vault(at: "one").answer(.find("739154", among: all)) == .wait(30_000), "it still waits")
  }

  @Test func `wrong PINs at many tills lock the whole list, until the owner's code`() throws {
    let all = [holder(1, try seal("739154"))]
    guard case .code(let text, let code) = vault.answer(.makeCode(groups: 4, isFirst: false)) else {
      Issue.record("no code")
      return
    }
    for till in 0..<20 {
      let answer = vault(at: "\(till)").answer(.find("5093", among: all))
      #expect(answer == (till < 19 ? .unknown : .closed))
    }
    #expect(vault(at: "new").answer(.find("739154", among: all)) == .closed)
    let wrong = "0000-0000-0000-0000"
    #expect(vault.answer(.checkCode(wrong, code, unlocks: true)) == .unknown)
    #expect(vault(at: "new").answer(.find("739154", among: all)) == .closed)
    let typed = text.lowercased().replacing("-", with: " ")
    #expect(vault.answer(.checkCode(typed, code, unlocks: true)) == .codeIsRight)
    #expect(vault(at: "new").answer(.find("739154", among: all)) == .found(Account.ID(1)))
  }

  @Test func `more tills give no more tries an hour`() throws {
    let all = [holder(1, try seal("739154"))]
    var wrong = 0
    for till in 0..<100 {
      if till % 10 == 9 { _ = vault(at: "own").answer(.find("739154", among: all)) }
      if vault(at: "\(till)").answer(.find("5093", among: all)) == .unknown { wrong += 1 }
    }
    #expect(wrong <= 25)
  }

  @Test func `of a recovery code only a keyed hash is kept`() throws {
    guard case .code(let text, let code) = vault.answer(.makeCode(groups: 4, isFirst: true)) else {
      Issue.record("no code")
      return
    }
    #expect(text.wholeMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/) != nil)
    #expect(code.mark.count == 64)
    let other = try VaultBox()
    guard case .code = other.vault.answer(.makeCode(groups: 4, isFirst: true)) else {
      Issue.record("no code")
      return
    }
    #expect(other.vault.answer(.checkCode(text, code, unlocks: false)) == .unknown, "another key")
  }

  @Test func `two terminals of a machine are two tills`() {
    let one = Till.name(ofTerminal: "/dev/pts/1", on: "till")
    #expect(one == Till.name(ofTerminal: "/dev/pts/1", on: "till"))
    #expect(one != Till.name(ofTerminal: "/dev/pts/2", on: "till"))
    #expect(one != Till.name(ofTerminal: "/dev/pts/1", on: "office"))
    #expect(one.count == 16)
  }

  @Test func theClockShortensNoWait() throws {
    let all = [holder(1, try seal("739154"))]
    fail(5, all)
    clock.withLock { $0.wall += 86_400_000 }
    #expect(vault.answer(.find("739154", among: all)) == .wait(30_000), "turned forward")
    clock.withLock { $0.wall -= 400 * 86_400_000 }
    #expect(vault.answer(.find("739154", among: all)) == .wait(30_000), "turned back")
    // After a reboot only the time since then counts, with the clock set back.
    clock.withLock { $0 = TryMoment(boot: "b2", uptime: 10_000, wall: 1_600_000_000_000) }
    #expect(vault.answer(.find("739154", among: all)) == .wait(20_000))
    pass(20)
    #expect(vault.answer(.find("739154", among: all)) == .found(Account.ID(1)))
  }

  @Test func aSpoiltFileIsWorthNothing() throws {
    let all = [holder(1, try seal("739154"))]
    fail(2, all)
    try Data("{\"v\":1,".utf8).write(to: URL(fileURLWithPath: directory + "/sign-in.tries"))
    #expect(vault.answer(.find("739154", among: all)) == .wait(30_000))
  }

  @Test func aKilledProgramHasNotGuessedFree() throws {
    let all = [holder(1, try seal("739154"))]
    for _ in 0..<5 {
      let counter = try TryCounter(directory: directory, now: clock.withLock { $0 })
      // Killed right after this: no answer was given.
      try counter.countTry()
    }
    #expect(vault.answer(.find("739154", among: all)) == .wait(30_000))
  }

  // MARK: Tokens

  /// Ann and Ben.
  private var people: SharedState {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    for (number, name) in [(UInt64(1), "Ann"), (2, "Ben")] {
      let account = Account(id: Account.ID(number), firstName: name, since: Day(number: 0))
      state.apply(.accountAdded(account), touches: &touches)
    }
    return state
  }

  @Test func aTokenIsWorthNothingOnceSignedOut() throws {
    let state = directory + "/state"
    mkdir(state, 0o700)
    let tokens = SignInTokens(list: directory, state: state)
    let people = people
    let (ann, ben) = (people.accounts[0], people.accounts[1])
    #expect(try tokens.current(in: people) == nil)
    try tokens.issue(ann, at: 41)
    try tokens.issue(ben, at: 42)
    #expect(try tokens.current(in: people) == ben)
    #expect(try tokens.isSignedIn(ann))
    #expect(try tokens.position(of: ann.id) == 41)
    #expect(try tokens.waiting(of: ann.id) == [])
    let waiting = (1...2).map { StepReference.name(ReplicaID(7), $0) }
    try tokens.issue(ann, at: 43, waiting: waiting)
    #expect(try tokens.waiting(of: ann.id) == Set(waiting) && tokens.position(of: ann.id) == 43)
    #expect(try tokens.isSignedIn(ann))
    let own = state + "/sign-in"
    for name in try FileManager.default.contentsOfDirectory(atPath: own) {
      let all = try FileManager.default.attributesOfItem(atPath: own + "/" + name)
      #expect(all[.posixPermissions] as? Int == 0o600)
    }
    let copy = NSTemporaryDirectory() + "trolley-copy-" + UUID().uuidString
    try FileManager.default.copyItem(atPath: state, toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    #expect(try SignInTokens(list: directory, state: copy).isSignedIn(ann))
    #expect(try tokens.revoke(ann.id))
    #expect(try !SignInTokens(list: directory, state: copy).isSignedIn(ann))
    #expect(try tokens.isSignedIn(ben))
    #expect(try !tokens.revoke(ann.id))
  }

  /// As on another machine of a shared list, which has no hand in this one's files.
  @Test func aTokenEndsWithThePINOrPasswordThatItWasIssuedFor() throws {
    let state = directory + "/state"
    mkdir(state, 0o700)
    let tokens = SignInTokens(list: directory, state: state)
    let account = people.accounts[0]
    for change in [
      { (account: inout Account) in account.pin = SealedPIN(sealed: "0123", mark: "ab") },
      { $0.password = SealedPassword(sealed: "0123") },
    ] {
      try tokens.issue(account, at: 41)
      #expect(try tokens.isSignedIn(account))
      var changed = account
      change(&changed)
      #expect(try !tokens.isSignedIn(changed))
      var renamed = account
      renamed.firstName = "Anna"
      #expect(try tokens.isSignedIn(renamed))
    }
    try tokens.issue(account, at: 41)
    #expect(try tokens.current(in: SharedState()) == nil, "an account that was removed")
  }
}
