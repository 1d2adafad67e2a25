/// The mails of this person and of one list that were not sent; the file has those of the person's
/// other lists, too. Screens and verbs may change them at the same time, so each change reads it anew.
package struct MailDraftFile: Sendable {
  let path: String
  /// The identifier of the list.
  let list: String

  private var ofAllLists: MailDrafts {
    MailDrafts(SmallFile.read(path, limit: MailDrafts.longest) ?? [])
  }

  /// Reports changes of the file by anyone; nil where that is not possible.
  package func watch() -> DirectoryWatch? { SmallFile.watch(path, "draft") }

  /// Empty without a file.
  package func read() -> MailDrafts { ofAllLists.of(list: list) }

  /// Throws a sentence about a draft that is not on the disk.
  package func apply(_ change: MailDrafts.Change) throws(Failure) {
    if case .forget(let key) = change, read().draft(key) == nil { return }
    try write { $0.apply(change, in: list) }
  }

  /// Throws when another program is sending this mail, or has dealt with it since it was looked at.
  package func take(_ claim: MailClaim) throws(Failure) -> MailInHand {
    let mail = try MailInHand(placeOfClaim(claim.key))
    if let refusal = claim.refusal(in: read()) { throw refusal }
    return mail
  }

  /// Whether a program is sending this mail at this moment.
  package func isInHand(_ key: MailDraft.Key) -> Bool { MailInHand.isTaken(placeOfClaim(key)) }

  private func placeOfClaim(_ key: MailDraft.Key) -> String {
    let name = Array(list.utf8) + [0x0A] + key.bytes
    let number = name.withUnsafeBytes { CRC32C.checksum($0) }
    return path + ".sending-" + String(decoding: CRC32C.hex(number), as: UTF8.self)
  }

  /// Another list was merged into this one: its orders are here, and so are their mails.
  package func takeOver(from other: String) throws(Failure) {
    guard ofAllLists.all.contains(where: { $0.list == other }) else { return }
    try write { drafts in
      drafts.move(from: other, to: list)
      return true
    }
  }

  /// - Parameter edit: returns whether there was room.
  private func write(_ edit: (inout MailDrafts) -> Bool) throws(Failure) {
    var isFull = false
    do throws(Failure) {
      try SmallFile.alone(with: path) { () throws(Failure) in
        var drafts = ofAllLists
        isFull = !edit(&drafts)
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
