/// Opens web addresses in the user's browser, and drafts in their mail program.
enum AddressOpener {
  /// How long a program is looked at: milliseconds.
  static let patience = 2_000

  /// The same for a verb, which waits. False also when the program fails.
  static func opened(_ text: String) -> Bool {
    guard let program = open(text) else { return false }
    for _ in 0..<patience / 20 {
      if let hasFailed = program.hasFailed { return !hasFailed }
      usleep(20_000)
    }
    program.leave()
    return true
  }

  /// Whether there is a desktop: not over ssh, not on a console.
  static var hasBrowser: Bool {
    guard AppPaths.environment("SSH_CONNECTION") == nil else { return false }
    return AppPaths.environment("WAYLAND_DISPLAY") != nil
      || AppPaths.environment("DISPLAY") != nil
  }

  /// Nil when there is no browser, or it is not a web address. A program that fails does so soon; one that
  /// goes on has it open.
  static func open(_ text: String) -> Spawn.Watched? {
    // It begins with a scheme, so no program takes it for an option.
    guard hasBrowser,
      WebAddress(text) != nil || MailLink.isSound(text) || DirectionsKind.isSound(geo: text)
    else { return nil }
    return Spawn.path(of: "xdg-open").flatMap { Spawn.watched($0, [text]) }
  }
}
