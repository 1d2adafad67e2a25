struct PickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Tick an item of the cart as picked from the shelf.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(name, options), isPicked: true) }

  /// Ticking a ticked line is no error.
  static func run(_ call: VerbCall, isPicked: Bool) throws(Failure) -> Never {
    let list = try OpenList(call)
    let ((item, _), events) = try list.change(
      orNothing: true,
      find: { (state) throws(ChangeError) in try state.itemInCart(named: call.text) },
      make: { .pick($0.lines.map(\.id), isPicked) })
    let words =
      events.isEmpty
      ? "\(item.name) is \(isPicked ? "picked already" : "not picked")."
      : "\(isPicked ? "Picked" : "Unpicked") \(item.name)."
    try list.answer(words, items: [item.id])
  }
}
