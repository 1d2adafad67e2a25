struct TotalVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "total", abstract: "Print how much is in the cart and what it costs, about.")

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(options)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    try list.print { w, _ in
      list.writeSums(&w)
      w.member("pickedTotal", list.known(list.state.summary.picked))
      w.member("budget", list.state.budget)
      w.array("categories", shares(list)) { category, w in
        w.object { w in
          w.member("name", category.key)
          w.member("count", category.value.lines)
          w.member("total", list.known(category.value.known))
        }
      }
    } text: { output in
      output.line(list.cartInWords)
      guard let budget = list.state.budget else { return }
      let left = list.known(budget.minorUnits - list.state.summary.known)
      output.line(
        left.minorUnits >= 0
          ? "\(list.words(left)) of the budget of \(list.words(budget)) are left."
          : "\(list.words(list.known(-left.minorUnits))) over the budget of \(list.words(budget)).")
    }
  }

  /// Most expensive first.
  private static func shares(_ list: OpenList) -> [(key: String, value: CartSummary.Share)] {
    list.state.summary.categories.sorted { ($1.value.known, $0.key) < ($0.value.known, $1.key) }
  }
}
