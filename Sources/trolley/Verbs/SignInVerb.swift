struct SignInVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in", abstract: "Sign in for the verbs that follow.",
    discussion: """
      The PIN (staff) or the password (household) is asked for on the terminal, or is the first \
      line of standard input. It writes a token that only you can read; sign-out removes it.

        trolley sign-in                          staff
        trolley sign-in --as ann@home.example    household
        trolley sign-in --with google            household, by a code
      """)

  @Option(name: .customLong("with"), help: "google, facebook, or the name of another provider.")
  var provider: String?

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options).asNobody, needsSignIn: false)
    guard list.state.use.hasAccounts else {
      throw Failure(.usage, "This list is one person’s: nobody signs in. See: trolley init --help")
    }
    guard !list.state.accounts.isEmpty else {
      throw Failure(.notAllowed, "Nobody has an account yet. Type: trolley people add --help")
    }
    let id = try list.state.use == .household ? member(of: list) : employee(of: list)
    try list.tokens.issue(id, at: list.position)
    let name = list.state.account(id)?.name ?? ""
    try list.answer("Signed in as \(name).") { $0.member("name", name) }
  }

  private func member(of list: OpenList) throws(Failure) -> Account.ID {
    if let provider {
      let all = list.preferences.offeredProviders
      let wanted = Folding.plain(provider)
      guard let found = all.first(where: { Folding.plain($0.name) == wanted }) else {
        let names = all.map { "“\($0.name)”" }.joined(separator: ", ")
        throw Failure(.usage, "There is no such provider here. There are \(names).")
      }
      return try list.identify(with: found)
    }
    guard let who = options.data.who else {
      throw Failure(.usage, "Say whose: trolley sign-in --as ADDRESS")
    }
    return try list.askPassword(of: CleanText.line(who, limit: .name))
  }

  private func employee(of list: OpenList) throws(Failure) -> Account.ID {
    guard provider == nil else { throw Failure(.usage, "Staff sign in with a PIN.") }
    let digits = try SecretInput.read("PIN")
    guard PIN.isWellFormed(digits) else { throw ChangeError.badPIN.failure }
    guard case .found(let id) = try list.ask(.find(digits, among: list.state.pinHolders())) else {
      throw Failure(.notAllowed, "No one has this PIN. Check the digits.")
    }
    if let who = options.data.who {
      let asked: Account
      do { asked = try list.state.account(named: who) } catch { throw error.failure }
      guard asked.id == id else {
        throw Failure(.notAllowed, "That is not the PIN of \(asked.name).")
      }
    }
    return id
  }
}

struct SignOutVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out. The cart is kept.")

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options), needsSignIn: false)
    guard let account = list.actor.account.flatMap(list.state.account) else {
      try list.answer("Nobody was signed in.")
    }
    try list.tokens.revoke(account.id)
    try list.answer("Signed out \(account.name).") { $0.member("name", account.name) }
  }
}

struct WhoAmIVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Print who is signed in.")

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options), needsSignIn: false)
    let account = list.actor.account.flatMap(list.state.account)
    try list.print { w, _ in
      w.member("use", list.state.use.rawValue)
      w.optional("account", account) { JSONOutput.write($0, list.state, &$1) }
    } text: { output in
      let nobody =
        list.state.use.hasAccounts ? "Nobody is signed in." : "Personal use: nobody signs in."
      output.line(account?.name ?? nobody)
    }
  }
}
