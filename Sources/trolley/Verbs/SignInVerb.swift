import ArgumentParser
import TrolleyCore

struct SignInVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in", abstract: "Sign in for the verbs that follow, with a PIN.",
    discussion: """
      The PIN is asked for on the terminal, or is the first line of standard input. It writes a \
      token that only you can read; sign-out removes it.
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data.directory, needsSignIn: false)
    guard list.state.use.hasAccounts else {
      throw Failure(.usage, "This list is one person’s: nobody signs in. See: trolley init --help")
    }
    guard !list.state.accounts.isEmpty else {
      throw Failure(.notAllowed, "Nobody works here yet. Type: trolley people add --help")
    }
    let digits = try SecretInput.read("PIN")
    guard PIN.isWellFormed(digits) else { throw ChangeRefusal.badPIN.failure }
    guard case .found(let id) = try list.ask(.find(digits, among: list.state.pinHolders())) else {
      return
    }
    if let who = data.who {
      let asked: Account
      do { asked = try list.state.account(named: who) } catch { throw error.failure }
      guard asked.id == id else {
        throw Failure(.notAllowed, "That is not the PIN of \(asked.name).")
      }
    }
    try list.tokens.issue(id)
    let name = list.state.account(id)?.name ?? ""
    try list.answer("Signed in as \(name).", isJSON: json.isOn) { $0.member("name", name) }
  }
}

struct SignOutVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out. The cart is kept.")

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data.directory, as: data.who, needsSignIn: false)
    guard let account = list.actor.account.flatMap(list.state.account) else {
      try list.answer("Nobody was signed in.", isJSON: json.isOn)
    }
    try list.tokens.revoke(account.id)
    try list.answer("Signed out \(account.name).", isJSON: json.isOn) {
      $0.member("name", account.name)
    }
  }
}

struct WhoAmIVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Print who is signed in.")

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data.directory, as: data.who, needsSignIn: false)
    let account = list.actor.account.flatMap(list.state.account)
    var output = Output()
    if json.isOn {
      var w = JSONWriter()
      w.beginObject()
      w.member("use", list.state.use.rawValue)
      w.name("account")
      if let account { Objects.write(account, list.state, &w) } else { w.null() }
      Objects.warnings(list.warnings, &w)
      w.endObject()
      w.newline()
      try output.drain(&w, all: true)
    } else {
      list.printWarnings()
      let nobody =
        list.state.use.hasAccounts ? "Nobody is signed in." : "Personal use: nobody signs in."
      output.line(account?.name ?? nobody)
    }
    try list.end(&output)
  }
}
