/// The settings page: the focused row, the search, and test results.
public struct SettingsState: Equatable, Sendable {
  public var focus = ListFocus()
  public var query = TextInput("", limit: 60)
  /// Errors in the settings file, a sentence each.
  public var remarks: [String] = []
  /// The key that one more press deletes.
  var keyToForget: String?
  /// What was changed on this page, the newest last: what undo takes back here.
  var changes: [SettingChange] = []
  /// What was undone of it, the newest last: what redo does again here.
  var undone: [SettingChange] = []
  /// The last step of this run that was made on this page: behind a later one undo does not reach.
  var lastStep: Int?

  public init(remarks: [String] = []) { self.remarks = remarks }

  mutating func forgetChanges() { (changes, undone) = ([], []) }
}

/// A change that was made on the settings page.
enum SettingChange: Equatable, Sendable {
  /// Of a setting of this machine, and the text that it goes back to.
  case file(name: String, was: String)
  /// Of the list: it is in the journal.
  case list
}

/// The rows of the settings page from top to bottom, with their group headings.
public struct SettingsRows: Sendable {
  public enum Line: Equatable, Sendable {
    case blank
    case heading(SettingGroup)
    /// An index in `rows`.
    case row(Int)
  }

  public let rows: [SettingRow]
  public let lines: [Line]
  /// The line of each row.
  private let places: [Int]

  init(_ rows: [SettingRow], isRoomy: Bool) {
    var lines: [Line] = []
    var places: [Int] = []
    var group: SettingGroup?
    for (index, row) in rows.enumerated() {
      if row.group != group {
        if isRoomy, group != nil { lines.append(.blank) }
        lines.append(.heading(row.group))
        group = row.group
      }
      places.append(lines.count)
      lines.append(.row(index))
    }
    self.rows = rows
    self.lines = lines
    self.places = places
  }

  /// The first line to show so that a row is visible, along with its heading if it is the first of
  /// its group.
  func scroll(from old: Int, showing index: Int, height: Int) -> Int {
    guard places.indices.contains(index) else { return 0 }
    let line = places[index]
    var top = line
    while top > 0, case .heading = lines[top - 1] { top -= 1 }
    if height < 3 { top = line }
    var scroll = max(0, min(old, lines.count - height))
    if top < scroll { scroll = top }
    if line >= scroll + height { scroll = line - height + 1 }
    return scroll
  }

  /// The indices of the rows in some of the lines.
  public func rows(in shown: Range<Int>) -> Range<Int> {
    let first = places.firstIndex { $0 >= shown.lowerBound } ?? rows.count
    let end = places.firstIndex { $0 >= shown.upperBound } ?? rows.count
    return first..<max(first, end)
  }

  /// The row a page down or up.
  func row(_ lines: Int, from index: Int) -> Int {
    guard places.indices.contains(index) else { return index }
    let wanted = places[index] + lines
    let found =
      lines < 0
      ? places.firstIndex { $0 >= wanted } : places.lastIndex { $0 <= wanted }
    return found ?? index
  }
}

extension ScreenLayout {
  /// The areas for the settings and for the help on the focused one: side by side if there is room,
  /// otherwise stacked.
  public var settings: (list: Rect, about: Rect) {
    let area = list
    if size.width >= Self.widthForAbout {
      let width = size.width >= 160 ? 56 : 44
      return (
        Rect(x: 0, y: area.y, width: area.width - width - 1, height: area.height),
        Rect(x: area.width - width, y: area.y, width: width - 1, height: area.height)
      )
    }
    // With room for a rule above it if possible.
    let height = size.height < 16 ? 2 : size.height < 22 ? 3 : 4
    let below = max(0, min(height, area.height - 3))
    return (
      Rect(x: 0, y: area.y, width: area.width, height: area.height - below),
      Rect(x: 0, y: area.maxY - below, width: area.width, height: below)
    )
  }

  private static let widthForAbout = 110
  public var hasSettingsBeside: Bool { size.width >= Self.widthForAbout }
}
