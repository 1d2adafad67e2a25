extension [Item.ID: Int] {
  /// Which lines of a list went into one thing: "2 lines went into Peppers". Nil where each has its own.
  func wordsOfJoined(in state: SharedState) -> String? {
    let joined = filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !joined.isEmpty else { return nil }
    var parts = joined.prefix(3).map { id, count in
      "\(count) lines went into \(state.items[id]?.name ?? ChangeSummary.unnamed)"
    }
    if joined.count > 3 { parts.append("so did others into \(joined.count - 3) more") }
    return Wording.list(parts)
  }
}

/// A summary of a step in words: for the notice after a change, for undo, for the log.
public struct ChangeSummary: Equatable, Sendable {
  /// "Deleted Milk"
  public let past: String
  /// "delete Milk", as in "Undid: delete Milk".
  public let plain: String

  /// The placeholder for names missing from the given state.
  static let unnamed = "something"

  /// Whether the state knew all names.
  public var isComplete: Bool { !plain.contains(Self.unnamed) }

  init(_ past: String, _ plain: String) {
    self.past = past
    self.plain = plain
  }

  /// `state` provides the names; any state that contains the items will do. `names` are of what lines
  /// are about that it may not contain.
  public init(
    _ events: [Event], in state: SharedState, names: [CartLine.ID: String] = [:],
    style: NumberStyle
  ) {
    self = ChangeSummary.tell(events, state, names, style)
  }

  /// The same of a step. An order of which everything was ordered elsewhere meanwhile takes nothing out of
  /// the cart, as the orders of an import do.
  public init(_ step: Step, in state: SharedState, style: NumberStyle) {
    let isOrder =
      step.isOrder
      && step.leftOut.contains { one in
        if case .linesRemoved = one.event { true } else { false }
      }
    self = ChangeSummary.tell(step.events, state, [:], style, mayBeImport: !isOrder)
  }

  /// What a change of the currency made of the budget; nothing if there is none.
  private static func budgetWords(
    _ events: [Event], from oldCode: String, to newCode: String, _ style: NumberStyle
  ) -> String {
    var (old, new) = ("", "")
    for case .settingChanged(.budget, let from, let to) in events {
      if !from.isEmpty { old = from }
      if !to.isEmpty { new = to }
    }
    // Zeros behind the point come and go with the currency.
    let isSame =
      new.hasPrefix(old)
      || old.hasPrefix(new) && old.dropFirst(new.count).allSatisfy { "0.".contains($0) }
    func words(_ value: String, _ code: String) -> String {
      Currency(code: code).map { ListSetting.budget.words(value, in: $0, style: style) } ?? value
    }
    if isSame { return new.isEmpty ? "" : ", the budget \(words(new, newCode))" }
    return ", the budget \(words(new, newCode)) instead of \(words(old, oldCode))"
  }

  /// What a change of the currency made of the budget and of the starters' example prices.
  package static func currencyWords(_ events: [Event], style: NumberStyle) -> String {
    var (lost, regained) = (0, 0)
    var (old, new) = ("", "")
    for event in events {
      if case .settingChanged(.currency, let from, let to) = event { (old, new) = (from, to) }
      guard case .itemChanged(_, let from, let to) = event else { continue }
      if to.removesPrice(of: from) { lost += 1 }
      if from.removesPrice(of: to) { regained += 1 }
    }
    func starters(_ count: Int) -> String { Wording.count(count, "starter item") }
    var words = budgetWords(events, from: old, to: new, style)
    if lost > 0 {
      let (have, prices) =
        lost == 1 ? ("has", "its example price is") : ("have", "their example prices are")
      words += "; \(starters(lost)) \(have) no price in it: \(prices) in \(old)"
    }
    if regained > 0 {
      let have = regained == 1 ? "has its example price" : "have their example prices"
      words += "; \(starters(regained)) \(have) again"
    }
    return words
  }

  /// Several prices that were taken over into another currency; nil for anything else.
  private static func prices(_ events: [Event]) -> ChangeSummary? {
    let currencies = events.map { event -> Currency? in
      if case .itemChanged(_, let from, let to) = event { to.newCurrency(of: from) } else { nil }
    }
    guard currencies.count > 1, let currency = currencies[0],
      currencies.allSatisfy({ $0 == currency })
    else { return nil }
    let what = "\(events.count) prices over into \(currency.code)"
    return ChangeSummary("Took " + what, "take " + what)
  }

  private static func tell(
    _ events: [Event], _ state: SharedState, _ names: [CartLine.ID: String], _ style: NumberStyle,
    mayBeImport: Bool = true
  ) -> ChangeSummary {
    if mayBeImport, case let made = ImportSummary(events), made.isImport {
      let size = made.words
      return ChangeSummary("Imported " + size, "import " + size)
    }
    if let prices = prices(events) { return prices }
    var added: [String] = []
    var removed: [String] = []
    var put: [Item.ID] = []
    var out: [Item.ID] = []
    var linesOut: [CartLine] = []
    var edited: Set<Item.ID> = []
    var others: [ChangeSummary] = []
    var more: [String] = []
    /// Things of which a line holds another quantity.
    var raised: Set<Item.ID> = []
    /// Where in `others` a thing is.
    var subjects: [Item.ID: Int] = [:]
    func name(_ id: Item.ID) -> String { state.items[id]?.name ?? unnamed }
    func name(_ id: CartLine.ID) -> String {
      state.carts.line(id).map { name($0.item) } ?? names[id] ?? unnamed
    }
    let isOfStore = events.contains(where: \.changesStore)
    for event in events.withPicksTogether {
      // What names a store goes along with it: that is no change of its own.
      if isOfStore, event.namesStore { continue }
      switch event {
      case .itemsAdded(let items): added += items.map(\.name)
      case .itemsRemoved(let items): removed += items.map(\.name)
      case .linesAdded(let lines):
        // New items have no name in the state from before.
        put += lines.lazy.map(\.item).filter { state.items[$0] != nil || added.isEmpty }
      case .linesRemoved(let lines):
        out += lines.map(\.item)
        linesOut += lines
      case .orderPlaced(let order):
        return ChangeSummary("Ordered for \(order.name)", "place order \(state.label(of: order))")
      case .orderWithdrawn(let order):
        return ChangeSummary(
          "Withdrew order \(state.label(of: order))", "withdraw order \(state.label(of: order))")
      case .orderMailed(let mailing) where mailing.isTakenBack:
        return ChangeSummary(
          "Took back what was said of the mail of order \(mailing.number)",
          "what was said of the mail of order \(mailing.number)")
      case .orderMailed(let mailing) where mailing.isSaid:
        return ChangeSummary(
          mailing.isUnwanted
            ? "No mail of order \(mailing.number) is wanted"
            : "Order \(mailing.number) was mailed to \(mailing.to)",
          "what was said of the mail of order \(mailing.number)")
      case .orderMailed(let mailing):
        return ChangeSummary(
          "Order \(mailing.number) \(mailing.isUncertain ? "may have been" : "was") mailed to "
            + mailing.to, "mail order \(mailing.number)")
      case .useChanged(_, let use):
        return ChangeSummary("The list is for \(use.title) use", "change the use")
      case .accountAdded(let account):
        let who = state.name(of: account)
        return ChangeSummary("Added \(who)", "add \(who)")
      case .accountRemoved(let account):
        let who = state.name(of: account)
        return ChangeSummary("Removed \(who)", "remove \(who)")
      case .accountChanged(_, let account):
        let who = state.name(of: account)
        return ChangeSummary("Changed \(who)", "change \(who)")
      case .accessRecovered(let id, let way, _):
        return recovered(state.account(id).map { state.name(of: $0) } ?? unnamed, way)
      case .recoverySeen(let id):
        let who = state.account(id).map { state.name(of: $0) } ?? unnamed
        return ChangeSummary("\(who) was told", "tell \(who)")
      case .cartHeld: return ChangeSummary("The cart is held", "hold the cart")
      case .cartTakenUp: return ChangeSummary("Took up the cart", "take up the cart")
      case .settingChanged(.currency, _, let code):
        return ChangeSummary(
          "Currency is \(code)" + currencyWords(events, style: style),
          "change the currency to \(code)")
      case .settingChanged(.budget, _, let value) where !value.isEmpty:
        let budget = ListSetting.budget.words(value, in: state.currency, style: style)
        others.append(ChangeSummary("Budget is \(budget)", "change the budget"))
      default:
        if case .quantityChanged(let id, _, _, _, _) = event {
          more.append(name(id))
          if let item = state.carts.line(id)?.item { raised.insert(item) }
        }
        if case .itemChanged(let id, _, let to) = event, to.star == nil { edited.insert(id) }
        // An edit of an item and of its quantity is one change.
        let subject: Item.ID? =
          switch event {
          case .itemChanged(let id, _, _): id
          case .quantityChanged(let id, _, _, _, _): state.carts.line(id)?.item
          default: nil
          }
        if let subject {
          if let at = subjects[subject] {
            let both = "\(name(subject)) and its quantity"
            if case .quantityChanged = event, edited.contains(subject) {
              others[at] = ChangeSummary("Changed " + both, "change " + both)
            }
            continue
          }
          subjects[subject] = others.count
        }
        if let deed = tell(event, name, name, state.stores) { others.append(deed) }
      }
    }
    // A quantity in another unit replaces the line, or goes into another one of the thing.
    let replaced = raised.union(put).intersection(out)
    put.removeAll(where: replaced.contains)
    out.removeAll(where: replaced.contains)
    for id in replaced where subjects[id] == nil {
      others.append(ChangeSummary("Changed \(name(id))", "change \(name(id))"))
    }
    if !removed.isEmpty {
      let carts = state.carts.otherCarts(with: linesOut.map(\.id))
      let also =
        carts == 0
        ? "" : carts == 1 ? ", also from another cart" : ", also from \(carts) other carts"
      return ChangeSummary("Deleted " + list(removed) + also, "delete " + list(removed))
    }
    if !added.isEmpty {
      // What an import adds may be there already, and is only put in the cart or raised.
      let new = Set(added)
      let all = added + once(put.map(name) + more).filter { !new.contains($0) }
      return ChangeSummary("Added " + list(all), "add " + list(all))
    }
    if !put.isEmpty {
      // What was in the cart already was raised by the same import or line.
      if !more.isEmpty {
        let all = list(once(put.map(name) + more))
        return ChangeSummary("Added " + all, "add " + all)
      }
      let names = list(put.map(name))
      return edited.isSuperset(of: put)
        ? ChangeSummary(
          "Changed \(names) and put it in the cart", "change \(names) and put it in the cart")
        : ChangeSummary("Put \(names) in the cart", "put \(names) in the cart")
    }
    if !out.isEmpty {
      // Where another line of it stays, it says which went.
      let one = linesOut.count == 1 ? linesOut.first : nil
      let amount = one.flatMap { line in
        state.cart.lines(of: line.item).contains { $0.id != line.id }
          ? state.items[line.item]?.words(line.quantity, style) : nil
      }
      let names = (amount.map { $0 + " " } ?? "") + list(out.map(name))
      return edited.isSuperset(of: out)
        ? ChangeSummary(
          "Changed \(names) and took it out of the cart",
          "change \(names) and take it out of the cart")
        // What was ticked is bought.
        : ChangeSummary(
          linesOut.allSatisfy(\.isPicked) ? "Got \(names)" : "Took \(names) out of the cart",
          "take \(names) out of the cart")
    }
    if let first = others.first {
      let more =
        others.count > 1 ? " and " + Wording.count(others.count - 1, "other change") : ""
      return ChangeSummary(first.past + more, first.plain + more)
    }
    return ChangeSummary("Changed the list", "change the list")
  }

  private static func recovered(_ name: String, _ way: RecoveredAccess.Way) -> ChangeSummary {
    way == .address
      ? ChangeSummary("Showed the PIN of \(name)", "show the PIN of \(name)")
      : ChangeSummary("\(name) used the recovery code", "use the recovery code")
  }

  private static func tell(
    _ event: Event, _ item: (Item.ID) -> String, _ line: (CartLine.ID) -> String, _ stores: [Store]
  ) -> ChangeSummary? {
    switch event {
    case .itemChanged(let id, let from, let to):
      let name = to.name ?? from.name ?? item(id)
      if let on = to.star {
        return on
          ? ChangeSummary("Starred \(name)", "star \(name)")
          : ChangeSummary("Unstarred \(name)", "unstar \(name)")
      }
      return ChangeSummary("Changed \(name)", "change \(name)")
    case .quantityChanged(let id, let by, _, _, _):
      let name = line(id)
      return by.thousandths > 0
        ? ChangeSummary("More \(name)", "more \(name)")
        : ChangeSummary("Less \(name)", "less \(name)")
    case .linesPicked(let ids, let picked):
      let name = ids.count == 1 ? line(ids[0]) : "\(ids.count) items"
      return picked
        ? ChangeSummary("Picked \(name)", "pick \(name)")
        : ChangeSummary("Unpicked \(name)", "unpick \(name)")
    case .storeAdded(let store):
      let name = stores.label(of: store)
      return ChangeSummary("Added \(name)", "add \(name)")
    case .storeRemoved(let store):
      let name = stores.label(of: store)
      return ChangeSummary("Deleted \(name)", "delete \(name)")
    case .storeChanged(_, let store):
      let name = stores.label(of: store)
      return ChangeSummary("Changed \(name)", "change \(name)")
    case .settingChanged(let setting, _, let value):
      switch setting {
      case .currency: return ChangeSummary("Currency is \(value)", "change the currency")
      // A budget that there is was told above, in its currency.
      case .budget: return ChangeSummary("No budget", "change the budget")
      case .currentStore:
        return ChangeSummary(
          value.isEmpty ? "In no store" : "In \(value)", "change which store you are in")
      case .forgottenPIN:
        return ChangeSummary(
          value.isEmpty ? "Forgotten PINs are shown" : "Forgotten PINs are not shown",
          "change whether PINs are shown")
      case .registration:
        return ChangeSummary(
          "Registering: " + Registration.words(value), "change who may register")
      case .invitation: return ChangeSummary("Made an invitation", "make an invitation")
      }
    case .seeded: return ChangeSummary("Put in the starter items", "put in the starter items")
    case .shared: return ChangeSummary("The list is shared", "share the list")
    // Summarised together with the step's other events.
    default: return nil
    }
  }

  /// What several lines of a list have raised is one thing.
  private static func once(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { $0 == unnamed || seen.insert($0).inserted }
  }

  private static func list(_ names: [String]) -> String {
    names.count == 1 ? names[0] : "\(names.count) items"
  }
}

extension [Event] {
  /// What was picked as one event: of many lines a step has several.
  fileprivate var withPicksTogether: [Event] {
    reduce(into: []) { all, event in
      guard case .linesPicked(let more, let isPicked) = event,
        case .linesPicked(let ids, isPicked)? = all.last
      else { return all.append(event) }
      all[all.count - 1] = .linesPicked(ids + more, isPicked)
    }
  }
}

extension Event {
  /// Whether it changes what store is named somewhere, and nothing else.
  var namesStore: Bool {
    switch self {
    case .settingChanged(.currentStore, _, _), .aislesWalked: true
    case .itemChanged(_, _, let to): to.isStoreAlone
    default: false
    }
  }
}
