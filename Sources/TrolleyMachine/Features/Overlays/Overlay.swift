/// What may cover a page. Drawn from the first to the last; the last one gets the keys.
public enum Overlay: Equatable, Sendable {
  case details(DetailsState)
  case picker(PickerState)
  case form(FormState)
  case dialog(DialogState)
  case quickAdd(QuickAddState)
  case paste(PasteState)
  case provider(ProviderState)
  case code(CodeState)
  case files(FilesState)
  case consent(ConsentState)
  case product(ProductState)
  case storeDetails(StoreDetailsState)

  public var scope: Scope {
    switch self {
    case .details: .details
    case .picker: .picker
    case .form: .form
    case .dialog, .consent: .dialog
    case .quickAdd, .paste: .line
    case .provider: .provider
    case .code: .code
    case .product: .product
    case .storeDetails: .storeDetails
    case .files: .files
    }
  }
}

/// The details overlay: one item, with a quantity to add.
public struct DetailsState: Equatable, Sendable {
  public let item: Item.ID
  /// The quantity that "Add to cart" adds.
  public var quantity: Quantity
  public var scroll = 0
}

/// A list to choose from by moving or typing.
public struct PickerState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case sort, category, store, palette, help, cartOrder, theme, picture, use, heldCart
    case catalogueSort, catalogueCategory
    case directions
    /// The value of the setting with this name.
    case option(String)
  }

  public struct Entry: Equatable, Sendable {
    public let label: String
    /// Shown at the right: keys, counts.
    public let detail: String
    /// What choosing it yields: a command's name, a category, a sort order.
    public let value: String
    public var command: Command?
    /// Other words that find it.
    var synonyms = ""
    /// Shown only once something is typed that finds it.
    var isOnlyFound = false
    /// A line between the entries, which cannot be chosen.
    public var isHeading = false

    public init(_ label: String, detail: String = "", value: String = "", command: Command? = nil) {
      self.label = label
      self.detail = detail
      self.value = value
      self.command = command
    }

    static func heading(_ title: String) -> Entry {
      var entry = Entry(title)
      entry.isHeading = true
      return entry
    }
  }

  public let purpose: Purpose
  public let title: String
  public let all: [Entry]
  public var filter = TextInput("", limit: 60)
  /// The entries that match the filter, best first.
  public var shown: [Entry]
  public var selected = 0
  public var scroll = 0

  public init(_ purpose: Purpose, _ title: String, _ entries: [Entry], selected: Int = 0) {
    self.purpose = purpose
    self.title = title
    all = entries
    shown = entries.filter { !$0.isOnlyFound }
    self.selected = selected
    leaveHeading()
  }

  /// Whether there may be many entries: it then takes all the room there is.
  public var isLong: Bool { purpose == .palette || purpose == .help }

  /// Moves off a heading: on in the direction of the last step, back at an end.
  mutating func leaveHeading(down: Bool = true) {
    func isChoice(_ index: Int) -> Bool { shown.indices.contains(index) && !shown[index].isHeading }
    for step in down ? [1, -1] : [-1, 1] {
      var at = selected
      while shown.indices.contains(at), !isChoice(at) { at += step }
      if isChoice(at) {
        selected = at
        return
      }
    }
  }

  /// Every typed word must occur in the label, the keys or the synonyms. An entry with that key comes first,
  /// then labels that begin with it.
  mutating func refilter() {
    selected = 0
    scroll = 0
    guard !filter.text.allSatisfy({ $0 == " " }) else {
      shown = all.filter { !$0.isOnlyFound }
      return leaveHeading()
    }
    let all = all.filter { !$0.isHeading }
    var index = SearchIndex()
    for entry in all {
      index.append(name: entry.label, description: entry.detail + "\n" + entry.synonyms)
    }
    let found = index.matches(filter.text, isStrict: true).map { all[Int($0)] }
    let typed = filter.text[...]
    func isKey(_ entry: Entry) -> Bool { entry.detail.split(separator: " ").contains(typed) }
    shown = typed.isEmpty ? found : found.filter(isKey) + found.filter { !isKey($0) }
  }
}

/// A question or a message with buttons.
public struct DialogState: Equatable, Sendable {
  public struct Button: Equatable, Sendable {
    public let label: String
    /// Nil for a button that only closes the dialog.
    public let command: Command?
  }

  public let title: String
  public let message: String
  public let buttons: [Button]
  public var focus = 0
  /// The first visible line of the message.
  public var scroll = 0
}

/// The quick-add line: the typed text, and how it was parsed.
public struct QuickAddState: Equatable, Sendable {
  public var input = TextInput("", limit: 400)
  /// The existing item with that name.
  public var existing: Item.ID?
  /// Why the line was refused.
  public var refusal: String?
  /// Unknown barcodes, waiting for an empty line.
  var unknown: [Unknown] = []
}

/// The preview of a pasted list.
public struct PasteState: Equatable, Sendable {
  /// The most that can be parsed without delaying a key; an imported file may be far longer.
  static let byteLimit = 256 << 10
  static let entryLimit = 5000
  static let tooLong = Failure(
    .badInput, "That is too long to paste. Save it as a file, then: trolley import FILE")

  public var requests: [AddRequest] = []
  /// The effect of the paste, shown before anything changes.
  public var summary = PasteSummary()
  public var refusal: String?
}

public struct PasteSummary: Equatable, Sendable {
  public var new = 0
  public var merged = 0
  public var unticked = 0
  /// The first rows, to recognise the list by.
  public var rows: [Row] = []

  /// The outcome for one line.
  public struct Row: Equatable, Sendable {
    public enum Fate: Sendable { case new, merged, unticked }

    public let fate: Fate
    public let request: AddRequest
  }

  public init() {}
}
