/// A replaced value in words for its author: what it is now, and what it was.
enum ConflictText {
  static func sentence(
    _ conflict: Conflict, in state: SharedState, style: NumberStyle
  ) -> String {
    let who = who(conflict, state)
    if let (name, was, now) = quantity(conflict, state, style) {
      return "\(name): the quantity is \(now) now, yours was \(was) (\(who))."
    }
    switch conflict.event {
    case .accountChanged(let from, let to) where !conflict.canBePutBack:
      return secrets(from.namesOfSecrets(replacedBy: to), of: to, conflict, state)
    case .itemChanged, .storeChanged, .accountChanged:
      guard let (name, all) = differences(conflict, in: state, style) else {
        return Wording.sentence("An item was changed by \(who)")
      }
      guard !all.isEmpty else {
        return Wording.sentence("What you wrote of \(name) was replaced by \(who)")
      }
      let values = all.map { "\($0.field) is \($0.now) now, yours was \($0.was)" }
      return "\(name): \(values.joined(separator: "; ")) (\(who))."
    case .itemsRemoved(let items):
      let deed = conflict.lines.isEmpty ? "changed" : "put in the cart"
      return Wording.sentence(
        "\(items.first?.name ?? "An item"), which you had \(deed), was deleted by \(who)")
    case .linesRemoved(let lines):
      let name = lines.first.flatMap { state.items[state.present($0.item)]?.name } ?? "Something"
      return "\(name) was taken out of the cart by \(who), with what you had added."
    case .settingChanged(let setting, _, _):
      let (was, now) = values(conflict, in: state, style: style)
      return "The \(name(of: setting)) is \(now) now, yours was \(was) (\(who))."
    case .storeRemoved(let store):
      return Wording.sentence("\(store.name), which you had changed, was deleted by \(who)")
    case .itemsAdded, .linesAdded, .quantityChanged, .linesPicked, .linesMoved, .storeAdded,
      .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .orderMailed,
      .aislesWalked, .useChanged, .accountAdded, .accountRemoved, .accessRecovered, .recoverySeen,
      .cartHeld, .cartTakenUp, .seeded, .shared:
      return Wording.sentence("Something of yours was replaced by \(who)")
    }
  }

  /// For a list of them: what was replaced, and with it both values where there is room to name them.
  /// The list says that it was another machine.
  static func row(
    _ conflict: Conflict, in state: SharedState, style: NumberStyle
  ) -> (what: String, values: String) {
    let (yours, now) = values(conflict, in: state, style: style)
    let person = state.account(of: conflict.author).map { " (\(state.name(of: $0)))" }
    let values = "yours \(yours), now \(now)\(person ?? "")"
    if let (name, _, _) = quantity(conflict, state, style) {
      return ("\(name): the quantity", values)
    }
    switch conflict.event {
    case .itemChanged, .storeChanged, .accountChanged:
      guard let (name, all) = differences(conflict, in: state, style), !all.isEmpty else { break }
      return ("\(name): \(Wording.list(all.map(\.field)))", values)
    case .settingChanged(let setting, _, _): return ("The \(name(of: setting))", values)
    default: break
    }
    return (sentence(conflict, in: state, style: style), "")
  }

  /// What it was and what it is now; empty where that has no short words.
  static func values(
    _ conflict: Conflict, in state: SharedState, style: NumberStyle
  ) -> (yours: String, now: String) {
    if let (_, was, now) = quantity(conflict, state, style) { return (was, now) }
    switch conflict.event {
    case .itemChanged, .storeChanged, .accountChanged:
      let all = differences(conflict, in: state, style)?.fields ?? []
      return (all.map(\.was).joined(separator: " · "), all.map(\.now).joined(separator: " · "))
    case .settingChanged(let setting, let from, let to):
      return (
        words(from, setting, conflict.currency ?? state.currency, style),
        words(to, setting, state.currency, style)
      )
    default: return ("", "")
    }
  }

  /// What was ordered as its author had not seen it. It is bought, so nothing is put back.
  ///
  /// - Parameter set: what this person gave as the whole quantity; what was taken out of the cart may
  ///   be the rest of another one.
  static func ordered(
    _ conflict: Conflict, _ count: Int, set: Quantity?, in state: SharedState, style: NumberStyle
  ) -> String {
    guard case .linesRemoved(let lines) = conflict.event, let line = lines.first else {
      return sentence(conflict, in: state, style: style)
    }
    let name = state.items[line.item]?.name ?? "Something"
    let more = count == 1 ? "" : " and \(Wording.count(count - 1, "other")) of yours"
    let isPerson = state.account(of: conflict.author) != nil
    let amount = state.orders.last { $0.lines.contains { $0.item == line.item } }?
      .lines.last { $0.item == line.item }?.quantity
    return "\(name)\(amount.map { ", " + $0.words(style) + "," } ?? "")\(more) "
      + (count == 1 ? "was" : "were") + " ordered by \(who(conflict, state)), "
      + "\(isPerson ? "who" : "which") had not seen your \((set ?? line.quantity).words(style))."
  }

  /// What an order of others has left in the cart; nil when nothing of this person's.
  static func kept(_ lines: [CartLine], by author: String, in state: SharedState) -> String? {
    guard let first = lines.first else { return nil }
    let name = state.items[first.item]?.name ?? "Something"
    let others = lines.count == 1 ? "" : " and \(Wording.count(lines.count - 1, "other"))"
    return
      "\(name)\(others) \(lines.count == 1 ? "was" : "were") ordered by \(who(author, state)); "
      + "what you added meanwhile stays in the cart."
  }

  private static func secrets(
    _ names: [String], of account: Account, _ conflict: Conflict, _ state: SharedState
  ) -> String {
    let isOwn = account.author == conflict.owner
    let what = "The \(Wording.list(names)) that you have set"
    let whose = isOwn ? "" : " for " + state.name(of: account)
    let isByOther = conflict.author != conflict.owner && state.account(of: conflict.author) != nil
    let who = isByOther ? "by " + state.name(of: conflict.author) : "on another machine"
    let (verb, other) = names.count == 1 ? ("does", "another one was") : ("do", "others were")
    return "\(what)\(whose) \(verb) not hold any more: \(other) set \(who)."
  }

  private static func who(_ conflict: Conflict, _ state: SharedState) -> String {
    who(conflict.author, state)
  }

  private static func who(_ author: String, _ state: SharedState) -> String {
    state.account(of: author).map { state.name(of: $0) } ?? "another machine"
  }

  /// Whether it is of several fields of an item or a store, which one line may have no room for.
  static func hasSeveralValues(_ conflict: Conflict, in state: SharedState) -> Bool {
    (differences(conflict, in: state, .english)?.fields.count ?? 0) > 1
  }

  private typealias Difference = (field: String, now: String, was: String)

  /// The item, the store or the person that it is of, and all fields that differ from those of this person: what is
  /// put back is what is shown. Nil for everything else.
  private static func differences(
    _ conflict: Conflict, in state: SharedState, _ style: NumberStyle
  ) -> (name: String, fields: [Difference])? {
    switch conflict.event {
    case .itemChanged(let id, let from, _):
      return state.items[id].map { ($0.name, differences($0, from, style)) }
    case .storeChanged(let from, let to):
      let here = state.stores.first { $0.id == to.id } ?? to
      return (here.name, differences(here, from, to))
    case .accountChanged(let from, let to) where conflict.canBePutBack:
      return state.account(to.id).map { (state.name(of: $0), differences($0, from, to)) }
    default: return nil
    }
  }

  /// - Parameter new: what replaced `mine`, and is otherwise like it.
  private static func differences(_ here: Store, _ mine: Store, _ new: Store) -> [Difference] {
    let fields: [(String, KeyPath<Store, String>)] = [
      ("the name", \.name), ("the address", \.address), ("the phone number", \.phone),
      ("the e-mail address", \.email), ("the note", \.note),
    ]
    return fields.filter { _, field in
      mine[keyPath: field] != new[keyPath: field] && mine[keyPath: field] != here[keyPath: field]
    }.map { what, field in (what, shown(here[keyPath: field]), shown(mine[keyPath: field])) }
  }

  private static func differences(_ here: Account, _ mine: Account, _ new: Account) -> [Difference]
  {
    let own = here.with(mine, where: mine, differsFrom: new)
    return [
      ("the name", here.name, own.name), ("the e-mail address", here.email, own.email),
    ].filter { $0.1 != $0.2 }.map { ($0.0, shown($0.1), shown($0.2)) }
  }

  private static func differences(
    _ theirs: Item, _ values: ItemFields, _ style: NumberStyle
  ) -> [Difference] {
    var mine = theirs
    values.apply(to: &mine)
    func money(_ item: Item) -> String {
      item.price.map { Wording.money($0, style: style) } ?? ""
    }
    return [
      ("the name", theirs.name, mine.name), ("the price", money(theirs), money(mine)),
      ("what the price is for", theirs.per.words(style), mine.per.words(style)),
      ("the category", theirs.category, mine.category), ("the store", theirs.store, mine.store),
      ("the description", theirs.description, mine.description),
      ("the picture", theirs.picture, mine.picture),
      ("the star", theirs.isFavourite ? "set" : "not set", mine.isFavourite ? "set" : "not set"),
    ].filter { $0.1 != $0.2 }.map { ($0.0, shown($0.1), shown($0.2)) }
  }

  /// The item of a line, its quantity as its owner had it, and what replaced that; nil for everything else.
  private static func quantity(
    _ conflict: Conflict, _ state: SharedState, _ style: NumberStyle
  ) -> (name: String, was: String, now: String)? {
    guard let (id, now) = conflict.quantity else { return nil }
    let line = state.carts.line(id)
    let name = line.flatMap { state.items[$0.item]?.name } ?? "Something"
    let was = conflict.ownQuantity(of: id)
    return (name, was?.words(style) ?? "another one", now.words(style))
  }

  private static func words(
    _ value: String, _ setting: ListSetting, _ currency: Currency, _ style: NumberStyle
  ) -> String {
    shown(setting.words(value, in: currency, style: style))
  }

  private static func shown(_ text: String) -> String {
    text.isEmpty ? "nothing" : text.count <= 40 ? text : text.prefix(39) + "…"
  }

  private static func name(of setting: ListSetting) -> String {
    switch setting {
    case .currency: "currency"
    case .budget: "budget"
    case .currentStore: "store that you are in"
    case .forgottenPIN: "setting for forgotten PINs"
    case .registration: "setting for who may register"
    case .invitation: "invitation"
    }
  }
}
