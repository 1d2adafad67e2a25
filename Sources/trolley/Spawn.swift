import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts other programs: by an array of arguments, never by a shell, in a process group of their own,
/// with all signals as usual.
enum Spawn {
  /// Those that nobody waits for: looked at when the next one is started, so that the system can
  /// forget them.
  private static let unwaited = Mutex<[pid_t]>([])

  /// Starts one that is left alone; its input and output are nowhere. False when it cannot be.
  static func detached(_ program: String, _ arguments: [String]) -> Bool {
    unwaited.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    let nowhere = SystemIO.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return false }
    defer { close(nowhere) }
    guard let pid = start(program, arguments, descriptors: [nowhere, nowhere, nowhere]) else {
      return false
    }
    unwaited.withLock { $0.append(pid) }
    return true
  }

  /// - Parameters:
  ///   - descriptors: its standard input, output and error.
  ///   - environment: `NAME=value`; nil for our own.
  static func start(
    _ program: String, _ arguments: [String], descriptors: [Int32], environment: [String]? = nil
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = (environment ?? []).map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid = pid_t()
    let status =
      environment == nil
      ? posix_spawn(&pid, program, &actions, &attributes, &argv, environ)
      : posix_spawn(&pid, program, &actions, &attributes, &argv, &envp)
    return status == 0 ? pid : nil
  }

  /// Where a program of that name lies on the `PATH`.
  static func path(of name: String) -> String? {
    (Places.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
      .map { $0 + "/" + name }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}
