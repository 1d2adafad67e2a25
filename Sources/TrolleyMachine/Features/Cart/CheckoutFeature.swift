/// Checkout: the form, the order, the dialog, and the notification that follows.
extension AppState {
  /// Prefilled from the last order.
  mutating func openCheckout() {
    guard !shared.cart.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    session.page = .cart
    session.overlays = []
    let last = shared.orders.last
    let store = shared.currentStore
    session.overlays.append(
      .form(
        FormState(
          purpose: .checkout, title: "Check out", intro: cartInWords, action: "Order",
          fields: !session.checkoutDraft.isEmpty
            ? session.checkoutDraft
            : [
              .init(.name, "Name", last?.name ?? account?.name ?? "", hint: "who it is for"),
              .init(.address, "Address", last?.address ?? "", hint: "where it goes", limit: 400),
              .init(
                .store, "Store", shared.stores.labelled(store) == nil ? "" : store,
                hint: "optional: one of your stores",
                choices: shared.stores.map { shared.stores.label(of: $0) }),
              .init(.note, "Note", "", hint: "optional", limit: 1000),
            ])))
  }

  /// "3 items, 5 pieces, about $12.40"
  public var cartInWords: String {
    let cart = shared.cart
    return Wording.count(cart.count, "item") + ", " + Wording.count(cart.pieces, "piece") + ", "
      + totalInWords
  }

  /// "about $7.80 + 2 without a price"
  public var totalInWords: String {
    shared.summary.totalInWords(
      of: shared.cart.count, in: shared.currency, style: session.style)
  }

  mutating func submitOrder(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    let draft = OrderDraft(
      name: form[.name], address: form[.address], store: form[.store], note: form[.note])
    do { try make(.order(draft), &effects) } catch { throw FormError(error) }
    session.overlays = []
    session.checkoutDraft = []
    guard let order = shared.orders.last, case .record(let step)? = effects.last else { return }
    session.placing = Placing(step: step, order: order.id)
  }

  /// Thanks the person once the order is on disk.
  mutating func thank(for id: Order.ID) {
    guard let order = shared.orders.last(where: { $0.id == id }) else { return }
    let first = order.name.split(separator: " ").first.map(String.init) ?? order.name
    let promise = " order will be delivered in 15 minutes to \(order.address)."
    session.orders.focus = ListFocus()
    session.dueNotifications.append(
      Notification(
        title: "Thank you, \(first)!", body: "\(order.name), your" + promise,
        at: session.clock.monotonic + 5000))
    guard !session.isLocked else { return }
    // After a retry the person may be doing something else.
    guard session.overlays.isEmpty, !session.items.isTyping else {
      return notice("Thank you, \(first)! Your" + promise, .success)
    }
    session.orders.opened = order.id
    session.notice = nil
    session.overlays = [
      .dialog(
        DialogState(
          title: "Thank you, \(first)!", message: "Your" + promise,
          buttons: [
            .init(label: "New order", command: .show(.items)),
            .init(label: "Show the order", command: .show(.orders)),
          ]))
    ]
  }
}
