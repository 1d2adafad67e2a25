import Foundation
import TrolleyCore
import TrolleyProviderSupport

@testable import TrolleyServices

/// What a sign-in told the person, and what came of it.
struct SignInRun {
  var shown: [WorkerAnswer] = []
  var identity: ProvidedIdentity?
  var failure: Failure?

  var code: DeviceCode? {
    for case .showCode(let code) in shown { return code }
    return nil
  }

  /// Signs in. The browser, where it is asked for one, follows the address in a thread of its own.
  init(
    _ provider: IdentityProvider, _ flow: SignInFlow, clock: TestClock? = nil,
    service: IdentityService? = nil, cancellation: Cancellation = Cancellation(),
    limits: HTTPLimits? = nil,
    browser: (@Sendable (String) -> Void)? = { _ = TestBrowser.follow($0) }
  ) {
    let service =
      service
      ?? IdentityService(
        client: QuickClient(limits: limits), surroundings: clock?.surroundings ?? .system)
    var shown: [WorkerAnswer] = []
    do throws(Failure) {
      identity = try service.identify(provider, flow, cancellation) { answer in
        shown.append(answer)
        if case .openBrowser(let address) = answer, let browser {
          Thread { browser(address) }.start()
        }
      }
    } catch {
      failure = error
    }
    self.shown = shown
  }
}

/// The real client, with less patience where a test has none.
struct QuickClient: HTTPClient {
  private let client = CurlClient()
  var limits: HTTPLimits?

  func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    var request = request
    if let limits { request.limits = limits }
    return try client.send(request, cancellation)
  }
}

extension TestSigner {
  var publicKey: RSAKey? { RSAKey(modulus: modulus, exponent: exponent) }
}
