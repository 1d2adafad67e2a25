import TrolleyServices
import TrolleyTestSupport

/// The real client with long timeouts, for good servers: on a busy machine they may be slow.
struct PatientClient: HTTPClient {
  private let client: CurlClient

  init(environment: Environment) { client = CurlClient(environment: environment) }

  func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var request = request
    request.limits.connect = Patience.milliseconds
    request.limits.idle = Patience.milliseconds
    request.limits.total = Patience.milliseconds
    return try client.send(request, cancellation)
  }
}
