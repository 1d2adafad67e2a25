/// The catalogue segment of the items page.
public struct CatalogueState: Equatable, Sendable {
  /// The known products of each catalogue, once its cache has been read.
  public internal(set) var kept: [CatalogueID: CatalogueCache] = [:]
  /// Catalogues whose cache has been requested.
  var wanted: Set<CatalogueID> = []
  /// The person asked to see the catalogue before its cache was read.
  var isAwaited = false
  /// The category filter; nil for all.
  public internal(set) var category: CatalogueCategory?
  /// The slots shown.
  public internal(set) var list: [Int32] = []
  /// The code of the focused product.
  public internal(set) var focus: String?
  public internal(set) var focusIndex = 0
  /// The first visible line of the content.
  public internal(set) var scroll = 0
  public internal(set) var query = TextInput.ofSearch
  /// The catalogue's own results for a search.
  public internal(set) var found: Found?
  /// How far each query has been paged.
  var pages: [PageKey: PageMark] = [:]
  public internal(set) var asking: Asking?
  /// The product whose details are being requested.
  public internal(set) var describing: Describing?
  /// Products whose details were requested in this run.
  var described: Set<String> = []
  /// Why the catalogue can't be reached.
  public internal(set) var trouble: Trouble?
  /// The catalogues that do not answer other programs, as `CATALOGUE.RUN`.
  var outages: Set<String> = []
  /// The failure that the person has been told of.
  var said: String?
  /// Barcodes being looked up, oldest first.
  public internal(set) var scans: [BarcodeScan] = []
  /// Items created from a catalogue.
  public internal(set) var items: [String: Item.ID]?

  /// Milliseconds before a slow request shows that it is running.
  static let patience = 300

  public struct Found: Equatable, Sendable {
    public let words: String
    var codes: [String] = []
  }

  /// A query without its page number.
  struct PageKey: Hashable, Sendable {
    var category = ""
    var sort = CatalogueSort.popular
    var words = ""
  }

  struct PageMark: Equatable, Sendable {
    /// Nil after the last page.
    var next: Int?
    var total: Int?
    /// The last product of the last loaded page.
    var frontier: String?
    /// What the pages so far had, in their order.
    var codes: [String] = []
    /// Of a catalogue that is read to its end.
    var categories: [CatalogueCategory] = []
  }

  public struct Asking: Equatable, Sendable {
    let number: Int
    let key: PageKey
    let page: Int
    /// Milliseconds of the monotonic clock.
    public let since: Int
    /// Cancelled by the person; the final answer is still to come.
    var isGivenUp = false
  }

  public struct Describing: Equatable, Sendable {
    let number: Int
    public let code: String
    public let since: Int
  }

  public struct Trouble: Equatable, Sendable {
    /// Seconds since 1970.
    public let since: Int
    /// The last attempt's.
    var failure: Failure
    var attempts: Int
    /// The query to retry.
    let key: PageKey
    let page: Int
    /// Milliseconds of the monotonic clock; nil if only the person can resolve it.
    var nextTry: Int?

    /// The outcome of the last attempt.
    public var sentence: String { failure.sentence }
  }

  public init() {}

  /// Resets the view for the next person; known products stay.
  mutating func startAfresh() {
    var new = CatalogueState()
    new.kept = kept
    new.wanted = wanted
    new.pages = pages
    new.asking = asking
    new.trouble = trouble
    new.outages = outages
    new.said = said
    new.described = described
    self = new
  }

  /// Begins with another catalogue; what is typed in its search stays.
  mutating func startAnother() {
    pages = [:]
    asking = nil
    category = nil
    found = nil
    list = []
    focus = nil
  }

  /// When the view changes next without a key: a running clock or a retry.
  func deadline(after now: Int) -> Int? {
    func second(_ since: Int) -> Int {
      let age = max(0, now - since)
      return age < Self.patience ? since + Self.patience : since + (age / 1000 + 1) * 1000
    }
    return [
      asking.map { second($0.since) }, describing.map { second($0.since) },
      scans.first.flatMap { $0.since.map(second) },
      asking == nil ? trouble?.nextTry : nil,
    ].compactMap { $0 }.min()
  }
}

/// A barcode being looked up.
public struct BarcodeScan: Equatable, Sendable {
  public let code: ScannedCode
  /// The catalogues left to ask, the current one included.
  var places: [CatalogueID]
  /// The request number; nil while queued.
  var number: Int?
  /// Milliseconds of the monotonic clock.
  public internal(set) var since: Int?
}

/// The product overlay: one product of a catalogue, with a quantity to add.
public struct ProductState: Equatable, Sendable {
  public let catalogue: CatalogueID
  public let code: String
  /// The quantity that "Add to cart" adds.
  public var quantity: Quantity
  public var scroll = 0
}
