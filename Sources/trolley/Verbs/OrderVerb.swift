struct OrderVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Order what is in the cart.")

  @Option(parsing: .unconditional, help: "Who it is for.")
  var name: String

  @Option(parsing: .unconditional, help: "Where it goes.")
  var address: String

  @Option(parsing: .unconditional, help: "A favourite store to send it to.")
  var store: String?

  @Option(parsing: .unconditional, help: "A note.")
  var note: String?

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
    let first = order.name.split(separator: " ").first.map(String.init) ?? order.name
    try list.answer(
      "Thank you, \(first)! Your order will be delivered in 15 minutes to \(order.address).",
      more: { w in w.optional("order", order) { JSONOutput.write($0, list.currency, &$1) } })
  }
}
