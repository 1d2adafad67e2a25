import TrolleyCore

/// Choices, one a line.
enum SettingsScreen {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    canvas.write(
      "Settings", at: Point(x: 1, y: layout.body.y), .title, [.bold, .underline])
    let focus = state.session.settings
    let width = min(116, layout.size.width)
    // Whole sentences: beside every row, or below the rows for the one with the focus.
    let hasRoom = layout.size.width >= 116
    let settings = state.settingRows
    let rows = settings.count
    if !hasRoom, layout.list.height > rows + 1, settings.indices.contains(focus.index) {
      let row = settings[focus.index]
      canvas.write(
        row.explanation, at: Point(x: 3, y: layout.list.y + rows + 1), .dim, width: width - 4)
    }
    for row in 0..<layout.list.height {
      let index = focus.scroll + row
      guard settings.indices.contains(index) else { break }
      let setting = settings[index]
      let y = layout.list.y + row
      let isFocused = index == focus.index
      let area = Rect(x: 0, y: y, width: width, height: 1)
      if isFocused { canvas.fill(area, .selection) }
      canvas.write(isFocused ? "▸" : " ", at: Point(x: 1, y: y), .accent)
      canvas.write(setting.title, at: Point(x: 3, y: y), isFocused ? .selection : .text)
      let x = 26
      let used = canvas.write(
        state.value(of: setting), at: Point(x: x, y: y), isFocused ? .selection : .accent,
        width: max(1, width - x - 1))
      let rest = max(x + used + 2, 46)
      if hasRoom {
        canvas.write(
          setting.explanation, at: Point(x: rest, y: y), isFocused ? .selection : .dim,
          width: width - rest - 1)
      }
      canvas.hit(area, .entry(index))
    }
  }
}
