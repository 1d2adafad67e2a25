/// The segment of the items page that shows somebody else's products.
public struct CatalogueState: Equatable, Sendable {
  /// What is known of each catalogue, once it has been read from the disk.
  public internal(set) var kept: [CatalogueID: KeptCatalogue] = [:]
  /// Catalogues whose kept copy was asked for.
  var wanted: Set<CatalogueID> = []
  /// Somebody asked to see the catalogue before what is kept of it was read.
  var isAwaited = false
  /// The one category that is shown; nil for all.
  public internal(set) var category: CatalogueCategory?
  /// The slots that are shown.
  public internal(set) var list: [Int32] = []
  /// The product that has the focus, by its code.
  public internal(set) var focus: String?
  public internal(set) var focusIndex = 0
  /// The first visible line of the content.
  public internal(set) var scroll = 0
  public internal(set) var query = TextInput("", limit: 100)
  /// Whether keys go into the search field.
  public internal(set) var isTyping = false
  /// What the catalogue itself has found for the words of a search.
  public internal(set) var found: Found?
  /// How far each question has been answered.
  var pages: [PageKey: PageMark] = [:]
  /// The page that is asked for now.
  public internal(set) var asking: Asking?
  /// The product whose details are asked for now.
  public internal(set) var describing: Describing?
  /// Products whose details were asked for in this run.
  var described: Set<String> = []
  /// Why the catalogue itself can't be asked.
  public internal(set) var trouble: Trouble?
  /// Barcodes on their way, the first one first.
  public internal(set) var scans: [BarcodeScan] = []
  /// Our own items that were taken from a catalogue.
  public internal(set) var items: [String: Item.ID]?

  /// Milliseconds after which something that takes long says so.
  static let patience = 300

  public struct Found: Equatable, Sendable {
    public let words: String
    var codes: [String] = []
  }

  /// A question without its page.
  struct PageKey: Hashable, Sendable {
    var category = ""
    var sort = CatalogueSort.usual
    var words = ""
  }

  struct PageMark: Equatable, Sendable {
    /// Nil after the last one.
    var next: Int?
    var total: Int?
    /// The last product of the last page that came.
    var frontier: String?
  }

  public struct Asking: Equatable, Sendable {
    let number: Int
    let key: PageKey
    let page: Int
    /// Milliseconds of the monotonic clock.
    public let since: Int
  }

  public struct Describing: Equatable, Sendable {
    let number: Int
    public let code: String
    public let since: Int
  }

  public struct Trouble: Equatable, Sendable {
    /// Seconds since 1970.
    public let since: Int
    /// Of the last attempt.
    var failure: Failure
    var attempts: Int
    /// What is asked for again.
    let key: PageKey
    let page: Int
    /// Milliseconds of the monotonic clock; nil when only a person can mend it.
    var nextTry: Int?

    /// What the last attempt came to.
    public var sentence: String { failure.sentence }
  }

  public init() {}

  /// Whoever comes next begins anew; what is known of products stays.
  mutating func startAfresh() {
    var new = CatalogueState()
    new.kept = kept
    new.wanted = wanted
    new.pages = pages
    new.asking = asking
    new.trouble = trouble
    new.described = described
    self = new
  }

  /// When something of it changes without a key: a clock that runs, another try.
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

/// A barcode that is being looked up.
public struct BarcodeScan: Equatable, Sendable {
  public let barcode: Barcode
  /// As it was typed.
  public let typed: String
  /// Catalogues that have not been asked yet, and the one that is.
  var places: [CatalogueID]
  /// The number of the question; nil while it waits for those before it.
  var number: Int?
  /// Milliseconds of the monotonic clock.
  public internal(set) var since: Int?
}

/// One product of a catalogue, large, with a quantity to add.
public struct ProductState: Equatable, Sendable {
  public let catalogue: CatalogueID
  public let code: String
  /// What "Add to cart" puts in.
  public var quantity: Quantity
  public var scroll = 0
}
