/// The first line: the tabs with their counts. The current one is bold and underlined, so that it
/// does not depend on colour.
enum Header {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    var x = 1
    let isShared = state.shared.use.hasAccounts
    // The person's name matters more than the program's.
    if layout.size.width >= (isShared ? 100 : 64) {
      x += canvas.write("Trolley", at: Point(x: x, y: 0), .accent) + 2
    }
    let isShort = layout.size.width < 64
    let sharing = state.sharingText.map { sharingTexts($0, canvas) } ?? []
    let gap = gap(x, state, sharing, layout, isShort: isShort)
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
      x += gap
    }
    // Two blanks behind the last tab are enough.
    x -= max(0, gap - 2)
    var right = layout.size.width - 1
    if let account = state.account {
      // How the list stands matters more than a whole name, and just that it is shared less than any.
      let least = sharing.suffix(2).map { DisplayWidth.of($0) + 2 }
      for least in sharing.count > 1 ? least : least + [0] {
        guard
          let start = drawPeople(
            account, state, from: x + least, layout, on: &canvas)
        else { continue }
        right = start - 2
        break
      }
    }
    if let fitting = DisplayWidth.firstFitting(sharing, right - x) {
      canvas.write(
        fitting, endingAt: right, y: 0, sharing.count == 1 ? .dim : .warning)
    }
    if layout.headerHeight > 1 { canvas.rule(1, from: 1, to: layout.size.width - 1) }
  }
}

extension Header {
  /// The blanks between two tabs: as many as leave room for what has to be known of the list, and for
  /// who is signed in.
  private static func gap(
    _ x: Int, _ state: AppState, _ sharing: [String], _ layout: ScreenLayout, isShort: Bool
  ) -> Int {
    let usual = isShort ? 2 : 3
    guard let needs = sharing.dropLast().last ?? sharing.last, let account = state.account else {
      return usual
    }
    let pages = state.shared.pages
    let cart = state.shared.cart
    let count = cart.isEmpty ? 0 : (isShort ? 1 : 2) + String(cart.count).utf8.count
    let tabs = pages.reduce(count) {
      $0 + 1 + (isShort && $1 != state.session.page ? 0 : 1 + DisplayWidth.of($1.title))
    }
    let online = "●\(state.session.online.count) "
    let needed =
      x + tabs + 2 + DisplayWidth.of(needs) + 2
      + min(12, DisplayWidth.of(online + account.firstName)) + 1
    return stride(from: usual, to: 1, by: -1)
      .first { needed + $0 * (pages.count - 1) <= layout.size.width } ?? 1
  }

  /// How the shared list stands, the longest text first; last, just that it is shared.
  private static func sharingTexts(_ text: String, _ canvas: Canvas) -> [String] {
    let sign = canvas.isUnicode ? "⇅" : "<>"
    let whole = sign + text.dropFirst()
    if whole == sign { return [sign] }
    // "⇅ 3 waiting", "⇅ offline"
    let offline = sign + " offline"
    let state = whole.hasPrefix(offline) ? offline : String(whole.prefix { $0 != "," })
    let parts = whole.split(separator: ",")
    // The time since when is what can be missed most, then what was replaced.
    let middle =
      parts.count > 1 && parts.last?.contains("conflict") == true
      ? [state + "," + parts[parts.count - 1]] : []
    return [whole] + middle.filter { $0 != whole } + [state, sign]
  }

  /// The person's name, preceded by how many are online, as detailed as there is room for. Returns where
  /// that begins; nil if there is no room.
  fileprivate static func drawPeople(
    _ account: Account, _ state: AppState, from x: Int, _ layout: ScreenLayout,
    on canvas: inout Canvas
  ) -> Int? {
    let room = layout.size.width - x - 1
    let count = state.session.online.count
    let long = "● \(count) online   "
    let short = canvas.isUnicode ? "●\(count) " : "\(count) on "
    // Who is signed in matters more than how many others are.
    let texts = [long, short, ""].flatMap { [($0, account.name), ($0, account.firstName)] }
    let fitting = texts.first { DisplayWidth.of($0 + $1) <= room }
    let (online, whole) = fitting ?? ("", account.firstName)
    let name = DisplayWidth.fitting(whole, max(0, room - DisplayWidth.of(online)))
    guard name == whole || DisplayWidth.of(name) >= 3 else { return nil }
    let end = layout.size.width - 1
    let start = canvas.write(name, endingAt: end, y: 0, .success)
    let left = canvas.write(online, endingAt: start, y: 0, .text)
    if online.hasPrefix("●") { canvas.write("●", at: Point(x: left, y: 0), .success) }
    canvas.hit(Rect(x: left, y: 0, width: end - left, height: 1), .command(.show(.people)))
    return left
  }
}

/// Errors in full, with the key to press. A banner takes lines of its own and covers nothing.
enum Banner {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let width = layout.size.width
    let area = Rect(x: 0, y: layout.bannerLine, width: width, height: layout.bannerHeight)
    canvas.fill(area, .banner)
    canvas.write("⚠", at: Point(x: 1, y: area.y), .banner)
    let action = state.session.bannerAction
    let lines = state.session.bannerLines
    for (row, line) in lines.prefix(area.height).enumerated() {
      // If it does not fit, the last line stops before the action.
      let isCut = row == area.height - 1 && lines.count > area.height
      canvas.write(
        line, at: Point(x: 3, y: area.y + row), .banner,
        width: width - 4 - (isCut ? DisplayWidth.of(action) + 1 : 0))
    }
    canvas.write(action, endingAt: width - 1, y: area.maxY - 1, .banner, .bold)
    canvas.hit(area, .command(state.session.bannerCommand))
  }
}
