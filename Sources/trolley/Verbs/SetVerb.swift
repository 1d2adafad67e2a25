struct SetVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change an item, or its quantity in the cart.",
    discussion: "An empty text takes a price, a category, a store or the like away.")

  @Argument(help: "The item, or the beginning of its name.")
  var item: [String]

  @Option(name: .customLong("name"), parsing: .unconditional, help: "Another name.")
  var newName: String?

  @OptionGroup var fields: ItemOptions

  @Option(parsing: .unconditional, help: "How much is in the cart: 2, 500 g; empty takes it out.")
  var quantity: String?

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if newName == nil, quantity == nil, fields.isEmpty {
      throw ValidationError("Say what to set, such as --price 2.50.")
    }
  }

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let picture = try GivenPicture.whole(fields.picture)
    var draft = ItemDraft()
    draft.name = newName
    draft.quantity = quantity
    fields.fill(&draft)
    draft.picture = picture
    let (item, events) = try list.change(
      orNothing: true,
      find: { (state) throws(ChangeError) in try state.item(named: self.item.sentence) },
      make: { .edit($0.id, draft) })
    let name = list.state.items[item.id]?.name ?? item.name
    try list.answer(
      events.isEmpty ? "\(name) is so already." : "Changed \(name).", items: [item.id])
  }
}

/// The fields of an item, for `set` and `item add`.
struct ItemOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The price: 2.50; empty when it is not known.")
  var price: String?

  @Option(parsing: .unconditional, help: "The category.")
  var category: String?

  @Option(parsing: .unconditional, help: "What the price is for: 1, 500 g, 1 kg.")
  var per: String?

  @Option(parsing: .unconditional, help: "The store it is bought at.")
  var store: String?

  @Option(parsing: .unconditional, help: "A description.")
  var description: String?

  @Option(
    parsing: .unconditional, help: "A picture: a file, an address or the name of one of ours.")
  var picture: String?

  var isEmpty: Bool {
    [price, category, per, store, description, picture].allSatisfy { $0 == nil }
  }

  func fill(_ draft: inout ItemDraft) {
    draft.price = price
    draft.category = category
    draft.per = per
    draft.store = store
    draft.description = description
  }
}
