/// One list on the server, for a machine that is a member of it: every call is a function of the
/// schema `trolley_machine`.
struct ServerList {
  /// What the server says of a list.
  struct About: Equatable {
    /// The version of the schema, and the oldest program that may still write.
    let version: Int
    let oldestWriter: Int
    let head: JournalHead
    let origin: JournalHead
    let header: [UInt8]
    /// Where the server says that something happened.
    let channel: String
    let mayInvite: Bool

    /// Why this program may only read; nil when it may write.
    var refusalOfChanges: Failure? {
      oldestWriter > ServerSchema.version
        ? ServerTrouble.refused(code: "TR004", message: "writers from \(oldestWriter) on") : nil
    }
  }

  struct Machine: Equatable {
    let name: String
    let mayInvite: Bool
    let hasJoined: Bool
    let isRevoked: Bool
    let isSelf: Bool
    let isOnline: Bool
    /// Since when, in seconds; nil when it never was there, and on servers of an older version.
    let unseen: Int?

    /// As others hear of it.
    var report: ServerMachine {
      ServerMachine(
        name: name, mayInvite: mayInvite, hasJoined: hasJoined, isSelf: isSelf, isOnline: isOnline,
        unseen: unseen)
    }
  }

  /// Lines after some place, and where the list ends.
  struct Lines {
    let lines: [[UInt8]]
    let head: JournalHead
  }

  /// How many bytes are read at once.
  static let batch = 4 << 20

  let connection: PostgresConnection
  /// 32 hexadecimal digits.
  let list: String

  func about() throws(Failure) -> About {
    let rows = try connection.run("SELECT * FROM trolley_machine.about($1)", [list])
    guard let version = rows.int(0, 0), let oldest = rows.int(0, 1), let n = rows.int(0, 3),
      let crc = Self.checksum(rows.text(0, 4)), let header = rows.text(0, 5),
      let channel = rows.text(0, 6), header == String(decoding: ours.line, as: UTF8.self)
    else { throw Self.nonsense("about") }
    return About(
      version: version, oldestWriter: oldest, head: JournalHead(n: n, crc: crc),
      origin: ours.origin, header: Array(header.utf8), channel: channel,
      mayInvite: rows.bool(0, 7))
  }

  /// The header that a journal of this list begins with.
  private var ours: (line: [UInt8], origin: JournalHead) { JournalLines.header(list: list) }

  // MARK: Lines

  func read(since n: Int) throws(Failure) -> Lines {
    try Self.lines(
      connection.run([
        .init(
          "SELECT * FROM trolley_machine.read_since($1, $2, $3)",
          [list, "\(n)", "\(Self.batch)"], name: "trolley_machine.read_since")
      ])[0])
  }

  /// A statement that lets no one else write until the end of its transaction. It waits for other
  /// writers, and its answer has the lines that are new then.
  func opening(since n: Int) -> PostgresConnection.Statement { queueing("open", since: n) }

  /// A statement that waits until this machine is one of those whose turn is next, for `opening` to
  /// follow in the same transaction. Its answer has the lines that are new then. From version 9 on.
  func entering(since n: Int) -> PostgresConnection.Statement { queueing("enter", since: n) }

  private func queueing(_ function: String, since n: Int) -> PostgresConnection.Statement {
    .init(
      "SELECT * FROM trolley_machine.\(function)($1, $2, $3, $4)",
      [list, "\(ServerSchema.version)", "\(n)", "\(Self.batch)"],
      name: "trolley_machine.\(function)")
  }

  func appending(
    _ lines: some Sequence<[UInt8]>, after head: JournalHead
  ) -> PostgresConnection.Statement {
    let text = String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    return .init(
      "SELECT trolley_machine.append($1, $2, $3, $4, $5)",
      [list, "\(ServerSchema.version)", "\(head.n)", Self.text(head.crc), text],
      name: "trolley_machine.append")
  }

  static func lines(_ rows: PostgresRows) throws(Failure) -> Lines {
    guard let n = rows.int(0, 2), let crc = checksum(rows.text(0, 3)) else {
      throw nonsense("read")
    }
    let bytes = rows.bytes(0, 1)
    let lines = bytes.map { $0.split(separator: 0x0A).map { Array($0) } } ?? []
    return Lines(lines: lines, head: JournalHead(n: n, crc: crc))
  }

  // MARK: Members

  /// Throws why this user can't share a list on that server.
  static func checkSharing(_ connection: PostgresConnection) throws(Failure) {
    let function = "trolley.share(text,text,text)"
    let rows = try connection.run(
      "SELECT pg_catalog.has_function_privilege($1, 'EXECUTE')", [function])
    guard rows.bool(0, 0) else {
      throw Failure(
        .notAllowed,
        "The server does not let this user share lists. The one who set the database up can, with: "
          + "GRANT trolley_sharer TO \(connection.address["user"] ?? "…")",
        detail: "42501 no right to execute \(function)")
    }
  }

  /// Begins to share a list as a user who may; the result is the role of the machine it comes from.
  static func share(
    _ connection: PostgresConnection, list: String, machine: String, password: String
  ) throws(Failure) -> String {
    let header = String(decoding: JournalLines.header(list: list).line, as: UTF8.self)
    let verifier = try connection.verifier(of: password, for: "trolley")
    let rows = try connection.run(
      "SELECT trolley.share($1, $2, $3)", [header, machine, verifier])
    guard let role = rows.text(0, 0) else { throw nonsense("share") }
    return role
  }

  /// The same for a list that the server has already, by a line that both have.
  static func shareAgain(
    _ connection: PostgresConnection, list: String, machine: String, password: String,
    at place: JournalHead
  ) throws(Failure) -> String {
    let verifier = try connection.verifier(of: password, for: "trolley")
    let rows = try connection.run(
      "SELECT trolley.share_again($1, $2, $3, $4, $5)",
      [list, machine, verifier, "\(place.n)", text(place.crc)])
    guard let role = rows.text(0, 0) else { throw nonsense("share") }
    return role
  }

  func invite(
    _ machine: String, password: String, mayInvite: Bool
  ) throws(Failure) -> String {
    let verifier = try connection.verifier(of: password, for: "trolley")
    let rows = try connection.run(
      "SELECT trolley_machine.invite($1, $2, $3, $4)",
      [list, machine, verifier, mayInvite ? "t" : "f"])
    guard let role = rows.text(0, 0) else { throw Self.nonsense("invite") }
    return role
  }

  func accept(password: String) throws(Failure) {
    let verifier = try connection.verifier(of: password, for: "trolley")
    try connection.run("SELECT trolley_machine.accept($1, $2)", [list, verifier])
  }

  func revoke(_ machine: String) throws(Failure) {
    try connection.run("SELECT trolley_machine.revoke($1, $2)", [list, machine])
  }

  /// Servers of an older version have nothing to remember it by.
  func beSeen() throws(Failure) {
    try connection.run("SELECT trolley_machine.be_seen($1)", [list])
  }

  func machines() throws(Failure) -> [Machine] {
    let rows = try connection.run("SELECT * FROM trolley_machine.machines($1)", [list])
    return (0..<rows.count).map { row in
      Machine(
        name: CleanText.line(rows.text(row, 0) ?? ""), mayInvite: rows.bool(row, 1),
        hasJoined: rows.bool(row, 2), isRevoked: rows.bool(row, 3), isSelf: rows.bool(row, 4),
        isOnline: rows.bool(row, 5), unseen: rows.int(row, 6))
    }
  }

  // MARK: Values

  static func text(_ crc: UInt32) -> String {
    let digits = String(crc, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func checksum(_ text: String?) -> UInt32? {
    guard let text, text.utf8.count == 8 else { return nil }
    return UInt32(text, radix: 16)
  }

  private static func nonsense(_ call: String) -> Failure {
    Failure(.unavailable, "The server answers something else than it was asked.", detail: call)
  }
}
