/// A copy of a list on the server, made in a directory beside the one that it is for.
struct StagedCopy {
  let path: String

  init(beside directory: String) throws(Failure) {
    let above = directory.lastIndex(of: "/").map { String(directory[..<$0]) } ?? ""
    SystemIO.makeDirectories(above)
    var template = Array((directory + ".joining-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(
        .failedIO, "No directory can be made beside the one for the list.", detail: "\(errno)")
    }
    path = String(cString: made)
  }

  /// Writes all lines, and returns where they end; number and checksum are the server's.
  func fetch(_ list: ServerList) throws(Failure) -> JournalHead {
    let about = try list.about()
    let journal = PostgresJournal(server: list, origin: about.origin)
    let head: JournalHead
    do { head = try write(journal, about.header) } catch {
      guard error.kind == .damaged else { throw error }
      throw Failure(
        .damaged,
        "The server's copy of the list is damaged, so it was not fetched; nothing was changed here. "
          + "Restore it there from a backup: SERVER.md, “Restore”.", detail: error.detail)
    }
    try check(list.list, head)
    return head
  }

  private func write(
    _ journal: PostgresJournal, _ header: [UInt8]
  ) throws(Failure) -> JournalHead {
    let full = Failure(
      .failedIO, "The list could not be written. Is the disk full?", detail: "\(errno)")
    let file = SystemIO.open(
      path + "/journal.jsonl", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw full }
    defer { close(file) }
    var buffer = header + [0x0A]
    let head = try journal.read(since: journal.origin) { (entry) throws(Failure) in
      buffer += entry.bytes
      buffer.append(0x0A)
      guard buffer.count >= 1 << 20 else { return }
      guard SystemIO.writeAll(file, buffer) else { throw full }
      buffer.removeAll(keepingCapacity: true)
    }
    guard SystemIO.writeAll(file, buffer), fsync(file) == 0 else { throw full }
    return head
  }

  /// Reads back what was written, and compares number and checksum with the server's. Also leaves
  /// the mark that there is a list, by which a lost one is noticed.
  private func check(_ list: String, _ head: JournalHead) throws(Failure) {
    let copy = try FileJournal(directory: path, createIfMissing: false)
    let found = try copy.turn(since: copy.origin) { (turn) throws(Failure) in turn.head }
    guard copy.list == list, found == head else { throw PostgresJournal.apart }
  }

  /// Only what was made here.
  func remove() {
    for name in [
      Membership.certificate, SmallSecret.key, Membership.fileName, Membership.mark,
      "journal.jsonl", "lock", "sync.lock",
    ] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
