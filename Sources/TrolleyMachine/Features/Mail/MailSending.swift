/// Mail being sent, and the worker's answers.
extension AppState {
  // MARK: Sending

  /// Whether the form is waiting for its mail to be sent.
  public func isSending(_ form: FormState) -> Bool {
    switch form.purpose {
    case .mail: return session.mail.sending?.isInForm == true
    case .inviteMachine: if case .invite? = session.serverWork?.request { return true }
    default: break
    }
    return false
  }

  /// Blocks typing meanwhile. Only the worker can confirm a cancellation: the server may already
  /// have the mail. Once it is known to have it, the form may be left; the outcome is told then.
  mutating func performWhileSending(
    _ command: Command, _ form: FormState, _ effects: inout [Effect]
  ) -> Bool {
    if session.isMailHandedOver {
      switch command {
      case .back, .leave, .open: leaveSentMail()
      case .quit, .show, .nextPage, .previousPage, .help, .palette:
        leaveSentMail()
        return false
      case .redraw, .suspend: return false
      default: break
      }
      return true
    }
    switch command {
    // Another invitation of the same name takes the place of this one.
    case .back where form.purpose == .inviteMachine:
      stopAskingServer(&effects)
      return true
    case .back:
      guard let sending = session.mail.sending else { return true }
      if sending.task != nil {
        session.mail.sending?.isCancelled = true
      } else {
        effects.append(.cancelWork(number: sending.number))
      }
      return true
    case .quit, .redraw, .suspend: return false
    default: return true
    }
  }

  private mutating func leaveSentMail() {
    session.mail.sending?.isInForm = false
    session.mail.sending?.isLeft = true
    session.overlays.removeAll { $0.isMailForm }
    notice("\(mailCarrier?.name ?? "The server") has the mail. You will be told what it answers.")
  }

  mutating func send(
    _ draft: MailDraft, _ message: MailMessage, _ carrier: MailCarrier, isInForm: Bool,
    _ effects: inout [Effect]
  ) {
    var replaced: MailDraft?
    if isInForm {
      session.mail.left = nil
      replaced = session.mail.shown.flatMap {
        $0 == draft.key ? nil : session.mail.drafts.draft($0)
      }
    }
    let before = session.mail.drafts.draft(draft.key) ?? (draft.mayHaveBeenSent ? draft : nil)
    let wasInDoubt = before.map { $0.mayHaveBeenSent && !shared.isSettled($0) } ?? false
    var draft = draft
    draft.mayHaveBeenSent = true
    let task = WorkerTask.sendMail(message, carrier)
    let number = session.pendingRequests.open(task.services, for: .mail)
    if draft.about == .test {
      effects.append(.askWorker(task, number: number))
    } else {
      let seen = session.mail.drafts.draft(draft.key)
      let isKept = session.mail.drafts.apply(.keep(draft))
      effects.append(
        .claimMail(
          MailClaim(draft.key, seen: seen, pending: isKept ? draft : nil), number: number))
    }
    if let replaced { forget(replaced, &effects) }
    let order: Order? =
      if case .order(let id) = draft.about { shared.orders.last { $0.id == id } } else { nil }
    session.mail.sending = MailState.Sending(
      number: number, task: draft.about == .test ? nil : task, draft: draft, before: before,
      wasInDoubt: wasInDoubt, replaced: replaced, order: order, to: message.to,
      isInForm: isInForm, since: session.clock.monotonic)
  }

  /// The mail goes out, unless another program is sending it or has: then nothing of that is changed.
  mutating func receiveMailClaim(
    _ number: Int, _ refusal: Failure?, _ drafts: [UInt8], _ effects: inout [Effect]
  ) {
    guard let sending = session.mail.sending, sending.number == number, let task = sending.task
    else { return effects.append(.endMailClaim(number: number)) }
    session.mail.sending?.task = nil
    defer { sendNextOrder(&effects) }
    guard let refusal else {
      guard !sending.isCancelled else {
        return receiveWorkerAnswer(.failed(.cancelled), number: number, &effects)
      }
      return effects.append(.askWorker(task, number: number))
    }
    session.pendingRequests.close(number)
    session.mail.sending = nil
    session.mail.drafts = MailDrafts(drafts)
    if let replaced = sending.replaced { _ = change(.keep(replaced), &effects) }
    settle(sending.draft.about, .notSent(refusal.sentence))
    if sending.isInForm, case .form(var form)? = session.overlays.last, form.isForMail {
      form.clearErrors()
      form.intro = whatIsKnown(ofMail: sending.draft.about).words
      form.trouble = refusal.sentence
      replaceLast(.form(form))
    } else if !session.isLocked {
      notice(refusal.sentence, .danger, seconds: 10)
    }
  }

  mutating func receiveMailAnswer(_ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]) {
    guard let sending = session.mail.sending, sending.number == number else { return }
    guard answer.isLast else {
      session.mail.sending?.isHandedOver = answer == .mailHandedOver
      return
    }
    session.mail.sending = nil
    switch answer {
    case .mailSent: sent(sending, &effects)
    case .failed(let failure): failed(sending, failure, &effects)
    default: failed(sending, Failure(.unavailable, "The mail was not sent."), &effects)
    }
    if sending.draft.about != .test { effects.append(.endMailClaim(number: number)) }
    sendNextOrder(&effects)
  }

  private mutating func sent(_ sending: MailState.Sending, _ effects: inout [Effect]) {
    forget(sending.draft, &effects)
    noteDoubt(ofReplacedBy: sending, &effects)
    if let order = sending.order {
      let mailing = mailing(of: order, sending, isUncertain: false)
      for draft in session.mail.drafts.all where shared.isSettled(draft, by: mailing) {
        forget(draft, &effects)
      }
    }
    if sending.isInForm {
      session.overlays.removeAll { $0.isMailForm }
    }
    if sending.isInForm || sending.isLeft {
      remember(&effects) { $0.mail.remember(sending.to) }
    }
    note(sending, isUncertain: false, &effects)
    let other = waitingMail(sending.draft.about)
    if other == nil { settle(sending.draft.about, .mailed(sending.draft.to)) }
    guard !session.isLocked else { return }
    if let remark = remark(onUndone: sending) { return notice(remark, .danger, seconds: 10) }
    noteTold(of: sending.draft.about)
    let others = sending.to.count - 1
    let rest = others == 0 ? "" : " and \(Wording.count(others, "other"))"
    let what = sending.draft.about == .test ? "The test was mailed" : "Mailed"
    let instead = sending.replaced.map { " in place of \($0.to)" } ?? ""
    let waits = other.map { " That to \($0.to) still waits." } ?? ""
    notice("\(what) to \(sending.to[0].address)\(rest)\(instead).\(waits)", .success)
  }

  /// It waits no longer.
  mutating func forget(_ draft: MailDraft, _ effects: inout [Effect]) {
    session.mail.left = nil
    if draft.about != .test {
      _ = change(.forget(draft.key), &effects)
    }
    if session.mail.unsent?.draft.key == draft.key { session.mail.unsent = nil }
  }

  /// Records for good that the mail of an order has gone, or may have: undo is to know it.
  private mutating func note(
    _ sending: MailState.Sending, isUncertain: Bool, _ effects: inout [Effect]
  ) {
    guard let order = sending.order else { return }
    _ = attempt(.noteMailing(mailing(of: order, sending, isUncertain: isUncertain)), &effects)
  }

  /// A mail to another address that this one takes the place of may have gone, and nothing waits of it any
  /// more that says so.
  private mutating func noteDoubt(
    ofReplacedBy sending: MailState.Sending, _ effects: inout [Effect]
  ) {
    guard let order = sending.order, let replaced = sending.replaced else { return }
    for to in shared.receiversInDoubt(of: order.id, [replaced]) {
      let mailing = OrderMailing(
        order: order.id, number: order.number, to: to, at: session.clock.wall, isUncertain: true)
      _ = attempt(.noteMailing(mailing), &effects)
    }
  }

  private func mailing(
    of order: Order, _ sending: MailState.Sending, isUncertain: Bool
  ) -> OrderMailing {
    OrderMailing(
      order: order.id, number: order.number,
      to: sending.to.map(\.address).joined(separator: ", "), at: session.clock.wall,
      isUncertain: isUncertain)
  }

  /// What to do about an order that was undone while it was being mailed; nil if it was not.
  private func remark(onUndone sending: MailState.Sending) -> String? {
    guard let order = sending.order, isUndone(sending.draft.about) else { return nil }
    return shared.remark(onMailOf: order, waiting: session.mail.drafts).map {
      "The order is undone, but \($0)."
    }
  }

  private mutating func failed(
    _ sending: MailState.Sending, _ failure: Failure, _ effects: inout [Effect]
  ) {
    if failure.kind == .cancelled {
      putBack(sending, &effects)
      return notice("Not sent.")
    }
    var sending = sending
    let failure = failure.ofMail(
      to: sending.draft.to,
      isHandedOver: sending.isHandedOver || mailCarrier?.saysWhenItHasIt == false)
    noteDoubt(ofReplacedBy: sending, &effects)
    let isUncertain = failure.kind == .unknownOutcome
    if isUncertain { note(sending, isUncertain: true, &effects) }
    // Only an answer that it was taken ends the doubt about an earlier attempt.
    sending.draft.mayHaveBeenSent = isUncertain || sending.wasInDoubt
    let sentence = sending.draft.words(after: failure)
    settle(
      sending.draft.about,
      sending.draft.mayHaveBeenSent ? .uncertain(sentence) : .notSent(sentence))
    // The mail of an order that is not there any more is not kept.
    if isUndone(sending.draft.about), !sending.isInForm, !session.isLocked {
      putBack(sending, &effects)
      return notice(remark(onUndone: sending) ?? "Not sent.")
    }
    let end = keep(sending.draft, &effects)
    if sending.isInForm { session.mail.shown = sending.draft.key }
    if sending.isInForm, case .form(var form)? = session.overlays.last, form.isForMail {
      form.clearErrors()
      form.intro = whatIsKnown(ofMail: sending.draft.about).words
      if failure.kind == .badInput {
        form.set(error: failure.sentence, on: .to)
      } else {
        form.trouble = sentence + end
      }
      replaceLast(.form(form))
    } else if session.isLocked {
      return
    } else if sending.isLeft {
      notice(sentence + end, .danger, seconds: 10)
    } else if sending.draft.about != .test {
      noteUnsent(sending.draft, sentence)
    }
  }

  /// It was not sent and is not kept: what waited before waits again.
  private mutating func putBack(_ sending: MailState.Sending, _ effects: inout [Effect]) {
    guard sending.draft.about != .test else { return }
    _ = change(sending.before.map { .keep($0) } ?? .forget(sending.draft.key), &effects)
    if let replaced = sending.replaced { _ = change(.keep(replaced), &effects) }
  }

  /// Returns a sentence about it, with a space in front; empty for a test, which is made again and
  /// not sent later.
  mutating func keep(_ draft: MailDraft, _ effects: inout [Effect]) -> String {
    guard draft.about != .test else { return "" }
    return change(.keep(draft), &effects)
      ? " The mail is kept as a draft."
      : " The mail is not kept as a draft: too many others are."
  }

  /// No program of this desktop took it.
  mutating func failedToOpen(_ address: String, _ effects: inout [Effect]) {
    guard let opened = session.mail.opened, opened.link == address else {
      return notice(
        "That could not be opened here. The address went to the terminal’s clipboard.", .danger,
        seconds: 10)
    }
    session.mail.opened = nil
    session.overlays.removeAll(where: \.isOfEmptyDraft)
    guard !isUndone(opened.draft.about) else { return }
    let sentence = "Your mail program could not be opened." + keep(opened.draft, &effects)
    settle(opened.draft.about, .notSent(sentence))
    notice(sentence, .danger, seconds: 10)
  }

  mutating func change(_ change: MailDrafts.Change, _ effects: inout [Effect]) -> Bool {
    guard session.mail.drafts.apply(change) else { return false }
    effects.append(.changeDrafts(change))
    return true
  }
}

extension Failure {
  static let anotherMail = Failure(
    .busy, "Another mail is just being sent. Try again in a moment.")
}

extension SessionState {
  mutating func apply(_ host: HostCapabilities) {
    hasBrowser = host.hasBrowser
    sendmail = host.sendmail
    nearby.locationProgram = host.locator
    mail.drafts = MailDrafts(host.drafts)
  }

  /// Whether a form waits for the answer of a server that has its mail already.
  var isMailHandedOver: Bool {
    guard let sending = mail.sending, sending.isInForm, sending.isHandedOver,
      let overlay = overlays.last
    else { return false }
    return overlay.isMailForm
  }

  var nextSecondOfMail: Int? {
    guard let sending = mail.sending, sending.isInForm else { return nil }
    return sending.since + ((clock.monotonic - sending.since) / 1000 + 1) * 1000
  }
}
