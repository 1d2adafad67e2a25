/// Favourite stores as a table.
extension StoresPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let y = layout.body.y
    let query = state.session.storeQuery
    let isSearched = state.session.showsSearch(query)
    let stores = state.shownStores
    if isSearched {
      let found = Wording.count(stores.count, "store")
      SearchBar.draw(query, found, state.session, layout, on: &canvas)
    } else {
      drawSegments(isNearby: false, layout, on: &canvas)
    }
    if stores.isEmpty, isSearched {
      return SearchBar.drawNothing(query, in: layout.list, on: &canvas)
    }
    guard !stores.isEmpty else {
      return Emptiness.draw(
        ["No starred store yet.", "a adds one, . looks for some nearby."], in: layout.list,
        on: &canvas)
    }
    let columns = state.storesLayout
    let focus = state.session.stores
    let current = state.shared.stores.labelled(state.shared.currentStore)
    let list = Rect(x: 0, y: layout.list.y, width: layout.size.width, height: layout.list.height)
    canvas.rows(of: stores.count, from: focus.scroll, in: list, height: columns.rowHeight) {
      index, area, canvas in
      let role = canvas.beginRow(area, isFocused: index == focus.index, markAt: 0)
      let store = stores[index]
      if store == current { canvas.write("●", at: Point(x: 1, y: area.y), role(.success)) }
      let texts = StoresLayout.texts(store)
      for (at, column) in columns.columns.enumerated() where column.width > 0 {
        canvas.write(
          texts[at], at: Point(x: column.x, y: area.y), role(at == 0 ? .text : .dim),
          width: columns.room(at, texts))
      }
      if columns.rowHeight > 1 {
        let x = columns.columns[0].x + 2
        canvas.write(
          columns.rest(store), at: Point(x: x, y: area.y + 1), role(.dim), width: area.width - x - 1
        )
      }
    }
    if !isSearched { drawTitles(columns, y, on: &canvas) }
    let rows = layout.list.height / columns.rowHeight
    RowsBeyond(focus.scroll..<focus.scroll + rows, of: stores.count)
      .draw(y: y, to: layout.size.width, on: &canvas)
  }

  /// The two segments of the page.
  static func drawSegments(isNearby: Bool, _ layout: ScreenLayout, on canvas: inout Canvas) {
    SegmentBar.draw(
      [("Starred", isNearby ? .nextSegment : nil), ("Nearby", isNearby ? nil : .nextSegment)],
      y: layout.body.y, on: &canvas)
  }

  private static func drawTitles(_ layout: StoresLayout, _ y: Int, on canvas: inout Canvas) {
    guard layout.hasTitles else { return }
    for (at, column) in layout.columns.enumerated() where column.width > 0 && at > 0 {
      canvas.write(StoresLayout.titles[at], at: Point(x: column.x, y: y), .dim, width: column.width)
    }
  }
}
