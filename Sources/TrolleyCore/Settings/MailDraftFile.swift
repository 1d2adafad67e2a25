/// The mails of this person that were not sent. Screens and verbs may change them at the same time, so
/// each change reads the file anew.
package struct MailDraftFile: Sendable {
  let path: String

  /// Empty without a file.
  package var bytes: [UInt8] { SmallFile.read(path, limit: MailDrafts.longest) ?? [] }

  /// Reports changes of the file by anyone; nil where that is not possible.
  package func watch() -> DirectoryWatch? { SmallFile.watch(path, "draft") }

  package func read() -> MailDrafts { MailDrafts(bytes) }

  /// Throws a sentence about a draft that is not on the disk.
  package func apply(_ change: MailDrafts.Change) throws(Failure) {
    if case .forget(let key) = change, read().draft(key) == nil { return }
    var isFull = false
    do throws(Failure) {
      try SmallFile.alone(with: path) { () throws(Failure) in
        var drafts = read()
        isFull = !drafts.apply(change)
        if drafts.all.isEmpty {
          unlink(path)
        } else if !isFull {
          try SmallFile.replace(path, drafts.bytes)
        }
      }
    } catch {
      throw Failure(
        .failedIO, "The draft of the mail could not be kept on the disk.", detail: error.detail)
    }
    guard !isFull else {
      throw Failure(
        .failedIO, "The mail is not kept as a draft: too many others are.", detail: "full")
    }
  }
}
