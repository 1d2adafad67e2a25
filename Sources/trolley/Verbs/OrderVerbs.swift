extension CommandTree {
  static let orderVerbs: [any ParsableCommand.Type] = [
    OrderVerb.self, OrdersVerb.self, StoreVerb.self, MailVerb.self,
  ]
}

struct OrderVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Order what is in the cart.",
    discussion: """
      The order is mailed to the store if that has an e-mail address and mail is set up.
      """)

  @Option(parsing: .unconditional, help: "Who it is for.")
  var name: String

  @Option(parsing: .unconditional, help: "Where it goes; in staff use it may be left out.")
  var address = ""

  @Option(
    parsing: .unconditional,
    help: """
      A starred store to send it to, if not the one that you are in; empty for none. Where several people \
      use the list, who would be mailed is asked before, or must be said.
      """, completion: ListCompletion.store)
  var store: String?

  @Option(parsing: .unconditional, help: "A note.")
  var note: String?

  @Flag(name: .customLong("no-mail"), help: "Do not mail it to the store.")
  var isNotMailed = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let store = try store ?? storeOfList(list)
    var cart = Cart()
    var noted: (count: Int, stores: [String]) = (0, [])
    let events = try list.change { state in
      cart = state.cart
      noted = state.noted(forOthersThan: store)
      return .order(OrderDraft(name: name, address: address, store: store, note: note ?? ""))
    }
    var placed: Order?
    for case .orderPlaced(let order) in events { placed = order }
    guard let placed, let order = list.state.orders.last(where: { $0.id == placed.id }) else {
      return
    }
    let delivery = try list.deliver(order, byMail: !isNotMailed)
    try list.answer(
      words(order, delivery, list.state)
        + (cart.openCount == 0
          ? ""
          : " \(cart.openCount) of its \(Wording.count(cart.count, "item")) "
            + (cart.openCount == 1 ? "was" : "were") + " not picked yet.")
        + (noted.count == 0
          ? ""
          : " \(noted.count) of its \(Wording.count(cart.count, "item")) "
            + (noted.count == 1 ? "is" : "are") + " noted for \(Wording.list(noted.stores))."),
      more: { w in
        w.optional("order", order) { JSONOutput.write($0, list.state, &$1) }
        w.optional("mailedTo", delivery.mailedTo) { $1.string($0) }
      })
  }

  /// The store that the list says one is in. Where several people use the list, another one may be in it:
  /// nothing is mailed there unasked.
  private func storeOfList(_ list: OpenList) throws(Failure) -> String {
    let state = list.state
    let name = state.storeOfNextOrder
    guard state.use.hasAccounts || state.history.namesSteps, !isNotMailed, !state.cart.isEmpty,
      let store = state.stores.labelled(name), !store.email.isEmpty
    else { return name }
    guard Question.canBeAsked, !options.isJSON else {
      throw Failure(
        .usage,
        "Say for which store it is, since another person may have chosen \(name): --store "
          + "\(ShellText.quoted(name)) mails it to \(store.email), --store '' is for none.")
    }
    guard Question.ask("The list says that you are in \(name). Mail the order to \(store.email)?")
    else { throw Failure(.cancelled, "Nothing was ordered.", detail: "no") }
    return name
  }

  private func words(
    _ order: Order, _ delivery: OpenList.OrderDelivery, _ state: SharedState
  ) -> String {
    let outcome: OrderOutcome =
      switch delivery {
      case .noAddress where order.store.isEmpty: .here
      case .noAddress: .notSent(state.whyNotMailed(order))
      case .unwanted: .notSent("It was not to be mailed.")
      case .mailed(let address): .mailed(address)
      case .drafted(let address): .drafted(address)
      }
    let isForStaff = state.use == .staff
    let sentence = outcome.sentence(for: order, isForStaff: isForStaff)
    return isForStaff ? sentence : "Thank you, \(order.name)! " + sentence
  }
}

struct OrdersVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "Print the orders so far.")

  @Argument(
    help: "Only this one, with its lines; 12a or 12b where two have the number 12.",
    completion: ListCompletion.order)
  var number: OrderLabel?

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options).reading)
    let orders = try number.map { [try $0.order(in: list)] } ?? list.state.orders
    let drafts = list.waitingMails
    try list.print { w, output in
      output.array("orders", orders, &w) {
        let waiting = drafts.draft(.order($0.id), of: list.actor.author)
        JSONOutput.write($0, list.state, waiting: waiting, &$1)
      }
    } text: {
      writeText(orders, list, drafts, &$0)
    }
  }

  private func writeText(
    _ orders: [Order], _ list: OpenList, _ drafts: MailDrafts, _ output: inout Output
  ) {
    if orders.isEmpty { return output.line("There are no orders yet.") }
    // "12 pieces, about $12.40 + 2 without a price" has room, and what is behind it stays aligned.
    var columns = Columns("rlllllll", widest: 60)
    let offset = SystemClock.utcOffset
    for order in orders {
      let total =
        order.unknownPrices == order.lines.count
        ? "prices unknown"
        : "about " + order.totalInWords(in: list.currency, style: list.style)
      columns.add(
        list.state.label(of: order), list.time(of: order), order.name, order.address,
        Wording.count(order.pieces, "piece") + ", " + total, order.store,
        list.state.nameAtThatTime(of: order.placedBy),
        drafts.draft(.order(order.id), of: list.actor.author)
          .map { list.drafts.isInHand($0.key) ? "being mailed" : $0.state }
          ?? list.state.stateOfMail(of: order) ?? "")
    }
    columns.print(to: &output)
    guard number != nil, let order = orders.first else { return }
    var lines = Columns("rlr")
    for line in order.lines {
      lines.add(
        line.quantity.words(list.style, pack: line.pack), line.name,
        Wording.cost(line.cost, style: list.style))
    }
    lines.print(to: &output)
    let mail = list.state.mailWords(
      of: order, waiting: drafts.draft(.order(order.id), of: list.actor.author),
      style: list.dateStyle, offset: offset)
    if !mail.isEmpty { output.line(mail) }
    for line in order.note.split(separator: "\n") { output.line(String(line)) }
  }
}
