extension CommandTree {
  static let cartVerbs: [any ParsableCommand.Type] = [
    AddVerb.self, ListVerb.self, RemoveVerb.self, ToggleVerb.self, PickVerb.self, UnpickVerb.self,
    ClearVerb.self, TotalVerb.self,
  ]
}

struct AddVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Put something in the cart.",
    discussion: """
      One line says it all: '2 kg potatoes @3.20 #veg !aldi *' is a quantity, a unit, a name, a \
      price, a category, a store and a star. Only the name is needed. What starts with a hyphen \
      comes behind --. Words are one thing, and commas separate several: trolley add oat milk, eggs. \
      Where an argument has a blank in it, each argument is one: trolley add "oat milk" eggs. A \
      barcode, or several, is looked up if that is allowed: trolley settings \
      services.openFoodFacts.allowed yes
      """)

  @Argument(
    help: "What to add; quotes keep # ! and * from the shell.", completion: ListCompletion.item)
  var text: [String]

  @Option(
    parsing: .unconditional, help: "Its picture: a file, an address or the name of one of ours.")
  var picture: String?

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(text, options), picture: picture) }

  static func run(_ call: VerbCall, picture: String? = nil) throws(Failure) -> Never {
    let list = try OpenList(call)
    let areLines = call.words.contains { $0.contains(" ") }
    let bare = try list.barcodes(areLines ? ScannedCode.joined(call.words) : call.text)
    if !bare.isEmpty { try list.add(bare, picture: picture) }
    let entries = list.state.named(try list.entries(call.words))
    var requests = entries.map { AddRequest($0) }
    let codes = requests.compactMap { ScannedCode($0) }
    if codes.count == requests.count { try list.add(codes, picture: picture) }
    if let code = codes.first?.typed {
      throw Failure(
        .badInput, "\(code) is a barcode. Add it by itself, or give the thing a name.")
    }
    if let picture = try GivenPicture.whole(picture) {
      for at in requests.indices {
        (requests[at].picture, requests[at].keepsPicture) = (picture, false)
      }
    }
    let stores = list.state.known(list.style)
    var outcomes: [AddOutcome] = []
    var owners: [Barcode: Item] = [:]
    try list.change { state in
      owners = state.owners(ofCodes: requests)
      outcomes = requests.map { state.outcome(of: $0, by: list.actor) }
      return .add(requests)
    }
    let items = requests.compactMap { list.state.items.first(named: $0.name) }
    let words = outcomes.sentence(in: list.currency, style: list.style, to: " to the cart")
    try list.answer(
      Wording.sentence(words + list.state.words(ofCodes: requests, before: owners))
        + list.remark(onOneThing: call.words, outcomes)
        + Self.remark(onStoresOf: requests, new: stores), items: items)
  }
}

extension AddVerb {
  /// Names the stores of several words that are new: such a name may have taken in what was to be bought.
  private static func remark(
    onStoresOf requests: [AddRequest], new known: QuickAdd.Known
  ) -> String {
    var new: [String] = []
    for store in requests.compactMap(\.store)
    where store.contains(" ") && !known.contains(store, isStore: true) && !new.contains(store) {
      new.append(store)
    }
    guard !new.isEmpty else { return "" }
    return " New \(new.count == 1 ? "store" : "stores"): \(Wording.list(new.map { "“\($0)”" }))."
  }
}

extension OpenList {
  /// For words of which each is an item already, added as one thing that was none.
  fileprivate func remark(onOneThing words: [String], _ outcomes: [AddOutcome]) -> String {
    guard words.count > 1, outcomes.count == 1, outcomes[0].isNew,
      words.allSatisfy({ state.items.first(named: $0) != nil })
    else { return "" }
    return " That is one thing; commas separate several: \(words.joined(separator: ", "))."
  }

  /// Words are one line. Where an argument has a blank in it, each argument is a line, unless one of
  /// them says no more than a quantity, a price, a category or a store. A barcode says what to add. Where one has a line break, each
  /// is as many lines as it has, as in what is pasted.
  func entries(_ words: [String]) throws(Failure) -> [QuickAdd] {
    if words.contains(where: { $0.contains(where: \.isNewline) }) {
      var all: [QuickAdd] = []
      for word in words { all += try entries(word) }
      return all
    }
    guard words.count > 1, words.contains(where: { $0.contains(" ") }) else {
      return try entries(words.sentence)
    }
    let known = state.known(style)
    var all: [QuickAdd] = []
    for word in words {
      let entry = QuickAdd.parse(word, currency: currency, known: known)
      let name = entry.name
      // "x2" is no name; 卵 and 🍎 are.
      let isName =
        ScannedCode(AddRequest(entry)) != nil || name.count(where: \.isLetter) > 1
        || name.unicodeScalars.contains {
          !$0.isASCII && ($0.properties.isAlphabetic || $0.properties.isEmojiPresentation)
        }
      guard isName, !word.hasPrefix("#"), !word.hasPrefix("!") else {
        return try entries(words.sentence)
      }
      all += try entries(word)
    }
    return all
  }

  /// What lines mean in this list: several things if commas separate them.
  func entries(_ text: String) throws(Failure) -> [QuickAdd] {
    let known = state.known(style)
    var all: [QuickAdd] = []
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    for line in lines.isEmpty ? [text[...]] : lines {
      // Cleaning would truncate it silently.
      guard line.utf8.count <= CleanText.Limit.entry.bytes else {
        throw Failure(
          .badInput,
          "That is too long for one line; \(CleanText.Limit.entry.bytes) characters are the most. A long list is "
            + "read from a file, one thing a line: trolley import FILE", detail: "line")
      }
      all += state.read(String(line), known: known, isCompleted: false)
    }
    if let refusal = state.refusal(of: all, typed: text) { throw Failure(.badInput, refusal) }
    return all
  }
}

extension SharedState {
  func itemID(changedBy events: [Event], named name: String) -> Item.ID? {
    for event in events {
      switch event {
      case .itemsAdded(let items): if let first = items.first { return first.id }
      case .itemChanged(let id, _, _): return id
      default: continue
      }
    }
    return items.first(named: name)
  }
}

struct ListVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print what is in the cart.")

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(options)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call.reading)
    let lines = list.state.cart.lines.lazy.compactMap { line in
      list.state.items[line.item].map { (line: line, item: $0) }
    }
    try list.print { w, output in
      output.array("items", lines, &w) { JSONOutput.write($0.line, $0.item, list.state, &$1) }
      list.writeSums(&w)
    } text: { output in
      var columns = Columns("lrllrl")
      for (line, item) in lines {
        columns.add(
          line.isPicked ? "[x]" : "[ ]", item.words(line.quantity, list.style), item.name,
          item.category,
          Wording.cost(item.cost(of: line.quantity), style: list.style),
          item.price == nil
            ? "" : item.whyNotCounted(line.quantity, in: list.currency).map { "(\($0))" } ?? "")
      }
      columns.print(to: &output)
      output.line(list.cartInWords)
    }
  }
}

struct RemoveVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take items out of the cart.")

  @OptionGroup var named: NamedLines

  func run() throws { try Self.run(named.call) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    let (names, items, _) = try list.change(
      "remove", linesNamed: call.words, from: .toTakeAway, make: { .takeOut($0) })
    try list.answer("Took \(names) out of the cart.", items: items)
  }
}

struct ToggleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Put an item in the cart, or take it out.",
    discussion: "Of several all go in, or out where all are in.")

  @OptionGroup var named: NamedItems

  func run() throws { try Self.run(named.call) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call)
    let items = try list.change("toggle", itemsNamed: call.words, make: { .toggle($0) }).items
    let names = Wording.list(items.map(\.name))
    let areIn = items.allSatisfy { list.state.cart.contains($0.id) }
    try list.answer(
      areIn ? "Put \(names) in the cart." : "Took \(names) out of the cart.",
      items: items.map(\.id))
  }
}

struct PickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Tick items of the cart as picked from the shelf.")

  @OptionGroup var named: NamedLines

  func run() throws { try Self.run(named.call, isPicked: true) }

  /// Ticking a ticked line is no error.
  static func run(_ call: VerbCall, isPicked: Bool) throws(Failure) -> Never {
    let list = try OpenList(call)
    let (names, items, events) = try list.change(
      isPicked ? "pick" : "unpick", linesNamed: call.words, orNothing: true,
      make: { .pick($0, isPicked) })
    let words =
      events.isEmpty
      ? "\(names) \(items.count > 1 ? "are" : "is") \(isPicked ? "picked already" : "not picked")."
      : Wording.sentence("\(isPicked ? "Picked" : "Unpicked") \(names)")
    try list.answer(words, items: items)
  }
}

struct UnpickVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpick", abstract: "Take the tick back.")

  @OptionGroup var named: NamedLines

  func run() throws { try PickVerb.run(named.call, isPicked: false) }
}

struct ClearVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Take everything out of the cart, or what is picked.")

  @Flag(help: "What is picked.")
  var picked = false

  @Flag(help: "Everything.")
  var all = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if picked == all { throw ValidationError("Say which: --picked or --all.") }
  }

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let events = try list.change { _ in all ? .clearCart : .clearPicked }
    var count = 0
    for case .linesRemoved(let lines) in events { count += lines.count }
    let rest = list.state.cart.count
    try list.answer(
      "Took \(Wording.count(count, "item")) out of the cart"
        + (rest == 0 ? "." : "; \(rest) \(rest == 1 ? "is" : "are") still to get."),
      more: { $0.member("removed", count) })
  }
}

struct TotalVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "total", abstract: "Print how much is in the cart and what it costs, about.")

  @OptionGroup var options: VerbOptions

  func run() throws { try Self.run(VerbCall(options)) }

  static func run(_ call: VerbCall) throws(Failure) -> Never {
    let list = try OpenList(call.reading)
    try list.print { w, _ in
      list.writeSums(&w)
      w.member("pickedTotal", list.known(list.state.summary.picked))
      w.member("budget", list.state.budget)
      w.array("categories", shares(list)) { category, w in
        w.object { w in
          w.member("name", category.key)
          w.member("count", category.value.lines)
          w.member("total", list.known(category.value.known))
        }
      }
    } text: { output in
      output.line(list.cartInWords)
      guard let budget = list.state.budget else { return }
      let left = list.known(budget.minorUnits - list.state.summary.known)
      // What is unknown costs something, too.
      let isPart = list.state.summary.unknown > 0
      output.line(
        left.minorUnits >= 0
          ? (isPart ? "At most " : "")
            + "\(list.words(left)) of the budget of \(list.words(budget)) is left."
          : (isPart ? "At least " : "")
            + "\(list.words(list.known(-left.minorUnits))) over the budget of \(list.words(budget))."
      )
    }
  }

  /// Most expensive first.
  private static func shares(_ list: OpenList) -> [(key: String, value: CartSummary.Share)] {
    list.state.summary.categories.sorted { ($1.value.known, $0.key) < ($0.value.known, $1.key) }
  }
}
