/// A thread of the system. Not a task or a queue: those start threads that stay, and wake up once a
/// second for ever.
public struct SystemThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let id: pthread_t

  /// Nil when the system has no thread left: `work` is not run. The caller must `join` or `detach`.
  ///
  /// - Parameter stackSize: bytes; nil for the system's default.
  public init?(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    var id = pthread_t()
    let status = pthread_create(
      &id, &attributes,
      { pointer in
        // Darwin passes the pointer as it is, Glibc as an optional.
        let pointer: UnsafeMutableRawPointer? = pointer
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return nil
    }
    self.id = id
  }

  public func join() { pthread_join(id, nil) }
  public func detach() { pthread_detach(id) }
}

/// Calls `body` with every index below `count`, some concurrently, and returns when all are done.
/// If no thread can be started, the caller runs them all.
public func parallelForEach(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let next = Counter()
  let work = { @Sendable in
    while case let index = next.value.wrappingAdd(1, ordering: .relaxed).oldValue, index < count {
      body(index)
    }
  }
  let others = (1..<max(1, min(threads, count))).compactMap { _ in
    SystemThread(stackSize: 1 << 20, work)
  }
  work()
  for thread in others { thread.join() }
}

private final class Counter: Sendable {
  let value = Atomic<Int>(0)
}
