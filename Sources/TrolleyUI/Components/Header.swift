import TrolleyCore

/// The first line: the tabs with their counts. The current one is bold and underlined, so that it is
/// marked by more than colour.
enum Header {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    var x = 1
    let isShared = state.shared.use.hasAccounts
    // Who is signed in matters more than the name of the program.
    if layout.size.width >= (isShared ? 100 : 64) {
      x += canvas.write("Trolley", at: Point(x: x, y: 0), .accent) + 2
    }
    let isShort = layout.size.width < 64
    for (index, page) in state.shared.pages.enumerated() {
      let isCurrent = state.session.page == page
      let start = x
      let number = String(index + 1)
      x += canvas.write(number, at: Point(x: x, y: 0), isCurrent ? .accent : .dim)
      if !isShort || isCurrent {
        x += 1
        x += canvas.write(
          page.title, at: Point(x: x, y: 0), .title, isCurrent ? [.bold, .underline] : [])
      }
      if page == .cart, !state.shared.cart.isEmpty {
        x += isShort ? 0 : 1
        x += canvas.write("·\(state.shared.cart.count)", at: Point(x: x, y: 0), .warning, .bold)
      }
      canvas.hit(Rect(x: start, y: 0, width: x - start, height: 1), .command(.show(page)))
      x += isShort ? 2 : 3
    }
    if let account = state.account {
      let room = layout.size.width - x - 1
      let name = DisplayWidth.of(account.name) < room ? account.name : account.firstName
      if room > 3 {
        canvas.write(
          DisplayWidth.fitting(name, room - 1), endingAt: layout.size.width - 1, y: 0, .success)
      }
    }
    if layout.headerHeight > 1 { canvas.rule(1, from: 1, to: layout.size.width - 1) }
  }
}

/// What is wrong, whole, with what to press. It takes its own lines and covers nothing.
enum Banner {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ keymap: Keymap, on canvas: inout Canvas
  ) {
    let width = layout.size.width
    let area = Rect(x: 0, y: layout.bannerLine, width: width, height: layout.bannerHeight)
    canvas.fill(area, .banner)
    canvas.write("⚠", at: Point(x: 1, y: area.y), .banner)
    for (row, line) in state.session.bannerLines.prefix(area.height).enumerated() {
      canvas.write(line, at: Point(x: 3, y: area.y + row), .banner, width: width - 4)
    }
    let key = keymap.key(for: .retry, in: .everywhere)?.text ?? "r"
    canvas.write(key + " try again", endingAt: width - 1, y: area.maxY - 1, .banner, .bold)
    canvas.hit(area, .command(.retry))
  }
}
