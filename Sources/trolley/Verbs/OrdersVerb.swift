import ArgumentParser

struct OrdersVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "Print the orders so far.")

  @Argument(help: "Only this one, with its lines.")
  var number: Int?

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data.directory, as: data.who)
    var orders = list.state.orders
    if let number {
      orders = orders.filter { $0.number == number }
      guard !orders.isEmpty else { throw ChangeError.noSuchOrder(String(number)) }
    }
    var output = Output()
    if json.isOn {
      try writeJSON(orders, list, &output)
    } else {
      list.printWarnings()
      writeText(orders, list, &output)
    }
    try list.end(&output)
  }

  private func writeJSON(
    _ orders: [Order], _ list: OpenList, _ output: inout Output
  ) throws(Failure) {
    var w = JSONWriter()
    w.beginObject()
    w.name("orders")
    w.beginArray()
    for order in orders {
      JSONOutput.write(order, list.currency, &w)
      try output.drain(&w)
    }
    w.endArray()
    JSONOutput.warnings(list.warnings, &w)
    w.endObject()
    w.newline()
    try output.drain(&w, all: true)
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
