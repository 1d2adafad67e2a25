/// The test of a service on the settings page.
public struct ServiceTest: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// The request number.
    case asking(Int)
    /// Milliseconds until the answer.
    case works(Int)
    case failed(String)
  }

  public internal(set) var outcome: Outcome
  /// When the test started: milliseconds of the monotonic clock.
  public let since: Int
}

extension AppState {
  /// Sends one harmless request, after consent.
  mutating func testService(_ service: ExternalService, _ effects: inout [Effect]) {
    ask(consentOf: [service], for: .test(service), &effects)
  }

  mutating func test(_ service: ExternalService, _ effects: inout [Effect]) {
    cancelTest(service, &effects)
    let access = session.preferences.services.access(service)
    let number = askWorker(.testService(access), for: .serviceTest(service), &effects)
    session.serviceTests[service] = ServiceTest(
      outcome: .asking(number), since: session.clock.monotonic)
  }

  mutating func cancelTest(_ service: ExternalService, _ effects: inout [Effect]) {
    guard case .asking(let number)? = session.serviceTests[service]?.outcome else { return }
    cancelWork(number, &effects)
    session.serviceTests[service] = nil
  }

  mutating func receiveTestOutcome(
    _ answer: WorkerAnswer, of service: ExternalService, number: Int
  ) {
    guard let test = session.serviceTests[service], test.outcome == .asking(number) else { return }
    switch answer {
    case .serviceWorks:
      session.serviceTests[service]?.outcome = .works(session.clock.monotonic - test.since)
    case .failed(let failure): session.serviceTests[service]?.outcome = .failed(failure.sentence)
    default: break
    }
  }
}
