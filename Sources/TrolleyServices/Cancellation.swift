import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether somebody still waits for a task. Guards a flag and a pipe: whoever waits in `poll` watches
/// `descriptor`, and so hears at once that it was cancelled.
public final class Cancellation: Sendable {
  /// Readable from the moment of the cancellation on; -1 when the system has no descriptors left, and
  /// then `poll` looks past it.
  public let descriptor: Int32
  private let other: Int32
  private let flag = Atomic<Bool>(false)

  public init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    descriptor = ends[0]
    other = ends[1]
  }

  deinit {
    for end in [descriptor, other] where end >= 0 { close(end) }
  }

  public var isCancelled: Bool { flag.load(ordering: .acquiring) }

  public func cancel() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing), other >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(other, &byte, 1)
  }
}
