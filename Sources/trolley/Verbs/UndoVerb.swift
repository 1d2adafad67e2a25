struct UndoVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change, or the last few.")

  @Argument(help: "How many.")
  var count = 1

  @OptionGroup var options: VerbOptions

  func validate() throws { try Self.check(count) }

  func run() throws { try Self.run(.undo, count, VerbCall(options)) }

  static func check(_ count: Int) throws {
    if count < 1 { throw ValidationError("The number of changes is 1 or more.") }
  }

  /// Each is a change of its own; if one is refused, those before it stay done and are reported.
  static func run(_ purpose: UndoPurpose, _ count: Int, _ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    let history = purpose == .undo ? list.state.history.undoable : list.state.history.redoable
    let most = history[list.actor.author, default: []].count
    if count > 1, most > 0, count > most {
      throw Failure(
        .badInput,
        "Only \(Wording.count(most, "change")) can be \(purpose == .undo ? "undone" : "redone").")
    }
    var done: [String] = []
    var refusal: Failure?
    for _ in 0..<count {
      do { done.append(try list.undo(purpose)) } catch {
        refusal = error
        break
      }
    }
    if let refusal, done.isEmpty { throw refusal }
    var output = Output()
    list.write(to: &output) { w, _ in
      w.member(purpose == .undo ? "undone" : "redone", done)
    } text: { output in
      for deed in done { output.line((purpose == .undo ? "Undid: " : "Did again: ") + deed) }
    }
    if let refusal {
      try output.flush()
      throw refusal
    }
    try list.end(&output)
  }
}
