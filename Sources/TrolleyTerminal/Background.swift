/// Runs work on a thread of its own; the result comes back through `Mailbox`.
///
/// Signals stay with the loop's thread, and the terminal is restored even after a stack overflow
/// here.
public func inBackground(_ work: @escaping @Sendable () -> Void) {
  var all = sigset_t()
  var old = sigset_t()
  sigfillset(&all)
  for fault in TerminalRescue.faults { sigdelset(&all, fault) }
  pthread_sigmask(SIG_BLOCK, &all, &old)
  let thread = SystemThread {
    let stack = TerminalRescue.makeSignalStack()
    work()
    TerminalRescue.dropSignalStack(stack)
  }
  pthread_sigmask(SIG_SETMASK, &old, nil)
  // If no thread can be started, run it here: late is better than never.
  if let thread { thread.detach() } else { work() }
}
