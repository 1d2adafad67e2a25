/// The figures as Markdown tables, and as JSON.
struct Report {
  let runner: Runner
  private let samples: Samples
  private let sizes: [Int]
  /// The base of ratios.
  private let base: String

  init(_ runner: Runner) {
    self.runner = runner
    samples = runner.samples
    sizes = runner.options.sizes
    base = runner.programs.first?.name ?? ""
  }

  func markdown(remarks: [String?]) -> String {
    var parts = [programs, start]
    parts += ["move", "page", "toggle", "tab", "filter", "resize"].map(keys)
    parts += [
      confetti, eachSize("Signing in", Runner.signInFigures),
      eachSize("Another program's change on the screen", Runner.liveFigures), sharing, pictures,
      hostile,
      memory, idle, commit, inside, self.remarks(remarks),
    ]
    return Self.joined(parts)
  }

  // MARK: Tables

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The first `words` columns hold words, the others numbers. Rows without a figure are left out.
  private static func table(
    _ title: String, _ head: [String], _ rows: [[String]], words: Int = 1
  ) -> String {
    let rows = rows.filter { $0.dropFirst().contains { $0 != "–" } }
    guard !rows.isEmpty else { return "" }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < words ? cell.0 + space : space + cell.0
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      String(repeating: "-", count: width + 1) + (column < words ? "-" : ":")
    }
    return "### \(title)\n\n"
      + ([line(head), "|" + rule.joined(separator: "|") + "|"] + rows.map(line))
      .joined(separator: "\n")
  }

  /// A column of a table with a row for each subject.
  private struct Column {
    let head: String
    let cell: (Subject) -> String
  }

  private func column(_ head: String, _ figure: String, _ percent: Double = 50) -> Column {
    Column(head: head) { short(samples.percentile(percent, figure, $0)) }
  }

  /// Compared with the first program at the same size unless another subject is given.
  private func ratio(
    _ head: String, _ figure: String, _ percent: Double = 50, to other: String? = nil,
    of subject: ((Subject) -> Subject)? = nil
  ) -> Column {
    Column(head: head) {
      let size = $0.size == 0 ? sizes.first ?? 0 : $0.size
      return ratio(
        samples.percentile(percent, figure, $0),
        samples.percentile(
          percent, other ?? figure, subject?($0) ?? Subject(program: base, size: size)))
    }
  }

  private func ratio(_ value: Double?, _ other: Double?) -> String {
    guard let value, let other, other > 0 else { return "–" }
    return fixed(value / other, 2) + "x"
  }

  private func table(
    _ title: String, of subjects: [Subject], first: String = "program", _ columns: [Column],
    words: Int = 1
  ) -> String {
    Self.table(
      title, [first] + columns.map(\.head),
      subjects.map { subject in [subject.program] + columns.map { $0.cell(subject) } },
      words: words)
  }

  /// A table for each size, with the programs in their order.
  private func bySize(_ title: String, _ columns: [Column]) -> String {
    Self.joined(
      sizes.map { size in
        let subjects = runner.programs.compactMap { program in
          if program.data != .none { return Subject(program: program.name, size: size) }
          return size == sizes.first ? Subject(program: program.name, size: 0) : nil
        }
        return table("\(title), n = \(grouped(size))", of: subjects, columns)
      })
  }

  /// One row per program, one column per size, and the ratio of the last to the first.
  private func growth(_ title: String, _ programs: [String], _ figure: String) -> String {
    guard sizes.count > 1 else { return "" }
    let rows = programs.map { program in
      let values = sizes.map { samples.median(figure, Subject(program: program, size: $0)) }
      return [program] + values.map(short) + [ratio(values.last ?? nil, values[0])]
    }
    return Self.table(title, ["program"] + sizes.map { "n = " + grouped($0) } + ["growth"], rows)
  }

  private var sized: [String] { runner.programs.filter { $0.data != .none }.map(\.name) }

  private static let spread = ["figure", "p50", "p99", "most", "samples"]

  private func row(_ figure: String, _ subject: Subject) -> [String] {
    let count = samples.values(figure, subject).count
    return [figure] + [50, 99, 100].map { short(samples.percentile($0, figure, subject)) }
      + [count == 0 ? "–" : String(count)]
  }

  private func eachSize(_ title: String, _ figures: [String]) -> String {
    Self.joined(
      sizes.map { size in
        Self.table(
          "\(title), n = \(grouped(size))", Self.spread,
          figures.map { row($0, Subject(program: "trolley", size: size)) })
      })
  }

  // MARK: Parts

  private var programs: String {
    Self.table(
      "Programs", ["program", "what it is"], runner.programs.map { [$0.name, $0.about] },
      words: 2)
  }

  private var sharing: String {
    let single = Runner.oneWriter
    let rates = [Runner.manyWriters, Runner.manyLists]
    let own = Runner.acrossFigures + Runner.whileSharing + Runner.joinFigures
    return Self.joined([
      eachSize(
        "On several machines", own + Runner.mergeFigures + Runner.quietFigures),
      Self.table(
        "Appending to a shared list", Self.spread, Runner.commitFigures.map { row($0, single) }),
      table(
        "Many writers", of: rates, first: "writers",
        [
          column("changes a second", Runner.rateFigures[0]),
          column("pgbench", Runner.rateFigures[1]),
          ratio("ratio", Runner.rateFigures[0], to: Runner.rateFigures[1]) { $0 },
          column("pgbench that listens", Runner.rateFigures[2]),
          ratio("ratio to that", Runner.rateFigures[0], to: Runner.rateFigures[2]) { $0 },
        ]),
    ])
  }

  private var start: String {
    let restored = Column(head: "restored") {
      let values = samples.values("restored", $0)
      return values.isEmpty ? "–" : values.contains(0) ? "no" : "yes"
    }
    let columns = [
      column("first byte ms", "first byte ms"), column("frame ms", "frame ms"),
      column("least", "frame ms", 0), ratio("x \(base)", "frame ms"),
      column("CPU ms", "frame cpu ms"), column("bytes", "frame bytes"),
      column("quit ms", "quit ms"), restored,
    ]
    return Self.joined([
      bySize("Start to the first full frame, and quit", columns),
      growth("First full frame as the list grows, ms", sized, "frame ms"),
    ])
  }

  private func keys(_ script: String) -> String {
    let figure = "\(script) ms"
    let silent = Column(head: "silent") {
      samples.values(figure, $0).isEmpty
        ? "–" : String(samples.values("\(script) silent", $0).count)
    }
    let columns = [
      column("p50 ms", figure), column("p99 ms", figure, 99), ratio("p50 x \(base)", figure),
      ratio("p99 x", figure, 99), column("CPU p50 ms", "\(script) cpu ms"),
      column("bytes p50", "\(script) bytes"), ratio("x", "\(script) bytes"), silent,
    ]
    return Self.joined([
      bySize("Key to frame: \(script)", columns),
      growth("\(script) as the list grows, p50 ms", sized, figure),
    ])
  }

  private var confetti: String {
    guard let size = sizes.first else { return "" }
    return Self.joined(
      runner.confettiWindows.map { columns, lines in
        let subject = Runner.confettiSubject(columns, lines, size)
        let ratios = [50.0, 99].map { percent in
          ratio(
            samples.percentile(percent, Runner.fallingKey, subject),
            samples.percentile(percent, Runner.stillKey, subject))
        }
        return Self.table(
          "Confetti, \(columns)×\(lines)", Self.spread,
          Runner.confettiFigures.map { row($0, subject) }
            + [["key, falls ÷ nothing falls"] + ratios + ["–", "–"]])
      })
  }

  /// The cost of a picture, each with its baseline.
  private var pictures: String {
    let subject = Subject(program: "trolley", size: 0)
    let pairs = [
      (Runner.pageFigure, Runner.libraryFigure), (Runner.cellsFigure, Runner.libraryFigure),
      (Runner.scrollFigure, nil), (Runner.pixelScrollFigure, nil), (Runner.matchFigure, nil),
      (Runner.emojiFigure, nil), (Runner.keptEmojiFigure, nil),
      (Runner.loadingFigure, Runner.calmFigure),
    ]
    let rows = pairs.flatMap { figure, other -> [[String]] in
      func row(_ name: String, to other: String?) -> [String] {
        let percents = [50.0, 99]
        let values = percents.map { samples.percentile($0, name, subject) }
        let others = percents.map { samples.percentile($0, other ?? "", subject) }
        return [name] + values.map(short) + zip(values, others).map { ratio($0, $1) }
      }
      return (other.map { [row($0, to: nil)] } ?? []) + [row(figure, to: other)]
    }
    return Self.table("Pictures", ["what", "p50 ms", "p99 ms", "p50 x", "p99 x"], rows)
  }

  /// Each server, with the same program before it was contacted.
  private var hostile: String {
    let key = Runner.hostileKey
    return table(
      "Keys and memory beside a hostile server",
      of: HostileServer.Way.allCases.map(Runner.hostileSubject), first: "server",
      [
        column("asked", Runner.requests), column("p50 ms", key), column("p99 ms", key, 99),
        ratio("p50 x", key, to: Runner.trustedKey) { $0 },
        ratio("p99 x", key, 99, to: Runner.trustedKey) { $0 },
        column("program MiB", Runner.programMemory), column("worker MiB", Runner.workerMemory),
      ])
  }

  private var memory: String {
    bySize(
      "Memory",
      ["PSS MiB", "own MiB", "RSS MiB"].map { column($0, $0) } + [
        column("PSS after keys", "PSS MiB after keys"), ratio("x \(base)", "PSS MiB"),
      ])
  }

  private var idle: String {
    bySize(
      "Idle for \(short(runner.options.idle)) s",
      [
        column("context switches", "idle switches"), column("bytes", "idle bytes"),
        column("CPU ms", "idle cpu ms"),
      ])
  }

  private var commit: String {
    let methods = [
      ("true", "a process that does nothing"), ("dd", "append a line, fdatasync"),
      ("sqlite3", "UPDATE, WAL, synchronous=FULL"), ("trolley pick", "and unpick"),
      ("trolley add", "a new item in the cart"), ("trolley list", "prints the cart"),
      ("trolley export", "writes all items as CSV"),
      ("trolley import", "all items into a list that is empty"),
    ]
    let figure = Runner.commitFigure
    let about = Column(head: "what it does") { subject in
      let words = methods.first { $0.0 == subject.program }?.1
      return samples.values(figure, subject).isEmpty ? "–" : words ?? "–"
    }
    let columns = [
      about, column("p50 ms", figure), column("p99 ms", figure, 99), column("least", figure, 0),
      ratio("x \(Runner.plainCommit)", figure) {
        Subject(program: Runner.plainCommit, size: $0.size)
      },
    ]
    let all = sizes.map { size in
      table(
        "One durable change from the command line, whole process, n = \(grouped(size))",
        of: methods.map { Subject(program: $0.0, size: size) }, columns, words: 2)
    }
    return Self.joined(
      all + [growth("One durable change as the list grows, p50 ms", methods.map(\.0), figure)])
  }

  private var inside: String {
    let mark = Runner.insideMark
    let rows = sizes.flatMap { size in
      let subject = Subject(program: "trolley", size: size)
      let figures = (samples.all[subject] ?? [:]).keys.filter { $0.hasPrefix(mark) }.sorted()
      return figures.map { figure in
        let cells = row(figure, subject)
        return [String(figure.dropFirst(mark.count)), grouped(size), cells[1], cells[2], cells[4]]
      }
    }
    return Self.table("Inside the program", ["figure", "n", "p50 ms", "p99 ms", "samples"], rows)
  }

  private func remarks(_ others: [String?]) -> String {
    let tooLong = runner.programs.filter { $0.most < sizes.max() ?? 0 }.map {
      "\($0.name) (above n = \(grouped($0.most)))"
    }
    let skipped = (runner.skipped + tooLong).joined(separator: ", ")
    let lines =
      (skipped.isEmpty ? [] : ["Skipped: " + skipped])
      + runner.complaints.map { "Failed: " + $0 } + others.compactMap(\.self)
    return lines.map { "- " + $0 }.joined(separator: "\n")
  }

  // MARK: JSON

  var json: String {
    let lines = samples.all.flatMap { subject, figures in
      figures.keys.map { figure in
        let names = [("least", 0.0), ("p50", 50), ("p90", 90), ("p99", 99), ("most", 100)]
        let values = names.map { name, percent in
          "\"\(name)\":\(fixed(samples.percentile(percent, figure, subject) ?? 0, 4))"
        }
        return "{\"program\":\"\(subject.program)\",\"n\":\(subject.size),"
          + "\"figure\":\"\(figure)\",\"samples\":\(samples.values(figure, subject).count),"
          + values.joined(separator: ",") + "}"
      }
    }
    return "[\n" + lines.sorted().joined(separator: ",\n") + "\n]\n"
  }
}
