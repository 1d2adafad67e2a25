/// Restores the terminal when there is no time for curses: after a trap, a stack overflow, an
/// abort, an `exit` from anywhere.
///
/// Everything a handler needs is prepared beforehand; inside it there are only async-signal-safe
/// calls, no allocation and no locks.
enum TerminalRescue {
  /// Signals of faults in the program; other signals become an orderly end in `SelfPipe`.
  static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
  /// Unexpected signals whose default action ends the process.
  private static let strangers = [SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF]

  // Written by the loop's thread while disarmed, read by handlers while armed.
  nonisolated(unsafe) private static var modes = termios()
  nonisolated(unsafe) private static var length = 0
  nonisolated(unsafe) private static let bytes =
    UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  nonisolated(unsafe) private static let before =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  private static let capacity = 512
  private static let isArmed = Atomic<Bool>(false)
  private static let isInstalled = Atomic<Bool>(false)

  /// Saves the shell's terminal modes and installs the handlers. Call before `newterm`.
  static func install() {
    tcgetattr(STDIN_FILENO, &modes)
    guard !isInstalled.exchange(true, ordering: .relaxed) else { return }
    _ = (bytes, before, isArmed.load(ordering: .relaxed))
    _ = makeSignalStack()
    for signal in faults + strangers {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { signal, info, _ in
        TerminalRescue.handle(signal, info)
      }
      action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_SIGINFO)) | SA_ONSTACK
      sigaction(signal, &action, before + Int(signal))
    }
    atexit { TerminalRescue.giveBack() }
  }

  /// From now on a sudden end writes `sequence` and restores the saved modes.
  static func arm(_ sequence: [UInt8]) {
    isArmed.store(false, ordering: .sequentiallyConsistent)
    length = min(sequence.count, capacity)
    for (i, byte) in sequence.prefix(capacity).enumerated() { bytes[i] = byte }
    isArmed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Curses has restored the terminal itself.
  static func disarm() { isArmed.store(false, ordering: .sequentiallyConsistent) }

  /// Restores the terminal if it is still ours. Async-signal-safe.
  static func giveBack() {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // In the background, setting modes would stop the process for good.
    _ = systemSignal(SIGTTOU, SIG_IGN)
    var done = 0
    while done < length {
      let n = write(STDOUT_FILENO, bytes + done, length - done)
      if n <= 0 { break }
      done += n
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// Then the previously installed handler runs (backtrace, core dump).
  private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    giveBack()
    sigaction(signal, before + Int(signal), nil)
    // A hardware fault repeats on return; any other signal must be raised again.
    let isFault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
    if !isFault || (info?.pointee.si_code ?? 0) <= 0 { raise(signal) }
  }

  /// An alternate signal stack for the current thread, because after an overflow its own is
  /// unusable. Nil if it already has one (Swift's backtracer installs one).
  static func makeSignalStack() -> UnsafeMutableRawPointer? {
    var stack = stack_t()
    sigaltstack(nil, &stack)
    guard stack.ss_flags & Int32(SS_DISABLE) != 0 else { return nil }
    let room = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)
    stack.ss_sp = room
    stack.ss_size = 65536
    stack.ss_flags = 0
    sigaltstack(&stack, nil)
    return room
  }

  static func dropSignalStack(_ room: UnsafeMutableRawPointer?) {
    guard let room else { return }
    var none = stack_t()
    none.ss_flags = Int32(SS_DISABLE)
    none.ss_size = 65536
    sigaltstack(&none, nil)
    room.deallocate()
  }
}
