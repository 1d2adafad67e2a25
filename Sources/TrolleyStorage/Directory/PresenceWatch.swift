/// Reports that an account may have come online or gone offline. Only a hint to look.
///
/// Looking causes no event, or the processes would wake each other for ever.
final class PresenceWatch {
  private let events: DirectoryEvents

  /// Readable for `poll` when an event is pending.
  var descriptor: Int32 { events.descriptor }

  /// Throws `failedIO` when the system is out of watches.
  init(_ path: String) throws(Failure) {
    let sentence = "Who comes and goes cannot be seen: the system has no more watches to give."
    // A place appears by a rename. It disappears by a removal, or when the system closes the files
    // of a killed process, the only ones open for writing.
    events = try DirectoryEvents(
      path,
      Int32(
        IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF),
      orElse: sentence)
  }

  /// Discards the pending events.
  func drain() { events.drain { _ in } }

  /// On Darwin the directory only reports names; each file reports its own lock. On Linux the
  /// directory reports its files as well.
  func follow(_ names: [String]) {
  }
}
