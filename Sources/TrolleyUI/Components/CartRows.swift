/// The visible lines of the cart: one below the other in measured columns, or with their pictures
/// where lines of the screen are free.
struct CartRows {
  struct Row {
    let index: Int
    let line: CartLine
    let item: Item
    let area: Rect
    let quantity: String
    let cost: String
    /// The unit price and what it is for; empty if it is unknown.
    let price: String
    /// Who put it in, if that matters.
    let author: String
    /// Where it is bought, if not in the store where one is.
    let store: String
  }

  private enum Column: Int, CaseIterable {
    case author, cost, price, quantity, store

    /// See `RowColumns.Column.sparing`. Of people the initials matter more than what one thing costs.
    func sparing(areInitials: Bool) -> Int {
      switch self {
      case .quantity: 6
      case .cost: 8
      case .price: areInitials ? 12 : 16
      case .author: areInitials ? 10 : 18
      case .store: 20
      }
    }
  }

  private static let start = 5
  private static let longestAuthor = 9

  let rows: [Row]
  private let columns: RowColumns
  private let widths: [Int]

  /// With names of people, or else with what tells these apart.
  init(_ state: AppState, in list: Rect) {
    let inFull = CartRows(state, in: list) { $0 }
    guard inFull.lacksAuthors else {
      self = inFull
      return
    }
    let names = state.shared.accounts.map { state.shared.name(of: $0.author) }
    self = CartRows(state, in: list, areInitials: true) { Initials.of($0, among: names) }
  }

  /// Whether there is no room for who put things in.
  private var lacksAuthors: Bool {
    columns.ends[Column.author.rawValue] == nil && rows.contains { !$0.author.isEmpty }
      && rows.first?.area.height == 1
  }

  private init(
    _ state: AppState, in list: Rect, areInitials: Bool = false, author: (String) -> String
  ) {
    let shared = state.shared
    let style = state.session.style
    let height = state.cartRowHeight
    rows = (0..<max(0, list.height / height)).compactMap { at in
      let index = state.session.cart.scroll + at
      guard let line = state.line(at: index), let item = shared.items[line.item] else {
        return nil
      }
      return Row(
        index: index, line: line, item: item,
        area: Rect(x: list.x, y: list.y + at * height, width: list.width, height: height),
        quantity: item.words(line.quantity, style),
        cost: Wording.cost(item.cost(of: line.quantity), style: style),
        price: item.price.map { Wording.price($0, per: item.per, style: style) } ?? "",
        // With a cart for each person, it would repeat the header.
        author: shared.use == .staff ? "" : author(shared.name(of: line.addedBy)),
        store: item.store.isEmpty || shared.stores.areSame(item.store, shared.currentStore)
          ? "" : "!" + item.store)
    }
    var widths = Column.allCases.map { _ in 0 }
    var names = 0
    func widen(_ column: Column, _ width: Int) {
      widths[column.rawValue] = max(widths[column.rawValue], width)
    }
    for row in rows {
      names = max(names, DisplayWidth.of(row.item.name))
      widen(.author, min(Self.longestAuthor, DisplayWidth.of(row.author)))
      widen(.store, min(12, DisplayWidth.of(row.store)))
      widen(.cost, DisplayWidth.of(row.cost))
      widen(.price, row.price.isEmpty ? 0 : DisplayWidth.of(row.price) + 2)
      widen(.quantity, DisplayWidth.of(row.quantity))
    }
    self.widths = widths
    columns = RowColumns(
      Column.allCases.map {
        .init(width: widths[$0.rawValue], sparing: $0.sparing(areInitials: areInitials))
      }, names: names, from: Self.start, to: list.maxX - 1)
  }

  func draw(_ state: AppState, _ context: RenderContext, on canvas: inout Canvas) {
    for row in rows {
      let isFocused = row.line.id == state.session.cart.focus
      let isMarked = state.session.cart.marks.contains(row.line.id)
      if row.area.height == 1 {
        drawFlat(row, isFocused, isMarked, on: &canvas)
      } else {
        drawTall(row, isFocused, isMarked, state, context, on: &canvas)
      }
    }
  }

  private func drawFlat(_ row: Row, _ isFocused: Bool, _ isMarked: Bool, on canvas: inout Canvas) {
    let y = row.area.y
    if isFocused { canvas.fill(row.area, .selection) }
    let plain: Role = isFocused ? .selection : .text
    let weak: Role = isFocused ? .selection : .dim
    // The name has all the cells to the left of what this row shows.
    var nameEnd = row.area.maxX - 1
    func write(_ text: String, _ column: Column, _ role: Role, fromLeft: Bool = false) {
      guard let end = columns.ends[column.rawValue], !text.isEmpty else { return }
      let width = widths[column.rawValue]
      let x = fromLeft ? end - width : end - DisplayWidth.of(text)
      nameEnd = min(nameEnd, x - 1)
      canvas.write(text, at: Point(x: x, y: y), role, width: width)
    }
    drawSigns(row, y, isFocused, isMarked, on: &canvas)
    write(row.author, .author, weak, fromLeft: true)
    write(row.store, .store, weak, fromLeft: true)
    write(row.cost, .cost, row.item.price == nil ? weak : plain)
    write(row.price, .price, weak)
    if !row.price.isEmpty { write("×", .price, weak, fromLeft: true) }
    write(row.quantity, quantityColumn(row), plain)
    drawName(row, from: Self.start, to: nameEnd, y, isFocused, on: &canvas)
  }

  /// Beside a name that would be cut, the quantity stands where another row has its unit price.
  private func quantityColumn(_ row: Row) -> Column {
    guard row.price.isEmpty, columns.ends[Column.price.rawValue] != nil,
      let end = columns.ends[Column.quantity.rawValue]
    else { return .quantity }
    let nameEnd = end - DisplayWidth.of(row.quantity) - 1
    return Self.start + DisplayWidth.of(row.item.name) > nameEnd ? .price : .quantity
  }

  /// The picture, the name in full beside it, and below the name how many there are of it.
  private func drawTall(
    _ row: Row, _ isFocused: Bool, _ isMarked: Bool, _ state: AppState, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let area = row.area
    // From three lines on, the last one stays free between the pictures.
    let lines = area.height > 2 ? area.height - 1 : area.height
    let picture = Rect(x: Self.start, y: area.y, width: 2 * lines, height: lines)
    let x = picture.maxX + 2
    let y = area.y + (lines - 2) / 2
    if isFocused {
      canvas.fill(Rect(x: area.x, y: y, width: Self.start, height: 1), .selection)
      canvas.fill(Rect(x: x - 1, y: y, width: area.maxX - x + 1, height: 2), .selection)
    }
    let weak: Role = isFocused ? .selection : .dim
    drawSigns(row, y, isFocused, isMarked, on: &canvas)
    TilePicture.draw(row.item, in: picture, state.session.shelf, .tile, context, on: &canvas)
    let start = canvas.write(
      row.cost, endingAt: area.maxX - 1, y: y,
      row.item.price == nil ? weak : isFocused ? .selection : .text)
    drawName(row, from: x, to: start - 1, y, isFocused, on: &canvas)
    let words = [
      row.quantity + (row.price.isEmpty ? "" : " × " + row.price), row.store, row.author,
    ]
    canvas.write(
      words.filter { !$0.isEmpty }.joined(separator: " · "), at: Point(x: x, y: y + 1), weak,
      width: max(1, area.maxX - 1 - x))
  }

  private func drawSigns(
    _ row: Row, _ y: Int, _ isFocused: Bool, _ isMarked: Bool, on canvas: inout Canvas
  ) {
    canvas.write(
      isFocused ? isMarked ? "▸◆" : "▸" : isMarked ? "◆" : " ", at: Point(x: 1, y: y),
      isFocused ? .selection : .accent)
    canvas.write(
      row.line.isPicked ? "✓" : "☐", at: Point(x: 3, y: y),
      isFocused ? .selection : row.line.isPicked ? .success : .text)
  }

  /// Struck through once it is picked, under the cursor as well.
  private func drawName(
    _ row: Row, from x: Int, to end: Int, _ y: Int, _ isFocused: Bool, on canvas: inout Canvas
  ) {
    let isPicked = row.line.isPicked
    canvas.write(
      row.item.name, at: Point(x: x, y: y), isFocused ? .selection : isPicked ? .picked : .text,
      isPicked ? .strike : [], width: max(1, end - x))
  }
}

/// People in as few letters as tell them apart.
enum Initials {
  /// The shortest beginning of a name that no other of these has.
  static func of(_ name: String, among all: [String]) -> String {
    let key = Folding.key(name)
    let others = all.filter { Folding.key($0) != key }
    return (1...max(1, name.count)).lazy.map { name.prefix($0) }
      .first { start in !others.contains { Folding.key($0).hasPrefix(Folding.key(String(start))) } }
      .map(String.init) ?? name
  }
}
