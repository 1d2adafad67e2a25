/// Entries that lie in a file and do not change. Every copy of an index shares them.
final class SearchBase: Sendable {
  // Its owner keeps the memory, and it does not change any more.
  nonisolated(unsafe) let view: SearchView
  nonisolated(unsafe) private let tokens: SearchTokens
  /// By number.
  let categories: [String]
  private let owner: any AnyObject & Sendable

  /// Nil when the columns cannot be what they should be.
  init?(
    _ view: SearchView, _ tokens: SearchTokens, categories: [String],
    keptBy owner: any AnyObject & Sendable
  ) {
    guard view.isSound(categories: categories.count), tokens.isSound else { return nil }
    self.view = view
    self.tokens = tokens
    self.categories = categories
    self.owner = owner
  }

  var count: Int { view.count }

  /// The entries whose rest contains a word: a bit each.
  func entries(withRest word: ArraySlice<UInt8>) -> [UInt64] {
    tokens.entries(with: word, count)
  }
}

extension SearchView {
  /// Whether every entry has texts and a category that there are.
  fileprivate func isSound(categories: Int) -> Bool {
    var end: UInt32 = 0
    for entry in entries.dropLast() {
      guard entry.name >= end, entry.category < categories else { return false }
      end = entry.name
    }
    guard let last = entries.last?.name else { return false }
    return last >= end && last <= names.count
      && letters.count == blockCount * SearchColumns.Letters.block
  }
}

extension SearchTokens {
  fileprivate var isSound: Bool {
    var (textEnd, listEnd): (UInt32, UInt32) = (0, 0)
    for token in tokens {
      guard token.text >= textEnd, token.list >= listEnd else { return false }
      (textEnd, listEnd) = (token.text, token.list)
    }
    return !tokens.isEmpty && textEnd == text.count && listEnd == lists.count
  }
}
