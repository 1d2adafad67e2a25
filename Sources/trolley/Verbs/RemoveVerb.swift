import ArgumentParser

struct RemoveVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take an item out of the cart.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.run(VerbCall(name, data, json)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call.directory, as: call.who)
    var item: Item?
    try list.change { (state) throws(ChangeError) in
      let found = try state.itemInCart(named: call.text)
      item = found.item
      return .takeOut(found.lines.map(\.id))
    }
    try list.answer(
      "Took \(item?.name ?? "it") out of the cart.", isJSON: call.isJSON,
      items: item.map { [$0.id] } ?? [])
  }
}
