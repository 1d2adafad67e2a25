extension ServerSchema {
  /// Brings the connection's database to this program's version. Done by an administrator: a
  /// superuser, or the database's owner with the right to make roles.
  public static func setUp(_ connection: PostgresConnection) throws(Failure) {
    try setUp(connection, to: version)
  }

  static func setUp(_ connection: PostgresConnection, to version: Int) throws(Failure) {
    guard connection.serverVersion >= oldestServer else {
      throw Failure(
        .unavailable,
        "This server is too old. PostgreSQL \(oldestServer / 10_000) or newer is needed.",
        detail: "\(connection.serverVersion)")
    }
    guard connection.parameter("server_encoding") == "UTF8" else {
      throw Failure(
        .unavailable,
        "The database keeps text in another encoding than UTF-8. Make one with: "
          + "createdb --encoding=UTF8 --template=template0 trolley",
        detail: connection.parameter("server_encoding") ?? "")
    }
    if let found = try installed(connection), found > version { throw newer }
    do { _ = try connection.run(statements(to: version).map { .init($0) }) } catch {
      if connection.isAlive { _ = try? connection.run("ROLLBACK") }
      throw error.detail.hasPrefix("55P03") ? held(connection) : error
    }
  }

  /// Says who keeps a lock that setting up waited for in vain.
  private static func held(_ connection: PostgresConnection) -> Failure {
    let rows = connection.isAlive ? try? connection.run(holders) : nil
    let name = CleanText.line(rows?.text(0, 0) ?? "another connection")
    let remedy =
      rows?.int(0, 1).map { process in
        "try again, or end that connection as the server's administrator: "
          + "SELECT pg_terminate_backend(\(process))"
      } ?? "try again."
    return Failure(
      .busy,
      "What has to be changed was held by “\(name)” for ten seconds. Nothing was set up: " + remedy,
      detail: "55P03")
  }

  /// The database's version; nil when it was never set up.
  static func installed(_ connection: PostgresConnection) throws(Failure) -> Int? {
    let there = try connection.run("SELECT pg_catalog.to_regclass('trolley.setting')")
    guard there.text(0, 0) != nil else { return nil }
    do { return try connection.run("SELECT version FROM trolley.setting").int(0, 0) } catch {
      // Only the owner may look; then the changes below decide.
      guard error.kind == .notAllowed else { throw error }
      return nil
    }
  }

  static let newer = Failure(
    .notAllowed, "The server was set up by a newer Trolley. Update this one; nothing was changed.")
}
