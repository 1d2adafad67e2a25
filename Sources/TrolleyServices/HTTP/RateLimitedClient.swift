import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps the rates of the services, for all programs of this person together: a count in a file with a
/// lock for each. A short wait is waited, a long one is said.
public final class RateLimitedClient: HTTPClient {
  /// Milliseconds that somebody waits without being told.
  private static let longestWait = 3_000
  private static let look = 20

  private let client: any HTTPClient
  private let directory: String
  private let surroundings: Surroundings

  /// - Parameter directory: where the counts lie; made when it is not there.
  public init(
    _ client: any HTTPClient, directory: String, surroundings: Surroundings = .system
  ) {
    self.client = client
    self.directory = directory
    self.surroundings = surroundings
  }

  public func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    guard let rate = request.rate else { return try client.send(request, cancellation) }
    let file = CountFile(directory: directory, name: rate.name)
    try takeTurn(request, rate, file, cancellation)
    defer { file.close() }
    if !rate.isSerial { file.unlock() }
    let answer = try client.send(request, cancellation)
    note(answer, rate, file)
    return answer
  }

  private func takeTurn(
    _ request: HTTPRequest, _ rate: RequestRate, _ file: CountFile, _ cancellation: Cancellation
  ) throws(HTTPProblem) {
    let host = request.address.host
    let deadline = surroundings.monotonic() + Self.longestWait + request.limits.total
    while true {
      guard file.lock() else {
        guard surroundings.monotonic() < deadline else {
          throw HTTPProblem(.rateLimited(seconds: nil), host: host, detail: "another one is asking")
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
        throw HTTPProblem(
          .rateLimited(seconds: (wait + 999) / 1000), host: host, detail: "our own count")
      }
      try pause(wait, host, cancellation)
    }
  }

  private func pause(
    _ milliseconds: Int, _ host: String, _ cancellation: Cancellation
  ) throws(HTTPProblem) {
    guard surroundings.pause(milliseconds, cancellation) else {
      throw HTTPProblem(.cancelled, host: host)
    }
  }

  /// Since the machine was started: the same for all programs, and nobody sets it. What is left from
  /// before the start lies in the future, or holds one up for a minute.
  private var milliseconds: Int { surroundings.monotonic() }

  private func note(_ answer: HTTPAnswer, _ rate: RequestRate, _ file: CountFile) {
    let isBusy = [429, 503, 504].contains(answer.status)
    // Most answers change nothing.
    guard isBusy || file.count != file.countAfterSuccess else { return }
    guard rate.isSerial || file.lockWaiting() else { return }
    var count = file.count
    if isBusy {
      count.refuse(
        rate, for: RetryAfter.seconds(answer, now: surroundings.wall()), now: milliseconds)
    } else {
      count.accept()
    }
    file.write(count)
  }
}

/// Inside `CountFile` the name is its own member.
private func closeFile(_ descriptor: Int32) { close(descriptor) }

/// The file of one count. Guards its descriptor and the lock on it; belongs to one thread. Where there
/// is no such file, as on a full disk, this program counts for itself.
private final class CountFile {
  private static let limit = 16 << 10
  private var descriptor: Int32 = -1

  init(directory: String, name: String) {
    var at = directory.startIndex
    while let slash = directory[at...].dropFirst().firstIndex(of: "/") {
      mkdir(String(directory[..<slash]), 0o700)
      at = slash
    }
    mkdir(directory, 0o700)
    descriptor = open(
      directory + "/" + name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  }

  func lock() -> Bool { descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  func lockWaiting() -> Bool { descriptor < 0 || flock(descriptor, LOCK_EX) == 0 }

  func unlock() { if descriptor >= 0 { flock(descriptor, LOCK_UN) } }

  func close() {
    if descriptor >= 0 { closeFile(descriptor) }
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
