/// Cancels a task from another thread. Guards a flag and a pipe: a thread that blocks in `poll`
/// watches `descriptor` and wakes at once on cancellation.
public final class Cancellation: Sendable {
  /// Becomes readable on cancellation; -1, which `poll` ignores, when the process is out of
  /// descriptors.
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
