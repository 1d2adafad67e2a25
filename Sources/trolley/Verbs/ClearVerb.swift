struct ClearVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Take everything out of the cart, or what is picked.")

  @Flag(help: "What is picked.")
  var picked = false

  @Flag(help: "Everything.")
  var all = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if picked == all { throw ValidationError("Say which: --picked or --all.") }
  }

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let events = try list.change { _ in all ? .clearCart : .clearPicked }
    var count = 0
    for case .linesRemoved(let lines) in events { count += lines.count }
    try list.answer(
      "Took \(Wording.count(count, "line")) out of the cart.",
      more: { $0.member("removed", count) })
  }
}
