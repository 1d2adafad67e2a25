struct UnpickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpick", abstract: "Take the tick back.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var options: VerbOptions

  func run() throws { try PickVerb.run(VerbCall(name, options), isPicked: false) }
}
