import ArgumentParser

struct StoreVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "List, add, edit or delete favourite stores; find some nearby.",
    subcommands: [List.self, Add.self, Edit.self, Delete.self, StoreNearVerb.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the favourite stores.")

    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, as: data.who)
      var output = Output()
      if json.isOn {
        var w = JSONWriter()
        w.beginObject()
        w.name("stores")
        w.beginArray()
        for store in list.state.stores { JSONOutput.write(store, &w) }
        w.endArray()
        w.member("currentStore", list.state.currentStore)
        JSONOutput.warnings(list.warnings, &w)
        w.endObject()
        w.newline()
        try output.drain(&w, all: true)
      } else {
        list.printWarnings()
        if list.state.stores.isEmpty { output.line("There are no favourite stores yet.") }
        var columns = Columns("lllll")
        for store in list.state.stores {
          let note = store.note.split(separator: "\n").joined(separator: " ")
          columns.add(store.name, store.address, store.phone, store.email, note)
        }
        columns.print(to: &output)
      }
      try list.end(&output)
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Keep a store.")

    @Argument(help: "Its name.")
    var name: [String]

    @OptionGroup var fields: StoreOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, as: data.who)
      let events = try list.change { _ in .addStore(fields.draft(name: name.sentence)) }
      var store: Store?
      for case .storeAdded(let added) in events { store = added }
      try StoreVerb.answer("Added", store, list, json)
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change a store. An empty text takes a field away.")

    @Argument(help: "The store, or the beginning of its name.")
    var store: [String]

    @Option(name: .customLong("name"), parsing: .unconditional, help: "Another name.")
    var newName: String?

    @OptionGroup var fields: StoreOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func validate() throws {
      if newName == nil, fields.isEmpty {
        throw ValidationError("Say what to change, such as --phone 555-0100.")
      }
    }

    func run() throws {
      let list = try OpenList(data.directory, as: data.who)
      var id: Store.ID?
      try list.change(orNothing: true) { (state) throws(ChangeError) in
        let found = try state.store(named: store.sentence)
        id = found.id
        return .editStore(found.id, fields.draft(name: newName))
      }
      try StoreVerb.answer("Changed", list.state.stores.first { $0.id == id }, list, json)
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Drop a store.")

    @Argument(help: "The store, or the beginning of its name.")
    var store: [String]

    @OptionGroup var data: DataOptions
    @OptionGroup var json: JSONOption

    func run() throws {
      let list = try OpenList(data.directory, as: data.who)
      var found: Store?
      try list.change { (state) throws(ChangeError) in
        let store = try state.store(named: self.store.sentence)
        found = store
        return .deleteStore(store.id)
      }
      try StoreVerb.answer("Deleted", found, list, json)
    }
  }

  private static func answer(
    _ verb: String, _ store: Store?, _ list: OpenList, _ json: JSONOption
  ) throws(Failure) -> Never {
    try list.answer(
      "\(verb) \(store?.name ?? "the store").", isJSON: json.isOn,
      more: { w in
        w.name("store")
        if let store { JSONOutput.write(store, &w) } else { w.null() }
      })
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
