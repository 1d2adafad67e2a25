struct ItemsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "items", abstract: "Print all items, in the cart or not.")

  @Flag(help: "Only the favourites.")
  var starred = false

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(options), isStarredOnly: starred) }

  static func run(_ call: VerbCall, isStarredOnly: Bool = false) throws(Failure) -> Never {
    let list = try OpenList(call)
    let items = list.state.items.inNameOrder.filter { !isStarredOnly || $0.isFavourite }
    try list.print { w, output in
      output.array("items", items, &w) { JSONOutput.write($0, list.state, &$1) }
      w.member("count", items.count)
      w.member("currency", list.currency.code)
    } text: { output in
      var columns = Columns("llllrl")
      for item in items {
        columns.add(
          list.state.cart.contains(item.id) ? "✓" : "", item.isFavourite ? "*" : "", item.name,
          item.category, list.words(item.price),
          item.price == nil || item.per == .one ? "" : "per " + item.per.text)
      }
      columns.print(to: &output)
    }
  }
}
