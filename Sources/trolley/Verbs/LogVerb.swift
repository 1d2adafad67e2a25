import ArgumentParser

struct LogVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print the last lines of the log: what went wrong, in detail.")

  @Option(help: "How many lines.")
  var lines = 50

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func validate() throws {
    if lines < 1 { throw ValidationError("The number of lines is 1 or more.") }
  }

  func run() throws {
    let paths = try AppPaths(data: data.directory)
    // The newer file may have just been started, so the older one counts too.
    let files = [paths.log + ".1", paths.log].compactMap { SmallFile.read($0, limit: 2 << 20) }
    let all = files.flatMap { $0.split(separator: 0x0A) }.suffix(lines).map {
      CleanText.bytes(Array($0), limit: .entry)
    }
    var output = Output()
    if json.isOn {
      var w = JSONWriter()
      w.beginObject()
      w.name("lines")
      w.beginArray()
      for line in all { w.string(line) }
      w.endArray()
      w.endObject()
      w.newline()
      try output.drain(&w, all: true)
    } else {
      for line in all { output.line(line) }
      if all.isEmpty { output.line("The log is empty.") }
    }
    try output.close()
  }
}
