struct InitVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make the directory of the list with the starter items.",
    discussion: """
      With --use the list is put to that use, and everything in it stays. A household has \
      an account for each and one cart for all; staff use has a PIN and a cart for each employee. \
      The first one owns the list: trolley people add, or on the screen.
      """)

  @Option(help: "What the list is for: personal, household or staff.")
  var use: ListMode?

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options), needsSignIn: false)
    if let use { try list.change(orNothing: true) { _ in .changeUse(use, owner: nil) } }
    let path = CleanText.line(list.directory, limit: .address)
    var words = "The list is kept in \(path)."
    if use != nil {
      words += " It is for \(list.state.use.title) use."
      if list.state.use.hasAccounts, list.state.accounts.isEmpty {
        words +=
          list.state.use == .staff
          ? " Open trolley to add the first employee."
          : " Open trolley to register the first account."
      }
    }
    try list.answer(words) {
      $0.member("directory", path)
      $0.member("use", list.state.use.rawValue)
    }
  }
}

extension ListMode: ExpressibleByArgument {}
