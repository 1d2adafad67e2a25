/// Listens on this machine for the one request of the provider's redirect (RFC 8252 section 7.3).
/// Guards a socket.
final class LoopbackListener {
  static let path = "/callback"
  private static let longestRequest = 16 << 10
  /// Milliseconds for one request to arrive.
  private static let patience = 5000
  private static let mostCallers = 16

  private let socket: Int32
  let port: Int

  init() throws(Failure) {
    let kind = Int32(SOCK_STREAM.rawValue)
    let socket = Glibc.socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw Self.failure("socket") }
    self.socket = socket
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard status, port > 0 else {
      let failure = Self.failure("bind")
      close(socket)
      throw failure
    }
  }

  deinit { close(socket) }

  private static func failure(_ call: String) -> Failure {
    Failure(
      .failedIO, "This machine lets no browser come back to Trolley. Sign in by a code.",
      detail: "\(call) \(errno)")
  }

  var redirectAddress: String { "http://127.0.0.1:\(port)\(Self.path)" }

  /// One connection and the bytes received on it. Browsers open some that they may never use.
  private struct Caller {
    let connection: Int32
    let until: Int
    var head: [UInt8] = []
  }

  /// The query of the browser's request, answered with a page that says to go back; nil on timeout.
  /// Throws when cancelled.
  func waitForQuery(
    until deadline: Int, _ environment: Environment, _ cancellation: Cancellation
  ) throws(Failure) -> String? {
    var callers: [Caller] = []
    defer { for caller in callers { close(caller.connection) } }
    while true {
      let now = environment.monotonic()
      guard !cancellation.isCancelled else { throw .cancelled }
      guard now < deadline else { return nil }
      callers.removeAll { caller in
        if caller.until <= now { close(caller.connection) }
        return caller.until <= now
      }
      var watched = [cancellation.descriptor, socket] + callers.map(\.connection)
      let next = min(deadline, callers.map(\.until).min() ?? deadline)
      watched = Self.readable(watched, within: next - now)
      for index in callers.indices.reversed() where watched.contains(callers[index].connection) {
        guard let target = Self.read(&callers[index]) else { continue }
        let caller = callers.remove(at: index)
        defer { close(caller.connection) }
        if let query = Self.query(target) {
          Self.answer(
            caller.connection, "200 OK", "You can close this page and go back to Trolley.")
          return query
        }
        Self.answer(caller.connection, "404 Not Found", "There is nothing here.")
      }
      if watched.contains(socket), let caller = acceptCaller(until: now + Self.patience) {
        if callers.count == Self.mostCallers { close(callers.removeFirst().connection) }
        callers.append(caller)
      }
    }
  }

  /// Those that become readable within so many milliseconds.
  private static func readable(_ descriptors: [Int32], within milliseconds: Int) -> [Int32] {
    var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = Int32(min(max(milliseconds, 0), 3_600_000))
    guard poll(&watched, nfds_t(watched.count), limit) > 0 else { return [] }
    return watched.filter { $0.revents != 0 }.map(\.fd)
  }

  private func acceptCaller(until: Int) -> Caller? {
    let connection = accept(socket, nil, nil)
    guard connection >= 0 else { return nil }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return Caller(connection: connection, until: until)
  }

  /// The requested path once the request is complete; empty for an invalid one, nil while it is
  /// incomplete.
  private static func read(_ caller: inout Caller) -> String? {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(caller.connection, &room, room.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    guard count > 0 else { return "" }
    caller.head += room[..<count]
    if ends(caller.head) { return target(caller.head) ?? "" }
    return caller.head.count < longestRequest ? nil : ""
  }

  private static func ends(_ head: [UInt8]) -> Bool {
    let end: [UInt8] = [13, 10, 13, 10]
    return head.count >= 4
      && (0...(head.count - 4)).contains { Array(head[$0..<$0 + 4]) == end }
  }

  /// The path of a valid request: `GET /callback?… HTTP/1.1`.
  static func target(_ head: [UInt8]) -> String? {
    guard let line = head.split(separator: 13, maxSplits: 1).first,
      line.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1.") else { return nil }
    return String(words[1])
  }

  static func query(_ target: String) -> String? {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first.map(String.init) == path else { return nil }
    return parts.count > 1 ? String(parts[1]) : ""
  }

  /// A page that repeats nothing of the request.
  private static func answer(_ connection: Int32, _ status: String, _ sentence: String) {
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Trolley</title>\
      <meta name="color-scheme" content="light dark">\
      <body style="font:1.2em/1.5 sans-serif;margin:4em auto;max-width:30em;text-align:center">\
      <p>\(sentence)</p></body></html>
      """
    let text = """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r
      Referrer-Policy: no-referrer\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(page)
      """
    let bytes = Array(text.utf8)
    // It fits into the socket's buffer, and we have what we need even if the browser does not read
    // it.
    _ = send(connection, bytes, bytes.count, 0)
    shutdown(connection, Int32(SHUT_WR))
  }
}
