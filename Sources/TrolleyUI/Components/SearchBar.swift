/// The search field above a list, with what it finds.
enum SearchBar {
  static func draw(
    _ query: TextInput, _ found: String, _ session: SessionState, _ layout: ScreenLayout,
    role: Role = .dim, width: Int? = nil, on canvas: inout Canvas
  ) {
    let y = layout.body.y
    let end = (width ?? layout.size.width) - 1
    let x = 1 + canvas.write("/", at: Point(x: 1, y: y), .accent)
    let found = DisplayWidth.fitting(found, max(0, end - x - 12))
    FieldText.draw(
      query, at: Point(x: x, y: y), width: max(4, end - x - DisplayWidth.of(found) - 2),
      isFocused: session.isSearching, isSelected: session.selectsQuery, on: &canvas)
    canvas.write(found, endingAt: end, y: y, role)
  }

  /// In place of the list.
  static func drawNothing(_ query: TextInput, in area: Rect, on canvas: inout Canvas) {
    Emptiness.draw(
      ["Nothing matches “\(query.text)”.", "esc clears the search."], in: area, on: &canvas)
  }
}
