/// A household's sign-in screen: an address, a password, and other sign-in methods.
enum HouseholdSignInScreen {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let size = layout.size
    let rows = state.signInRows
    let isLow = size.height < 20
    let top = layout.bannerLine + max(isLow ? 0 : 1, layout.bannerHeight)
    let gaps = isLow ? 0 : 5
    let wanted = 2 + rows.count + gaps + messageHeight
    var y = max(top, (size.height - wanted) / 2)
    let width = min(50, size.width - 2)
    let x = (size.width - width) / 2
    canvas.write("Trolley", at: Point(x: (size.width - 7) / 2, y: y), .accent, .bold)
    y += isLow ? 1 : 2
    let isFree = state.session.overlays.isEmpty
    let room = max(1, layout.hintLine - y - (isLow ? 1 : messageHeight))
    let focus = min(state.session.signIn.focus, rows.count - 1)
    // The rows farthest from the focus are left out.
    let first = max(0, min(focus - room + 1, rows.count - room))
    for (index, row) in rows.enumerated().dropFirst(first) {
      let last = layout.hintLine - (isLow ? 1 : messageHeight)
      guard y < last else { break }
      let area = Rect(x: x, y: y, width: width, height: 1)
      draw(row, state, area, isFocused: isFree && index == focus, on: &canvas)
      canvas.hit(area, .entry(index))
      y += 1
      if !isLow, isEndOfGroup(index, rows), y < last { y += 1 }
    }
    if !isLow { y = min(y + 1, layout.hintLine - messageHeight) }
    drawMessage(state, Rect(x: x, y: y, width: width, height: layout.hintLine - y), on: &canvas)
  }

  private static let messageHeight = 3

  private static func isEndOfGroup(_ index: Int, _ rows: [SignInState.Row]) -> Bool {
    switch rows[index] {
    case .password, .signIn: true
    case .provider: index + 1 < rows.count && rows[index + 1] == .register
    case .email, .register: false
    }
  }

  private static func draw(
    _ row: SignInState.Row, _ state: AppState, _ area: Rect, isFocused: Bool,
    on canvas: inout Canvas
  ) {
    let signIn = state.session.signIn
    func field(_ label: String, _ input: TextInput, isSecret: Bool) {
      canvas.write(label, at: Point(x: area.x, y: area.y), isFocused ? .accent : .text)
      FieldText.draw(
        input, at: Point(x: area.x + labelWidth, y: area.y), width: area.width - labelWidth,
        isFocused: isFocused, isSecret: isSecret, on: &canvas)
    }
    func button(_ text: String) {
      let text = DisplayWidth.fitting("[ " + text + " ]", area.width - labelWidth)
      canvas.write(
        text, at: Point(x: area.x + labelWidth, y: area.y), isFocused ? .selection : .accent)
    }
    switch row {
    case .email: field("E-mail", signIn.email, isSecret: false)
    case .password: field("Password", signIn.password, isSecret: true)
    case .signIn: button("Sign in")
    case .provider(let provider): button("Continue with " + provider.name)
    case .register: button("Register")
    }
  }

  private static let labelWidth = 10

  private static func drawMessage(_ state: AppState, _ area: Rect, on canvas: inout Canvas) {
    var (text, role) = SignInScreen.message(
      state, ofNone: "No accounts yet. Register the first one.")
    if state.session.signIn.isBusy { (text, role) = ("One moment…", .dim) }
    canvas.write(
      TextWrap.lines(text, width: area.width, most: max(1, area.height)), centredIn: area, role)
  }
}
