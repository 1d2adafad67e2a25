/// What was left out of a step when it got its place, in words for its author.
public enum LeftOutText {
  /// At most three sentences, the same thing once; none when nothing was lost.
  public static func sentences(of step: Step, in state: SharedState) -> [String] {
    var all: [String] = []
    for one in step.leftOut {
      guard let sentence = sentence(one, in: state), !all.contains(sentence) else { continue }
      all.append(sentence)
    }
    guard all.count > 3 else { return all }
    return all.prefix(2) + ["\(all.count - 2) more changes were not made."]
  }

  private static func sentence(_ one: LeftOut, in state: SharedState) -> String? {
    let name = one.name.isEmpty ? "That" : one.name
    switch one.reason {
    case .done: return nil
    case .gone where one.isOfCart && state.items.all.contains(where: { $0.name == one.name }):
      return "\(name) is not in the cart any more; \(loss(of: one.event))."
    case .gone:
      return "\(name) was deleted\(by(one, state)) meanwhile; \(loss(of: one.event))."
    case .changed:
      return "\(name) was changed\(by(one, state)) meanwhile; \(loss(of: one.event))."
    case .notAllowed:
      return "You may not change \(one.name.isEmpty ? "that" : one.name) any more; "
        + loss(of: one.event) + "."
    }
  }

  private static func by(_ one: LeftOut, _ state: SharedState) -> String {
    let name =
      one.other.isEmpty ? "" : state.account(of: one.other).map { state.name(of: $0) } ?? ""
    return name.isEmpty ? "" : " by " + name
  }

  private static func loss(of event: Event) -> String {
    switch event {
    case .linesAdded(let lines) where lines.count == 1:
      let verb = lines[0].quantity == .one ? "was" : "were"
      return "your \(lines[0].quantity.words) \(verb) not added"
    case .linesAdded(let lines): return "your \(lines.count) things were not put in the cart"
    case .quantityChanged(_, let by, _, _):
      let verb = by == .one || by == -.one ? "was" : "were"
      return by.thousandths > 0
        ? "your \(by.words) more \(verb) not added" : "your \((-by).words) \(verb) not taken off"
    case .linesPicked(_, let picked):
      return picked ? "your tick was not made" : "your tick was not taken back"
    case .linesRemoved: return "it stays in the cart"
    case .linesMoved: return "it was not moved"
    case .cartTakenUp: return "you did not get the cart"
    case .accountAdded(let account): return "\(account.name) was not added"
    case .itemsAdded, .itemsRemoved, .itemChanged, .storeAdded, .storeRemoved, .storeChanged,
      .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .orderMailed,
      .settingChanged,
      .aislesWalked, .useChanged, .accountRemoved, .accountChanged, .accessRecovered,
      .recoverySeen, .cartHeld, .seeded, .shared:
      return "your change was not made"
    }
  }
}

extension LeftOut {
  /// Whether it is about a line of the cart, which goes when it is ordered too.
  fileprivate var isOfCart: Bool {
    switch event {
    case .quantityChanged, .linesPicked, .linesRemoved, .linesMoved: true
    case .itemsAdded, .itemsRemoved, .itemChanged, .linesAdded, .storeAdded, .storeRemoved,
      .storeChanged, .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved,
      .orderMailed, .settingChanged, .aislesWalked, .useChanged, .accountAdded, .accountRemoved,
      .accountChanged, .accessRecovered, .recoverySeen, .cartHeld, .cartTakenUp, .seeded, .shared:
      false
    }
  }
}
