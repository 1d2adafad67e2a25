/// What was left out of a step when it got its place, in words for its author.
public enum LeftOutText {
  /// What is said of a step, the same thing once; nothing when nothing was lost.
  ///
  /// - Parameter later: what its author did after it.
  static func news(
    of step: Step, before later: LaterSteps = LaterSteps(), in state: SharedState,
    style: NumberStyle = .english
  ) -> [SharingNews] {
    var all: [SharingNews] = []
    for one in step.leftOut {
      guard !one.event.isOnly(about: later.ordered),
        let sentence = sentence(one, of: step, later, in: state, style),
        !all.contains(where: { $0.text == sentence })
      else { continue }
      all.append(SharingNews(sentence, one.weight(in: step), for: step.addressee(in: state)))
    }
    return all
  }

  /// What is said of steps of one machine that have their places.
  ///
  /// - Parameter waiting: its steps that have none yet; looked at only where something was left out.
  public static func news(
    of steps: [Step], waiting: some BidirectionalCollection<Step>, in state: SharedState,
    style: NumberStyle = .english
  ) -> [[SharingNews]] {
    guard steps.contains(where: { !$0.leftOut.isEmpty }) else { return steps.map { _ in [] } }
    var later: [String: LaterSteps] = [:]
    var all: [[SharingNews]] = []
    for step in waiting.reversed() { later[step.author, default: LaterSteps()].note(step) }
    for step in steps.reversed() {
      all.append(
        news(of: step, before: later[step.author] ?? LaterSteps(), in: state, style: style))
      later[step.author, default: LaterSteps()].note(step)
    }
    return all.reversed()
  }

  /// At most ten sentences of a step, the weightiest first, and the same sentence once.
  ///
  /// - Parameter isTold: whether a step is told of now; the others only say what became of it later.
  public static func sentences(
    of steps: [Step], waiting: some BidirectionalCollection<Step> = [Step](), in state: SharedState,
    where isTold: (Step) -> Bool = { _ in true }
  ) -> [String] {
    var sentences: [String] = []
    let all = news(of: steps, waiting: waiting, in: state)
    for (step, news) in zip(steps, all) where isTold(step) {
      var texts = news.inOrderOfWeight.map(\.text)
      // Not all of it was left without effect.
      if texts.count > 10 { texts[9...] = ["\(texts.count - 9) more remarks are not shown."] }
      sentences += texts.filter { !sentences.contains($0) }
    }
    return sentences
  }

  private static func sentence(
    _ one: LeftOut, of step: Step, _ later: LaterSteps, in state: SharedState, _ style: NumberStyle
  ) -> String? {
    if let account = one.refusedAccount { return notRegistered(account, one.reason, in: state) }
    if one.reason == .changed, case .accountChanged(_, let account) = one.event,
      let what = taken(from: account, in: state)
    {
      return
        "The \(what) of \(account.name) was not changed: another person had the same one first. "
        + "The old one still holds."
    }
    let loss = loss(of: one.event, in: step, style)
    switch one.reason {
    case .done: return step.newNumber(of: one.event)
    case .gone where step.isOrder && one.isRemovalOfLines:
      let what = one.event.count == 1 ? "it is" : "they are"
      return "\(subject(one, "was", "were")) taken out of the cart\(by(one, state)) before; "
        + "\(what) in your order\(step.orderNumber) all the same."
    // What it was to take out is out.
    case .gone where one.isRemovalOfLines: return nil
    case .gone where step.isAdded(one.event), .ordered where step.isAdded(one.event):
      return added(one, of: step, later, in: state, style)
    case .changed where step.share(of: one.event) != nil:
      return stillToGet(one, of: step, later, style)
    case .gone where one.isOfCart && state.items.all.contains(where: { $0.name == one.name }):
      return "\(subject(one)) not in the cart any more; \(loss)."
    case .gone where one.event.takesUpCart:
      let cart = heldCart(one.name)
      return "The \(cart) was taken up\(by(one, state)) meanwhile; you did not get it."
    // That its cart was not got says it.
    case .changed where one.event.isMove && step.leftOut.contains(where: \.event.takesUpCart):
      return nil
    case .gone where one.event.setting == .currentStore:
      return "There is no store \(names(one) ?? "of that name") here any more; \(loss)."
    case .gone: return "\(subject(one, "was", "were")) deleted\(by(one, state)) meanwhile; \(loss)."
    case .joined: return joined(one, in: state, style)
    case .undone: return doneTwice(step, in: state, style)
    case .ordered where one.isOrderedTwice:
      return "\(subject(one, "was", "were")) ordered\(by(one, state)) on another machine as well: "
        + (state.label(ofFirstWith: one, before: step).map {
          "in order \($0), and in your order\(step.orderNumber)."
        } ?? "there is more than one order of the same.")
    case .ordered:
      return "\(subject(one, "was", "were")) ordered\(by(one, state)) meanwhile; \(loss)."
    case .changed:
      return "\(subject(one, "was", "were")) changed\(by(one, state)) meanwhile; \(loss)."
    // The order itself is there.
    case .notAllowed
    where step.isOrder && !step.events.isEmpty && step.isWithoutAccount(in: state):
      return nil
    case .notAllowed where step.isOrder && !step.events.isEmpty:
      let holder = state.account(of: one.other).map { state.name(of: $0) } ?? "another person"
      return "\(subject(one, "is", "are")) in \(holder)'s cart now; "
        + "your order\(step.orderNumber) is saved."
    // That its item was not added says it.
    case .notAllowed where step.leavesOutItem(of: one.event): return nil
    case .notAllowed where !step.author.isEmpty && state.account(of: step.author) == nil:
      return "You have no account here; \(names(one).map { $0 + ": " } ?? "")\(loss)."
    case .notAllowed: return "You may not change \(names(one) ?? "that") any more; \(loss)."
    }
  }

  /// That two people registered on two machines with the same PIN, name or address, or that the owner
  /// had said meanwhile who may register.
  static func notRegistered(
    _ account: Account, _ reason: LeftOut.Reason, in state: SharedState
  ) -> String {
    let start = "\(account.name) was not registered"
    if reason == .notAllowed {
      return state.registration.mode == .invitation
        ? start + ": that takes an invitation by now."
        : start + ": only the owner adds people by now."
    }
    guard let what = taken(from: account, in: state) else { return start + "." }
    return start + ": another machine had the same \(what) first. Register again with another one."
  }

  /// What of an account another one has by now; nil for nothing.
  private static func taken(from account: Account, in state: SharedState) -> String? {
    switch state.clash(with: account) {
    case .pinTaken?: "PIN"
    case .lastNameTaken?: "last name"
    case .emailTaken?: "e-mail address"
    case .identityTaken?: "account with the provider"
    default: nil
    }
  }

  /// That another machine was the first to undo or redo the same: one sentence for all parts of it.
  private static func doneTwice(
    _ step: Step, in state: SharedState, _ style: NumberStyle
  ) -> String {
    let events = step.leftOut.map(\.event)
    let isRedo = if case .redo = step.role { true } else { false }
    let deed = isRedo ? events : events.reversed().compactMap(\.inverse)
    // A line may have gone since.
    var names: [CartLine.ID: String] = [:]
    for one in step.leftOut where one.event.count == 1 && !one.name.isEmpty {
      for id in one.event.changedLines { names[id] = one.name }
    }
    return "Another machine had \(isRedo ? "done again" : "undone") that already: "
      + ChangeSummary(deed, in: state, names: names, style: style).plain + "."
  }

  /// That what was added to a line that is not there any more is one of its own now.
  private static func added(
    _ one: LeftOut, of step: Step, _ later: LaterSteps, in state: SharedState, _ style: NumberStyle
  ) -> String? {
    // That its tick was taken back is part of that.
    guard case .quantityChanged(let id, _, _, _, let set) = one.event,
      let line = step.added(id), let amount = later.sum(line.quantity, of: id)
    else { return nil }
    let deed = one.reason == .ordered ? "ordered" : "taken out of the cart"
    return "\(subject(one, "was", "were")) \(deed)\(by(one, state)) meanwhile; "
      + (line.quantity == set ? "it is in the cart again" : "what you added stays in the cart")
      + ": \(amount.words(style))."
  }

  /// That a tick and more of the same have met: what was ticked is got, the rest is not.
  private static func stillToGet(
    _ one: LeftOut, of step: Step, _ later: LaterSteps, _ style: NumberStyle
  ) -> String? {
    guard let amount = step.share(of: one.event) else { return nil }
    let share = amount.words(style)
    let name = names(one) ?? "That"
    switch one.event {
    case .linesPicked(_, true):
      return "\(name): more is wanted by now. What you picked (\(share)) is off the list, "
        + "the rest is not picked."
    case .linesPicked(_, false): return "\(name): what you had picked (\(share)) is wanted again."
    default:
      guard let id = one.event.changedLines.first, let rest = later.sum(amount, of: id) else {
        return nil
      }
      return "\(name) was picked meanwhile; what is still to get is in the cart: "
        + "\(rest.words(style))."
    }
  }

  /// Added by two people at once: what there is now.
  private static func joined(
    _ one: LeftOut, in state: SharedState, _ style: NumberStyle
  ) -> String? {
    let person = state.account(of: one.other).map { "by " + state.name(of: $0) }
    let start = "“\(one.name)” was added \(person ?? "on another machine") too: it is one "
    switch one.event {
    case .itemsAdded(let items):
      guard let own = items.first, let id = one.into.map({ Item.ID($0.number) }) else { return nil }
      return start + "item" + values(of: own, id, in: state, style) + "."
    case .storeAdded(let own):
      return start + "store" + values(of: own, in: state) + "."
    default: return nil
    }
  }

  private static func values(of own: Store, in state: SharedState) -> String {
    guard let now = state.stores.first(where: { $0.id == state.present(own.id) }) else { return "" }
    return values(
      [("phone number", \.phone), ("e-mail address", \.email), ("note", \.note)], of: own, now)
  }

  /// Those of the author's that are others now.
  private static func values<Thing>(
    _ fields: [(String, KeyPath<Thing, String>)], of own: Thing, _ now: Thing
  ) -> String {
    fields.filter { _, field in
      !own[keyPath: field].isEmpty && own[keyPath: field] != now[keyPath: field]
    }.map { what, field in
      now[keyPath: field].isEmpty
        ? "; it has no \(what)" : "; its \(what) is \(now[keyPath: field])"
    }.joined()
  }

  private static func values(
    of own: Item, _ id: Item.ID, in state: SharedState, _ style: NumberStyle
  ) -> String {
    let lines = state.cart.lines(of: id).map {
      $0.quantity.words(style, pack: state.items[id]?.pack)
    }
    let cart = lines.isEmpty ? "" : ", \(Wording.list(lines)) in the cart"
    guard let now = state.items[id] else { return cart }
    var price = ""
    if let own = own.price, let now = now.price, own != now {
      price = "; its price is " + Wording.money(now, style: style)
    }
    let isCodeLost = own.isNamedByHand && own.source != now.source
    return cart + price
      + values(
        [("category", \.category), ("store", \.store), ("note", \.description)], of: own, now)
      + (isCodeLost ? "; its barcode \(own.code) is not kept" : "")
  }

  /// What it is about with the verb that fits: a thing is one, whatever its name is.
  static func subject(
    _ one: LeftOut, _ singular: String = "is", _ plural: String = "are"
  ) -> String {
    (names(one) ?? "That") + " " + (one.event.count > 1 && !one.name.isEmpty ? plural : singular)
  }

  /// With its note, if it has one.
  static func heldCart(_ note: String) -> String {
    "held cart" + (note.isEmpty ? "" : " “\(note)”")
  }

  /// Nil when they are unknown.
  static func names(_ one: LeftOut) -> String? {
    guard !one.name.isEmpty else { return nil }
    let others = one.event.count - 1
    return "“\(one.name)”" + (others > 0 ? " and \(Wording.count(others, "other"))" : "")
  }

  /// Several things may have been deleted by several people.
  private static func by(_ one: LeftOut, _ state: SharedState) -> String {
    guard one.event.count == 1, !one.other.isEmpty else { return "" }
    let name = state.account(of: one.other).map { state.name(of: $0) } ?? ""
    return name.isEmpty ? "" : " by " + name
  }

  private static func loss(
    of event: Event, in step: Step, _ style: NumberStyle
  ) -> String {
    let isOne = event.count == 1
    switch event {
    case .linesAdded(let lines):
      guard isOne else { return "your \(lines.count) things were not put in the cart" }
      let quantity = lines[0].quantity
      if step.replaces(lines[0].id) {
        return "its quantity was not changed to \(quantity.words(style))"
      }
      if quantity == .one { return "it was not put in the cart" }
      let verb = quantity.thousandths > 1000 ? "were" : "was"
      return "your \(quantity.words(style)) \(verb) not put in the cart"
    case .quantityChanged(_, _, _, _, let set?):
      return "its quantity was not changed to \(set.words(style))"
    case .quantityChanged(_, let by, _, _, nil):
      // The same for pieces that were added to a line and for a quantity that was typed.
      switch by.thousandths {
      case 0: return "its quantity was not changed"
      case 1...: return "its quantity was not raised by \(by.words(style))"
      default: return "its quantity was not lowered by \((-by).words(style))"
      }
    case .linesPicked(_, let picked):
      let ticks = isOne ? "your tick was" : "your \(event.count) ticks were"
      return ticks + (picked ? " not made" : " not taken back")
    case .linesRemoved: return isOne ? "it stays in the cart" : "they stay in the cart"
    case .linesMoved: return isOne ? "it was not moved" : "they were not moved"
    case .cartTakenUp: return "you did not get the cart"
    case .itemsAdded: return isOne ? "it was not added" : "they were not added"
    case .orderPlaced: return "it was not placed"
    case .itemsRemoved, .itemChanged, .storeAdded, .storeRemoved, .storeChanged,
      .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .orderMailed, .settingChanged,
      .aislesWalked, .useChanged, .accountAdded, .accountRemoved, .accountChanged,
      .accessRecovered, .recoverySeen, .cartHeld, .seeded, .shared:
      return "your change was not made"
    }
  }
}

extension Step {
  /// Whom it is told what became of it, as `Account.author`. What was done in personal use was done by
  /// the owner; who registers without anyone signed in hears of it on the sign-in screen.
  package func addressee(in state: SharedState) -> String {
    guard author.isEmpty, state.use.hasAccounts, !isRegistration else { return author }
    return state.owner?.author ?? ""
  }

  private var isRegistration: Bool {
    (events + leftOut.map(\.event)).contains { $0.newAccount != nil }
  }
}
