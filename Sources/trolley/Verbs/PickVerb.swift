import ArgumentParser

struct PickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Tick an item of the cart as picked from the shelf.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.run(VerbCall(name, data, json), isPicked: true) }

  /// Ticking a ticked line is no error.
  static func run(_ call: VerbCall, isPicked: Bool) throws(Failure) -> Never {
    let list = try OpenList(call.directory, as: call.who)
    var item: Item?
    let events = try list.change(orNothing: true) { (state) throws(ChangeError) in
      let found = try state.itemInCart(named: call.text)
      item = found.item
      return .pick(found.lines.map(\.id), isPicked)
    }
    let verb = isPicked ? "Picked" : "Unpicked"
    let words =
      events.isEmpty
      ? "\(item?.name ?? "It") is \(isPicked ? "picked already" : "not picked")."
      : "\(verb) \(item?.name ?? "it")."
    try list.answer(words, isJSON: call.isJSON, items: item.map { [$0.id] } ?? [])
  }
}
