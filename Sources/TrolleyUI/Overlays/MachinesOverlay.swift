import TrolleyWire

/// The machines that share the list: how it stands above them, what can be done below.
extension MachinesState: OverlayDrawing {
  static func draw(
    _ machines: MachinesState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let shape = state.layout(of: machines)
    let (_, isTrouble) = state.sentence(above: machines)
    let inner = Panel.draw(
      SettingRow.onSeveralMachines, width: shape.width,
      height: shape.lines.count + shape.rows + 3, layout, on: &canvas)
    canvas.write(
      shape.lines, in: inner.with(height: shape.lines.count), isTrouble ? .danger : .dim)
    let entries = machines.entries
    let top = inner.y + shape.lines.count + (inner.height > shape.lines.count + shape.rows ? 1 : 0)
    let scroll = max(0, min(machines.focus.scroll, entries.count - shape.rows))
    let list = Rect(x: inner.x - 1, y: top, width: inner.width + 2, height: shape.rows)
    canvas.rows(of: entries.count, from: scroll, in: list) { index, area, canvas in
      draw(entries[index], isFocused: index == machines.focus.index, state, in: area, on: &canvas)
    }
    RowsBeyond(scroll..<scroll + shape.rows, of: entries.count)
      .draw(onFrameOf: inner, on: &canvas)
  }

  private static func draw(
    _ entry: Entry, isFocused: Bool, _ state: AppState, in area: Rect, on canvas: inout Canvas
  ) {
    let role = canvas.beginRow(area, isFocused: isFocused, markAt: area.x)
    let (label, detail) =
      switch entry {
      case .machine(let machine): (machine.name, state.words(for: machine))
      case .invite: ("Invite another machine…", "")
      case .leave: ("Leave the shared list…", "")
      }
    let isAction = if case .machine = entry { false } else { true }
    // Half of the line, or what the name leaves.
    let inner = area.width - 3
    let room = max(inner / 2, inner - DisplayWidth.of(label) - 2)
    let words = DisplayWidth.fitting(detail, room)
    canvas.write(words, endingAt: area.maxX - 1, y: area.y, role(.dim))
    canvas.write(
      label, at: Point(x: area.x + 2, y: area.y), role(isAction ? .accent : .text),
      width: max(1, inner - (words.isEmpty ? 0 : DisplayWidth.of(words) + 2)))
  }
}
