/// Maps each catalogue to its adapter. Guards the file that was read last.
public final class CatalogueService: Sendable {
  private let client: any HTTPClient
  private let file = Mutex<(path: String, source: FileSource)?>(nil)

  public init(client: any HTTPClient) { self.client = client }

  public func page(
    _ query: CatalogueQuery, _ access: CatalogueAccess, _ cancellation: Cancellation
  ) throws(Failure) -> CataloguePage {
    try source(access).page(query, cancellation)
  }

  public func details(
    of product: CatalogueProduct, currency: Currency, _ access: CatalogueAccess,
    _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct {
    try source(access).details(of: product, currency: currency, cancellation)
  }

  public func product(
    _ barcode: Barcode, language: String, currency: Currency, _ access: CatalogueAccess,
    _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct? {
    try source(access).product(barcode, language: language, currency: currency, cancellation)
  }

  /// To add a catalogue, add a case here.
  private func source(_ access: CatalogueAccess) -> any CatalogueSource {
    switch (access.id, access.service) {
    case (.wineCom, let service?): WineComSource(service, client: client)
    case (.openFoodFacts, let service?):
      OpenFoodFactsSource(service, prices: access.prices, client: client)
    case (.file, _), (_, nil): file(at: access.path ?? "")
    }
  }

  private func file(at path: String) -> FileSource {
    file.withLock { file in
      if let file, file.path == path { return file.source }
      let new = FileSource(path: path)
      file = (path, new)
      return new
    }
  }
}
