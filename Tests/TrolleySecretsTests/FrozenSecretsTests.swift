import CSodium
import Foundation
import Testing
import TrolleyCore
import TrolleyModel
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleySecrets

/// Keys, sealed secrets, counted tries and tokens that Trolley once wrote stay valid for ever. The
/// rules of `FrozenDataTests` apply to these files too: a new format adds some and changes none.
@Suite struct FrozenSecretsTests {
  /// A little after the last try in the frozen files, without a reboot in between.
  private static let now = TryMoment(
    boot: "00000000-0000-4000-8000-000000000001", uptime: 2_252_000, wall: 1_795_342_988_634)

  private func copy(_ list: String, _ files: [String: String] = [:]) throws -> FrozenFiles.Copy {
    var all = ["journal.jsonl": "journal.jsonl", "pin.key": "pin.key"]
    all.merge(files) { $1 }
    return try FrozenFiles.Copy(all.mapValues { list + "/" + $0 })
  }

  private func vault(_ copy: FrozenFiles.Copy) -> SealedSecrets {
    SealedSecrets(directory: copy.path) { Self.now }
  }

  private func people(_ copy: FrozenFiles.Copy) throws -> SharedState {
    try ListStore(directory: copy.path, create: false).load().state
  }

  @Test func `a PIN of then signs in and can be shown`() throws {
    let copy = try copy("staff", ["sign-in.tries": "sign-in.tries"])
    let state = try people(copy)
    for (pin, name) in [("739154", "Ann"), ("8046", "Ben")] {
      let account = try #require(state.accounts.first { $0.firstName == name })
      #expect(
        vault(copy).answer(.find(pin, among: state.pinHolders())) == .found(account.id))
      #expect(vault(copy).answer(.open(try #require(account.pin))) == .opened(pin))
    }
    #expect(vault(copy).answer(.find("5093", among: state.pinHolders())) == .unknown)
  }

  @Test func `a password of then signs in`() throws {
    let copy = try copy("household", ["sign-in.passwords": "sign-in.passwords"])
    let account = try #require(try people(copy).accounts.first { $0.email == "zoe@home.example" })
    let answer = vault(copy).answer(
      .beginPassword(address: account.email, account.password, isFirst: false))
    guard case .passwordHash(let hash?) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
    let password = "correct horse battery"
    #expect(crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0)
    #expect(crypto_pwhash_str_verify(hash, "wrong one here", 14) != 0)
  }

  @Test func `wrong tries of then still count`() throws {
    let staff = try copy("staff", ["sign-in.tries": "sign-in.tries-after-five"])
    let holders = try people(staff).pinHolders()
    let wait = 30_000 - (Self.now.uptime - 2_249_467)
    #expect(vault(staff).answer(.find("739154", among: holders)) == .wait(wait))

    let home = try copy("household", ["sign-in.passwords": "sign-in.passwords-after-five"])
    let ben = try #require(try people(home).accounts.first { $0.email == "ben@home.example" })
    let left = 30_000 - (Self.now.uptime - 2_251_483)
    #expect(
      vault(home).answer(.beginPassword(address: ben.email, ben.password, isFirst: false))
        == .wait(left))
  }

  @Test func `a recovery code and an invitation of then are taken`() throws {
    let copy = try copy("recovery")
    let state = try people(copy)
    let code = try #require(state.owner?.recovery)
    let right = "ZMSA-M2XK-CX4T-C8NF"
    #expect(vault(copy).answer(.checkCode(right, code, unlocks: false)) == .codeIsRight)
    let invitation = try #require(state.registration.invitation)
    #expect(vault(copy).answer(.checkCode("D1BK-PMP1", invitation, unlocks: false)) == .codeIsRight)
    #expect(vault(copy).answer(.checkCode("D1BK-PMP2", invitation, unlocks: false)) == .unknown)
  }

  @Test func `a till that waited then still waits, and the others do not`() throws {
    let copy = try copy("recovery", ["sign-in.tries": "sign-in.tries"])
    let holders = try people(copy).pinHolders()
    func answer(at till: String) -> VaultAnswer {
      SealedSecrets(directory: copy.path, till: till) {
        TryMoment(boot: Self.now.boot, uptime: 5_626_039, wall: 1_795_368_641_469)
      }.answer(.find("739154", among: holders))
    }
    #expect(answer(at: "68f668194ec5a7d2") == .wait(30_000))
    guard case .found = answer(at: "0123456789abcdef") else {
      Issue.record("another till waits")
      return
    }
  }

  @Test(
    arguments: [
      ("staff", "vp2n9i00001", 4), ("staff", "d52nrvg0001", 5), ("household", "b1g5ak00001", nil),
      ("household", "12dtj1o00001", nil),
    ] as [(String, String, Int?)])
  func `a script that was signed in still is`(_ list: String, _ id: String, _ at: Int?) throws {
    let copy = try copy(list)
    let state = try people(copy)
    let account = try #require(Account.ID(text: id).flatMap(state.account))
    let own = copy.path + "/own"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let tokens = SignInTokens(list: copy.path, state: own)
    // The name of a user's own file depends on the list's path, which differs here.
    try tokens.issue(account, at: 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: own)
    let name = try #require(names.first { $0.hasSuffix("." + id) })
    try copy.write("sign-in." + id, FrozenFiles.bytes(list + "/sign-in." + id))
    #expect(try !tokens.isSignedIn(account), "a token of its own is worth nothing here")
    try copy.write("own/" + name, FrozenFiles.bytes(list + "/own-token." + id))
    #expect(try tokens.isSignedIn(account))
    #expect(try tokens.current(in: state) == account)
    if let at { #expect(try tokens.position(of: account.id) == at) }
  }
}
