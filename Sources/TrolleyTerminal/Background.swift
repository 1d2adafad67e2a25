#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs work beside the loop, on a thread of its own; the answer comes back by `Mailbox`.
///
/// Signals stay with the loop's thread, and even a stack overflow in here gives the terminal back.
/// Neither a task nor a queue: those start threads that wake up once a second for ever.
public func inBackground(_ work: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Work(work))
  var all = sigset_t()
  var old = sigset_t()
  sigfillset(&all)
  for fault in TerminalRescue.faults { sigdelset(&all, fault) }
  pthread_sigmask(SIG_BLOCK, &all, &old)
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(&thread, nil, { runWork($0) }, box.toOpaque())
    if status == 0, let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, { runWork($0) }, box.toOpaque())
    if status == 0 { pthread_detach(thread) }
  #endif
  pthread_sigmask(SIG_SETMASK, &old, nil)
  // No thread to be had: late is better than never.
  if status != 0 { box.takeRetainedValue().body() }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let stack = TerminalRescue.makeSignalStack()
  Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
  TerminalRescue.dropSignalStack(stack)
  return nil
}
