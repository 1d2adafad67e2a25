/// A list to choose from by moving or typing: sort, category, palette, help.
extension PickerState: OverlayDrawing {
  static func draw(
    _ picker: PickerState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let grid = state.pickerGrid(picker)
    let inner = Panel.draw(
      picker.title, width: max(34, grid.columns * (grid.width + 2) + 6), height: grid.rows + 4,
      layout, on: &canvas)
    let x = inner.x + canvas.write("› ", at: Point(x: inner.x, y: inner.y), .accent)
    FieldText.draw(
      picker.filter, at: Point(x: x, y: inner.y), width: inner.maxX - x, isFocused: true,
      hint: "type to find", on: &canvas)
    guard !picker.shown.isEmpty else {
      canvas.write("Nothing matches.", at: Point(x: inner.x, y: inner.y + 2), .dim)
      return
    }
    let rows = max(0, min(grid.rows, inner.height - 2))
    let width = (inner.width + 2) / grid.columns
    for column in 0..<grid.columns {
      for row in 0..<rows {
        let index = picker.scroll + column * grid.rows + row
        guard picker.shown.indices.contains(index) else { break }
        let area = Rect(
          x: inner.x - 1 + column * width, y: inner.y + 2 + row,
          width: column == grid.columns - 1
            ? inner.maxX + 1 - (inner.x - 1 + column * width) : width,
          height: 1)
        draw(picker.shown[index], index, of: picker, in: area, on: &canvas)
      }
    }
    // Headings are no choices.
    func choices(before end: Int) -> Int {
      picker.shown.prefix(end).lazy.filter { !$0.isHeading }.count
    }
    let end = picker.scroll + rows * grid.columns
    RowsBeyond(
      choices(before: picker.scroll)..<choices(before: end), of: choices(before: picker.shown.count)
    ).draw(onFrameOf: inner, on: &canvas)
  }

  /// One entry: the label, and at the right its keys or what else there is to say.
  private static func draw(
    _ entry: PickerState.Entry, _ index: Int, of picker: PickerState, in area: Rect,
    on canvas: inout Canvas
  ) {
    let y = area.y
    guard !entry.isHeading else {
      canvas.write(entry.label, at: Point(x: area.x + 1, y: y), .title, width: area.width - 2)
      return
    }
    let role = canvas.beginRow(area, isFocused: index == picker.selected, markAt: area.x)
    // Half of the line, or what the label leaves.
    let inner = area.width - 2
    let room = max(inner / 2, inner - DisplayWidth.of(entry.label) - 3)
    let detail = DisplayWidth.fitting(entry.detail, room)
    let isKeys = picker.isLong && entry.command != nil
    canvas.write(detail, endingAt: area.maxX - 1, y: y, role(isKeys ? .accent : .dim))
    canvas.write(
      entry.label, at: Point(x: area.x + 2, y: y), role(.text),
      width: max(1, inner - DisplayWidth.of(detail) - 2))
    canvas.hit(area, .entry(index))
  }
}
