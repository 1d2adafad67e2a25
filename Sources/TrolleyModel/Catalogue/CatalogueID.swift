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

  /// The service behind it; nil for a local file.
  public var service: ExternalService? {
    switch self {
    case .openFoodFacts: .openFoodFacts
    case .wineCom: .wineCom
    case .file: nil
    }
  }

  /// Whether its codes are barcodes.
  public var hasBarcodes: Bool { self != .wineCom }
}

/// How to reach a catalogue; sent with every request to it.
public enum CatalogueAccess: Equatable, Sendable {
  case wineCom(ServiceAccess)
  /// Prices come from a separate service; nil when it may not be asked.
  case openFoodFacts(ServiceAccess, prices: ServiceAccess?)
  /// An absolute path.
  case file(String)

  public var id: CatalogueID {
    switch self {
    case .wineCom: .wineCom
    case .openFoodFacts: .openFoodFacts
    case .file: .file
    }
  }

  /// Whether product details exceed those in its pages.
  package var hasDetails: Bool {
    switch self {
    case .wineCom: true
    case .openFoodFacts(_, let prices): prices != nil
    case .file: false
    }
  }
}

extension CatalogueAccess {
  /// Nil when a required service is missing or is another one.
  package init?(_ id: CatalogueID, service: ServiceAccess?, prices: ServiceAccess?, path: String?) {
    guard service?.service == id.service, prices.map({ $0.service == .openPrices }) ?? true else {
      return nil
    }
    switch (id, service, path) {
    case (.wineCom, let service?, _): self = .wineCom(service)
    case (.openFoodFacts, let service?, _): self = .openFoodFacts(service, prices: prices)
    case (.file, _, let path?): self = .file(path)
    case (.wineCom, nil, _), (.openFoodFacts, nil, _), (.file, _, nil): return nil
    }
  }

  /// Its service; nil for a local file.
  package var service: ServiceAccess? {
    switch self {
    case .wineCom(let service), .openFoodFacts(let service, _): service
    case .file: nil
    }
  }

  package var prices: ServiceAccess? {
    if case .openFoodFacts(_, let prices) = self { prices } else { nil }
  }
  package var path: String? { if case .file(let path) = self { path } else { nil } }
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
