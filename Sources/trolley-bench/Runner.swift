/// Runs the measurements: prepares everything first, then alternates between the programs.
struct Runner {
  let options: Options
  let programs: [Program]
  let stock: Stock
  private(set) var samples = Samples()
  private(set) var skipped: [String] = []
  private(set) var complaints: [String] = []
  private var dice = Dice(seed: 1)
  private var runs = 0
  /// The sizes for which there is a Trolley list.
  private var lists: Set<Int> = []

  /// `folder` is empty and belongs to the runner.
  init(_ options: Options, folder: String) {
    self.options = options
    stock = Stock(folder: folder)
    let wanted = Program.all.filter { options.only.isEmpty || options.only.contains($0.name) }
    let place = Place(
      size: 1, work: folder, stock: stock, limits: options.limits, trolley: options.trolley)
    var missing: [String] = []
    programs = wanted.filter { program in
      guard let command = program.command(place).first, find(command) == nil else { return true }
      missing.append("\(program.name) (not installed)")
      return false
    }.sorted {
      (options.only.firstIndex(of: $0.name) ?? 0) < (options.only.firstIndex(of: $1.name) ?? 0)
    }
    skipped = missing
  }

  /// One entry for each program and size; programs without data have one entry.
  private(set) lazy var plan: [(program: Program, size: Int)] = options.sizes.flatMap { size in
    programs.compactMap { program in
      if program.data == .none { return size == options.sizes.first ? (program, 0) : nil }
      return size <= program.most ? (program, size) : nil
    }
  }

  static func environment(home: String) -> [String: String] {
    [
      "PATH": searchPath, "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
      "TZ": "UTC",
      "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_STATE_HOME": "\(home)/state",
      "XDG_CONFIG_HOME": "\(home)/config", "XDG_CACHE_HOME": "\(home)/cache",
    ]
  }

  mutating func run() {
    prepare()
    if options.parts.contains(.start) { starts() }
    if options.parts.contains(.keys) { keys() }
    if let trolley {
      if options.parts.contains(.confetti) { confetti(trolley) }
      if options.parts.contains(.signIn) { signIns() }
      if options.parts.contains(.live) { live() }
      if options.parts.contains(.sharing) { sharing() }
      if options.parts.contains(.pictures) { pictures() }
      if options.parts.contains(.hostile) { hostile() }
    }
    if options.parts.contains(.idle) { idle() }
    if options.parts.contains(.commit) { commits() }
    if trolley != nil, options.parts.contains(.inside) { inside() }
  }

  var trolley: Program? { programs.first { $0.name == "trolley" } }

  // MARK: Preparation

  private mutating func prepare() {
    for size in options.sizes {
      for data in Set(plan.filter { $0.size == size }.map(\.program.data)) {
        tell("making \(grouped(size)) \(data)")
        attempt("data") { runner throws(Complaint) in
          let environment = Self.environment(home: runner.stock.folder)
          switch data {
          case .none: break
          case .items: _ = try runner.stock.items(size)
          case .lines: _ = try runner.stock.lines(size)
          case .files: _ = try runner.stock.files(size)
          case .repository: _ = try runner.stock.repository(size, environment)
          }
        }
      }
      if let trolley { importItems(size, trolley) }
    }
  }

  /// A list for each size, copied for each run. It is opened once, as it would have been the day
  /// before.
  private mutating func importItems(_ size: Int, _ program: Program) {
    tell("importing \(grouped(size)) items")
    attempt("import") { runner throws(Complaint) in
      let home = runner.list(size)
      mkdir(home, 0o700)
      let launch = runner.launch(
        [runner.options.trolley, "import", runner.stock.path("items-\(size).jsonl")], in: home)
      try launch.run()
      unlink(launch.output)
      let session = try runner.openTrolley(in: home, awaiting: program.ready(size), quiet: 500)
      _ = session.leave(program.quit)
      runner.lists.insert(size)
    }
  }

  func list(_ size: Int) -> String { "\(stock.folder)/list-\(size)" }

  /// A number that is unique among the runs.
  mutating func nextRun() -> Int {
    runs += 1
    return runs
  }

  mutating func workFolder(_ program: String, _ size: Int) throws(Complaint) -> String {
    let runs = nextRun()
    let work = "\(stock.folder)/run-\(runs)"
    for folder in ["", "/config", "/cache"] { mkdir(work + folder, 0o700) }
    guard program == "trolley" else { return work }
    guard lists.contains(size) else { throw Complaint("it has no list to work on") }
    try shell("cp", "-R", "\(list(size))/.", work)
    return work
  }

  func shell(_ arguments: String...) throws(Complaint) {
    try launch(arguments, in: stock.folder).run()
  }

  /// A command without a terminal, at home in `work`.
  func launch(_ arguments: [String], in work: String, input: String? = nil) -> Launch {
    Launch(
      arguments: arguments, environment: Self.environment(home: work), input: input,
      output: "\(work)/said")
  }

  /// Runs a measurement that prints lines of `FIGURE<tab>MICROSECONDS`.
  func figures(
    of arguments: [String], in work: String
  ) throws(Complaint) -> [(name: String, milliseconds: Double)] {
    let launch = launch(arguments, in: work)
    try launch.run()
    return (readFile(launch.output) ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t")
      return parts.last.flatMap { Double($0) }.map { (String(parts[0]), $0 / 1000) }
    }
  }

  /// `columns` and `lines`: the window's size, if it differs from the options.
  mutating func open(
    _ program: Program, _ size: Int, columns: Int? = nil, lines: Int? = nil
  ) throws(Complaint) -> Session {
    let place = Place(
      size: size, work: try workFolder(program.name, size), stock: stock, limits: options.limits,
      trolley: options.trolley)
    return try Session(
      Launch(
        arguments: program.command(place), environment: Self.environment(home: place.work),
        input: program.readsInput ? place.lines : nil),
      columns: columns ?? options.columns, lines: lines ?? options.lines)
  }

  /// Trolley alone, in a prepared folder, once it shows `text`.
  func openTrolley(
    in work: String, awaiting text: String = "? all keys", quiet: Double = 60
  ) throws(Complaint) -> Session {
    let session = try Session(
      launch([options.trolley], in: work), columns: options.columns, lines: options.lines)
    _ = try session.answer(quiet: quiet, awaiting: text, within: 60_000)
    return session
  }

  /// A program in a window, once everything is loaded.
  mutating func openReady(
    _ program: Program, _ size: Int, columns: Int? = nil, lines: Int? = nil
  ) throws(Complaint) -> Session {
    let session = try open(program, size, columns: columns, lines: lines)
    _ = try session.answer(quiet: 60, awaiting: program.ready(size), within: 60_000)
    return session
  }

  func close(_ session: Session, _ program: Program) -> Double? {
    let time = session.leave(program.quit)
    try? shell("rm", "-rf", "\(stock.folder)/run-\(runs)")
    return time
  }

  // MARK: On the terminal

  private mutating func starts() {
    for turn in 0..<options.starts {
      tell("start \(turn + 1) of \(options.starts)")
      for (program, size) in plan {
        attempt(program.name, size) { runner throws(Complaint) in
          let session = try runner.open(program, size)
          try runner.measureStart(session, program, size)
          let subject = Subject(program: program.name, size: size)
          guard let time = runner.close(session, program) else {
            throw Complaint("it did not leave by its keys")
          }
          runner.samples.add(time, "quit ms", subject)
          runner.samples.add(session.screen.isRestored ? 1 : 0, "restored", subject)
        }
      }
    }
  }

  private mutating func measureStart(
    _ session: Session, _ program: Program, _ size: Int
  ) throws(Complaint) {
    let answer = try session.answer(quiet: 60, awaiting: program.ready(size), within: 60_000)
    guard let first = answer.first, let end = answer.end else { return }
    let subject = Subject(program: program.name, size: size)
    samples.add(milliseconds(first - session.started), "first byte ms", subject)
    samples.add(milliseconds(end - session.started), "frame ms", subject)
    samples.add(Double(answer.bytes), "frame bytes", subject)
    samples.add(milliseconds(Facts.cpu(session.pid)), "frame cpu ms", subject)
  }

  private mutating func keys() {
    for turn in 0..<options.rounds {
      for (program, size) in plan {
        tell("keys \(turn + 1) of \(options.rounds): \(program.name), \(grouped(size))")
        attempt(program.name, size) { runner throws(Complaint) in
          let session = try runner.openReady(program, size)
          session.drain(quiet: 300)
          runner.measureMemory(session, program, size, "")
          for script in program.scripts { try runner.play(script, session, program, size) }
          runner.measureMemory(session, program, size, " after keys")
          _ = runner.close(session, program)
        }
      }
    }
    for (program, size) in plan { divideMemory(program, size) }
  }

  static let itemMemory = "own bytes for each item"

  /// What a list costs more than the shortest one, divided by the items that it has more.
  private mutating func divideMemory(_ program: Program, _ size: Int) {
    guard let shortest = options.sizes.min(), size > shortest else { return }
    let subjects = [size, shortest].map { Subject(program: program.name, size: $0) }
    let memory = subjects.compactMap { samples.median("own MiB", $0) }
    guard memory.count == 2 else { return }
    let bytes = (memory[0] - memory[1]) * 1_048_576 / Double(size - shortest)
    samples.add(bytes, Self.itemMemory, subjects[0])
  }

  private mutating func measureMemory(
    _ session: Session, _ program: Program, _ size: Int, _ when: String
  ) {
    guard let memory = Facts.memoryOfAll(session.pid) else { return }
    let subject = Subject(program: program.name, size: size)
    samples.add(Double(memory.pss) / 1024, "PSS MiB" + when, subject)
    samples.add(Double(memory.own) / 1024, "own MiB" + when, subject)
    samples.add(Double(memory.rss) / 1024, "RSS MiB" + when, subject)
  }

  private mutating func play(
    _ script: Script, _ session: Session, _ program: Program, _ size: Int
  ) throws(Complaint) {
    let subject = Subject(program: program.name, size: size)
    func pass(_ presses: [Press]) throws(Complaint) {
      for press in presses {
        _ = session.press(press)
        _ = try session.answer(quiet: script.quiet, within: 2000, silence: 100)
      }
    }
    for _ in 0..<script.turns {
      try pass(script.before)
      for (place, press) in script.presses.enumerated() {
        sleep(milliseconds: pause(upTo: 17))
        session.drain(quiet: 0)
        let cpu = Facts.cpu(session.pid)
        let stamp = session.press(press)
        let isLast = place == script.presses.count - 1
        let answer: Answer
        do {
          answer = try session.answer(
            quiet: script.quiet, awaiting: isLast ? script.expected : nil, within: 10_000,
            silence: 250)
        } catch { throw Complaint("\(script.name): \(error.text)") }
        guard let end = answer.end else {
          samples.add(1, "\(script.name) silent", subject)
          continue
        }
        samples.add(milliseconds(end - stamp), "\(script.name) ms", subject)
        samples.add(Double(answer.bytes), "\(script.name) bytes", subject)
        let spent = milliseconds(Facts.cpu(session.pid) - cpu)
        samples.add(spent, "\(script.name) cpu ms", subject)
      }
      try pass(script.after)
    }
  }

  /// All programs of a size idle at the same time; each is counted separately.
  private mutating func idle() {
    for size in options.sizes {
      tell("idle for \(short(options.idle)) s: \(grouped(size))")
      var open: [(session: Session, program: Program, size: Int)] = []
      let all = plan.filter { $0.size == size || ($0.size == 0 && size == options.sizes.first) }
      for (program, size) in all {
        attempt(program.name, size) { runner throws(Complaint) in
          open.append((try runner.openReady(program, size), program, size))
        }
      }
      sleep(milliseconds: 2000)
      let before = open.map {
        $0.session.drain(quiet: 0)
        return (Facts.cpu($0.session.pid), Facts.switches($0.session.pid))
      }
      sleep(milliseconds: options.idle * 1000)
      for ((session, program, size), (cpu, switches)) in zip(open, before) {
        let subject = Subject(program: program.name, size: size)
        samples.add(Double(Facts.switches(session.pid) - switches), "idle switches", subject)
        samples.add(milliseconds(Facts.cpu(session.pid) - cpu), "idle cpu ms", subject)
        samples.add(Double(session.drain(quiet: 0)), "idle bytes", subject)
      }
      for (session, program, _) in open { _ = session.leave(program.quit) }
    }
  }
}

// MARK: - Reporting

extension Runner {
  /// Reports an error, once, and continues with the rest.
  mutating func attempt(
    _ what: String, _ size: Int = 0, _ work: (inout Runner) throws(Complaint) -> Void
  ) {
    do { try work(&self) } catch {
      let text = "\(what)\(size > 0 ? ", n = \(grouped(size))" : ""): \(error.text)"
      if !complaints.contains(text) { complaints.append(text) }
    }
  }

  /// Progress on one line of the terminal; nothing if standard error is no terminal.
  func tell(_ text: String) {
    guard isatty(2) == 1 else { return }
    say("\r\u{1B}[K\(text)")
  }

  mutating func note(_ value: Double, _ figure: String, _ subject: Subject) {
    samples.add(value, figure, subject)
  }

  /// A random pause, so as not to fall into step with the program's timers.
  mutating func pause(upTo most: Double) -> Double { Double.random(in: 0...most, using: &dice) }

  mutating func skip(_ what: String) { skipped.append(what) }
}
