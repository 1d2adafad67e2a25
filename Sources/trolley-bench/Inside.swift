/// Figures that only the program itself can take: how long it needs to read its list, and to make
/// one change durable, without the start of a process around it.
///
/// The program offers them by a verb that its help does not list: `trolley measure`. It measures
/// on the list that the environment names, and prints one line for each sample:
///
///     cold load<tab>MICROSECONDS
///     commit<tab>MICROSECONDS
///
/// Any other figure in the same form is printed as well. A program without the verb is passed over.
extension Runner {
  static let insideMark = "inside "

  mutating func inside() {
    guard programs.contains(where: { $0.name == "trolley" }) else { return }
    for size in options.sizes {
      tell("inside: \(grouped(size))")
      attempt("inside", size) { runner throws(Complaint) in
        let work = try runner.workFolder("trolley", size)
        do { try runner.takeFigures([], work, size) } catch {
          if size == runner.options.sizes.first {
            runner.skip("figures from inside (this trolley has no `measure`)")
          }
        }
      }
      attempt("a catalogue", size) { runner throws(Complaint) in
        let work = runner.stock.path("catalogue-\(runner.nextRun())")
        try runner.shell("mkdir", "-p", work)
        try runner.takeFigures(["--products", "\(size)"], work, size)
        try runner.shell("rm", "-rf", work)
      }
    }
  }

  private mutating func takeFigures(
    _ options: [String], _ work: String, _ size: Int
  ) throws(Complaint) {
    let output = "\(work)/figures"
    try Launch(
      arguments: [self.options.trolley, "measure"] + options,
      environment: Self.environment(home: work), output: output
    ).run()
    for line in (readFile(output) ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2, let value = Double(parts[1]) else { continue }
      note(value / 1000, Self.insideMark + parts[0], Subject(program: "trolley", size: size))
    }
  }
}
