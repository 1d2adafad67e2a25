#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Two pieces of work side by side. Not tasks: those would start a pool of threads that stays.
enum Pair {
  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Runs both and returns when both are done; one after the other where no thread can be had. They
  /// must not touch the same things.
  static func run(_ first: () -> Void, _ second: () -> Void) {
    withoutActuallyEscaping(second) { second in
      let work = Unmanaged.passRetained(Work(second))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let failed = pthread_create(
        &thread, nil,
        { pointer in
          // Darwin hands the pointer over as it is, Glibc as an optional one.
          let pointer: UnsafeMutableRawPointer? = pointer
          if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeUnretainedValue().run() }
          return nil
        }, work.toOpaque())
      first()
      if failed != 0 {
        work.takeUnretainedValue().run()
      } else {
        #if canImport(Darwin)
          if let thread { pthread_join(thread, nil) }
        #else
          pthread_join(thread, nil)
        #endif
      }
      work.release()
    }
  }
}
