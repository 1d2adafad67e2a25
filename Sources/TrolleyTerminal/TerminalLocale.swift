import CNCurses

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A variable of the environment; nil when it is unset or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}

enum TerminalLocale {
  /// Sets the locale and gives whether text may be more than ASCII.
  ///
  /// A locale that is missing on this machine (usual over ssh and in containers) leaves C behind,
  /// and curses would paint `~T~B` for a line. So C counts only when it was asked for by name.
  static func set() -> Bool {
    // The other categories change nothing here, and each costs some calls.
    _ = setlocale(LC_CTYPE, "")
    if trolley_codeset_is_utf8() { return true }
    let wish = environment("LC_ALL") ?? environment("LC_CTYPE")
    if wish == "C" || wish == "POSIX" { return false }
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"]
    where setlocale(LC_CTYPE, name) != nil && trolley_codeset_is_utf8() {
      return true
    }
    return false
  }
}
