/// A form: labels, fields, and errors beside or below them.
extension FormState: OverlayDrawing {
  static func draw(
    _ form: FormState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let isNarrow = layout.size.width < 60
    // On the smallest screens the labels give way to what is typed.
    let labels = (form.fields.map { DisplayWidth.of($0.label) }.max() ?? 0) + 2
    let labelWidth = min(labels, max(0, layout.size.width - 4 - 10))
    let fieldHeight = isNarrow ? 1 : 2
    let (above, tone) = state.sentence(above: form)
    // In a small window the fields scroll, and the words above them are whole.
    let most = max(1, min(isNarrow ? 6 : 4, layout.size.height - min(form.fields.count, 2) - 5))
    let width = min(78, layout.size.width - (layout.isNarrow ? 0 : 4)) - 4
    let intro =
      above.isEmpty
      ? [] : Array(TextWrap.lines(above, width: width, most: most).prefix(most))
    // On a narrow screen errors take more than one line; the room is reserved from the start, so
    // that nothing jumps.
    let wanted =
      form.fields.count * fieldHeight + (intro.isEmpty ? 0 : intro.count + 1) + 4
      + (isNarrow && form.fields.count <= 2 ? 2 : 0)
    let inner = Panel.draw(form.title, width: 78, height: wanted, layout, on: &canvas)
    var y = inner.y
    // The field comes before the sentence above it and the button below it.
    for line in inner.height > intro.count + 1 ? intro : [] {
      canvas.write(
        line, at: Point(x: inner.x, y: y), tone == .danger ? .danger : .dim, width: inner.width)
      y += 1
    }
    if !intro.isEmpty, inner.height > form.fields.count + 2 + intro.count { y += 1 }
    let room = inner.maxY - 1 - y
    let focused = min(form.focus, form.fields.count - 1)
    let isRoomy = form.fields.count * 2 <= room
    let remark = remark(of: form.fields[focused], form, state)
    // The line below the field is for its error, with one or two more if there is room; longer
    // errors go to the bottom.
    let below = remark.map { TextWrap.lines($0.text, width: inner.width - labelWidth) } ?? []
    let fits = below.count <= 1 || form.fields.count * 2 + below.count <= room + 1
    let words = isRoomy && fits ? [] : remarkLines(remark?.text, inner, room)
    let step = isRoomy && form.fields.count * 2 <= room - words.count ? 2 : 1
    let visible = max(1, (room - words.count) / step)
    let first = max(0, min(focused - visible + 1, form.fields.count - visible))
    for index in first..<min(form.fields.count, first + visible) {
      let isRemarked = index == focused && isRoomy && fits
      let height = isRemarked ? max(step, 1 + below.count) : step
      drawField(
        form, index, Rect(x: inner.x, y: y, width: inner.width, height: height), labelWidth,
        state, on: &canvas)
      y += height
    }
    canvas.write(
      words,
      in: Rect(
        x: inner.x, y: inner.maxY - 1 - words.count, width: inner.width, height: words.count),
      remark?.role ?? .danger)
    guard inner.height > 1 || form.isOnButton else { return }
    let button = "[ " + form.action + " ]"
    canvas.write(
      button, at: Point(x: inner.x + labelWidth, y: inner.maxY - 1),
      form.isOnButton ? .selection : .accent, pressed: .entry(form.fields.count))
  }

  /// If fields have no line of their own for errors, the focused field's error goes above the
  /// button.
  private static func remarkLines(_ error: String?, _ inner: Rect, _ room: Int) -> [String] {
    guard let error else { return [] }
    return Array(
      TextWrap.lines(error, width: inner.width, most: 3).prefix(max(0, min(3, room - 1))))
  }

  private static func drawField(
    _ form: FormState, _ index: Int, _ area: Rect, _ labelWidth: Int, _ state: AppState,
    on canvas: inout Canvas
  ) {
    let field = form.fields[index]
    let isFocused = form.focus == index
    canvas.write(
      field.label, at: Point(x: area.x, y: area.y),
      field.error != nil ? .danger : isFocused ? .accent : .text,
      width: labelWidth - 1)
    let x = area.x + labelWidth
    let width = area.maxX - x
    FieldText.draw(
      field.input, at: Point(x: x, y: area.y), width: width, isFocused: isFocused, hint: field.hint,
      suggestion: field.suggestion ?? "", isSecret: field.isSecret,
      isSelected: isFocused && form.showsSelection, on: &canvas)
    canvas.hit(Rect(x: area.x, y: area.y, width: area.width, height: 1), .field(index))
    // On a reserved line, so that nothing moves while the worker checks.
    if field.id == .picture, area.height > 1, state.isLookingAtPicture(form) {
      canvas.write("Looking at the picture…", at: Point(x: x, y: area.y + 1), .dim, width: width)
      return
    }
    guard let remark = remark(of: field, form, state) else { return }
    let lines = TextWrap.lines(remark.text, width: width)
    guard lines.count < area.height else { return }
    canvas.write(
      lines, in: Rect(x: x, y: area.y + 1, width: width, height: lines.count), remark.role)
  }
}

extension FormState {
  /// The field's error, or another person's change to it; below a quantity what it costs.
  fileprivate static func remark(
    of field: Field, _ form: FormState, _ state: AppState
  ) -> (text: String, role: Role)? {
    if let error = field.error { return (error, .danger) }
    if let news = field.news { return (news, .warning) }
    return field.id == .quantity ? state.costWords(of: form).map { ($0, .dim) } : nil
  }
}
