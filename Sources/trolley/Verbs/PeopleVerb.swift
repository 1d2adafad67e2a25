import ArgumentParser
import TrolleyCore

struct PeopleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "List, add or remove who signs in.",
    subcommands: [List.self, Add.self, Remove.self, Unlock.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print everybody, with the pieces in their cart.")

    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, as: data.who)
      var output = Output()
      if json.isOn {
        var w = JSONWriter()
        w.beginObject()
        w.member("use", list.state.use.rawValue)
        w.name("people")
        w.beginArray()
        for account in list.state.accounts { Objects.write(account, list.state, &w) }
        w.endArray()
        Objects.warnings(list.warnings, &w)
        w.endObject()
        w.newline()
        try output.drain(&w, all: true)
      } else {
        list.printWarnings()
        if list.state.accounts.isEmpty { output.line("Nobody signs in here.") }
        var columns = Columns("lllr")
        for account in list.state.accounts {
          let pieces = list.state.carts[account.cart].pieces
          columns.add(
            account.name, account.since.text, account.email, Wording.count(pieces, "piece"))
        }
        columns.print(to: &output)
      }
      try list.end(&output)
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add an employee; the PIN is asked for.",
      discussion: """
        The PIN is asked for on the terminal, or is the first line of standard input. The first \
        employee owns the list.
        """)

    @Option(name: .customLong("first"), parsing: .unconditional, help: "The first name.")
    var firstName: String

    @Option(name: .customLong("last"), parsing: .unconditional, help: "The last name.")
    var lastName: String

    @Option(parsing: .unconditional, help: "The e-mail address, which shows a forgotten PIN.")
    var email = ""

    @Option(parsing: .unconditional, help: "The day of hiring, such as 2026-03-14; else today.")
    var hired = ""

    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, as: data.who, needsSignIn: false)
      guard list.state.use == .staff else {
        throw Failure(
          .usage, "This list has no employees. Type: trolley init --use staff")
      }
      let draft = AccountDraft(firstName: firstName, lastName: lastName, email: email, since: hired)
      if let wrong = draft.refusals(in: .staff).first { throw wrong.refusal.failure }
      let digits = try SecretInput.read("PIN")
      if let wrong = PIN.refusal(of: digits) { throw wrong.failure }
      let request = PINRequest.seal(digits, among: list.state.pinHolders())
      guard case .sealed(let pin) = try list.ask(request) else { return }
      let events = try list.change { _ in .addAccount(NewAccount(draft, .pin(pin))) }
      var added: Account?
      for case .accountAdded(let account) in events { added = account }
      try PeopleVerb.answer("Added", added, list, json)
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove somebody, with what is in their cart.")

    @Argument(help: "The name, the last name or the e-mail address.")
    var name: [String]

    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, as: data.who)
      var removed: Account?
      try list.change { (state) throws(ChangeRefusal) in
        let account = try state.account(named: name.sentence)
        removed = account
        return .removeAccount(account.id)
      }
      if let removed { try list.tokens.forget(removed.id) }
      try PeopleVerb.answer("Removed", removed, list, json)
    }
  }

  struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unlock", abstract: "Take PINs again after too many wrong tries.")

    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, needsSignIn: false)
      try list.vault.unlock()
      try list.answer("PINs are taken again.", isJSON: json.isOn)
    }
  }

  private static func answer(
    _ verb: String, _ account: Account?, _ list: OpenList, _ json: JSONOption
  ) throws(Failure) -> Never {
    try list.answer("\(verb) \(account?.name ?? "nobody").", isJSON: json.isOn) { w in
      w.name("person")
      if let account { Objects.write(account, list.state, &w) } else { w.null() }
    }
  }
}
