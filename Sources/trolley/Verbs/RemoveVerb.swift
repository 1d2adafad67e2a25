struct RemoveVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take an item out of the cart.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(name, options)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    let item = try list.change(
      find: { (state) throws(ChangeError) in try state.itemInCart(named: call.text) },
      make: { .takeOut($0.lines.map(\.id)) }
    ).found.item
    try list.answer("Took \(item.name) out of the cart.", items: [item.id])
  }
}
