import CPostgres

/// One connection to a PostgreSQL server. Every call has a deadline, and none uses the terminal:
/// notices are dropped. Not for concurrent use.
public final class PostgresConnection {
  public struct Limits: Sendable {
    /// For a connection to be made, milliseconds.
    public var connecting = 10_000
    /// For an answer, milliseconds; the server gives up somewhat earlier.
    public var answering = 20_000
    /// Bytes of one value.
    public var value = 32 << 20

    public init() {}
  }

  /// One statement with its parameters, which travel apart from it.
  public struct Statement {
    let sql: String
    let parameters: [String?]
    /// The name by which the server plans it once for all the times that this connection runs it.
    let name: String?

    /// - Parameter name: only for a statement whose columns no migration changes; up to 63 bytes.
    public init(_ sql: String, _ parameters: [String?] = [], name: String? = nil) {
      self.sql = sql
      self.parameters = parameters
      self.name = name
    }
  }

  public struct Notice: Equatable, Sendable {
    public let channel: String
    public let payload: String
    /// The process of the server that serves the sender.
    public let sender: Int32
  }

  public let address: ServerAddress
  public let limits: Limits
  let handle: OpaquePointer
  private var isBroken = false
  /// Notifications that came with the answers to statements: no reader of the descriptor hears them.
  private var heard: [Notice] = []
  /// Whether the server at the other end is the same one for every statement: a pooler may lend
  /// another, which does not know what was prepared.
  var isDirect = false
  /// The names of the statements that the server has planned.
  private var planned: Set<String> = []

  /// Signs in. Throws words for people, and never a password.
  public init(
    _ address: ServerAddress, password: String? = nil, limits: Limits = Limits()
  ) throws(Failure) {
    self.address = address
    self.limits = limits
    handle = try ServerDial(address, password, limits).connected()
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    PQsetnonblocking(handle, 1)
    guard PQenterPipelineMode(handle) == 1 else { throw ServerTrouble.lost }
    _ = try run(Self.setUp.map { Statement($0) })
  }

  deinit { PQfinish(handle) }

  /// A dead machine or network must not hold a lock or look present for long.
  private static let setUp = [
    "SET client_min_messages = error", "SET search_path = pg_catalog",
    "SET statement_timeout = '15s'", "SET lock_timeout = '10s'",
    "SET idle_in_transaction_session_timeout = '15s'", "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2", "SET tcp_keepalives_count = 2",
    "SET tcp_user_timeout = 9000", "SET bytea_output = hex",
  ]

  /// For a loop to watch.
  public var descriptor: Int32 { PQsocket(handle) }
  /// Whether it can still be used.
  public var isAlive: Bool { !isBroken && PQstatus(handle) == CONNECTION_OK }
  /// The process of the server that serves this connection.
  public var process: Int32 { PQbackendPID(handle) }
  public var serverVersion: Int32 { PQserverVersion(handle) }
  public var isEncrypted: Bool { PQsslInUse(handle) != 0 }
  /// Where it leads, however the address said it.
  var host: String { String(cString: PQhost(handle)) }
  var port: String { String(cString: PQport(handle)) }
  var database: String { String(cString: PQdb(handle)) }

  public func parameter(_ name: String) -> String? {
    PQparameterStatus(handle, name).map { String(cString: $0) }
  }

  // MARK: Statements

  @discardableResult
  public func run(_ sql: String, _ parameters: [String?] = []) throws(Failure) -> PostgresRows {
    let all = try run([Statement(sql, parameters)])
    return all[0]
  }

  /// Sends all at once and waits for all answers. If one is refused, the later ones are not carried
  /// out. Statements share a transaction only if they say so.
  @discardableResult
  public func run(_ statements: [Statement]) throws(Failure) -> [PostgresRows] {
    guard !isBroken else { throw ServerTrouble.lost }
    if isDirect { try plan(statements) }
    for statement in statements { try send(statement) }
    return try results(statements.count)
  }

  /// Has the server plan what it will be asked again.
  private func plan(_ statements: [Statement]) throws(Failure) {
    for statement in statements {
      guard let name = statement.name, !planned.contains(name) else { continue }
      guard PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else {
        throw broken(ServerTrouble.lost)
      }
      _ = try results(1)
      planned.insert(name)
    }
  }

  /// Waits for the answers to all that was sent.
  private func results(_ count: Int) throws(Failure) -> [PostgresRows] {
    guard PQpipelineSync(handle) == 1 else { throw broken(ServerTrouble.lost) }
    let deadline = MonotonicTime.milliseconds + limits.answering
    var rows: [PostgresRows] = []
    var refusal: Failure?
    while let result = try next(deadline) {
      switch PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC:
        PQclear(result)
        hear()
        if let refusal { throw refusal }
        guard rows.count == count else { throw broken(ServerTrouble.lost) }
        return rows
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows.append(PostgresRows(result, limits.value))
      case PGRES_PIPELINE_ABORTED: PQclear(result)
      default:
        if refusal == nil { refusal = failure(of: result) }
        PQclear(result)
      }
    }
    throw broken(ServerTrouble.lost)
  }

  private func send(_ statement: Statement) throws(Failure) {
    let copies = statement.parameters.map { text in text.map { strdup($0) } ?? nil }
    defer { for copy in copies { free(copy) } }
    let values = copies.map { copy in copy.map { UnsafePointer($0) } }
    let count = Int32(values.count)
    let sent =
      if let name = statement.name, planned.contains(name) {
        PQsendQueryPrepared(handle, name, count, values, nil, nil, 0)
      } else { PQsendQueryParams(handle, statement.sql, count, nil, values, nil, nil, 0) }
    guard sent == 1 else { throw broken(ServerTrouble.lost) }
  }

  /// The next result; results of one statement are separated by nil, which is skipped.
  private func next(_ deadline: Int) throws(Failure) -> OpaquePointer? {
    var separators = 0
    while separators < 3 {
      while PQisBusy(handle) != 0 || PQflush(handle) == 1 {
        let events = Int16(POLLIN) | (PQflush(handle) == 1 ? Int16(POLLOUT) : 0)
        try wait(events, deadline)
        guard PQconsumeInput(handle) == 1 else { throw broken(ServerTrouble.lost) }
      }
      if let result = PQgetResult(handle) { return result }
      separators += 1
    }
    return nil
  }

  private func wait(_ events: Int16, _ deadline: Int) throws(Failure) {
    let left = deadline - MonotonicTime.milliseconds
    guard left > 0 else { throw broken(ServerTrouble.tooSlow) }
    var watched = pollfd(fd: PQsocket(handle), events: events, revents: 0)
    _ = poll(&watched, 1, Int32(min(left, 60_000)))
  }

  private func failure(of result: OpaquePointer) -> Failure {
    let code = field(result, "C") ?? ""
    let message = field(result, "M") ?? String(cString: PQresultErrorMessage(result))
    guard !code.isEmpty else {
      isBroken = true
      return Failure(
        ServerTrouble.lost.kind, ServerTrouble.lost.sentence,
        detail: CleanText.line(message, limit: .message))
    }
    // After these the server has closed the connection.
    if code.hasPrefix("57P") || code.hasPrefix("08") || code == "25P03" { isBroken = true }
    return ServerTrouble.refused(code: code, message: message)
  }

  private func field(_ result: OpaquePointer, _ name: Character) -> String? {
    PQresultErrorField(result, Int32(name.asciiValue ?? 0)).map { String(cString: $0) }
  }

  private func broken(_ failure: Failure) -> Failure {
    isBroken = true
    return failure
  }

  // MARK: Notifications

  /// Whether there is something to fetch by `notices` though the descriptor is not readable.
  public var hasNotices: Bool { !heard.isEmpty }

  /// What was notified since; throws when the connection is gone. Call it when `descriptor` is
  /// readable, or `hasNotices`.
  public func notices() throws(Failure) -> [Notice] {
    guard PQconsumeInput(handle) == 1 else { throw broken(ServerTrouble.lost) }
    hear()
    defer { heard = [] }
    return heard
  }

  private func hear() {
    while let notice = PQnotifies(handle) {
      heard.append(
        Notice(
          channel: String(cString: notice.pointee.relname),
          payload: String(cString: notice.pointee.extra), sender: notice.pointee.be_pid))
      PQfreemem(notice)
    }
  }

  /// The text that the server keeps instead of a password: what travels and what is logged there is
  /// not the password.
  public func verifier(of password: String, for user: String) throws(Failure) -> String {
    guard let text = PQencryptPasswordConn(handle, password, user, "scram-sha-256") else {
      throw Failure(.unavailable, "The password could not be prepared.", detail: "scram")
    }
    defer { PQfreemem(text) }
    return String(cString: text)
  }
}

/// The rows of one answer. Owns libpq's copy.
public final class PostgresRows {
  private let result: OpaquePointer
  private let longest: Int

  init(_ result: OpaquePointer, _ longest: Int) {
    self.result = result
    self.longest = longest
  }

  deinit { PQclear(result) }

  public var count: Int { Int(PQntuples(result)) }

  /// Nil for NULL, and for a column that is not there.
  public func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  public func int(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }
  public func bool(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }

  /// Valid as long as this object.
  public func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(row), Int32(column))
    guard row < PQntuples(result), column < PQnfields(result),
      PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
    else { return nil }
    let count = Int(PQgetlength(result, row, column))
    return count <= longest ? UnsafeRawBufferPointer(start: start, count: count) : nil
  }
}
