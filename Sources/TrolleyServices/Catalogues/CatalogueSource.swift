/// An external source of products. Each adapter talks to one catalogue; its results are bounded and
/// sanitised, and every failure is one of a few reasons with a sentence.
public protocol CatalogueSource: Sendable {
  /// One page of the results of a query.
  func page(_ query: CatalogueQuery, _ cancellation: Cancellation) throws(Failure) -> CataloguePage

  /// The product with everything that the catalogue knows about it; unchanged when there is no
  /// more.
  ///
  /// - Parameter currency: the preferred currency of a price.
  func details(of product: CatalogueProduct, currency: Currency, _ cancellation: Cancellation)
    throws(Failure) -> CatalogueProduct

  /// The product with this barcode; nil when the catalogue does not know it.
  ///
  /// - Parameter currency: the only currency of a price from elsewhere.
  func product(
    _ barcode: Barcode, language: String, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct?
}
