/// Paths of the settings that begin with `~/`.
public enum HomeDirectory {
  /// The path with the home directory in place of `~`; any other path unchanged.
  public static func expanding(_ path: String) -> String {
    guard path.hasPrefix("~/") else { return path }
    return (getenv("HOME").map { String(cString: $0) } ?? "") + path.dropFirst()
  }
}
