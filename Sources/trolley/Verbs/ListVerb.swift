struct ListVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print what is in the cart.")

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(options)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    let lines = list.state.cart.lines.lazy.compactMap { line in
      list.state.items[line.item].map { (line: line, item: $0) }
    }
    try list.print { w, output in
      output.array("items", lines, &w) { JSONOutput.write($0.line, $0.item, list.state, &$1) }
      list.writeSums(&w)
    } text: { output in
      var columns = Columns("lrllr")
      for (line, item) in lines {
        columns.add(
          line.isPicked ? "[x]" : "[ ]", line.quantity.text, item.name, item.category,
          item.cost(of: line.quantity).map { list.words($0) } ?? "?")
      }
      columns.print(to: &output)
      output.line(list.cartInWords)
    }
  }
}
