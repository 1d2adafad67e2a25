import Synchronization
import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Spawn {
  /// Those that nobody waits for: looked at when the next one is started, so that the system can
  /// forget them.
  private static let unwaited = Mutex<[pid_t]>([])

  /// Starts one that is left alone; its input and output are nowhere. False when it cannot be.
  static func detached(_ program: String, _ arguments: [String]) -> Bool {
    unwaited.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    let nowhere = SystemIO.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return false }
    defer { close(nowhere) }
    guard let pid = start(program, arguments, descriptors: [nowhere, nowhere, nowhere]) else {
      return false
    }
    unwaited.withLock { $0.append(pid) }
    return true
  }
}
