#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread with a small stack.
enum Thread {
  private static let stackSize = 1 << 20

  /// False when the system gives none; the work is not done then.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(work))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(&thread, &attributes, { runBox($0) }, box.toOpaque())
    if status != 0 { box.release() }
    return status == 0
  }

  fileprivate final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
}

private func runBox(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<Thread.Box>.fromOpaque(argument).takeRetainedValue().work()
  return nil
}
