struct ItemVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "item", abstract: "Add, delete or list items.",
    subcommands: [Add.self, Delete.self, List.self], defaultSubcommand: List.self)

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add an item without putting it in the cart.",
      discussion: "The text is read as by the verb add; the options say the same and more.")

    @Argument(help: "The item, such as 'potatoes @3.20/kg #veg'.")
    var text: [String]

    @OptionGroup var fields: ItemOptions

    @Flag(help: "Star it.")
    var favourite = false

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      let entry = try QuickAdd(entry: text.sentence, currency: list.currency)
      let picture = try GivenPicture.whole(fields.picture)
      let events = try list.change(orNothing: true) { (state) throws(ChangeError) in
        var request = AddRequest(entry)
        request.picture = picture
        request.isInCart = false
        if favourite { request.isFavourite = true }
        try fill(&request, state)
        return .add([request])
      }
      let id = list.state.itemID(changedBy: events, named: entry.name)
      let name = id.flatMap { list.state.items[$0]?.name } ?? entry.name
      guard !events.isEmpty else { throw ChangeError.nameTaken(name) }
      let isNew = events.contains { if case .itemsAdded = $0 { true } else { false } }
      try list.answer(
        isNew ? "Added \(name)." : "\(name) was there already; changed it.",
        items: id.map { [$0] } ?? [])
    }

    private func fill(_ request: inout AddRequest, _ state: SharedState) throws(ChangeError) {
      if let price = fields.price {
        guard let money = Money(decimal: price, currency: state.currency) else {
          throw .badPrice(CleanText.line(price))
        }
        request.price = money
      }
      if let per = fields.per {
        guard let quantity = QuantityText.parse(per), quantity.thousandths > 0 else {
          throw .badQuantity(CleanText.line(per))
        }
        request.per = quantity
      }
      request.category = fields.category ?? request.category
      request.store = fields.store ?? request.store
      request.description = fields.description
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete an item, and its lines in the cart.")

    @Argument(help: "The item, or the beginning of its name.")
    var name: [String]

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      let item = try list.change(
        find: { (state) throws(ChangeError) in try state.item(named: name.sentence) },
        make: { .delete([$0.id]) }
      ).found
      try list.answer("Deleted \(item.name).")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print all items (as the verb items).")

    @OptionGroup var options: VerbOptions

    func run() throws { try ItemsVerb.run(VerbCall(options)) }
  }
}
