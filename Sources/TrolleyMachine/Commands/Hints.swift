/// A key and the few words that the last line shows for it.
public struct Hint: Equatable, Sendable {
  public let key: String
  public let label: String
  public let command: Command
}

extension AppState {
  /// The hints for the current scope, the most useful first; the last is "all keys" or the way
  /// back.
  public var hints: [Hint] {
    let scope = session.scope
    let here = Scopes(scope)
    let situation = situation
    var hints: [(rank: UInt8, hint: Hint)] = []
    for row in CommandTable.rows {
      let fitting = row.places.lazy.filter {
        $0.kind == .hint && $0.scopes.contains(here) && $0.when.isSubset(of: situation)
          && $0.unless.isDisjoint(with: situation)
      }
      guard let place = fitting.min(by: { $0.rank < $1.rank }),
        let key = session.keymap.key(for: row.command, in: scope, use: shared.use)
      else { continue }
      let label = place.text == CommandPlace.action ? actionOfEnter : place.text
      let at = hints.firstIndex { $0.rank > place.rank } ?? hints.endIndex
      hints.insert((place.rank, Hint(key: key, label: label, command: row.command)), at: at)
    }
    return hints.map(\.hint)
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
