import Foundation
import Testing
import TrolleyModel
import TrolleyWire

@testable import TrolleySecrets

/// Password hashes are sealed: without the key there is not even a hash to attack.
@Suite struct SealedPasswordTests {
  private let box: VaultBox
  private let hash = "$argon2id$v=19$m=65536,t=3,p=1$U29tZVNhbHQ$ZGlnZXN0"

  init() throws { box = try VaultBox() }

  private func failure(_ answer: VaultAnswer) -> Failure? {
    if case .failed(let failure) = answer { failure } else { nil }
  }

  @Test func onlyTheKeyOpensIt() throws {
    let sealed = try box.seal(hash)
    #expect(box.begin("ann@home.example", sealed) == .passwordHash(hash))
    #expect(!sealed.sealed.contains("argon"))
    #expect(try box.seal(hash) != sealed, "a nonce is used once")

    let other = try VaultBox()
    _ = try other.seal(hash)
    let refused = try #require(failure(other.begin("ann@home.example", sealed)))
    #expect(refused.sentence.contains("cannot be read with this key"))
  }

  @Test func anAlteredOneIsNotOpened() throws {
    var digits = Array(try box.seal(hash).sealed)
    digits[digits.count - 1] = digits[digits.count - 1] == "0" ? "1" : "0"
    for text in [String(digits), "00", String(digits.prefix(40)), String(digits) + "00"] {
      let altered = try #require(SealedPassword(sealed: text))
      let refused = try #require(failure(box.begin("ann@home.example", altered)))
      #expect(refused.sentence.contains("cannot be read with this key"))
    }
  }

  /// A sealed hash cannot be opened as a PIN, and vice versa.
  @Test func aHashIsNoPIN() throws {
    guard case .sealed(let pin) = box.vault.answer(.seal("739154", among: [])) else {
      Issue.record("not sealed")
      return
    }
    let mixed = try #require(SealedPassword(sealed: pin.sealed))
    #expect(failure(box.begin("ann@home.example", mixed)) != nil)
  }

  @Test func withoutTheKeyItSaysSoAndMakesNoNewOne() throws {
    let sealed = try box.seal(hash)
    try FileManager.default.removeItem(atPath: box.directory + "/pin.key")
    let address = "ann@home.example"
    for request in [
      VaultRequest.beginPassword(address: address, sealed, isFirst: false),
      .endPassword(address: address, isRight: true), .sealHash(hash, isFirst: false),
      .withdrawPassword(address: address),
    ] {
      let refused = try #require(failure(box.vault.answer(request)))
      #expect(refused.sentence.contains("pin.key is gone"))
    }
    #expect(!FileManager.default.fileExists(atPath: box.directory + "/pin.key"))
  }

  @Test func aDamagedKeyIsToldFromAMissingOne() throws {
    let sealed = try box.seal(hash)
    try Data("0123\n".utf8).write(to: URL(fileURLWithPath: box.directory + "/pin.key"))
    let refused = try #require(failure(box.begin("ann@home.example", sealed)))
    #expect(refused.sentence.contains("pin.key is damaged"))
  }

  /// Known and unknown addresses are handled in the same way.
  @Test func nobodysAddressHasNoHash() throws {
    _ = try box.seal(hash)
    #expect(box.begin("who@home.example", nil) == .passwordHash(nil))
    #expect(box.end("who@home.example", isRight: false) == .noted)
  }
}
