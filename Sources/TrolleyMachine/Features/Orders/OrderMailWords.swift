/// What is known of the mail of an order, in words: the same on the screen and by a verb.
extension SharedState {
  /// A sentence for an order that was to be mailed; empty for all others.
  ///
  /// - Parameters:
  ///   - waiting: its mail, if that waits here.
  ///   - receiver: who gets a mail of it that is on its way at this moment.
  public func mailWords(
    of order: Order, waiting: MailDraft?, sendingTo receiver: String? = nil, style: DateStyle,
    offset: Int
  ) -> String {
    let recorded = mailings(of: order.id).map { mailing in
      let when =
        Wording.date(mailing.at, offset: offset, style: style) + ", "
        + Wording.clock(mailing.at, offset: offset, style: style)
      return (mailing.isUncertain ? "Perhaps mailed" : "Mailed") + " to \(mailing.to) on \(when)."
    }
    let all =
      recorded
      + receiversInDoubt(of: order.id, waiting.map { [$0] } ?? []).map {
        "Perhaps mailed to \($0)."
      }
      + (receiver.map { ["Its mail to \($0) is being sent."] } ?? [])
    guard all.isEmpty else { return all.joined(separator: " ") }
    if isMailUnwanted(of: order) { return "No mail of it is wanted." }
    return lacksMail(order) ? "No mail of it to the store is recorded." : ""
  }

  /// The present address of an order's store, where its mail is to others; nil for everything else.
  func newReceiver(of about: MailSubject, to receivers: String) -> String? {
    guard case .order(let id) = about, let order = orders.last(where: { $0.id == id }),
      let email = store(of: order)?.email, !email.isEmpty,
      !MailDraft.addresses(receivers).contains(email.lowercased()),
      !mailings(of: id).contains(where: { MailDraft.addresses($0.to).contains(email.lowercased()) })
    else { return nil }
    return email
  }

  /// Why the mail of an order is to be seen before it goes, as it is not for the present address of its
  /// store: without the period. Nil for everything else.
  public func remark(onReceiversOf about: MailSubject, to receivers: String) -> String? {
    if let now = newReceiver(of: about, to: receivers) {
      return "The store's address is now \(now)"
    }
    guard case .order(let id) = about, let order = orders.last(where: { $0.id == id }),
      !order.store.isEmpty, !MailDraft.addresses(receivers).isEmpty, mailings(of: id).isEmpty
    else { return nil }
    guard let store = store(of: order) else { return "\(order.store) is no store of the list now" }
    return store.email.isEmpty ? "\(store.name) has no e-mail address now" : nil
  }

  /// The same in a list of orders; nil where nothing is missing.
  public func stateOfMail(of order: Order) -> String? {
    isMailInDoubt(of: order)
      ? MailDraft.inDoubt : lacksMail(order) ? "no mail recorded" : nil
  }

  /// What cannot be taken back with an order, and what to do about it; nil for nothing.
  ///
  /// - Parameter waiting: the mails that wait here; one of which it is not known whether it went may have gone.
  public func remark(onMailOf order: Order, waiting: MailDrafts) -> String? {
    let mailings = mailings(of: order.id)
    let inDoubt = receiversInDoubt(of: order.id, waiting.all)
    guard !mailings.isEmpty || !inDoubt.isEmpty else { return nil }
    let all = [false, true].compactMap { isUncertain -> String? in
      let to =
        mailings.filter { $0.isUncertain == isUncertain }.map(\.to) + (isUncertain ? inDoubt : [])
      let outcome = isUncertain ? "may have gone" : "has gone already"
      return to.isEmpty ? nil : "the mail to \(Wording.list(to)) \(outcome)"
    }
    let phone = store(of: order)?.phone ?? ""
    return Wording.list(all) + ": call the store" + (phone.isEmpty ? "" : " (\(phone))")
  }

  /// The same as the end of what is said of an undo; empty for nothing.
  public func remark(onWithdrawal events: [Event], waiting: MailDrafts) -> String {
    for case .orderWithdrawn(let order) in events {
      if let remark = remark(onMailOf: order, waiting: waiting) { return ". But " + remark }
    }
    return ""
  }
}
