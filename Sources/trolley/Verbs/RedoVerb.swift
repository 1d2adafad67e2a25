struct RedoVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make again what undo took back last, or the last few.")

  @Argument(help: "How many.")
  var count = 1

  @OptionGroup var options: VerbOptions

  func validate() throws { try UndoVerb.check(count) }

  func run() throws { try UndoVerb.run(.redo, count, VerbCall(options)) }
}
