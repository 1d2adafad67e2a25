extension QuickAdd {
  /// What helps to read a line. The categories and stores of a list: a name of several words is one
  /// of them without quotes.
  public struct Known: Equatable, Sendable {
    public var categories: [String]
    public var stores: [String]
    /// Names that several of the stores have, which are known by name and street.
    public var chains: [String]
    /// Stores with their street and with their address, as messages name them or have named them.
    public var branches: [String]
    /// How the numbers of a line are written: `1.500` is a thousand and a half in some countries.
    public var numbers: NumberStyle
    /// Whether `$9.99` is part of a name in a list in another currency, as in exported lists: earlier
    /// versions wrote such names without quotes.
    package var isExport = false

    public init(
      categories: [String] = [], stores: [String] = [], chains: [String] = [],
      branches: [String] = [], numbers: NumberStyle = .english
    ) {
      self.categories = categories
      self.stores = stores
      self.chains = chains
      self.branches = branches
      self.numbers = numbers
    }

    /// What a heading may be called that is a store.
    public var namedStores: [String] { stores + chains + branches }

    /// The known store that another name begins with, as Aldi that of Aldi Süd.
    public func store(beginning name: String) -> String? {
      let words = name.split(separator: " ")
      guard words.count > 1, !contains(name, isStore: true) else { return nil }
      for count in (1..<words.count).reversed() {
        let key = Folding.label(words.prefix(count).joined(separator: " "))
        if let store = stores.first(where: { Folding.label($0) == key }) { return store }
      }
      return nil
    }

    /// How many words a store with its address may have behind the first one.
    static let mostWords = 24

    /// Whether words are one store: its name with its street or address; of several with that name, the
    /// beginning of a word of what tells them apart is enough behind a comma, as in "Aldi, High". Without
    /// one a line may go on there, so it takes the number of the house or the whole street.
    func isBranch(_ words: String) -> Bool {
      let key = Folding.key(words)
      if branches.contains(where: { Folding.key($0) == key }) { return true }
      let hasComma = words.contains(",")
      return chains.contains { chain in
        let name = Folding.plain(chain + ",")
        return (!hasComma || Folding.plain(words).starts(with: name))
          && stores.contains {
            Folding.plain($0).starts(with: name)
              && NameMatch.isBranch($0, of: chain, called: words, isInWords: !hasComma)
          }
      }
    }

    /// Whether words, and other words behind them, are the name of a store: "whole foods" of Whole Foods
    /// Market.
    func storeGoesOn(behind words: String) -> Bool {
      let beginning = Folding.plain(words + " ")
      return stores.contains { Folding.plain($0).starts(with: beginning) }
    }

    /// Whether the words may stand before a colon and things of them: a store or a category.
    func isHeading(_ words: String) -> Bool {
      Self.marked(words) != nil || contains(words, isStore: true) || contains(words, isStore: false)
    }

    /// The name of what is marked as a store or a category, such as "!Corner shop".
    static func marked(_ words: String) -> String? {
      guard words.first == "!" || words.first == "#", words.dropFirst().first?.isLetter == true,
        !words.contains(where: \.isNumber)
      else { return nil }
      return CleanText.name(words.dropFirst())
    }

    /// Whether the words are the name of a category, or of a store.
    package func contains(_ words: String, isStore: Bool) -> Bool {
      let key = Folding.label(words)
      if isStore {
        return namedStores.contains { Folding.label($0) == key }
          || stores.contains { $0.contains(",") && Folding.label($0.filter { $0 != "," }) == key }
      }
      return categories.contains { Folding.label($0) == key }
        || SeedCategories.names.contains { Folding.label($0) == key }
    }
  }
}
