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
