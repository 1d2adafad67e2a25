/// Caches answers on the disk for requests that ask for it: a fresh copy needs no server, a stale
/// one is revalidated. Guards how many bytes were written since the last cleanup.
public final class CachingClient: HTTPClient {
  private let client: any HTTPClient
  private let directory: CacheDirectory
  private let environment: Environment
  /// Bytes that may be written before the next cleanup.
  private let credit: Mutex<Int>

  public init(
    _ client: any HTTPClient, directory: CacheDirectory, environment: Environment = .system
  ) {
    self.client = client
    self.directory = directory
    self.environment = environment
    credit = Mutex(0)
  }

  public func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    guard case .kept(let least, let allowsStale) = request.caching else {
      return try client.send(request, cancellation)
    }
    let name = Self.name(of: request)
    let now = environment.wall()
    let limit = request.limits.body
    let kept = directory.read(name, limit: limit + (8 << 10)).flatMap {
      CachedAnswer(bytes: $0, limit: limit)
    }
    // A time in the future means that the clock was set back: the age is unknown.
    if let kept, kept.time <= now, now - kept.time < max(least, kept.lifetime) {
      return kept.answer(to: request, now: now)
    }
    do throws(HTTPError) {
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

  /// A busy or broken server counts as unreachable; a refusal is an answer.
  private static func busyness(of answer: HTTPAnswer, now: Int) -> HTTPError? {
    guard answer.status == 429 || answer.status >= 500 else { return nil }
    do throws(HTTPError) {
      _ = try answer.checked(now: now)
      return nil
    } catch { return error }
  }

  private func ask(
    _ request: HTTPRequest, _ kept: CachedAnswer?, _ name: String, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var question = request
    question.headers += kept?.conditions ?? []
    let answer = try client.send(question, cancellation)
    let now = environment.wall()
    if answer.status == 304, var kept {
      kept.time = now
      kept.lifetime = HTTPFreshness.lifetime(of: answer, now: now)
      write(name, kept.bytes)
      return kept.answer(to: request, now: now)
    }
    guard answer.isSuccess else { return answer }
    // A network's sign-in page comes as a success, and would be read for days.
    if answer.isWebPage || !request.understands(answer) || HTTPFreshness.forbidsKeeping(answer) {
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
    if mustTrim { directory.trim(now: environment.wall()) }
    directory.write(name, bytes)
  }

  /// A hash of the whole request: addresses may contain keys, which must not reach the disk, and no
  /// text from a server becomes part of a path.
  static func name(of request: HTTPRequest) -> String {
    var text = Array((request.method.rawValue + " " + request.address.text + "\n").utf8)
    for header in request.headers { text += Array((header.name + ":" + header.value + "\n").utf8) }
    text += request.body
    return ContentHash.hex(text)
  }
}

extension HTTPRequest {
  fileprivate func understands(_ answer: HTTPAnswer) -> Bool {
    guard let needs else { return true }
    guard let json = answer.json else { return false }
    return needs.allSatisfy { json[$0] != nil }
  }
}
