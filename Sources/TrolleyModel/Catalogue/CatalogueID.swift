/// An external catalogue of products.
public enum CatalogueID: String, CaseIterable, Sendable {
  case openFoodFacts, wineCom
  /// A JSON file on this machine.
  case file

  public var title: String {
    switch self {
    case .openFoodFacts: "Open Food Facts"
    case .wineCom: "wine.com"
    case .file: "the file"
    }
  }

  /// The attribution to show with its data.
  public var licence: String {
    switch self {
    case .openFoodFacts: "Data: Open Food Facts (ODbL)"
    case .wineCom: "Data: wine.com"
    case .file: ""
    }
  }

  /// The attribution to show with prices from another source.
  public static let licenceOfPrices = "Price: Open Prices (ODbL)"

  /// The service behind it and those that add to its answers; none for a local file.
  package var services: [ExternalService] {
    switch self {
    case .openFoodFacts: [.openFoodFacts, .openPrices]
    case .wineCom: [.wineCom]
    case .file: []
    }
  }

  public var service: ExternalService? { services.first }

  private static let wines = Set(
    (CatalogueCategory.kindsOfWine + [CatalogueCategory.wines]).map(\.id))

  /// Whether products of a category are among those that are browsed.
  func lists(_ categoryID: String) -> Bool {
    self != .openFoodFacts || Self.wines.contains(categoryID)
  }

  /// Whether it is read to its end, so that its copy has what it has and nothing else: a file on this
  /// machine.
  package var isWhole: Bool { self == .file }

  /// Whether its codes are barcodes.
  public var hasBarcodes: Bool { self != .wineCom }
}

/// How to reach a catalogue; sent with every request to it.
public struct CatalogueAccess: Equatable, Sendable {
  public let id: CatalogueID
  /// Nil for a local file.
  package let service: ServiceAccess?
  /// Where prices come from if not from the service; nil when it may not be asked.
  package let prices: ServiceAccess?
  /// The absolute path of a local file.
  package let path: String?

  /// Nil when a required service is missing or is another one.
  package init?(_ id: CatalogueID, service: ServiceAccess?, prices: ServiceAccess?, path: String?) {
    guard service?.service == id.service, prices.map({ $0.service == .openPrices }) ?? true,
      service != nil || path != nil
    else { return nil }
    self.id = id
    self.service = service
    self.prices = id.services.contains(.openPrices) ? prices : nil
    self.path = service == nil ? path : nil
  }

  /// Whether product details exceed those in its pages.
  package var hasDetails: Bool { id == .wineCom || prices != nil }
}

extension CatalogueID {
  /// The catalogue that an item's `source` names; nil for none.
  public init?(source: String) {
    guard let slash = source.firstIndex(of: "/"),
      let known = CatalogueID(rawValue: String(source[..<slash]))
    else { return nil }
    self = known
  }
}
