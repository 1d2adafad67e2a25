/// What may lie over a page. Drawn from the first to the last; the last one gets the keys.
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
  case shop(ShopState)

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
    case .shop: .shop
    case .files: .files
    }
  }
}

/// One item, large, with a quantity to add.
public struct DetailsState: Equatable, Sendable {
  public let item: Item.ID
  /// What "Add to cart" puts in.
  public var quantity: Quantity
  public var scroll = 0
}

/// A list to choose from by moving or typing.
public struct PickerState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case sort, category, store, palette, help, cartOrder, theme, picture, use, heldCart
    case catalogueSort, catalogueCategory
    case directions
    /// A value for the setting of that name.
    case option(String)
  }

  public struct Entry: Equatable, Sendable {
    public let label: String
    /// Stands to the right: keys, counts.
    public let detail: String
    /// What choosing it means: a command's name, a category, a sort.
    public let value: String
    public var command: Command?

    public init(_ label: String, detail: String = "", value: String = "", command: Command? = nil) {
      self.label = label
      self.detail = detail
      self.value = value
      self.command = command
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
    shown = entries
    self.selected = selected
  }

  /// Every word typed must occur, in the label or in the keys; labels that begin with it come first.
  mutating func refilter() {
    let words = String(decoding: Folding.plain(filter.text), as: UTF8.self)
      .split(separator: " ").map(String.init)
    selected = 0
    scroll = 0
    guard !words.isEmpty else {
      shown = all
      return
    }
    let found = all.enumerated().compactMap { (at, entry) -> (Int, Int, Entry)? in
      let label = String(decoding: Folding.plain(entry.label), as: UTF8.self)
      let detail = String(decoding: Folding.plain(entry.detail), as: UTF8.self)
      guard words.allSatisfy({ label.contains($0) || detail.contains($0) }) else { return nil }
      let isKey = entry.detail.split(separator: " ").contains { $0 == filter.text }
      return (isKey ? 0 : label.hasPrefix(words[0]) ? 1 : 2, at, entry)
    }
    shown = found.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }.map(\.2)
  }
}

/// A question or a message with buttons.
public struct DialogState: Equatable, Sendable {
  public struct Button: Equatable, Sendable {
    public let label: String
    /// Nil only closes the dialog.
    public let command: Command?
  }

  public let title: String
  public let message: String
  public let buttons: [Button]
  public var focus = 0
  /// The first line of the message that is shown.
  public var scroll = 0
}

/// The one-line add: what is typed, and what of it was understood.
public struct QuickAddState: Equatable, Sendable {
  public var input = TextInput("", limit: 400)
  /// The item of that name that exists already.
  public var existing: Item.ID?
  /// Why the line was not taken.
  public var refusal: String?
  /// Barcodes that are nobody's and wait for an empty line.
  var unknown: [Unknown] = []
}

/// A pasted list on its way in.
public struct PasteState: Equatable, Sendable {
  /// What the screen can look through without letting a key wait; a file may be far longer.
  static let byteLimit = 256 << 10
  static let entryLimit = 5000
  static let tooLong = Failure(
    .badInput, "That is too long to paste. Save it as a file, then: trolley import FILE")

  public var requests: [AddRequest] = []
  /// What it would do: shown before anything changes.
  public var summary = PasteSummary()
  public var refusal: String?
}

public struct PasteSummary: Equatable, Sendable {
  public var new = 0
  public var merged = 0
  public var unticked = 0
  /// The first ones, to recognise the list by.
  public var rows: [Row] = []

  /// What becomes of one line.
  public struct Row: Equatable, Sendable {
    public enum Fate: Sendable { case new, merged, unticked }

    public let fate: Fate
    public let request: AddRequest
  }

  public init() {}
}
