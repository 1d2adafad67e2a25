import Foundation
import TrolleyModel
import TrolleyProviderSupport
import TrolleyWire

@testable import TrolleyServices

/// The progress that a sign-in reported, and its result.
struct SignInRun {
  var shown: [WorkerAnswer] = []
  var identity: ProvidedIdentity?
  var failure: Failure?

  var code: DeviceCode? {
    for case .showCode(let code) in shown { return code }
    return nil
  }

  /// Signs in. If a browser is requested, it follows the address on a thread of its own.
  init(
    _ provider: IdentityProvider, _ flow: SignInFlow, clock: TestClock? = nil,
    service: IdentityService? = nil, cancellation: Cancellation = Cancellation(),
    limits: HTTPLimits? = nil,
    browser: (@Sendable (String) -> Void)? = { _ = TestBrowser.follow($0) }
  ) {
    let service =
      service
      ?? IdentityService(
        client: QuickClient(limits: limits), environment: clock?.environment ?? .system)
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

/// The real client, with short timeouts if the test asks for them.
struct QuickClient: HTTPClient {
  private let client = CurlClient()
  var limits: HTTPLimits?

  func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var request = request
    if let limits { request.limits = limits }
    return try client.send(request, cancellation)
  }
}

extension TestSigner {
  var publicKey: RSAKey? { RSAKey(modulus: modulus, exponent: exponent) }
}
