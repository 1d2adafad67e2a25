/// Why something outside the machine did not work: a kind for the program, a sentence for the
/// person, a detail for the log.
public struct Failure: Error, Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// The words of a command make no sense (exit 64).
    case usage
    /// The input is understood but not acceptable: an empty name, an ambiguous one (exit 65).
    case badInput
    /// A file that was named does not exist (exit 66).
    case missingFile
    /// The data cannot be trusted or read (exit 74).
    case damaged
    /// A read or write was refused by the system: no space, read-only, I/O error (exit 74).
    case failedIO
    /// A write whose outcome is not known: it must be looked up before it is tried again (exit 74).
    case unknownOutcome
    /// Another Trolley is writing, for longer than we wait (exit 75).
    case busy
    /// Somebody may not do this (exit 77).
    case notAllowed
    /// Somebody else's service did not do what was asked, or was not there (exit 69).
    case unavailable
    /// A person said stop, here or on another device (exit 75).
    case cancelled
  }

  public let kind: Kind
  /// For the person: what happened and what can be done. No raw error, no path secrets.
  public let sentence: String
  /// For the log: the call and the error number.
  public let detail: String

  public init(_ kind: Kind, _ sentence: String, detail: String = "") {
    self.kind = kind
    self.sentence = sentence
    self.detail = detail
  }

  /// Somebody said stop in the middle of it.
  public static let cancelled = Failure(.cancelled, "Cancelled.")

  /// The exit status of `sysexits.h` that says the same to a script.
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
