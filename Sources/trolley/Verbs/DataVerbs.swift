extension CommandTree {
  static let dataVerbs: [any ParsableCommand.Type] = [
    UndoVerb.self, RedoVerb.self, ExportVerb.self, ImportVerb.self, CheckVerb.self, LogVerb.self,
    SettingsVerb.self, InitVerb.self,
  ]
}

/// What undo and redo take.
struct StepOptions: ParsableArguments {
  @Argument(help: "How many.")
  var count = 1

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if count < 1 { throw ValidationError("The number of changes is 1 or more.") }
  }
}

struct UndoVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change, or the last few.")

  @OptionGroup var steps: StepOptions

  func run() throws { try Self.run(.undo, steps.count, VerbCall(steps.options)) }

  /// Each is a change of its own; if one is refused, those before it stay done and are reported.
  static func run(_ purpose: UndoPurpose, _ count: Int, _ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    // What is newest here may not be what is newest.
    list.sayHowOld(after: 60)
    let history = purpose == .undo ? list.state.history.undoable : list.state.history.redoable
    let most = history[list.actor.author, default: []].count
    if count > 1, most > 0, count > most {
      throw Failure(
        .badInput,
        "Only \(Wording.count(most, "change")) can be "
          + (purpose == .undo ? "undone. Nothing was undone." : "redone. Nothing was redone."))
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

struct RedoVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make again what undo took back last, or the last few.")

  @OptionGroup var steps: StepOptions

  func run() throws { try UndoVerb.run(.redo, steps.count, VerbCall(steps.options)) }
}

struct CheckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read every byte of the list and say whether it is sound.")

  @Flag(help: "Write a damaged journal anew from all sound lines; the old one is kept.")
  var repair = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let paths = try AppPaths(data: options.data.directory)
    paths.makeState()
    let check = try JournalCheck(directory: paths.data)
    check.isReadable = { (try? EventCoding.decode($0.bytes)) != nil }
    var output = Output()
    var done: JournalRepair?
    if repair, try Sharing.read(in: paths.data) != nil {
      // Its lines are not for this machine alone to number anew.
      if let trouble = try Self.trouble(of: check) {
        try SyncRun.mend(paths.data)
        Complaint.say(trouble)
      }
    } else if repair {
      let time = Wording.iso8601(SystemClock.now.wall).filter { $0 != ":" && $0 != "Z" }
      done = try check.repair(time: time)
      Log.write("repair: \(done?.sentence ?? "")")
    }
    let report = try check.check()
    if options.isJSON {
      output.object { w, _ in Self.write(report, done, &w) }
    } else {
      if let done { output.line(done.sentence) }
      for sentence in report.sentences { output.line(CleanText.line(sentence, limit: .message)) }
    }
    try output.close()
    guard let flaw = report.flaw else { return }
    throw Failure(
      .damaged,
      "The journal is damaged at line \(flaw.line). Save what is sound with: "
        + "trolley check --repair", detail: "byte \(flaw.offset): \(flaw.words)")
  }

  /// Why the copy of a shared list is fetched anew, and what becomes of it; nil for a sound one.
  private static func trouble(of check: JournalCheck) throws(Failure) -> String? {
    do throws(Failure) {
      return try check.check().flaw.map { _ in
        "The copy here was damaged. It was fetched anew; the old one is kept."
      }
    } catch {
      guard error == Refusal.copyGone else { throw error }
      return "The copy here was missing. It was fetched anew."
    }
  }

  private static func write(
    _ report: JournalReport, _ repair: JournalRepair?, _ w: inout JSONWriter
  ) {
    w.member("sound", report.isSound)
    w.optional("list", report.list) { $1.string($0) }
    w.member("bytes", report.bytes)
    w.member("lines", report.lines)
    w.member("changes", report.steps)
    w.member("skipped", report.skipped.count)
    w.member("badLines", report.badLines)
    w.member("tornBytes", report.tornBytes)
    w.optional("damage", report.flaw) { flaw, w in
      w.object { w in
        w.member("line", flaw.line)
        w.member("byte", flaw.offset)
        w.member("what", flaw.words)
      }
    }
    if let repair {
      w.object("repair") { w in
        w.optional("keptLines", repair.keptLines) { $1.int($0) }
        w.member("lostLines", repair.lostLines)
        w.optional("oldFile", repair.oldFile) { $1.string($0) }
      }
    }
    w.member("sentences", (repair.map { [$0.sentence] } ?? []) + report.sentences)
  }
}

struct LogVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print the last lines of the log: what went wrong, in detail.")

  @Option(help: "How many lines.")
  var lines = 50

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if lines < 1 { throw ValidationError("The number of lines is 1 or more.") }
  }

  func run() throws {
    let paths = try AppPaths(data: options.data.directory)
    // The newer file may have just been started, so the older one counts too.
    let files = [paths.log + ".1", paths.log].compactMap { SmallFile.read($0, limit: 2 << 20) }
    let all = files.flatMap { $0.split(separator: 0x0A) }.suffix(lines).map {
      CleanText.bytes(Array($0), limit: .entry)
    }
    var output = Output()
    if options.isJSON {
      output.object { w, _ in w.member("lines", all) }
    } else {
      for line in all { output.line(line) }
      if all.isEmpty { output.line("The log is empty.") }
    }
    try output.close()
  }
}

struct InitVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make the directory of the list with the starter items.",
    discussion: """
      With --use the list is put to that use, and everything in it stays. A household has \
      an account for each and one cart for all; staff use has a PIN and a cart for each employee. \
      The first one owns the list: trolley people add, or on the screen.
      """)

  @Option(help: "What the list is for: personal, household or staff.")
  var use: ListMode?

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options), needsSignIn: false)
    if let use { try list.change(orNothing: true) { _ in .changeUse(use, owner: nil) } }
    let path = CleanText.line(list.directory, limit: .address)
    var words = "The list is kept in \(path)."
    if use != nil {
      words += " It is for \(list.state.use.title) use."
      if list.state.use.hasAccounts, list.state.accounts.isEmpty {
        words +=
          list.state.use == .staff
          ? " Open trolley to add the first employee."
          : " Open trolley to register the first account."
      }
    }
    try list.answer(words) {
      $0.member("directory", path)
      $0.member("use", list.state.use.rawValue)
    }
  }
}

extension ListMode: ExpressibleByArgument {}
