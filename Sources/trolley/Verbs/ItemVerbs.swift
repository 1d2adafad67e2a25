extension CommandTree {
  static let itemVerbs: [any ParsableCommand.Type] = [
    ItemsVerb.self, ItemVerb.self, SetVerb.self, StarVerb.self, FindVerb.self,
  ]
}

struct ItemsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "items", abstract: "Print all items, in the cart or not.")

  @Flag(help: "Only what is starred.")
  var starred = false

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(options), isStarredOnly: starred) }

  static func run(_ call: VerbCall, isStarredOnly: Bool = false) throws(Failure) -> Never {
    let list = try OpenList(call.reading)
    let items = list.state.items.inNameOrder.filter { !isStarredOnly || $0.isFavourite }
    try list.print { w, output in
      output.array("items", items, &w) { JSONOutput.write($0, list.state, &$1) }
      w.member("count", items.count)
      w.member("currency", list.currency.code)
    } text: { output in
      var columns = Columns("llllrl")
      for item in items {
        columns.add(
          list.state.cart.contains(item.id) ? "✓" : "", item.isFavourite ? "*" : "", item.name,
          item.category, list.words(item.price),
          item.price == nil || item.per == .one
            ? "" : "per " + Wording.unit(item.per, style: list.style))
      }
      columns.print(to: &output)
      if items.isEmpty { output.line(isStarredOnly ? "Nothing is starred." : "There is no item.") }
    }
  }
}

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

    @Flag(name: [.customLong("star"), .customLong("favourite")], help: "Star it.")
    var favourite = false

    @OptionGroup var options: VerbOptions

    func run() throws {
      let list = try OpenList(VerbCall(options))
      let codes = try list.barcodes(text.sentence)
      let lines = try codes.isEmpty ? list.entries(text.sentence).map { AddRequest($0) } : []
      guard codes.count + lines.count == 1 else {
        throw Failure(.badInput, "One item at a time; quotes keep a comma in a name.")
      }
      guard let code = codes.first ?? lines.first.flatMap({ ScannedCode($0) }) else {
        try add(lines[0], to: list)
      }
      // What has a barcode is the item that has it, or the product.
      let known = list.state.items.first(with: code.barcode)
      let product = try known == nil ? list.product(code) : nil
      if let product {
        try list.change(orNothing: true) { _ in code.change(adding: product, isInCart: false) }
      }
      guard let item = list.state.items.first(with: code.barcode) else {
        throw Failure.unexpectedAnswer
      }
      let line = QuickAdd(
        name: item.name, price: code.price, category: code.marks.category,
        store: code.marks.store, isFavourite: code.marks.isFavourite)
      try add(AddRequest(line), to: list, isNew: known == nil)
    }

    /// - Parameter isNew: whether this verb has just made an item of this name.
    private func add(
      _ asked: AddRequest, to list: OpenList, isNew: Bool = false
    ) throws(Failure) -> Never {
      let picture = try GivenPicture.whole(fields.picture)
      let events = try list.change(orNothing: true) { (state) throws(ChangeError) in
        var request = asked
        request.picture = picture
        request.isInCart = false
        if favourite { request.isFavourite = true }
        try fill(&request, state, list.style)
        return .add([request])
      }
      let id = list.state.itemID(changedBy: events, named: asked.name)
      let name = id.flatMap { list.state.items[$0]?.name } ?? asked.name
      guard isNew || !events.isEmpty else { throw ChangeError.nameTaken(name).failure }
      let isNew = isNew || events.contains { if case .itemsAdded = $0 { true } else { false } }
      try list.answer(
        isNew ? Wording.sentence("Added \(name)") : "\(name) was there already; changed it.",
        items: id.map { [$0] } ?? [])
    }

    private func fill(
      _ request: inout AddRequest, _ state: SharedState, _ numbers: NumberStyle
    ) throws(ChangeError) {
      if let price = fields.price {
        guard
          let (money, per) = PriceText.parse(price, currency: state.currency, numbers: numbers)
        else {
          throw .badPrice(CleanText.line(price), numbers)
        }
        request.price = money
        request.per = per ?? request.per
      }
      if let per = fields.per {
        guard let quantity = QuantityText.parse(per, numbers: numbers) else {
          throw .badQuantity(CleanText.line(per), numbers)
        }
        request.per = quantity
      }
      request.category = fields.category ?? request.category
      if let store = fields.store {
        let begun = try state.favouriteStore(begun: store)
        request.store = begun ?? store
      }
      request.description = fields.description
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete an item, and its lines in the cart.",
      aliases: ["remove"])

    @OptionGroup var named: NamedItem

    func run() throws {
      let call = named.call
      let list = try OpenList(call)
      let item = try list.change(
        find: { (state) throws(ChangeError) in
          try state.item(named: call.text, from: .toTakeAway)
        },
        make: { .delete([$0.id]) }
      ).found
      try list.answer(Wording.sentence("Deleted \(item.name)"))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print all items (as the verb items).")

    @OptionGroup var options: VerbOptions

    func run() throws { try ItemsVerb.run(VerbCall(options)) }
  }
}

struct SetVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change an item, or its quantity in the cart.",
    discussion: "An empty text takes a price, a category, a store or the like away.")

  @Argument(help: "The item, or the beginning of its name.", completion: ListCompletion.item)
  var item: [String]

  @Option(name: .customLong("name"), parsing: .unconditional, help: "Another name.")
  var newName: String?

  @OptionGroup var fields: ItemOptions

  @Option(
    name: [.long, .customLong("qty")], parsing: .unconditional,
    help: "How much is in the cart: 2, 500 g; empty takes it out.")
  var quantity: String?

  @OptionGroup var options: VerbOptions

  func run() throws {
    // Not before: an option that is not known is what has to be said then.
    if newName == nil, quantity == nil, fields.isEmpty {
      throw ValidationError("Say what to set, such as --price 2.50.")
    }
    var draft = ItemDraft()
    draft.name = newName
    draft.quantity = quantity
    draft.picture = fields.picture
    fields.fill(&draft)
    try Self.run(VerbCall(item, options), draft)
  }

  /// - Parameter given: as it was typed, also the picture.
  static func run(_ call: VerbCall, _ given: ItemDraft) throws(Failure) -> Never {
    let list = try OpenList(call)
    var draft = given
    draft.picture = try GivenPicture.whole(given.picture)
    if let store = given.store {
      do throws(ChangeError) {
        if let begun = try list.state.favouriteStore(begun: store) { draft.store = begun }
      } catch { throw error.failure }
    }
    let (item, events) = try list.change(
      orNothing: true,
      find: { (state) throws(ChangeError) in try state.item(named: call.words.sentence) },
      make: { .edit($0.id, draft) })
    try list.answer(
      events.isEmpty ? "\(item.name) is so already." : changed(item, draft, events, in: list),
      items: [item.id])
  }

  /// The options by which a field is set, for calls that go past the argument parser.
  static func field(_ option: String) -> WritableKeyPath<ItemDraft, String?>? {
    switch option {
    case "--name": \.name
    case "--price": \.price
    case "--category": \.category
    case "--per": \.per
    case "--store": \.store
    case "--description": \.description
    case "--picture": \.picture
    case "--quantity", "--qty": \.quantity
    default: nil
    }
  }

  /// "Changed Milk: $2.00/l, 3 l in the cart ($6.00)."
  private static func changed(
    _ old: Item, _ draft: ItemDraft, _ events: [Event], in list: OpenList
  ) -> String {
    guard let item = list.state.items[old.id] else {
      return Wording.sentence("Changed \(old.name)")
    }
    var parts: [String] = []
    func say(_ option: String?, _ words: String) { if option != nil { parts.append(words) } }
    func named(_ title: String, _ value: String) -> String {
      value.isEmpty ? "no \(title)" : "\(title) \(value)"
    }
    say(draft.name, "now called \(item.name)")
    say(
      draft.price ?? draft.per,
      item.price.map { Wording.price($0, per: item.per, style: list.style) } ?? "no price")
    say(draft.category, named("category", item.category))
    say(draft.store, named("store", item.store))
    say(draft.description, item.description.isEmpty ? "no description" : "a description")
    say(draft.picture, item.picture.isEmpty ? "no picture" : "a picture")
    // What the first price comes to is said where that is for another amount than the cart has.
    let isFirst =
      old.price == nil && item.price != nil
      && list.state.cart.lines(of: item.id).contains { $0.quantity != item.per }
    say(draft.quantity ?? (isFirst ? draft.price : nil), amount(of: item, in: list))
    if draft.isOfSum,
      let why = list.state.whyNotCounted(item.id, after: events, style: list.style)
    {
      parts.append(why)
    }
    return Wording.sentence("Changed \(old.name): \(parts.joined(separator: ", "))")
  }

  private static func amount(of item: Item, in list: OpenList) -> String {
    let lines = list.state.cart.lines(of: item.id).map(\.quantity)
    guard let line = lines.first else { return "not in the cart" }
    let cost = lines.count == 1 ? item.cost(of: line) : nil
    return Wording.list(lines.map { item.words($0, list.style) }) + " in the cart"
      + (cost.map { " (" + Wording.money($0, style: list.style) + ")" } ?? "")
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

  @Option(
    parsing: .unconditional, help: "The store it is bought at.", completion: ListCompletion.store)
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

struct StarVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "star", abstract: "Star an item, or take the star away.",
    aliases: ["favourite", "favorite"])

  @OptionGroup var named: NamedItems

  @Flag(help: "Take the star away.")
  var off = false

  func run() throws {
    let call = named.call
    let list = try OpenList(call)
    let (items, events) = try list.change(
      "star", itemsNamed: call.words, orNothing: true, make: { .favourite($0, !off) })
    let names = Wording.list(items.map(\.name))
    let words =
      events.isEmpty
      ? "\(names) \(items.count > 1 ? "are" : "is") \(off ? "not starred" : "starred already")."
      : Wording.sentence("\(off ? "Unstarred" : "Starred") \(names)")
    try list.answer(words, items: items.map(\.id))
  }
}
