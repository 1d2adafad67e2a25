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

  /// Mails an order, and records for good that it has gone, or may have: undo is to know it.
  func send(
    _ message: MailMessage, _ carrier: MailCarrier, of order: Order
  ) throws(Failure) {
    func note(isUncertain: Bool) throws(Failure) {
      let to = message.to.map(\.address).joined(separator: ", ")
      let mailing = OrderMailing(
        order: order.id, number: order.number, to: to, at: now, isUncertain: isUncertain)
      try change { _ in .noteMailing(mailing) }
    }
    do throws(Failure) { try send(message, carrier) } catch {
      // What failed is told, and that matters more than a note of it.
      if error.kind == .unknownOutcome { try? note(isUncertain: true) }
      throw error
    }
    do throws(Failure) { try note(isUncertain: false) } catch {
      throw Failure(
        error.kind, "The mail has gone, but that could not be noted. " + error.sentence,
        detail: error.detail)
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
      let message = try message(
        letter, to: MailAddress.parseList(store.email), subject: subject)
      try send(message, carrier, of: order)
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

  /// Returns a sentence about it.
  private func keep(_ draft: MailDraft) -> String {
    do throws(Failure) { try paths.drafts.apply(.keep(draft)) } catch {
      Log.write("draft: \(error.detail)")
      return " " + error.sentence
    }
    return " The mail is kept as a draft."
  }

  /// The order was mailed after all: it is marked no more.
  func forgetDraft(of order: Order.ID) {
    do throws(Failure) {
      try paths.drafts.apply(.forget(.order(order), author: actor.author))
    } catch {
      Log.write("draft: \(error.detail)")
    }
  }
}
