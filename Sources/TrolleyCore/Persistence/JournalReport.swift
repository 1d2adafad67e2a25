/// What a look at every byte of a data directory found.
public struct JournalReport: Equatable, Sendable {
  public enum Snapshot: Equatable, Sendable {
    case none
    case usable
    /// It would be ignored and made anew; why, as the rest of a sentence.
    case ignored(String)
  }

  /// The identifier of the list; nil when the header is damaged.
  public internal(set) var list: String?
  /// The size of the journal.
  public internal(set) var bytes = 0
  /// Sound lines, without the header.
  public internal(set) var lines = 0
  /// Complete steps before the first damage.
  public internal(set) var steps = 0
  /// The first damage: what the list is missing begins here.
  public internal(set) var flaw: JournalFlaw?
  /// Lines that are not sound, from the first damage on.
  public internal(set) var badLines = 0
  /// The end of a change that was never finished, in bytes. The next change moves it aside.
  public internal(set) var tornBytes = 0
  public internal(set) var snapshot = Snapshot.none
  /// Files that other people may read or write, and could not be closed to them.
  public internal(set) var looseModes: [String] = []
  /// Files that Trolley kept aside or left half-made.
  public internal(set) var leftOvers: [String] = []
  /// What was put right while looking.
  public internal(set) var notes: [String] = []

  /// Whether the whole list is there and changes are accepted.
  public var isSound: Bool { flaw == nil }

  /// The report for a person, one finding a sentence.
  public var sentences: [String] {
    var all: [String] = []
    if let flaw {
      all.append("Line \(flaw.line) of journal.jsonl, at byte \(flaw.offset): \(flaw.words).")
      all.append("\(lines) sound lines, \(badLines) bad. Changes are refused until: check --repair")
    } else {
      all.append("The journal is sound: \(steps) changes in \(lines) lines, \(bytes) bytes.")
    }
    if tornBytes > 0 {
      all.append("The last change was not saved to its end (\(tornBytes) bytes); it is left out.")
    }
    switch snapshot {
    case .none, .usable: break
    case .ignored(let words): all.append("The snapshot will be made anew: \(words).")
    }
    for name in looseModes { all.append("Other people may use \(name): chmod 600 \(name)") }
    if !leftOvers.isEmpty { all.append("Kept aside: \(leftOvers.joined(separator: ", ")).") }
    return all + notes
  }
}

/// What a repair did.
public struct JournalRepair: Equatable, Sendable {
  /// Lines of the new journal; nil when nothing was wrong.
  public internal(set) var keptLines: Int?
  /// Lines that could not be saved.
  public internal(set) var lostLines = 0
  /// The file that holds the journal as it was.
  public internal(set) var oldFile: String?

  /// For the person.
  public var sentence: String {
    guard let keptLines else { return "Nothing was wrong with the journal." }
    let old = oldFile.map { " The old one is kept as \($0)." } ?? ""
    return "The journal was written anew with \(keptLines) lines; \(lostLines) were lost.\(old)"
  }
}
