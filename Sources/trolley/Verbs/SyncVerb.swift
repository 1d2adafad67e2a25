import TrolleySecrets

struct SyncVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Bring this machine's copy and the shared list together.",
    discussion: """
      Fetches what others have done and sends what waits, then says how things stand. Exits with 0 \
      only when everything is here and nothing waits. An open screen does this all the time.
      """)

  @Option(help: "How many seconds to try for at most; 0 only looks.")
  var wait = Seconds(count: 5)

  /// Started in the background: what it says is not read, and does not count as told.
  @Flag(help: .hidden)
  var unwatched = false

  @OptionGroup var options: VerbOptions

  /// So many seconds: `10` or `10s`.
  struct Seconds: ExpressibleByArgument, CustomStringConvertible {
    let count: Int

    init(count: Int) { self.count = count }

    init?(argument: String) {
      guard let count = Int(argument.last == "s" ? argument.dropLast() : argument[...]),
        0...3600 ~= count
      else { return nil }
      self.count = count
    }

    var description: String { String(count) }
  }

  func run() throws { try run(mends: true) }

  /// - Parameter mends: whether a copy that is found damaged is fetched anew.
  private func run(mends: Bool) throws {
    let paths = try AppPaths(data: options.data.directory)
    paths.makeState()
    let tokens = SignInTokens(list: paths.data, state: paths.state)
    let isWatched = !unwatched && (options.isJSON || Complaint.isRead)
    let carrier = try SyncRun(directory: paths.data, isWatched: isWatched) { state in
      (try? OpenList.actor(options.data.who, state, tokens)) ?? .signedOut
    }
    if carrier.isMended { sayMended() }
    let deadline = SystemClock.now.monotonic + wait.count * 1000
    var said: Result<ServerStatus, Failure>
    var mayBeDamaged = mends
    repeat {
      // Not so short that there is no answer yet.
      let end = max(deadline, SystemClock.now.monotonic + 1000)
      said = Result { () throws(Failure) in try carry(carrier, paths.data, until: end) }
      // What its snapshot has, the carrier does not read.
      if mayBeDamaged, said.isBehind || said.isOfDamage {
        mayBeDamaged = false
        let report = try? JournalCheck(directory: paths.data).check()
        if let report, report.flaw != nil || report.tornBytes > 0 {
          carrier.stop()
          try SyncRun.mend(paths.data)
          sayMended()
          return try run(mends: false)
        }
      }
      // Others may have done something meanwhile.
    } while said.isBehind && SystemClock.now.monotonic < deadline
    if !options.isJSON { carrier.sayLeftOut() }
    switch said {
    case .success(let status): try say(status, carrier, paths)
    case .failure(let failure):
      throw Failure(
        failure.kind, Self.sentence(failure.sentence, waiting: carrier.waiting),
        detail: failure.detail)
    }
  }

  private func sayMended() {
    guard !options.isJSON else { return }
    Complaint.say("The copy here was damaged. It was fetched anew; the old one is kept.")
  }

  /// Carries what there is, and asks how things stand then.
  private func carry(
    _ carrier: SyncRun, _ directory: String, until deadline: Int
  ) throws(Failure) -> ServerStatus {
    if wait.count > 0, case .offline(let trouble) = try carrier.run(until: deadline) {
      let isOfOther = carrier.isCarriedElsewhere
      carrier.stop()
      // Another program waits until it tries again. A person who asks has the server tried now, and what
      // reaches it has that program try, too.
      guard isOfOther else { throw trouble.failure }
      try reach(directory, orElse: trouble)
      let end = SystemClock.now.monotonic + SyncTrouble.longestPause + 1000
      if case .offline(let trouble) = try carrier.run(until: end, isReached: true) {
        throw trouble.failure
      }
    }
    carrier.stop()
    return try status(
      directory,
      deadline: wait.count == 0 ? nil : max(3000, deadline - SystemClock.now.monotonic))
  }

  /// Throws why the server can't be reached at this moment.
  private func reach(_ directory: String, orElse known: SyncTrouble) throws(Failure) {
    do throws(Failure) { _ = try status(directory, deadline: 3000) } catch {
      throw error.detail == ServerTaskRun.deadlineDetail ? known.failure : error
    }
  }

  /// - Parameter deadline: in milliseconds; nil for as long as it takes.
  private func status(
    _ directory: String, deadline: Int?
  ) throws(Failure) -> ServerStatus {
    let answer = try ServerTaskRun.answer(to: .status(directory: directory), deadline: deadline)
    guard case .status(let status) = answer else { throw Failure.unexpectedAnswer }
    return status
  }

  /// A sentence that ends in a command has no full stop; before another one it needs one.
  private static func sentence(_ sentence: String, waiting count: Int) -> String {
    let isEnded = count == 0 || sentence.last.map { ".!?".contains($0) } == true
    return sentence + (isEnded ? "" : ".") + waiting(count)
  }

  private static func waiting(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return "\n\(Wording.count(count, "change waits", "changes wait")) here until then."
  }

  private func say(
    _ status: ServerStatus, _ carrier: SyncRun, _ paths: AppPaths
  ) throws(Failure) {
    let missing = status.server.n - status.copy.n
    var output = Output()
    if options.isJSON {
      output.object { w, _ in
        Self.write(status, &w)
        w.member("waiting", carrier.waiting)
        w.array("leftOut", carrier.leftOut) { $1.string($0) }
        w.array("replaced", carrier.replaced) { $1.string($0) }
        w.array("removed", carrier.ofOthers) { $1.string($0) }
      }
    } else {
      let (settings, keymap, _) = paths.settings.open()
      let style = DateStyle(locale: settings.preferences.dateLocaleInForce)
      for sentence in Self.sentences(status, missing, carrier.waiting, style) {
        output.line(sentence)
      }
      let key = keymap.key(for: .putBack, in: .everywhere)
      for line in Self.sentences(ofReplaced: carrier.replaced, key) { output.line(line) }
      for line in carrier.ofOthers { output.line(line) }
    }
    try output.close()
    if options.isJSON { carrier.settleLeftOut() }
    if !unwatched { carrier.settleOfOthers() }
    guard missing > 0 || carrier.waiting > 0 else { return }
    // Trying again would not help.
    if let refusal = status.refusal { throw Failure(.notAllowed, refusal, detail: "refused") }
    throw Failure(
      .busy,
      missing > 0 ? "Not everything is here yet." : "Not everything was sent yet: try again.",
      detail: "missing \(missing), waiting \(carrier.waiting)")
  }

  private static func write(_ status: ServerStatus, _ w: inout JSONWriter) {
    w.member("server", status.server.n)
    w.member("here", status.copy.n)
    w.member("listening", status.isListening)
    w.optional("refusal", status.refusal) { $1.string($0) }
    w.array("machines", status.machines) { machine, w in
      w.beginObject()
      w.member("name", machine.name)
      w.member("joined", machine.hasJoined)
      w.member("mayInvite", machine.mayInvite)
      w.member("self", machine.isSelf)
      w.member("online", machine.isOnline)
      w.endObject()
    }
  }

  private static func sentences(
    _ status: ServerStatus, _ missing: Int, _ waiting: Int, _ style: DateStyle
  ) -> [String] {
    var all: [String] = []
    if missing == 0 {
      let count = Wording.count(status.server.n, "line")
      all.append("Everything is here, \(count) like the server's.")
    } else {
      let count = Wording.count(missing, "line is", "lines are")
      all.append("\(count) on the server and not here, of \(status.server.n).")
    }
    if waiting > 0 { all.append("\(Wording.count(waiting, "change waits", "changes wait")) here.") }
    all.append("The list is on:")
    for machine in status.machines {
      let words = machine.words(
        now: SystemClock.now.wall, offset: SystemClock.utcOffset, style: style)
      all.append("  \(machine.name)" + (words.isEmpty ? "" : " (\(words))"))
    }
    if !status.isListening {
      all.append("The way to the server announces no changes: it is asked every two seconds.")
    }
    // What keeps changes here is the error, which comes after this.
    if let refusal = status.refusal, missing == 0, waiting == 0 { all.append(refusal) }
    return all
  }
}

extension SyncRun {
  /// Says what was left out, once.
  func sayLeftOut() {
    leftOut.forEach(Complaint.say)
    settleLeftOut()
  }
}

extension SyncVerb {
  private static func sentences(ofReplaced all: [String], _ key: String?) -> [String] {
    guard !all.isEmpty else { return [] }
    let head = Wording.count(all.count, "value set here was", "values set here were") + " replaced:"
    return [head] + all.map { "  " + $0 }
      + (key.map { ["On the screen, \($0) puts back what you choose."] } ?? [])
  }
}

extension Result where Success == ServerStatus, Failure == TrolleyModel.Failure {
  fileprivate var isOfDamage: Bool {
    if case .failure(let failure) = self { failure.kind == .damaged } else { false }
  }

  fileprivate var isBehind: Bool {
    if case .success(let status) = self { status.server.n > status.copy.n } else { false }
  }
}
