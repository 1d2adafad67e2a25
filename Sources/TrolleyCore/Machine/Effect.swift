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
  case askVault(PINRequest, number: Int)
  /// Work for the second program, by its number; the answers carry it again.
  case askWorker(WorkerTask, number: Int)
  /// Nobody waits for it any more.
  case cancelWork(number: Int)
  /// Show an address in the person's browser.
  case openAddress(String)
  /// Whoever has signed in for scripts as this account, anywhere, is no more.
  case revokeTokens(Account.ID)
  case redraw
  case suspend
  case quit
}
