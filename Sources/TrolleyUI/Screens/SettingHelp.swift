/// The help on the focused setting: its purpose, the choices, its default.
enum SettingHelp {
  private typealias Line = (text: String, role: Role)

  static func drawBeside(
    _ row: SettingRow, _ state: AppState, _ area: Rect, on canvas: inout Canvas
  ) {
    let inner = area.inset(2, 1)
    var lines: [Line] = wrapped(row.explanation, .text, inner.width)
    lines += wrapped(row.details, .text, inner.width) + [("", .text)]
    let text = state.text(of: row)
    for choice in row.choices {
      let isIt = choice.value == text
      lines.append(((isIt ? "● " : "○ ") + choice.title, isIt ? .accent : .dim))
    }
    if row.choices.isEmpty { lines += wrapped(state.words(for: row), .accent, inner.width) }
    lines.append(("", .text))
    lines += outcome(row, state, inner.width) + remarks(on: row, state, inner.width)
    if state.isChosen(row) { lines += wrapped(defaultWords(row, state), .dim, inner.width) }
    lines += wrapped(place(row), .dim, inner.width)
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    let height = min(area.height, lines.count + 2)
    canvas.box(
      Rect(x: area.x, y: area.y, width: area.width, height: height), .round, .border,
      title: row.title)
    write(lines, in: inner, on: &canvas)
  }

  /// - Parameter room: the cells that the value has in its row.
  static func drawBelow(
    _ row: SettingRow, _ state: AppState, _ area: Rect, _ room: Int, on canvas: inout Canvas
  ) {
    guard area.height > 0 else { return }
    var inner = Rect(x: 1, y: area.y, width: min(area.width - 2, 90), height: area.height)
    if area.height > 2 {
      canvas.rule(area.y, from: 1, to: area.width - 1)
      inner = Rect(x: 1, y: area.y + 1, width: inner.width, height: area.height - 1)
    }
    let words = state.words(for: row)
    var more = remarks(on: row, state, inner.width) + outcome(row, state, inner.width)
    if more.isEmpty, DisplayWidth.of(words) > room { more = wrapped(words, .accent, inner.width) }
    if more.isEmpty, state.isChosen(row) {
      more = wrapped(defaultWords(row, state), .dim, inner.width)
    }
    var lines = wrapped(row.explanation, .dim, inner.width)
    if lines.count + more.count < inner.height { lines += wrapped(row.details, .dim, inner.width) }
    if lines.count + more.count < inner.height { more += wrapped(place(row), .dim, inner.width) }
    lines += more
    // Current results matter more than the general description.
    let top = lines.count > inner.height ? min(lines.count - inner.height, more.count) : 0
    write(Array(top > 0 ? (more + lines)[...] : lines[...]), in: inner, on: &canvas)
  }

  private static func remarks(on row: SettingRow, _ state: AppState, _ width: Int) -> [Line] {
    guard row.name == "settingsFile" else { return [] }
    return state.session.settings.remarks.flatMap { wrapped($0, .warning, width) }
  }

  /// The test result in full: the row may not have had room for it.
  private static func outcome(_ row: SettingRow, _ state: AppState, _ width: Int) -> [Line] {
    guard let words = state.testWords(for: row) else { return [] }
    let hint = if case .asking = words { "; esc stops it" } else { "" }
    return wrapped(words.text + hint, words.role, width)
  }

  private static func defaultWords(_ row: SettingRow, _ state: AppState) -> String {
    "default: " + row.words(for: row.defaultValue(in: state.session.preferences) ?? "")
  }

  private static func place(_ row: SettingRow) -> String {
    if row.name == "settingsFile" || row.isReadOnly { return "" }
    let verb = "trolley settings \(row.name)"
    return row.isOfList ? "Part of the list: the same for everybody. " + verb : verb
  }

  private static func wrapped(_ text: String, _ role: Role, _ width: Int) -> [Line] {
    text.isEmpty ? [] : TextWrap.lines(text, width: max(1, width), most: 12).map { ($0, role) }
  }

  private static func write(_ lines: [Line], in area: Rect, on canvas: inout Canvas) {
    for (at, line) in lines.prefix(area.height).enumerated() {
      let isCut = at == area.height - 1 && lines.count > area.height
      canvas.write(
        isCut ? line.text + " …" : line.text, at: Point(x: area.x, y: area.y + at), line.role,
        width: area.width)
    }
  }
}
