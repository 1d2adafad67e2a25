/// A server on this machine that misbehaves, each time in the same way.
///
/// Its behaviour is a byte sequence and a pace; it belongs to the thread that creates it, and
/// everything it has started ends with it.
final class HostileServer: Sendable {
  enum Way: String, CaseIterable {
    case slow = "first byte after a minute"
    case drip = "a byte every 100 ms"
    case endless = "a body without end"
    case hangUp = "hangs up in the middle"
    case tooShort = "says it is longer than it is"
    case page = "a page instead of data"
    case broken = "broken JSON"
    case deep = "100 000 brackets"
    case circle = "redirects in a circle"
    case toFile = "redirects to a file"
    case busy = "429 without Retry-After"
    case busyLong = "429 for an hour"
  }

  let port: Int
  /// The number of requests.
  var requests: Int { asked.count.load(ordering: .relaxed) }

  private let listener: Int32
  private let asked = Counter()

  private final class Counter: Sendable {
    let count = Atomic<Int>(0)
  }

  init(_ way: Way) throws(Complaint) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else { throw Complaint("no server can be made on this machine") }
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let asked = asked
    SystemThread { Self.accept(listener, way, asked) }?.detach()
  }

  /// Ends the accepting thread; the answering threads end when their clients disconnect.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func accept(_ listener: Int32, _ way: Way, _ asked: Counter) {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      asked.count.add(1, ordering: .relaxed)
      SystemThread {
        answer(connection, way)
        close(connection)
      }?.detach()
    }
    close(listener)
  }

  private static let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  private static func answer(_ connection: Int32, _ way: Way) {
    var head = [UInt8](repeating: 0, count: 8192)
    guard read(connection, &head, head.count) > 0 else { return }
    func say(_ text: String) -> Bool { send(Array(text.utf8), connection) }
    func whole(_ body: String, _ head: String = json) {
      _ = say("\(head)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    }
    switch way {
    case .slow: wait(connection, milliseconds: 60_000)
    case .drip:
      guard say(json + "\r\n") else { return }
      for _ in 0..<600 where say(" ") { wait(connection, milliseconds: 100) }
    case .endless:
      guard say(json + "\r\n{\"Products\": [") else { return }
      let part = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)
      while send(part, connection) {}
    case .hangUp: _ = say(json + "Content-Length: 90000\r\n\r\n{\"Products\": {\"List\": [{\"Na")
    case .tooShort: _ = say(json + "Content-Length: 90000\r\n\r\n{}")
    case .page:
      whole(
        "<html><h1>Sign in to the network of this hotel</h1></html>",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
    case .broken: whole("{\"Products\": {\"List\": [{\"Name\": \"Alder\", ]}")
    case .deep: whole(String(repeating: "[", count: 100_000))
    case .circle: whole("", "HTTP/1.1 302 Found\r\nLocation: /again\r\n")
    case .toFile: whole("", "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n")
    case .busy: whole("", "HTTP/1.1 429 Too Many Requests\r\n")
    case .busyLong: whole("", "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3600\r\n")
    }
  }

  /// Waits until the client disconnects, within a limit.
  private static func wait(_ connection: Int32, milliseconds: Int32) {
    var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, milliseconds)
  }

  private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    bytes.withUnsafeBytes { all in
      var at = 0
      while at < all.count, let base = all.baseAddress {
        let count = write(connection, base + at, all.count - at)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        at += count
      }
      return true
    }
  }
}
