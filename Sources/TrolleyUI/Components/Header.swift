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

/// One line about what is wrong, with what to press. It takes its own line and covers nothing.
enum Banner {
  static func draw(
    _ text: String, _ layout: ScreenLayout, _ keymap: Keymap, on canvas: inout Canvas
  ) {
    let y = layout.bannerLine
    let width = layout.size.width
    canvas.fill(Rect(x: 0, y: y, width: width, height: 1), .banner)
    let key = keymap.key(for: .retry, in: .everywhere)?.text ?? "r"
    let action = key + " try again "
    canvas.write(
      " ⚠ " + text, at: Point(x: 0, y: y), .banner, width: width - DisplayWidth.of(action) - 1)
    canvas.write(action, endingAt: width, y: y, .banner, .bold)
    canvas.hit(Rect(x: 0, y: y, width: width, height: 1), .command(.retry))
  }
}
