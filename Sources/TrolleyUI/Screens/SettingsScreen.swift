/// The settings page: groups of rows, and help on the focused one.
extension SettingsPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let page = state.settingsPage
    let (area, about) = layout.settings
    drawBar(page, state, layout, on: &canvas)
    let focused = min(state.session.settings.focus.index, page.rows.count - 1)
    let scroll = state.settingsScroll
    let columns = Columns(area.width)
    canvas.clipped(to: area) { canvas in
      for y in 0..<area.height where page.lines.indices.contains(scroll + y) {
        switch page.lines[scroll + y] {
        case .blank: break
        case .heading(let group):
          let used = FoundText.draw(
            group.title, query: state.session.settings.query.text,
            at: Point(x: 1, y: area.y + y), .title, width: area.width - 2, on: &canvas)
          canvas.rule(area.y + y, from: used + 2, to: min(area.width, columns.most) - 1)
        case .row(let index):
          let place = Rect(x: 0, y: area.y + y, width: min(area.width, columns.most), height: 1)
          draw(page.rows[index], state, isFocused: index == focused, columns, place, on: &canvas)
          canvas.hit(place, .entry(index))
        }
      }
    }
    RowsBeyond(page.rows(in: scroll..<scroll + area.height), of: page.rows.count)
      .draw(y: layout.body.y, to: layout.size.width, on: &canvas)
    guard let row = state.focusedSetting else {
      return Emptiness.draw(
        ["Nothing matches “\(state.session.settings.query.text)”.", "esc clears the search."],
        in: area, on: &canvas)
    }
    if layout.hasSettingsBeside {
      SettingHelp.drawBeside(row, state, about, on: &canvas)
    } else {
      SettingHelp.drawBelow(row, state, about, columns.valueWidth, on: &canvas)
    }
  }

  private struct Columns {
    /// The x of the values.
    let value: Int
    let valueWidth: Int
    /// The x of the explanations; 0 if there is no room for them.
    let explanation: Int
    let most: Int

    init(_ width: Int) {
      value = width < 60 ? 22 : 28
      let values = width >= 130 ? 38 : 34
      explanation = width >= 120 ? value + values + 2 : 0
      most = explanation > 0 ? 170 : 110
      valueWidth = explanation > 0 ? values : min(width, most) - value - 1
    }
  }

  private static func drawBar(
    _ page: SettingsRows, _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let y = layout.body.y
    let settings = state.session.settings
    let found = Wording.count(page.rows.count, "setting")
    guard settings.isTyping || !settings.query.isEmpty else {
      canvas.write("Settings", at: Point(x: 1, y: y), .title, [.bold, .underline])
      let remarks = settings.remarks.count
      if remarks > 0 {
        canvas.write(
          "⚠ " + Wording.count(remarks, "remark") + " on settings.json",
          endingAt: layout.size.width - 1, y: y, .warning)
      } else {
        canvas.write(found, endingAt: layout.size.width - 1, y: y, .dim)
      }
      return
    }
    let x = 1 + canvas.write("/", at: Point(x: 1, y: y), .accent)
    let room = max(4, layout.size.width - x - DisplayWidth.of(found) - 3)
    FieldText.draw(
      settings.query, at: Point(x: x, y: y), width: room, isFocused: settings.isTyping,
      isSelected: state.session.selectsQuery, on: &canvas)
    canvas.write(found, endingAt: layout.size.width - 1, y: y, .dim)
  }

  private static func draw(
    _ row: SettingRow, _ state: AppState, isFocused: Bool, _ columns: Columns, _ area: Rect,
    on canvas: inout Canvas
  ) {
    if isFocused { canvas.fill(area, .selection) }
    let plain: Role = isFocused ? .selection : .text
    let weak: Role = isFocused ? .selection : .dim
    let y = area.y
    let query = state.session.settings.query.text
    canvas.write(isFocused ? "▸" : " ", at: Point(x: 1, y: y), plain)
    FoundText.draw(
      row.title, query: query, at: Point(x: 3, y: y), plain, width: columns.value - 4, on: &canvas)
    let used = FoundText.draw(
      state.words(for: row), query: query, at: Point(x: columns.value, y: y),
      isFocused ? .selection : role(of: row, state),
      width: columns.valueWidth, on: &canvas)
    if let outcome = state.testWords(for: row),
      isFocused || row.isMainOfTest && state.focusedSetting?.test != row.test
    {
      let x = columns.explanation > 0 ? columns.explanation : columns.value + used + 2
      canvas.write(
        outcome.text, at: Point(x: x, y: y), isFocused ? .selection : outcome.role,
        width: max(0, area.maxX - x - 1))
    } else if columns.explanation > 0 {
      FoundText.draw(
        row.explanation, query: query, at: Point(x: columns.explanation, y: y), weak,
        width: area.maxX - columns.explanation - 1, on: &canvas)
    }
  }

  /// Changed values are bright, unremarkable ones dim.
  private static func role(of row: SettingRow, _ state: AppState) -> Role {
    if state.isChosen(row) { return .accent }
    let isPlainDefault = row.choices.isEmpty && row.defaultValue != nil
    return row.isReadOnly || isPlainDefault || state.text(of: row).isEmpty ? .dim : .text
  }
}

extension AppState.TestWords {
  var role: Role {
    switch self {
    case .asking: .dim
    case .works: .success
    case .failed: .danger
    }
  }
}

/// Text with a search's words highlighted.
enum FoundText {
  @discardableResult
  static func draw(
    _ text: String, query: String, at origin: Point, _ role: Role, width: Int,
    on canvas: inout Canvas
  ) -> Int {
    // A search covers several texts: only its words found in this one are highlighted.
    let plain = String(decoding: Folding.plain(text), as: UTF8.self)
    let words = String(decoding: Folding.plain(query), as: UTF8.self).split(separator: " ")
      .filter { plain.contains($0) }
    return MatchedText.draw(
      text, query: words.joined(separator: " "), at: origin, role, width: max(0, width),
      on: &canvas)
  }
}
