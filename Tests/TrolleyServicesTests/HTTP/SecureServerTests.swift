import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// Certificates, with an OpenSSL server.
@Suite(.startsPrograms) struct SecureServerTests {
  private func ask(_ server: SecureServer, trusting: Bool) throws -> Result<HTTPAnswer, HTTPError> {
    let address = try #require(WebAddress("https://127.0.0.1:\(server.port)/"))
    let client = CurlClient(authorities: trusting ? server.certificate : nil)
    return Result { () throws(HTTPError) in try client.send(.get(address), Cancellation()) }
  }

  private func reason(_ result: Result<HTTPAnswer, HTTPError>) -> HTTPError.Reason? {
    if case .failure(let problem) = result { problem.reason } else { nil }
  }

  @Test func aCertificateThatNobodyVouchesForIsRefused() throws {
    let server = try SecureServer(names: "IP:127.0.0.1", days: 2)
    #expect(reason(try ask(server, trusting: false)) == .certificate)
    #expect(try ask(server, trusting: true).get().status == 200)
  }

  @Test func aCertificateForAnotherNameIsRefused() throws {
    let server = try SecureServer(names: "DNS:elsewhere.example", days: 2)
    #expect(reason(try ask(server, trusting: true)) == .certificate)
  }

  @Test func aServerWithoutTLSIsNoSafeOne() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let address = try #require(WebAddress("https://127.0.0.1:\(server.port)/"))
    do {
      _ = try CurlClient().send(.get(address), Cancellation())
      Issue.record("an answer")
    } catch {
      #expect(error.reason == .certificate)
    }
  }
}
