/// The sign-in screen: a field for the PIN, and nothing of the list.
enum SignInScreen {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let size = layout.size
    let width = min(46, size.width - 4)
    let x = (size.width - width) / 2
    let isLow = size.height < 16
    let top = layout.bannerLine + max(1, layout.bannerHeight)
    var y = max(top, (size.height - (isLow ? 9 : 13)) / 2)
    func centred(_ text: String, _ role: Role, _ emphasis: Emphasis = []) {
      let text = DisplayWidth.fitting(text, width)
      canvas.write(
        text, at: Point(x: (size.width - DisplayWidth.of(text)) / 2, y: y), role, emphasis)
      y += 1
    }
    centred("Trolley", .accent, .bold)
    if !isLow { y += 1 }
    centred("Type your PIN, then enter", .text)
    if !isLow { y += 1 }
    let signIn = state.session.signIn
    let label = "PIN "
    let fieldWidth = 18
    let start = (size.width - fieldWidth - label.count) / 2
    canvas.write(label, at: Point(x: start, y: y), .accent)
    FieldText.draw(
      signIn.pin, at: Point(x: start + label.count, y: y), width: fieldWidth,
      isFocused: state.session.overlays.isEmpty, isSecret: true, on: &canvas)
    y += 1
    if !isLow { y += 1 }
    y = drawMessage(state, x: x, y: y, width: width, above: layout.hintLine, on: &canvas)
    for command in [Command.newEmployee, .forgotPIN] {
      guard y < layout.hintLine,
        let key = state.session.keymap.key(for: command, in: .signIn, use: state.shared.use)
      else { continue }
      let left = (size.width - 16) / 2
      canvas.drawKey(
        key, command.title(in: .signIn), command, gap: 2, .text, at: Point(x: left, y: y))
      y += 1
    }
  }

  /// The height is fixed, so that nothing jumps when a message appears.
  private static func drawMessage(
    _ state: AppState, x: Int, y: Int, width: Int, above end: Int, on canvas: inout Canvas
  ) -> Int {
    let (text, role) = message(
      state, ofNone: "No employees yet. Press n to add the first one.")
    let height = 3
    canvas.write(
      TextWrap.lines(text, width: width, most: height),
      centredIn: Rect(x: x, y: y, width: width, height: min(height, end - y)), role)
    return y + height
  }

  /// - Parameter words: what is said where there is no account.
  static func message(_ state: AppState, ofNone words: String) -> (text: String, role: Role) {
    let signIn = state.session.signIn
    if let seconds = signIn.secondsToWait(at: state.session.clock.monotonic) {
      return (SignInState.waitSentence(seconds), .warning)
    }
    if signIn.message.isEmpty, state.shared.accounts.isEmpty { return (words, .text) }
    return (signIn.message, signIn.isWrong ? .danger : .success)
  }
}
