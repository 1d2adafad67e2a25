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
      return SearchBar.drawNothing(state.session.settings.query, in: area, on: &canvas)
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
    guard !state.session.showsSearch(settings.query) else {
      return SearchBar.draw(settings.query, found, state.session, layout, on: &canvas)
    }
    canvas.write("Settings", at: Point(x: 1, y: y), .title, [.bold, .underline])
    let remarks = settings.remarks.count
    canvas.write(
      remarks == 0 ? found : "⚠ " + Wording.count(remarks, "remark") + " on settings.json",
      endingAt: layout.size.width - 1, y: y, remarks == 0 ? .dim : .warning)
  }

  private static func draw(
    _ row: SettingRow, _ state: AppState, isFocused: Bool, _ columns: Columns, _ area: Rect,
    on canvas: inout Canvas
  ) {
    let y = area.y
    let query = state.session.settings.query.text
    let role = canvas.beginRow(area, isFocused: isFocused, markAt: 1)
    FoundText.draw(
      row.title, query: query, at: Point(x: 3, y: y), role(.text), width: columns.value - 4,
      on: &canvas)
    let used = FoundText.draw(
      state.words(for: row), query: query, at: Point(x: columns.value, y: y),
      role(self.role(of: row, state)), width: columns.valueWidth, on: &canvas)
    if let outcome = state.testWords(for: row),
      isFocused || row.isMainOfTest && state.focusedSetting?.test != row.test
    {
      let x = columns.explanation > 0 ? columns.explanation : columns.value + used + 2
      canvas.write(
        outcome.text, at: Point(x: x, y: y), role(outcome.role),
        width: max(0, area.maxX - x - 1))
    } else if columns.explanation > 0 {
      FoundText.draw(
        row.explanation, query: query, at: Point(x: columns.explanation, y: y), role(.dim),
        width: area.maxX - columns.explanation - 1, on: &canvas)
    }
  }

  /// Changed values are bright, unremarkable ones dim.
  private static func role(of row: SettingRow, _ state: AppState) -> Role {
    if state.isChosen(row) { return .accent }
    let isPlainDefault =
      row.choices.isEmpty && row.defaultValue(in: state.session.preferences) != nil
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
