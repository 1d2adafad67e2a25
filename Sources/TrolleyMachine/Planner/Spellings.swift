/// How the categories and stores that a list knows are spelled, by what they are compared by: those of its
/// items, then those that only a walk through a store or an order still names. Made once for many requests.
struct Spellings {
  private var categories = Names()
  private var stores = Names()
  /// What was asked before, by how it was typed.
  private var storeNames: [String: String] = [:]

  init(_ state: SharedState) {
    categories.note(SeedCategories.names)
    categories.note(state.items.categories)
    categories.note(state.aisles.values.joined())
    stores.note(state.items.stores)
    stores.note([state.currentStore])
    stores.note(state.aisles.keys)
    stores.note(state.orders.lazy.map(\.store))
  }

  /// The known spelling of a category; a new one is known from then on.
  mutating func category(_ text: String) -> String {
    categories.known(CleanText.line(text, limit: .name))
  }

  /// The same for a store that is no favourite.
  mutating func store(_ text: String) -> String {
    stores.known(CleanText.line(text, limit: .name))
  }

  /// What an item says of where to buy it; a name that several favourite stores have stays as it is.
  mutating func store(said text: String, in state: SharedState) -> String {
    if let known = storeNames[text] { return known }
    let known = (try? state.favouriteStore(said: text)) ?? store(text)
    storeNames[text] = known
    return known
  }

  private struct Names {
    private var byKey: [String: String] = [:]
    private var byLabel: [String: String] = [:]
    /// All of them: a list may have one name in two spellings.
    private var all: Set<String> = []

    /// Names that were noted before come first, and of several with one key the first by its bytes.
    mutating func note(_ names: some Sequence<String>) {
      var (keys, labels): ([String: String], [String: String]) = ([:], [:])
      for name in names where !name.isEmpty && all.insert(name).inserted {
        keys.merge([Folding.key(name): name], uniquingKeysWith: min)
        labels.merge([Folding.label(name): name], uniquingKeysWith: min)
      }
      byKey.merge(keys) { known, _ in known }
      byLabel.merge(labels) { known, _ in known }
    }

    mutating func known(_ name: String) -> String {
      guard !name.isEmpty, !all.contains(name) else { return name }
      if let known = byKey[Folding.key(name)] ?? byLabel[Folding.label(name)] { return known }
      note([name])
      return name
    }
  }
}

extension SharedState {
  /// A request with its category and its store as the list spells them.
  ///
  /// - Parameter spellings: made when the first request needs them.
  func spelled(_ request: AddRequest, _ spellings: inout Spellings?) -> AddRequest {
    var request = request
    let category = request.category.flatMap { $0.isEmpty ? nil : $0 }
    let store = request.store.flatMap { $0.isEmpty ? nil : $0 }
    guard category != nil || store != nil else { return request }
    var known = spellings ?? Spellings(self)
    spellings = nil
    request.category = category.map { known.category($0) }
    request.store = store.map { known.store(said: $0, in: self) }
    spellings = known
    return request
  }

  /// The known spelling of this category, if there is one.
  func known(category text: String) -> String {
    let clean = CleanText.line(text, limit: .name)
    guard !clean.isEmpty, !SeedCategories.names.contains(clean) else { return clean }
    var known = Spellings(self)
    return known.category(clean)
  }

  /// What an item says of where to buy it: the label of the favourite store with this name, or the name
  /// itself, as it is known, if there is none. Several branches of the name are refused.
  func storeName(said text: String) throws(ChangeError) -> String {
    if let label = try favouriteStore(said: text) { return label }
    var known = Spellings(self)
    return known.store(text)
  }

  /// The same where no one can be asked: a name that several have stays as it is.
  func known(store text: String) -> String {
    guard !text.isEmpty else { return "" }
    return (try? storeName(said: text)) ?? CleanText.line(text, limit: .name)
  }
}
