/// Mail of the list and of orders: how it is sent from here, what waits, and what is said of it.
extension AppState {
  // MARK: Transport

  /// The service or program that sends mail from here; nil if only a draft for a mail program can
  /// be made.
  public var mailCarrier: MailCarrier? { session.preferences.mail.carrier(found: session.sendmail) }

  /// The transport as the settings page shows it: a host, a program, or the fallback.
  var mailWayInWords: String {
    let mail = session.preferences.mail
    if !mail.host.isEmpty, mail.server == nil {
      return mail.lacksSender ? "nothing yet: From is missing" : "nothing yet: see the remarks"
    }
    return mailCarrier?.name
      ?? (session.hasBrowser ? "a draft in your mail program" : "a link to a draft")
  }

  /// What the button of the form does.
  var actionOfMail: String {
    mailCarrier != nil ? "Send" : session.hasBrowser ? "Open a draft" : "Show a draft"
  }

  /// The mail of this person that was not sent, or may not have been: the focused order's, else the
  /// last one.
  public var unsentMail: MailDraft? {
    if session.page == .orders, let own = mailOfFocusedOrder { return own }
    return session.mail.drafts.all.last(where: isWaiting)
  }

  /// Of this person; not while it is being sent or goes by itself, and while its order is undone.
  private func isWaiting(_ draft: MailDraft) -> Bool {
    draft.author == session.author && !isUndone(draft.about) && !shared.isSettled(draft)
      && session.mail.sending?.draft.key != draft.key && !session.mail.queue.contains(draft.key)
  }

  /// The mail of an order that goes by itself once another one is done.
  private func queuedMail(of order: Order) -> MailDraft? {
    session.mail.queue.lazy.compactMap { session.mail.drafts.draft($0) }
      .first { $0.about == .order(order.id) }
  }

  /// The last one about this that waits.
  func waitingMail(_ about: MailSubject) -> MailDraft? {
    session.mail.drafts.all.last { $0.about == about && isWaiting($0) }
  }

  /// The mail of an order that waits nowhere here and that a person may have sent in another way, such as a
  /// draft in a mail program.
  private func unrecordedMail(_ about: MailSubject) -> MailDraft? {
    guard case .order(let id) = about, let order = shared.orders.last(where: { $0.id == id }),
      receiver(ofMailOf: order) == nil, let to = shared.unrecordedReceiver(of: order)
    else { return nil }
    return MailDraft(
      about, author: session.author, to: to, subject: "", note: "",
      letter: MailLetter(text: "", html: ""))
  }

  /// Whether there is a mail to settle of which nothing waits here.
  var isMailUnrecorded: Bool { mailToSettle.map { !isKept($0) } ?? false }

  private func isKept(_ draft: MailDraft) -> Bool { session.mail.drafts.draft(draft.key) != nil }

  /// The mail that the open form or the focused order is about, else the last one that waits.
  var mailToSettle: MailDraft? {
    if case .form(let form)? = session.overlays.last, case .mail(let about) = form.purpose {
      return waitingMail(about) ?? unrecordedMail(about)
    }
    if session.page == .orders, session.overlays.isEmpty, let order = focusedOrder {
      return mailOfFocusedOrder ?? unrecordedMail(.order(order.id))
    }
    return unsentMail
  }

  private var noMailToSettle: String {
    if case .form(let form)? = session.overlays.last, case .mail(.order(let id)) = form.purpose {
      return MailDraft.noneWaits(
        ofOrder: shared.orders.first { $0.id == id }.map { shared.label(of: $0) })
    }
    let isOnOrders = session.page == .orders && session.overlays.isEmpty
    return MailDraft.noneWaits(
      ofOrder: isOnOrders ? focusedOrder.map { shared.label(of: $0) } : nil)
  }

  /// A mail that waits is dropped, or is known to have been sent.
  mutating func askAboutMail() {
    guard let draft = mailToSettle else { return notice(noMailToSettle) }
    guard isKept(draft) else {
      let (leave, sent) = (
        DialogState.Button("Leave it so"), DialogState.Button("It was sent", .noteMailSent)
      )
      let words =
        "Whether it was sent is not known. If you sent it yourself, that is recorded with its order."
      guard order(of: draft).map(shared.isMailOpen) == true else {
        return show("The mail to \(draft.to)", words, leave, sent)
      }
      return show(
        "The mail to \(draft.to)", words, leave, sent, .init("It is not wanted", .dropMail))
    }
    let doubt =
      draft.mayHaveBeenSent ? "Whether it was sent is not known." : "It was not sent so far."
    let record = draft.about == .list ? "" : "; as sent, it is recorded with its order"
    show(
      "The mail to \(draft.to)", doubt + " Dropped, it can't be brought back\(record).",
      .init("Keep it"), .init("It was sent", .noteMailSent), .init("Drop it", .dropMail))
  }

  mutating func settleMail(wasSent: Bool, _ effects: inout [Effect]) {
    let draft = mailToSettle
    let placed = draft.flatMap { order(of: $0) }
    let isOpen = placed.map(shared.isMailOpen) == true
    guard let draft, wasSent || isOpen || isKept(draft) else { return notice(noMailToSettle) }
    let waited = isKept(draft)
    session.overlays.removeAll { $0.isMailForm }
    let recorded = wasSent || isOpen ? placed : nil
    if let recorded {
      let mailing = OrderMailing(
        saidOf: recorded, to: draft.to, wasSent: wasSent, at: session.clock.wall)
      guard attempt(.noteMailing(mailing), &effects) else { return }
    }
    if shared.isSettled(draft) { putAside(draft, &effects) } else { forget(draft, &effects) }
    settle(draft.about, wasSent ? .mailed(draft.to) : .notSent("Its mail was dropped."))
    noteTold(of: draft.about)
    let words = draft.words(ofSettling: wasSent, waited: waited)
    // What waited does not come back by an undo of what was said of it.
    let isLost = recorded == nil || waited && !wasSent
    if isLost { notice(words + ".", .success) } else { announce(done: words) }
  }

  /// A record settles it, so that it waits no longer; an undo of that record finds it where it was.
  private mutating func putAside(_ draft: MailDraft, _ effects: inout [Effect]) {
    session.mail.left = nil
    if session.mail.unsent?.draft.key == draft.key { session.mail.unsent = nil }
    for key in session.mail.drafts.outdated(where: shared.isSettled) {
      _ = change(.forget(key), &effects)
    }
  }

  private func order(of draft: MailDraft) -> Order? {
    guard case .order(let id) = draft.about else { return nil }
    return shared.orders.last { $0.id == id }
  }

  /// Whether it is about an order that is not in the list.
  func isUndone(_ about: MailSubject) -> Bool {
    if case .order(let id) = about { !shared.orders.contains { $0.id == id } } else { false }
  }

  /// The mail of the order under the cursor, if that waits.
  var mailOfFocusedOrder: MailDraft? { focusedOrder.flatMap { waitingMail(.order($0.id)) } }

  /// The mail that is tried again from here: on the page Orders never that of an order that is not
  /// under the cursor. Before mail is set up the others can only wait.
  var mailToTryAgain: MailDraft? {
    guard session.page == .orders, focusedOrder != nil else {
      return mailCarrier == nil ? nil : unsentMail
    }
    return mailOfFocusedOrder ?? (orderToMail == nil ? unsentMail : nil)
  }

  /// The newest order whose mail waits.
  private var orderToMail: Order? {
    shared.orders.last { waitingMail(.order($0.id)) != nil }
  }

  /// Why nothing is tried again here.
  var nothingToTryAgain: String {
    guard session.page == .orders, let order = focusedOrder else {
      return "There is nothing to try again."
    }
    if let queued = queuedMail(of: order) { return queued.wordsOfQueue }
    return orderToMail.map {
      let label = "№ " + shared.label(of: $0)
      let isInDoubt = waitingMail(.order($0.id))?.mayHaveBeenSent == true
      return (isInDoubt ? "Whether \(label) was mailed is not known" : "\(label) was not mailed")
        + "; choose it and press r."
    } ?? MailDraft.noneWaits(ofOrder: shared.label(of: order))
  }

  /// The key that opens the form of the unsent mail again; nil where it does something else.
  public var keyOfUnsentMail: String? {
    let isFocused = session.page == .orders && mailOfFocusedOrder != nil
    guard mailToTryAgain != nil, session.dataTrouble == nil, session.mail.unsent == nil,
      session.catalogue.trouble == nil || isFocused, !session.isNearby, !session.showsCatalogue,
      session.overlays.isEmpty, !session.isSearching
    else { return nil }
    return session.keymap.key(for: .retry, in: session.shownPage.scope, use: shared.use)
  }

  /// "mail not sent" for the order whose mail waits here, "waits for another mail" for one that goes by itself
  /// once that is done, "no mail recorded" for one whose mail may wait
  /// elsewhere; nil for all others.
  ///
  /// - Parameter inFull: whether there is room to say that it can't be sent yet.
  public func mailState(of order: Order, inFull: Bool = false) -> String? {
    if receiver(ofMailOf: order) != nil { return inFull ? nil : "being mailed" }
    if queuedMail(of: order) != nil { return "waits for another mail" }
    if let waiting = waitingMail(.order(order.id)) {
      return waiting.state + (inFull && mailCarrier == nil ? ": mail is not set up" : "")
    }
    return inFull ? nil : shared.stateOfMail(of: order)
  }

  /// Who gets the mail of an order that is on its way at this moment; nil if none is.
  func receiver(ofMailOf order: Order) -> String? {
    session.mail.sending.flatMap { $0.order?.id == order.id ? $0.draft.to : nil }
  }

  private func promise(ofMail about: MailSubject, _ form: FormState) -> String {
    guard let carrier = mailCarrier else {
      guard session.hasBrowser else {
        return "\(session.preferences.mail.whyNone); you get a link to a draft, for your phone."
      }
      return switch fit(about, form) {
      case .whole: "A draft opens in your mail program."
      case .brief:
        "A draft opens in your mail program, without the prices: with them it would be too long."
      case .empty:
        MailLink.tooLong + ": an empty one opens in your mail program, and the text is copied, for "
          + "you to paste it there."
      }
    }
    let from = session.preferences.mail.from.map { ", from " + $0.text } ?? ""
    let way = "Goes by " + carrier.name + from + "."
    guard case .smtp = carrier, let lack = session.preferences.mail.lackOfPassword else {
      return way
    }
    return way + " " + lack
  }

  /// The text above the fields of a form.
  public func sentence(above form: FormState) -> (text: String, tone: Notice.Tone) {
    if let trouble = form.trouble {
      // The cart may change while the question stands.
      return (form.purpose == .checkout ? questionAboutCart : trouble, .danger)
    }
    if let who = form.deletedBy { return ("\(who) deleted this meanwhile.", .plain) }
    switch form.purpose {
    case .mail(let about):
      guard isSending(form), let sending = session.mail.sending else {
        return (whatIsKnown(ofMail: about).words + promise(ofMail: about, form), .plain)
      }
      let clock = Wording.minutes(seconds: (session.clock.monotonic - sending.since) / 1000)
      let carrier = mailCarrier?.name ?? "mail"
      return sending.isHandedOver
        ? (
          "It is too late to cancel: \(carrier) has the mail. Waiting for its answer… \(clock)",
          .plain
        ) : ("Sending by \(carrier)… \(clock)", .plain)
    case .inviteMachine: return (progressOfServer ?? form.intro, .plain)
    case .checkout:
      return (
        orderInWords + wordsOfOtherStores(than: form[.store].trimmed) + promise(ofOrder: form),
        .plain
      )
    default: return (form.intro, .plain)
    }
  }

  /// What will be mailed once this order is placed.
  func promise(ofOrder form: FormState) -> String {
    guard let store = shared.stores.labelled(form[.store].trimmed), !store.email.isEmpty
    else { return "" }
    if let carrier = mailCarrier { return ". It goes to \(store.email) by \(carrier.name)." }
    guard session.hasBrowser else {
      return ". \(session.preferences.mail.whyNone), so the mail to \(store.email) will wait."
    }
    return switch fit(ofCheckout: form, to: store.email) {
    case .whole: ". A mail to \(store.email) will open in your mail program."
    case .brief: ". A mail to \(store.email) without the prices will open in your mail program."
    case .empty: ". \(MailLink.tooLong), so the mail to \(store.email) will wait."
    }
  }
}

extension MailDraft {
  /// What became of it so far, in few words.
  public var state: String { mayHaveBeenSent ? Self.inDoubt : "mail not sent" }

  static let inDoubt = "mail in doubt"

  var wordsOfQueue: String { "The mail to \(to) goes as soon as another one is done." }

  /// What a person has said of it.
  package func words(ofSettling wasSent: Bool, waited: Bool) -> String {
    if wasSent {
      return "The mail to \(to) was sent: " + (waited ? "it waits no longer" : "that is recorded")
    }
    return waited ? "The mail to \(to) is dropped" : "The mail to \(to) is not wanted any more"
  }
}
