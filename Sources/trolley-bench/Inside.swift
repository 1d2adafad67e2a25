/// How long Trolley's parts take without starting a process: to read a list, to make one change
/// durable, to answer a key. See `Measurement`.
extension Runner {
  static let insideMark = "inside "
  /// This program again, for a measurement in a process of its own.
  static let measurement = [CommandLine.arguments[0], "measure"]

  mutating func inside() {
    guard programs.contains(where: { $0.name == "trolley" }) else { return }
    for size in options.sizes {
      tell("inside: \(grouped(size))")
      attempt("inside", size) { runner throws(Complaint) in
        let work = try runner.workFolder("trolley", size)
        try runner.takeFigures(["list", "\(work)/data/trolley"], work, size)
      }
      attempt("a catalogue", size) { runner throws(Complaint) in
        let work = runner.stock.path("catalogue-\(runner.nextRun())")
        try runner.shell("mkdir", "-p", work)
        try runner.takeFigures(["catalogue", "\(size)"], work, size)
        try runner.shell("rm", "-rf", work)
      }
    }
  }

  private mutating func takeFigures(
    _ options: [String], _ work: String, _ size: Int
  ) throws(Complaint) {
    let output = "\(work)/figures"
    try Launch(
      arguments: Self.measurement + options,
      environment: Self.environment(home: work), output: output
    ).run()
    for line in (readFile(output) ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2, let value = Double(parts[1]) else { continue }
      note(value / 1000, Self.insideMark + parts[0], Subject(program: "trolley", size: size))
    }
  }
}
