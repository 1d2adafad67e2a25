import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// The client with a real server that behaves well, and badly in every way.
@Suite(.startsPrograms) struct HTTPClientTests {
  private let clock = TestClock()

  private func send(
    _ request: HTTPRequest, _ cancellation: Cancellation = Cancellation()
  ) throws(HTTPError) -> HTTPAnswer {
    try CurlClient(environment: clock.withoutWaiting).send(request, cancellation)
  }

  private func get(
    _ server: LoopbackServer, _ path: String = "/", limits: HTTPLimits = .json
  ) throws(HTTPError) -> HTTPAnswer {
    guard let address = WebAddress(server.address + path) else {
      throw HTTPError(.nameNotFound, host: path)
    }
    var request = HTTPRequest.get(address)
    request.limits = limits
    return try send(request)
  }

  private func reason(
    _ server: LoopbackServer, _ path: String = "/", limits: HTTPLimits = .json
  ) -> HTTPError.Reason? {
    do throws(HTTPError) {
      _ = try get(server, path, limits: limits)
      return nil
    } catch {
      #expect(error.host == "127.0.0.1" || error.host == "localhost")
      return error.reason
    }
  }

  private var quick: HTTPLimits {
    var limits = HTTPLimits(body: 1 << 20)
    limits.connect = 300
    limits.idle = 300
    limits.total = 900
    return limits
  }

  // MARK: Good servers

  @Test func anAnswerComesWithItsStatusAndHeaders() throws {
    let server = LoopbackServer { _ in
      .answer(status: 404, headers: ["ETag": "\"x\"", "X-Two": " a b "], body: Array("no".utf8))
    }
    let answer = try get(server, "/a?b=c")
    #expect(answer.status == 404)
    #expect(answer.body == Array("no".utf8))
    #expect(answer.header("etag") == "\"x\"")
    #expect(answer.header("X-TWO") == "a b")
    let request = try #require(server.requests.first)
    #expect(request.path == "/a")
    #expect(request.query == ["b": "c"])
    #expect(request.headers["user-agent"] == "Trolley/\(Version.text)")
    #expect(request.headers["cookie"] == nil)
  }

  @Test func whoeverRunsItCanBeWrittenTo() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let client = CurlClient(contact: "ann@shop.example\r\nX: y")
    let address = try #require(WebAddress(server.address))
    _ = try client.send(.get(address), Cancellation())
    #expect(
      server.requests.first?.headers["user-agent"]
        == "Trolley/\(Version.text) (+ann@shop.exampleX:y)")
  }

  @Test func aFormIsSentAsBrowsersDo() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let address = try #require(WebAddress(server.address + "/token"))
    let fields = [FormField("a b", "ü&=+ \n"), FormField("empty", "")]
    _ = try send(.form(address, fields))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.form == ["a b": "ü&=+ \n", "empty": ""])
    #expect(FormField.decode(FormField.encode(fields)) == fields)
  }

  @Test func packedAnswersAreUnpacked() throws {
    let packed = try gzip("head -c 5000 /dev/zero | tr '\\0' a")
    let server = LoopbackServer { request in
      #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
      return .answer(status: 200, headers: ["Content-Encoding": "gzip"], body: packed)
    }
    #expect(try get(server).body == [UInt8](repeating: 0x61, count: 5000))
  }

  private func gzip(_ script: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script + " | gzip -9"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return bytes
  }

  // MARK: Bad servers

  @Test func aServerThatSaysNothingIsGivenUp() {
    let server = LoopbackServer { _ in .hang }
    let time = ContinuousClock().measure {
      #expect(reason(server, limits: quick) == .timedOut)
    }
    #expect(time < Patience.limit)
    #expect(server.requests.count == 1)
  }

  @Test func aByteNowAndThenDoesNotKeepUsForEver() {
    let server = LoopbackServer { _ in .drip(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) }
    let time = ContinuousClock().measure {
      #expect(reason(server, limits: quick) == .timedOut)
    }
    #expect(time > .milliseconds(700))
    #expect(time < Patience.limit)
  }

  @Test func aHeadWithoutEndDoesNotKeepUsForEver() {
    let server = LoopbackServer { _ in .drip(Array("HTTP/1.1 200 OK\r\nX: ".utf8)) }
    #expect(reason(server, limits: quick) == .timedOut)
  }

  @Test func readingStopsAtTheLimit() {
    for head in [
      "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n",
    ] {
      let server = LoopbackServer { _ in .flood(Array(head.utf8)) }
      #expect(reason(server, limits: HTTPLimits(body: 1 << 20)) == .tooLarge)
      #expect(server.requests.count == 1)
    }
  }

  /// Chunk framing is never passed on, and takes as long to receive.
  @Test func `reading stops at the limit where nothing of it is content`() {
    for head in ["1;x=", "1\r\n.\r\n1;x="] {
      let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + head
      let server = LoopbackServer { _ in .flood(Array(text.utf8)) }
      #expect(reason(server, limits: HTTPLimits(body: 1 << 20)) == .tooLarge)
      #expect(server.requests.count == 1)
      #expect(server.sentCount < 64 << 20)
    }
  }

  @Test func `an answer in small pieces is taken whole`() throws {
    let pieces = String(repeating: "10\r\n0123456789abcdef\r\n", count: 4096)
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(pieces)0\r\n\r\n"
    let server = LoopbackServer { _ in .text(text) }
    #expect(try get(server, limits: HTTPLimits(body: 1 << 16)).body.count == 1 << 16)
  }

  @Test func aHeadOfAnySizeIsNotTaken() {
    let server = LoopbackServer { _ in
      let line = "X-Filler: " + String(repeating: "x", count: 1000) + "\r\n"
      return .text(
        "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 100) + "Content-Length: 0\r\n\r\n")
    }
    #expect(reason(server) == .tooLarge)
  }

  @Test func aBombIsCountedAfterUnpacking() throws {
    let bomb = try gzip("head -c 60000000 /dev/zero")
    #expect(bomb.count < 100_000)
    let server = LoopbackServer { _ in
      .answer(status: 200, headers: ["Content-Encoding": "gzip"], body: bomb)
    }
    #expect(reason(server, limits: HTTPLimits(body: 1 << 20)) == .tooLarge)
  }

  @Test func whatIsNoHTTPMakesNoSense() {
    for text in [
      "", "hello\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
      let server = LoopbackServer { _ in text.isEmpty ? .hangUp : .text(text) }
      #expect(reason(server) == .unreadable, "\(text)")
    }
  }

  @Test func nobodyThere() throws {
    let server = LoopbackServer { _ in .hangUp }
    server.shutDown()
    #expect(reason(server) == .refused)
  }

  @Test func aNameThatNobodyHas() throws {
    let address = try #require(WebAddress("https://nobody.invalid/"))
    do {
      _ = try send(.get(address))
      Issue.record("an answer")
    } catch {
      #expect([.nameNotFound, .noNetwork, .timedOut].contains(error.reason))
    }
  }

  @Test func nothingGoesOutInTheClear() throws {
    let address = try #require(WebAddress("http://example.org/"))
    do {
      _ = try send(.get(address))
      Issue.record("an answer")
    } catch {
      #expect(error.reason == .certificate)
      #expect(error.detail == "plain http")
    }
  }

  @Test func aHeaderCannotSmuggleAnother() throws {
    let server = LoopbackServer { _ in .json("{}") }
    var request = HTTPRequest.get(try #require(WebAddress(server.address)))
    request.credentials = [HTTPHeader("Authorization", "Bearer x\r\nHost: evil.example")]
    #expect(throws: HTTPError.self) { try send(request) }
    #expect(server.requests.isEmpty)
  }

  @Test func cancellingEndsItAtOnce() throws {
    let server = LoopbackServer { _ in .hang }
    let address = try #require(WebAddress(server.address))
    let cancellation = Cancellation()
    cancel(cancellation) { !server.requests.isEmpty }
    do {
      _ = try send(.get(address), cancellation)
      Issue.record("an answer")
    } catch {
      #expect(error.reason == .cancelled)
    }
    waitUntil("the end of the question") { server.openQuestions == 0 }
  }

  // MARK: Redirects

  @Test func aCircleOfRedirectsEndsAfterThree() {
    let server = LoopbackServer { .redirect($0.path == "/a" ? "/b" : "/a") }
    #expect(reason(server, "/a") == .unreadable)
    #expect(server.requests.count == 4)
  }

  @Test func keysStayAtTheirOrigin() throws {
    let other = LoopbackServer { _ in .json("{\"here\":1}") }
    let server = LoopbackServer { request in
      request.path == "/far" ? .redirect(other.address + "/x") : .redirect("/far")
    }
    var request = HTTPRequest.get(try #require(WebAddress(server.address + "/near")))
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.credentials = [HTTPHeader("X-Api-Key", "s3cret")]
    let answer = try send(request)
    #expect(answer.address.text == other.address + "/x")
    #expect(server.requests.allSatisfy { $0.headers["x-api-key"] == "s3cret" })
    #expect(server.requests.count == 2)
    #expect(other.requests.first?.headers["x-api-key"] == nil)
    #expect(other.requests.first?.headers["accept"] == "application/json")
    request.mayBeSentElsewhere = false
    #expect(throws: HTTPError.self) { try send(request) }
    #expect(other.requests.count == 1)
  }

  @Test(arguments: [
    "file:///etc/passwd", "http://example.org/", "ftp://127.0.0.1/", "https://a@127.0.0.1/",
    "gopher://127.0.0.1:1/", "javascript:alert(1)", "http://[::ffff:1.2.3.4]/", "http:///", "",
  ]) func noRedirectLeadsToAnUnsafePlace(_ location: String) {
    let server = LoopbackServer { $0.path == "/" ? .redirect(location) : .json("{}") }
    let reason = reason(server)
    if !location.isEmpty { #expect(reason == .unreadable) }
    #expect(server.requests.count <= 4)
  }

  @Test func aFormIsNeverSentTwice() throws {
    for reply in [
      LoopbackServer.Reply.redirect("/elsewhere", status: 307), .json("{}", status: 503), .hangUp,
      .json("{}", status: 429),
    ] {
      let server = LoopbackServer { _ in reply }
      let address = try #require(WebAddress(server.address))
      _ = try? send(.form(address, [FormField("a", "b")]))
      #expect(server.requests.count == 1)
    }
  }

  // MARK: Retries

  @Test func aServerThatIsBusyIsAskedAgainWhenItWishes() throws {
    let server = LoopbackServer { _ in .json("{}") }
    let busy = LoopbackServer { _ in
      .answer(status: 429, headers: ["Retry-After": "7"], body: [])
    }
    #expect(try get(server).status == 200)
    #expect(clock.pauses.isEmpty)
    let answer = try get(busy)
    #expect(answer.status == 429)
    #expect(busy.requests.count == 3)
    #expect(clock.pauses == [7000, 7000])
    #expect(throws: HTTPError(.rateLimited(seconds: 7), host: "127.0.0.1", detail: "status 429")) {
      try answer.checked(now: 0)
    }
  }

  @Test func whoeverWantsMoreThanAMinuteIsLeftAlone() throws {
    let busy = LoopbackServer { _ in
      .answer(status: 503, headers: ["Retry-After": "3600"], body: [])
    }
    let answer = try get(busy)
    #expect(busy.requests.count == 1)
    do {
      _ = try answer.checked(now: 0)
    } catch {
      #expect(error.reason == .busy(503, seconds: 3600))
      #expect(
        error.sentence == "127.0.0.1 is too busy to answer (HTTP 503). Try again in 60 minutes.")
    }
  }

  @Test func passingTroubleIsTriedTwiceMore() throws {
    let count = TestClock()
    let server = LoopbackServer { _ in
      count.pass(seconds: 1)
      switch count.time.withLock({ $0.wall }) - 1_795_000_000 {
      case 1: return .hangUp
      case 2: return .json("{}", status: 502)
      default: return .json("{\"ok\":1}")
      }
    }
    #expect(try get(server).json?["ok"]?.int == 1)
    #expect(server.requests.count == 3)
    #expect(clock.pauses.count == 2)
    #expect(clock.pauses.allSatisfy { (200...1000).contains($0) })
  }

  @Test func datesSayHowLongToWaitAsWell() throws {
    let address = try #require(WebAddress("https://a.example"))
    func seconds(_ value: String, now: Int = 784_111_777 - 30) -> Int? {
      RetryAfter.seconds(
        HTTPAnswer(
          status: 429, headers: [HTTPHeader("retry-after", value)], body: [], address: address),
        now: now)
    }
    #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 30)
    #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: 784_111_999) == 0)
    #expect(seconds("120") == 120)
    #expect(seconds("99999999999999999999999") == nil)
    #expect(seconds("99999999999") == 1 << 31)
    #expect(seconds("soon") == nil)
    #expect(seconds("-5") == nil)
  }

  // MARK: Words

  @Test func everyReasonHasASentenceAndAKind() {
    let reasons: [HTTPError.Reason] = [
      .noNetwork, .nameNotFound, .refused, .timedOut, .certificate, .rateLimited(seconds: nil),
      .rateLimited(seconds: 90), .busy(503, seconds: 30), .status(500), .status(418), .webPage,
      .keyRefused, .unreadable,
      .tooLarge, .cancelled,
    ]
    let sentences = reasons.map { HTTPError($0, host: "x.example").sentence }
    #expect(Set(sentences).count == reasons.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.count < 140 })
    #expect(HTTPError(.cancelled, host: "x").failure.kind == .cancelled)
    #expect(HTTPError(.keyRefused, host: "x").failure.kind == .notAllowed)
    #expect(HTTPError(.timedOut, host: "x").failure.kind == .unavailable)
  }
}
