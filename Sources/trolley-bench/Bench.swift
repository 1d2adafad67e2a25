@main
struct Bench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(Options.help)
    } else if arguments.contains("--list") {
      for program in Program.all { print("\(program.name): \(program.about)") }
    } else if arguments.first == "measure" {
      do { try Measurement.run(Array(arguments.dropFirst())) } catch {
        say("trolley-bench: \((error as? Complaint)?.text ?? "\(error)")\n")
        exit(1)
      }
    } else {
      do throws(Complaint) { exit(try measure(Options(arguments))) } catch {
        say("trolley-bench: \(error.text)\n")
        exit(64)
      }
    }
  }

  /// Returns 1 when something could not be measured that should have been.
  private static func measure(_ options: Options) throws(Complaint) -> Int32 {
    // Now rather than after all has been measured.
    if let path = options.document { try BenchmarkDocument.check(try document(path)) }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let folder = try newFolder(in: parent)
    signal(SIGPIPE, SIG_IGN)

    let begin = now()
    let pressure = Facts.pressure()
    var runner = Runner(options, folder: folder)
    runner.run()
    runner.tell("")
    let spent = milliseconds(now() - begin) / 1000

    let conditions = conditions(options, spent, pressure)
    let document = BenchmarkDocument(
      runner.samples, sizes: options.sizes, conditions: "\(Facts.date()): \(conditions)")
    let report = Report(runner: runner, document: document)
    print(report.markdown(remarks: [conditions, disk(folder)]))
    try? runner.shell("rm", "-rf", folder)
    if let path = options.json { try write(report.json, to: path) }
    if let path = options.document {
      try write(try document.written(into: try Self.document(path)), to: path)
    }
    fflush(nil)
    return runner.complaints.isEmpty ? 0 : 1
  }

  private static func document(_ path: String) throws(Complaint) -> String {
    guard let text = readFile(path) else { throw Complaint("\(path) cannot be read") }
    return text
  }

  private static func write(_ text: String, to path: String) throws(Complaint) {
    guard let file = fopen(path, "w") else { throw Complaint("\(path) cannot be written") }
    fputs(text, file)
    guard fclose(file) == 0 else { throw Complaint("\(path) cannot be written") }
  }

  private static func conditions(_ options: Options, _ spent: Double, _ before: Int?) -> String {
    var system = utsname()
    uname(&system)
    let release = withUnsafeBytes(of: &system.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    var text =
      "\(options.columns)×\(options.lines); starts: \(options.starts), rounds of keys: "
      + "\(options.rounds); \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, kernel \(release); "
      + "\(short(spent)) s"
    if let before, let after = Facts.pressure() {
      let share = Double(after - before) / spent / 10_000
      text += "; some task waited for a processor \(short(share)) % of the time"
    }
    return text + "."
  }

  /// On a file system in memory commits are free, which the report must say.
  private static func disk(_ folder: String) -> String? {
    guard Facts.fileSystem(of: folder) == "tmpfs" else { return nil }
    return "\(folder) is in memory: commits did not reach a disk. Set TMPDIR to a real one."
  }
}
