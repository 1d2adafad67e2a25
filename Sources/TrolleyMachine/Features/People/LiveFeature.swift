/// A thing in the cart of the person at the screen, before another person changes it.
struct ThingOfCart {
  let item: Item
  let quantity: String
  /// Who changes it.
  let author: String
}

extension Event {
  fileprivate var changedItems: [Item.ID] {
    switch self {
    case .itemChanged(let id, _, _): [id]
    case .itemsRemoved(let items): items.map(\.id)
    default: []
    }
  }
}

/// Changes by others while this screen is in use: they are announced and never overwrite typed
/// text.
extension AppState {
  /// `entry`: the last entry written by another program.
  mutating func applyRemoteChange(_ entry: Entry, _ touches: [SharedState.Touch]) {
    let author = entry.step.author
    let isOwn = author == session.author
    let who = isOwn ? "" : shared.account(of: author).map { shared.name(of: $0) } ?? ""
    followForm(who, touches)
    // Of what came to nothing there is nothing to say.
    guard !entry.step.events.isEmpty else { return }
    // The keys that resolve a conflict take the notice's place.
    guard shared.use == .household, !isOwn, session.notice?.isOfOthers != false, !session.isLocked,
      !hasToSettle
    else { return }
    if case .accountAdded(let account)? = entry.step.events.first, who.isEmpty {
      if let new = shared.account(account.id) {
        noticeOfOthers("\(shared.name(of: new)) has an account now.")
      }
      return
    }
    let deed = ChangeSummary(entry.step, in: shared, style: session.style)
    if deed.isComplete, !who.isEmpty { noticeOfOthers("\(who): \(deed.past.lowercasedFirst)") }
  }

  /// In a shop everyone has a cart, and all have the same things: what of this person's cart these steps
  /// of others change or delete, as it is before them.
  func thingsOfCart(changedBy others: [Entry]) -> [ThingOfCart] {
    guard shared.use == .staff, !session.isLocked, !shared.cart.isEmpty else { return [] }
    var all: [ThingOfCart] = []
    for step in others.lazy.map(\.step) where step.author != session.author {
      for id in step.events.lazy.flatMap(\.changedItems) where shared.cart.contains(id) {
        all.removeAll { $0.item.id == id }
        guard let item = shared.items[id] else { continue }
        let lines = shared.cart.lines(of: id)
        let quantity = lines.map { $0.quantity.words(session.style, pack: item.pack) }
        all.append(
          ThingOfCart(item: item, quantity: Wording.list(quantity), author: step.author))
      }
    }
    return all
  }

  /// Says what of it costs something else now or is gone, first what is gone.
  mutating func tell(of things: [ThingOfCart]) {
    func price(_ item: Item) -> String {
      item.price.map { Wording.price($0, per: item.per, style: session.style) } ?? "unknown"
    }
    var (gone, changed): ([String], [String]) = ([], [])
    for thing in things {
      let (was, id) = (thing.item, thing.item.id)
      let who = shared.account(of: thing.author).map { shared.name(of: $0) } ?? "Another till"
      if let now = shared.items[id] {
        guard price(now) != price(was) else { continue }
        changed.append(
          "\(who): the price of \(now.name) in your cart is \(price(now)) now, it was \(price(was))"
        )
      } else {
        gone.append("\(who): deleted \(was.name), which was in your cart (\(thing.quantity))")
      }
    }
    let all = gone + changed
    guard let first = all.first, session.notice?.isOfSharing != true, !hasToSettle else { return }
    noticeOfOthers(first + (all.count > 1 ? "; \(all.count - 1) more of your cart changed" : ""))
    session.notice?.isNews = true
  }

  private mutating func noticeOfOthers(_ text: String) {
    notice(text)
    session.notice?.isOfOthers = true
  }

  /// Forms that were away while others changed the list.
  mutating func refreshForms() {
    let count = session.overlays.count
    session.overlays = session.overlays.compactMap { overlay in
      guard case .form(var form) = overlay else { return overlay }
      guard let now = texts(of: form.purpose) else { return nil }
      form.update(to: now, by: "Another screen")
      return .form(form)
    }
    if session.overlays.count < count { notice(ChangeError.itemIsGone.sentence) }
  }

  private var hasToSettle: Bool {
    guard case .form(let form)? = session.overlays.last else { return false }
    return form.fields.contains { $0.theirs != nil }
  }

  /// Untouched fields take the new text; edited fields offer it as a choice.
  private mutating func followForm(_ who: String, _ touches: [SharedState.Touch]) {
    guard
      let at = session.overlays.lastIndex(where: { if case .form = $0 { true } else { false } }),
      case .form(var form) = session.overlays[at], form.isTouched(by: touches)
    else { return }
    let by = who.isEmpty ? "Another screen" : who
    guard let now = texts(of: form.purpose) else {
      form.deletedBy = by
      session.overlays[at] = .form(form)
      return
    }
    form.update(to: now, by: by)
    session.overlays[at] = .form(form)
  }

  /// The current values of what a form edits; nil if it was deleted.
  private func texts(of purpose: FormState.Purpose) -> [FormState.FieldID: String]? {
    switch purpose {
    case .editItem(let id, let edited):
      guard let item = shared.items[id] else { return nil }
      let line = edited.map { shared.cart[$0] } ?? shared.cart.lines(of: id).first
      return [
        .name: item.name, .category: item.category, .price: priceText(item),
        .per: item.per.text(session.style),
        .quantity: line?.quantity.text(session.style, pack: item.pack) ?? "",
        .store: item.store,
        .picture: item.picture, .description: item.description,
      ]
    case .editStore(let id):
      guard let store = shared.stores.first(where: { $0.id == id }) else { return nil }
      return [
        .name: store.name, .address: store.address, .phone: store.phone, .email: store.email,
        .note: store.note,
      ]
    case .editAccount(let id):
      guard let account = shared.account(id) else { return nil }
      return [
        .firstName: shared.use == .household ? account.name : account.firstName,
        .lastName: account.lastName, .email: account.email, .since: account.since.text,
      ]
    default: return [:]
    }
  }
}

extension FormState {
  fileprivate func isTouched(by touches: [SharedState.Touch]) -> Bool {
    touches.contains { touch in
      switch (touch, purpose) {
      case (.item(let id, _), .editItem(let edited, _)): id == edited
      case (.line, .editItem): true
      case (.store(let id, _), .editStore(let edited)): id == edited
      case (.account(let id, _), .editAccount(let edited)): id == edited
      default: false
      }
    }
  }

  fileprivate mutating func update(to now: [FieldID: String], by who: String) {
    // What it edits was deleted and is there again: nothing is wrong with it any more.
    if deletedBy != nil { clearErrors() }
    deletedBy = nil
    isToBeNew = false
    for index in fields.indices {
      if let text = now[fields[index].id] { fields[index].update(to: text, by: who) }
    }
  }

  /// Resolves a conflict in the focused field, or the first one that has one: takes the other
  /// person's value or keeps the typed one.
  mutating func settle(byTaking isTaken: Bool) {
    let focused = isOnButton || fields[focus].theirs == nil ? nil : focus
    guard let at = focused ?? fields.firstIndex(where: { $0.theirs != nil }) else { return }
    if isTaken, let theirs = fields[at].theirs {
      fields[at].input = TextInput(theirs, limit: fields[at].input.limit)
      fields[at].error = nil
    }
    fields[at].theirs = nil
    fields[at].news = nil
  }
}

extension FormState.Field {
  fileprivate mutating func update(to text: String, by who: String) {
    guard text != base else { return }
    let isTyped = input.text != base
    base = text
    if input.text == text {
      theirs = nil
      news = nil
    } else if isTyped {
      theirs = text
      news = "\(who) wrote: \(text.isEmpty ? "nothing" : text)"
    } else {
      input = TextInput(text, limit: input.limit)
      news = "\(who) changed this."
    }
  }
}

extension String {
  /// "Put Milk in the cart" as it follows a name.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
