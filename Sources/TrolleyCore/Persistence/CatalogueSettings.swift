/// Which catalogue the segment beside one's own items shows: the member `catalogue` of the settings
/// file.
public struct CatalogueSettings: Equatable, Sendable {
  /// Nil: wine.com where there is a key for it, else the wines of Open Food Facts.
  public var source: CatalogueID?
  /// The JSON file of the source `file`, as a whole path; empty for none.
  public var file = ""
  /// How the segment is called.
  public var title = Self.usualTitle
  public var sort = CatalogueSort.usual

  public static let usualTitle = "Wines"
  static let titleLimit = CleanText.Limit(bytes: 80, graphemes: 20)

  public init() {}

  static func read(_ value: JSONValue) -> (settings: CatalogueSettings, complaints: [String]) {
    var settings = CatalogueSettings()
    var complaints: [String] = []
    guard let members = value.object else {
      return (
        settings,
        ["settings: catalogue must be an object such as {\"source\": \"openFoodFacts\"}."]
      )
    }
    for member in members {
      let text = member.value.string ?? ""
      switch member.name {
      case "source":
        settings.source = CatalogueID(rawValue: text)
        if settings.source == nil {
          complaints.append("settings: catalogue.source must be openFoodFacts, wineCom or file.")
        }
      case "file":
        if text.isEmpty || isPath(text) {
          settings.file = text
        } else {
          complaints.append("settings: catalogue.file must be a whole path.")
        }
      case "title":
        let title = CleanText.line(text, limit: titleLimit)
        settings.title = title.isEmpty ? usualTitle : title
      case "sort":
        if let sort = CatalogueSort(rawValue: text) {
          settings.sort = sort
        } else {
          complaints.append("settings: catalogue.sort must be usual or name.")
        }
      default: complaints.append("settings: catalogue.\(CleanText.line(member.name)) is not known.")
      }
    }
    if settings.source == .file, settings.file.isEmpty {
      complaints.append("settings: catalogue.file is missing: which file is it?")
      settings.source = nil
    }
    return (settings, complaints)
  }

  static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= 4096 && !text.utf8.contains(0)
  }

  /// Everything that Trolley writes of it; nil for what is as usual.
  var members: [SettingsEdit] {
    func member(_ name: String, _ text: String?) -> SettingsEdit {
      SettingsEdit(["catalogue", name], text.map { .string($0) })
    }
    return [
      member("source", source?.rawValue), member("file", file.isEmpty ? nil : file),
      member("title", title == Self.usualTitle ? nil : title),
      member("sort", sort == .usual ? nil : sort.rawValue),
    ]
  }
}

extension Preferences {
  /// The catalogue that is shown.
  public var catalogueID: CatalogueID {
    if let source = catalogue.source { return source }
    return services[.wineCom].key.isEmpty ? .openFoodFacts : .wineCom
  }

  /// How a catalogue is reached; nil when no file is set.
  ///
  /// - Parameter mayAskPrices: whether Open Prices may be asked too.
  public func access(_ catalogue: CatalogueID, mayAskPrices: Bool) -> CatalogueAccess? {
    switch catalogue {
    case .wineCom: .wineCom(services.access(.wineCom))
    case .openFoodFacts:
      .openFoodFacts(
        services.access(.openFoodFacts), prices: mayAskPrices ? services.access(.openPrices) : nil)
    case .file: self.catalogue.file.isEmpty ? nil : .file(self.catalogue.file)
    }
  }
}
