import Testing

@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

/// One to four short lines, because every bit is tested.
private func makeStep(_ i: Int) -> Step {
  let items = ["", "Jam", "牛乳", #"\"🥛\""#, #"{\"v\":1,\"n\":2"#]
  return (0..<[1, 1, 3, 1, 2, 4][i % 6]).map {
    let more = i % 5 == 0 ? #","d":{"v":1,"n":[]}"# : ""
    return makeBody(#""i":\#(i * 10 + $0),"a":"\#(items[i % 5])"\#(more)"#)
  }
}

/// A journal of thirty lines, from steps with one line and with several.
private struct Sample {
  let bytes: [UInt8]
  let steps: [Step]
  /// The offset at which each step ends.
  let ends: [Int]

  init() throws(Failure) {
    let disk = MemoryDisk()
    let journal = try disk.open()
    var ends = [journal.start.offset]
    var steps: [Step] = []
    for i in 0..<13 {
      // Some steps in one append.
      let new = i == 5 ? [makeStep(i), makeStep(i + 20), makeStep(i + 40)] : [makeStep(i)]
      try journal.record(new)
      steps += new
    }
    bytes = disk.bytes(of: DataDirectory.journal) ?? []
    let lines = bytes.split(separator: 0x0a).dropFirst()
    for line in lines {
      let isMore = line.firstRange(of: Array(#""more":true"#.utf8)) != nil
      if !isMore { ends.append(line.endIndex + 1) }
    }
    self.steps = steps
    self.ends = ends
  }

  /// What is wrong with the handling of a changed journal. Nil if it loads the same steps, an
  /// earlier state with a warning, or is refused with a message; and if it is writable, takes one
  /// more step.
  func finding(_ changed: [UInt8], mayBeSilent: Bool = false, _ checks: LineChecks) -> String? {
    let disk = MemoryDisk(journal: changed)
    var calls = disk.table
    calls.checks = checks
    do throws(Failure) {
      let journal = try FileJournal(directory: "/list", calls: calls, createIfMissing: true)
      let found = try journal.steps()
      guard found.steps == Array(steps.prefix(found.steps.count)) else { return "wrong data" }
      let isSame = found.steps.count == steps.count
      guard isSame || mayBeSilent || found.warning != nil else { return "silently shorter" }
      if journal.refusalOfChanges != nil { return nil }
      try journal.record([makeStep(99)])
      let again = try FileJournal(directory: "/list", calls: calls, createIfMissing: false).steps()
      return again.steps == found.steps + [makeStep(99)] && again.warning == nil
        ? nil : "the next step is missing"
    } catch {
      return error.kind == .damaged && isForPeople(error) ? nil : error.sentence
    }
  }
}

private func bitFindings(
  bits: some Sequence<Int>, every: Int = 1, _ checks: LineChecks = LineChecks()
) throws -> [String] {
  let sample = try Sample()
  var findings: [String] = []
  var changed = sample.bytes
  for bit in bits {
    for offset in stride(from: 0, to: changed.count, by: every) {
      changed[offset] ^= 1 << UInt8(bit)
      if let finding = sample.finding(changed, checks) {
        findings.append("bit \(bit) of byte \(offset): \(finding)")
      }
      changed[offset] ^= 1 << UInt8(bit)
    }
  }
  return findings
}

/// Lines removed, duplicated or swapped, each of them valid.
private func orderFindings(_ checks: LineChecks = LineChecks()) throws -> [String] {
  let sample = try Sample()
  let lines = sample.bytes.split(separator: 0x0a).map { Array($0) + [0x0a] }
  var findings: [String] = []
  func look(_ what: String, _ lines: [[UInt8]]) {
    if let finding = sample.finding(Array(lines.joined()), checks) {
      findings.append("\(what): \(finding)")
    }
  }
  for i in lines.indices.dropFirst() {
    // Without its last lines, a journal looks like one that ended earlier.
    if i < lines.count - 4 { look("without \(i)", lines.removing(i)) }
    look("twice \(i)", Array(lines[...i]) + [lines[i]] + Array(lines[(i + 1)...]))
    if i > 1 {
      var swapped = lines
      swapped.swapAt(i, i - 1)
      look("swapped \(i)", swapped)
    }
  }
  return findings
}

extension Array {
  fileprivate func removing(_ index: Int) -> [Element] {
    var copy = self
    copy.remove(at: index)
    return copy
  }
}

@Suite struct EveryBitTests {
  @Test(arguments: 0..<8)
  func anyBitIsNoticed(_ bit: Int) throws {
    let findings = try bitFindings(bits: [bit])
    #expect(findings.isEmpty, "\(findings.prefix(5))")
  }

  @Test func anyCutOpensWithEveryStepBeforeIt() throws {
    let sample = try Sample()
    for cut in 0...sample.bytes.count {
      let changed = Array(sample.bytes[..<cut])
      let isAtStep = sample.ends.contains(cut)
      #expect(sample.finding(changed, mayBeSilent: isAtStep, LineChecks()) == nil, "\(cut)")
      guard cut >= sample.ends[0] else { continue }
      let found = try MemoryDisk(journal: changed).open().steps()
      #expect(found.steps.count == sample.ends.filter { $0 <= cut }.count - 1)
      #expect((found.warning == nil) == isAtStep)
    }
  }

  @Test func linesRemovedDoubledOrSwappedAreNoticed() throws {
    let findings = try orderFindings()
    #expect(findings.isEmpty, "\(findings.prefix(5))")
  }

  @Test func theTestNoticesWhenChecksumsAreNotChecked() throws {
    let checks = LineChecks(checksum: false)
    #expect(try !bitFindings(bits: [0, 5], every: 7, checks).isEmpty)
  }

  @Test func theTestNoticesWhenTheSequenceIsNotChecked() throws {
    let findings = try orderFindings(LineChecks(sequence: false))
    #expect(findings.contains { $0.hasPrefix("without") })
    #expect(findings.contains { $0.hasPrefix("twice") })
    #expect(findings.contains { $0.hasPrefix("swapped") })
  }

  /// Random bytes, runs of zeros and pieces of lines in random places.
  @Test(arguments: 0..<4)
  func randomDamageIsNoticed(_ seed: Int) throws {
    let sample = try Sample()
    var random = SeededGenerator(UInt64(seed + 1))
    for round in 0..<400 {
      var changed = sample.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0..<changed.count, using: &random)
        let end = min(changed.count, start + Int.random(in: 1...200, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed.replaceSubrange(start..<end, with: Array(repeating: 0, count: end - start))
        case 1: changed.removeSubrange(start..<end)
        case 2: changed.insert(contentsOf: Array(changed[start..<end]), at: start)
        default:
          for i in start..<end { changed[i] = UInt8.random(in: 0...255, using: &random) }
        }
        if changed.isEmpty { changed = [0x0a] }
      }
      let finding = sample.finding(changed, mayBeSilent: true, LineChecks())
      #expect(finding == nil, "seed \(seed), round \(round)")
    }
  }
}
