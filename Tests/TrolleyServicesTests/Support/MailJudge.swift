import Foundation
import Synchronization
import Testing
import TrolleyTestSupport

/// The address of a test's mail server.
protocol MailPort {
  var port: Int { get }
}

/// The SMTP server of aiosmtpd, which shares no code with ours: it accepts what a good server
/// accepts, and reports what it received. Guards its output.
final class MailJudge: MailPort, Sendable {
  struct Mail: Decodable {
    let greeting: String
    /// Who signed in; nil if no one did.
    let user: String?
    let sender: String
    let recipients: [String]
    /// As received, after dot-unstuffing.
    let text: String
  }

  private struct Opened: Decodable {
    let port: Int
  }

  let port: Int
  private let process: Process
  private let input: Pipe
  private let lines: LineReader

  /// - Parameters:
  ///   - login: the user and password that it requires; nil for none.
  ///   - ways: the authentication mechanisms.
  init(
    login: (user: String, password: String)?, ways: [String] = ["PLAIN", "LOGIN"]
  ) throws {
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.arguments = [
      "python3", "-c", Self.script, login?.user ?? "", login?.password ?? "",
      ways.joined(separator: " "),
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    lines = LineReader(output.fileHandleForReading)
    port = try lines.next(as: Opened.self).port
  }

  deinit {
    // It ends with its input.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The next mail that it has accepted.
  func mail() throws -> Mail { try lines.next(as: Mail.self) }

  private final class LineReader: Sendable {
    private struct Ended: Error {}
    private let state: Mutex<(handle: FileHandle, text: Data)>

    init(_ handle: FileHandle) { state = Mutex((handle, Data())) }

    func next<Value: Decodable>(as type: Value.Type) throws -> Value {
      let line = try state.withLock { state in
        while true {
          if let end = state.text.firstIndex(of: 10) {
            defer { state.text = Data(state.text[(end + 1)...]) }
            return Data(state.text[..<end])
          }
          let more = state.handle.availableData
          guard !more.isEmpty else { throw Ended() }
          state.text += more
        }
      }
      return try JSONDecoder().decode(type, from: line)
    }
  }

  private static let script = """
    import asyncio, json, sys
    from aiosmtpd.smtp import SMTP, AuthResult

    user, password, ways = sys.argv[1:]

    def tell(**what):
      print(json.dumps(what), flush=True)

    def authenticate(server, session, envelope, mechanism, data):
      right = (data.login, data.password) == (user.encode(), password.encode())
      session.user = user if right else None
      return AuthResult(success=right, handled=False)

    class Handler:
      async def handle_DATA(self, server, session, envelope):
        # A long mail fills the pipe, and it is read only once the mail was accepted.
        mail = dict(greeting=session.host_name, user=getattr(session, 'user', None),
          sender=envelope.mail_from, recipients=envelope.rcpt_tos,
          text=envelope.content.decode('ascii'))
        asyncio.get_running_loop().run_in_executor(None, lambda: tell(**mail))
        return '250 2.0.0 Queued'

    async def main():
      loop = asyncio.get_running_loop()
      refused = {'PLAIN', 'LOGIN'} - set(ways.split())
      more = dict(authenticator=authenticate, auth_required=True, auth_require_tls=False,
        auth_exclude_mechanism=refused) if user else {}
      server = await loop.create_server(
        lambda: SMTP(Handler(), hostname='judge', **more), '127.0.0.1', 0)
      tell(port=server.sockets[0].getsockname()[1])
      await loop.run_in_executor(None, sys.stdin.read)

    asyncio.run(main())
    """
}
