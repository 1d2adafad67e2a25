/// Checkout: the form, the order, the dialog, and the notification that follows.
extension AppState {
  /// In a family the shopping is done.
  mutating func checkOut(_ effects: inout [Effect]) {
    shared.use == .household ? finishShopping(&effects) : openCheckout()
  }

  /// What is picked goes out of the cart, no matter who had asked for it, and the rest stays. Where nothing is
  /// picked, all of it may have been got.
  mutating func finishShopping(_ effects: inout [Effect]) {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    guard shared.cart.pickedCount == 0 else { return finishShopping(.clearPicked, &effects) }
    show(
      "Is the shopping done?", finishQuestion, .init("Not yet"),
      .init(shared.cart.count == 1 ? "Got it" : "All got", .finishAll),
      .init("Order it", .orderCart))
  }

  private var finishQuestion: String {
    let count = shared.cart.count
    return count == 1
      ? "The item in the cart is not ticked. Was it got?"
      : "None of the \(count) items in the cart is ticked. Were they all got?"
  }

  /// What was added while the question stood was not asked about: it is asked anew.
  mutating func finishAll(asked dialog: DialogState, _ effects: inout [Effect]) {
    guard dialog.message == finishQuestion else {
      return finishShopping(&effects)
    }
    finishShopping(.finishShopping, &effects)
  }

  mutating func finishShopping(_ change: Change, _ effects: inout [Effect]) {
    let count = shared.cart.count
    guard attempt(change, &effects) else { return }
    let rest = shared.cart.count
    announce(
      done: "Shopping done: \(Wording.count(count - rest, "item")) got"
        + (rest == 0 ? "" : ", \(rest) still to get"))
  }

  /// What is picked leaves the cart; says how much stays.
  mutating func clearPicked(_ effects: inout [Effect]) {
    guard announce(.clearPicked, &effects), !shared.cart.isEmpty, let said = session.notice else {
      return
    }
    let text = said.text + "; \(shared.cart.count) still to get"
    notice(ofChange: text, hint: said.hint, command: said.command)
  }

  /// Filled in as the last order was, in the name of the one who is signed in; except in a shop, where that was
  /// another customer's.
  mutating func openCheckout() {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    let isShop = shared.use == .staff
    session.page = .cart
    session.overlays = []
    let last = isShop ? nil : shared.orders.last
    let own = account.map { account in
      shared.orders.last { $0.placedBy == session.author }?.name ?? account.name
    }
    let fields: [FormState.Field] = [
      .init(
        .name, isShop ? "Customer" : "Name",
        isShop ? "" : own ?? last?.name ?? "", hint: "who it is for"),
      .init(
        .address, "Address", last?.address ?? "", hint: isShop ? "optional" : "where it goes",
        limit: CleanText.Limit.address.graphemes),
      .init(
        .store, "Store", shared.storeOfNextOrder, hint: "optional: one of your stores",
        choices: shared.storesToOrderFrom),
      .init(.note, "Note", "", hint: "optional", limit: CleanText.Limit.note.graphemes),
    ]
    show(
      FormState(
        purpose: .checkout, title: "Check out", intro: cartInWords, action: "Order",
        fields: fields.keeping(typedInto: session.checkoutDraft)))
  }

  /// "3 items, 5 pieces, about $12.40"
  public var cartInWords: String {
    (shared.summary.counts(of: shared.cart) + [totalInWords]).joined(separator: ", ")
  }

  /// What an order has, of which some may still be to pick: ", 2 of them not picked yet".
  var orderInWords: String {
    let open = shared.cart.openCount
    return cartInWords + (open > 0 ? ", \(open) of them not picked yet" : "")
  }

  /// ", 2 of them noted for Lidl": what the store of the order may not have.
  func wordsOfOtherStores(than name: String) -> String {
    let noted = shared.noted(forOthersThan: name)
    return noted.count == 0
      ? "" : ", \(noted.count) of them noted for \(Wording.list(noted.stores))"
  }

  /// "about $7.80 + 2 without a price"
  public var totalInWords: String { totals[0] }

  /// The same in fewer and fewer words.
  public var totals: [String] {
    shared.summary.totals(of: shared.cart.count, in: shared.currency, style: session.style)
  }

  /// Asked before a cart is ordered that changed while the form was open.
  var questionAboutCart: String {
    shared.cart.isEmpty
      ? ChangeError.emptyCart.sentence
      : "The cart has changed meanwhile: \(cartInWords). Order it like that?"
  }

  mutating func submitOrder(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    guard form.intro == cartInWords || shared.cart.isEmpty else {
      var form = form
      form.intro = cartInWords
      form.trouble = questionAboutCart
      return replaceLast(.form(form))
    }
    let draft = OrderDraft(
      name: form[.name], address: form[.address], store: form[.store], note: form[.note])
    do { try make(.order(draft), &effects) } catch { throw FormError(error) }
    session.overlays = []
    session.checkoutDraft = []
    guard let order = shared.orders.last, case .record(let step)? = effects.last else { return }
    session.placing = Placing(step: step, order: order.id)
  }

  func thanks(for order: Order, _ outcome: OrderOutcome) -> (title: String, sentence: String) {
    let isShop = shared.use == .staff
    return (
      isShop ? "Order \(order.number) for \(order.name)" : "Thank you, \(order.name)!",
      outcome.sentence(for: order, isForStaff: isShop)
    )
  }

  /// Thanks the person once the order is on disk, and says what happens to it.
  mutating func thank(for id: Order.ID) {
    guard let order = shared.orders.last(where: { $0.id == id }) else { return }
    let isShop = shared.use == .staff
    let outcome = outcomeAtFirst(order)
    let (title, sentence) = thanks(for: order, outcome)
    session.orderOutcomes[id] = outcome
    session.orders.focus = ListFocus()
    // A customer at the counter is told by the employee.
    if !isShop || outcome != .here {
      session.dueNotifications.append(
        Notification(
          title: title, body: order.name + ": " + sentence, at: session.clock.monotonic + 5000,
          order: id))
    }
    guard !session.isLocked else { return }
    // After a retry the person may be doing something else.
    guard session.overlays.isEmpty, !session.isInSearchField else {
      return notice(title + " " + sentence, .success)
    }
    session.orders.opened = order.id
    session.notice = nil
    session.overlays = [
      .dialog(
        DialogState(
          title: title, message: sentence,
          buttons: [
            .init("New order", .show(.items)),
            .init("Show the order", .show(.orders)),
          ], order: id))
    ]
  }
}

extension SharedState {
  /// How many lines of the cart are noted for other stores than a starred one, and for which. Of a long
  /// cart that is not said: it is worked out for each frame.
  public func noted(forOthersThan name: String) -> (count: Int, stores: [String]) {
    guard stores.labelled(name) != nil, cart.count <= 1000 else { return (0, []) }
    var counts: [String: Int] = [:]
    var names: [String] = []
    for store in cart.lines.compactMap({ items[$0.item]?.store }) where !store.isEmpty {
      let count = (counts[Folding.key(store)] ?? 0) + 1
      counts[Folding.key(store)] = count
      if count == 1 { names.append(store) }
    }
    names.removeAll { stores.areSame($0, name) }
    return (names.reduce(0) { $0 + (counts[Folding.key($1)] ?? 0) }, names)
  }

  fileprivate var storesToOrderFrom: [String] {
    let names = storeNames
    return names.favourites + names.others
  }

  /// The store that one is in, if it is one that an order can be for; else none.
  package var storeOfNextOrder: String {
    let store = currentStore
    return stores.labelled(store) != nil
      || storesToOrderFrom.contains { stores.areSame($0, store) } ? store : ""
  }
}
