import Glibc

/// Mail from the command line.
extension OpenList {
  /// The service or program that sends mail from here; nil if there is none.
  var mailCarrier: MailCarrier? { preferences.mail.carrier(found: AppPaths.sendmail) }

  /// The mails that were not sent; without those of orders that are known by now to have been mailed,
  /// perhaps by another machine.
  var waitingMails: MailDrafts {
    var waiting = drafts.read()
    waiting.forget(where: state.isSettled)
    return waiting
  }

  func message(_ draft: MailDraft) throws(Failure) -> MailMessage {
    let message = MailMessage(
      from: preferences.mail.from, to: try MailAddress.parseList(draft.to), subject: draft.subject,
      text: draft.letter.text, html: draft.letter.html, time: now, offset: SystemClock.utcOffset)
    if let refusal = message.refusal { throw refusal }
    return message
  }

  /// Mails it. What fails is kept as a draft, as the screen does; the mail of an order is recorded for
  /// good, also where it only may have gone: undo is to know it. The draft is on the disk before
  /// anything is sent: until the end is known it counts as one that may have gone.
  func send(_ draft: MailDraft, _ carrier: MailCarrier) throws(Failure) {
    let order: Order? =
      if case .order(let id) = draft.about { state.orders.first { $0.id == id } } else { nil }
    func note(isUncertain: Bool) throws(Failure) {
      guard let order else { return }
      let to = try MailAddress.parseList(draft.to).map(\.address).joined(separator: ", ")
      let mailing = OrderMailing(
        order: order.id, number: order.number, to: to, at: now, isUncertain: isUncertain)
      for waiting in drafts.read().all
      where waiting.author == draft.author && state.isSettled(waiting, by: mailing) {
        forget(waiting.key)
      }
      try change { _ in .noteMailing(mailing) }
    }
    let before = drafts.read().draft(draft.key)
    let claim = try drafts.take(MailClaim(draft.key, seen: before))
    defer { withExtendedLifetime(claim) {} }
    var isHandedOver = !carrier.saysWhenItHasIt
    do throws(Failure) {
      let message = try message(draft)
      let interruption = Interruption()
      var pending = draft
      pending.mayHaveBeenSent = true
      _ = keep(pending)
      // Longer than the worker takes for a password and a server.
      let answer = worker.answer(
        to: .sendMail(message, carrier), deadline: 450_000, interruption: interruption
      ) {
        if $0 == .mailHandedOver { isHandedOver = true }
      } whenSlow: {
        Complaint.say("Waiting for \(carrier.whatMayBeSlow)…")
      }
      if case .failed(let failure) = answer { throw failure }
      guard answer == .mailSent else { throw Failure.unexpectedAnswer }
    } catch {
      var failure = error.ofMail(to: draft.to, isHandedOver: isHandedOver)
      let isUncertain = failure.kind == .unknownOutcome
      var draft = draft
      draft.mayHaveBeenSent =
        isUncertain || before.map { $0.mayHaveBeenSent && !state.isSettled($0) } == true
      // What failed is told, and that matters more than a note of it.
      if isUncertain { try? note(isUncertain: true) }
      if failure.kind == .cancelled {
        failure = Failure(
          .cancelled, "The mail to \(draft.to) was not sent: that was interrupted.")
      }
      throw Failure(
        failure.kind, draft.words(after: failure) + keep(draft), detail: failure.detail)
    }
    forget(draft.key)
    do throws(Failure) { try note(isUncertain: false) } catch {
      throw Failure(
        error.kind, "The mail has gone, but that could not be noted. " + error.sentence,
        detail: error.detail)
    }
  }

  /// Suggests these addresses in the form from now on; that they are not is no reason to fail.
  func remember(_ addresses: [MailAddress]) {
    do throws(Failure) {
      try choose { (old) throws(Failure) in
        var new = old
        new.mail.remember(addresses)
        return new
      }
    } catch { Log.write("mail: \(error.detail)") }
  }

  /// Opens a draft in the mail program of this desktop.
  func open(_ draft: MailDraft, _ message: MailMessage) throws(Failure) {
    let (link, fit) = MailLink.draft(
      to: message.to, subject: message.subject, text: message.text,
      brief: draft.brief(in: state, style: style))
    guard AddressOpener.hasBrowser else {
      let end = keep(draft)
      guard preferences.mail.whyNone == MailSettings.notSetUp else {
        throw Failure(.badInput, preferences.mail.whyNoneAndHow + end, detail: "mail: no way")
      }
      throw Failure(
        .unavailable,
        MailSettings.notSetUp + ", and there is no mail program" + MailSettings.howToSetUp
          + end, detail: "mail: no way")
    }
    guard fit != .empty else {
      throw Failure(
        .badInput, MailLink.tooLong + MailSettings.howToSetUp + keep(draft), detail: "mail: draft")
    }
    guard AddressOpener.opened(link) else {
      throw Failure(
        .unavailable, "The mail program could not be opened." + keep(draft), detail: "mail: open")
    }
  }

  /// What `trolley order` does with a new order: it goes to its store by mail if that has an address.
  enum OrderDelivery {
    case noAddress
    case unwanted
    case mailed(String)
    /// A draft to this address was opened.
    case drafted(String)

    /// Where the mail went; nil for nowhere.
    var mailedTo: String? { if case .mailed(let address) = self { address } else { nil } }
  }

  /// Throws what failed; the order is safe then.
  func deliver(_ order: Order, byMail isWanted: Bool) throws(Failure) -> OrderDelivery {
    guard let store = state.store(of: order), !store.email.isEmpty else {
      return .noAddress
    }
    guard isWanted else { return .unwanted }
    let draft = MailDraft(
      .order(order.id), author: actor.author, to: store.email,
      subject: MailLetter.subject(of: order), note: "",
      letter: .order(order, in: state, style: style))
    // On a list of several machines it has its number for good once it has its place among theirs.
    let again =
      " To try again: trolley mail --order \(state.label(of: order))"
      + (isShared ? "; should it get another number, trolley orders has that" : "")
    let carrier = mailCarrier
    guard carrier != nil || AddressOpener.hasBrowser else {
      let waits = drafts.read().hasRoomToWait ? " Its mail waits." : ""
      if !waits.isEmpty { _ = keep(draft) }
      let why = preferences.mail.whyNoneAndHow + waits
      throw Failure(
        .unavailable, OrderOutcome.notSent(why).sentence(for: order, isForStaff: false) + again,
        detail: "mail: no way")
    }
    do throws(Failure) {
      guard let carrier else {
        try open(draft, try message(draft))
        return .drafted(store.email)
      }
      try send(draft, carrier)
    } catch {
      let outcome: OrderOutcome =
        error.kind == .unknownOutcome ? .uncertain(error.sentence) : .notSent(error.sentence)
      throw Failure(
        .unavailable, outcome.sentence(for: order, isForStaff: false) + again, detail: error.detail)
    }
    return .mailed(store.email)
  }

  /// Returns a sentence about it.
  func keep(_ draft: MailDraft) -> String {
    // What others have mailed meanwhile takes little room.
    for key in drafts.read().outdated(where: state.isSettled) { forget(key) }
    do throws(Failure) { try drafts.apply(.keep(draft)) } catch {
      Log.write("draft: \(error.detail)")
      return " " + error.sentence
    }
    let isOrder = draft.about != .list
    let key = keymap.key(for: .mail, in: isOrder ? .orders : .cart, use: state.use)
    let place = isOrder ? "on the order" : "in the cart"
    let how = key.map { ": \($0) \(place) on the screen opens it." }
    return " The mail is kept as a draft" + (how ?? ".")
  }

  /// It was mailed after all: nothing waits any more.
  private func forget(_ key: MailDraft.Key) {
    do throws(Failure) {
      try drafts.apply(.forget(key))
    } catch {
      Log.write("draft: \(error.detail)")
    }
  }
}
