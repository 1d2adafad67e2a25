struct ToggleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Put an item in the cart, or take it out.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(name, options)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    let item = try list.change(
      find: { (state) throws(ChangeError) in try state.item(named: call.text) },
      make: { .toggle([$0.id]) }
    ).found
    let isIn = list.state.cart.contains(item.id)
    try list.answer(
      isIn ? "Put \(item.name) in the cart." : "Took \(item.name) out of the cart.",
      items: [item.id])
  }
}
