#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where files lie that can all be lost: `$XDG_CACHE_HOME/trolley`, usually `~/.cache/trolley`.
enum CachePlace {
  /// Nil without a home. Relative and empty values count as unset, as the XDG specification says.
  static var directory: String? {
    if let cache = variable("XDG_CACHE_HOME") { return cache + "/trolley" }
    return variable("HOME").map { $0 + "/.cache/trolley" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] == 0x2F else { return nil }
    return String(cString: value)
  }
}
