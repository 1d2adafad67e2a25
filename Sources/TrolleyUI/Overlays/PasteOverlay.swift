import TrolleyCore

/// A pasted list before it goes in: what is new, merged or unticked.
enum PasteOverlay {
  static func draw(_ paste: PasteState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let inner = Panel.draw(
      "Paste a list", width: 64, height: min(20, layout.size.height - 2), layout, on: &canvas)
    guard !paste.requests.isEmpty else {
      var y = inner.y
      let text =
        paste.refusal
        ?? "Paste your list now, with the terminal’s own paste key: plain lines, a checklist, "
        + "CSV, JSON or todo.txt. Nothing changes before you say so."
      for line in Panel.wrap(text, width: inner.width) where y < inner.maxY {
        canvas.write(line, at: Point(x: inner.x, y: y), paste.refusal == nil ? .text : .danger)
        y += 1
      }
      return
    }
    let s = paste.summary
    let parts = [
      s.new > 0 ? "\(s.new) new" : "", s.merged > 0 ? "\(s.merged) merged" : "",
      s.unticked > 0 ? "\(s.unticked) wanted again" : "",
    ].filter { !$0.isEmpty }
    canvas.write(
      Wording.count(paste.requests.count, "item") + ": " + parts.joined(separator: ", "),
      at: Point(x: inner.x, y: inner.y), .title, width: inner.width)
    let rows = max(0, inner.height - 4)
    for (at, name) in s.names.prefix(rows).enumerated() {
      canvas.write("+ " + name, at: Point(x: inner.x, y: inner.y + 2 + at), width: inner.width)
    }
    if paste.requests.count > rows {
      canvas.write(
        "… and \(paste.requests.count - rows) more", at: Point(x: inner.x, y: inner.maxY - 2),
        .dim)
    }
    if let refusal = paste.refusal {
      canvas.write(refusal, at: Point(x: inner.x, y: inner.maxY - 1), .danger, width: inner.width)
    } else {
      canvas.write("enter adds them all", at: Point(x: inner.x, y: inner.maxY - 1), .accent)
    }
  }
}
