import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// The real worker signs in, over its pipes, with Google, Facebook and a generic provider, in both
/// ways.
@Suite(.startsPrograms) struct SignInThroughWorkerTests {
  @Test func everybodyInBothWays() throws {
    let google = TestProvider { $0.polls = [.error("authorization_pending", status: 428)] }
    let facebook = TestProvider {
      $0.polls = [.facebook(1_349_174)]
      $0.claims = ["sub": "\"1000\""]
    }
    let home = TestProvider(path: "/realms/home") { $0.polls = [.error("authorization_pending")] }
    let all: [(TestProvider, IdentityProvider.Kind)] = [
      (google, .google), (facebook, .facebook), (home, .openID),
    ]
    let worker = try WorkerDriver()
    for (number, one) in all.enumerated() {
      worker.ask(.identify(one.0.provider(one.1), .deviceCode), number)
      // Sequentially, since the test provider remembers only one nonce.
      worker.ask(.identify(one.0.provider(one.1), .browser), 10 + number)
      guard case .openBrowser(let address) = try worker.next(10 + number) else {
        Issue.record("no address")
        return
      }
      TestBrowser.follow(address)
      expect(try worker.next(10 + number), one.0, one.1)
      one.0.change { $0.claims["nonce"] = "\"\"" }
    }
    for (number, one) in all.enumerated() {
      guard case .showCode(let code) = try worker.next(number) else {
        Issue.record("no code")
        return
      }
      #expect(code.userCode == "QKRB-ZWNT")
      #expect(code.qr != nil)
      expect(try worker.next(number), one.0, one.1)
    }
  }

  private func expect(
    _ answer: WorkerAnswer, _ provider: TestProvider, _ kind: IdentityProvider.Kind,
    location: SourceLocation = #_sourceLocation
  ) {
    guard case .identity(let identity) = answer else {
      Issue.record("\(answer)", sourceLocation: location)
      return
    }
    #expect(identity.issuer == provider.issuer, sourceLocation: location)
    #expect(identity.subject == (kind == .facebook ? "1000" : "1098"), sourceLocation: location)
    #expect(identity.email == "ann@example.org", sourceLocation: location)
  }

  @Test func passwordsDoNotWaitForProviders() throws {
    let slow = TestProvider { $0.discovery = .hang }
    let worker = try WorkerDriver()
    for number in 1...8 { worker.ask(.identify(slow.provider(.openID), .browser), number) }
    worker.ask(.checkPassword("a", hash: nil), 20)
    #expect(try worker.next(20) == .passwordChecked(isRight: false, rehashed: nil))
    for number in 1...8 { worker.cancel(number) }
    for number in 1...8 {
      guard case .failed(let failure) = try worker.next(number) else {
        Issue.record("not cancelled")
        return
      }
      // On a busy machine the provider may time out first.
      #expect([.cancelled, .unavailable].contains(failure.kind))
    }
  }
}
