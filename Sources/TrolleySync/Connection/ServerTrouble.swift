import CPostgres

/// What servers and libpq say, in words for people.
enum ServerTrouble {
  /// A statement that the server refused.
  static func refused(code: String, message: String, constraint: String = "") -> Failure {
    let detail = "\(code) \(CleanText.line(message, limit: .message))"
    if let known = ours[code] { return Failure(known.kind, known.sentence, detail: detail) }
    let row = rows.first { code.hasPrefix($0.code) }
    return Failure(
      row?.kind ?? .unavailable,
      row?.sentence ?? "The server refused that. The log says more.", detail: detail)
  }

  private struct Row {
    let code: String
    let kind: Failure.Kind
    let trouble: SyncTrouble.Kind
    let sentence: String

    init(
      _ code: String, _ kind: Failure.Kind, _ trouble: SyncTrouble.Kind, _ sentence: String
    ) {
      self.code = code
      self.kind = kind
      self.trouble = trouble
      self.sentence = sentence
    }
  }

  /// The codes that our own functions raise; `ServerSchema` uses them.
  private static let ours = Dictionary(
    uniqueKeysWithValues: [
      Row(
        "TR001", .notAllowed, .notAllowed,
        "This machine is not, or no longer, a member of the list. Ask one that is for a new code, "
          + "then type here: trolley leave, and trolley join"),
      Row("TR002", .busy, .other, "Another machine was faster. Try again."),
      Row(
        "TR003", .damaged, .damaged, "The server refused a line that does not continue the list."),
      Row(
        "TR004", .notAllowed, .tooOld,
        "This Trolley is too old for the list on the server: you see it, and cannot change it. "
          + "Update Trolley."),
      Row(
        "TR005", .notAllowed, .signIn,
        "That code was used, taken back or replaced by a newer one, or is too old. Ask for a new one."
      ),
      Row("TR006", .badInput, .other, "The list is on the server already."),
      Row("TR007", .missingFile, .other, "No such machine was invited."),
      Row(
        "TR008", .notAllowed, .other,
        "This machine may not invite others: the one that shared the list may. If that has left: "
          + "trolley leave, then trolley share, and a code for each of the others"),
      Row(
        "TR009", .badInput, .apart,
        "The list on the server has gone another way than the one here. To take it over: ask for a "
          + "code, then trolley join --merge"),
    ].map { ($0.code, $0) })

  /// By the beginning of SQLSTATE; the first that fits counts.
  private static let rows = [
    Row(wrongPassword, .notAllowed, .signIn, "The server did not accept the password."),
    Row(
      "28000", .notAllowed, .signIn,
      "The server does not know this user, or does not let it in from this machine. Check the name "
        + "before the @; if it is right, the file pg_hba.conf needs a line for it: trolley server "
        + "set-up --print"),
    Row(
      "3D000", .missingFile, .noSuchList,
      "The server has no database of that name. Make it with createdb, or correct the address."),
    Row(
      "3F000", .missingFile, .noSuchList,
      "The server's database was not set up for Trolley: trolley server set-up"),
    Row(
      "42883", .missingFile, .noSuchList,
      "The server's database was not set up for this Trolley: trolley server set-up"),
    Row(
      "42P01", .missingFile, .noSuchList,
      "The server's database was not set up for this Trolley: trolley server set-up"),
    Row("42501", .notAllowed, .notAllowed, "The server does not allow that to this user."),
    Row(
      "25006", .unavailable, .readOnly,
      "The server is a standby or read-only now: it takes no changes."),
    Row(
      "53100", .unavailable, .full,
      "The server's disk is full. What you do waits here until it has room."),
    Row("53200", .unavailable, .unreachable, "The server is out of memory."),
    Row(
      "53", .unavailable, .unreachable, "The server has too many connections. It is tried again."),
    Row("57014", .unavailable, .unreachable, "The server took too long. It is tried again."),
    Row("55P03", .busy, .unreachable, "Another machine is writing to the list. It is tried again."),
    Row("40", .busy, .unreachable, "Another machine was faster. It is tried again."),
    Row(
      "57P", .unavailable, .unreachable,
      "The server is shutting down or starting. It is tried again."),
    Row("23505", .badInput, .other, "That is on the server already."),
    Row("25P03", .unavailable, .unreachable, "The server ended the connection."),
    // PgBouncer has one code for all that it refuses.
    Row(
      "08P01", .unavailable, .unreachable,
      "A pooler such as PgBouncer stands before the server and lets nothing through: the server is "
        + "away, or this machine was removed from the list. It is tried again."),
    Row(
      "08", .unavailable, .unreachable, "The connection to the server was lost. It is tried again."),
    Row("22021", .badInput, .other, "The server cannot keep that text."),
    Row("54", .badInput, .other, "That is too large for the server."),
    Row("58", .unavailable, .full, "The server's disk reports an error."),
    Row("XX", .unavailable, .other, "The server reports an error of its own. Its log says more."),
  ]

  static let lost = Failure(
    .unavailable, "The connection to the server was lost. It is tried again.", detail: "lost")

  static let tooSlow = Failure(
    .unavailable, "The server does not answer. It is tried again.", detail: "deadline")

  static let tooMuch = Failure(
    .unavailable, "The server's answer is too large.", detail: "answer beyond the limit")

  /// A connection that could not be made. libpq has only text for that; the server's part of it is
  /// the code alone, since errors are asked for by code.
  ///
  /// - Parameter refusal: why the server's certificate was refused, in OpenSSL's words: libpq only
  ///   says that it was.
  static func connecting(
    _ connection: OpaquePointer, _ address: ServerAddress, refusal: String?
  ) -> Failure {
    let text = String(cString: PQerrorMessage(connection)) + (refusal.map { " (\($0))" } ?? "")
    let place = address.place
    let detail = CleanText.line(text, limit: .message)
    if let code = code(in: text) {
      let known = refused(code: code, message: "")
      return Failure(known.kind, known.sentence, detail: detail)
    }
    if PQconnectionNeedsPassword(connection) != 0 { return passwordNeeded }
    if let known = pieces.first(where: { text.contains($0.piece) }) {
      return Failure(.unavailable, known.sentence(place), detail: detail)
    }
    return Failure(.unavailable, "\(place) cannot be reached.", detail: detail)
  }

  private static let passwordNeeded = Failure(
    .notAllowed,
    "The server wants a password. Put it into ~/.pgpass, which only you may read (chmod 600).",
    detail: ServerAccess.needsPassword)

  /// The words of libpq and OpenSSL, which are English: `trolley-sync` sets no locale.
  private static let pieces: [Piece] = [
    Piece("could not translate host name") {
      "The name \($0) was not found: this network does not know it, or no name server answers."
    },
    Piece("Connection refused") { "\($0) is there, but no PostgreSQL answers at this port." },
    Piece("No such file or directory") { _ in "No PostgreSQL runs on this machine." },
    Piece("does not match host name", .certificate) {
      "The certificate that \($0) shows is for another name."
    },
    Piece("certificate has expired", .certificate) {
      "The certificate of \($0) has expired. Give the server a new one."
    },
    Piece("certificate is not yet valid", .certificate) {
      "The certificate of \($0) is not valid yet. Is the clock of this machine right?"
    },
    Piece("certificate verify failed", .certificate) {
      "\($0) shows a certificate that is not the one this machine trusts. If the server was given another "
        + "one, see “A certificate” in docs/SERVER.md."
    },
    Piece("root certificate file", .certificate) { _ in
      "The certificate to check the server by is missing. See docs/SERVER.md."
    },
    Piece("server does not support SSL", .certificate) {
      "\($0) does not encrypt its connections. Give the server a certificate; see docs/SERVER.md."
    },
    Piece("authentication method requirement", .certificate) {
      "\($0) asks for the password in a form that can be read, which it was not sent in."
    },
    Piece("definition of service", .settings) { _ in
      "There is no such service in ~/.pg_service.conf."
    },
    Piece("service file", .settings) { _ in "The file of services cannot be used." },
    Piece("timeout expired") { "\($0) does not answer." },
    Piece("Network is unreachable") { _ in "There is no network." },
    Piece("No route to host") { "There is no way to \($0) in this network." },
    Piece("server closed the connection") { "\($0) ended the connection." },
    Piece("SSL error", .certificate) { "The encrypted connection to \($0) could not be made." },
  ]

  private struct Piece: Sendable {
    let piece: String
    let trouble: SyncTrouble.Kind
    let sentence: @Sendable (String) -> String

    init(
      _ piece: String, _ trouble: SyncTrouble.Kind = .unreachable,
      _ sentence: @escaping @Sendable (String) -> String
    ) {
      self.piece = piece
      self.trouble = trouble
      self.sentence = sentence
    }
  }

  /// A failure as the other program hears of it. Its detail says what it was.
  static func trouble(_ failure: Failure) -> SyncTrouble {
    SyncTrouble(kind(failure), failure.sentence, detail: failure.detail)
  }

  private static func kind(_ failure: Failure) -> SyncTrouble.Kind {
    let detail = failure.detail
    if let kind = own[detail] { return kind }
    let code = code(in: detail) ?? String(detail.prefix(5))
    if let row = ours[code] ?? rows.first(where: { code.hasPrefix($0.code) }) { return row.trouble }
    if let piece = pieces.first(where: { detail.contains($0.piece) }) { return piece.trouble }
    switch failure.kind {
    case .unavailable, .unknownOutcome, .busy, .cancelled: return .unreachable
    case .damaged: return .damaged
    case .usage, .badInput, .missingFile, .failedIO: return .settings
    case .notAllowed: return .notAllowed
    }
  }

  /// Details of failures that we make ourselves.
  private static let own: [String: SyncTrouble.Kind] = [
    PostgresJournal.behind.detail: .behind, PostgresJournal.apart.detail: .apart,
    ServerAccess.needsPassword: .signIn,
  ]

  /// The SQLSTATE after "FATAL:  ", the last one; nil when the server has not said anything. Of several
  /// ways, with TLS and without, the one on which the password was refused says more than one that is
  /// closed.
  static func code(in text: String) -> String? {
    let fatal = codes(in: text, after: "FATAL:")
    let all = fatal.isEmpty ? codes(in: text, after: "ERROR:") : fatal
    return all.contains(wrongPassword) ? wrongPassword : all.last
  }

  static let wrongPassword = "28P01"

  private static func codes(in text: String, after word: String) -> [String] {
    text.ranges(of: word).map { text[$0.upperBound...].drop { $0 == " " }.prefix(5) }
      .filter { code in
        code.utf8.count == 5
          && code.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      }
      .map { String($0) }
  }
}
