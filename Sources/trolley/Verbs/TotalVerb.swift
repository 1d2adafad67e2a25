import ArgumentParser

struct TotalVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "total", abstract: "Print how much is in the cart and what it costs, about.")

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.run(VerbCall(data, json)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call.directory, as: call.who)
    var output = Output()
    if call.isJSON {
      var w = JSONWriter()
      w.beginObject()
      list.writeSums(&w)
      w.name("pickedTotal")
      JSONOutput.number(list.known(list.state.summary.picked), &w)
      w.name("budget")
      JSONOutput.number(list.state.budget, &w)
      w.name("categories")
      w.beginArray()
      for (name, share) in shares(list) {
        w.beginObject()
        w.member("name", name)
        w.member("count", share.lines)
        w.name("total")
        JSONOutput.number(list.known(share.known), &w)
        w.endObject()
      }
      w.endArray()
      JSONOutput.warnings(list.warnings, &w)
      w.endObject()
      w.newline()
      try output.drain(&w, all: true)
    } else {
      list.printWarnings()
      output.line(list.cartInWords)
      if let budget = list.state.budget {
        let left = list.known(budget.minorUnits - list.state.summary.known)
        output.line(
          left.minorUnits >= 0
            ? "\(list.words(left)) of the budget of \(list.words(budget)) are left."
            : "\(list.words(list.known(-left.minorUnits))) over the budget of "
              + "\(list.words(budget)).")
      }
    }
    try list.end(&output)
  }

  /// Most expensive first.
  private static func shares(_ list: OpenList) -> [(key: String, value: CartSummary.Share)] {
    list.state.summary.categories.sorted {
      ($1.value.known, $0.key) < ($0.value.known, $1.key)
    }
  }
}
