import Glibc

/// Mail from the command line.
extension OpenList {
  /// The service or program that sends mail from here; nil if there is none.
  var mailCarrier: MailCarrier? { preferences.mail.carrier(found: AppPaths.sendmail) }

  func message(_ draft: MailDraft) throws(Failure) -> MailMessage {
    let message = MailMessage(
      from: preferences.mail.from, to: try MailAddress.parseList(draft.to), subject: draft.subject,
      text: draft.letter.text, html: draft.letter.html, time: now, offset: SystemClock.utcOffset)
    if let refusal = message.refusal { throw refusal }
    return message
  }

  /// Mails it. What fails is kept as a draft, as the screen does; the mail of an order is recorded for
  /// good, also where it only may have gone: undo is to know it.
  func send(_ draft: MailDraft, _ carrier: MailCarrier) throws(Failure) {
    let order: Order? =
      if case .order(let id) = draft.about { state.orders.first { $0.id == id } } else { nil }
    func note(isUncertain: Bool) throws(Failure) {
      guard let order else { return }
      let to = try MailAddress.parseList(draft.to).map(\.address).joined(separator: ", ")
      let mailing = OrderMailing(
        order: order.id, number: order.number, to: to, at: now, isUncertain: isUncertain)
      try change { _ in .noteMailing(mailing) }
    }
    do throws(Failure) {
      // Longer than the worker takes for a password and a server.
      guard try ask(.sendMail(message(draft), carrier), deadline: 450_000) == .mailSent else {
        throw Failure.unexpectedAnswer
      }
    } catch {
      var draft = draft
      draft.mayHaveBeenSent = error.kind == .unknownOutcome
      // What failed is told, and that matters more than a note of it.
      if draft.mayHaveBeenSent { try? note(isUncertain: true) }
      throw Failure(error.kind, error.sentence + keep(draft), detail: error.detail)
    }
    forget(draft)
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
    let draft = MailDraft(
      .order(order.id), author: actor.author, to: store.email,
      subject: MailLetter.subject(of: order), note: "",
      letter: .order(order, in: currency, style: style))
    guard let carrier = mailCarrier else {
      if paths.drafts.read().hasRoomToWait { _ = keep(draft) }
      return .noMail(store.email)
    }
    do throws(Failure) { try send(draft, carrier) } catch {
      throw Failure(
        .unavailable,
        "Order \(order.number) is placed, but it was not mailed to \(store.email). "
          + error.sentence + " To try again: trolley mail --order \(order.number)",
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
    let isOrder = draft.about != .list
    let key = keymap.key(for: .mail, in: isOrder ? .orders : .cart, use: state.use)
    let place = isOrder ? "on the order" : "in the cart"
    let how = key.map { ": \($0) \(place) on the screen opens it." }
    return " The mail is kept as a draft" + (how ?? ".")
  }

  /// It was mailed after all: nothing waits any more.
  private func forget(_ draft: MailDraft) {
    do throws(Failure) {
      try paths.drafts.apply(.forget(draft.about, author: draft.author))
    } catch {
      Log.write("draft: \(error.detail)")
    }
  }
}
