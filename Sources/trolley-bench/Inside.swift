/// How long Trolley's parts take without starting a process: to read a list, to make one change
/// durable, to answer a key. See `Measurement`.
extension Runner {
  static let insideMark = "inside "
  /// This program again, for a measurement in a process of its own.
  static let measurement = [CommandLine.arguments[0], "measure"]

  mutating func inside() {
    for size in options.sizes {
      tell("inside: \(grouped(size))")
      attempt("inside", size) { runner throws(Complaint) in
        let work = try runner.workFolder("trolley", size)
        try runner.take(["list", "\(work)/data/trolley"], work, size)
      }
      attempt("a catalogue", size) { runner throws(Complaint) in
        let work = try runner.emptyFolder()
        try runner.take(["catalogue", "\(size)", work], work, size)
        try runner.shell("rm", "-rf", work)
      }
    }
  }

  private mutating func take(
    _ options: [String], _ work: String, _ size: Int
  ) throws(Complaint) {
    for (name, time) in try figures(of: Self.measurement + options, in: work) {
      note(time, Self.insideMark + name, Subject(program: "trolley", size: size))
    }
  }
}
