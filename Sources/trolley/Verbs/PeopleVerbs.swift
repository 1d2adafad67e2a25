extension CommandTree {
  static let peopleVerbs: [any ParsableCommand.Type] = [
    PeopleVerb.self, SignInVerb.self, SignOutVerb.self, WhoAmIVerb.self,
  ]
}

struct PeopleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "List, add or remove who signs in.",
    subcommands: [List.self, Add.self, Remove.self, Invite.self, Unlock.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Print everybody, who is online, and in staff use the pieces in their cart.")

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options).reading)
      let online = Presence.online(in: list.directory)
      try list.print { w, _ in
        w.member("use", list.state.use.rawValue)
        w.array("people", list.state.peopleByName) {
          JSONOutput.write($0, list.state, for: list.actor, &$1, isOnline: online.contains($0.id))
        }
      } text: { output in
        if list.state.accounts.isEmpty { output.line("This list has no accounts.") }
        let isHome = list.state.use == .household
        var columns = Columns(isHome ? "llllll" : "lllrll")
        for account in list.state.peopleByName {
          let ways = account.waysIn(list.preferences.offeredProviders).joined(separator: ", ")
          let pieces = Wording.count(
            list.state.carts.summary(of: account.cart).pieces, "piece")
          columns.add(
            list.state.name(of: account), account.since.words(list.dateStyle),
            list.state.email(of: account, for: list.actor),
            isHome ? ways : pieces,
            account.id == list.state.owner?.id ? "owner" : "",
            online.contains(account.id) ? "online" : "")
        }
        columns.print(to: &output)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a person; the PIN or the password is asked for.",
      discussion: """
        The PIN (staff) or the password (household) is asked for on the terminal, or is the first \
        line of standard input. The first one owns the list, and is told a recovery code to write \
        down. Who may add others the owner says, as for the screen: trolley settings registration. \
        Where that takes an invitation, its code is asked for first.

          trolley people add --first Ann --last Smith
          trolley people add --name Ann --email ann@home.example
        """)

    @Option(parsing: .unconditional, help: "Household: the name that the others see.")
    var name: String?

    @Option(name: .customLong("first"), parsing: .unconditional, help: "Staff: the first name.")
    var firstName: String?

    @Option(
      name: .customLong("last"), parsing: .unconditional,
      help: "Staff: the last name. Verbs find people by it, so each has another one.")
    var lastName: String?

    @Option(
      parsing: .unconditional,
      help:
        "The e-mail address: staff have a forgotten PIN shown by it, a household signs in with it.")
    var email = ""

    @Option(parsing: .unconditional, help: "The day of hiring, such as 2026-03-14; else today.")
    var hired = ""

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options), needsSignIn: false)
      let invitation = try list.askInvitation()
      let draft = try draft(for: list.state.use)
      if let wrong = draft.refusals(in: list.state.use).first { throw wrong.refusal.failure }
      let credential: Credential
      if list.state.use == .household {
        if list.state.accounts.contains(where: { $0.hasEmail(draft.email) }) {
          throw ChangeError.emailTaken.failure
        }
        credential = .password(try list.newPassword(for: draft))
      } else {
        let digits = try SecretInput.read("PIN")
        if let wrong = PIN.refusal(of: digits) { throw wrong.failure }
        let request = VaultRequest.seal(digits, among: list.state.pinHolders())
        guard case .sealed(let pin) = try list.ask(request) else { return }
        credential = .pin(pin)
      }
      let recovery = try list.state.owner == nil ? list.makeCode(RecoveryCode.groups) : nil
      let events = try list.change { (state) throws(ChangeError) in
        // The owner may have made another invitation while the PIN was typed.
        let isInvited = invitation != nil && invitation == state.registration.invitation
        return .addAccount(
          NewAccount(draft, credential, recovery: recovery?.code, isInvited: isInvited))
      }
      var added: Account?
      for case .accountAdded(let account) in events { added = account }
      // Another one may have become the owner meanwhile.
      let isOwner = added?.role == .owner
      try PeopleVerb.answer("Added", added, recovery: isOwner ? recovery?.text : nil, list)
    }

    private func draft(for use: ListMode) throws(Failure) -> AccountDraft {
      switch use {
      case .personal:
        throw Failure(.usage, "This list is one person’s. Type: trolley init --use household")
      case .household:
        guard firstName == nil, lastName == nil, let name else {
          throw Failure(.usage, "In a household give --name and --email.")
        }
        return AccountDraft(firstName: name, email: email, since: hired)
      case .staff:
        guard name == nil, let firstName, let lastName else {
          throw Failure(.usage, "For an employee give --first and --last.")
        }
        return AccountDraft(firstName: firstName, lastName: lastName, email: email, since: hired)
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a person; only the owner may.",
      discussion: """
        An employee goes with what is in their cart. What a member of a household has added belongs \
        to the owner then.
        """)

    @Argument(help: "The name or its beginning, the last name or the e-mail address.")
    var name: [String]

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      let removed = try list.change(
        find: { (state) throws(ChangeError) in
          try state.account(named: name.sentence, from: .toTakeAway)
        },
        make: { .removeAccount($0.id) }
      ).found
      try list.tokens.forget(removed.id)
      try PeopleVerb.answer("Removed", removed, list)
    }
  }

  struct Invite: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "invite", abstract: "Make an invitation; registering takes it from then on.",
      discussion: """
        Only the owner may. The code is printed once; another one replaces it. Who may register \
        besides: trolley settings registration open, or closed.
        """)

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      try list.requireAccounts()
      try list.requireOwner()
      let isAnother = list.state.registration.invitation != nil
      let (text, code) = try list.makeCode(RecoveryCode.groupsOfInvitation)
      try list.change { _ in .invite(code) }
      if isAnother, !options.isJSON {
        Complaint.say("The invitation made before is not valid any more.")
      }
      try list.answer("Invitation: \(text)") { $0.member("invitation", text) }
    }
  }

  struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unlock",
      abstract: "Accept PINs and passwords again after too many wrong tries.",
      discussion: """
        The owner signs in before, or types the recovery code when asked, or gives it as the first \
        line of standard input. Of a list on several machines, each counts what was typed on it: where \
        the wrong ones were typed, unlock.
        """)

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options), needsSignIn: false)
      try list.requireAccounts()
      if let owner = list.state.owner, list.actor.account != owner.id, let code = owner.recovery {
        let typed = try SecretInput.read("Recovery code of \(owner.name)", .code)
        // The owner may have made another one meanwhile.
        try list.lookAgain()
        let code = list.state.owner?.recovery ?? code
        let request = VaultRequest.checkCode(typed, code, unlocks: true)
        _ = try list.ask(request, unknown: "That is not the recovery code of this list.")
      }
      // Without a code the owner of the files could not get in at all.
      try list.vault.unlock()
      let isHousehold = list.state.use == .household
      let words =
        (isHousehold ? "Passwords" : "PINs") + " are accepted again"
        + (list.isShared ? " on this machine" : "")
      // The most in an hour stays the most.
      guard !isHousehold, case .wait(let time) = list.vault.answer(.standing(address: nil)) else {
        try list.answer(words + ".")
      }
      try list.answer(
        words
          + " in \(Wording.wait(seconds: (time + 999) / 1000)): so many wrong ones came within an "
          + "hour. The recovery code lets the owner in meanwhile.")
    }
  }

  private static func answer(
    _ verb: String, _ account: Account?, recovery: String? = nil, _ list: OpenList
  ) throws(Failure) -> Never {
    let code =
      recovery.map {
        "\nRecovery code: \($0)\nWrite it down: it is not shown again, and it is the way in when "
          + "\(account?.firstName ?? "the owner") cannot sign in otherwise."
      } ?? ""
    try list.answer("\(verb) \(account?.name ?? "the account")." + code) { w in
      w.optional("person", account) { JSONOutput.write($0, list.state, for: list.actor, &$1) }
      w.optional("recoveryCode", recovery) { $1.string($0) }
    }
  }
}

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
    let list = try OpenList(VerbCall(options).asSignedOut, needsSignIn: false)
    try list.requireAccounts()
    guard !list.state.accounts.isEmpty else {
      throw Failure(.notAllowed, OpenList.noAccountYet(list.state.use))
    }
    let id = try list.state.use == .household ? member(of: list) : employee(of: list)
    // The owner, who was here before, does not stay signed in for the next person.
    var wasOwner = ""
    if let owner = list.state.owner, owner.id != id, try list.tokens.revoke(owner.id) {
      wasOwner = "\n\(owner.name), who owns the list, is signed out here."
    }
    guard let account = list.state.account(id) else {
      throw Failure(.notAllowed, "This account is gone.")
    }
    try list.tokens.issue(account, at: list.position, waiting: list.waiting)
    let news = try list.seeRecovery(of: id)
    let name = account.name
    try list.answer(Wording.sentence("Signed in as \(name)") + wasOwner + news) {
      $0.member("name", name)
    }
  }

  private func member(of list: OpenList) throws(Failure) -> Account.ID {
    if let provider {
      let all = list.preferences.offeredProviders
      let wanted = Folding.plain(provider)
      guard let found = all.first(where: { Folding.plain($0.name) == wanted }) else {
        let names = Wording.list(all.map { "“\($0.name)”" })
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
      try list.answer("You were not signed in.")
    }
    try list.tokens.revoke(account.id)
    try list.answer(Wording.sentence("Signed out \(account.name)")) {
      $0.member("name", account.name)
    }
  }
}

struct WhoAmIVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Print who is signed in.")

  @OptionGroup var options: VerbOptions

  func run() throws {
    let list = try OpenList(VerbCall(options).reading, needsSignIn: false)
    let account = list.actor.account.flatMap(list.state.account)
    try list.print { w, _ in
      w.member("use", list.state.use.rawValue)
      w.optional("account", account) { JSONOutput.write($0, list.state, for: list.actor, &$1) }
    } text: { output in
      let words =
        list.state.use.hasAccounts ? "Not signed in." : "Personal use: no sign-in."
      output.line(account?.name ?? words)
    }
  }
}
