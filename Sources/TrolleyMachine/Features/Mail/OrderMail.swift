/// Orders to stores: mailed when they are placed, one after the other.
extension AppState {
  /// The order is on disk: mails it to its store if that has an address.
  mutating func mail(order id: Order.ID, _ effects: inout [Effect]) {
    guard let order = shared.orders.last(where: { $0.id == id }),
      let store = shared.store(of: order), !store.email.isEmpty,
      let letter = letter(.order(id), note: "")
    else { return }
    let draft = MailDraft(
      .order(id), author: session.author, to: store.email, subject: MailLetter.subject(of: order),
      note: "",
      letter: letter)
    guard mailCarrier != nil || session.hasBrowser else {
      if session.mail.drafts.hasRoomToWait { _ = keep(draft, &effects) }
      return
    }
    send(order: draft, &effects)
  }

  private mutating func send(order draft: MailDraft, _ effects: inout [Effect]) {
    let draft = draft.renewed(in: shared, style: session.style)
    do throws(Failure) {
      let message = try message(draft)
      guard let carrier = mailCarrier else {
        return open(draft, message, isInForm: false, &effects)
      }
      guard session.mail.sending == nil else {
        guard putInQueue(draft, &effects) else { throw Failure.anotherMail }
        return
      }
      send(draft, message, carrier, isInForm: false, &effects)
    } catch {
      _ = keep(draft, &effects)
      settle(draft.about, .notSent(error.sentence))
      noteUnsent(draft, error.sentence)
    }
  }

  /// Lets the mail of an order wait until another one is done. Returns false where it can't: there is no room
  /// for it on the disk, or it may have gone already.
  mutating func putInQueue(_ draft: MailDraft, _ effects: inout [Effect]) -> Bool {
    guard case .order = draft.about,
      session.mail.drafts.draft(draft.key)?.mayHaveBeenSent != true,
      change(.keep(draft), &effects)
    else { return false }
    session.mail.queue = session.mail.queue.filter { $0 != draft.key } + [draft.key]
    settle(draft.about, .waiting(draft.to))
    return true
  }

  /// Another mail is done: the next one goes, unless it was dropped, sent or undone meanwhile, or its store has
  /// another address, which is to be seen before.
  mutating func sendNextOrder(_ effects: inout [Effect]) {
    guard session.mail.sending == nil else { return }
    if case .form(var form)? = session.overlays.last, form.trouble == Failure.anotherMail.sentence {
      form.trouble = nil
      replaceLast(.form(form))
    }
    while session.mail.sending == nil, !session.mail.queue.isEmpty {
      let key = session.mail.queue.removeFirst()
      guard let draft = session.mail.drafts.draft(key), !draft.mayHaveBeenSent,
        !isUndone(draft.about), !shared.isSettled(draft)
      else { continue }
      guard mailCarrier != nil, shared.remark(onReceiversOf: draft.about, to: draft.to) == nil
      else {
        settle(draft.about, .notSent("Its mail waits."))
        continue
      }
      send(order: draft, &effects)
    }
  }

  mutating func noteUnsent(_ draft: MailDraft, _ sentence: String) {
    let isKept = session.mail.drafts.draft(draft.key) != nil
    let number = shared.orders.last { draft.about == .order($0.id) }?.number
    session.mail.unsent = MailState.Unsent(
      draft: draft, number: number, sentence: sentence, isKept: isKept)
  }

  /// Sends the last order that was not mailed. What may have been sent, or was to go where the store is
  /// not any more, is shown before.
  ///
  /// Returns false if there is none, or on the page Orders another one is under the cursor.
  mutating func sendUnsentOrder(_ effects: inout [Effect]) -> Bool {
    guard let unsent = session.mail.unsent,
      session.page != .orders || mailToTryAgain?.about == unsent.draft.about
    else { return false }
    session.mail.unsent = nil
    let draft = unsent.draft
    guard !draft.mayHaveBeenSent, shared.remark(onReceiversOf: draft.about, to: draft.to) == nil
    else {
      openMail(draft.about, &effects)
      return true
    }
    notice("Sending the order to \(draft.to)…")
    send(order: draft, &effects)
    if session.mail.queue.contains(draft.key) { notice(draft.wordsOfQueue) }
    return true
  }
}
