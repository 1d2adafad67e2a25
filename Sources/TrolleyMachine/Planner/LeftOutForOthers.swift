/// What was left out of a step, in words for others than its author.
extension LeftOutText {
  /// What the owner hears of steps of others: that a person was not registered, and what a person did who
  /// had no account and worked on a machine that had not heard of it, which is what became of an order
  /// or that something was left out; in the words of the list after the step.
  static func news(forOwner step: Step, in state: SharedState) -> SharingNews? {
    guard state.use.hasAccounts, let owner = state.owner, step.addressee(in: state) != owner.author
    else { return nil }
    for one in step.leftOut {
      guard let account = one.refusedAccount else { continue }
      let text = notRegistered(account, one.reason, in: state)
      return SharingNews(text, one.weight(in: step), for: owner.author)
    }
    guard step.isWithoutAccount(in: state) else { return nil }
    let who = "\(state.nameAtThatTime(of: step.author)), who has no account here,"
    for event in step.events {
      switch event {
      case .orderPlaced(let order):
        return SharingNews(
          "Order \(order.number) by \(who) has arrived.", .order, for: owner.author)
      case .orderWithdrawn(let order):
        return SharingNews(
          "\(who) has taken back order \(order.number).", .order, for: owner.author)
      default: break
      }
    }
    return step.leftOut.first { $0.reason == .notAllowed }.map { one in
      SharingNews(
        "A change by \(who) was not made\(names(one).map { ": " + $0 } ?? "").",
        one.weight(in: step),
        for: owner.author)
    }
  }

  /// For the person whose cart it still is in, that another one has ordered what they both had taken up
  /// from a held cart.
  ///
  /// - Parameter note: that of the held cart; empty where it has none, or that is not known.
  static func news(forHolder step: Step, note: String, in state: SharedState) -> SharingNews? {
    guard step.isOrder, !step.isWithoutAccount(in: state) else { return nil }
    for one in step.leftOut where one.reason == .notAllowed {
      guard case .linesRemoved(let all) = one.event,
        let holder = state.holder(ofLinesIn: one.event, by: step.author)
      else { continue }
      let lines = all.filter { state.carts.line(state.present($0.id))?.cart == holder.cart }
      let name = lines.first.flatMap { state.items[state.present($0.item)]?.name } ?? ""
      let there = LeftOut(.linesRemoved(lines), .notAllowed, name: name)
      return SharingNews(
        "\(state.nameAtThatTime(of: step.author)) ordered the \(heldCart(note)) that you "
          + "took up: order\(step.orderNumber). \(subject(there, "is", "are")) in your cart still.",
        .orderTwice, for: holder.author)
    }
    return nil
  }

  /// For the people whose orders came first, that another machine has ordered the same.
  static func news(ofOrderedTwice step: Step) -> [SharingNews] {
    Set(step.leftOut.filter(\.isOrderedTwice).map(\.other)).sorted().compactMap { author in
      news(ofOrderedTwice: step, for: author).map { SharingNews($0, .orderTwice, for: author) }
    }
  }

  static func news(ofOrderedTwice step: Step, for author: String) -> String? {
    guard let one = step.leftOut.first(where: { $0.isOrderedTwice && $0.other == author }) else {
      return nil
    }
    let number = step.orderNumber
    // Without accounts it may be the order of a third machine.
    return author.isEmpty
      ? "Order\(number) has the same as an earlier order: \(names(one) ?? "")."
      : "Order\(number) of another machine has the same as an order of yours: \(names(one) ?? "")."
  }
}
