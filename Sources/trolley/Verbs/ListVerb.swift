import ArgumentParser

struct ListVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print what is in the cart.")

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.run(VerbCall(data, json)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call.directory, as: call.who)
    var output = Output()
    if call.isJSON {
      try writeJSON(list, &output)
    } else {
      list.printWarnings()
      writeText(list, &output)
    }
    try list.end(&output)
  }

  private static func writeJSON(_ list: OpenList, _ output: inout Output) throws(Failure) {
    var w = JSONWriter()
    w.beginObject()
    w.name("items")
    w.beginArray()
    for line in list.state.cart.lines {
      guard let item = list.state.items[line.item] else { continue }
      JSONOutput.write(line, item, list.state, &w)
      try output.drain(&w)
    }
    w.endArray()
    list.writeSums(&w)
    JSONOutput.warnings(list.warnings, &w)
    w.endObject()
    w.newline()
    try output.drain(&w, all: true)
  }

  private static func writeText(_ list: OpenList, _ output: inout Output) {
    var columns = Columns("lrllr")
    for line in list.state.cart.lines {
      guard let item = list.state.items[line.item] else { continue }
      let cost = item.cost(of: line.quantity)
      columns.add(
        line.isPicked ? "[x]" : "[ ]", line.quantity.text, item.name, item.category,
        cost.map { list.words($0) } ?? "?")
    }
    columns.print(to: &output)
    output.line(list.cartInWords)
  }
}
