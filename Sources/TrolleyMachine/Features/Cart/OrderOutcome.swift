/// What became of a placed order, as far as this program knows.
public enum OrderOutcome: Equatable, Sendable {
  /// It is on the disk; there is no store to send it to.
  case here
  /// On its way to this address, and there.
  case mailing(String)
  case mailed(String)
  /// A mail to this address was opened in the person's own program.
  case drafted(String)
  /// On the disk, and mailed to this address once another mail is done.
  case waiting(String)
  /// On the disk alone, and why.
  case notSent(String)
  /// On the disk, and perhaps there: what is known.
  case uncertain(String)

  /// One or two sentences. Says what Trolley did, and promises nothing in the name of a store: when
  /// it delivers is not known here. The delivery of an order that goes nowhere is a demonstration.
  ///
  /// - Parameter isForStaff: over the counter nothing is brought anywhere.
  public func sentence(for order: Order, isForStaff: Bool) -> String {
    switch self {
    case .here:
      isForStaff || order.address.isEmpty
        ? "Order \(order.number) is saved here."
        : "Order \(order.number) is saved here. It is for no store, so nothing was sent; as a demo, it "
          + "is delivered in 15 minutes to \(order.address)."
    case .mailing(let address): "Order \(order.number) is saved, and is being mailed to \(address)."
    case .mailed(let address): "Order \(order.number) was mailed to \(address)."
    case .drafted(let address):
      "Order \(order.number) is saved. Send the mail to \(address) that is in your mail program now."
    case .waiting(let address):
      "Order \(order.number) is saved. It goes to \(address) as soon as another mail is done."
    case .notSent(let why): "Order \(order.number) is saved, but it was not sent. " + why
    case .uncertain(let why): "Order \(order.number) is saved. " + why
    }
  }
}

extension SharedState {
  /// Why an order does not go to its store by mail.
  public func whyNotMailed(_ order: Order) -> String {
    store(of: order) == nil
      ? "No starred store is called “\(order.store)”."
      : "\(order.store) has no e-mail address."
  }
}

extension AppState {
  /// What will become of an order that is on the disk now.
  func outcomeAtFirst(_ order: Order) -> OrderOutcome {
    guard !order.store.isEmpty else { return .here }
    guard let store = shared.store(of: order), !store.email.isEmpty else {
      return .notSent(shared.whyNotMailed(order))
    }
    if mailCarrier != nil { return .mailing(store.email) }
    return session.hasBrowser
      ? .drafted(store.email)
      : .notSent(session.preferences.mail.whyNone + "; see the settings. Its mail waits.")
  }

  /// Corrects what is said of an order, in the dialog and in the notification to come.
  mutating func settle(_ about: MailSubject, _ outcome: OrderOutcome) {
    guard case .order(let id) = about, session.orderOutcomes[id] != nil,
      let order = shared.orders.last(where: { $0.id == id })
    else { return }
    session.orderOutcomes[id] = outcome
    say(outcome, of: order)
  }

  /// The answer to a key has said what became of its mail: the notification to come is for the desktop alone.
  mutating func noteTold(of about: MailSubject) {
    guard case .order(let id) = about else { return }
    for at in session.dueNotifications.indices where session.dueNotifications[at].order == id {
      session.dueNotifications[at].reading = .past
    }
  }

  private mutating func say(_ outcome: OrderOutcome, of order: Order) {
    let (title, sentence) = thanks(for: order, outcome)
    for at in session.dueNotifications.indices where session.dueNotifications[at].order == order.id
    {
      let body = order.name + ": " + sentence
      session.dueNotifications[at].title = title
      guard session.dueNotifications[at].body != body else { continue }
      session.dueNotifications[at].body = body
      session.dueNotifications[at].reading = .unread
    }
    for at in session.overlays.indices {
      guard case .dialog(let old) = session.overlays[at], old.order == order.id else { continue }
      session.overlays[at] = .dialog(old.saying(sentence, title))
    }
  }

  /// An order that was undone is not spoken of any more, and of one that got another number, with that.
  mutating func followOrders(_ touches: [SharedState.Touch]) {
    var gone: [Order.ID] = []
    for case .order(let id, _) in touches {
      guard let order = shared.orders.last(where: { $0.id == id }) else {
        gone.append(id)
        continue
      }
      if let outcome = session.orderOutcomes[id] { say(outcome, of: order) }
    }
    guard !gone.isEmpty else { return }
    if let unsent = session.mail.unsent, isUndone(unsent.draft.about) { session.mail.unsent = nil }
    session.dueNotifications.removeAll { $0.order.map(gone.contains) ?? false }
    session.overlays.removeAll { overlay in
      if case .dialog(let dialog) = overlay {
        dialog.order.map(gone.contains) ?? false
      } else {
        false
      }
    }
  }

  /// An order that was mailed elsewhere, with a verb or by another person, is not told of any more. What
  /// waits of it is out of sight, as long as nothing of that is taken back.
  mutating func forgetMailedOrders(_ touches: [SharedState.Touch]) {
    guard touches.contains(.mailing), let unsent = session.mail.unsent,
      shared.isSettled(unsent.draft)
    else { return }
    session.mail.unsent = nil
  }

  /// What undoing an order cannot take back; stops the mail about it where that is possible.
  mutating func followWithdrawal(_ events: [Event], _ effects: inout [Effect]) -> String {
    for case .orderWithdrawn(let order) in events {
      if let sending = session.mail.sending, sending.draft.about == .order(order.id) {
        effects.append(.cancelWork(number: sending.number))
        return ". Its mail is being stopped"
      }
      if case .drafted(let address)? = session.orderOutcomes[order.id] {
        return ". Do not send the mail to \(address)"
      }
    }
    return shared.remark(onWithdrawal: events, waiting: session.mail.drafts)
  }
}

extension DialogState {
  fileprivate func saying(_ message: String, _ title: String) -> DialogState {
    var new = DialogState(title: title, message: message, buttons: buttons, order: order)
    new.focus = focus
    return new
  }
}
