/// The frame of a tile, with words in its edges, where they cost no line.
struct TileFrame {
  /// That it is marked or starred.
  var signs: [(text: String, role: Role)] = []
  var author = ""
  /// The quantity in the cart, and whether it is picked.
  var inCart: InCart?
  var category = ""
  var price = ""

  func draw(in area: Rect, isFocused: Bool, on canvas: inout Canvas) {
    let isToBuy = inCart.map { !$0.isPicked } ?? false
    canvas.box(
      area, isFocused ? .double : .round, isFocused ? .accent : isToBuy ? .borderOn : .border)
    drawTop(area, on: &canvas)
    drawBottom(area, on: &canvas)
  }

  private func drawTop(_ area: Rect, on canvas: inout Canvas) {
    let y = area.y
    var right = area.maxX - 1
    if let inCart {
      right = canvas.write(
        " " + inCart.chip + " ", endingAt: right - 1, y: y, .success)
    }
    var x = area.x + 2
    for sign in signs where x + 3 <= right {
      canvas.write(" ", at: Point(x: x, y: y))
      x += 1 + canvas.write(sign.text, at: Point(x: x + 1, y: y), sign.role)
      canvas.write(" ", at: Point(x: x, y: y))
    }
    let room = right - x - 2
    guard !author.isEmpty, room > 2 else { return }
    canvas.write(
      " " + DisplayWidth.fitting(author, min(12, room)) + " ", at: Point(x: x, y: y), .dim)
  }

  /// The price in full, and as much of the category as there is room for.
  private func drawBottom(_ area: Rect, on canvas: inout Canvas) {
    let y = area.maxY - 1
    let room = area.width - 2
    let priceWidth = price.isEmpty ? 0 : DisplayWidth.of(price) + 2
    // In a narrow tile the words need the room and begin in the corner.
    let inset = area.width < 22 ? 0 : 1
    let least = 4
    var left = area.maxX - 1
    if priceWidth > 0, priceWidth <= room {
      left = canvas.write(" " + price + " ", endingAt: left - inset, y: y, .text)
    }
    let x = area.x + 1 + inset
    // At least a piece of the frame stays between the two.
    let width = left - x - 2 - (priceWidth > 0 ? 1 : 0)
    guard width >= min(least, DisplayWidth.of(category)), !category.isEmpty else { return }
    canvas.write(
      " " + DisplayWidth.fitting(category, width) + " ", at: Point(x: x, y: y), .dim)
  }
}

/// What is in the cart of an item, as a tile and a row of the table show it.
struct InCart: Equatable {
  let quantity: Quantity
  let isPicked: Bool
  /// There are lines whose units do not add up.
  let hasMore: Bool

  private let style: NumberStyle
  private let pack: Quantity?

  init?(_ lines: [CartLine], of item: Item?, _ style: NumberStyle) {
    guard let first = lines.first else { return nil }
    quantity = first.quantity
    pack = item?.pack
    isPicked = lines.allSatisfy(\.isPicked)
    hasMore = lines.count > 1
    self.style = style
  }

  /// `×2`, `500 g`, `500 g +`.
  var amount: String {
    (quantity.unit == .piece ? "×" : "") + quantity.words(style, pack: pack) + (hasMore ? " +" : "")
  }

  /// `×2`; `✓ ×2` once it is picked: the same sign as in the cart.
  var chip: String { isPicked ? "✓ " + amount : amount }

  /// The sign before a name in a table.
  static func sign(_ inCart: InCart?) -> String {
    guard let inCart else { return "·" }
    return inCart.isPicked ? "✓" : "●"
  }

  static func role(_ inCart: InCart?) -> Role {
    guard let inCart else { return .title }
    return inCart.isPicked ? .picked : .success
  }
}

/// A name in one line or two, below a tile's picture.
struct TileName {
  let lines: [String]
  private let width: Int

  /// - Parameter most: the number of lines it may take; what is longer than that is cut.
  init(_ name: String, width: Int, most: Int) {
    self.width = width
    guard name.utf8.count > width, DisplayWidth.of(name) > width, most > 1 else {
      lines = [name]
      return
    }
    // The frame's inner blanks are given up only where the name needs them.
    var wrapped = TextWrap.lines(name, width: max(1, width - 2))
    if wrapped.count > 2 { wrapped = TextWrap.lines(name, width: width) }
    let rest = name.dropFirst(wrapped[0].count).drop { $0 == " " }
    lines = [wrapped[0], String(rest)]
  }

  func draw(
    at origin: Point, query: String, _ role: Role, on canvas: inout Canvas
  ) {
    let isTight = lines.contains { DisplayWidth.of($0) > width - 2 }
    for (row, line) in lines.enumerated() {
      MatchedText.draw(
        line, query: query, at: Point(x: origin.x + (isTight ? 0 : 1), y: origin.y + row), role,
        width: width, on: &canvas)
    }
  }
}
