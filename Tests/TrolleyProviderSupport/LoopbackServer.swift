import Foundation
import Synchronization

/// A real server on this machine that behaves as well or as badly as a test wants. Guards the
/// requests received.
public final class LoopbackServer: Sendable {
  public struct Request: Sendable {
    public var method = ""
    public var path = ""
    public var query: [String: String] = [:]
    /// Keyed by names in lower case.
    public var headers: [String: String] = [:]
    public var form: [String: String] = [:]
  }

  public enum Reply: Sendable {
    case answer(status: Int, headers: [String: String], body: [UInt8])
    /// These bytes unchanged, then the connection closes.
    case raw([UInt8])
    /// These bytes, then one more now and then, for ever.
    case drip([UInt8])
    /// These bytes, then more and more.
    case flood([UInt8])
    case hang
    case hangUp

    public static func json(_ text: String, status: Int = 200) -> Reply {
      .answer(
        status: status, headers: ["Content-Type": "application/json;charset=UTF-8"],
        body: Array(text.utf8))
    }

    public static func html(_ text: String = "<html><p>Busy</p></html>", status: Int = 200) -> Reply
    {
      .answer(status: status, headers: ["Content-Type": "text/html"], body: Array(text.utf8))
    }

    public static func redirect(_ location: String, status: Int = 302) -> Reply {
      .answer(status: status, headers: ["Location": location], body: [])
    }

    public static func text(_ text: String) -> Reply { .raw(Array(text.utf8)) }
  }

  private let socket: Int32
  /// Reserves the port, so that a server that was shut down can come back.
  private let place: Int32
  public let port: Int
  private let handler: @Sendable (Request) -> Reply
  private let isOver = Atomic<Bool>(false)
  private let open = Atomic<Int>(0)
  private let log = Mutex<[Request]>([])
  private let sent = Atomic<Int>(0)

  /// - Parameter port: 0 for a free one.
  public init(port: Int = 0, _ handler: @escaping @Sendable (Request) -> Reply) {
    signal(SIGPIPE, SIG_IGN)
    (place, self.port) = Self.bound(to: port)
    (socket, _) = Self.bound(to: self.port)
    precondition(listen(socket, 64) == 0)
    self.handler = handler
    Thread { [socket, weak self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else {
          // Closed here and nowhere else: its number may be another server's at once, whose
          // connections this thread would take then.
          close(socket)
          return
        }
        // Programs that a test starts meanwhile must not keep it open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let self else {
          close(connection)
          return
        }
        Thread { [self] in serve(connection) }.start()
      }
    }.start()
  }

  deinit {
    shutDown()
    close(place)
  }

  private static func bound(to port: Int) -> (socket: Int32, port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0)
      }
    }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }

  public func shutDown() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Hanging requests whose client has not given up.
  public var openQuestions: Int { open.load(ordering: .acquiring) }

  public var address: String { "http://127.0.0.1:\(port)" }
  public var requests: [Request] { log.withLock { $0 } }
  /// Bytes of floods that the client has received.
  public var sentCount: Int { sent.load(ordering: .relaxed) }

  public func requests(_ path: String) -> [Request] { requests.filter { $0.path == path } }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let request = Self.read(connection) else { return }
    log.withLock { $0.append(request) }
    switch handler(request) {
    case .answer(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      _ = Self.write(connection, Array((head + "\r\n").utf8) + body)
    case .raw(let bytes): _ = Self.write(connection, bytes)
    case .drip(let bytes):
      var next = bytes
      while !isOver.load(ordering: .acquiring), Self.write(connection, next) {
        next = [0x20]
        usleep(30_000)
      }
    case .flood(let bytes):
      var next = bytes
      let more = [UInt8](repeating: 0x20, count: 1 << 16)
      while !isOver.load(ordering: .acquiring), Self.write(connection, next) {
        sent.add(next.count, ordering: .relaxed)
        next = more
      }
    case .hang:
      open.add(1, ordering: .acquiringAndReleasing)
      waitForEnd(connection)
      open.subtract(1, ordering: .acquiringAndReleasing)
    case .hangUp: break
    }
  }

  /// Until the client hangs up, or this server is shut down.
  private func waitForEnd(_ connection: Int32) {
    while !isOver.load(ordering: .acquiring) {
      var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      if poll(&watched, 1, 20) > 0, recv(connection, &byte, 1, 0) <= 0 { return }
    }
  }

  private static func write(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      var at = 0
      while at < all.count {
        let put = send(connection, all.baseAddress?.advanced(by: at), all.count - at, 0)
        if put <= 0 { return false }
        at += put
      }
      return true
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 16_384)
    func more() -> Bool {
      let count = recv(connection, &room, room.count, 0)
      if count > 0 { bytes += room[..<count] }
      return count > 0
    }
    func headEnd() -> Int? {
      bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) }
    }
    while headEnd() == nil {
      guard more() else { return nil }
      // A TLS handshake, which this server does not support.
      if bytes.first == 0x16 { return Request() }
    }
    guard let end = headEnd() else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var request = Request()
    request.method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1)
    request.path = String(target[0])
    if target.count > 1 { request.query = fields(String(target[1])) }
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      request.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
    while bytes.count < end + 4 + length { guard more() else { return nil } }
    request.form = fields(String(decoding: bytes[(end + 4)...], as: UTF8.self))
    return request
  }

  private static func fields(_ text: String) -> [String: String] {
    var all: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      all[String(parts[0]).removingPercentEncoding ?? ""] =
        value.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
    }
    return all
  }
}
