/// Starts other programs: with an array of arguments, never through a shell, with default signals.
public enum Spawn {
  /// Starts a program; nil with `errno` when the system refuses. The caller must wait for its end.
  ///
  /// - Parameters:
  ///   - program: its absolute path.
  ///   - descriptors: its standard input, output and error.
  ///   - environment: `NAME=value`; nil to inherit ours.
  ///   - hasOwnSession: runs it, and what it starts, in a session and a group of its own, without our
  ///     terminal: that is not theirs to ask on, and its signals do not reach them. Otherwise a
  ///     signal to our group ends it too.
  public static func start(
    _ program: String, _ arguments: [String], descriptors: [Int32], environment: [String]? = nil,
    hasOwnSession: Bool = true
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
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
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasOwnSession ? newSession : 0)))

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

  /// `POSIX_SPAWN_SETSID`, which Glibc's module hides.
  private static let newSession: Int32 = 0x80

  /// Detached children: reaped when the next one is started.
  fileprivate static let unwaited = Mutex<[pid_t]>([])

  /// A program that runs on its own, as long as it is of interest whether it fails.
  public struct Watched: Sendable {
    fileprivate let pid: pid_t

    /// Nil while it runs. Once this is known, nothing more is to be asked of it.
    public var hasFailed: Bool? {
      var state: Int32 = 0
      let ended = waitpid(pid, &state, WNOHANG)
      return ended == 0 ? nil : ended > 0 && state != 0
    }

    /// Its end is of no interest any more.
    public func leave() { Spawn.unwaited.withLock { $0.append(pid) } }
  }

  /// Starts a program without waiting for it, with no input or output. False when that fails.
  public static func detached(_ program: String, _ arguments: [String]) -> Bool {
    let program = watched(program, arguments)
    program?.leave()
    return program != nil
  }

  /// The same for one whose end is looked for: by `hasFailed` until that is known, or until it is left.
  public static func watched(_ program: String, _ arguments: [String]) -> Watched? {
    unwaited.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return nil }
    defer { close(nowhere) }
    return start(program, arguments, descriptors: [nowhere, nowhere, nowhere])
      .map { Watched(pid: $0) }
  }

  /// The absolute path of a program: a path must be absolute already, a name is looked up in
  /// `PATH`. Nil when no executable is found.
  public static func path(of program: String) -> String? {
    if program.contains("/") {
      return program.hasPrefix("/") && access(program, X_OK) == 0 ? program : nil
    }
    // An empty one counts as unset.
    let set = getenv("PATH").map { String(cString: $0) } ?? ""
    return (set.isEmpty ? "/usr/bin:/bin" : set).utf8.split(separator: 0x3A).lazy
      .filter { $0.first == 0x2F }
      .map { String(Substring($0)) + "/" + program }
      .first { access($0, X_OK) == 0 }
  }
}
