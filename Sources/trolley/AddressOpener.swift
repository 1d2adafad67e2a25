import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Shows addresses of the web in the person's own browser, and drafts in their mail program.
enum AddressOpener {
  /// Whether there is a desktop to show it on: not over ssh, not on a console.
  static var hasBrowser: Bool {
    guard Places.environment("SSH_CONNECTION") == nil else { return false }
    #if canImport(Darwin)
      return true
    #else
      return Places.environment("WAYLAND_DISPLAY") != nil || Places.environment("DISPLAY") != nil
    #endif
  }

  /// False when there is no browser, or this is no address for one.
  static func open(_ text: String) -> Bool {
    // It begins with its scheme, so that no program takes it for an option.
    guard hasBrowser,
      WebAddress(text) != nil || MailLink.isSound(text) || DirectionsKind.isSound(geo: text)
    else { return false }
    #if canImport(Darwin)
      return Spawn.detached("/usr/bin/open", [text])
    #else
      guard let program = Spawn.path(of: "xdg-open") else { return false }
      return Spawn.detached(program, [text])
    #endif
  }
}
