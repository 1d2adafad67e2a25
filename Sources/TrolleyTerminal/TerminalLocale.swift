import CNCurses

/// An environment variable; nil when unset or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}

enum TerminalLocale {
  /// Sets the locale; returns whether text may contain more than ASCII.
  ///
  /// If a locale is missing on this machine (common over ssh and in containers), C remains, and
  /// curses would print `~T~B` for a line. So C counts only when it was asked for by name.
  static func set() -> Bool {
    // The other categories are not needed, and each costs some system calls.
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
