/// What a run prints: the tables of docs/BENCHMARKS.md, every figure with its spread, and what went wrong.
struct Report {
  let runner: Runner
  let document: BenchmarkDocument

  private var samples: Samples { runner.samples }

  func markdown(remarks others: [String?]) -> String {
    let tables = FigureTable.all.compactMap { table in
      document.markdown(table).map { "### \(table.name)\n\n\($0)" }
    }
    let programs = runner.programs.map { "- \($0.name): \($0.about)" }
    return ([programs.joined(separator: "\n")] + tables + [figures, remarks(others)])
      .joined(separator: "\n\n")
  }

  private static let percents = [
    ("least", 0.0), ("p50", 50), ("p90", 90), ("p99", 99), ("most", 100),
  ]

  /// All figures in the order of their names.
  private var all: [(subject: Subject, figure: String)] {
    samples.all.flatMap { subject, figures in figures.keys.map { (subject, $0) } }
      .sorted {
        ($0.figure, $0.subject.size, $0.subject.program) < (
          $1.figure, $1.subject.size, $1.subject.program
        )
      }
  }

  private var figures: String {
    let heads = ["figure", "program", "n"] + Self.percents.map(\.0) + ["samples"]
    let rows = all.map { subject, figure in
      [figure, subject.program, grouped(subject.size)]
        + Self.percents.map { short(samples.percentile($0.1, figure, subject)) }
        + [String(samples.values(figure, subject).count)]
    }
    return "### All figures\n\n"
      + BenchmarkDocument.markdown(heads, rows, numbers: Set(2..<heads.count))
  }

  private func remarks(_ others: [String?]) -> String {
    let tooLong = runner.programs.filter { $0.most < runner.options.sizes.max() ?? 0 }.map {
      "\($0.name) (above n = \(grouped($0.most)))"
    }
    let skipped = (runner.skipped + tooLong).joined(separator: ", ")
    let lines =
      (skipped.isEmpty ? [] : ["Skipped: " + skipped])
      + runner.complaints.map { "Failed: " + $0 } + others.compactMap(\.self)
    return lines.map { "- " + $0 }.joined(separator: "\n")
  }

  var json: String {
    let lines = all.map { subject, figure in
      let values = Self.percents.map { name, percent in
        "\"\(name)\":\(fixed(samples.percentile(percent, figure, subject) ?? 0, 4))"
      }
      return "{\"program\":\"\(subject.program)\",\"n\":\(subject.size),"
        + "\"figure\":\"\(figure)\",\"samples\":\(samples.values(figure, subject).count),"
        + values.joined(separator: ",") + "}"
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }
}
