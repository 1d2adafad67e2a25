import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleySync
import TrolleySystem
import TrolleyTestSupport

/// A network between machines and a server that does what networks do: it cuts, stalls, delays, and
/// loses the one answer that matters. On the loopback interface, in front of a `TestPostgres`.
public final class CuttingProxy: Sendable {
  public enum Mode: Equatable, Sendable {
    case pass
    /// Connections are taken and ended at once.
    case refuse
    /// Nothing goes through, in either direction, and no connection ends.
    case stall
    /// Each piece waits so many milliseconds.
    case delay(Int)
    /// What contains this text reaches the server; its answer does not come back, and the
    /// connection ends. Once.
    case swallowAnswer(to: String)
    /// The connection ends before this text reaches the server. Once.
    case cutBefore(String)
  }

  public let port: Int
  private let listener: Int32
  private let target: Int
  private let state: Mutex<State>

  private struct State {
    var mode = Mode.pass
    var sockets: [Int32] = []
    var isEnding = false
    var cuts = 0
    var welcomed = 0
  }

  public init(to server: TestPostgres) throws {
    signal(SIGPIPE, SIG_IGN)
    target = server.port
    listener = Self.stream()
    var one: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutableBytes(of: &address) { [listener] bytes in
      let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(listener, pointer, size) == 0 && listen(listener, 64) == 0
        && getsockname(listener, pointer, &size) == 0
    }
    try #require(isReady)
    port = Int(UInt16(bigEndian: address.sin_port))
    state = Mutex(State())
    let listener = listener
    SystemThread(stackSize: 1 << 18) { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        self.serve(client)
      }
    }?.detach()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Ends all connections; call it when the test is over.
  public func end() {
    state.withLock { $0.isEnding = true }
    shutdown(listener, Int32(SHUT_RDWR))
    cut()
  }

  public var mode: Mode {
    get { state.withLock { $0.mode } }
    set { state.withLock { $0.mode = newValue } }
  }

  /// How many connections ended because of the mode.
  public var cuts: Int { state.withLock { $0.cuts } }
  /// How many connections went through.
  public var welcomed: Int { state.withLock { $0.welcomed } }

  /// Ends the connections there are.
  public func cut() {
    state.withLock { state in
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// The address of a database behind it.
  public func address(_ database: TestDatabase, user: String) -> ServerAddress {
    ServerAddress(options: [
      "host": "127.0.0.1", "port": "\(port)", "dbname": database.name, "user": user,
    ])
  }

  // MARK: Connections

  private static func stream() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func serve(_ client: Int32) {
    let server = Self.stream()
    var address = Self.address(target)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafeBytes(of: &address) { bytes in
      connect(server, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), size) == 0
    }
    let isWelcome = state.withLock { state in
      guard isConnected, !state.isEnding, state.mode != .refuse else { return false }
      state.sockets += [client, server]
      state.welcomed += 1
      return true
    }
    guard isWelcome else {
      close(client)
      close(server)
      return
    }
    let thread = SystemThread(stackSize: 1 << 19) { [self] in
      carry(client, server)
      state.withLock { state in
        state.sockets.removeAll { $0 == client || $0 == server }
        close(client)
        close(server)
      }
    }
    thread?.detach()
  }

  private func carry(_ client: Int32, _ server: Int32) {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var watched = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&watched, 2, -1) > 0 else { return }
      let isFromClient = watched[0].revents != 0
      let (from, to) = isFromClient ? (client, server) : (server, client)
      waitWhileStalled()
      let count = recv(from, &room, room.count, 0)
      guard count > 0 else { return }
      let piece = Array(room[..<count])
      switch mode {
      case .swallowAnswer(let word) where isFromClient && contains(piece, word):
        finish()
        guard SystemIO.writeAll(to, piece) else { return }
        // Once the server has answered, the work is done there.
        _ = recv(server, &room, room.count, 0)
        return
      case .cutBefore(let word) where isFromClient && contains(piece, word):
        finish()
        return
      case .delay(let milliseconds): usleep(UInt32(milliseconds) * 1000)
      case .pass, .refuse, .stall, .swallowAnswer, .cutBefore: break
      }
      guard SystemIO.writeAll(to, piece) else { return }
    }
  }

  private func waitWhileStalled() {
    while state.withLock({ $0.mode == .stall && !$0.isEnding }) { usleep(5000) }
  }

  private func finish() {
    state.withLock { state in
      state.mode = .pass
      state.cuts += 1
    }
  }

  private func contains(_ bytes: [UInt8], _ word: String) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { bytes[$0...].starts(with: word) }
  }
}
