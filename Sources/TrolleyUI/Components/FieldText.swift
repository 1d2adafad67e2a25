/// The inside of a text field: scrolled so that the cursor is visible.
enum FieldText {
  /// Draws into `width` cells; returns the x after the field.
  @discardableResult
  static func draw(
    _ input: TextInput, at origin: Point, width: Int, isFocused: Bool, hint: String = "",
    suggestion: String = "", isSecret: Bool = false, isSelected: Bool = false,
    on canvas: inout Canvas
  ) -> Int {
    let characters = isSecret ? input.characters.map { _ in "•" } : input.characters
    let role: Role = isFocused ? .fieldFocus : .field
    let area = Rect(x: origin.x, y: origin.y, width: width, height: 1)
    canvas.fill(area, role)
    guard width > 1 else { return origin.x + width }
    // In brackets: without colours it would look like a value.
    if input.isEmpty, !hint.isEmpty {
      canvas.write(words(of: hint, width), at: origin, role, .dim, width: width)
    }
    guard isFocused else {
      canvas.write(String(characters), at: origin, role, width: width)
      return origin.x + width
    }
    let widths = characters.map { DisplayWidth.of(String($0)) }
    var first = 0
    var before = widths[..<input.cursor].reduce(0, +)
    while before > width - 1, first < input.cursor {
      before -= widths[first]
      first += 1
    }
    canvas.clipped(to: area) { canvas in
      let x = origin.x
      let used = canvas.write(
        String(characters[first...]), at: Point(x: x, y: origin.y), role,
        isSelected ? [.reverse] : [])
      if !suggestion.isEmpty {
        canvas.write(suggestion, at: Point(x: x + used, y: origin.y), .fieldFocus, .dim)
      }
    }
    canvas.cursor = Point(x: origin.x + before, y: origin.y)
    return origin.x + width
  }

  /// A hint that does not fit ends behind a word.
  private static func words(of hint: String, _ width: Int) -> String {
    guard DisplayWidth.of(hint) + 2 > width else { return "(\(hint))" }
    let first = TextWrap.lines(hint, width: width - 3, most: 1).first ?? ""
    return "(\(first)…)"
  }
}
