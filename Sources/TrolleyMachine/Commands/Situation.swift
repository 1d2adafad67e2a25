/// Facts about the current screen that the hints depend on.
package struct Situation: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
  package init(arrayLiteral all: Situation...) { rawValue = all.reduce(0) { $0 | $1.rawValue } }

  private init(bit: UInt64) { rawValue = 1 << bit }

  /// There is a focusable or selectable row.
  static let rows = Situation(bit: 0)
  static let filtered = Situation(bit: 1), marked = Situation(bit: 2)
  /// A request is under way that can be cancelled or waited for.
  static let working = Situation(bit: 3), failed = Situation(bit: 4)
  /// The cart has lines; the focused item is in it; some lines are picked.
  static let cart = Situation(bit: 5), inCart = Situation(bit: 6), picked = Situation(bit: 7)
  static let fromCart = Situation(bit: 8), held = Situation(bit: 9)
  static let undoable = Situation(bit: 10)
  static let mayChange = Situation(bit: 11), mayRemove = Situation(bit: 12)
  static let household = Situation(bit: 13)
  /// The catalogue was queried with exactly these words; a category filter is active.
  static let asked = Situation(bit: 14), category = Situation(bit: 15)
  static let page = Situation(bit: 16), link = Situation(bit: 17)
  /// More than one piece or button.
  static let several = Situation(bit: 18)
  static let opened = Situation(bit: 19), below = Situation(bit: 20)
  static let starred = Situation(bit: 21), locator = Situation(bit: 22)
  /// The search can't go farther.
  static let widest = Situation(bit: 48)
  static let map = Situation(bit: 23), mayHaveMap = Situation(bit: 24)
  static let street = Situation(bit: 25), full = Situation(bit: 26)
  static let choices = Situation(bit: 27), chosen = Situation(bit: 28)
  static let testable = Situation(bit: 29)
  static let browser = Situation(bit: 30), showsCode = Situation(bit: 31)
  static let showsAddress = Situation(bit: 32)
  static let picture = Situation(bit: 33), theirs = Situation(bit: 34)
  static let directory = Situation(bit: 35)
  static let pasting = Situation(bit: 36), quickAdding = Situation(bit: 37)
  static let consent = Situation(bit: 38), long = Situation(bit: 39)
  /// There is something to complete; the focus is on a form's last field or its button.
  static let suggested = Situation(bit: 40), lastField = Situation(bit: 41)
  static let owner = Situation(bit: 42)
  /// The code is shown as text, not as a picture.
  static let asText = Situation(bit: 43)
  /// No one may register here.
  static let closed = Situation(bit: 44)
  /// This person, on this machine, may let another machine join.
  static let mayInvite = Situation(bit: 45)
  /// A mail about this waits: it was not sent, or may have been.
  static let draft = Situation(bit: 46)
  /// What is shown is not shown again.
  static let once = Situation(bit: 47)
  /// Nothing in the cart is still to be picked.
  static let allPicked = Situation(bit: 49)
  /// No mail about this waits or is recorded, but a person may have sent one.
  static let unrecorded = Situation(bit: 50)
}

extension Situation: ExpressibleByDictionaryLiteral {
  /// The facts that hold.
  package init(dictionaryLiteral facts: (Situation, Bool)...) {
    rawValue = facts.reduce(0) { $1.1 ? $0 | $1.0.rawValue : $0 }
  }
}

extension AppState {
  var situation: Situation {
    if let overlay = session.overlays.last { return overlay.behaviour.facts(self) }
    let facts: Situation = [.household: shared.use == .household]
    if session.isLocked {
      return facts.union([
        .working: session.signIn.waitUntil != nil, .closed: isRegistrationClosed,
      ])
    }
    if let search = session.search { return facts.union([.below: search.hasRowBelow(self)]) }
    return facts.union(session.shownPage.facts(self))
      .union([
        .cart: !shared.cart.isEmpty, .undoable: canUndo, .picked: shared.cart.pickedCount > 0,
      ])
  }

  func facts(of item: Item?) -> Situation {
    guard let item else { return [] }
    return [.inCart: shared.cart.contains(item.id), .mayChange: mayChange(item)]
  }
}
