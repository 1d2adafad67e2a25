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
      SearchBar.draw(
        search, found, isSelected: state.session.selectsQuery, y: y, width: layout.size.width,
        on: &canvas)
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
    let columns = state.storesLayout
    let focus = state.session.stores
    let current = state.shared.stores.labelled(state.shared.currentStore)
    for row in 0..<layout.list.height / columns.rowHeight {
      let index = focus.scroll + row
      guard stores.indices.contains(index) else { break }
      let area = Rect(
        x: 0, y: layout.list.y + row * columns.rowHeight, width: layout.size.width,
        height: columns.rowHeight)
      let isFocused = index == focus.index
      if isFocused { canvas.fill(area, .selection) }
      let role: Role = isFocused ? .selection : .text
      let weak: Role = isFocused ? .selection : .dim
      let store = stores[index]
      canvas.write(isFocused ? "▸" : " ", at: Point(x: 0, y: area.y), role)
      if store == current {
        canvas.write("●", at: Point(x: 1, y: area.y), isFocused ? .selection : .success)
      }
      let texts = StoresLayout.texts(store)
      for (at, column) in columns.columns.enumerated() where column.width > 0 {
        canvas.write(
          texts[at], at: Point(x: column.x, y: area.y), at == 0 ? role : weak,
          width: columns.room(at, texts))
      }
      if columns.rowHeight > 1 {
        let x = columns.columns[0].x + 2
        canvas.write(
          columns.rest(store), at: Point(x: x, y: area.y + 1), weak, width: area.width - x - 1)
      }
      canvas.hit(area, .entry(index))
    }
    if !search.isOn { drawTitles(columns, y, on: &canvas) }
    let rows = layout.list.height / columns.rowHeight
    RowsBeyond(focus.scroll..<focus.scroll + rows, of: stores.count)
      .draw(y: y, to: layout.size.width, on: &canvas)
  }

  /// The two segments of the page.
  static func drawSegments(isNearby: Bool, _ layout: ScreenLayout, on canvas: inout Canvas) {
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
  }

  private static func drawTitles(_ layout: StoresLayout, _ y: Int, on canvas: inout Canvas) {
    guard layout.hasTitles else { return }
    for (at, column) in layout.columns.enumerated() where column.width > 0 && at > 0 {
      canvas.write(StoresLayout.titles[at], at: Point(x: column.x, y: y), .dim, width: column.width)
    }
  }
}
