/// Sharing, as seen from a data directory that has a list.
struct ListSharing {
  /// How many bytes go to the server at once.
  private static let batch = 2 << 20

  let directory: String

  private func journal() throws(Failure) -> FileJournal {
    try FileJournal(directory: directory, createIfMissing: false)
  }

  private func membership() throws(Failure) -> Membership {
    if let sharing = try Membership.load(directory: directory) { return sharing }
    throw Failure(.badInput, "This list is not shared. Begin with: trolley share ADDRESS")
  }

  // MARK: Members

  /// The list on the server, as this machine.
  func server() throws(Failure) -> (list: ServerList, sharing: Membership) {
    let sharing = try membership()
    let address = try ServerLink.address(of: sharing, directory: directory)
    let connection = try ServerLink.connect(address, as: sharing)
    DirectoryClaim.noteReached(in: directory)
    return (ServerList(connection: connection, list: sharing.list), sharing)
  }

  /// Fetches a damaged copy anew. The damaged one is kept beside it.
  func mend(time: String) throws(Failure) {
    let (list, _) = try server()
    let staged = try StagedCopy(beside: directory)
    defer { staged.remove() }
    _ = try staged.fetch(list)
    try JournalCheck(directory: directory).replace(by: staged.path, time: time)
  }

  func machines() throws(Failure) -> ServerAnswer {
    .machines(try server().list.machines().filter { !$0.isRevoked }.map(\.report))
  }

  func invite(_ machine: String, mayInvite: Bool) throws(Failure) -> ServerAnswer {
    let (list, sharing) = try server()
    let password = JoinCode.makePassword()
    let role: String
    let replaces = try list.machines().contains {
      $0.name == machine && !$0.hasJoined && !$0.isRevoked
    }
    do { role = try list.invite(machine, password: password, mayInvite: mayInvite) } catch {
      guard error.detail.hasPrefix("23505") else { throw error }
      throw Failure(
        .badInput, "A machine of this name has joined. Choose another name, or remove it first.",
        detail: error.detail)
    }
    let code = JoinCode(
      server: sharing.server, role: role, password: password, list: list.list, machine: machine,
      key: SmallSecret.read(directory + "/" + SmallSecret.key),
      certificate: SmallSecret.read(directory + "/" + Membership.certificate))
    let address = try ServerAddress(sharing.server)
    let isLocal = ServerAddress.isLocal(hosts: address["host"], addresses: address["hostaddr"])
    let remarks = [
      replaces ? "The code made for \(machine) before is not valid any more." : nil,
      isLocal
        ? "The list is shared by an address of this machine alone, so the code is for this machine."
        : nil,
    ].compactMap { $0 }
    return .code(code.text, remark: remarks.isEmpty ? nil : remarks.joined(separator: " "))
  }

  /// What waits stays in the outbox, and becomes part of the list when that is opened.
  func leave(anyway: Bool) throws(Failure) -> ServerAnswer {
    var answer = ServerAnswer.done
    do {
      let (list, sharing) = try server()
      try list.revoke(sharing.machine)
    } catch {
      // A machine that was removed has nothing to say good-bye to: it may not even sign in.
      if !ServerTrouble.trouble(error).isRefusal {
        guard anyway else { throw error }
        answer = .leftUntold(machine: (try? membership())?.machine ?? "this machine")
      }
    }
    try Membership.remove(directory: directory)
    return answer
  }

  func status() throws(Failure) -> ServerStatus {
    let journal = try journal()
    let copy = try journal.head()
    let sharing = try membership()
    let link = try ServerLink(
      SyncTarget(
        directory: directory, list: journal.list, server: sharing.server, origin: journal.origin,
        head: copy))
    try PostgresJournal.check(
      link.list.read(since: copy.n), since: copy, copyIn: directory)
    DirectoryClaim.noteReached(in: directory)
    return ServerStatus(
      server: link.about.head, copy: copy,
      machines: try link.list.machines().filter { !$0.isRevoked }.map(\.report),
      isListening: try link.hears(), refusal: link.about.refusalOfChanges?.sentence)
  }

  // MARK: Beginning

  /// Makes the server's journal the list's, with all that is in the one here. If it is cut off, the
  /// same again goes on where it ended: up to the last moment the list here is one of its own, and
  /// the server has a beginning of it.
  func share(
    _ access: ServerAccess, machine: String, step: [String]
  ) throws(Failure) {
    guard try Membership.load(directory: directory) == nil else {
      throw Failure(.badInput, "This list is shared already. See: trolley sync")
    }
    let journal = try journal()
    if let refusal = journal.refusalOfChanges { throw refusal }
    let owner = try ServerTasks.connect(access)
    let password = JoinCode.makePassword()
    let role = try begin(journal, owner, machine, password)
    let connection = try PostgresConnection(owner.address.with(user: role), password: password)
    let list = ServerList(connection: connection, list: journal.list)
    let server = PostgresJournal(server: list, origin: journal.origin)
    let head = try upload(journal, to: list)
    let sharing = Membership(
      list: journal.list, server: owner.kept.text, role: role, password: password, machine: machine)
    try SmallSecret.makeKey(directory)
    // Only here the lock is held during a few answers of the server: nothing may be written between
    // the last line that goes there and the mark that says so.
    try journal.turn(since: head) { (turn) throws(Failure) in
      var sent = try list.about().head
      if sent.n > turn.head.n {
        var news: [[UInt8]] = []
        _ = try server.read(since: turn.head) { news.append($0.bytes) }
        sent = turn.head
        _ = try turn.append(lines: news)
      } else {
        let rest = turn.news.filter { $0.n > sent.n }
        try send(rest, after: sent, to: list)
      }
      let place = turn.head
      let lines =
        step.isEmpty ? [] : try JournalLines.draft([step.map { Array($0.utf8) }], after: place)
      _ = try turn.append(lines: lines.map(\.bytes))
      try send(lines, after: place, to: list)
      guard try list.about().head == turn.head else { throw PostgresJournal.apart }
      try sharing.save(directory: directory, certificate: owner.certificate)
    }
  }

  /// The role of this machine for the list, which may be on the server already.
  private func begin(
    _ journal: FileJournal, _ owner: PostgresConnection, _ machine: String, _ password: String
  ) throws(Failure) -> String {
    do {
      return try ServerList.share(owner, list: journal.list, machine: machine, password: password)
    } catch { guard error.detail.hasPrefix("TR006") else { throw error } }
    var place = try journal.head()
    while true {
      do {
        return try ServerList.shareAgain(
          owner, list: journal.list, machine: machine, password: password, at: place)
      } catch {
        // The server ends before; then that is the line to show.
        guard error.detail.hasPrefix("TR006"), let n = Int(error.detail.dropFirst(6)), n < place.n
        else { throw error }
        place = try journal.mark(afterLine: n).head
      }
    }
  }

  /// Sends what the server lacks; returns up to where the list here was read.
  private func upload(
    _ journal: FileJournal, to list: ServerList
  ) throws(Failure) -> JournalHead {
    var head = try list.about().head
    let own = try journal.head()
    guard head.n < own.n else { return own }
    var waiting: [RawEntry] = []
    var bytes = 0
    let end = try journal.read(since: head) { (entry) throws(Failure) in
      waiting.append(entry)
      bytes += entry.bytes.count
      guard entry.isLastOfStep, bytes >= Self.batch else { return }
      try send(waiting, after: head, to: list)
      head = entry.head
      waiting = []
      bytes = 0
    }
    try send(waiting, after: head, to: list)
    return end
  }

  private func send(
    _ entries: [RawEntry], after head: JournalHead, to list: ServerList
  ) throws(Failure) {
    guard !entries.isEmpty else { return }
    _ = try list.connection.run([list.appending(entries.lazy.map(\.bytes), after: head)])
  }
}

extension PostgresConnection {
  /// The address to keep: complete, however it was found, and without a user.
  var kept: ServerAddress {
    var kept = ServerAddress(options: [:])
    for keyword in ["hostaddr", "sslmode", "channel_binding"] { kept[keyword] = address[keyword] }
    kept["host"] = host
    kept["port"] = port
    kept["dbname"] = database
    return kept
  }

  /// The certificate that the server's was verified by; nil when the system knows its authority.
  var certificate: String? {
    guard isEncrypted else { return nil }
    let home = getenv("HOME").map { String(cString: $0) + "/.postgresql/root.crt" }
    let variable = getenv("PGSSLROOTCERT").map { String(cString: $0) }
    guard let path = address["sslrootcert"] ?? variable ?? home, path != "system" else {
      return nil
    }
    return SmallSecret.read(path)
  }
}

/// Small files of a data directory that go with a list to other machines.
enum SmallSecret {
  /// The key that PINs and hashes are sealed with; see `SealingKey`.
  static let key = "pin.key"
  private static let most = 16 << 10

  /// Nil when there is no such file, or it is not a small text.
  static func read(_ path: String) -> String? {
    let descriptor = SystemIO.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = readWhole(descriptor, most: most + 1), bytes.count <= most, !bytes.isEmpty
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// How many lines a file has, up to two.
  static func lines(_ path: String) -> Int {
    let descriptor = SystemIO.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    let bytes = readWhole(descriptor, most: 1 << 16) ?? []
    return bytes.split(separator: 0x0A, maxSplits: 2).filter { !$0.isEmpty }.count
  }

  /// Writes a new file; false when it cannot be, or is there.
  static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    let descriptor = SystemIO.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return SystemIO.writeAll(descriptor, bytes) && fsync(descriptor) == 0
  }

  /// All machines need the same key, so it is made before the second one joins.
  static func makeKey(_ directory: String) throws(Failure) {
    let path = directory + "/" + key
    guard access(path, F_OK) != 0 else { return }
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<64).map { _ in
      Array("0123456789abcdef".utf8).randomElement(using: &generator) ?? 48
    }
    guard create(path, digits + [0x0A]) else {
      throw Failure(.failedIO, "The key of the list could not be written.", detail: "\(errno)")
    }
  }
}
