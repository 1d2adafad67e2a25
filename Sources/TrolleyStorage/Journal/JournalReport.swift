/// The result of verifying every byte of a data directory.
public struct JournalReport: Equatable, Sendable {
  public enum Snapshot: Equatable, Sendable {
    case none
    case usable
    /// It would be ignored and rebuilt; why, as the rest of a sentence.
    case ignored(String)
  }

  /// The identifier of the list; nil when the header is damaged.
  public internal(set) var list: String?
  /// The size of the journal.
  public internal(set) var bytes = 0
  /// Sound lines, without the header.
  public internal(set) var lines = 0
  /// The numbers of the sound lines among them that are skipped, since a value in them is out of its bounds.
  public internal(set) var skipped: [Int] = []
  /// Complete steps before the first damage.
  public internal(set) var steps = 0
  /// The first damage: from here on the list is incomplete.
  public internal(set) var flaw: JournalDefect?
  /// Bad lines, from the first damage on.
  public internal(set) var badLines = 0
  /// The size of an incomplete change at the end, in bytes. The next change moves it aside.
  public internal(set) var tornBytes = 0
  public internal(set) var snapshot = Snapshot.none
  /// Files that other users may read or write, and whose mode could not be changed.
  public internal(set) var looseModes: [String] = []
  /// Backups and temporary files that Trolley left.
  public internal(set) var leftOvers: [String] = []
  /// What was repaired while checking.
  public internal(set) var notes: [String] = []

  /// Whether the whole list is readable and changes are accepted.
  public var isSound: Bool { flaw == nil && skipped.isEmpty }

  /// The report for a person, one finding a sentence.
  public var sentences: [String] {
    var all: [String] = []
    if let flaw {
      all.append("Line \(flaw.line) of journal.jsonl, at byte \(flaw.offset): \(flaw.words).")
      let sound = Wording.count(lines, "sound line")
      all.append("\(sound), \(badLines) bad. Changes are refused until: check --repair")
    } else {
      let steps = Wording.count(steps, "change")
      let size = "\(Wording.count(lines, "line")), \(Wording.count(bytes, "byte"))"
      all.append("The journal is \(isSound ? "sound" : "whole"): \(steps) in \(size).")
    }
    if let first = skipped.first {
      let lines = Wording.count(skipped.count, "line is", "lines are")
      let which = skipped.count == 1 ? "change \(first)" : "the first is change \(first)"
      all.append("\(lines) skipped, with a value that cannot be read: \(which).")
    }
    if tornBytes > 0 {
      let torn = Wording.count(tornBytes, "byte")
      all.append("The last change was not saved to its end (\(torn)); it is left out.")
    }
    switch snapshot {
    case .none, .usable: break
    case .ignored(let words): all.append("The snapshot will be made anew: \(words).")
    }
    for name in looseModes { all.append("Other people may use \(name): chmod 600 \(name)") }
    if !leftOvers.isEmpty { all.append("Kept aside: \(Wording.list(leftOvers)).") }
    return all + notes
  }
}

public struct JournalRepair: Equatable, Sendable {
  /// Lines of the new journal; nil when nothing was wrong.
  public internal(set) var keptLines: Int?
  /// Lines that could not be recovered.
  public internal(set) var lostLines = 0
  /// The file that holds the journal as it was.
  public internal(set) var oldFile: String?

  /// For the user.
  public var sentence: String {
    guard let keptLines else { return "Nothing was wrong with the journal." }
    let old = oldFile.map { " The old one is kept as \($0)." } ?? ""
    let lost = "\(lostLines) \(lostLines == 1 ? "was" : "were") lost."
    return "The journal was written anew with \(Wording.count(keptLines, "line")); \(lost)\(old)"
  }
}
