import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleySystem
import TrolleyTestSupport

@testable import TrolleyServices

/// Cached answers: when a server is asked again, what it is asked, and how far a file is trusted.
@Suite(.startsPrograms) struct CachingTests {
  private let clock = TestClock()
  private let own: TemporaryFolder
  private var folder: String { own.path("kept") }

  init() throws { own = try TemporaryFolder() }

  private func client(_ capacity: Int = 100 << 20) -> CachingClient {
    CachingClient(
      CurlClient(environment: clock.withoutWaiting),
      directory: CacheDirectory(path: folder, capacity: capacity),
      environment: clock.environment)
  }

  private func request(
    _ server: LoopbackServer, _ path: String = "/", least: Int = 60, stale: Bool = false
  ) throws -> HTTPRequest {
    var request = HTTPRequest.get(try #require(WebAddress(server.address + path)))
    request.caching = .kept(atLeast: least, staleIfUnreachable: stale)
    return request
  }

  private func reply(_ text: String, _ headers: [String: String] = [:]) -> LoopbackServer.Reply {
    .answer(status: 200, headers: headers, body: Array(text.utf8))
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  @Test func aFreshCopyNeedsNoServer() throws {
    let server = LoopbackServer { _ in self.reply("one", ["Content-Type": "text/plain"]) }
    let first = try client().send(try request(server), Cancellation())
    #expect(first.age == nil)
    clock.pass(seconds: 59)
    // Another program: the cache is on the disk.
    let second = try client().send(try request(server), Cancellation())
    #expect(second.body == first.body)
    #expect(second.age == 59)
    #expect(second.header("content-type") == "text/plain")
    #expect(server.requests.count == 1)
    clock.pass(seconds: 2)
    _ = try client().send(try request(server), Cancellation())
    #expect(server.requests.count == 2)
  }

  @Test func `only an answer that is understood is kept`() throws {
    let text = Mutex("{\"status\":")
    let server = LoopbackServer { _ in self.reply(text.withLock { $0 }) }
    var request = try request(server)
    request.needs = ["status"]
    for bad in ["{\"status\":", "{}", "[1]", "Moved"] {
      text.withLock { $0 = bad }
      _ = try client().send(request, Cancellation())
      #expect(files.isEmpty)
    }
    text.withLock { $0 = "{\"status\":1}" }
    _ = try client().send(request, Cancellation())
    _ = try client().send(request, Cancellation())
    #expect(server.requests.count == 5 && files.count == 1)
  }

  @Test func nothingIsKeptUnasked() throws {
    let server = LoopbackServer { _ in self.reply("one", ["Cache-Control": "max-age=600"]) }
    var request = try request(server)
    request.caching = .none
    _ = try client().send(request, Cancellation())
    _ = try client().send(request, Cancellation())
    #expect(server.requests.count == 2)
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    (["Cache-Control": "public, max-age=600"], 600), (["Cache-Control": "no-cache"], 60),
    (["Cache-Control": "max-age=600", "Age": "500"], 100), (["Cache-Control": "max-age=x"], 60),
    (["Cache-Control": "max-age=1"], 60),
  ]) func aServerMayCallItFreshForLonger(_ headers: [String: String], _ seconds: Int) throws {
    let server = LoopbackServer { _ in self.reply("one", headers) }
    _ = try client().send(try request(server), Cancellation())
    clock.pass(seconds: seconds - 1)
    _ = try client().send(try request(server), Cancellation())
    #expect(server.requests.count == 1)
    clock.pass(seconds: 2)
    _ = try client().send(try request(server), Cancellation())
    #expect(server.requests.count == 2)
  }

  @Test func whatMustNotBeKeptIsNot() throws {
    let server = LoopbackServer { _ in self.reply("secret", ["Cache-Control": "no-store"]) }
    _ = try client().send(try request(server), Cancellation())
    #expect(files.isEmpty)
  }

  @Test func anOldCopyIsOnlyAskedAbout() throws {
    let server = LoopbackServer { request in
      request.headers["if-none-match"] == "\"a\""
        ? .answer(status: 304, headers: [:], body: [])
        : self.reply("one", ["ETag": "\"a\"", "Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT"])
    }
    _ = try client().send(try request(server), Cancellation())
    clock.pass(seconds: 100)
    let again = try client().send(try request(server), Cancellation())
    #expect(again.status == 200)
    #expect(again.body == Array("one".utf8))
    #expect(again.age == 0)
    let asked = try #require(server.requests.last)
    #expect(asked.headers["if-modified-since"] == "Sat, 21 Nov 2026 10:00:00 GMT")
    // Once revalidated, it is as fresh as a new one.
    clock.pass(seconds: 59)
    _ = try client().send(try request(server), Cancellation())
    #expect(server.requests.count == 2)
  }

  @Test func anOldCopyIsBetterThanNone() throws {
    let isBusy = Mutex(false)
    let server = LoopbackServer { _ in
      isBusy.withLock { $0 } ? .html(status: 429) : self.reply("one")
    }
    let fresh = try request(server, stale: true)
    _ = try client().send(fresh, Cancellation())
    clock.pass(seconds: 3600)
    isBusy.withLock { $0 = true }
    let old = try client().send(fresh, Cancellation())
    #expect(old.body == Array("one".utf8))
    #expect(old.age == 3600)
    #expect(old.staleBecause?.reason == .rateLimited(seconds: 30))
    server.shutDown()
    let older = try client().send(fresh, Cancellation())
    #expect(older.staleBecause?.reason == .refused)
    // A request that does not accept stale copies fails.
    let strict = try request(server)
    #expect(throws: HTTPError.self) { try client().send(strict, Cancellation()) }
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(throws: HTTPError.self) { try client().send(fresh, cancelled) }
  }

  @Test func refusalsAreNotKept() throws {
    let server = LoopbackServer { _ in .json("{}", status: 404) }
    #expect(try client().send(try request(server), Cancellation()).status == 404)
    #expect(try client().send(try request(server), Cancellation()).status == 404)
    #expect(server.requests.count == 2)
    #expect(files.isEmpty)
  }

  @Test func differentQuestionsHaveDifferentCopies() throws {
    let server = LoopbackServer { self.reply($0.path + ($0.query["q"] ?? "")) }
    for path in ["/a?q=1", "/a?q=2", "/b?q=1"] {
      let answer = try client().send(try request(server, path), Cancellation())
      #expect(answer.body == Array((path.replacingOccurrences(of: "?q=", with: "")).utf8))
    }
    var post = try request(server, "/a?q=1")
    post.method = .post
    post.body = Array("x".utf8)
    _ = try client().send(post, Cancellation())
    #expect(server.requests.count == 4)
    #expect(files.count == 4)
  }

  @Test func noKeyReachesTheDisk() throws {
    let server = LoopbackServer { _ in self.reply("one") }
    var request = try request(server, "/?apikey=s3cr3t")
    request.credentials = [HTTPHeader("X-Key", "t0ps3cr3t")]
    _ = try client().send(request, Cancellation())
    let name = try #require(files.first)
    #expect(!name.contains("s3cr3t"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cr3t"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test func aDamagedCopyIsAskedForAnew() throws {
    let server = LoopbackServer { _ in self.reply("hundred bytes or so", ["ETag": "\"a\""]) }
    _ = try client().send(try request(server), Cancellation())
    let path = folder + "/" + (try #require(files.first))
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for at in whole.indices {
      var bytes = whole
      bytes[at] ^= 0x10
      let read = CachedAnswer(bytes: bytes, limit: 1000)
      // The rest may change without harm; the body may not.
      #expect(read == nil || read?.body == Array("hundred bytes or so".utf8))
      #expect(CachedAnswer(bytes: Array(whole[..<at]), limit: 1000) == nil)
    }
    #expect(CachedAnswer(bytes: whole, limit: 10) == nil)
    try Data("nonsense".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try client().send(try request(server), Cancellation()).age == nil)
    #expect(server.requests.count == 2)
    #expect(server.requests.last?.headers["if-none-match"] == nil)
  }

  @Test func aClockThatWasSetBackMakesNothingEternal() throws {
    let server = LoopbackServer { _ in self.reply("one") }
    clock.pass(seconds: 86_400)
    _ = try client().send(try request(server), Cancellation())
    clock.pass(seconds: -43_200)
    _ = try client().send(try request(server), Cancellation())
    #expect(server.requests.count == 2)
  }

  @Test func theOldestLeaveWhenThereIsTooMuch() throws {
    let directory = CacheDirectory(path: folder, capacity: 10_000)
    for number in 0..<30 {
      #expect(directory.write("file-\(number)", [UInt8](repeating: 1, count: 1000)))
      let time = Date(timeIntervalSince1970: 1_790_000_000 + Double(number))
      try FileManager.default.setAttributes(
        [.modificationDate: time], ofItemAtPath: folder + "/file-\(number)")
    }
    #expect(directory.trim(now: 1_795_000_000) <= 8000)
    #expect(directory.read("file-29", limit: 1000) != nil)
    #expect(directory.read("file-0", limit: 1000) == nil)
    #expect(!directory.write("big", [UInt8](repeating: 1, count: 2501)))
    #expect(!directory.write("../up", [1]))
    #expect(directory.read("../file-29", limit: 1000) == nil)
  }
}
