struct StoreVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "List, add, edit or delete starred stores; find some nearby.",
    discussion: """
      All that can be said of a store: trolley store add --help

        trolley store add Aldi --address "2 Low Road" --email orders@aldi.example
        trolley store edit Aldi --phone 555-0100
        trolley store near Berlin
      """,
    subcommands: [List.self, Add.self, Edit.self, Delete.self, StoreNearVerb.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the starred stores.")

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options).reading)
      try list.print { w, _ in
        w.array("stores", list.state.stores.inNameOrder) { JSONOutput.write($0, &$1) }
        w.member("currentStore", list.state.currentStore)
      } text: { output in
        if list.state.stores.isEmpty { output.line("There are no starred stores yet.") }
        var columns = Columns("lllll")
        for store in list.state.stores.inNameOrder {
          let note = store.note.split(separator: "\n").joined(separator: " ")
          columns.add(store.name, store.address, store.phone, store.email, note)
        }
        columns.print(to: &output)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Keep a store.")

    @Argument(help: "Its name.")
    var name: [String]

    @OptionGroup var fields: StoreOptions
    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      let events = try list.change { _ in .addStore(fields.draft(name: name.sentence)) }
      var store: Store?
      for case .storeAdded(let added) in events { store = added }
      try StoreVerb.answer("Added", store, list)
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change a store. An empty text takes a field away.")

    @Argument(
      help: "The store, or the beginning of its name.", completion: ListCompletion.store)
    var store: [String]

    @Option(name: .customLong("name"), parsing: .unconditional, help: "Another name.")
    var newName: String?

    @OptionGroup var fields: StoreOptions
    @OptionGroup var options: VerbOptions

    func run() throws {
      // Not before: an option that is not known is what has to be said then.
      if newName == nil, fields.isEmpty {
        throw ValidationError("Say what to change, such as --phone 555-0100.")
      }
      let list = try OpenList(VerbCall(options))
      let before = try list.change(
        orNothing: true,
        find: { (state) throws(ChangeError) in try state.store(named: store.sentence) },
        make: { .editStore($0.id, fields.draft(name: newName)) }
      ).found
      try StoreVerb.answer("Changed", list.state.stores.first { $0.id == before.id }, list)
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Drop a store.", aliases: ["remove"])

    @Argument(
      help: "The store, or the beginning of its name.", completion: ListCompletion.store)
    var store: [String]

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      var label: String?
      let deleted = try list.change(
        find: { (state) throws(ChangeError) in
          let store = try state.store(named: store.sentence, from: .toTakeAway)
          label = state.stores.label(of: store)
          return store
        },
        make: { .deleteStore($0.id) }
      ).found
      try StoreVerb.answer("Deleted", deleted, list, called: label)
    }
  }

  private static func answer(
    _ verb: String, _ store: Store?, _ list: OpenList, called label: String? = nil
  ) throws(Failure) -> Never {
    try list.answer("\(verb) \(label ?? store?.name ?? "the store").") { w in
      w.optional("store", store) { JSONOutput.write($0, &$1) }
    }
  }
}

struct StoreOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The address.")
  var address: String?

  @Option(parsing: .unconditional, help: "The telephone number.")
  var phone: String?

  @Option(parsing: .unconditional, help: "The e-mail address, for orders.")
  var email: String?

  @Option(parsing: .unconditional, help: "A note.")
  var note: String?

  var isEmpty: Bool { [address, phone, email, note].allSatisfy { $0 == nil } }

  func draft(name: String?) -> StoreDraft {
    StoreDraft(name: name, address: address, phone: phone, email: email, note: note)
  }
}
