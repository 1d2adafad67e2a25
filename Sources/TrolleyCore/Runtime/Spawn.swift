#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts other programs: by an array of arguments, never by a shell, with all signals as usual.
public enum Spawn {
  /// Starts one; nil with `errno` when the system refuses. Whoever starts it waits for its end.
  ///
  /// - Parameters:
  ///   - program: its whole path.
  ///   - descriptors: its standard input, output and error.
  ///   - environment: `NAME=value`; nil for our own.
  ///   - hasOwnGroup: in a process group of its own, so that a signal from the terminal does not meet
  ///     it; else who ends us by our group ends it too.
  public static func start(
    _ program: String, _ arguments: [String], descriptors: [Int32], environment: [String]? = nil,
    hasOwnGroup: Bool = true
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
    let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(group)))

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

  /// Where a program lies: a path has to be a whole one, a name is looked for on the `PATH`. Nil when
  /// there is none that may be started.
  public static func path(of program: String) -> String? {
    if program.contains("/") {
      return program.hasPrefix("/") && access(program, X_OK) == 0 ? program : nil
    }
    // One that is empty counts as unset.
    let set = getenv("PATH").map { String(cString: $0) } ?? ""
    return (set.isEmpty ? "/usr/bin:/bin" : set).split(separator: ":")
      .map { $0 + "/" + program }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}
