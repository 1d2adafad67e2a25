/// A QR code in the lines of a terminal, two modules in a cell; dark on light whatever its colours.
enum QRText {
  /// On standard error, so that the answer stays what a script expects.
  static func show(_ text: String, _ list: OpenList) throws(Failure) {
    guard case .qrCode(let code) = try list.ask(.encodeQR(text), deadline: 10_000) else {
      throw Failure.unexpectedAnswer
    }
    var room = winsize()
    let width = code.side + 2 * QRCode.quiet
    if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &room) == 0, Int(room.ws_col) < width {
      throw Failure(
        .badInput,
        "The QR code needs a terminal of \(width) columns, and this one has \(room.ws_col).")
    }
    _ = SystemIO.writeAll(STDERR_FILENO, Array(lines(of: code).utf8))
  }

  private static func lines(of code: QRCode) -> String {
    let edge = QRCode.quiet
    func isDark(_ x: Int, _ y: Int) -> Bool {
      let (x, y) = (x - edge, y - edge)
      guard 0..<code.side ~= x, 0..<code.side ~= y else { return false }
      return code.modules[y * code.side + x]
    }
    let size = code.side + 2 * edge
    var text = ""
    for y in stride(from: 0, to: size, by: 2) {
      text += "\u{1B}[38;5;16;48;5;231m"
      for x in 0..<size {
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }
}
