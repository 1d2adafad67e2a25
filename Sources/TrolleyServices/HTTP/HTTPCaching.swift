/// Whether and how long an answer is cached on the disk.
public enum HTTPCaching: Equatable, Sendable {
  case none
  /// For at least so many seconds, or as long as the server says when that is longer; afterwards
  /// the answer is revalidated. `staleIfUnreachable`: use a stale copy when the server cannot be
  /// reached.
  case kept(atLeast: Int, staleIfUnreachable: Bool)
}

/// A cached answer on the disk: a line of JSON, then the raw body.
struct CachedAnswer: Equatable {
  var status: Int
  /// When the server last confirmed it: seconds since 1970.
  var time: Int
  /// Seconds after `time` for which it is fresh.
  var lifetime: Int
  var etag: String?
  var lastModified: String?
  var type: String?
  var body: [UInt8]

  private static let version = 1
  private static let longestHeader = 4 << 10

  init(_ answer: HTTPAnswer, now: Int) {
    status = answer.status
    time = now
    lifetime = HTTPFreshness.lifetime(of: answer, now: now)
    etag = Self.bounded(answer.header("ETag"))
    lastModified = Self.bounded(answer.header("Last-Modified"))
    type = Self.bounded(answer.header("Content-Type"))
    body = answer.body
  }

  private static func bounded(_ value: String?) -> String? {
    value.flatMap { $0.utf8.count <= 512 && HTTPHeader("X", $0).isSound ? $0 : nil }
  }

  func answer(to request: HTTPRequest, now: Int, because problem: HTTPError? = nil) -> HTTPAnswer {
    var answer = HTTPAnswer(status: status, body: body, address: request.address)
    answer.headers = type.map { [HTTPHeader("Content-Type", $0)] } ?? []
    answer.age = max(0, now - time)
    answer.staleBecause = problem
    return answer
  }

  /// The headers that revalidate it.
  var conditions: [HTTPHeader] {
    var headers: [HTTPHeader] = []
    if let etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let lastModified { headers.append(HTTPHeader("If-Modified-Since", lastModified)) }
    return headers
  }

  // MARK: Bytes

  var bytes: [UInt8] {
    JSONWriter.line { w in
      w.member("v", Self.version)
      w.member("status", status)
      w.member("time", time)
      w.member("lifetime", lifetime)
      if let etag { w.member("etag", etag) }
      if let lastModified { w.member("lastModified", lastModified) }
      if let type { w.member("type", type) }
      w.member("size", body.count)
      w.member("check", ContentHash.hex(body, count: 16))
    } + body
  }

  /// Nil for invalid data: a cache file is trusted no more than a server.
  init?(bytes: [UInt8], limit: Int) {
    guard let end = bytes.prefix(Self.longestHeader).firstIndex(of: 0x0A),
      let header = try? JSONValue.parse(Array(bytes[..<end]), valueLimit: 32),
      header["v"]?.int == Self.version, let status = header["status"]?.int,
      (200..<300).contains(status), let time = header["time"]?.int, time >= 0,
      let lifetime = header["lifetime"]?.int, lifetime >= 0, let size = header["size"]?.int,
      size <= limit, size == bytes.count - end - 1, let check = header["check"]?.string
    else { return nil }
    body = Array(bytes[(end + 1)...])
    guard ContentHash.hex(body, count: 16) == check else { return nil }
    self.status = status
    self.time = time
    self.lifetime = lifetime
    etag = Self.bounded(header["etag"]?.string)
    lastModified = Self.bounded(header["lastModified"]?.string)
    type = Self.bounded(header["type"]?.string)
  }
}
