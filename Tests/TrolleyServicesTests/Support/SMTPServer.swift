import Foundation
import Synchronization

/// A mail server on this machine, as bad as a test wants. Guards what it has received.
final class SMTPServer: MailPort, Sendable {
  struct Behaviour: Sendable {
    var greeting = "220 test ESMTP"
    /// The extensions that it announces, besides STARTTLS.
    var extensions = ["SIZE 10000000", "8BITMIME", "AUTH PLAIN"]
    /// Replaces the reply to a command with this prefix.
    var replies: [String: String] = [:]
    /// At a command with this prefix, or at the end of the text (`.`), it falls silent …
    var hangsAt: String?
    /// … or hangs up …
    var hangsUpAt: String?
    /// … or replies byte by byte, for ever.
    var dripsAt: String?
  }

  let port: Int
  private let socket: Int32
  private let behaviour: Behaviour
  private let isOver = Atomic<Bool>(false)
  private let state = Mutex<(mails: Int, commands: [String], ended: Int)>((0, [], 0))

  init(_ behaviour: Behaviour = Behaviour()) {
    signal(SIGPIPE, SIG_IGN)
    self.behaviour = behaviour
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(socket, $0, size) == 0 && listen(socket, 8) == 0)
        precondition(getsockname(socket, $0, &size) == 0)
      }
    }
    self.socket = socket
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread { [socket, weak self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        Thread { [self] in
          Conversation(connection, self).run()
          close(connection)
          state.withLock { $0.ended += 1 }
        }.start()
      }
    }.start()
  }

  deinit { shutDown() }

  func shutDown() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  /// The number of mails accepted.
  var mails: Int { state.withLock { $0.mails } }
  /// What clients said, and what they went on saying while it was silent.
  var commands: [String] { state.withLock { $0.commands } }
  /// How many conversations are over.
  var ended: Int { state.withLock { $0.ended } }

  /// One client, from the greeting to QUIT. Belongs to its thread.
  private final class Conversation {
    private let connection: Int32
    private let server: SMTPServer
    private var buffer: [UInt8] = []

    private struct Over: Error {}

    init(_ connection: Int32, _ server: SMTPServer) {
      self.connection = connection
      self.server = server
    }

    func run() {
      do {
        try misbehave("greeting")
        try say(server.behaviour.greeting)
        while true { try answer(try line()) }
      } catch {}
    }

    private func answer(_ command: String) throws {
      server.state.withLock { $0.commands.append(command) }
      try misbehave(command)
      if let (_, reply) = server.behaviour.replies.first(where: { command.hasPrefix($0.key) }) {
        return try say(reply)
      }
      if command.hasPrefix("EHLO") {
        let all = ["test"] + server.behaviour.extensions
        for (at, one) in all.enumerated() {
          try say("250" + (at == all.count - 1 ? " " : "-") + one)
        }
      } else if command.hasPrefix("AUTH PLAIN") {
        try say("334 ")
        _ = try bytes()
        try say("235 2.7.0 Welcome")
      } else if command.hasPrefix("MAIL FROM:") || command.hasPrefix("RCPT TO:") {
        try say("250 OK")
      } else if command == "DATA" {
        try say("354 Go on")
        try text()
      } else if command == "QUIT" {
        try say("221 Bye")
        throw Over()
      } else {
        try say("502 5.5.2 What?")
      }
    }

    private func text() throws {
      while try bytes() != [0x2E] {}
      try misbehave(".")
      if let reply = server.behaviour.replies["."] { return try say(reply) }
      server.state.withLock { $0.mails += 1 }
      try say("250 2.0.0 Queued")
    }

    private func misbehave(_ what: String) throws {
      let behaviour = server.behaviour
      if let at = behaviour.hangsUpAt, what.hasPrefix(at) { throw Over() }
      if let at = behaviour.hangsAt, what.hasPrefix(at) {
        // Until the client goes.
        while true {
          let line = try line()
          server.state.withLock { $0.commands.append(line) }
        }
      }
      if let at = behaviour.dripsAt, what.hasPrefix(at) {
        while !server.isOver.load(ordering: .acquiring) {
          try put([0x32])
          usleep(30_000)
        }
        throw Over()
      }
    }

    private func say(_ text: String) throws { try put(Array((text + "\r\n").utf8)) }

    private func put(_ bytes: [UInt8]) throws {
      guard send(connection, bytes, bytes.count, 0) == bytes.count else { throw Over() }
    }

    private func line() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

    private func bytes() throws -> [UInt8] {
      while true {
        if let end = buffer.firstIndex(of: 10) {
          let line = Array(buffer[..<end].filter { $0 != 13 })
          buffer.removeFirst(end + 1)
          return line
        }
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &room, room.count, 0)
        guard count > 0 else { throw Over() }
        buffer += room[..<count]
      }
    }
  }
}
