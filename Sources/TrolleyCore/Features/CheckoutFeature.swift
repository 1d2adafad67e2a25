/// Checking out: the form, the order, the dialog, and the notification that follows.
extension AppState {
  /// Filled in from the last order.
  mutating func openCheckout() {
    guard !shared.cart.isEmpty else { return notice(ChangeRefusal.emptyCart.sentence) }
    session.page = .cart
    session.overlays = []
    let last = shared.orders.last
    let store = shared.currentStore
    session.overlays.append(
      .form(
        FormState(
          purpose: .checkout, title: "Check out", intro: cartInWords, action: "Order",
          fields: [
            .init(.name, "Name", last?.name ?? account?.name ?? "", hint: "who it is for"),
            .init(.address, "Address", last?.address ?? "", hint: "where it goes", limit: 400),
            .init(
              .store, "Store", shared.stores.contains { $0.name == store } ? store : "",
              hint: "optional: a favourite store", choices: shared.stores.map(\.name)),
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
    let summary = shared.summary
    let known = Wording.money(
      Money(minorUnits: summary.known, currency: shared.currency),
      style: session.style)
    if summary.unknown == 0 { return "about " + known }
    if summary.unknown == shared.cart.count { return "prices unknown" }
    return "about " + known + " + \(summary.unknown) without a price"
  }

  mutating func submitOrder(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    let draft = OrderDraft(
      name: form[.name], address: form[.address], store: form[.store], note: form[.note])
    do {
      try make(.order(draft), &effects)
    } catch {
      throw FormError(error)
    }
    guard let order = shared.orders.last else { return }
    let first = order.name.split(separator: " ").first.map(String.init) ?? order.name
    session.overlays = [
      .dialog(
        DialogState(
          title: "Thank you, \(first)!",
          message: "Your order will be delivered in 15 minutes to \(order.address).",
          buttons: [
            .init(label: "New order", command: .show(.items)),
            .init(label: "Show the order", command: .show(.orders)),
          ]))
    ]
    session.orders.focus = ListFocus()
    session.orders.opened = order.id
    session.notice = nil
    session.dueNotifications.append(
      Notification(
        title: "Thank you, \(first)!",
        body: "\(order.name), your order will be delivered in 15 minutes to \(order.address).",
        at: session.clock.monotonic + 5000))
  }
}
