/// A list to choose from by moving or typing.
public struct PickerState: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable {
    case sort, category, store, palette, help, cartOrder, theme, picture, use, heldCart, conflicts
    case catalogueSort, catalogueCategory
    case directions
    /// What becomes of a replaced value.
    case conflict(Conflict.ID)
    /// What a typed place may mean.
    case places([NamedPlace])
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
    /// Where the command is carried out, if not here.
    var page: ScreenID?
    /// The colours that it switches to.
    var theme: ThemeChoice?
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

  /// Whether it is about what others have replaced.
  var isOfConflicts: Bool {
    switch purpose {
    case .conflicts, .conflict: true
    default: false
    }
  }

  /// Whether there may be many entries: it then takes all the room there is.
  public var isLong: Bool { purpose == .palette || purpose == .help }

  /// To the next choice or the one before; past an end it goes on at the other one.
  mutating func step(_ by: Int) {
    guard !shown.isEmpty else { return }
    var at = (selected + by + shown.count) % shown.count
    while at != selected, shown[at].isHeading { at = (at + by + shown.count) % shown.count }
    selected = at
  }

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
    // Of keys, capitals are others.
    func isKey(_ entry: Entry) -> Bool {
      entry.detail.split(separator: " ").contains {
        $0 == typed || !isLong && Folding.key(String($0)) == Folding.key(filter.text)
      }
    }
    shown = typed.isEmpty ? found : found.filter(isKey) + found.filter { !isKey($0) }
  }
}
