/// The content of a new list.
public enum FirstLaunch {
  /// The step that adds the starter items; nil when this list has had them. A list is seeded only
  /// once: deleting all items does not bring them back.
  public static func step(for state: SharedState, replica: ReplicaID, time: Int) -> Step? {
    guard !state.isSeeded else { return nil }
    return Step(
      replica: replica, number: 0, time: time,
      events: [.seeded, .itemsAdded(SeedItems.items(at: time, in: state.currency))])
  }

  /// Adds the starter items to a new list, once. A list that cannot be written is shown without
  /// them.
  package static func seed(
    _ loaded: inout ListStore.Loaded, _ store: ListStore, _ replica: ReplicaID
  ) throws(Failure) {
    guard !loaded.state.isSeeded else { return }
    var state = loaded.state
    loaded.state = SharedState()
    defer { loaded.state = state }
    let entries = try store.transact { (news) throws(Failure) in
      for entry in news { state.play(entry) }
      return step(for: state, replica: replica, time: SystemClock.now.wall)
    }
    if let last = entries.last, last.step.replica == replica { state.play(last) }
    loaded.position = entries.last?.position ?? loaded.position
  }
}
