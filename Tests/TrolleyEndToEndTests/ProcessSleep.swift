import Foundation
import Testing
import TrolleyTestSupport

/// Expects that these processes become idle: that there is a second in which none of their threads
/// wakes up. A program that polls never has one.
func expectSleep(_ processes: [pid_t], sourceLocation: SourceLocation = #_sourceLocation) throws {
  var before = try processes.map(wakeUps)
  try waitUntil("a second of sleep", sourceLocation: sourceLocation) {
    usleep(1_000_000)
    let now = try processes.map(wakeUps)
    defer { before = now }
    return now == before
  }
}

/// The number of voluntary context switches of each thread of a process.
private func wakeUps(_ process: pid_t) throws -> [String: Substring] {
  let tasks = "/proc/\(process)/task"
  let names = try FileManager.default.contentsOfDirectory(atPath: tasks)
  try #require(!names.isEmpty)
  let counts = try names.map { name in
    let status = try String(contentsOfFile: "\(tasks)/\(name)/status", encoding: .utf8)
    return (name, try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary") }))
  }
  return Dictionary(uniqueKeysWithValues: counts)
}
