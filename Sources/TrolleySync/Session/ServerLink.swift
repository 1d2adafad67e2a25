import CPostgres

/// One connection for one list, and what it takes to hear of changes.
final class ServerLink {
  let connection: PostgresConnection
  let list: ServerList
  let about: ServerList.About
  /// Whether changes are announced; otherwise the server has to be asked. Behind a pooler that
  /// lends its connections by the transaction, announcements are lost without a word.
  private(set) var isListening: Bool
  /// When to listen again, in milliseconds of `MonotonicTime`; nil while it listens.
  private(set) var pauseEnd: Int?
  /// Until when an announcement must have come to be believed in.
  private var echoDeadline: Int?
  private let echo: String
  /// The row of our presence.
  private var presence: Int?
  /// When the server was last told that this machine is there.
  private var seen: Int?

  init(_ target: SyncTarget) throws(Failure) {
    guard let sharing = try Membership.load(directory: target.directory) else {
      throw Failure(.missingFile, "The list is not shared.", detail: Membership.fileName)
    }
    let address = try Self.address(of: sharing, directory: target.directory)
    connection = try Self.connect(address, as: sharing)
    list = ServerList(connection: connection, list: target.list)
    about = try list.about()
    guard about.origin == target.origin else { throw PostgresJournal.apart }
    let channel = about.channel
    guard channel.hasPrefix("trolley_"), channel.utf8.count < 60,
      channel.utf8.allSatisfy({
        $0 == 0x5F || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
      })
    else { throw Failure(.unavailable, "The server names no channel to listen to.") }
    let rows = try connection.run([.init("LISTEN \(channel)"), .init("SELECT pg_backend_pid()")])
    // A pooler makes up its own number of a process.
    let isDirect = rows[1].int(0, 0) == Int(connection.process)
    isListening = isDirect
    connection.isDirect = isDirect
    echo = "echo \(UInt64.random(in: 0...UInt64.max))"
    guard !isDirect else { return }
    echoDeadline = MonotonicTime.milliseconds + 5000
    // From another connection: the pooler would send back our own at once, and no other one later.
    let other = try PostgresConnection(address, password: sharing.password)
    try other.run("SELECT pg_notify($1, $2)", [channel, echo])
  }

  /// Signs in as a machine. One that was removed may not sign in any more.
  static func connect(
    _ address: ServerAddress, as sharing: Membership
  ) throws(Failure) -> PostgresConnection {
    do { return try PostgresConnection(address, password: sharing.password) } catch {
      let reason: String
      switch ServerTrouble.code(in: error.detail) {
      case "28000": reason = "it was removed from the list, or pg_hba.conf was changed"
      case ServerTrouble.wrongPassword: reason = "it does not know it, or its password was changed"
      default: throw error
      }
      throw Failure(
        error.kind,
        "The server does not let this machine in any more: \(reason). To keep the list for yourself: "
          + "trolley leave; and with a new code then, to come back: trolley join",
        detail: error.detail)
    }
  }

  /// The address with everything that this machine has for it.
  static func address(of sharing: Membership, directory: String) throws(Failure) -> ServerAddress {
    var address = try ServerAddress(sharing.server).with(user: sharing.role)
    let certificate = directory + "/" + Membership.certificate
    if access(certificate, F_OK) == 0 { address["sslrootcert"] = certificate }
    // Where no certificate is checked, another program may listen in the server's place.
    if PQlibVersion() >= 160_000 { address["require_auth"] = "!password,!md5" }
    return address
  }

  // MARK: Announcements

  enum News: Equatable {
    case lines(Int)
    case members, presence, tries
  }

  /// What was announced; throws when the connection is gone.
  func news() throws(Failure) -> [News] {
    var all: [News] = []
    for notice in try connection.notices() where notice.channel == about.channel {
      if notice.payload == echo {
        isListening = true
        echoDeadline = nil
      } else if let n = Int(notice.payload) {
        all.append(.lines(n))
      } else if notice.payload == "members" {
        all.append(.members)
      } else if notice.payload == "present" {
        all.append(.presence)
      } else if notice.payload == "tries" {
        all.append(.tries)
      }
    }
    return all
  }

  /// Whether announcements come, as far as that is certain after half a second: where they come, the
  /// server had sent this one before it answered the next statement.
  func hears() throws(Failure) -> Bool {
    if echoDeadline != nil { try connection.run("SELECT") }
    let enough = MonotonicTime.milliseconds + 500
    while let end = echoDeadline.map({ min($0, enough) }) {
      let left = end - MonotonicTime.milliseconds
      guard left > 0 else { break }
      var watched = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
      let wait = connection.hasNotices ? 0 : Int32(left)
      if poll(&watched, 1, wait) > 0 || connection.hasNotices { _ = try news() }
    }
    return isListening
  }

  /// Statements by which this machine stops listening, in a transaction that appends. Where many
  /// write, every change would wake all of them, and each reads with its own change anyway.
  var pausing: [PostgresConnection.Statement] {
    guard isListening, about.version >= 5, pauseEnd == nil else { return [] }
    return [
      .init("UNLISTEN *"), .init("SELECT trolley_machine.stop_hearing($1)", [list.list]),
    ]
  }

  /// After a transaction with `pausing`, and after each further one.
  func pause() {
    guard isListening, about.version >= 5 else { return }
    pauseEnd = MonotonicTime.milliseconds + 50
  }

  /// Listens again. What follows has to be read then, and who is there.
  func resume() throws(Failure) {
    pauseEnd = nil
    try connection.run([.init("LISTEN \(about.channel)")])
    try list.beSeen()
  }

  /// How long to wait for announcements before the server is asked, in milliseconds. Now and then in
  /// any case, which also shows a connection that died without a word.
  var patience: Int { isListening ? 60_000 : 2000 }

  // MARK: Presence

  /// A server that takes no changes hears nothing of this machine, and is read all the same.
  func tell(_ work: () throws(Failure) -> Void) throws(Failure) {
    do { try work() } catch {
      guard error.detail.hasPrefix("25006"), connection.isAlive else { throw error }
    }
  }

  /// Has the server remember now and then that this machine is there.
  func beSeen() throws(Failure) {
    let now = MonotonicTime.milliseconds
    guard about.version >= 4, now - (seen ?? 0) >= 300_000 || seen == nil else { return }
    seen = now
    try list.beSeen()
  }

  /// Says who is signed in here. Only a connection of our own can vouch for that.
  func bePresent(_ accounts: [String]) throws(Failure) {
    guard echoDeadline == nil, isListening, presence != nil || !accounts.isEmpty else { return }
    var w = JSONWriter()
    w.beginArray()
    for account in accounts { w.string(account) }
    w.endArray()
    do {
      let rows = try connection.run(
        "SELECT trolley_machine.be_present($1, $2, $3)",
        [list.list, presence.map { "\($0)" }, w.text])
      presence = rows.int(0, 0)
    } catch {
      // Before version 10 every role of the server could keep the lock. The list goes on without that.
      guard error.detail.hasPrefix("55P03"), connection.isAlive else { throw error }
    }
  }

  /// What was counted on this machine; servers of an older version have no place for it.
  func tell(_ tries: [SyncTries]) throws(Failure) {
    guard about.version >= 4 else { return }
    func array(_ all: [String]) -> String {
      let quoted = all.map { text in
        "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
      }
      return "{" + quoted.joined(separator: ",") + "}"
    }
    try connection.run(
      "SELECT trolley_machine.tell_tries($1, $2, $3, $4)",
      [
        list.list, array(tries.map(\.who)), array(tries.map { "\($0.failed)" }),
        array(tries.map { "\(Double($0.age) / 1000)" }),
      ])
  }

  /// What the other machines have counted; nil where the server does not know.
  func tries() throws(Failure) -> [SyncTries]? {
    guard about.version >= 4 else { return nil }
    let rows = try connection.run("SELECT * FROM trolley_machine.tries($1)", [list.list])
    return (0..<rows.count).compactMap { row in
      guard let who = rows.text(row, 0), let failed = rows.int(row, 1),
        let age = rows.text(row, 2).flatMap(Double.init), (0...1e9).contains(age)
      else { return nil }
      return SyncTries(who: who, failed: min(failed, 1_000_000), age: Int(age * 1000))
    }
  }

  func others() throws(Failure) -> [SyncPresence] {
    let rows = try connection.run("SELECT * FROM trolley_machine.present($1)", [list.list])
    var others: [SyncPresence] = []
    for row in 0..<min(rows.count, 1024) where rows.int(row, 2) != presence {
      let note = try? JSONValue.parse(Array((rows.text(row, 1) ?? "").utf8))
      let machine = CleanText.line(rows.text(row, 0) ?? "")
      for account in note?.array ?? [] {
        guard let id = account.string, !id.isEmpty, id.utf8.count <= 64,
          id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { continue }
        others.append(SyncPresence(account: id, machine: machine))
      }
    }
    return Array(others.prefix(1024))
  }
}
