/// What a catalogue is asked: one page of what it has.
public struct CatalogueQuery: Equatable, Sendable {
  /// Empty for everything.
  public var words: String
  /// A category by its id; empty for all.
  public var category: String
  public var sort: CatalogueSort
  /// From 1 on.
  public var page: Int
  /// Two letters, in which names are wanted.
  public var language: String
  /// Whether the catalogue itself is to be asked, even where its answer was kept.
  public var isRefresh = false

  public init(
    words: String = "", category: String = "", sort: CatalogueSort = .usual, page: Int = 1,
    language: String = "en"
  ) {
    self.words = CleanText.line(words, limit: .name)
    self.category = category
    self.sort = sort
    self.page = max(1, min(page, Self.mostPages))
    self.language = Self.isLanguage(language) ? language : "en"
  }

  /// Nobody scrolls further, and no service allows it.
  public static let mostPages = 10_000

  static func isLanguage(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (97...122).contains($0) }
  }
}

public enum CatalogueSort: String, CaseIterable, Sendable {
  /// As the catalogue gives it: what most people look for comes first.
  case usual
  case name

  public var title: String { self == .usual ? "popular" : "name" }
}

/// One page of a catalogue.
public struct CataloguePage: Equatable, Sendable {
  /// Rows of one answer that are looked at.
  public static let mostProducts = 500
  public static let mostCategories = 500

  public private(set) var products: [CatalogueProduct]
  /// How many there are on all pages together; nil when the catalogue does not say.
  public var total: Int?
  /// The number of the next page; nil after the last one.
  public var next: Int?
  /// What the catalogue can be filtered by, where it says so.
  public private(set) var categories: [CatalogueCategory]

  /// A product that is there twice counts once.
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
