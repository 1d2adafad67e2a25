import ArgumentParser
import TrolleyCore

struct PickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Tick an item of the cart as picked from the shelf.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try Self.pick(name, true, data, json) }

  /// A tick that is there already is no mistake.
  static func pick(
    _ name: [String], _ isPicked: Bool, _ data: DataOptions, _ json: JSONOption
  ) throws(Failure) -> Never {
    let list = try OpenList(data)
    var item: Item?
    let events = try list.change(orNothing: true) { (state) throws(ChangeRefusal) in
      let found = try state.itemInCart(named: name.sentence)
      item = found.item
      return .pick(found.lines.map(\.id), isPicked)
    }
    let verb = isPicked ? "Picked" : "Unpicked"
    let words =
      events.isEmpty
      ? "\(item?.name ?? "It") is \(isPicked ? "picked already" : "not picked")."
      : "\(verb) \(item?.name ?? "it")."
    try list.answer(words, isJSON: json.isOn, items: item.map { [$0.id] } ?? [])
  }
}
