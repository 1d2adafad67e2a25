import TrolleyFormats

struct JoinVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join a list that another machine shares.",
    discussion: """
      Type the code when asked, or give it on standard input; as an argument others on this machine \
      could see it for a moment. What becomes of a list that is here already is asked on a terminal, \
      else --merge or --keep says it. Either way it is moved, whole, to a directory beside.
      """)

  @Argument(help: "The code; it is asked for without.")
  var code: String?

  @Flag(help: "Move the list that is here to a directory beside.")
  var keep = false

  @Flag(help: "The same, and put what is in it into the joined list, by name.")
  var merge = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if keep, merge { throw ValidationError("Say --keep or --merge, not both.") }
  }

  /// What becomes of the list that is here.
  private enum Former { case none, kept, merged }

  func run() throws {
    let paths = try AppPaths(data: options.data.directory)
    paths.makeState()
    // Before anything is asked.
    if Self.isList(paths.data), try Membership.load(directory: paths.data) != nil {
      throw Failure(
        .badInput,
        "The list here is shared already. To join another one, or this one again after it was left "
          + "or this machine was removed: trolley leave, then trolley join")
    }
    let text = try code ?? SecretInput.read("Code", .joinCode)
    _ = try JoinCode(text)
    let choice = try former(in: paths.data)
    let former = choice == .none ? nil : Self.free(paths.data + ".before-joining")
    let answer = try ServerTaskRun.answer(
      to: .join(directory: paths.data, code: text, keep: former), deadline: 600_000)
    guard case .joined(let lines, let machine) = answer else { throw Failure.unexpectedAnswer }
    var words =
      "Joined as \(machine): the whole list is here, \(Wording.count(lines, "line")) like the server's."
    if let former {
      words += " Your own list is in \(CleanText.line(former, limit: .address))."
      if choice == .merged {
        do throws(Failure) { words += " " + (try merged(former)) } catch {
          // Whatever came of the other list, this one is joined.
          try SharingAnswer.say(words, options.isJSON)
          throw Failure(error.kind, Self.sentence(error.sentence, former), detail: error.detail)
        }
      }
    }
    try SharingAnswer.say(words, options.isJSON)
  }

  private func former(in directory: String) throws(Failure) -> Former {
    guard Self.isList(directory) else { return .none }
    if keep { return .kept }
    if merge { return .merged }
    let state = try ListStore(directory: directory, create: false).load().state
    // A list in which nothing was done is none that anyone would miss.
    if state.hasOnlyStarterItems { return .kept }
    let count = Wording.count(state.items.count, "item")
    guard Question.canBeAsked else {
      throw Failure(
        .badInput,
        "There is a list with \(count) here already. --merge puts what is in it into the joined one, "
          + "--keep only moves it to a directory beside; nothing of it is lost.")
    }
    let letter = Question.choose(
      "There is a list with \(count) here already. Put what is in it into the joined one (m), "
        + "only keep it in a directory beside (k), or join nothing (n)?", ["m", "k"])
    switch letter {
    case "m": return .merged
    case "k": return .kept
    case nil, .some: throw Failure(.cancelled, "Nothing was joined.", detail: "no")
    }
  }

  private static func isList(_ directory: String) -> Bool {
    access(directory + "/journal.jsonl", F_OK) == 0
  }

  private static func free(_ path: String) -> String {
    guard access(path, F_OK) == 0 else { return path }
    return (2...).lazy.map { "\(path)-\($0)" }.first { access($0, F_OK) != 0 } ?? path
  }

  /// Puts the former list into the joined one, as one change; says what came of it.
  private func merged(_ former: String) throws(Failure) -> String {
    let store = try ListStore(directory: former, create: false)
    let own = try store.load().state
    var bytes: [UInt8] = []
    try ListJSON.write(own) { bytes += $0 }
    let document = try ListJSON.read(bytes)
    let list = try OpenList(VerbCall(options))
    let (events, kept, added) = try list.merge(document, isSame: store.list == list.id)
    try list.drafts.takeOver(from: store.list)
    list.carry()
    return
      (events.isEmpty
      ? kept == nil
        ? "All that is in it was in the joined one already."
        : "Nothing in it is new in the joined one."
      : "What is in it was put into the joined one; trolley undo takes it out again.")
      + (added.map { " What both carts had is added up: \($0)." } ?? "")
      + (kept.map { " Otherwise in it, and left as the joined one has it: \($0)." } ?? "")
  }

  /// Why the former list could not be put into the joined one, and what to type later. A sentence that
  /// ends in a command has no full stop; before another one it needs one.
  private static func sentence(_ why: String, _ former: String) -> String {
    let isEnded = why.last.map { ".!?".contains($0) } == true
    let data = "--data " + ShellText.quoted(CleanText.line(former, limit: .address))
    let state = try? ListStore(directory: former, create: false).load().state
    let use = state?.use ?? .personal
    let first = use.hasAccounts ? "\(OpenList.signIn(use)) \(data), and then: " : ""
    let isOfSeveral = Set(state?.carts.lines.map(\.cart) ?? []).count > 1
    let then = isOfSeveral ? "Then each person who has a cart there types:" : "Then:"
    return "Your own list is not in the joined one yet: \(why)\(isEnded ? "" : ".") \(then) "
      + first + "trolley export \(data) | trolley import --merge -"
  }
}

extension OpenList {
  /// Puts another list into this one, by name and as one change. What both have stays as it is here: `kept`
  /// names what is otherwise there, and `added` what is in both carts, unless that stays as well.
  ///
  /// - Parameters:
  ///   - isSame: it is a copy of this very list; nil to tell from what is in it.
  ///   - keepsCart: as `ListDocument.merged(into:isSame:keepsCart:)` has it.
  func merge(
    _ document: ListDocument, isSame: Bool? = nil, keepsCart: Bool = false
  ) throws(Failure) -> (events: [Event], kept: String?, added: String?) {
    var (kept, added): (String?, String?)
    let events = try change(orNothing: true) { state in
      kept = document.wordsOfKept(in: state, keepsCart: keepsCart)
      let isSame = isSame ?? document.isCopy(of: state)
      let merged = document.merged(into: state, isSame: isSame, keepsCart: keepsCart)
      added = merged.wordsOfAdded(to: state)
      return .restore(merged)
    }
    return (events, kept, added)
  }
}
