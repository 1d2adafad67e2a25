import ArgumentParser

struct ToggleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Put an item in the cart, or take it out.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.run(VerbCall(name, data, json)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call.directory, as: call.who)
    var item: Item?
    try list.change { (state) throws(ChangeError) in
      let found = try state.item(named: call.text)
      item = found
      return .toggle([found.id])
    }
    let isIn = item.map { list.state.cart.contains($0.id) } ?? false
    let name = item?.name ?? "it"
    try list.answer(
      isIn ? "Put \(name) in the cart." : "Took \(name) out of the cart.",
      isJSON: call.isJSON, items: item.map { [$0.id] } ?? [])
  }
}
