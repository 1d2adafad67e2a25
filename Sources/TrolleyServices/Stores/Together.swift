import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A few pieces of work at the same time, each on a thread that waits for a server.
enum Together {
  private final class Work: Sendable {
    let next = Atomic<Int>(0)
    let count: Int
    let body: @Sendable (Int) -> Void

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    func run() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }

  private static let stackSize = 1 << 20

  /// Gives every index below `count` to `body`, and comes back when all are done. With no thread to be
  /// had the caller does it all.
  static func run(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let work = Work(count, body)
    var others: [pthread_t] = []
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    for _ in 1..<max(1, min(threads, count)) {
      let box = Unmanaged.passRetained(work)
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let status = pthread_create(&thread, &attributes, { runWork($0) }, box.toOpaque())
      guard status == 0 else {
        box.release()
        break
      }
      #if canImport(Darwin)
        if let thread { others.append(thread) }
      #else
        others.append(thread)
      #endif
    }
    work.run()
    for thread in others { pthread_join(thread, nil) }
  }

  fileprivate static func run(boxed argument: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
  }
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Together.run(boxed: argument) }
  return nil
}
