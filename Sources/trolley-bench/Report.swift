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
    var parts = [programs, start, growth]
    parts += ["move", "page", "toggle", "tab", "filter", "resize"].map(keys)
    parts += [
      confetti, signIn, live, pictures, hostile, memory, idle, commit, inside,
      self.remarks(remarks),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: Tables

  /// The first `words` columns hold words, the others numbers.
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

  /// The subjects of one table, in the order of the programs.
  private func subjects(_ size: Int) -> [Subject] {
    runner.programs.compactMap { program in
      if program.data != .none { return Subject(program: program.name, size: size) }
      return size == sizes.first ? Subject(program: program.name, size: 0) : nil
    }
  }

  private func ratio(_ value: Double?, _ other: Double?) -> String {
    guard let value, let other, other > 0 else { return "–" }
    return fixed(value / other, 2) + "x"
  }

  private func title(_ text: String, _ size: Int) -> String { "\(text), n = \(grouped(size))" }

  private var programs: String {
    Self.table(
      "Programs", ["program", "what it is"], runner.programs.map { [$0.name, $0.about] },
      words: 2)
  }

  private var start: String {
    sizes.map { size in
      let other = samples.median("frame ms", Subject(program: base, size: size))
      let head = [
        "program", "first byte ms", "frame ms", "least", "x \(base)", "CPU ms", "bytes", "quit ms",
        "restored",
      ]
      return Self.table(
        title("Start to the first full frame, and quit", size), head,
        subjects(size).map { subject in
          let frame = samples.median("frame ms", subject)
          let restored = samples.values("restored", subject)
          return [
            subject.program, short(samples.median("first byte ms", subject)), short(frame),
            short(samples.percentile(0, "frame ms", subject)), ratio(frame, other),
            short(samples.median("frame cpu ms", subject)),
            short(samples.median("frame bytes", subject)),
            short(samples.median("quit ms", subject)),
            restored.isEmpty ? "–" : restored.contains(0) ? "no" : "yes",
          ]
        })
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// One row per program, one column per size, and the ratio of the last to the first.
  private func bySize(
    _ name: String, _ programs: [String], _ figure: String, _ cell: (Subject) -> String
  ) -> String {
    guard sizes.count > 1, let first = sizes.first, let last = sizes.last else { return "" }
    let rows = programs.map { program in
      let values = [first, last].map {
        samples.median(figure, Subject(program: program, size: $0))
      }
      return [program] + sizes.map { cell(Subject(program: program, size: $0)) }
        + [ratio(values[1], values[0])]
    }
    return Self.table(name, ["program"] + sizes.map { "n = " + grouped($0) } + ["growth"], rows)
  }

  private var sized: [String] {
    runner.programs.filter { $0.data != .none }.map(\.name)
  }

  private var growth: String {
    bySize("First full frame as the list grows, ms", sized, "frame ms") {
      short(samples.median("frame ms", $0))
    }
  }

  private func keys(_ script: String) -> String {
    let figure = "\(script) ms"
    let all = sizes.map { size in
      let other = Subject(program: base, size: size)
      let head = [
        "program", "p50 ms", "p99 ms", "p50 x \(base)", "p99 x", "CPU p50 ms", "bytes p50", "x",
        "silent",
      ]
      return Self.table(
        title("Key to frame: \(script)", size), head,
        subjects(size).map { subject in
          let p50 = samples.median(figure, subject)
          let p99 = samples.percentile(99, figure, subject)
          let bytes = samples.median("\(script) bytes", subject)
          guard p50 != nil else {
            return [subject.program] + Array(repeating: "–", count: head.count - 1)
          }
          return [
            subject.program, short(p50), short(p99), ratio(p50, samples.median(figure, other)),
            ratio(p99, samples.percentile(99, figure, other)),
            short(samples.median("\(script) cpu ms", subject)), short(bytes),
            ratio(bytes, samples.median("\(script) bytes", other)),
            String(samples.values("\(script) silent", subject).count),
          ]
        })
    }
    let growth = bySize("\(script) as the list grows, p50 ms", sized, figure) {
      short(samples.median(figure, $0))
    }
    return (all + [growth]).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var confetti: String {
    guard let size = sizes.first else { return "" }
    return runner.confettiWindows.map { columns, lines in
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
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static let spread = ["figure", "p50", "p99", "most", "samples"]

  private func row(_ figure: String, _ subject: Subject) -> [String] {
    let count = samples.values(figure, subject).count
    return [figure, short(samples.median(figure, subject))]
      + [99, 100].map { short(samples.percentile($0, figure, subject)) }
      + [count == 0 ? "–" : String(count)]
  }

  private func eachSize(_ name: String, _ figures: [String]) -> String {
    sizes.map { size in
      Self.table(
        title(name, size), Self.spread,
        figures.map { row($0, Subject(program: "trolley", size: size)) })
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var signIn: String { eachSize("Signing in", Runner.signInFigures) }

  /// The cost of a picture, each with its baseline.
  private var pictures: String {
    let subject = Subject(program: "trolley", size: 0)
    let pairs = [
      (Runner.pageFigure, Runner.libraryFigure), (Runner.cellsFigure, Runner.libraryFigure),
      (Runner.scrollFigure, nil),
      (Runner.loadingFigure, Runner.calmFigure),
    ]
    let rows = pairs.flatMap { figure, other -> [[String]] in
      [other, figure].compactMap { $0 }.map { name in
        let isCompared = name == figure && other != nil
        let (median, late) = (
          samples.median(name, subject), samples.percentile(99, name, subject)
        )
        return [
          name, short(median), short(late),
          isCompared ? ratio(median, samples.median(other ?? "", subject)) : "–",
          isCompared ? ratio(late, samples.percentile(99, other ?? "", subject)) : "–",
        ]
      }
    }
    return Self.table("Pictures", ["what", "p50 ms", "p99 ms", "p50 x", "p99 x"], rows)
  }

  /// Each server, with the same program before it was contacted.
  private var hostile: String {
    let rows = HostileServer.Way.allCases.map { way -> [String] in
      let subject = Runner.hostileSubject(way)
      let calm = (
        samples.median(Runner.trustedKey, subject),
        samples.percentile(99, Runner.trustedKey, subject)
      )
      let under = (
        samples.median(Runner.hostileKey, subject),
        samples.percentile(99, Runner.hostileKey, subject)
      )
      return [
        way.rawValue, short(samples.median(Runner.requests, subject)), short(under.0),
        short(under.1), ratio(under.0, calm.0),
        ratio(under.1, calm.1), short(samples.median(Runner.programMemory, subject)),
        short(samples.median(Runner.workerMemory, subject)),
      ]
    }
    return Self.table(
      "Keys and memory beside a hostile server",
      ["server", "asked", "p50 ms", "p99 ms", "p50 x", "p99 x", "program MiB", "worker MiB"], rows)
  }

  private var live: String {
    eachSize("Another program's change on the screen", Runner.liveFigures)
  }

  private var memory: String {
    sizes.map { size in
      let head = ["program", "PSS MiB", "own MiB", "RSS MiB", "PSS after keys", "x \(base)"]
      let other = samples.median("PSS MiB", Subject(program: base, size: size))
      return Self.table(
        title("Memory", size), head,
        subjects(size).map { subject in
          let pss = samples.median("PSS MiB", subject)
          return [
            subject.program, short(pss), short(samples.median("own MiB", subject)),
            short(samples.median("RSS MiB", subject)),
            short(samples.median("PSS MiB after keys", subject)), ratio(pss, other),
          ]
        })
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var idle: String {
    let time = short(runner.options.idle)
    return sizes.map { size in
      Self.table(
        title("Idle for \(time) s", size), ["program", "context switches", "bytes", "CPU ms"],
        subjects(size).map { subject in
          [subject.program]
            + ["idle switches", "idle bytes", "idle cpu ms"].map {
              short(samples.median($0, subject))
            }
        })
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var commit: String {
    let methods = [
      ("true", "a process that does nothing"), ("dd", "append a line, fdatasync"),
      ("sqlite3", "UPDATE, WAL, synchronous=FULL"), ("trolley", "pick, unpick"),
    ]
    let all = sizes.map { size in
      let other = Subject(program: Self.plain, size: size)
      return Self.table(
        title("One durable change from the command line, whole process", size),
        ["program", "what it does", "p50 ms", "p99 ms", "least", "x \(Self.plain)"],
        methods.map { name, about in
          let subject = Subject(program: name, size: size)
          let p50 = samples.median("commit ms", subject)
          return [
            name, p50 == nil ? "–" : about, short(p50),
            short(samples.percentile(99, "commit ms", subject)),
            short(samples.percentile(0, "commit ms", subject)),
            ratio(p50, samples.median("commit ms", other)),
          ]
        }, words: 2)
    }
    let growth = bySize(
      "One durable change as the list grows, p50 ms", methods.map(\.0), "commit ms"
    ) { short(samples.median("commit ms", $0)) }
    let imports = bySize("Importing the list, ms", ["trolley"], "import ms") {
      short(samples.median("import ms", $0))
    }
    return (all + [growth, imports]).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static let plain = Runner.plainCommit

  private var inside: String {
    let mark = Runner.insideMark
    let figures = sizes.flatMap { size in
      let own = samples.all[Subject(program: "trolley", size: size)] ?? [:]
      return own.keys.filter { $0.hasPrefix(mark) }.sorted().map { (size, $0) }
    }
    return Self.table(
      "Inside the program", ["figure", "n", "p50 ms", "p99 ms", "samples"],
      figures.map { size, figure in
        let subject = Subject(program: "trolley", size: size)
        return [
          String(figure.dropFirst(mark.count)), grouped(size),
          short(samples.median(figure, subject)), short(samples.percentile(99, figure, subject)),
          String(samples.values(figure, subject).count),
        ]
      })
  }

  private func remarks(_ others: [String?]) -> String {
    var lines: [String] = []
    if !runner.skipped.isEmpty {
      lines.append("Skipped: " + runner.skipped.joined(separator: ", "))
    }
    lines += runner.complaints.map { "Failed: " + $0 }
    lines += others.compactMap(\.self)
    return lines.map { "- " + $0 }.joined(separator: "\n")
  }

  // MARK: JSON

  var json: String {
    let lines = samples.all.flatMap { subject, figures in
      figures.keys.map { figure in
        let numbers = [0.0, 50, 90, 99, 100].map {
          fixed(samples.percentile($0, figure, subject) ?? 0, 4)
        }
        let names = ["least", "p50", "p90", "p99", "most"]
        let values = zip(names, numbers).map { "\"\($0)\":\($1)" }.joined(separator: ",")
        return "{\"program\":\"\(subject.program)\",\"n\":\(subject.size),"
          + "\"figure\":\"\(figure)\",\"samples\":\(samples.values(figure, subject).count),"
          + values + "}"
      }
    }
    return "[\n" + lines.sorted().joined(separator: ",\n") + "\n]\n"
  }
}
