import Foundation
import Synchronization

/// Records what everyone on the machine can see of Trolley's processes: their arguments, and for
/// the same user their environment. Polls on a thread of its own until it is stopped.
final class ProcessWatch: Sendable {
  private struct Seen {
    var arguments: Set<Data> = []
    var environments: Set<Data> = []
    var isStopped = false
    var hasEnded = false
  }

  private let seen = Mutex(Seen())

  init() {
    Thread.detachNewThread { [self] in
      while !seen.withLock({ $0.isStopped }) {
        look()
        usleep(2000)
      }
      seen.withLock { $0.hasEnded = true }
    }
  }

  /// Everything recorded, as one piece of bytes.
  func stop() -> Data {
    seen.withLock { $0.isStopped = true }
    while !seen.withLock({ $0.hasEnded }) { usleep(1000) }
    return seen.withLock { ($0.arguments.union($0.environments)).reduce(Data()) { $0 + $1 } }
  }

  /// The names of the recorded programs.
  var programs: Set<String> {
    let all = seen.withLock(\.arguments)
    return Set(
      all.compactMap { bytes in
        bytes.split(separator: 0).first.map {
          URL(fileURLWithPath: String(decoding: $0, as: UTF8.self)).lastPathComponent
        }
      })
  }

  /// The recorded command lines, without the program's name.
  var commands: Set<String> {
    let all = seen.withLock(\.arguments)
    return Set(
      all.map { bytes in
        bytes.split(separator: 0).dropFirst().map { String(decoding: $0, as: UTF8.self) }
          .joined(separator: " ")
      })
  }

  /// The program and its helpers, but not the tests.
  private func look() {
    let folder = URL(fileURLWithPath: TrolleyProgram.path).deletingLastPathComponent().path
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(name) != nil {
      let arguments = manager.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
      // The worker hides even from its owner which program it is, except for its arguments.
      let first = arguments.split(separator: 0).first.map { String(decoding: $0, as: UTF8.self) }
      let link = try? manager.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe")
      guard let program = link ?? first, program.hasPrefix(folder + "/trolley"),
        !program.hasSuffix(".xctest")
      else { continue }
      let environment = manager.contents(atPath: "/proc/\(name)/environ") ?? Data()
      seen.withLock {
        $0.arguments.insert(arguments)
        $0.environments.insert(environment)
      }
    }
  }
}
