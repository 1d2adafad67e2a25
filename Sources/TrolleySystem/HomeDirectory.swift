/// Paths of the settings that begin with `~/`.
public enum HomeDirectory {
  /// A variable of the environment with a whole path: relative and empty values count as unset, as
  /// the XDG specification says.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] == 0x2F else { return nil }
    return String(cString: value)
  }

  /// The path with the home directory in place of `~`; any other path unchanged.
  public static func expanding(_ path: String) -> String {
    guard path.hasPrefix("~/") else { return path }
    return (getenv("HOME").map { String(cString: $0) } ?? "") + path.dropFirst()
  }
}
