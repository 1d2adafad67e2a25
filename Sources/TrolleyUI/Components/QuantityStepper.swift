/// A quantity, with buttons for less, more and what is done with it, and the cost.
enum QuantityStepper {
  /// In the last line of `inner`; the cost only if it fits.
  static func draw(
    _ quantity: Quantity, pack: Quantity? = nil, cost: Money?, action: String = "Add to cart",
    _ style: NumberStyle,
    in inner: Rect,
    on canvas: inout Canvas
  ) {
    let y = inner.maxY - 1
    var x = inner.x
    func button(_ text: String, _ command: Command) {
      x += canvas.write(text, at: Point(x: x, y: y), .accent, pressed: .command(command)) + 1
    }
    button("[ - ]", .decrease)
    x += canvas.write(quantity.words(style, pack: pack), at: Point(x: x, y: y), .title) + 1
    button("[ + ]", .increase)
    x += 1
    button("[ " + action + " ]", .open)
    guard let cost else { return }
    let text = "= " + Wording.money(cost, style: style)
    if x + DisplayWidth.of(text) <= inner.maxX { canvas.write(text, at: Point(x: x, y: y), .dim) }
  }
}
