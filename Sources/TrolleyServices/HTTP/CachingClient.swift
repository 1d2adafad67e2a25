import Synchronization
import TrolleyCore

/// Keeps answers on the disk for those requests that ask for it: a fresh copy needs no server, an old
/// one is only asked about. Guards how much was written since the disk was last looked through.
public final class CachingClient: HTTPClient {
  private let client: any HTTPClient
  private let directory: CacheDirectory
  private let surroundings: Surroundings
  /// Bytes that may be written before the next look.
  private let credit: Mutex<Int>

  public init(
    _ client: any HTTPClient, directory: CacheDirectory, surroundings: Surroundings = .system
  ) {
    self.client = client
    self.directory = directory
    self.surroundings = surroundings
    credit = Mutex(0)
  }

  public func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    guard case .kept(let least, let allowsStale) = request.caching else {
      return try client.send(request, cancellation)
    }
    let name = Self.name(of: request)
    let now = surroundings.wall()
    let limit = request.limits.body
    let kept = directory.read(name, limit: limit + (8 << 10)).flatMap {
      CachedAnswer(bytes: $0, limit: limit)
    }
    // A time in the future is that of a clock that was set back: nothing is known of its age.
    if let kept, kept.time <= now, now - kept.time < max(least, kept.lifetime) {
      return kept.answer(to: request, now: now)
    }
    do throws(HTTPProblem) {
      let answer = try ask(request, kept, name, cancellation)
      guard let kept, allowsStale, let problem = Self.busyness(of: answer, now: now) else {
        return answer
      }
      return kept.answer(to: request, now: now, because: problem)
    } catch {
      guard let kept, allowsStale, error.reason != .cancelled else { throw error }
      return kept.answer(to: request, now: now, because: error)
    }
  }

  /// Who is busy or broken is as good as not there; who says no has said no.
  private static func busyness(of answer: HTTPAnswer, now: Int) -> HTTPProblem? {
    guard answer.status == 429 || answer.status >= 500 else { return nil }
    do throws(HTTPProblem) {
      _ = try answer.checked(now: now)
      return nil
    } catch {
      return error
    }
  }

  private func ask(
    _ request: HTTPRequest, _ kept: CachedAnswer?, _ name: String, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    var question = request
    question.headers += kept?.conditions ?? []
    let answer = try client.send(question, cancellation)
    let now = surroundings.wall()
    if answer.status == 304, var kept {
      kept.time = now
      kept.lifetime = HTTPFreshness.lifetime(of: answer, now: now)
      write(name, kept.bytes)
      return kept.answer(to: request, now: now)
    }
    guard answer.isSuccess else { return answer }
    if HTTPFreshness.forbidsKeeping(answer) {
      directory.remove(name)
    } else {
      write(name, CachedAnswer(answer, now: now).bytes)
    }
    return answer
  }

  private func write(_ name: String, _ bytes: [UInt8]) {
    let mustTrim = credit.withLock { credit in
      credit -= bytes.count
      defer { if credit < 0 { credit = directory.capacity / 20 } }
      return credit < 0
    }
    if mustTrim { directory.trim(now: surroundings.wall()) }
    directory.write(name, bytes)
  }

  /// From a hash of all that was asked: addresses may have keys in them, which stay off the disk, and
  /// no text of a server gets into a path.
  static func name(of request: HTTPRequest) -> String {
    var text = Array((request.method.rawValue + " " + request.address.text + "\n").utf8)
    for header in request.headers { text += Array((header.name + ":" + header.value + "\n").utf8) }
    text += request.body
    return ContentHash.hex(text)
  }
}
