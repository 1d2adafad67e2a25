/// What the verbs of sharing ask of `trolley-sync`: one line `{"task":"…",…}`, and one line
/// `{"answer":"…",…}` back, after which it ends.
public enum ServerTask: Equatable, Sendable {
  /// The SQL that sets a database up, and lines for the server's `pg_hba.conf`.
  ///
  /// - Parameter address: where the database is, whose name they have; without, that of the examples.
  case script(address: String?)
  /// Sets a database up, as an administrator.
  case setUp(ServerAccess)
  /// Whether a list could be shared there; nothing is changed.
  case mayShare(ServerAccess)
  /// Begins to share the list of a directory, with all of its past.
  ///
  /// - Parameter step: the lines of the step that says so in the list, without their frames.
  case share(directory: String, ServerAccess, machine: String, step: [String])
  /// Makes a code for another machine.
  case invite(directory: String, machine: String, mayInvite: Bool)
  case revoke(directory: String, machine: String)
  /// Who shares the list.
  case machines(directory: String)
  /// Takes over the list that a code is for; a list that is there is moved to `keep`.
  case join(directory: String, code: String, keep: String?)
  /// Goes back to a list of one's own, with everything.
  ///
  /// - Parameter anyway: also when the server cannot be told.
  case leave(directory: String, anyway: Bool)
  /// Fetches a damaged copy anew, and keeps the damaged one as `journal.damaged-TIME`.
  case mend(directory: String, time: String)
  /// Looks at the server.
  case status(directory: String)

  /// For how long a code to join with works, in seconds.
  public static let lifetimeOfCodes = 7 * 86_400

  /// The longest line of a task or an answer, in bytes.
  public static let longest = 256 << 10

  /// Including the newline.
  public static func bytes(of task: ServerTask) -> [UInt8] { WireFields.line(task) }

  /// Including the newline.
  public static func bytes(of answer: ServerAnswer) -> [UInt8] { WireFields.line(answer) }

  public static func task(_ line: [UInt8]) throws(Failure) -> ServerTask {
    var fields = try WireFields.fields(of: line, longest: longest)
    return try .wire(&fields, nil)
  }

  public static func answer(_ line: [UInt8]) throws(Failure) -> ServerAnswer {
    var fields = try WireFields.fields(of: line, longest: longest)
    return try .wire(&fields, nil)
  }
}

public enum ServerAnswer: Equatable, Sendable {
  case done
  /// This machine has left, but the server could not be told: the others see it by this name.
  case leftUntold(machine: String)
  case script(sql: String, rules: String)
  /// A code for another machine; the remark is for the person who passes it on.
  case code(String, remark: String?)
  /// How many lines the list has, and where the former list is.
  case joined(lines: Int, machine: String)
  case machines([ServerMachine])
  case status(ServerStatus)
  case failed(Failure)
}

/// A server, and the password that a person typed for it.
public struct ServerAccess: Equatable, Sendable {
  /// As it was typed.
  public var server: String
  /// Nil to look for it where PostgreSQL's programs do.
  public var password: String?

  public init(server: String, password: String? = nil) {
    self.server = server
    self.password = password
  }

  /// The detail of the failure that says that a password is needed.
  public static let needsPassword = "password"
}

/// How the list on the server and the copy here stand.
public struct ServerStatus: Equatable, Sendable {
  /// Where the server's journal ends, and the copy.
  public var server: JournalHead
  public var copy: JournalHead
  public var machines: [ServerMachine]
  /// Whether changes are announced; otherwise the server is asked every two seconds.
  public var isListening: Bool
  /// Why this program may not change the list; nil when it may.
  public var refusal: String?

  public init(
    server: JournalHead, copy: JournalHead, machines: [ServerMachine], isListening: Bool,
    refusal: String? = nil
  ) {
    self.server = server
    self.copy = copy
    self.machines = machines
    self.isListening = isListening
    self.refusal = refusal
  }
}

/// A machine that was invited to a list.
public struct ServerMachine: Equatable, Sendable {
  public var name: String
  public var mayInvite: Bool
  public var hasJoined: Bool
  public var isSelf: Bool
  /// Whether it is connected at this moment.
  public var isOnline: Bool
  /// For how many seconds it was not seen, by the server's clock; nil when it never was, and where
  /// the server does not know.
  public var unseen: Int?

  public init(
    name: String, mayInvite: Bool, hasJoined: Bool, isSelf: Bool, isOnline: Bool = false,
    unseen: Int? = nil
  ) {
    self.name = name
    self.mayInvite = mayInvite
    self.hasJoined = hasJoined
    self.isSelf = isSelf
    self.isOnline = isOnline
    self.unseen = unseen
  }
}
