import TrolleyCore

/// Choices, one a line.
enum SettingsScreen {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    canvas.write(
      "Settings", at: Point(x: 1, y: layout.body.y), .title, [.bold, .underline])
    let focus = state.session.settings
    let width = min(90, layout.size.width)
    for row in 0..<layout.list.height {
      let index = focus.scroll + row
      guard let setting = SettingRow(rawValue: index) else { break }
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
      let rest = x + used + 2
      if width - rest > 20 {
        canvas.write(
          setting.explanation, at: Point(x: max(rest, 46), y: y), isFocused ? .selection : .dim,
          width: width - max(rest, 46) - 1)
      }
      canvas.hit(area, .entry(index))
    }
  }
}
