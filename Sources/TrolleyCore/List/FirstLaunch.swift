/// The content of a new list.
public enum FirstLaunch {
  /// The step that adds the starter items; nil when this list has had them. A list is seeded only
  /// once: deleting all items does not bring them back. A new list has the currency of its country.
  ///
  /// - Parameter locale: that of prices, such as `de_DE`.
  public static func step(
    for state: SharedState, replica: ReplicaID, time: Int, locale: String = ""
  ) -> Step? {
    guard !state.isSeeded else { return nil }
    let old = state.currency
    let isNew = state == SharedState()
    let currency = isNew ? Currency(locale: locale) ?? old : old
    let set = Event.settingChanged(.currency, from: old.code, to: currency.code)
    return Step(
      replica: replica, number: 0, time: time,
      events: [.seeded] + (currency == old ? [] : [set])
        + [.itemsAdded(SeedItems.items(at: time, in: currency))])
  }

  /// Adds the starter items to a new list, once. A list that cannot be written is shown without
  /// them.
  package static func seed(
    _ loaded: inout ListStore.Loaded, _ store: ListStore, _ replica: ReplicaID, locale: String
  ) throws(Failure) {
    guard !loaded.state.isSeeded else { return }
    var state = loaded.state
    loaded.state = SharedState()
    defer { loaded.state = state }
    let entries = try store.transact { (news) throws(Failure) in
      for entry in news { state.play(entry) }
      return step(
        for: state, replica: replica, time: SystemClock.now.wall, locale: locale)
    }
    if let last = entries.last, last.step.replica == replica { state.play(last) }
    loaded.position = entries.last?.position ?? loaded.position
  }
}
