/// The cache directory: `$XDG_CACHE_HOME/trolley`, by default `~/.cache/trolley`.
enum AppPaths {
  /// Nil without a home directory. Relative and empty values count as unset, as the XDG
  /// specification says.
  static var cache: String? {
    if let cache = variable("XDG_CACHE_HOME") { return cache + "/trolley" }
    return variable("HOME").map { $0 + "/.cache/trolley" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] == 0x2F else { return nil }
    return String(cString: value)
  }
}
