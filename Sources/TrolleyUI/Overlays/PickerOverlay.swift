/// A list to choose from by moving or typing: sort, category, palette, help.
enum PickerOverlay {
  static func draw(
    _ picker: PickerState, _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let isLong = picker.purpose == .palette || picker.purpose == .help
    let rows = min(state.pickerRows, max(3, isLong ? state.pickerRows : picker.all.count))
    let widest = picker.all.reduce(0) {
      max($0, DisplayWidth.of($1.label) + DisplayWidth.of($1.detail))
    }
    let inner = Panel.draw(
      picker.title, width: max(34, min(84, widest + 10)), height: rows + 4, layout, on: &canvas)
    let x = inner.x + canvas.write("› ", at: Point(x: inner.x, y: inner.y), .accent)
    FieldText.draw(
      picker.filter, at: Point(x: x, y: inner.y), width: inner.maxX - x, isFocused: true,
      hint: "type to find", on: &canvas)
    guard !picker.shown.isEmpty else {
      canvas.write("Nothing matches.", at: Point(x: inner.x, y: inner.y + 2), .dim)
      return
    }
    for row in 0..<max(0, inner.height - 2) {
      let index = picker.scroll + row
      guard picker.shown.indices.contains(index) else { break }
      let entry = picker.shown[index]
      let y = inner.y + 2 + row
      let isFocused = index == picker.selected
      let area = Rect(x: inner.x - 1, y: y, width: inner.width + 2, height: 1)
      if isFocused { canvas.fill(area, .selection) }
      canvas.write(
        isFocused ? "▸" : " ", at: Point(x: area.x, y: y), isFocused ? .selection : .text)
      // Half of the line, or what the label leaves.
      let room = max(inner.width / 2, inner.width - DisplayWidth.of(entry.label) - 3)
      let detail = DisplayWidth.fitting(entry.detail, room)
      let isKeys = picker.purpose == .palette || picker.purpose == .help
      canvas.write(
        detail, endingAt: inner.maxX, y: y, isFocused ? .selection : isKeys ? .accent : .dim)
      canvas.write(
        entry.label, at: Point(x: inner.x + 1, y: y), isFocused ? .selection : .text,
        width: max(1, inner.width - DisplayWidth.of(detail) - 2))
      canvas.hit(area, .entry(index))
    }
    if picker.shown.count > inner.height - 2 {
      canvas.write(
        "\(picker.selected + 1) of \(picker.shown.count)", endingAt: inner.maxX, y: inner.maxY,
        .dim)
    }
  }
}
