import Foundation
import Testing
import TrolleyModel
import TrolleyWire

@testable import TrolleySecrets

/// The limits of wrong tries on the machines of a shared list together.
@Suite struct TriesElsewhereTests {
  private let box: VaultBox

  init() throws { box = try VaultBox() }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: box.directory)) ?? []).sorted()
  }

  private func told(_ who: String, _ failed: Int, age: Int = 0) throws {
    try box.vault.note([SyncTries(who: who, failed: failed, age: age)])
  }

  private func pin() throws -> PINHolder {
    guard case .sealed(let pin) = box.vault.answer(.seal("8046", among: [])) else {
      throw Failure(.damaged, "not sealed")
    }
    return PINHolder(account: Account.ID(1), pin: pin)
  }

  private func find(_ digits: String, _ holder: PINHolder) -> VaultAnswer {
    box.vault.answer(.find(digits, among: [holder]))
  }

  @Test func whereNobodySignsInThereIsNoFile() throws {
    try box.vault.note([])
    try box.vault.note(nil)
    #expect(box.vault.counted().isEmpty && names.isEmpty)
  }

  @Test func wrongPINsElsewhereCountAndARightOneForgivesThem() throws {
    let holder = try pin()
    try told("pins", 17)
    #expect(find("1111", holder) == .unknown)
    #expect(box.vault.counted().first == SyncTries(who: "pins", failed: 1, age: 0))
    #expect(find("8046", holder) == .found(holder.account))
    for _ in 0..<2 { #expect(find("1111", holder) == .unknown) }
    // Of those elsewhere, only what came since counts.
    try told("pins", 34)
    #expect(find("1111", holder) == .closed)
    #expect(find("8046", holder) == .closed)
    // As long as the server is there.
    try box.vault.note(nil)
    #expect(find("8046", holder) == .found(holder.account))
    // What was forgiven stays so, until it begins anew there.
    try told("pins", 34)
    #expect(find("1111", holder) == .unknown)
    try told("pins", 19)
    #expect(find("1111", holder) == .unknown)
  }

  @Test func closedByOthersIsOpenedHere() throws {
    let holder = try pin()
    try told("pins", 20)
    #expect(find("8046", holder) == .closed)
    try box.vault.unlock()
    #expect(find("8046", holder) == .found(holder.account))
  }

  @Test func theTriesOfAnHourAreThoseOfAll() throws {
    let holder = try pin()
    try told("pins-hour", 23, age: 60_000)
    #expect(find("1111", holder) == .unknown)
    #expect(find("1111", holder) == .wait(3_600_000))
    guard case .wait(let left) = find("8046", holder) else {
      Issue.record("no wait")
      return
    }
    #expect(left == 3_600_000)
    try told("pins-hour", 25, age: 60_000)
    #expect(find("8046", holder) == .wait(3_540_000))
    box.pass(3540)
    #expect(find("8046", holder) == .found(holder.account))
  }

  @Test func wrongPasswordsElsewhereMakeOneWait() throws {
    let sealed = try box.seal()
    box.fail("ann@home.example", sealed)
    let own = try #require(box.vault.counted().first { $0.who != "passwords-hour" })
    #expect(own.failed == 1 && own.who.count == 32)
    try told(own.who, 4, age: 10_000)
    // The later one counts for the wait.
    box.pass(5)
    #expect(box.begin("ann@home.example", sealed) == .wait(25_000))
    #expect(box.begin("ben@home.example", sealed) != .wait(25_000))
    box.pass(25)
    guard case .passwordHash = box.begin("ann@home.example", sealed) else {
      Issue.record("not open")
      return
    }
    #expect(box.end("ann@home.example", isRight: true) == .noted)
    #expect(!box.vault.counted().contains { $0.who == own.who })
    guard case .passwordHash = box.begin("ann@home.example", sealed) else {
      Issue.record("not forgiven")
      return
    }
  }

  @Test func aFileThatCannotBeReadIsLikeNoServer() throws {
    let holder = try pin()
    try told("pins", 20)
    try Data("nonsense".utf8).write(
      to: URL(fileURLWithPath: box.directory + "/" + TriesElsewhere.fileName))
    #expect(find("8046", holder) == .found(holder.account))
  }
}
