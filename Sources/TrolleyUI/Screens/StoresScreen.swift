/// Favourite stores as a table.
extension StoresPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let y = layout.body.y
    let search = state.session.storeSearch
    let stores = state.shownStores
    if search.isOn {
      let found = Wording.count(stores.count, "store")
      SearchBar.draw(search, found, y: y, width: layout.size.width, on: &canvas)
    } else {
      drawSegments(isNearby: false, layout, on: &canvas)
    }
    if stores.isEmpty, search.isOn {
      return SearchBar.drawNothing(search, in: layout.list, on: &canvas)
    }
    guard !stores.isEmpty else {
      return Emptiness.draw(
        ["No starred store yet.", "a adds one, . looks for some nearby."], in: layout.list,
        on: &canvas)
    }
    let columns = Columns(stores, layout.size.width)
    let focus = state.session.stores
    let current = state.shared.stores.labelled(state.shared.currentStore)
    for row in 0..<layout.list.height {
      let index = focus.scroll + row
      guard stores.indices.contains(index) else { break }
      let area = Rect(x: 0, y: layout.list.y + row, width: layout.size.width, height: 1)
      let isFocused = index == focus.index
      if isFocused { canvas.fill(area, .selection) }
      let role: Role = isFocused ? .selection : .text
      let weak: Role = isFocused ? .selection : .dim
      let store = stores[index]
      canvas.write(isFocused ? "▸" : " ", at: Point(x: 0, y: area.y), role)
      if store == current {
        canvas.write("●", at: Point(x: 1, y: area.y), isFocused ? .selection : .success)
      }
      let texts = Columns.texts(store)
      for (at, column) in columns.all.enumerated() where column.width > 0 {
        canvas.write(
          texts[at], at: Point(x: column.x, y: area.y), at == 0 ? role : weak,
          width: columns.room(at, texts, layout.size.width))
      }
      canvas.hit(area, .entry(index))
    }
    if !search.isOn { drawTitles(columns, y, on: &canvas) }
  }

  /// The two segments of the page; returns where they end.
  @discardableResult
  static func drawSegments(isNearby: Bool, _ layout: ScreenLayout, on canvas: inout Canvas) -> Int {
    var x = 1
    for (title, isChosen) in [("Starred", !isNearby), ("Nearby", isNearby)] {
      let start = x
      x += canvas.write(
        title, at: Point(x: x, y: layout.body.y), isChosen ? .title : .dim,
        isChosen ? [.bold, .underline] : [])
      if !isChosen {
        canvas.hit(
          Rect(x: start, y: layout.body.y, width: x - start, height: 1), .command(.nextSegment))
      }
      x += 3
    }
    return x - 3
  }

  private static func drawTitles(_ columns: Columns, _ y: Int, on canvas: inout Canvas) {
    // Beside the segments of a narrow screen they would look like two more of them.
    guard columns.hasTitles else { return }
    let titles = ["", "address", "phone", "e-mail", "note"]
    for (at, column) in columns.all.enumerated() where column.width > 0 && at > 0 {
      canvas.write(titles[at], at: Point(x: column.x, y: y), .dim, width: column.width)
    }
  }

  /// The columns' positions: as wide as what is in them, if the screen is; fewer on a narrow one.
  private struct Columns {
    var all: [(x: Int, width: Int)] = []
    let hasTitles: Bool

    private static let gap = 2
    private static let least = 6

    init(_ stores: [Store], _ width: Int) {
      hasTitles = width >= 100
      let count = width < 60 ? 2 : width < 100 ? 4 : 5
      // The titles stand below the segments' line only where there is room for both.
      var widths = hasTitles ? [18, 7, 5, 6, 4] : [0, 0, 0, 0, 0]
      for store in stores {
        for (at, text) in Self.texts(store).enumerated() {
          widths[at] = max(widths[at], DisplayWidth.of(text))
        }
      }
      widths = Array(widths.prefix(count))
      let room = width - 4 - Self.gap * (count - 1)
      while widths.reduce(0, +) > room, let widest = widths.max(), widest > Self.least {
        // The later ones matter less.
        widths[widths.lastIndex(of: widest) ?? 0] -= 1
      }
      var x = 3
      for width in widths {
        all.append((x, width))
        x += width + Self.gap
      }
    }

    /// A long text goes on over the columns behind it that this store leaves empty.
    func room(_ at: Int, _ texts: [String], _ width: Int) -> Int {
      let next = all.indices.first { $0 > at && !texts[$0].isEmpty }
      return (next.map { all[$0].x - Self.gap } ?? width - 1) - all[at].x
    }

    static func texts(_ store: Store) -> [String] {
      [store.name, store.address, store.phone, store.email, store.note].map(\.replacingLineBreaks)
    }
  }
}

extension String {
  /// On one line: a stored note keeps its line breaks.
  var replacingLineBreaks: String {
    utf8.contains(10) ? String(map { $0.isNewline ? " " : $0 }) : self
  }
}
