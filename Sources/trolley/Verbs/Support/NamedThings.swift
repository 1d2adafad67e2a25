/// What verbs for one item take.
struct NamedItem: ParsableArguments {
  @Argument(help: "The item, or the beginning of its name.", completion: ListCompletion.item)
  var name: [String]

  @OptionGroup var options: VerbOptions

  var call: VerbCall { VerbCall(name, options) }
}

/// What verbs for items of the cart take.
struct NamedLines: ParsableArguments {
  @Argument(
    help: "The item, or the beginning of its name; commas separate several.",
    completion: ListCompletion.itemInCart)
  var name: [String]

  @OptionGroup var options: VerbOptions

  var call: VerbCall { VerbCall(name, options) }
}

/// What verbs for one item or several take.
struct NamedItems: ParsableArguments {
  @Argument(
    help: "The item, or the beginning of its name; commas separate several.",
    completion: ListCompletion.item)
  var name: [String]

  @OptionGroup var options: VerbOptions

  var call: VerbCall { VerbCall(name, options) }
}

extension OpenList {
  /// Changes the lines of the cart that words name. Returns the names of their items, as in a sentence.
  func change(
    _ verb: String, linesNamed words: [String], from least: NameMatch.Rank = .word,
    orNothing isNothingFine: Bool = false, make: ([CartLine.ID]) -> Change
  ) throws(Failure) -> (names: String, items: [Item.ID], events: [Event]) {
    try hinting(verb, words) { (words) throws(Failure) in
      let (found, events) = try change(
        orNothing: isNothingFine,
        find: { (state) throws(ChangeError) in
          let found = try state.several(named: words, from: least) {
            (name, least) throws(ChangeError) in
            try state.itemInCart(named: name, from: least)
          }
          return found.unique(by: \.item.id)
        },
        make: { found in make(found.flatMap { $0.lines.map(\.id) }) })
      return (Wording.list(found.map(\.item.name)), found.map(\.item.id), events)
    } isThere: { (state, words) throws(ChangeError) in
      _ = try state.several(named: words, from: least) { (name, least) throws(ChangeError) in
        try state.itemInCart(named: name, from: least)
      }
    }
  }

  /// Changes the items that words name.
  func change(
    _ verb: String, itemsNamed words: [String], orNothing isNothingFine: Bool = false,
    make: ([Item.ID]) -> Change
  ) throws(Failure) -> (items: [Item], events: [Event]) {
    func find(_ state: SharedState, _ words: [String]) throws(ChangeError) -> [Item] {
      try state.several(named: words) { (name, least) throws(ChangeError) in
        try state.item(named: name, from: least)
      }.unique(by: \.id)
    }
    return try hinting(verb, words) { (words) throws(Failure) in
      let (found, events) = try change(
        orNothing: isNothingFine,
        find: { (state) throws(ChangeError) in try find(state, words) },
        make: { found in make(found.map(\.id)) })
      return (found, events)
    } isThere: { (state, words) throws(ChangeError) in
      _ = try find(state, words)
    }
  }

  /// Says how to separate words that are no name together and are names apart.
  private func hinting<Result>(
    _ verb: String, _ words: [String], _ body: ([String]) throws(Failure) -> Result,
    isThere: (SharedState, [String]) throws(ChangeError) -> Void
  ) throws(Failure) -> Result {
    do throws(Failure) { return try body(words) } catch {
      let text = words.joined(separator: ", ")
      guard words.count > 1, !words.contains(where: { $0.contains(",") || $0.contains(" ") }),
        (try? isThere(state, [text])) != nil
      else { throw error }
      throw Failure(
        error.kind, error.sentence + " Commas separate several: trolley \(verb) \(text)")
    }
  }
}

extension Array {
  /// Each thing once.
  fileprivate func unique<ID: Hashable>(by id: (Element) -> ID) -> [Element] {
    var seen: Set<ID> = []
    return filter { seen.insert(id($0)).inserted }
  }
}
