import TrolleySecrets

extension CommandTree {
  static let sharingVerbs: [any ParsableCommand.Type] = [
    ServerVerb.self, ShareVerb.self, InviteVerb.self, JoinVerb.self, LeaveVerb.self, SyncVerb.self,
  ]
}

struct ServerVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server", abstract: "Set up a PostgreSQL server for lists on several machines.",
    subcommands: [ServerSetUpVerb.self])
}

struct ServerSetUpVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-up",
    abstract: "Make Trolley's tables and functions in a database, or bring them up to date.",
    discussion: """
      Done once, as an administrator of the database; see docs/SERVER.md. With --print nothing is \
      done: you see the SQL, for psql, and the lines that pg_hba.conf needs.
      """)

  @Flag(name: .customLong("print"), help: "Print what would be done.")
  var prints = false

  @Argument(help: "Where the database is, such as postgresql://admin@db.home/trolley.")
  var address: String?

  @OptionGroup var options: VerbOptions

  func run() throws {
    if prints { return try Self.printScript(address, options.isJSON) }
    guard let address else {
      throw Failure(
        .usage,
        "Say where the database is: trolley server set-up postgresql://admin@db.home/trolley")
    }
    var access = ServerAccess(server: address)
    _ = try SharingAnswer.signedIn(&access) { .setUp($0) }
    try SharingAnswer.say(
      "The database is ready. Next: trolley share \(ShellText.quoted(address))", options.isJSON)
  }

  private static func printScript(_ address: String?, _ isJSON: Bool) throws(Failure) {
    let answer = try ServerTaskRun.answer(to: .script(address: address))
    guard case .script(let sql, let rules) = answer else {
      throw Failure.unexpectedAnswer
    }
    var output = Output()
    if isJSON {
      output.object { w, _ in
        w.member("sql", sql)
        w.member("pg_hba.conf", rules)
      }
    } else {
      for line in rules.split(separator: "\n") { output.line("-- \(line)") }
      try output.raw(Array(sql.utf8))
    }
    try output.close()
  }
}

struct ShareVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share this list with other machines, through a server.",
    discussion: """
      All of the list goes to the server, with its history, and all machines that you invite see it. \
      Nothing else leaves this machine: settings and catalogues stay. You are asked before it \
      happens; where there is no terminal to ask on, --yes is needed.
      """)

  @Argument(help: "Where the database is, such as postgresql://db.home/trolley.")
  var address: String

  @Option(help: "What the others call this machine; its host name by default.")
  var name: String?

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options))
    try SharingAnswer.checkOwner(list)
    let directory = list.directory
    guard try Membership.load(directory: directory) == nil else {
      throw Failure(.badInput, "This list is shared already. See: trolley sync")
    }
    let machine = try SharingAnswer.machine(name ?? SharingAnswer.host)
    var access = ServerAccess(server: address)
    _ = try SharingAnswer.signedIn(&access) { .mayShare($0) }
    Complaint.say(list.state.whatOthersWillSee)
    try confirm()
    let shared = Step(
      replica: SystemClock.replica, number: 1, time: list.now, author: list.actor.author,
      role: .change, events: [.shared])
    let step = EventCoding.bodies(of: shared).map { String(decoding: $0, as: UTF8.self) }
    _ = try SharingAnswer.signedIn(&access) {
      .share(directory: directory, $0, machine: machine, step: step)
    }
    try SharingAnswer.say(
      "The list is shared. Invite another machine with: trolley invite NAME", options.isJSON)
  }

  /// Nothing leaves this machine before a person has agreed: here, or with `--yes`.
  private func confirm() throws(Failure) {
    guard !yes else { return }
    guard Question.canBeAsked else {
      throw Failure(
        .badInput, "Nothing was shared: nobody can be asked here. --yes shares without asking.")
    }
    guard Question.ask("Share it?") else {
      throw Failure(.cancelled, "Nothing was shared.", detail: "no")
    }
  }
}

struct InviteVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Make a code by which another machine joins the list.",
    discussion: """
      The code is one line. It works once and for a week; pass it on where others do not see it.
      """)

  @Argument(help: "What you call the machine.")
  var name: String

  @Flag(help: "Take the code back, or remove the machine that joined with it.")
  var revoke = false

  @Flag(help: "The machine may invite others itself.")
  var mayInvite = false

  @Flag(help: "Show the code as a QR code, too.")
  var qr = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options))
    try SharingAnswer.checkOwner(list)
    let machine = try SharingAnswer.machine(name)
    if revoke {
      guard try Membership.load(directory: list.directory)?.machine != machine else {
        throw Failure(.badInput, "That is this machine. To leave the list: trolley leave")
      }
      _ = try ServerTaskRun.answer(to: .revoke(directory: list.directory, machine: machine))
      return try SharingAnswer.say("\(machine) has no access any more.", options.isJSON)
    }
    let answer = try ServerTaskRun.answer(
      to: .invite(directory: list.directory, machine: machine, mayInvite: mayInvite))
    guard case .code(let code, let remark) = answer else { throw Failure.unexpectedAnswer }
    var output = Output()
    if options.isJSON {
      output.object { w, _ in
        w.member("code", code)
        w.optional("remark", remark) { $1.string($0) }
      }
    } else {
      if let remark { Complaint.say(remark) }
      Complaint.say("On \(machine) type trolley join, then this code. It works once, for a week:")
      // The code is there, and works once: it is shown in any case.
      if qr {
        do throws(Failure) { try QRText.show(code, list) } catch { Complaint.say(error.sentence) }
      }
      output.line(code)
    }
    try output.close()
  }
}

struct LeaveVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Share the list no longer on this machine; everything stays.",
    discussion: """
      The copy keeps its accounts, and the owner of the list owns it, too. A member who wants a list of \
      one's own exports this one and imports that into a new one.
      """)

  @Flag(help: "Also when the server cannot be told, or does not have everything yet.")
  var anyway = false

  @OptionGroup var options: VerbOptions

  func run() throws {
    let paths = try AppPaths(data: options.data.directory)
    paths.makeState()
    guard try Sharing.read(in: paths.data) != nil else { throw Failure.notShared }
    let list = try OpenList(VerbCall(options), needsSignIn: false)
    guard AccessPolicy.allows(.leaveList, list.actor, in: list.state) else {
      throw ChangeError.onlyOwner(list.state.owner?.name ?? "").failure
    }
    if !anyway {
      try send(paths.data)
      if !options.isJSON { Self.warn(paths.data) }
    }
    let store = try ListStore(directory: paths.data, create: false)
    let unsent = try store.load().waiting.count
    let answer = try leave(paths.data)
    try SealedSecrets(directory: paths.data).note(nil)
    // What still waits becomes part of the list here.
    _ = try ListStore(directory: paths.data, create: false).load()
    try SharingAnswer.say(
      "The list is this machine's own again, with everything in it."
        + list.state.wordsOfOwnerAfterLeaving(list.actor) + SyncStatus.wordsOfUnsent(unsent),
      options.isJSON)
    if case .leftUntold(let machine) = answer {
      Complaint.say(
        ServerAnswer.wordsOfUntold(machine)
          + " type: trolley invite \(ShellText.quoted(machine)) --revoke")
    }
  }

  private func leave(_ directory: String) throws(Failure) -> ServerAnswer {
    do {
      return try ServerTaskRun.answer(to: .leave(directory: directory, anyway: anyway))
    } catch {
      guard !anyway, error.kind == .unavailable else { throw error }
      throw Failure(
        error.kind, Wording.sentence(error.sentence) + Self.stays, detail: error.detail)
    }
  }

  private static let stays =
    " This machine is still in the list. To leave without telling: trolley leave --anyway"

  /// The last machine that may invite leaves others behind that can't.
  private static func warn(_ directory: String) {
    guard
      case .machines(let machines)? = try? ServerTaskRun.answer(to: .machines(directory: directory)),
      machines.isSelfLastToInvite
    else { return }
    Complaint.say([ServerMachine].wordsWithoutInviter)
  }

  /// The others get what was done here, as long as they can.
  private func send(_ directory: String) throws(Failure) {
    let carrier = try SyncRun(directory: directory)
    defer { carrier.stop() }
    let outcome = try carrier.run(until: SystemClock.now.monotonic + 10_000)
    if !options.isJSON { carrier.sayLeftOut() }
    switch outcome {
    case .done: return
    // A machine that was removed is free to go.
    case .offline(let trouble) where trouble.isRefusal: return
    case .offline(let trouble):
      throw Failure(
        trouble.failure.kind,
        trouble.sentence + Self.stays, detail: trouble.detail)
    case .late:
      // An open screen carries the list, and hears that this machine was removed in our place.
      do throws(Failure) { _ = try ServerTaskRun.answer(to: .machines(directory: directory)) } catch
      {
        if error.kind == .notAllowed { return }
      }
      throw Failure(
        .busy,
        "Not everything could be sent to the others yet. Try again, or leave without sending it: "
          + "trolley leave --anyway", detail: "late")
    }
  }
}

/// What several verbs of sharing need.
enum SharingAnswer {
  /// Performs a task as a user of the server, and asks for the password if there is one and it is
  /// in none of the usual places; `access` keeps what was typed.
  static func signedIn(
    _ access: inout ServerAccess, _ task: (ServerAccess) -> ServerTask
  ) throws(Failure) -> ServerAnswer {
    do {
      return try ServerTaskRun.answer(to: task(access), deadline: 600_000)
    } catch let error where error.detail == ServerAccess.needsPassword && SecretInput.isAtTerminal {
      access.password = try SecretInput.read("Password of the server", .password)
      return try ServerTaskRun.answer(to: task(access), deadline: 600_000)
    }
  }

  static func say(_ words: String, _ isJSON: Bool) throws(Failure) {
    var output = Output()
    if isJSON {
      output.object { w, _ in w.member("did", words) }
    } else {
      output.line(words)
    }
    try output.close()
  }

  /// The host name, without its domain.
  static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text.prefix { $0 != "." })
  }

  static func machine(_ name: String) throws(Failure) -> String {
    let name = CleanText.line(name)
    guard !name.isEmpty, name.count <= 60 else {
      throw Failure(.badInput, "The name of a machine has 1 to 60 letters.")
    }
    return name
  }

  /// Where a list has an owner, the owner decides who sees it.
  static func checkOwner(_ list: OpenList) throws(Failure) {
    guard AccessPolicy.allows(.manage, list.actor, in: list.state) else {
      throw Failure(.notAllowed, "Only the owner of the list may share it and invite machines.")
    }
  }
}
