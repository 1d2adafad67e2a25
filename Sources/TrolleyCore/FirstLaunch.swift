/// The content of a new list.
public enum FirstLaunch {
  /// The step that adds the starter items; nil when this list has had them. A list is seeded only
  /// once: deleting all items does not bring them back.
  public static func step(for state: SharedState, replica: ReplicaID, time: Int) -> Step? {
    guard !state.isSeeded else { return nil }
    return Step(
      replica: replica, number: 0, time: time,
      events: [.seeded, .itemsAdded(SeedItems.items(at: time))])
  }
}
