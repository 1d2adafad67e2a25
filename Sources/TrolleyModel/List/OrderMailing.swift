/// An order went out by mail: it stays true when the order is undone, and its number is used up. Or a person
/// has said what became of the mail, which can be taken back.
public struct OrderMailing: Equatable, Sendable {
  public package(set) var order: Order.ID
  /// The order's: an order that was withdrawn is not there to be asked.
  public package(set) var number: Int
  /// The addresses, with commas.
  public package(set) var to: String
  /// Seconds since 1970, UTC.
  public package(set) var at: Int
  /// A server got the mail and did not say whether it took it.
  public package(set) var isUncertain: Bool
  /// A person has said so.
  public package(set) var isSaid = false
  /// It is said to be not wanted any more: nothing was sent.
  public package(set) var isUnwanted = false
  /// What was said so is taken back.
  public package(set) var isTakenBack = false

  public init(order: Order.ID, number: Int, to: String, at: Int, isUncertain: Bool = false) {
    self.order = order
    self.number = number
    self.to = to
    self.at = at
    self.isUncertain = isUncertain
  }

  /// What a person says of the mail of an order that this program did not send.
  package init(saidOf order: Order, to: String, wasSent: Bool, at: Int) {
    self.init(order: order.id, number: order.number, to: to, at: at)
    isSaid = true
    isUnwanted = !wasSent
  }

  /// What takes it back, or says it again; nil for what has gone.
  var inverse: OrderMailing? {
    guard isSaid else { return nil }
    var other = self
    other.isTakenBack.toggle()
    return other
  }
}

extension SharedState {
  /// The starred store that an order is for, also where it has another name by now.
  public func store(of order: Order) -> Store? {
    let id = order.storeID.map { present($0) }
    return stores.first { $0.id == id } ?? stores.labelled(order.store)
  }

  /// What is recorded of the mails of an order, without what was said and taken back.
  private func mailRecords(of order: Order.ID) -> [OrderMailing] {
    var all: [OrderMailing] = []
    for mailing in mailings where mailing.order == order {
      if !mailing.isTakenBack {
        all.append(mailing)
      } else if let at = all.lastIndex(where: { $0 == mailing.inverse }) {
        all.remove(at: at)
      }
    }
    return all
  }

  /// The last mail of an order that is known to have gone, else one that may have.
  public func mailing(of order: Order.ID) -> OrderMailing? {
    let all = mailings(of: order)
    return all.last { !$0.isUncertain } ?? all.last
  }

  /// The mails of an order, of several to the same addresses one: the last that is known to have gone, else
  /// the last that may have.
  public func mailings(of order: Order.ID) -> [OrderMailing] {
    var all: [OrderMailing] = []
    for mailing in mailRecords(of: order) where !mailing.isUnwanted {
      if let at = all.firstIndex(where: { $0.to == mailing.to }) {
        guard all[at].isUncertain || !mailing.isUncertain else { continue }
        all.remove(at: at)
      }
      all.append(mailing)
    }
    return all
  }

  /// Whether a mail that waits is not needed any more after another one: that has reached all its
  /// addresses, or the store itself has the order now. A copy to another address leaves it waiting, and so does a mail
  /// to the store if it is such a copy itself, written after another mail of the order had gone.
  public func isSettled(_ waiting: MailDraft, by mailing: OrderMailing) -> Bool {
    guard waiting.about == .order(mailing.order), !mailing.isUncertain else { return false }
    let told = MailDraft.addresses(mailing.to)
    let order = orders.last { $0.id == mailing.order }
    if waiting.mailsBefore == 0, let store = order.flatMap({ store(of: $0) }),
      told.contains(store.email.lowercased())
    {
      return true
    }
    return MailDraft.addresses(waiting.to).allSatisfy(told.contains)
  }

  /// Whether a mail that waits is not needed any more: its order was mailed after it was written, here
  /// or by another machine.
  public func isSettled(_ waiting: MailDraft) -> Bool {
    mailsThatWent(waiting.about).dropFirst(waiting.mailsBefore)
      .contains { isSettled(waiting, by: $0) }
  }

  /// Whom a mail of an order may have reached of which nothing is recorded: another program is sending it at
  /// this moment, or ended before it knew.
  package func receiversInDoubt(of order: Order.ID, _ waiting: [MailDraft]) -> [String] {
    let recorded = mailings(of: order).map { MailDraft.addresses($0.to) }
    return waiting.filter {
      $0.about == .order(order) && $0.mayHaveBeenSent && !isSettled($0)
        && !recorded.contains(MailDraft.addresses($0.to))
    }.map(\.to)
  }

  /// The mails about this that are known to have gone, in the order in which they did.
  package func mailsThatWent(_ about: MailSubject) -> [OrderMailing] {
    guard case .order(let id) = about else { return [] }
    return mailRecords(of: id).filter { !$0.isUncertain && !$0.isUnwanted }
  }

  /// Whether its store gets orders by mail and none of it is recorded, from any machine.
  public func lacksMail(_ order: Order) -> Bool {
    store(of: order)?.email.isEmpty == false && mailRecords(of: order.id).isEmpty
  }

  /// Whether a mail of it may have gone, of none it is known, and no person has said how that ended.
  public func isMailInDoubt(of order: Order) -> Bool {
    mailing(of: order.id)?.isUncertain == true && !isMailUnwanted(of: order)
  }

  /// Whether a person may say that no mail of it is wanted.
  public func isMailOpen(of order: Order) -> Bool { lacksMail(order) || isMailInDoubt(of: order) }

  /// Whether a person has said that its mail is not wanted any more.
  public func isMailUnwanted(of order: Order) -> Bool {
    mailRecords(of: order.id).contains(where: \.isUnwanted)
  }

  /// Whom it may have been mailed to without a record that it was: its store, or who may have got a mail of
  /// it. A person who sent it in another way may say so. Nil where one is known to have gone, and without an
  /// address.
  public func unrecordedReceiver(of order: Order) -> String? {
    if let mailing = mailing(of: order.id) { return mailing.isUncertain ? mailing.to : nil }
    return store(of: order).flatMap { $0.email.isEmpty ? nil : $0.email }
  }

  /// What names an order: its number, with a letter where several have it. Orders that were mailed from
  /// machines that did not hear of each other keep the number that their stores know; `a` was placed first.
  public func label(of order: Order) -> String {
    let all = orders(numbered: order.number)
    guard all.count > 1, let at = all.firstIndex(where: { $0.id == order.id }) else {
      return String(order.number)
    }
    let letter = Unicode.Scalar(UInt8(ascii: "a") + UInt8(min(at, 25)))
    return "\(order.number)\(letter)"
  }

  /// The orders with this number, first the one that was placed first.
  public func orders(numbered number: Int) -> [Order] {
    let at = orders.partitioningIndex { $0.number >= number }
    return Array(orders[at...].prefix { $0.number == number })
  }

  /// Whether an order has the number, or had it when a store was told.
  package func hasUsed(number: Int) -> Bool {
    orders.contains { $0.number == number }
      || mailings.contains { $0.number == number && !$0.isUnwanted }
  }

  /// The number of the next order: one that a store has seen is not used again.
  package var nextOrderNumber: Int {
    let last = orders.lazy.map(\.number).max() ?? 0
    return max(last, mailings.lazy.filter { !$0.isUnwanted }.map(\.number).max() ?? 0) + 1
  }
}
