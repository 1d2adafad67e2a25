struct FavouriteVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Star an item, or take the star away.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @Flag(help: "Take the star away.")
  var off = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let (item, events) = try list.change(
      orNothing: true,
      find: { (state) throws(ChangeError) in try state.item(named: name.sentence) },
      make: { .favourite([$0.id], !off) })
    let words =
      events.isEmpty
      ? "\(item.name) is \(off ? "no favourite" : "a favourite already")."
      : "\(off ? "Unstarred" : "Starred") \(item.name)."
    try list.answer(words, items: [item.id])
  }
}
