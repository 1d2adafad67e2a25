/// Error banners: one line on every screen, with `r` to retry.
extension SessionState {
  /// All current banners, the most serious first: the person's own list, then mail waiting to be
  /// sent, then external services.
  public var banners: [String] { [dataTrouble, mailBanner, catalogueBanner].compactMap { $0 } }

  /// The most serious one.
  public var banner: String? { banners.first }

  /// Shown while an order has not reached its store.
  private var mailBanner: String? {
    guard let unsent = mail.unsent else { return nil }
    return "The order was not mailed to \(unsent.draft.to): \(unsent.sentence)"
  }

  /// Shown while the catalogue can't be reached.
  private var catalogueBanner: String? {
    guard let trouble = catalogue.trouble else { return nil }
    let since = Wording.clock(trouble.since, offset: utcOffset)
    let hasCopy = catalogue.kept[preferences.catalogueID]?.isEmpty == false
    let copy = hasCopy ? " Showing the last copy." : ""
    switch trouble.failure.kind {
    case .unavailable: return "\(catalogueName) can't be reached (since \(since)).\(copy)"
    default: return "\(catalogueName): \(trouble.failure.sentence)\(copy)"
    }
  }

  /// Capitalised to begin a sentence.
  var catalogueName: String {
    let title = preferences.catalogue.title
    return title == CatalogueSettings.usualTitle ? "The wine catalogue" : "The catalogue “\(title)”"
  }
}
