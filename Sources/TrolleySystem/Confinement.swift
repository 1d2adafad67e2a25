import CSystem

/// Limits what a helper process can do, even if a server or a file takes it over.
package enum Confinement {
  /// Memory limit in bytes: two password hashes at once and some answers, or the lines of a list.
  private static let memory = 512 << 20
  /// Address-space limit in bytes, mostly unbacked.
  private static let addresses = 2 << 30

  package static func enter() {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    _ = trolley_die_with_parent()
    _ = trolley_hide_memory()
    // Close descriptors inherited from the program that started it.
    for descriptor in Int32(3)..<256 { close(descriptor) }
    limit(RLIMIT_CORE, to: 0)
    // macOS does not enforce these.
    limit(RLIMIT_DATA, to: memory)
    limit(RLIMIT_AS, to: addresses)
    trolley_share_memory()
  }

  private static func limit(_ resource: __rlimit_resource, to most: Int) {
    var limits = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
    setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
  }
}
