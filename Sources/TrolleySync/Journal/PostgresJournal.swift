/// The journal of one list in PostgreSQL, for a machine that is a member of it.
///
/// Owns its connection. When that is lost, every call throws `unavailable`: make another one.
public final class PostgresJournal: Journal {
  public let list: String
  public let origin: JournalHead
  private let server: ServerList

  /// Throws `notAllowed` when this machine is no member of the list.
  public init(_ connection: PostgresConnection, list: String) throws(Failure) {
    self.list = list
    server = ServerList(connection: connection, list: list)
    origin = try server.about().origin
  }

  init(server: ServerList, origin: JournalHead) {
    list = server.list
    self.origin = origin
    self.server = server
  }

  public func head() throws(Failure) -> JournalHead { try server.about().head }

  public func read(
    since head: JournalHead, _ use: (RawEntry) throws(Failure) -> Void
  ) throws(Failure) -> JournalHead {
    let first = try server.read(since: head.n)
    return try finish(first, since: head, use)
  }

  /// Uses a first batch of lines and all that follow it.
  private func finish(
    _ first: ServerList.Lines, since head: JournalHead,
    _ use: (RawEntry) throws(Failure) -> Void
  ) throws(Failure) -> JournalHead {
    var place = head
    var whole = head
    // The lines of a step that is not complete yet.
    var open: [RawEntry] = []
    var batch = first
    while true {
      try Self.check(batch, since: place)
      for entry in try JournalLines.verified(part: batch.lines, after: place) {
        open.append(entry)
        place = entry.head
        guard entry.isLastOfStep else { continue }
        for entry in open { try use(entry) }
        open.removeAll(keepingCapacity: true)
        whole = place
      }
      guard place.n < batch.head.n else { return whole }
      guard !batch.lines.isEmpty else { throw Self.incomplete }
      batch = try server.read(since: place.n)
    }
  }

  /// Whether the server's journal goes on where this place is.
  ///
  /// - Parameter directory: of a copy, which knows whether a server that ends before it had gone another way.
  static func check(
    _ batch: ServerList.Lines, since place: JournalHead, copyIn directory: String? = nil
  ) throws(Failure) {
    if batch.head.n < place.n {
      let copy = directory.flatMap { try? FileJournal(directory: $0, createIfMissing: false) }
      let there = try? copy?.mark(afterLine: batch.head.n).head
      throw there.map { $0 == batch.head } ?? true ? behind : apart
    }
    if batch.lines.isEmpty, batch.head.n == place.n, batch.head.crc != place.crc { throw apart }
    guard let line = batch.lines.first else { return }
    // The predecessor that the line names, before the line itself is judged.
    let named = line.suffix(27).prefix(8)
    if line.count > 36, Array(named) != Array(ServerList.text(place.crc).utf8) { throw apart }
  }

  public func turn<R>(
    since head: JournalHead, _ body: (inout JournalTurn) throws(Failure) -> R
  ) throws(Failure) -> R {
    let connection = server.connection
    do {
      let rows = try connection.run([.init("BEGIN"), server.opening(since: head.n)])
      var news: [RawEntry] = []
      let start = try finish(ServerList.lines(rows[1]), since: head) { (entry) in
        news.append(entry)
      }
      let written = Written()
      var turn = JournalTurn(news: news, head: start) { (lines) in written.lines += lines }
      let result = try body(&turn)
      guard !written.lines.isEmpty else {
        try connection.run("ROLLBACK")
        return result
      }
      try commit(written.lines, after: start)
      return result
    } catch {
      if connection.isAlive { _ = try? connection.run("ROLLBACK") }
      throw error
    }
  }

  private func commit(_ lines: [RawEntry], after head: JournalHead) throws(Failure) {
    let connection = server.connection
    // Up to here nothing can have been kept; from the commit on it may have been.
    try connection.run([server.appending(lines.lazy.map(\.bytes), after: head)])
    do { try connection.run("COMMIT") } catch {
      guard !connection.isAlive else { throw error }
      throw Self.unknown(error.detail)
    }
  }

  /// What a turn wants to append.
  private final class Written {
    var lines: [RawEntry] = []
  }

  // MARK: Failures

  static let behind = Failure(
    .damaged,
    "The server was restored from a backup that is older than this machine's copy; nothing was changed. "
      + "On the machine with the newest copy type: trolley leave --anyway, then trolley share with the "
      + "same address. What the others do then is in SERVER.md, “Restore”.", detail: "behind")

  static let apart = Failure(
    .damaged,
    "The server's list and this machine's copy have gone apart; nothing was changed. To go on with the "
      + "server's: ask for a code, then type here: trolley leave --anyway, and trolley join --merge",
    detail: "apart")

  private static let incomplete = Failure(
    .damaged, "The list on the server has a gap. Nothing was changed.", detail: "gap")

  static func unknown(_ detail: String) -> Failure {
    Failure(
      .unknownOutcome, "The connection was lost just when a change was saved on the server.",
      detail: detail)
  }
}
