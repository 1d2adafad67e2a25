import Glibc

/// Mail from the command line.
extension OpenList {
  /// The service or program that sends mail from here; nil if there is none.
  var mailCarrier: MailCarrier? { preferences.mail.carrier(found: AppPaths.sendmail) }

  func message(
    _ letter: MailLetter, to: [MailAddress], subject: String
  ) throws(Failure) -> MailMessage {
    let message = MailMessage(
      from: preferences.mail.from, to: to, subject: subject, text: letter.text, html: letter.html,
      time: now, offset: SystemClock.utcOffset)
    if let refusal = message.refusal { throw refusal }
    return message
  }

  func send(_ message: MailMessage, _ carrier: MailCarrier) throws(Failure) {
    // Longer than the worker takes for a password and a server.
    guard try ask(.sendMail(message, carrier), deadline: 450_000) == .mailSent else {
      throw Failure.unexpectedAnswer
    }
  }

  /// What `trolley order` does with a new order: it goes to its store by mail if that has an address.
  enum OrderDelivery {
    case noAddress
    case unwanted
    case noMail(String)
    case mailed(String)

    /// Where the mail went; nil for nowhere.
    var mailedTo: String? { if case .mailed(let address) = self { address } else { nil } }
  }

  /// Throws what failed; the order is safe then.
  func deliver(_ order: Order, byMail isWanted: Bool) throws(Failure) -> OrderDelivery {
    guard let store = state.stores.labelled(order.store), !store.email.isEmpty else {
      return .noAddress
    }
    guard isWanted else { return .unwanted }
    guard let carrier = mailCarrier else { return .noMail(store.email) }
    let letter = MailLetter.order(order, in: currency, style: style)
    let subject = MailLetter.subject(of: order)
    do throws(Failure) {
      try send(message(letter, to: MailAddress.parseList(store.email), subject: subject), carrier)
    } catch {
      var draft = MailDraft(
        .order(order.id), author: actor.author, to: store.email, subject: subject, note: "",
        letter: letter)
      draft.mayHaveBeenSent = error.kind == .unknownOutcome
      throw Failure(
        error.kind,
        "Order \(order.number) is placed, but it was not mailed to \(store.email). "
          + error.sentence + keep(draft) + " To try again: trolley mail --order \(order.number)",
        detail: error.detail)
    }
    return .mailed(store.email)
  }

  /// Keeps a mail for the screen unless another one is kept there. Returns a sentence about that.
  private func keep(_ draft: MailDraft) -> String {
    guard SmallFile.read(paths.draft, limit: MailDraft.longest) == nil else {
      return " It is not kept as a draft, since another mail is."
    }
    do { try SmallFile.replace(paths.draft, draft.bytes) } catch {
      Log.write("draft: \(error.detail)")
      return " The draft of the mail could not be kept on the disk."
    }
    return " The mail is kept as a draft."
  }

  /// The order was mailed after all: it is marked no more.
  func forgetDraft(of order: Order.ID) {
    let kept = SmallFile.read(paths.draft, limit: MailDraft.longest).flatMap { MailDraft($0) }
    if kept?.about == .order(order), kept?.author == actor.author { unlink(paths.draft) }
  }
}
