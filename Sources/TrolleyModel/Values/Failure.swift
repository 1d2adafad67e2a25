/// Why something outside the state machine failed: a kind for the program, a sentence for the user,
/// a detail for the log.
public struct Failure: Error, Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// The command line is invalid (exit 64).
    case usage
    /// The input is understood but not acceptable: an empty name, an ambiguous one (exit 65).
    case badInput
    /// A file that was named does not exist (exit 66).
    case missingFile
    /// The data cannot be trusted or read (exit 74).
    case damaged
    /// The system refused a read or write: no space, read-only, I/O error (exit 74).
    case failedIO
    /// A write with an unknown outcome: look it up before trying again (exit 74).
    case unknownOutcome
    /// Another process has been writing for longer than we wait (exit 75).
    case busy
    /// The person lacks the permission (exit 77).
    case notAllowed
    /// An external service failed or was unreachable (exit 69).
    case unavailable
    /// The user cancelled, here or on another device (exit 75).
    case cancelled
  }

  public let kind: Kind
  /// For the user: what happened and what can be done. No raw error, no secret paths.
  public let sentence: String
  /// For the log: the call and the error number.
  public let detail: String

  public init(_ kind: Kind, _ sentence: String, detail: String = "") {
    self.kind = kind
    self.sentence = sentence
    self.detail = detail
  }

  /// The helper program answered with something else than what was asked for.
  public static let unexpectedAnswer = Failure(
    .unavailable, "The helper program gave an unexpected answer. Try again.", detail: "worker")

  /// The user cancelled it.
  public static let cancelled = Failure(.cancelled, "Cancelled.")

  /// The equivalent exit status of `sysexits.h`, for scripts.
  public var exitStatus: Int32 {
    switch kind {
    case .usage: 64
    case .badInput: 65
    case .missingFile: 66
    case .damaged, .failedIO, .unknownOutcome: 74
    case .busy, .cancelled: 75
    case .unavailable: 69
    case .notAllowed: 77
    }
  }
}

extension Failure {
  /// The detail of a failure after which only another start of the program helps.
  package static let restart = "restart"

  package var needsRestart: Bool { detail == Self.restart }
}
