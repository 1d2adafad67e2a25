import ArgumentParser
import TrolleyCore

struct ToggleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Put an item in the cart, or take it out.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data)
    var item: Item?
    try list.change { (state) throws(ChangeRefusal) in
      let found = try state.item(named: name.sentence)
      item = found
      return .toggle([found.id])
    }
    guard let item else { return }
    let isIn = list.state.cart.contains(item.id)
    try list.answer(
      isIn ? "Put \(item.name) in the cart." : "Took \(item.name) out of the cart.",
      isJSON: json.isOn, items: [item.id])
  }
}
