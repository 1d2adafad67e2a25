/// “Test it”: mail through its form, a service with one harmless request.
extension AppState {
  /// The outcome of a test.
  public enum TestWords: Equatable, Sendable {
    case asking(String)
    case works(String)
    case failed(String)

    public var text: String {
      switch self {
      case .asking(let text), .works(let text), .failed(let text): text
      }
    }
  }

  mutating func test(_ row: SettingRow, _ effects: inout [Effect]) {
    switch row.test {
    case .mail: openMail(.test, &effects)
    case .service(let service):
      if let holder = service.keyHolder, session.preferences.services[holder].key.isEmpty {
        return notice(service.withoutKeySentence, .danger)
      }
      testService(service, &effects)
    case nil: notice("There is nothing to test about \(row.title).")
    }
  }

  /// Nil if nothing was tested, and before a running test has taken noticeably long.
  public func testWords(for row: SettingRow) -> TestWords? {
    guard case .service(let service)? = row.test, let test = session.serviceTests[service] else {
      return nil
    }
    switch test.outcome {
    case .asking:
      let passed = session.clock.monotonic - test.since
      guard passed >= ServiceTest.patience else { return nil }
      return .asking("asking… \(Wording.minutes(seconds: passed / 1000))")
    case .works(let milliseconds):
      let tenths = max(1, (milliseconds + 50) / 100)
      let number = session.style.number("\(tenths / 10).\(tenths % 10)")
      return .works("works, answered in \(number) s")
    case .failed(let sentence): return .failed(sentence)
    }
  }

  /// Stops the focused row's test, otherwise all of them. Returns false if none is running.
  mutating func stopTests(_ effects: inout [Effect]) -> Bool {
    func isAsking(_ service: ExternalService) -> Bool {
      if case .asking? = session.serviceTests[service]?.outcome { true } else { false }
    }
    if case .service(let service)? = focusedSetting?.test, isAsking(service) {
      cancelTest(service, &effects)
      return true
    }
    let asking = ExternalService.allCases.filter(isAsking)
    for service in asking { cancelTest(service, &effects) }
    return !asking.isEmpty
  }

  /// A test result does not apply to another address or key.
  mutating func forgetTests(of old: Preferences, _ effects: inout [Effect]) {
    for service in session.serviceTests.keys
    where old.services.access(service) != session.preferences.services.access(service) {
      cancelTest(service, &effects)
      session.serviceTests[service] = nil
    }
  }
}

extension ServiceTest {
  /// Milliseconds before a running test is shown.
  static let patience = 300

  /// When the elapsed time on the screen changes next.
  func nextSecond(after now: Int) -> Int? {
    guard case .asking = outcome else { return nil }
    let passed = now - since
    return passed < Self.patience ? since + Self.patience : since + (passed / 1000 + 1) * 1000
  }
}

extension SessionState {
  /// What was true then need not be true when the page is opened again.
  mutating func forgetOutcomesOfTests() {
    serviceTests = serviceTests.filter {
      if case .asking = $0.value.outcome { true } else { false }
    }
  }

  var nextSecondOfTests: Int? {
    // Only while visible.
    guard page == .settings, !serviceTests.isEmpty else { return nil }
    return serviceTests.values.compactMap { $0.nextSecond(after: clock.monotonic) }.min()
  }
}
