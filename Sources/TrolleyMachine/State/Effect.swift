/// Everything the state machine can request from the outside: plain data that a test can compare.
public enum Effect: Equatable, Sendable {
  /// Make a step durable.
  case record(Step)
  /// Read a past step in order to undo or redo it.
  case readStep(StepReference, UndoPurpose)
  /// What was replaced in the shared list has an answer, which is kept.
  case settle([Conflict.ID])
  case remember(Preferences)
  /// See whether this machine has what a typed setting names, before it is used; answered by `settingChecked`.
  case checkSetting(name: String, typed: String, Preferences)
  case copy(String)
  case notify(title: String, body: String)
  /// A numbered request to the vault; the answer carries the same number.
  case askVault(VaultRequest, number: Int)
  /// Revoke all script tokens of this account.
  case revokeTokens(Account.ID)
  /// A numbered task for `trolley-worker`; its answers carry the number. The first task starts the
  /// program.
  case askWorker(WorkerTask, number: Int)
  /// A task will follow soon, since a password is being typed: start the worker now to save the
  /// wait.
  case wakeWorker
  /// Cancel a task; one last answer, that it was cancelled, may still arrive.
  case cancelWork(number: Int)
  /// A numbered request to the server of the shared list; answered by `serverAnswered`.
  case askServer(ServerRequest, number: Int)
  /// Its answer is not wanted any more.
  case stopAskingServer(number: Int)
  /// Read a catalogue's cache; answered by `catalogueLoaded`.
  case loadCatalogue(CatalogueID)
  /// Cache products seen at a time, in seconds since 1970.
  case keepProducts([CatalogueProduct], [CatalogueCategory], of: CatalogueID, at: Int)
  /// Cache this catalogue in place of all that was cached of it.
  case replaceCatalogue(CatalogueCache)
  /// Make sure that no other program sends the same mail; answered by `mailClaimed`. The claim ends
  /// with `endMailClaim`, or with this program.
  case claimMail(MailClaim, number: Int)
  /// What became of the mail is on the disk, or will be before this is done: others may send it.
  case endMailClaim(number: Int)
  /// Keep an unsent mail for the next run, or forget it.
  case changeDrafts(MailDrafts.Change)
  /// Look for what others have written to the list, and whether it can be read at all.
  case readJournal
  /// Open a web address in the person's browser, or a draft in their mail program. Answered by
  /// `openingFailed` if that fails.
  case openAddress(String)
  /// Show this account as online, in place of the previous one; nil for none. Changes arrive as
  /// `presenceChanged`.
  case updatePresence(as: Account.ID?)
  case redraw
  case suspend
  case quit
}
