/// Notifications: the desktop's if there is one, else the terminal's.
enum Notifier {
  /// Starts `notify-send` without waiting for it. False without a desktop.
  static func showOnDesktop(_ title: String, _ body: String) -> Bool {
    guard AppPaths.environment("SSH_CONNECTION") == nil,
      AppPaths.environment("DBUS_SESSION_BUS_ADDRESS") != nil,
      let program = Spawn.path(of: "notify-send")
    else { return false }
    // Desktops parse the body as markup.
    let arguments = [
      "-a", "Trolley", "--", CleanText.line(title, limit: .message),
      escaped(CleanText.line(body, limit: .message)),
    ]
    return Spawn.detached(program, arguments)
  }

  /// OSC 9 for terminals that show notifications, and a bell for all others. The text must start
  /// with a letter, since `9;4;` means a progress bar in some terminals.
  static func sequence(_ title: String, _ body: String) -> String {
    let text = CleanText.line(title + " " + body, limit: .message)
      .filter { $0 != "\u{1B}" && $0 != "\u{7}" }
    return "\u{1B}]9;" + text + "\u{1B}\\\u{7}"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

/// Copies text to the clipboard through the terminal (OSC 52). It is only ever written, never read.
enum Clipboard {
  /// The limit of some terminals, in bytes of the text.
  private static let limit = 50_000

  static func sequence(_ text: String) -> String {
    "\u{1B}]52;c;" + Base64.encode(Array(text.utf8.prefix(limit))) + "\u{1B}\\"
  }
}
