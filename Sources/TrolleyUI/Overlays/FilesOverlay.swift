/// The file browser for choosing a picture: names at the left, the picture at the right.
extension FilesState: OverlayDrawing {
  static func draw(
    _ files: FilesState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let rows = state.fileRows
    let inner = Panel.draw("Choose a picture", width: 92, height: rows + 4, layout, on: &canvas)
    let x = inner.x + canvas.write("› ", at: Point(x: inner.x, y: inner.y), .accent)
    FieldText.draw(
      files.path, at: Point(x: x, y: inner.y), width: inner.maxX - x, isFocused: true,
      hint: "a directory", on: &canvas)
    let body = Rect(
      x: inner.x, y: inner.y + 2, width: inner.width, height: max(0, inner.height - 2))
    let hasPreview = !layout.isNarrow && inner.width >= 56 && context.pictures != .signs
    let width = hasPreview ? inner.width - min(2 * body.height, inner.width / 2) - 2 : inner.width
    drawList(files, Rect(x: body.x, y: body.y, width: width, height: body.height), on: &canvas)
    if hasPreview {
      let area = Rect(
        x: body.x + width + 2, y: body.y, width: inner.width - width - 2, height: body.height)
      drawPreview(files, state, area, context, on: &canvas)
    }
  }

  private static func drawList(_ files: FilesState, _ area: Rect, on canvas: inout Canvas) {
    if files.shown.isEmpty {
      let text = files.failure ?? (files.isLoading ? "Looking…" : "There are no pictures here.")
      return canvas.write(
        TextWrap.lines(text, width: area.width, most: 3), in: area,
        files.failure == nil ? .dim : .danger)
    }
    let list = Rect(x: area.x - 1, y: area.y, width: area.width + 1, height: area.height)
    canvas.rows(of: files.shown.count, from: files.scroll, in: list) { index, line, canvas in
      let entry = files.shown[index]
      let role = canvas.beginRow(line, isFocused: index == files.selected, markAt: line.x)
      canvas.write(
        entry.name + (entry.isDirectory ? "/" : ""), at: Point(x: area.x + 1, y: line.y),
        role(entry.isDirectory ? .accent : .text), width: area.width - 2)
    }
    if files.shown.count == 1, files.shown[0].name == "..", area.height > 2 {
      canvas.write("There are no pictures here.", at: Point(x: area.x + 1, y: area.y + 2), .dim)
    }
    RowsBeyond(
      files.scroll..<files.scroll + area.height, of: files.shown.count, isCut: files.isCut
    ).draw(onFrameOf: area, on: &canvas)
  }

  private static func drawPreview(
    _ files: FilesState, _ state: AppState, _ area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    guard let source = files.chosenPicture.flatMap(PictureSource.init) else { return }
    if let loaded = state.session.shelf.picture(source, .large) {
      TilePicture.drawAtTop(loaded, in: area, context, on: &canvas)
      return
    }
    let failure = state.session.shelf.failure(source)
    canvas.write(
      TextWrap.lines(failure?.sentence ?? "Looking…", width: area.width, most: area.height),
      in: area, failure == nil ? .dim : .danger)
  }
}
