import ArgumentParser

struct FavouriteVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Star an item, or take the star away.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @Flag(help: "Take the star away.")
  var off = false

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data.directory, as: data.who)
    var item: Item?
    let events = try list.change(orNothing: true) { (state) throws(ChangeError) in
      let found = try state.item(named: name.sentence)
      item = found
      return .favourite([found.id], !off)
    }
    let title = item?.name ?? "It"
    let words =
      events.isEmpty
      ? "\(title) is \(off ? "no favourite" : "a favourite already")."
      : "\(off ? "Unstarred" : "Starred") \(title)."
    try list.answer(words, isJSON: json.isOn, items: item.map { [$0.id] } ?? [])
  }
}
