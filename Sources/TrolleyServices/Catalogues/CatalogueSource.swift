import TrolleyCore

/// Where products come from that are not ours. One adapter speaks with one catalogue; what it gives is
/// bounded and cleaned, and every failure is one of a few reasons with a sentence.
public protocol CatalogueSource: Sendable {
  /// One page of what a query asks for.
  func page(
    _ query: CatalogueQuery, _ cancellation: Cancellation
  ) throws(Failure) -> CataloguePage

  /// The same product with all that the catalogue says about it; as it is when there is no more.
  ///
  /// - Parameter currency: in which a price is wanted most.
  func details(
    of product: CatalogueProduct, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct

  /// The product with these bars; nil when the catalogue does not know it.
  func product(
    _ barcode: Barcode, language: String, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct?
}
