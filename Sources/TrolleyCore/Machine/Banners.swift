/// What is wrong, in a line on every screen, with `r` to try again.
extension SessionState {
  /// All that stand, the most serious first: one's own list, then mail that somebody waits for, then
  /// somebody else's service.
  public var banners: [String] {
    [dataTrouble, mailBanner, catalogueBanner].compactMap { $0 }
  }

  /// The most serious one.
  public var banner: String? { banners.first }

  /// While an order did not get to its store.
  private var mailBanner: String? {
    guard let unsent = mail.unsent else { return nil }
    return "The order was not mailed to \(unsent.draft.to): \(unsent.sentence)"
  }

  /// While the catalogue can't be asked.
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

  /// As sentences begin with it.
  var catalogueName: String {
    let title = preferences.catalogue.title
    return title == CatalogueSettings.usualTitle ? "The wine catalogue" : "The catalogue “\(title)”"
  }
}
