import ArgumentParser

struct UnpickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpick", abstract: "Take the tick back.")

  @Argument(help: "The item, or the beginning of its name.")
  var name: [String]

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws { try PickVerb.run(VerbCall(name, data, json), isPicked: false) }
}
