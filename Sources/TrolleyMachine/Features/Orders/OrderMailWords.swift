/// What is known of the mail of an order, in words: the same on the screen and by a verb.
extension SharedState {
  /// A sentence for an order that was to be mailed; empty for all others.
  ///
  /// - Parameter waiting: its mail, if that waits here.
  public func mailWords(
    of order: Order, waiting: MailDraft?, style: DateStyle, offset: Int
  ) -> String {
    guard let mailing = mailing(of: order.id) else {
      if let waiting, waiting.mayHaveBeenSent { return "Perhaps mailed to \(waiting.to)." }
      let store = stores.labelled(order.store)
      return store?.email.isEmpty == false ? "No mail of it to the store is recorded." : ""
    }
    let when =
      Wording.date(mailing.at, offset: offset, style: style) + ", "
      + Wording.clock(mailing.at, offset: offset, style: style)
    return (mailing.isUncertain ? "Perhaps mailed" : "Mailed") + " to \(mailing.to) on \(when)."
  }

  /// What cannot be taken back with an order, and what to do about it; nil for nothing.
  public func remark(onMailOf order: Order) -> String? {
    mailing(of: order.id).map { mailing in
      let phone = stores.labelled(order.store)?.phone ?? ""
      return
        "the mail to \(mailing.to) \(mailing.isUncertain ? "may have gone" : "has gone already")"
        + ": call the store" + (phone.isEmpty ? "" : " (\(phone))")
    }
  }

  /// The same as the end of what is said of an undo; empty for nothing.
  public func remark(onWithdrawal events: [Event]) -> String {
    for case .orderWithdrawn(let order) in events {
      if let remark = remark(onMailOf: order) { return ". But " + remark }
    }
    return ""
  }
}
