import Glibc
import Testing
import TrolleyTestSupport

@testable import TrolleyModel
@testable import TrolleyStorage

/// What several writers reported, and the resulting journal.
private struct ManyWriters {
  private var saved: [String: Set<Int>] = [:]
  private var findings: [String] = []

  static func run(writers: Int, kills: Int, rounds: Int, _ options: [String]) throws -> [String] {
    let directory = try TemporaryDirectory()
    var all = ManyWriters()
    var running: [WriterProcess] = []
    func start(_ i: Int) throws -> WriterProcess {
      try WriterProcess([directory.list, "w\(i)", "\(rounds)"] + options)
    }
    for i in 0..<writers { running.append(try start(i)) }
    for _ in 0..<kills {
      usleep(.random(in: 20_000...120_000))
      let i = Int.random(in: 0..<writers)
      running[i].kill()
      all.note(running[i], "w\(i)")
      running[i] = try start(i)
    }
    for (i, writer) in running.enumerated() {
      writer.wait()
      all.note(writer, "w\(i)")
    }
    do {
      try all.look(directory.list)
    } catch let failure as Failure {
      all.findings.append(failure.sentence)
    }
    return all.findings
  }

  private mutating func note(_ writer: WriterProcess, _ name: String) {
    for line in writer.lines {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "saved", let i = Int(words[1]) {
        saved[name, default: []].insert(i)
      } else {
        findings.append("\(name): \(line)")
      }
    }
  }

  private mutating func look(_ path: String) throws {
    let report = try JournalCheck(directory: path).check()
    if let flaw = report.flaw { findings.append("line \(flaw.line): \(flaw.words)") }
    let journal = try FileJournal(directory: path, createIfMissing: false)
    let entries = try journal.read(after: nil).entries
    if entries.map(\.n) != Array(1...max(1, entries.count)) { findings.append("numbers") }
    var found: [String: [Int]] = [:]
    for step in entries.steps {
      let lines = step.map { Line(String(decoding: $0, as: UTF8.self)) }
      let first = lines[0]
      if lines.contains(where: { $0.by != first.by || $0.first != first.i || $0.of != step.count })
      {
        findings.append("a step in parts: \(first)")
      }
      found[first.by, default: []] += lines.map(\.i)
    }
    for (name, numbers) in found where numbers != Array(1...numbers.count) {
      findings.append("\(name) is out of order")
    }
    for (name, numbers) in saved {
      let lost = numbers.subtracting(found[name] ?? [])
      if !lost.isEmpty { findings.append("\(name) lost \(lost.sorted())") }
    }
    try journal.record([[makeBody(#""by":"end""#)]])
    if saved.values.reduce(0, { $0 + $1.count }) < 50 { findings.append("too few") }
  }

  private struct Line {
    let by: String
    let i: Int
    let first: Int
    let of: Int

    init(_ body: String) {
      func value(_ key: String) -> String {
        guard let start = body.firstRange(of: "\"\(key)\":") else { return "" }
        return String(body[start.upperBound...].prefix { $0 != "," })
      }
      by = value("by").filter { $0 != "\"" }
      i = Int(value("i")) ?? -1
      first = Int(value("first")) ?? -1
      of = Int(value("of")) ?? -1
    }
  }
}

@Suite(.startsPrograms) struct ManyWritersTests {
  /// TROLLEY_KILLS=2000 runs more of them, which takes minutes.
  @Test func killedWritersLoseNothingThatWasAcknowledged() throws {
    let kills = getenv("TROLLEY_KILLS").flatMap { Int(String(cString: $0)) } ?? 40
    let found = try ManyWriters.run(writers: 4, kills: kills, rounds: 60, ["slow"])
    #expect(found.isEmpty, "\(found.prefix(5))")
  }

  @Test func manyWritersMakeOneOrder() throws {
    let found = try ManyWriters.run(writers: 4, kills: 10, rounds: 150, [])
    #expect(found.isEmpty, "\(found.prefix(5))")
  }

  @Test func theTestNoticesWritersWithoutALock() throws {
    let found = try ManyWriters.run(writers: 4, kills: 2, rounds: 30, ["slow", "unlocked"])
    #expect(!found.isEmpty)
  }
}
