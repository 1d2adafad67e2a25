import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// Rate limits of services: within this program, and across all programs.
@Suite(.startsPrograms) struct RateTests {
  private let clock = TestClock()
  private let own: TemporaryFolder
  private var folder: String { own.path("rates") }

  init() throws { own = try TemporaryFolder() }
  private let ten = RequestRate("test-search", most: 10, window: 60_000)

  private func client(_ environment: Environment? = nil) -> RateLimitedClient {
    RateLimitedClient(
      CurlClient(environment: clock.withoutWaiting), directory: folder,
      environment: environment ?? clock.environment)
  }

  private func request(_ server: LoopbackServer, _ rate: RequestRate) throws -> HTTPRequest {
    var request = HTTPRequest.get(try #require(WebAddress(server.address)))
    request.rate = rate
    return request
  }

  private func reason(
    _ request: HTTPRequest, _ environment: Environment? = nil
  ) -> HTTPError.Reason? {
    do throws(HTTPError) {
      _ = try client(environment).send(request, Cancellation())
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func theEleventhInAMinuteIsToldWhen() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let request = try request(server, ten)
    for _ in 0..<10 {
      #expect(reason(request) == nil)
      clock.pass(seconds: 2)
    }
    #expect(reason(request) == .waiting(seconds: 40))
    #expect(server.requests.count == 10)
    clock.pass(seconds: 40)
    #expect(reason(request) == nil)
    // Other kinds of requests are counted separately.
    #expect(reason(try self.request(server, RequestRate("test-x", most: 1, window: 1000))) == nil)
  }

  @Test func aShortWaitIsWaited() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let request = try request(server, RequestRate("test-one", most: 1, window: 1000))
    for _ in 0..<3 { #expect(reason(request) == nil) }
    #expect(clock.pauses == [1000, 1000])
  }

  @Test func aBusyServiceIsLeftAloneForLongerEachTime() throws {
    let isBusy = Mutex(true)
    let server = LoopbackServer { _ in
      isBusy.withLock { $0 } ? .html(status: 503) : .json("{}")
    }
    let request = try request(server, ten)
    for pause in [30, 60, 120, 240] {
      #expect(reason(request) == nil)
      #expect(reason(request) == .waiting(seconds: pause))
      clock.pass(seconds: pause)
    }
    #expect(server.requests.count == 4)
    isBusy.withLock { $0 = false }
    #expect(reason(request) == nil)
    #expect(reason(request) == nil)
    isBusy.withLock { $0 = true }
    #expect(reason(request) == nil)
    #expect(reason(request) == .waiting(seconds: 30))
  }

  @Test func `another server is asked at once`() throws {
    let busy = LoopbackServer { _ in .html(status: 429) }
    let other = LoopbackServer { _ in .json("{}") }
    #expect(reason(try request(busy, ten)) == nil)
    guard case .waiting? = reason(try request(busy, ten)) else {
      Issue.record("asked")
      return
    }
    #expect(reason(try request(other, ten)) == nil)
    #expect(other.requests.count == 1)
  }

  /// A service that was not asked has said nothing.
  @Test func ourOwnWaitIsCalledSo() throws {
    let server = LoopbackServer { _ in .html(status: 504) }
    let request = try request(server, ten)
    #expect(reason(request) == nil)
    clock.pass(seconds: 10)
    do throws(HTTPError) {
      _ = try client().send(request, Cancellation())
      Issue.record("asked")
    } catch {
      var error = error
      error.service = "Overpass"
      #expect(
        error.sentence
          == "Not asked: Trolley leaves Overpass alone for 20 seconds more. Try again then.")
      #expect(error.failure.kind == .unavailable)
    }
    #expect(server.requests.count == 1)
  }

  @Test func itsOwnWishComesFirst() throws {
    let server = LoopbackServer { _ in
      .answer(status: 429, headers: ["Retry-After": "7"], body: [])
    }
    let request = try request(server, ten)
    #expect(reason(request) == nil)
    #expect(reason(request) == .waiting(seconds: 7))
    #expect(server.requests.count == 1)
  }

  @Test func aCountThatMakesNoSenseCountsAsNothing() {
    var count = RateCount()
    for time in [100, 200, 300] { count.ask(ten, now: time) }
    #expect(RateCount(bytes: count.bytes) == count)
    for text in ["", "{", "[]", "{\"times\":7}", "{\"times\":[\"x\",-5]}", "\u{0}\u{1}"] {
      #expect(RateCount(bytes: Array(text.utf8)) == RateCount())
    }
    // From before the last boot.
    var old = RateCount(bytes: Array(#"{"times":[99999999],"restsUntil":99999999}"#.utf8))
    #expect(old.wait(ten, now: 5000) == 0)
  }

  @Test func manyAtOnceKeepTheRateTogether() throws {
    let server = LoopbackServer { _ in .json("{}") }
    // Longer than the slowest machine takes; in real time, since each waits for the others.
    let request = try request(server, RequestRate("test-many", most: 10, window: 3_600_000))
    let passed = Atomic<Int>(0)
    let group = DispatchGroup()
    for _ in 0..<24 {
      DispatchQueue.global().async(group: group) {
        if self.reason(request, .system) == nil { passed.add(1, ordering: .relaxed) }
      }
    }
    group.wait()
    #expect(passed.load(ordering: .relaxed) == 10)
    #expect(server.requests.count == 10)
  }

  @Test func aDirectoryThatCannotBeMadeStopsNobody() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let client = RateLimitedClient(
      CurlClient(), directory: "/proc/nothing/here", environment: clock.environment)
    #expect(try client.send(try request(server, ten), Cancellation()).isSuccess)
  }
}
