struct AddVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Put something in the cart.",
    discussion: """
      One line says it all: '2 kg potatoes @3.20 #veg !aldi *' is a quantity, a unit, a name, a \
      price, a category, a store and a star. Only the name is needed. What starts with a hyphen \
      comes behind --.
      """)

  @Argument(help: "What to add; quotes keep # ! and * from the shell.")
  var text: [String]

  @Option(
    parsing: .unconditional, help: "Its picture: a file, an address or the name of one of ours.")
  var picture: String?

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(text, options), picture: picture) }

  static func run(_ call: VerbCall, picture: String? = nil) throws(Failure) -> Never {
    let list = try OpenList(call)
    let entry = try QuickAdd(entry: call.text, currency: list.currency)
    var request = AddRequest(entry)
    request.picture = try GivenPicture.whole(picture)
    let events = try list.change { [request] _ in .add([request]) }
    let id = list.state.itemID(changedBy: events, named: entry.name)
    let item = id.flatMap { list.state.items[$0] }
    let name = item?.name ?? entry.name
    let amount = (entry.quantity ?? item?.per ?? .one).text
    var words = "Added \(amount) \(name) to the cart."
    if let id, !events.addsLine(of: id), let line = list.state.cart.lines(of: id).first {
      words = "Added \(amount) \(name) to the cart, \(line.quantity.text) in all."
    }
    try list.answer(words, items: id.map { [$0] } ?? [])
  }
}

extension QuickAdd {
  /// Throws a sentence that says what is wrong with a line.
  init(entry text: String, currency: Currency) throws(Failure) {
    // Cleaning would truncate it silently.
    guard text.utf8.count <= CleanText.Limit.entry.bytes else {
      throw ChangeError.nameTooLong.failure
    }
    self = QuickAdd.parse(text, currency: currency)
    if let refusal { throw Failure(.badInput, refusal) }
  }
}

extension SharedState {
  /// The item that a change was about.
  func itemID(changedBy events: [Event], named name: String) -> Item.ID? {
    for event in events {
      switch event {
      case .itemsAdded(let items): if let first = items.first { return first.id }
      case .itemChanged(let id, _, _): return id
      case .linesAdded(let lines): if let first = lines.first { return first.item }
      case .quantityChanged(let id, _, _, _): if let line = cart[id] { return line.item }
      case .linesPicked(let ids, _): if let id = ids.first, let line = cart[id] { return line.item }
      default: continue
      }
    }
    return try? item(named: name).id
  }
}

extension [Event] {
  /// Whether a line was added, not just increased.
  func addsLine(of id: Item.ID) -> Bool {
    contains { event in
      if case .linesAdded(let lines) = event { lines.contains { $0.item == id } } else { false }
    }
  }
}
