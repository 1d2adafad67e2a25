import CSystem

/// The signals that end a program (ctrl-c, a closed terminal, `kill`), as something to wait for: what
/// is under way comes to an end that is known, and then the program ends by the signal.
package final class Interruption {
  /// Readable once a signal has arrived.
  package let descriptor: Int32
  /// The last signal that arrived in any of them; 0 for none.
  private static let caught = Atomic<Int32>(0)

  package init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
      sigaddset(&signals, signal)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    descriptor = trolley_signal_descriptor(&signals)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// As `nohup` does it.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Whether one has arrived since the last time.
  package func takeSignal() -> Bool {
    let signal = trolley_next_signal(descriptor)
    guard signal > 0 else { return false }
    Self.caught.store(signal, ordering: .relaxed)
    return true
  }

  /// Ends the program by the signal that arrived, if one did.
  package static func end() {
    let signal = caught.load(ordering: .relaxed)
    if signal != 0 { end(by: signal) }
  }

  /// Ends the process by a signal, so that the caller sees the real cause (status 128 + signal).
  package static func end(by signal: Int32) {
    var action = sigaction()
    sigaction(signal, &action, nil)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, signal)
    raise(signal)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
  }
}
