/// A catalogue of products that are not ours.
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

  /// What has to stand beside its data.
  public var licence: String {
    switch self {
    case .openFoodFacts: "Data: Open Food Facts (ODbL)"
    case .wineCom: "Data: wine.com"
    case .file: ""
    }
  }

  /// What has to stand beside a price that is not its own.
  public static let licenceOfPrices = "Price: Open Prices (ODbL)"

  /// The server behind it; nil for what lies on this machine.
  public var service: OutsideService? {
    switch self {
    case .openFoodFacts: .openFoodFacts
    case .wineCom: .wineCom
    case .file: nil
    }
  }

  /// Whether its codes are barcodes.
  public var hasBarcodes: Bool { self != .wineCom }
}

/// How a catalogue is reached: goes with every question to it.
public enum CatalogueAccess: Equatable, Sendable {
  case wineCom(ServiceAccess)
  /// Prices come from a service of their own; nil when that one may not be asked.
  case openFoodFacts(ServiceAccess, prices: ServiceAccess?)
  /// A whole path.
  case file(String)

  public var id: CatalogueID {
    switch self {
    case .wineCom: .wineCom
    case .openFoodFacts: .openFoodFacts
    case .file: .file
    }
  }
}

extension CatalogueID {
  /// The catalogue that an item says it was taken from; nil for none.
  public init?(source: String) {
    guard let slash = source.firstIndex(of: "/"),
      let known = CatalogueID(rawValue: String(source[..<slash]))
    else { return nil }
    self = known
  }
}
