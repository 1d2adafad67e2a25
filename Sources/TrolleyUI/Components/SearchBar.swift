/// The search field above a list, with what it finds.
enum SearchBar {
  static func draw(
    _ search: ListSearch, _ found: String, isSelected: Bool, y: Int, width: Int,
    on canvas: inout Canvas
  ) {
    let x = 1 + canvas.write("/", at: Point(x: 1, y: y), .accent)
    let room = max(4, width - x - DisplayWidth.of(found) - 3)
    FieldText.draw(
      search.query, at: Point(x: x, y: y), width: room, isFocused: search.isTyping,
      isSelected: isSelected, on: &canvas)
    canvas.write(found, endingAt: width - 1, y: y, .dim)
  }

  /// In place of the list.
  static func drawNothing(_ search: ListSearch, in area: Rect, on canvas: inout Canvas) {
    Emptiness.draw(
      ["Nothing matches “\(search.query.text)”.", "esc clears the search."], in: area, on: &canvas)
  }
}
