import Foundation
import Testing
import TrolleyTestSupport

@testable import trolley_bench

/// The table of goals in docs/BENCHMARKS.md is generated from the figures' table: `make docs` and
/// `make bench ARGS="--write docs/BENCHMARKS.md"` write it.
@Suite struct BenchmarkGoalsTests {
  private let path = Golden.repository + "/docs/BENCHMARKS.md"

  @Test func `the goals in the document are those that figures are compared with`() throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let new = try BenchmarkDocument.replaced("goals", in: text, by: BenchmarkDocument.goalsTable)
    if ProcessInfo.processInfo.environment["TROLLEY_RECORD"] == "1" {
      if new != text { try new.write(toFile: path, atomically: true, encoding: .utf8) }
    } else {
      #expect(new == text, "make docs writes docs/BENCHMARKS.md anew")
    }
  }

  @Test func `the document has a place for every table`() throws {
    try BenchmarkDocument.check(String(contentsOfFile: path, encoding: .utf8))
  }
}
