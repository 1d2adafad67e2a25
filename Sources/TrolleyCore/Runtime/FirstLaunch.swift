/// What the very first launch puts in.
public enum FirstLaunch {
  /// The step with the starter items; nil when this list has had them. A list is only ever seeded
  /// once: deleting all of them does not bring them back.
  public static func step(for state: SharedState, replica: ReplicaID, time: Int) -> Step? {
    guard !state.isSeeded else { return nil }
    return Step(
      replica: replica, number: 0, time: time,
      events: [.seeded, .itemsAdded(SeedItems.items(at: time))])
  }
}
