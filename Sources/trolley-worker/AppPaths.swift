/// The cache directory: `$XDG_CACHE_HOME/trolley`, by default `~/.cache/trolley`.
enum AppPaths {
  /// Nil without a home directory.
  static var cache: String? {
    if let cache = HomeDirectory.variable("XDG_CACHE_HOME") { return cache + "/trolley" }
    return HomeDirectory.variable("HOME").map { $0 + "/.cache/trolley" }
  }
}
