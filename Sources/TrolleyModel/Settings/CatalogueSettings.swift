/// The catalogue shown beside one's own items: the member `catalogue` of the settings file.
public struct CatalogueSettings: Equatable, Sendable {
  /// Nil: wine.com if there is a key for it, otherwise Open Food Facts.
  public var source: CatalogueID?
  /// The JSON file of the source `file`, by its whole path; `~/` is the home directory. Empty for none.
  public var file = ""
  /// The title of the segment.
  public var title = Self.usualTitle
  /// The title of the other catalogues, while the file is shown; that of the file, while it is not.
  fileprivate var otherTitle = Self.usualTitle
  public var sort = CatalogueSort.popular

  public static let usualTitle = "Wines"
  /// That of a file without a title: what it has need not be wines.
  public static let fileTitle = "Catalogue"
  fileprivate static let titleLimit = CleanText.Limit(bytes: 80, graphemes: 20)

  public init() {}

  /// The title of what is shown, where none is chosen.
  fileprivate var titleOfSource: String { source == .file ? Self.fileTitle : Self.usualTitle }

  /// Drops the source `file` when no file is set.
  fileprivate mutating func dropSourceWithoutFile() -> Bool {
    guard source == .file, file.isEmpty else { return false }
    source = nil
    return true
  }

  /// After a change of the source: a file of cheeses is not called as the wines are.
  fileprivate mutating func followSource(from old: CatalogueSettings) {
    guard (source == .file) != (old.source == .file) else { return }
    swap(&title, &otherTitle)
    if source == .file, title == Self.usualTitle { title = Self.fileTitle }
  }

  /// What is missing for a file to be shown, after one of the two settings that it takes. The second
  /// one completes it, whichever it is.
  fileprivate func missing(after row: SettingRow, _ typed: String) -> String? {
    guard source != .file else { return nil }
    switch row.name {
    case "catalogue.source" where typed == CatalogueID.file.rawValue:
      return
        "Which file of products is it? None is named, so the catalogue stays as it is; it is the file "
        + "once “Catalogue file” (catalogue.file) names one."
    case "catalogue.file" where !file.isEmpty:
      return "The file is shown when “Catalogue” (catalogue.source) is “file”."
    default: return nil
    }
  }
}

extension SettingSection {
  static let catalogue = SettingSection(
    name: "catalogue", example: #"{"source": "openFoodFacts"}"#,
    check: { preferences, _, _ in
      preferences.catalogue.dropSourceWithoutFile() ? ["file is missing: which file is it?"] : []
    })
}

extension SettingRow {
  static let catalogue: [SettingRow] = [
    SettingRow(
      .catalogues, "catalogue.source", \.catalogue.source,
      SettingCodec<CatalogueID>.choice { $0.title }.optional(Choice("", "automatic")), "Catalogue",
      "Where the third segment of the items comes from."
    ).with(\.liveWords, .catalogue).with(\.synonyms, "wine products")
      .with(
        \.details,
        "Automatic is wine.com where there is a key for it, else Open Food Facts, which shows its wines and "
          + "looks by name for any food."
      )
      .with(\.check) { preferences, old in
        // Until there is a file, it is the catalogue without a choice, which naming a file completes.
        _ = preferences.catalogue.dropSourceWithoutFile()
        preferences.catalogue.followSource(from: old.catalogue)
        return nil
      },
    SettingRow(
      .catalogues, "catalogue.file", \.catalogue.file,
      .text(
        .text(hint: "~/wines.json", limit: 1000),
        must: "be a whole path, or one that begins with ~/"
      ) {
        $0.isEmpty || SettingCodec<String>.isPath($0, longest: 4096, mayBeAtHome: true)
      }, "Catalogue file", "A JSON file of products, for the catalogue “file”."
    ).with(\.check) { preferences, old in
      _ = preferences.catalogue.dropSourceWithoutFile()
      let isNew = old.catalogue.file.isEmpty && !preferences.catalogue.file.isEmpty
      if isNew, preferences.catalogue.source == nil { preferences.catalogue.source = .file }
      preferences.catalogue.followSource(from: old.catalogue)
      return nil
    },
    SettingRow(
      .catalogues, "catalogue.title", \.catalogue.title, .catalogueTitle, "Its title",
      "How the third segment of the items is called."
    ).with(\.synonyms, "name").withTitleOfSource(),
    .hidden(
      "catalogue.otherTitle", \.catalogue.otherTitle, .catalogueTitle,
      "The title of the file while another catalogue is shown, and the other way round."),
    SettingRow(
      .catalogues, "catalogue.sort", \.catalogue.sort, .choice { $0.title },
      "Order of the catalogue", "What most people look for first, or by name."
    ).with(\.synonyms, "sort").with(\.isView, true),
  ]
}

extension SettingRow {
  /// Without a text it is that of the catalogue that is shown.
  fileprivate func withTitleOfSource() -> SettingRow {
    guard case .file(var member) = storage else { return self }
    let set = member.set
    member.usual = { $0.catalogue.titleOfSource }
    member.set = { set($0.isEmpty ? $1.catalogue.titleOfSource : $0, &$1) }
    return with(\.storage, .file(member))
  }
}

extension SettingCodec<String> {
  fileprivate static var catalogueTitle: Self {
    let limit = CatalogueSettings.titleLimit
    return .text(
      .text(hint: CatalogueSettings.usualTitle, limit: limit.graphemes),
      must: "be a text of at most \(limit.graphemes) characters",
      isValid: { $0 == CleanText.line($0, limit: limit) },
      clean: {
        let title = CleanText.line($0)
        return title.isEmpty ? CatalogueSettings.usualTitle : title
      })
  }
}

extension Preferences {
  /// What to say after a change of this setting that was typed: what is still missing, or what gave way.
  package func remark(after row: SettingRow, _ typed: String, from old: Preferences) -> String? {
    catalogue.missing(after: row, typed) ?? missingKey(after: row)
      ?? mail.remark(afterChangeOf: old.mail)
  }

  /// That the catalogue that was chosen or allowed answers only with a key.
  private func missingKey(after row: SettingRow) -> String? {
    let service = ExternalService.wineCom
    let isMeant =
      row.name == "catalogue.source" && catalogue.source == .wineCom
      || row.name == "services.\(service.rawValue).allowed" && services.isAllowed(service) == true
    guard isMeant, services.access(service).lacksKey else { return nil }
    return "\(service.title) answers only with a key of your own: “\(service.settingTitle) key” "
      + "(services.\(service.rawValue).key) is empty."
  }

  /// The catalogue to show.
  public var catalogueID: CatalogueID {
    if let source = catalogue.source { return source }
    return services[.wineCom].key.isEmpty ? .openFoodFacts : .wineCom
  }

  /// How to reach a catalogue; nil when no file is set.
  ///
  /// - Parameter mayAskPrices: whether Open Prices may be asked too.
  public func access(_ catalogue: CatalogueID, mayAskPrices: Bool) -> CatalogueAccess? {
    CatalogueAccess(
      catalogue, service: catalogue.service.map { services.access($0) },
      prices: mayAskPrices ? services.access(.openPrices) : nil,
      path: self.catalogue.file.isEmpty ? nil : self.catalogue.file)
  }
}
