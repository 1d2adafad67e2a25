/// Opens web addresses in the user's browser, and drafts in their mail program.
enum AddressOpener {
  /// Whether there is a desktop: not over ssh, not on a console.
  static var hasBrowser: Bool {
    guard AppPaths.environment("SSH_CONNECTION") == nil else { return false }
    return AppPaths.environment("WAYLAND_DISPLAY") != nil
      || AppPaths.environment("DISPLAY") != nil
  }

  /// False when there is no browser, or it is not a web address.
  static func open(_ text: String) -> Bool {
    // It begins with a scheme, so no program takes it for an option.
    guard hasBrowser,
      WebAddress(text) != nil || MailLink.isSound(text) || DirectionsKind.isSound(geo: text)
    else { return false }
    guard let program = Spawn.path(of: "xdg-open") else { return false }
    return Spawn.detached(program, [text])
  }
}
