import Foundation
import Synchronization
import TrolleyModel
import TrolleyWire

@testable import TrolleySecrets

/// A vault on a real disk, with a fake clock. Guards the current time.
final class VaultBox: Sendable {
  let directory: String
  private let clock = Mutex(TryMoment(boot: "b1", uptime: 1_000_000, wall: 1_700_000_000_000))

  init() throws {
    directory = NSTemporaryDirectory() + "trolley-secrets-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// A new one each time, as in each program: all state is on the disk.
  var vault: SealedSecrets { SealedSecrets(directory: directory) { [self] in now } }

  var now: TryMoment { clock.withLock { $0 } }

  func pass(_ seconds: Int) {
    change {
      $0.uptime += seconds * 1000
      $0.wall += seconds * 1000
    }
  }

  func change(_ change: (inout TryMoment) -> Void) { clock.withLock { change(&$0) } }

  var file: URL { URL(fileURLWithPath: directory + "/" + PasswordTries.fileName) }

  // MARK: Passwords

  /// A sealed hash that matches no password.
  func seal(_ hash: String = "$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA") throws
    -> SealedPassword
  {
    guard case .sealedPassword(let sealed) = vault.answer(.sealHash(hash, isFirst: true)) else {
      throw Failure(.damaged, "not sealed")
    }
    return sealed
  }

  func begin(_ address: String, _ sealed: SealedPassword?) -> VaultAnswer {
    vault.answer(.beginPassword(address: address, sealed, isFirst: true))
  }

  func end(_ address: String, isRight: Bool) -> VaultAnswer {
    vault.answer(.endPassword(address: address, isRight: isRight))
  }

  /// A failed try. False when it was not even checked.
  @discardableResult
  func fail(_ address: String, _ sealed: SealedPassword?) -> Bool {
    guard case .passwordHash = begin(address, sealed) else { return false }
    _ = end(address, isRight: false)
    return true
  }

  /// Failed tries until the address has to wait for the first time.
  func failFiveTimes(_ address: String, _ sealed: SealedPassword?) {
    for _ in 0..<TryCounter.freeTries { fail(address, sealed) }
  }
}
