/// Takes over a list from the server, whole or not at all: everything is made in a directory beside,
/// compared with the server, and only then put in its place.
struct ListJoining {
  let directory: String
  let code: JoinCode

  /// - Parameter keep: where a list that is there is moved to; nil when there is none.
  func join(keep: String?) throws(Failure) -> ServerAnswer {
    let hasList = access(directory + "/journal.jsonl", F_OK) == 0
    guard !hasList || keep != nil else {
      throw Failure(.badInput, "There is a list here already.", detail: "list")
    }
    if let keep, access(keep, F_OK) == 0 {
      throw Failure(.badInput, "There is something at the place for the former list already.")
    }
    let staged = try StagedCopy(beside: directory)
    let lines: Int
    do { lines = try fetch(into: staged) } catch {
      staged.remove()
      throw error
    }
    // The code is used up now: what was fetched stays, whatever happens.
    try putInPlace(staged, keep: hasList ? keep : nil)
    return .joined(lines: lines, machine: code.machine)
  }

  // MARK: Fetching

  private func fetch(into staged: StagedCopy) throws(Failure) -> Int {
    let staging = staged.path
    var sharing = Membership(
      list: code.list, server: code.server, role: code.role, password: code.password,
      machine: code.machine)
    try sharing.save(directory: staging, certificate: code.certificate)
    let address = try ServerLink.address(of: sharing, directory: staging)
    let connection: PostgresConnection
    do { connection = try PostgresConnection(address, password: code.password) } catch {
      guard ServerTrouble.trouble(error).kind == .signIn else { throw error }
      throw ServerTrouble.refused(code: "TR005", message: error.detail)
    }
    let list = ServerList(connection: connection, list: code.list)
    let head: JournalHead
    do { head = try staged.fetch(list) } catch {
      // This machine was never a member: a newer code has replaced this one.
      guard error.detail.hasPrefix("TR001") else { throw error }
      throw ServerTrouble.refused(code: "TR005", message: error.detail)
    }
    if let key = code.key, !SmallSecret.create(staging + "/" + SmallSecret.key, Array(key.utf8)) {
      throw Failure(.failedIO, "The key of the list could not be written.", detail: "\(errno)")
    }
    // From here on the code is worth nothing; what it was is not kept.
    sharing.password = JoinCode.makePassword()
    try sharing.save(directory: staging)
    do { try list.accept(password: sharing.password) } catch {
      // The answer may have been lost.
      guard !connection.isAlive,
        (try? PostgresConnection(address, password: sharing.password)) != nil
      else { throw error }
    }
    return head.n
  }

  // MARK: Placing

  private func putInPlace(_ staged: StagedCopy, keep: String?) throws(Failure) {
    let staging = staged.path
    let failure = Failure(
      .failedIO, "The joined list could not be put in its place. It is in \(staging).",
      detail: "rename")
    if let keep {
      // A change that is being written belongs to the list that is moved.
      let writers = try Self.waitForWriters(of: directory)
      defer { if writers >= 0 { close(writers) } }
      guard rename(directory, keep) == 0 else { throw failure }
    }
    if access(directory, F_OK) == 0 {
      // The mark that it is shared comes before the journal: without it, changes would be lost.
      for name in [
        Membership.certificate, SmallSecret.key, Membership.fileName, Membership.mark,
        "journal.jsonl", "lock",
      ]
      where access(staging + "/" + name, F_OK) == 0 {
        guard rename(staging + "/" + name, directory + "/" + name) == 0 else { throw failure }
      }
      staged.remove()
    } else {
      guard rename(staging, directory) == 0 else { throw failure }
    }
    for path in [directory, directory + "/.."] {
      let descriptor = SystemIO.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// Takes the lock by which programs write to the list, which ends with the descriptor that is
  /// returned; below 0 when nobody has written yet. Throws `busy` after five seconds.
  private static func waitForWriters(of directory: String) throws(Failure) -> Int32 {
    let descriptor = SystemIO.open(directory + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return descriptor }
    for _ in 0..<100 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      poll(nil, 0, 50)
    }
    close(descriptor)
    throw Refusal.busy("lock")
  }
}
