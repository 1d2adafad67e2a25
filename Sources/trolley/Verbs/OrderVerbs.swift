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

  @Option(parsing: .unconditional, help: "Where it goes.")
  var address: String

  @Option(parsing: .unconditional, help: "A favourite store to send it to.")
  var store: String?

  @Option(parsing: .unconditional, help: "A note.")
  var note: String?

  @Flag(name: .customLong("no-mail"), help: "Do not mail it to the store.")
  var isNotMailed = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let events = try list.change { _ in
      .order(OrderDraft(name: name, address: address, store: store ?? "", note: note ?? ""))
    }
    var placed: Order?
    for case .orderPlaced(let order) in events { placed = order }
    guard let placed, let order = list.state.orders.last(where: { $0.id == placed.id }) else {
      return
    }
    let delivery = try list.deliver(order, byMail: !isNotMailed)
    try list.answer(
      words(order, delivery),
      more: { w in
        w.optional("order", order) { JSONOutput.write($0, list.currency, &$1) }
        w.optional("mailedTo", delivery.mailedTo) { $1.string($0) }
      })
  }

  private func words(_ order: Order, _ delivery: OpenList.OrderDelivery) -> String {
    let first = order.name.split(separator: " ").first.map(String.init) ?? order.name
    let mail =
      switch delivery {
      case .noAddress, .unwanted: ""
      case .noMail(let address):
        " Mail is not set up here, so \(address) gets none: see “Mail” in the README."
      case .mailed(let address): " It was mailed to \(address)."
      }
    return "Thank you, \(first)! Your order will be delivered in 15 minutes to \(order.address)."
      + mail
  }
}

struct OrdersVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "Print the orders so far.")

  @Argument(help: "Only this one, with its lines.")
  var number: Int?

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options))
    var orders = list.state.orders
    if let number {
      orders = orders.filter { $0.number == number }
      guard !orders.isEmpty else { throw ChangeError.noSuchOrder(String(number)) }
    }
    try list.print { w, output in
      output.array("orders", orders, &w) { JSONOutput.write($0, list.currency, &$1) }
    } text: {
      writeText(orders, list, &$0)
    }
  }

  private func writeText(_ orders: [Order], _ list: OpenList, _ output: inout Output) {
    if orders.isEmpty { return output.line("There are no orders yet.") }
    var columns = Columns("rlllll")
    let offset = SystemClock.utcOffset
    for order in orders {
      let time =
        Wording.day(order.placedAt, offset: offset) + " "
        + Wording.clock(order.placedAt, offset: offset)
      let unknown = order.unknownPrices
      let total =
        unknown > 0 && unknown == order.lines.count
        ? "prices unknown"
        : "about " + list.words(order.total(in: list.currency))
          + (unknown > 0 ? " + \(unknown) without a price" : "")
      columns.add(
        String(order.number), time, order.name, order.address,
        Wording.count(order.pieces, "piece") + ", " + total, order.store)
    }
    columns.print(to: &output)
    guard number != nil, let order = orders.first else { return }
    var lines = Columns("rlr")
    for line in order.lines {
      lines.add(line.quantity.words, line.name, line.cost.map { list.words($0) } ?? "?")
    }
    lines.print(to: &output)
    for line in order.note.split(separator: "\n") { output.line(String(line)) }
  }
}
