/// Steps on their way to the server.
extension SyncSession {
  /// The longest step that is taken, in bytes.
  private static let mostStepBytes = 64 << 20

  func take(
    _ number: Int, _ after: JournalHead, _ lines: [[UInt8]], isMore: Bool
  ) {
    let bytes = lines.reduce(0) { $0 + $1.count }
    if var open, open.number == number {
      open.lines += lines
      open.bytes += bytes
      self.open = open
    } else {
      open = (number, after, lines, bytes)
    }
    guard let whole = open, whole.bytes <= Self.mostStepBytes else {
      open = nil
      let trouble = SyncTrouble(.other, "That change is too large to be shared.", detail: "step")
      return say(.refused(number: number, trouble))
    }
    guard !isMore else { return }
    open = nil
    append(number, whole.after, whole.lines)
  }

  private func append(_ number: Int, _ after: JournalHead, _ lines: [[UInt8]]) {
    let entries: [RawEntry]
    do { entries = try JournalLines.verified(lines, after: after) } catch {
      return say(.refused(number: number, ServerTrouble.trouble(error)))
    }
    guard let link, let last = entries.last else {
      // It was not sent, so it is not there.
      if case .offline(_, let trouble)? = state { return say(.refused(number: number, trouble)) }
      return say(.refused(number: number, SyncTrouble(.unreachable, "There is no connection.")))
    }
    if isOvertaken, turnEnd == nil {
      let before = place
      tryLinked { (link) throws(Failure) in try self.takeTurn(link) }
      isOvertaken = place != before
      guard turnEnd != nil, !isOvertaken else { return say(.stale(number: number)) }
    }
    var statements = [link.list.appending(lines, after: after)]
    if turnEnd != nil { statements += link.pausing + [.init("COMMIT")] }
    do {
      _ = try link.connection.run(statements)
      if turnEnd != nil { link.pause() }
      turnEnd = nil
      place = last.head
      say(.appended(number: number, last.head))
    } catch { failed(number, error, link) }
  }

  private func failed(_ number: Int, _ failure: Failure, _ link: ServerLink) {
    guard link.connection.isAlive else {
      say(.unknown(number: number))
      return lose(failure)
    }
    if failure.detail.hasPrefix("TR002") {
      tryLinked { (link) throws(Failure) in try self.takeTurn(link) }
      isOvertaken = true
      return say(.stale(number: number))
    }
    tryLinked { _ in }
    let trouble = ServerTrouble.trouble(failure)
    // This program is ended for it, and other windows are to know why nothing is sent.
    if trouble.passes { tellOthers(trouble) }
    say(.refused(number: number, trouble))
    if trouble.kind == .notAllowed { lose(failure) }
  }

  /// Passes on what was in the way, and keeps the others waiting for a moment, so that the next
  /// attempt meets the place that it was planned for: of many writers each has its turn.
  private func takeTurn(_ link: ServerLink) throws(Failure) {
    var statements: [PostgresConnection.Statement] = [
      .init("BEGIN"),
      // The server ends it, too, should this machine fall asleep.
      .init("SET LOCAL idle_in_transaction_session_timeout = '2s'"),
    ]
    if isOvertaken, link.about.version >= 9 {
      // Who queues reads what the others write while another machine has its turn.
      let rows = try link.connection.run(statements + [link.list.entering(since: place.n)])
      try pass(on: ServerList.lines(rows[rows.count - 1]), link)
      statements = []
    }
    let rows = try link.connection.run(statements + [link.list.opening(since: place.n)])
    turnEnd = MonotonicTime.milliseconds + longestTurn
    try pass(on: ServerList.lines(rows[rows.count - 1]), link)
  }

  func endTurn(_ link: ServerLink) throws(Failure) {
    guard turnEnd != nil else { return }
    turnEnd = nil
    try link.connection.run("ROLLBACK")
  }
}
