/// The protocol between `trolley` and `trolley-sync`, as lines of JSON: requests
/// `{"request":"…",…}` on its standard input, reports `{"report":"…",…}` on its standard output.
///
/// One program serves one data directory; a lock there says which. It has the network and
/// PostgreSQL, and neither the list nor the planner: it carries lines of the journal to and fro, as
/// they are. The other side has the copy of the journal and the outbox.
///
/// 1. `connect` says what is wanted and where the copy ends. The program connects, and connects
///    again by itself for as long as it runs; each change of that is a `state`.
/// 2. Once connected it reports `head`, the place where the shared journal ends, then as `news` the
///    lines after the end of the copy, and from then on whatever is appended by others, at once.
///    News follow each other without a gap. To get news since an earlier place, send `connect`
///    again.
/// 3. `append` has lines that were planned and numbered for the place `after`. If the shared journal
///    still ends there they are appended, in one transaction, and the report is `appended`.
///    Otherwise nothing is, and the report is `stale`, after the `news` that were in the way: the
///    steps are planned again and sent again, best at once: for a moment the server keeps the others
///    waiting. Own lines never come as news, unless their `appended` was lost: after a lost answer
///    to COMMIT the program reports `unknown`, and the lines come as news when they are there.
/// 4. A step longer than one message is sent in parts, of which all but the last say `more`; so are
///    news. A part ends between two lines, not between two steps.
/// 5. `bye`, or the end of its input, ends it, after the answer to an `append` under way.
///
/// Both ends distrust their input, as with `WorkerLine`: everything is bounded, and any other line
/// is refused. Secrets are not on these lines: `trolley-sync` reads them from the data directory.
public enum SyncLine {
  /// The longest line in bytes, without its newline.
  public static let longest = 1 << 20
  /// How many bytes of journal lines go in one message; a line of a journal has 64 KiB at most.
  /// Escaping may double them.
  public static let mostLineBytes = 384 << 10
  /// How many people of one machine the others hear of.
  public static let mostPresent = 256
  /// How many counts of wrong tries one machine tells, the newest first.
  public static let mostTries = 200
  /// How many lines of a journal go in one message.
  public static let mostLines = 4096

  /// What `trolley-sync` receives.
  public enum Request: Equatable, Sendable {
    case connect(SyncTarget)
    /// Lines for the place `after`. The number comes back with the report.
    case append(number: Int, after: JournalHead, lines: [[UInt8]], isMore: Bool)
    /// Who is signed in on the screens of this machine, in place of who was.
    case presence([String])
    /// How many wrong tries were counted on this machine, in place of what was told before.
    case tries([SyncTries])
    case bye
  }

  /// What it reports.
  public enum Report: Equatable, Sendable {
    /// Where the shared journal ends, at the time of connecting.
    case head(JournalHead)
    /// Lines that follow the place `after`, complete steps unless `isMore`.
    case news(after: JournalHead, lines: [[UInt8]], isMore: Bool)
    /// They are durable on the server, which ends here now.
    case appended(number: Int, JournalHead)
    /// The shared journal did not end at that place: nothing was appended.
    case stale(number: Int)
    /// Whether it was appended is not known: what comes as news after the next `head` says it.
    case unknown(number: Int)
    /// It cannot be appended, now or as it is; why.
    case refused(number: Int, SyncTrouble)
    case state(SyncState)
    /// Who is signed in on other machines.
    case presence([SyncPresence])
    /// How many wrong tries the other machines have counted together; nil while that is not known.
    case tries([SyncTries]?)
  }

  /// Including the newline.
  public static func bytes(of request: Request) -> [UInt8] { WireFields.line(request) }

  /// Including the newline.
  public static func bytes(of report: Report) -> [UInt8] { WireFields.line(report) }

  public static func request(_ line: [UInt8]) throws(Failure) -> Request {
    var fields = try WireFields.fields(of: line, longest: longest)
    return try .wire(&fields, nil)
  }

  public static func report(_ line: [UInt8]) throws(Failure) -> Report {
    var fields = try WireFields.fields(of: line, longest: longest)
    return try .wire(&fields, nil)
  }

  /// Splits lines into what fits in one message each.
  public static func parts(of lines: [[UInt8]]) -> [[[UInt8]]] {
    var parts: [[[UInt8]]] = []
    var part: [[UInt8]] = []
    var bytes = 0
    for line in lines {
      if bytes + line.count > mostLineBytes || part.count == mostLines {
        parts.append(part)
        part = []
        bytes = 0
      }
      part.append(line)
      bytes += line.count
    }
    return part.isEmpty ? parts : parts + [part]
  }
}

/// What a machine shares, and with which server.
public struct SyncTarget: Equatable, Sendable {
  /// The data directory: its lock says which program serves it, and the role's password, the
  /// server's certificate and the like are in files there.
  public var directory: String
  /// The list's identifier.
  public var list: String
  /// A PostgreSQL address without a password.
  public var server: String
  /// The place before the first line of the list.
  public var origin: JournalHead
  /// Where the copy ends.
  public var head: JournalHead

  public init(
    directory: String, list: String, server: String, origin: JournalHead, head: JournalHead
  ) {
    self.directory = directory
    self.list = list
    self.server = server
    self.origin = origin
    self.head = head
  }
}

/// How the connection stands. What waits in the outbox is known to the other side.
public indirect enum SyncState: Equatable, Sendable {
  case connecting
  case online
  /// There is no connection since that time, in seconds since 1970; it is tried again, unless the
  /// trouble needs a person.
  case offline(since: Int, SyncTrouble)
  /// Another `trolley-sync` serves this directory: how its connection stands, if that is known.
  case elsewhere(SyncState?)

  /// How the connection of this machine stands, whichever program has it; nil while that is unknown.
  public var connection: SyncState? {
    if case .elsewhere(let there) = self { there?.connection } else { self }
  }

  /// Whether there is no connection from this program.
  public var isOffline: Bool { if case .offline = self { true } else { false } }
}

/// Why something does not work, as a kind for the program and a sentence for the user.
public struct SyncTrouble: Equatable, Sendable, Error {
  public enum Kind: String, CaseIterable, Sendable {
    /// No network, no such host, no answer, or the server is starting or stopping.
    case unreachable
    /// The server's certificate is not the one that was expected, or is out of date.
    case certificate
    /// The server does not know the role or its password.
    case signIn
    /// The role may not do this: the machine was removed.
    case notAllowed
    /// The server has no such list.
    case noSuchList
    /// The server accepts no changes: a standby, or it is read-only.
    case readOnly
    case full
    /// The schema or a line is newer than this program.
    case tooOld
    /// The server ends before this copy does: it was restored from a backup.
    case behind
    /// The server has other lines than this copy with the same numbers.
    case apart
    /// A line of the server is not sound.
    case damaged
    /// The address or a file that belongs to it cannot be used.
    case settings
    /// Anything else; the detail says more.
    case other
  }

  public var kind: Kind
  /// For the user: what happened and what can be done.
  public var sentence: String
  /// For the log; without secrets.
  public var detail: String

  public init(_ kind: Kind, _ sentence: String, detail: String = "") {
    self.kind = kind
    self.sentence = sentence
    self.detail = detail
  }

  /// Whether the server does not let this machine in, or not any more.
  public var isRefusal: Bool { kind == .notAllowed || kind == .signIn }

  /// Whether trying again later may help without a person doing something.
  public var passes: Bool {
    switch kind {
    case .unreachable, .readOnly, .full, .other: true
    case .certificate, .signIn, .notAllowed, .noSuchList, .tooOld, .behind, .apart, .damaged,
      .settings:
      false
    }
  }

  /// How long to wait before the next attempt to connect, in milliseconds: from 1 second, doubling to 8, and
  /// from 30 seconds to 4 minutes where only a person can help, who may do so at the server.
  public func pause(after attempts: Int) -> Int {
    (passes ? 1000 : 30_000) << min(attempts, Self.mostDoublings)
  }

  private static let mostDoublings = 3

  /// The waits differ by as much between machines, in per cent: not all come back to a server at once.
  public static let pauseVariation = 75...125

  /// The longest wait until a connection is tried again that may come by itself.
  public static let longestPause = (1000 << mostDoublings) * pauseVariation.upperBound / 100

  /// What a verb ends with because of it: the same as of a task that meets it.
  public var failure: Failure { Failure(kind.failure, sentence, detail: detail) }
}

extension SyncTrouble.Kind {
  /// The kind of failure that it is where nobody waits for it to pass.
  public var failure: Failure.Kind {
    switch self {
    case .unreachable, .certificate, .readOnly, .full, .other: .unavailable
    case .signIn, .notAllowed, .tooOld: .notAllowed
    case .noSuchList: .missingFile
    case .behind, .apart, .damaged: .damaged
    case .settings: .badInput
    }
  }
}

/// Wrong tries at a PIN or a password, in a row.
public struct SyncTries: Equatable, Sendable {
  /// A keyed hash of whose, or a word for all PINs or passwords.
  public var who: String
  public var failed: Int
  /// How long ago the last one was, in milliseconds.
  public var age: Int

  public init(who: String, failed: Int, age: Int) {
    self.who = who
    self.failed = failed
    self.age = age
  }
}

/// An account that is signed in on another machine.
public struct SyncPresence: Hashable, Sendable {
  public var account: String
  /// The machine's name.
  public var machine: String

  public init(account: String, machine: String) {
    self.account = account
    self.machine = machine
  }
}
