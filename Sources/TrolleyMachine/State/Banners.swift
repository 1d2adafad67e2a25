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
    let number = unsent.number.map { " \($0)" } ?? ""
    let to = unsent.draft.to
    return unsent.draft.mayHaveBeenSent
      ? "Whether order\(number) was mailed to \(to) is not known: \(unsent.sentence)"
      : "Order\(number) was not mailed to \(to): \(unsent.sentence)"
  }

  /// Shown while the catalogue can't be reached.
  private var catalogueBanner: String? {
    guard let trouble = catalogue.trouble else { return nil }
    let since = Wording.clock(trouble.since, offset: utcOffset, style: dateStyle)
    let hasCopy = catalogue.kept[preferences.catalogueID]?.isEmpty == false
    var words =
      trouble.failure.kind == .unavailable
      ? "\(catalogueName) can't be reached (since \(since))."
      : "\(catalogueName): \(trouble.failure.sentence)"
    // In a small window one line less for it is one more for the list.
    let short = "\(preferences.catalogue.title): away since \(since)."
    if trouble.failure.kind == .unavailable, height(of: short) < height(of: words) { words = short }
    // That there is a copy can be seen, so it is not worth a line of its own.
    let more = words + " Showing a copy."
    return hasCopy && height(of: more) == height(of: words) ? more : words
  }

  private func height(of banner: String) -> Int { layOut([banner]).lines.count }

  /// The banners in full, with room at the end for the action.
  public var bannerLines: [String] { banners.isEmpty ? [] : layOut(banners).lines }

  /// What the person can do about it, at the end of the last line.
  public var bannerAction: String { layOut(banners).action }

  /// What a press on them does.
  public var bannerCommand: Command { needsRestart ? .quit : .retry }

  /// Whether trying again cannot help.
  private var needsRestart: Bool { dataTrouble != nil && isListMoved }

  /// The action is shortened where that saves a line.
  private func layOut(_ banners: [String]) -> (lines: [String], action: String) {
    let width = size.width - 4
    let lines = banners.flatMap { TextWrap.lines($0, width: width, most: 6) }
    let last = DisplayWidth.of(lines.last ?? "")
    // Where a password is typed, a letter is part of it.
    let typing = isLocked && signIn.takesPassword
    let key =
      (typing ? keymap.key(for: bannerCommand, in: .credentials) : nil)
      ?? keymap.key(for: bannerCommand, in: .everywhere) ?? ""
    let long = key + (needsRestart ? " quit" : " try again")
    let action = [long, needsRestart ? long : key + " again"].first {
      last + 1 + DisplayWidth.of($0) <= width
    }
    return action.map { (lines, $0) } ?? (lines + [""], long)
  }

  /// Capitalised to begin a sentence.
  var catalogueName: String {
    switch preferences.catalogue.title {
    case CatalogueSettings.usualTitle: "The wine catalogue"
    case CatalogueSettings.fileTitle: "The catalogue"
    case let title: "The catalogue “\(title)”"
    }
  }
}
