/// All accounts, with what is in their carts.
extension PeoplePage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let y = layout.body.y
    let people = state.shared.peopleByName
    let isHome = state.shared.use == .household
    canvas.write(
      isHome ? "Household" : "Employees", at: Point(x: 1, y: y), .title, [.bold, .underline])
    let columns = Columns(layout.size.width)
    for (title, at) in [
      ("e-mail", columns.email), (isHome ? "since" : "hired on", columns.since),
      (isHome ? "signs in" : "cart", columns.pieces),
    ] where at.width > 0 {
      canvas.write(title, at: Point(x: at.x, y: y), .dim, width: at.width)
    }
    let focus = state.session.people
    let list = Rect(
      x: 0, y: layout.list.y, width: min(layout.size.width, Columns.most),
      height: layout.list.height)
    canvas.rows(of: people.count, from: focus.scroll, in: list) { index, area, canvas in
      drawRow(people[index], state, columns, isFocused: index == focus.index, area, on: &canvas)
    }
    RowsBeyond(focus.scroll..<focus.scroll + layout.list.height, of: people.count)
      .draw(y: y, to: layout.size.width, on: &canvas)
  }

  private static func drawRow(
    _ person: Account, _ state: AppState, _ columns: Columns, isFocused: Bool, _ area: Rect,
    on canvas: inout Canvas
  ) {
    let y = area.y
    let role = canvas.beginRow(area, isFocused: isFocused, markAt: 0)
    let weak = role(.dim)
    let owner = person.role == .owner ? " (owner)" : ""
    let used = canvas.write(
      state.shared.name(of: person) + owner, at: Point(x: columns.name.x, y: y), role(.text),
      width: columns.name.width)
    if state.isOnline(person) {
      canvas.write("●", at: Point(x: 1, y: y), role(.success))
      // Shows the word as well if there is room.
      if used + 8 <= columns.name.width {
        canvas.write("online", at: Point(x: columns.name.x + used + 2, y: y), weak)
      }
    }
    if columns.email.width > 0 {
      canvas.write(
        state.shared.email(of: person, for: state.session.actor),
        at: Point(x: columns.email.x, y: y), weak, width: columns.email.width)
    }
    let since = person.since.words(state.session.dateStyle, isShort: columns.hasShortDates)
    canvas.write(since, at: Point(x: columns.since.x, y: y), weak, width: columns.since.width)
    guard state.shared.use == .staff else {
      canvas.write(
        waysIn(person, state),
        at: Point(x: columns.pieces.x, y: y), weak, width: columns.pieces.width)
      return
    }
    let pieces = state.pieces(of: person)
    canvas.write(
      person.pin == nil ? "no PIN" : pieces == 0 ? "empty" : Wording.count(pieces, "piece"),
      at: Point(x: columns.pieces.x, y: y), role(pieces == 0 ? .dim : .text),
      width: columns.pieces.width)
  }

  private static func waysIn(_ person: Account, _ state: AppState) -> String {
    let ways = person.waysIn(state.session.preferences.offeredProviders)
    return ways.isEmpty ? "cannot yet" : ways.joined(separator: ", ")
  }

  private struct Columns {
    static let most = 110
    let name, email, since, pieces: (x: Int, width: Int)
    let hasShortDates: Bool

    init(_ width: Int) {
      let width = min(width, Self.most)
      // The longest date is "30 September 2026", its short form "2026-09-30".
      // Names, the word "online" and addresses need the room more.
      hasShortDates = width < 100
      let isNarrow = width < 60
      let sinceWidth = hasShortDates ? 12 : 18
      let piecesWidth = isNarrow ? 9 : 11
      pieces = (width - piecesWidth - 1, piecesWidth)
      since = (pieces.x - sinceWidth - 1, sinceWidth)
      let room = since.x - 4
      let emailWidth = isNarrow ? 0 : room * 45 / 100
      name = (3, room - emailWidth)
      email = (3 + name.width + 1, max(0, emailWidth - 1))
    }
  }
}
