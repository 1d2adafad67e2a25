import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Listens on this machine for the one request that a browser makes when a provider sends it back
/// (RFC 8252 section 7.3). Guards a socket.
final class LoopbackListener {
  static let path = "/callback"
  private static let longestRequest = 16 << 10
  /// Milliseconds for one request to arrive.
  private static let patience = 5000
  /// Requests for something else that are answered: browsers ask for an icon.
  private static let mostStrangers = 50

  private let socket: Int32
  let port: Int

  init() throws(Failure) {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let socket = systemSocket(AF_INET, kind, 0)
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

  /// The query of the browser's request, answered with a page that says to go back; nil when nobody
  /// came in time. Throws when it was cancelled.
  func waitForQuery(
    until deadline: Int, _ surroundings: Surroundings, _ cancellation: Cancellation
  ) throws(Failure) -> String? {
    for _ in 0..<Self.mostStrangers {
      guard try wait(for: socket, until: deadline, surroundings, cancellation) else { return nil }
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { continue }
      defer { close(connection) }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      let soon = min(deadline, surroundings.monotonic() + Self.patience)
      let head = try readHead(connection, until: soon, surroundings, cancellation)
      guard let target = head.flatMap({ Self.target($0) }), let query = Self.query(target) else {
        Self.answer(connection, status: "404 Not Found", "There is nothing here.")
        continue
      }
      Self.answer(connection, status: "200 OK", "You can close this page and go back to Trolley.")
      return query
    }
    return nil
  }

  /// False when time is up.
  private func wait(
    for descriptor: Int32, until deadline: Int, _ surroundings: Surroundings,
    _ cancellation: Cancellation
  ) throws(Failure) -> Bool {
    while true {
      guard !cancellation.isCancelled else { throw .cancelled }
      let left = deadline - surroundings.monotonic()
      guard left > 0 else { return false }
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&watched, 2, Int32(min(left, 3_600_000))) > 0, watched[0].revents != 0 { return true }
    }
  }

  /// All up to the empty line; nil when it does not come, or is too long.
  private func readHead(
    _ connection: Int32, until deadline: Int, _ surroundings: Surroundings,
    _ cancellation: Cancellation
  ) throws(Failure) -> [UInt8]? {
    var head: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while head.count < Self.longestRequest {
      guard try wait(for: connection, until: deadline, surroundings, cancellation) else {
        return nil
      }
      let count = recv(connection, &room, room.count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else { return nil }
      head += room[..<count]
      if Self.ends(head) { return head }
    }
    return nil
  }

  private static func ends(_ head: [UInt8]) -> Bool {
    let end: [UInt8] = [13, 10, 13, 10]
    return head.count >= 4
      && (0...(head.count - 4)).contains { Array(head[$0..<$0 + 4]) == end }
  }

  /// What a sound request asks for: `GET /callback?… HTTP/1.1`.
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

  /// A page without anything of the request in it.
  private static func answer(_ connection: Int32, status: String, _ sentence: String) {
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
    // It fits the socket's buffer; a browser that does not read has what matters anyway.
    _ = send(connection, bytes, bytes.count, 0)
    shutdown(connection, Int32(SHUT_WR))
  }
}

private func systemSocket(_ family: Int32, _ kind: Int32, _ protocolNumber: Int32) -> Int32 {
  socket(family, kind, protocolNumber)
}
