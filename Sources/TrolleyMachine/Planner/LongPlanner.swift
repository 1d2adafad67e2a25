/// Plans one step that adds a list too long to be held in memory: each piece sees the state with
/// those before it. Items and amounts are the same as of the list in one piece.
public struct LongPlanner {
  private var planner: Planner

  public init(ids: IdentifierSource, now: Int, actor: Actor = .person, utcOffset: Int = 0) {
    planner = Planner(state: SharedState(), ids: ids, now: now, actor: actor, utcOffset: utcOffset)
  }

  /// Takes the state over.
  public mutating func begin(_ state: inout SharedState) {
    swap(&planner.state, &state)
    planner.names = NameIndex(planner.state.items, isForMany: true)
    planner.names?.firstOwn = planner.ids.counter
  }

  /// The events of the next piece.
  public mutating func add(_ requests: [AddRequest]) throws(ChangeError) -> [Event] {
    do throws(ChangeError) {
      let events = try planner.plan(.add(requests))
      var touches: [SharedState.Touch] = []
      for event in events {
        planner.state.apply(event, touches: &touches)
        touches.removeAll(keepingCapacity: true)
      }
      return events
    } catch {
      guard error == .nothingToDo else { throw error }
      return []
    }
  }

  /// Whether there is an item of this name, also one of an earlier piece.
  public func isItem(_ name: String) -> Bool {
    planner.names?.id(of: name, in: planner.state.items) != nil
  }

  /// Which lines went into one thing, in words.
  public var wordsOfJoined: String? { planner.takers.wordsOfJoined(in: planner.state) }

  /// Why parts of it were left out.
  public var leftOut: [ChangeError] { planner.leftOut }

  /// The state with all pieces.
  public mutating func end() -> SharedState {
    (planner.names, planner.takers, planner.spellings) = (nil, [:], nil)
    var state = SharedState()
    swap(&planner.state, &state)
    return state
  }
}
