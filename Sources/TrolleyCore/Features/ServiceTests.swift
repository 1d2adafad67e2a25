/// Whether a service answers, as the settings page tries it.
public struct ServiceTest: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// The number of the question.
    case asking(Int)
    /// Milliseconds until the answer.
    case works(Int)
    case failed(String)
  }

  public internal(set) var outcome: Outcome
  /// When it was asked: milliseconds of the monotonic clock.
  public let since: Int
}

extension AppState {
  /// Asks one harmless question, after a yes.
  mutating func testService(_ service: OutsideService, _ effects: inout [Effect]) {
    ask(consentOf: [service], for: .test(service), &effects)
  }

  mutating func test(_ service: OutsideService, _ effects: inout [Effect]) {
    cancelTest(service, &effects)
    let access = session.preferences.services.access(service)
    let number = askWorker(.testService(access), &effects)
    session.serviceTests[service] = ServiceTest(
      outcome: .asking(number), since: session.clock.monotonic)
  }

  mutating func cancelTest(_ service: OutsideService, _ effects: inout [Effect]) {
    guard case .asking(let number)? = session.serviceTests[service]?.outcome else { return }
    cancelWork(number, &effects)
    session.serviceTests[service] = nil
  }

  mutating func take(testOutcome answer: WorkerAnswer, number: Int) {
    guard
      let (service, test) = session.serviceTests.first(where: {
        $0.value.outcome == .asking(number)
      })
    else { return }
    switch answer {
    case .serviceWorks:
      session.serviceTests[service]?.outcome = .works(session.clock.monotonic - test.since)
    case .failed(let failure): session.serviceTests[service]?.outcome = .failed(failure.sentence)
    default: break
    }
  }
}
