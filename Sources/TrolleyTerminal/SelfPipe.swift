/// Lets signal handlers and other threads wake the loop: a pipe that `poll` watches.
///
/// Unlike an interrupted call, a pipe also catches a signal between the last check of the flags and
/// `poll`.
enum SelfPipe {
  static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    // Without two descriptors at start-up nothing else would work either.
    precondition(Glibc.pipe(&ends) == 0, "no file descriptors left")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  /// The window was resized.
  static let resized = Atomic<Bool>(false)
  /// We were asked to stop (`kill -TSTP`).
  static let stop = Atomic<Bool>(false)
  /// We were stopped without being asked (`kill -STOP`), and now continue.
  static let continued = Atomic<Bool>(false)
  /// The signal that ends the program; 0 for none.
  static let end = Atomic<Int32>(0)
  /// When that was, in seconds of the monotonic clock.
  private static let endSince = Atomic<Int>(0)

  static func wake() {
    var byte: UInt8 = 1
    _ = write(pipe.write, &byte, 1)
  }

  static func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { room in
      while read(pipe.read, room.baseAddress, 256) > 0 {}
    }
  }

  /// Call before `newterm`: curses then installs no handlers, and saves two system calls per update
  /// that would protect them.
  static func installHandlers() {
    // Initialised here, not inside a handler.
    _ = (pipe, resized.load(ordering: .relaxed), stop.load(ordering: .relaxed))
    _ = (continued.load(ordering: .relaxed), end.load(ordering: .relaxed))
    _ = endSince.load(ordering: .relaxed)
    for signal in [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
      setHandler(signal, flags: SA_RESTART) { signal in
        let saved = errno
        SelfPipe.note(signal)
        errno = saved
      }
    }
    _ = systemSignal(SIGPIPE, SIG_IGN)
  }

  /// Runs inside signal handlers.
  private static func note(_ signal: Int32) {
    switch signal {
    case SIGWINCH: resized.store(true, ordering: .relaxed)
    case SIGTSTP: stop.store(true, ordering: .relaxed)
    case SIGCONT: continued.store(true, ordering: .relaxed)
    default:
      // A closing window and its shell send two signals at once; if the user repeats one after a
      // while, the loop must be stuck.
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let isFirst = end.exchange(signal, ordering: .relaxed) == 0
      if isFirst { endSince.store(now.tv_sec, ordering: .relaxed) }
      if now.tv_sec - endSince.load(ordering: .relaxed) >= 2 {
        TerminalRescue.giveBack()
        Interruption.end(by: signal)
      }
    }
    wake()
  }
}

func systemSignal(
  _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? {
  signal(number, handler)
}

func setHandler(_ number: Int32, flags: Int32, _ handler: @convention(c) (Int32) -> Void) {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = handler
  action.sa_flags = flags
  sigaction(number, &action, nil)
}
