/// Enforces the rate limits of the services across all programs of this user, with a locked file
/// for each limit. Short waits block; longer ones are reported.
public final class RateLimitedClient: HTTPClient {
  /// The longest wait, in milliseconds, that happens without telling the user.
  private static let longestWait = 3_000
  private static let look = 20

  private let client: any HTTPClient
  private let directory: String
  private let environment: Environment

  /// - Parameter directory: for the count files; created when missing.
  public init(_ client: any HTTPClient, directory: String, environment: Environment = .system) {
    self.client = client
    self.directory = directory
    self.environment = environment
  }

  public func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    guard let rate = request.rate else { return try client.send(request, cancellation) }
    // Another server of the same kind has not been asked yet.
    let server = "\(request.address.host)-\(request.address.port)"
    let file = CountFile(directory: directory, name: rate.name + "-" + server)
    try takeTurn(request, rate, file, cancellation)
    defer { file.close() }
    if !rate.isSerial { file.unlock() }
    let answer = try client.send(request, cancellation)
    note(answer, rate, file)
    return answer
  }

  private func takeTurn(
    _ request: HTTPRequest, _ rate: RequestRate, _ file: CountFile, _ cancellation: Cancellation
  ) throws(HTTPError) {
    let host = request.address.host
    let deadline = environment.monotonic() + Self.longestWait + request.limits.total
    while true {
      guard file.lock() else {
        guard environment.monotonic() < deadline else {
          throw HTTPError(.waiting(seconds: nil), host: host, detail: "another one is asking")
        }
        try pause(Self.look, host, cancellation)
        continue
      }
      var count = file.count
      let wait = count.wait(rate, now: milliseconds)
      if wait == 0 {
        count.ask(rate, now: milliseconds)
        file.write(count)
        return
      }
      file.unlock()
      guard wait <= Self.longestWait else {
        throw HTTPError(
          .waiting(seconds: (wait + 999) / 1000), host: host, detail: "our own count")
      }
      try pause(wait, host, cancellation)
    }
  }

  private func pause(
    _ milliseconds: Int, _ host: String, _ cancellation: Cancellation
  ) throws(HTTPError) {
    guard environment.pause(milliseconds, cancellation) else {
      throw HTTPError(.cancelled, host: host)
    }
  }

  /// Since boot: the same for all programs, and it cannot be set. A value from before the boot is
  /// in the future, or delays a request by a minute at most.
  private var milliseconds: Int { environment.monotonic() }

  private func note(_ answer: HTTPAnswer, _ rate: RequestRate, _ file: CountFile) {
    let isBusy = [429, 503, 504].contains(answer.status)
    // Most answers change nothing.
    guard isBusy || file.count != file.countAfterSuccess else { return }
    guard rate.isSerial || file.lockWaiting() else { return }
    var count = file.count
    if isBusy {
      count.refuse(
        rate, for: RetryAfter.seconds(answer, now: environment.wall()), now: milliseconds)
    } else {
      count.accept()
    }
    file.write(count)
  }
}

/// The file of one count. Guards its descriptor and its lock; belongs to one thread. Without the
/// file, as on a full disk, this program counts for itself.
private final class CountFile {
  private static let limit = 16 << 10
  private var descriptor: Int32 = -1

  init(directory: String, name: String) {
    SystemIO.makeDirectories(directory)
    descriptor = open(
      directory + "/" + name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  }

  func lock() -> Bool { descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  func lockWaiting() -> Bool { descriptor < 0 || flock(descriptor, LOCK_EX) == 0 }

  func unlock() { if descriptor >= 0 { flock(descriptor, LOCK_UN) } }

  /// Unlocks first: a process that is just being started has a copy of the descriptor for a moment.
  func close() {
    unlock()
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  deinit { close() }

  var count: RateCount {
    guard descriptor >= 0 else { return RateCount() }
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    let got = pread(descriptor, &bytes, bytes.count, 0)
    return got > 0 ? RateCount(bytes: Array(bytes[..<got])) : RateCount()
  }

  var countAfterSuccess: RateCount {
    var count = count
    count.accept()
    return count
  }

  func write(_ count: RateCount) {
    guard descriptor >= 0 else { return }
    let bytes = count.bytes
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(descriptor, off_t(bytes.count))
  }
}
