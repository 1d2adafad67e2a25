import Synchronization
import TrolleyServices
import TrolleyTestSupport

/// The real client with long timeouts, for good servers: on a busy machine they may be slow.
final class PatientClient: HTTPClient {
  private let client: CurlClient
  private let isHurried = Atomic(false)

  /// By default a pause between two tries takes no time.
  init(environment: Environment = TestClock().withoutWaiting) {
    client = CurlClient(environment: environment)
  }

  /// From now on the server is a bad one: its silence is noticed within a second.
  func hurry() { isHurried.store(true, ordering: .relaxed) }

  func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var request = request
    let isHurried = isHurried.load(ordering: .relaxed)
    request.limits.connect = isHurried ? 400 : Patience.milliseconds
    request.limits.idle = isHurried ? 400 : Patience.milliseconds
    request.limits.total = isHurried ? 1200 : Patience.milliseconds
    return try client.send(request, cancellation)
  }
}
