/// Everything that can be asked of the world: plain data that a test can compare.
public enum Effect: Equatable, Sendable {
  /// Make a step durable.
  case record(Step)
  /// Read a step of the past, to take it back or do it again.
  case readStep(Int, UndoPurpose)
  case remember(Preferences)
  case copy(String)
  case notify(title: String, body: String)
  /// A question to the vault, by its number; the answer carries it again.
  case askVault(VaultRequest, number: Int)
  /// Whoever has signed in for scripts as this account, anywhere, is no more.
  case revokeTokens(Account.ID)
  /// Work for `trolley-worker`; each answer carries the number. The first one starts the program.
  case askWorker(WorkerTask, number: Int)
  /// It will be asked soon: somebody is typing a password. Starting it then costs no waiting.
  case wakeWorker
  /// Nobody waits for that any more; a last answer, that it was cancelled, may still come.
  case cancelWork(number: Int)
  /// Read what is kept of a catalogue; answered by `catalogueLoaded`.
  case loadCatalogue(CatalogueID)
  /// Keep what was seen of a catalogue at a time, in seconds since 1970.
  case keepProducts([CatalogueProduct], [CatalogueCategory], of: CatalogueID, at: Int)
  /// Keep a mail that was not sent for the next run; nil: there is none any more.
  case keepDraft(MailDraft?)
  /// Show an address of the web in the person's own browser, or a draft in their mail program.
  case openAddress(String)
  /// Be seen as online, in place of who was before; nil for nobody. What comes of it is told by
  /// `presenceChanged`.
  case appear(as: Account.ID?)
  case redraw
  case suspend
  case quit
}
