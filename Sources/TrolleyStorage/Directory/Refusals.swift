/// The errors of persistence, in words for the user.
package enum Refusal {
  /// The operation during which a call failed.
  enum Purpose: String {
    case reading = "The list cannot be read"
    case saving = "The change was not saved"
    case creating = "A list cannot be kept here"
    case repairing = "The list was not repaired"
    case copying = "The copy for a faster start was not saved"
  }

  /// Turns a failed call into an error for the user.
  static func during<R>(
    _ purpose: Purpose, _ body: () throws(CallError) -> R
  ) throws(Failure) -> R {
    do { return try body() } catch { throw because(error, purpose) }
  }

  static func because(_ error: CallError, _ purpose: Purpose) -> Failure {
    let isDenied = error.code == EACCES || error.code == EPERM
    return Failure(
      isDenied ? .notAllowed : .failedIO, "\(purpose.rawValue): \(reason(error.code))",
      detail: error.detail)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full. Free some space and try again."
    case EDQUOT: "your share of the disk is used up. Free some space and try again."
    case EROFS: "the disk is read-only."
    case EACCES, EPERM: "Trolley may not use its directory. Check who owns it and its mode."
    case EMFILE, ENFILE: "too many files are open. Close some programs and try again."
    case EIO: "the disk reports an error. Copy your list to another disk soon."
    case ENOMEM: "memory is short. Close some programs and try again."
    case EFBIG: "the file has become too large for this disk."
    case ENAMETOOLONG: "the name of the directory is too long."
    case ENOENT: "a file or directory is missing."
    default: "the system refused it. The log says more."
    }
  }

  package static func busy(_ detail: String = "") -> Failure {
    Failure(.busy, "Another Trolley is writing. Try again.", detail: detail)
  }

  static let journalGone = Failure(
    .damaged,
    "The list's journal is missing, though a list was kept here. "
      + "Put journal.jsonl back from a backup; nothing was changed.")

  /// The same of a list that is shared: the server has it.
  package static let copyGone = Failure(
    .damaged,
    "The copy of the shared list is missing here; nothing was changed. Fetch it from the server with: "
      + "trolley check --repair")

  static func journalGone(_ directory: DataDirectory) -> Failure {
    (try? directory.status(of: Membership.mark)) != nil ? copyGone : journalGone
  }

  static let noList = Failure(.missingFile, "There is no list here yet.")

  static let replaced = Failure(
    .damaged, "The list's journal was replaced by another one. Start Trolley again.",
    detail: Failure.restart)

  package static let movedAway = Failure(
    .damaged,
    "This list was moved to another place, as joining a shared one does. "
      + "Start Trolley again; nothing is changed until then.", detail: Failure.restart)

  static let newer = Failure(
    .damaged, "A newer Trolley wrote this list. Update Trolley to open it; nothing was changed.")

  static func foreignLine(_ n: Int, _ words: String) -> Failure {
    Failure(
      .damaged,
      "The server's copy of the list is damaged, so what is new there was not fetched; the list here is as it "
        + "was. Restore it there from a backup.",
      detail: "line \(n): \(words)")
  }

  static let otherHistory = Failure(
    .damaged, "This copy of the list and the list itself have gone apart.")

  static let noHeader = Failure(
    .damaged,
    "The beginning of the list's journal is damaged. Nothing was changed. "
      + "See what can be saved with: trolley check")

  static let emptyJournal = Failure(
    .damaged,
    "The list's journal is empty, which it never is by itself. "
      + "Put journal.jsonl back from a backup; nothing was changed.")

  static let otherList = Failure(
    .damaged,
    "The journal belongs to another list than the one that was kept here. Nothing was changed. "
      + "If you put it there on purpose, remove the files lock and snapshot.json beside it.")

  static func symbolicLink(_ name: String) -> Failure {
    Failure(
      .notAllowed,
      "\(name) is a symbolic link, which Trolley does not follow. Put the real file there.")
  }

  static func notAFile(_ name: String) -> Failure {
    Failure(.damaged, "\(name) is not an ordinary file. Move it away; nothing was changed.")
  }

  static func notOurs(_ name: String) -> Failure {
    Failure(.notAllowed, "\(name) belongs to another user. Choose a directory of your own.")
  }

  static func damaged(_ flaw: JournalDefect) -> Failure {
    Failure(
      .damaged,
      "The list's journal is damaged at line \(flaw.line). Nothing can be changed until it is "
        + "repaired: trolley check --repair",
      detail: "line \(flaw.line), byte \(flaw.offset): \(flaw.words)")
  }

  static func damageWarning(_ flaw: JournalDefect) -> String {
    "The list's journal is damaged at line \(flaw.line). You see the list as it was before that, "
      + "and cannot change it until it is repaired: trolley check --repair"
  }

  static let tornWarning =
    "The last change was not saved to its end and is left out. Everything before it is there."

  static let busyWarning =
    "Another Trolley is writing. You may see the list as it was a moment ago."

  static func unknownOutcome(_ error: CallError) -> Failure {
    Failure(
      .unknownOutcome,
      "It is not certain that the change was saved: the disk reported an error. "
        + "Look at the list before you try again.", detail: error.detail)
  }

  static func partlySaved(_ error: CallError) -> Failure {
    Failure(.unknownOutcome, "Only a part was saved: \(reason(error.code))", detail: error.detail)
  }

  static let mustReopen = Failure(
    .failedIO,
    "Nothing can be changed before the list is opened again: the disk reported an error.")

  static func notSavable(_ detail: String) -> Failure {
    Failure(.badInput, "This change cannot be saved as it is.", detail: detail)
  }

  static let tooLarge = Failure(
    .badInput, "This change is too large to be saved at once. Do it in smaller parts.")
}
