/// All verbs. Without one the screen opens.
struct CommandTree: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trolley", abstract: "A shopping list, a cart and their orders, in the terminal.",
    discussion: """
      Without a verb the screen opens; it takes --theme, --colours, --no-colour and \
      --reduce-motion, which trolley screen --help explains. Each verb does one thing for scripts: it asks for nothing but \
      a PIN, a password or a code (share and join also whether they should), prints JSON with --json, and exits with 0 only when its change is safely \
      on the disk.
      """,
    version: Version.text,
    subcommands: [ScreenVerb.self],
    groupedSubcommands: [
      CommandGroup(name: "The list and the cart:", subcommands: cartVerbs),
      CommandGroup(name: "Items:", subcommands: itemVerbs),
      CommandGroup(name: "Orders and stores:", subcommands: orderVerbs),
      CommandGroup(name: "People:", subcommands: peopleVerbs),
      CommandGroup(name: "Several machines:", subcommands: sharingVerbs),
      CommandGroup(name: "History and data:", subcommands: dataVerbs),
    ],
    defaultSubcommand: ScreenVerb.self)

  @OptionGroup var data: DataOptions

  /// Parses the arguments and does what they say.
  static func run() -> Never {
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      try VerbCall.runIfPlain(arguments)
      if arguments.count > 1, arguments[0] == "help", !names.contains(arguments[1]) {
        Complaint.end(Failure(.usage, noVerb(arguments[1]), detail: "help"))
      }
      var command = try parseAsRoot()
      try command.run()
      SystemIO.exit(0)
    } catch let failure as Failure {
      Complaint.end(failure)
    } catch let refusal as ChangeError {
      Complaint.end(refusal.failure)
    } catch {
      end(error)
    }
  }

  /// Help goes to standard output; errors are one line.
  private static func end(_ error: any Error) -> Never {
    guard exitCode(for: error) != .success else {
      var output = Output()
      output.line(fullMessage(for: error))
      do { try output.flush() } catch { Complaint.end(error) }
      SystemIO.exit(0)
    }
    Complaint.end(Failure(.usage, sentence(for: error), detail: "arguments"))
  }

  /// The names of all verbs.
  static var names: Set<String> {
    var names: Set<String> = []
    for group in configuration.groupedSubcommands {
      for verb in group.subcommands {
        if let name = verb.configuration.commandName { names.insert(name) }
      }
    }
    return names.union(["screen", "help"])
  }

  private static func noVerb(_ name: String) -> String {
    let nearest = NearestNames.of(name, among: names.sorted(), count: 1).first ?? ""
    let hint = nearest.first == name.first ? " The nearest is “\(nearest)”." : ""
    return "There is no verb “\(CleanText.line(name))”.\(hint) See: trolley --help"
  }

  private static func sentence(for error: any Error) -> String {
    let first = CommandLine.arguments.dropFirst().first ?? ""
    let node = configuration.subcommands.first {
      $0.configuration.commandName == first
    }
    if !names.contains(first), !first.hasPrefix("-") { return noVerb(first) }
    let message = CleanText.line(Self.message(for: error), limit: .message)
    let end = message.last.map { ".!?".contains($0) } ?? true ? "" : "."
    let second = CommandLine.arguments.dropFirst(2).first ?? ""
    let isNested = node?.configuration.subcommands.contains {
      $0.configuration.commandName == second || $0.configuration.aliases.contains(second)
    }
    let path = (node == nil ? [] : [first]) + (isNested == true ? [second] : []) + ["--help"]
    // Neither an option nor a short one begins with a digit: a number below 0 is meant.
    let number = CommandLine.arguments.first {
      $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true
    }
    let hint =
      number.map { " Put -- before what begins with a minus: -- \(CleanText.line($0))." } ?? ""
    return "\(message)\(end)\(hint) See: trolley \(path.joined(separator: " "))"
  }
}

struct DataOptions: ParsableArguments {
  @Option(name: .customLong("data"), help: "Keep the list in this directory.")
  var directory: String?

  @Option(name: .customLong("as"), help: "Act as this person, who has signed in.")
  var who: String?
}

/// What most verbs take.
struct VerbOptions: ParsableArguments {
  @OptionGroup var data: DataOptions

  @Flag(name: .customLong("json"), help: "Print JSON.")
  var isJSON = false
}
