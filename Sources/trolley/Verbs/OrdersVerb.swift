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
      let total = list.totalInWords(
        order.total(in: list.currency), order.unknownPrices, order.lines.count)
      columns.add(
        String(order.number), time, order.name, order.address,
        Wording.count(order.pieces, "piece") + ", " + total, order.store)
    }
    columns.print(to: &output)
    guard number != nil, let order = orders.first else { return }
    var lines = Columns("rlr")
    for line in order.lines {
      lines.add(line.quantity.text, line.name, line.cost.map { list.words($0) } ?? "?")
    }
    lines.print(to: &output)
    for line in order.note.split(separator: "\n") { output.line(String(line)) }
  }
}
