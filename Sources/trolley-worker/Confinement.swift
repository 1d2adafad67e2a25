import CSystem
import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What this process can do at most, whatever a server or a file makes of it.
enum Confinement {
  /// Bytes of memory of its own: two hashes at once and some answers.
  private static let memory = 512 << 20
  /// Bytes of addresses, most of which nothing stands behind.
  private static let addresses = 2 << 30

  static func enter() {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    _ = trolley_die_with_parent()
    _ = trolley_hide_memory()
    // Whatever was open in the program that started it is none of its business.
    for descriptor in Int32(3)..<256 { close(descriptor) }
    limit(RLIMIT_CORE, to: 0)
    #if !canImport(Darwin)
      // macOS does not keep these.
      limit(RLIMIT_DATA, to: memory)
      limit(RLIMIT_AS, to: addresses)
    #endif
    trolley_share_memory()
  }

  #if canImport(Darwin)
    private static func limit(_ resource: Int32, to most: Int) {
      var limits = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
      setrlimit(resource, &limits)
    }
  #else
    private static func limit(_ resource: __rlimit_resource, to most: Int) {
      var limits = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
      setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
    }
  #endif
}
