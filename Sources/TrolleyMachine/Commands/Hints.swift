import Synchronization

/// A key and the few words that the last line shows for it.
public struct Hint: Equatable, Sendable {
  public let key: String
  public let label: String
  public let command: Command
}

/// A hint that a row of the command table has somewhere.
private struct HintPlace {
  let place: CommandPlace
  let command: Command
  /// The row's index: of its hints that apply, the one of the lowest rank is shown.
  let row: Int

  private static let known = Mutex<[Scope: [HintPlace]]>([:])

  /// Those of a scope by rank, those of equal rank in the order of their rows.
  static func byRank(_ scope: Scope) -> [HintPlace] {
    known.withLock { known in
      if let places = known[scope] { return places }
      var all: [HintPlace] = []
      for (row, entry) in CommandTable.rows.enumerated() {
        for place in entry.places where place.kind == .hint && place.scopes.contains(Scopes(scope))
        {
          all.append(HintPlace(place: place, command: entry.command, row: row))
        }
      }
      all.sort { ($0.place.rank, $0.row) < ($1.place.rank, $1.row) }
      known[scope] = all
      return all
    }
  }
}

extension AppState {
  /// The hints for the current scope, the most useful first; the last is "all keys" or the way
  /// back.
  public var hints: [Hint] { hints { _ in true } }

  /// The same, up to the first one that does not fit, and the last one before the others. What comes
  /// behind is not worked out: looking for a key takes more than drawing it.
  public func hints(while fits: (Hint) -> Bool) -> [Hint] {
    let scope = session.scope
    let situation = situation
    var places: [HintPlace] = []
    let all = HintPlace.byRank(scope)
    // By index: a loop over the elements would retain the text of each.
    for at in all.indices
    where all[at].place.when.isSubset(of: situation)
      && all[at].place.unless.isDisjoint(with: situation)
      && !places.contains(where: { $0.row == all[at].row })
    {
      places.append(all[at])
    }
    func hint(_ place: CommandPlace, _ command: Command) -> Hint? {
      session.keymap.key(for: command, in: scope, use: shared.use).map { key in
        let label =
          switch place.text {
          case CommandPlace.action: actionOfEnter
          case CommandPlace.unmark: "\(place.text) \(marked)"
          default: place.text
          }
        return Hint(key: key, label: label, command: command)
      }
    }
    var last: Hint?
    while last == nil, let one = places.popLast() { last = hint(one.place, one.command) }
    guard let last, fits(last) else { return [] }
    var hints: [Hint] = []
    for one in places {
      guard let hint = hint(one.place, one.command) else { continue }
      guard fits(hint) else { break }
      hints.append(hint)
    }
    return hints + [last]
  }

  /// What else Trolley can do, for those who have only just opened it: until the first order, beside
  /// the empty cart of a list for one person. The longest first.
  public var possibilities: [String] {
    guard shared.use == .personal, shared.orders.isEmpty, shared.cart.isEmpty,
      session.page == .items, session.overlays.isEmpty,
      let key = session.keymap.key(for: .palette, in: session.scope, use: shared.use)
    else { return [] }
    return [
      "Also for a family, the staff of a shop, wines, stores nearby: press \(key)",
      "Family, shop, wines, stores nearby: press \(key)",
    ]
  }

  /// How many things are marked on this page.
  private var marked: Int {
    session.page == .cart ? session.cart.marks.count : session.items.marks.count
  }

  /// What enter does, in scopes where that depends on the focus.
  private var actionOfEnter: String {
    if let overlay = session.overlays.last { return overlay.behaviour.action }
    guard session.isLocked else { return session.search?.action(self) ?? "" }
    let rows = signInRows
    switch rows[min(session.signIn.focus, rows.count - 1)] {
    case .email where session.signIn.password.isEmpty: return "next"
    case .email, .password, .signIn: return "sign in"
    case .provider: return "continue"
    case .register: return "register"
    }
  }
}
