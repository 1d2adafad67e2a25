import ArgumentParser

struct CheckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read every byte of the list and say whether it is sound.")

  @Flag(help: "Write a damaged journal anew from all sound lines; the old one is kept.")
  var repair = false

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let paths = try AppPaths(data: data.directory)
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
    if json.isOn {
      writeJSON(report, done, &output)
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

  private func writeJSON(
    _ report: JournalReport, _ repair: JournalRepair?, _ output: inout Output
  ) {
    var w = JSONWriter()
    w.beginObject()
    w.member("sound", report.isSound)
    w.name("list")
    if let list = report.list { w.string(list) } else { w.null() }
    w.member("bytes", report.bytes)
    w.member("lines", report.lines)
    w.member("changes", report.steps)
    w.member("badLines", report.badLines)
    w.member("tornBytes", report.tornBytes)
    w.name("damage")
    if let flaw = report.flaw {
      w.beginObject()
      w.member("line", flaw.line)
      w.member("byte", flaw.offset)
      w.member("what", flaw.words)
      w.endObject()
    } else {
      w.null()
    }
    if let repair {
      w.name("repair")
      w.beginObject()
      w.name("keptLines")
      if let kept = repair.keptLines { w.int(kept) } else { w.null() }
      w.member("lostLines", repair.lostLines)
      w.name("oldFile")
      if let old = repair.oldFile { w.string(old) } else { w.null() }
      w.endObject()
    }
    w.name("sentences")
    w.beginArray()
    for sentence in (repair.map { [$0.sentence] } ?? []) + report.sentences { w.string(sentence) }
    w.endArray()
    w.endObject()
    w.newline()
    output.raw(w.bytes)
  }
}
