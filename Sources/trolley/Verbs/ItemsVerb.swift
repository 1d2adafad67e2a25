import ArgumentParser

struct ItemsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "items", abstract: "Print all items, in the cart or not.")

  @Flag(help: "Only the favourites.")
  var starred = false

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.run(VerbCall(data, json), isStarredOnly: starred) }

  static func run(_ call: VerbCall, isStarredOnly: Bool = false) throws(Failure) -> Never {
    let list = try OpenList(call.directory, as: call.who)
    var output = Output()
    let items = list.state.items.inNameOrder.filter { !isStarredOnly || $0.isFavourite }
    if call.isJSON {
      var w = JSONWriter()
      w.beginObject()
      w.name("items")
      w.beginArray()
      for item in items {
        JSONOutput.write(item, list.state, &w)
        try output.drain(&w)
      }
      w.endArray()
      w.member("count", items.count)
      w.member("currency", list.currency.code)
      JSONOutput.warnings(list.warnings, &w)
      w.endObject()
      w.newline()
      try output.drain(&w, all: true)
    } else {
      list.printWarnings()
      var columns = Columns("llllrl")
      for item in items {
        columns.add(
          list.state.cart.contains(item.id) ? "✓" : "", item.isFavourite ? "*" : "", item.name,
          item.category, list.words(item.price),
          item.price == nil || item.per == .one
            ? "" : "per " + item.per.text)
      }
      columns.print(to: &output)
    }
    try list.end(&output)
  }
}
