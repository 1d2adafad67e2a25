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
    var output = Output()
    var done: JournalRepair?
    if repair {
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

  private static func write(
    _ report: JournalReport, _ repair: JournalRepair?, _ w: inout JSONWriter
  ) {
    w.member("sound", report.isSound)
    w.optional("list", report.list) { $1.string($0) }
    w.member("bytes", report.bytes)
    w.member("lines", report.lines)
    w.member("changes", report.steps)
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
