/// A request for one page of a catalogue.
public struct CatalogueQuery: Equatable, Sendable {
  /// Empty for everything.
  public var words: String
  /// A category by its id; empty for all.
  public var category: String
  public var sort: CatalogueSort
  /// From 1.
  public var page: Int
  /// The language of names, in two letters.
  public var language: String
  /// Whether to bypass the cache.
  public var isRefresh = false

  public init(
    words: String = "", category: String = "", sort: CatalogueSort = .popular, page: Int = 1,
    language: String = "en"
  ) {
    self.words = CleanText.line(words, limit: .name)
    self.category = category
    self.sort = sort
    self.page = max(1, min(page, Self.mostPages))
    self.language = Self.isLanguage(language) ? language : "en"
  }

  /// Further than anyone scrolls or any service allows.
  public static let mostPages = 10_000

  package static func isLanguage(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (97...122).contains($0) }
  }
}

public enum CatalogueSort: String, CaseIterable, Sendable {
  /// The catalogue's own order, most popular first.
  case popular = "usual"
  case name

  public var title: String { self == .popular ? "popular" : "name" }
}

public struct CataloguePage: Equatable, Sendable {
  /// The most rows read from one answer.
  public static let mostProducts = 500
  public static let mostCategories = 500

  public private(set) var products: [CatalogueProduct]
  /// The number of products on all pages; nil when the catalogue does not say.
  public var total: Int?
  /// The number of the next page; nil after the last one.
  public var next: Int?
  /// The categories to filter by, if the catalogue names them.
  public private(set) var categories: [CatalogueCategory]

  /// A duplicate product counts once.
  public init(
    _ products: [CatalogueProduct] = [], total: Int? = nil, next: Int? = nil,
    categories: [CatalogueCategory] = []
  ) {
    var seen: Set<String> = []
    let once = products.filter { seen.insert($0.code).inserted }
    self.products = Array(once.prefix(Self.mostProducts))
    self.total = total.map { max(0, min($0, 1 << 40)) }
    self.next = next.flatMap { (1...CatalogueQuery.mostPages).contains($0) ? $0 : nil }
    var known: Set<String> = []
    let each = categories.filter { known.insert($0.id).inserted }
    self.categories = Array(each.prefix(Self.mostCategories))
  }
}
