import Testing
import TrolleyStorage

/// What every store of a journal must do, the same for a file and for a server.
///
/// Each check gets two connections to one list without lines, made by `make`, and records an issue
/// for what is wrong.
public struct JournalConformance: Sendable, CustomTestStringConvertible {
  public typealias Pair = (one: any Journal, other: any Journal)

  public let testDescription: String
  public let check: @Sendable (_ make: () throws -> Pair) throws -> Void

  /// The members of a line with one change in them.
  public static func body(_ by: String, _ i: Int, _ note: String = "x") -> [UInt8] {
    Array(#""by":"\#(by)","i":\#(i),"t":1795284013,"kind":"test","note":"\#(note)""#.utf8)
  }

  public static let all: [JournalConformance] = [
    empty, appends, longSteps, othersNews, order, nothing, thrown, refusedBody, verbatim,
    foreignLines, unknownHead, earlierHead, everyLength,
  ]

  private init(
    _ name: String, _ check: @escaping @Sendable (_ make: () throws -> Pair) throws -> Void
  ) {
    testDescription = name
    self.check = check
  }

  private static let empty = JournalConformance("an empty journal ends at its origin") { make in
    let (one, other) = try make()
    #expect(one.list == other.list)
    #expect(one.origin == JournalLines.header(list: one.list).origin)
    #expect(try one.head() == one.origin)
    #expect(try one.read(since: one.origin) { _ in Issue.record("a line") } == one.origin)
  }

  private static let appends = JournalConformance("what a turn appends is read by both") { make in
    let (one, other) = try make()
    let (lines, head) = try one.turn(since: one.origin) { turn throws(Failure) in
      #expect(turn.news.isEmpty)
      let lines = try turn.append(steps: [[body("a", 1)], [body("a", 2, "Öl \\\" ⇅")]])
      return (lines, turn.head)
    }
    #expect(lines.map(\.n) == [1, 2] && head == lines.last?.head)
    for journal in [one, other] {
      #expect(try read(journal) == lines)
      #expect(try journal.head() == head)
    }
    #expect(try JournalLines.verified(lines.map(\.bytes), after: one.origin) == lines)
  }

  private static let longSteps = JournalConformance("a step of many lines stays whole") { make in
    let (one, other) = try make()
    let note = String(repeating: "y", count: 3000)
    let step = (0..<300).map { body("a", 1, "\($0) \(note)") }
    let lines = try append(one, [step], since: one.origin)
    #expect(lines.dropLast().allSatisfy { !$0.isLastOfStep } && lines.last?.isLastOfStep == true)
    #expect(try read(other) == lines)
  }

  private static let othersNews = JournalConformance("a turn sees what others wrote") { make in
    let (one, other) = try make()
    let first = try append(one, [[body("a", 1)]], since: one.origin)
    let second = try append(other, [[body("b", 1)]], since: other.origin)
    let news = try one.turn(since: try #require(first.last).head) { turn throws(Failure) in
      turn.news
    }
    #expect(news == second)
  }

  private static let order = JournalConformance("two writers by turns make one order") { make in
    let (one, other) = try make()
    var heads = [one.origin, other.origin]
    for i in 1...40 {
      let journal = i.isMultiple(of: 3) ? other : one
      let at = i.isMultiple(of: 3) ? 1 : 0
      let by = at == 0 ? "a" : "b"
      heads[at] = try journal.turn(since: heads[at]) { turn throws(Failure) in
        _ = try turn.append(steps: [[body(by, i)]])
        return turn.head
      }
    }
    let lines = try read(one)
    #expect(lines.map(\.n) == Array(1...40))
    #expect(try read(other) == lines)
    #expect(try JournalLines.verified(lines.map(\.bytes), after: one.origin).count == 40)
  }

  private static let nothing = JournalConformance("a turn may append nothing") { make in
    let (one, _) = try make()
    #expect(try append(one, [], since: one.origin).isEmpty)
    #expect(try one.head() == one.origin)
  }

  private static let thrown = JournalConformance("a turn that throws gives the lock back") { make in
    let (one, other) = try make()
    #expect(throws: Failure.self) {
      try one.turn(since: one.origin) { _ throws(Failure) in throw Failure(.badInput, "No.") }
    }
    #expect(try append(other, [[body("b", 1)]], since: other.origin).count == 1)
    #expect(try append(one, [[body("a", 1)]], since: one.origin).map(\.n) == [2])
  }

  private static let refusedBody = JournalConformance("what cannot be a line is refused") { make in
    let (one, other) = try make()
    let refused: [[[UInt8]]] = [
      [], [[]], [Array(#""by":"#.utf8)], [Array(#""by":"a","i":1},{"#.utf8)],
      [body("a", 1, String(repeating: "z", count: 66_000))],
    ]
    for step in refused {
      #expect(throws: Failure.self) { try append(one, [step], since: one.origin) }
    }
    #expect(try other.head() == other.origin)
    #expect(try append(one, [[body("a", 1)]], since: one.origin).count == 1)
  }

  private static let verbatim = JournalConformance("lines are taken over byte for byte") { make in
    let (one, other) = try make()
    let lines = try JournalLines.draft(
      [[body("a", 1), body("a", 1, "more")], [body("a", 2)]], after: one.origin)
    let taken = try one.turn(since: one.origin) { turn throws(Failure) in
      let taken = try turn.append(lines: lines.map(\.bytes))
      #expect(turn.head == lines.last?.head)
      return taken
    }
    #expect(taken == lines)
    #expect(try read(other) == lines)
  }

  private static let foreignLines = JournalConformance("a line of elsewhere is refused") { make in
    let (one, other) = try make()
    let lines = try JournalLines.draft([[body("a", 1)], [body("a", 2)]], after: one.origin)
    var bent = lines[0].bytes
    bent[30] ^= 1
    let partial = try JournalLines.draft([[body("a", 1), body("a", 1, "y")]], after: one.origin)
    for wrong in [[lines[1].bytes], [bent], [lines[0].bytes, lines[0].bytes], [partial[0].bytes]] {
      #expect(throws: Failure.self) {
        try one.turn(since: one.origin) { turn throws(Failure) in try turn.append(lines: wrong) }
      }
    }
    #expect(try other.head() == other.origin)
  }

  private static let unknownHead = JournalConformance("a place that is not there is refused") {
    make in
    let (one, other) = try make()
    let lines = try append(one, [[body("a", 1)], [body("a", 2)]], since: one.origin)
    let ahead = JournalHead(n: 3, crc: lines[1].crc)
    let apart = JournalHead(n: 1, crc: lines[0].crc ^ 1)
    let otherList = JournalHead(n: 0, crc: one.origin.crc ^ 1)
    for head in [ahead, apart, otherList] {
      #expect(throws: Failure.self) { try other.read(since: head) { _ in } }
      #expect(throws: Failure.self) { try append(other, [[body("b", 1)]], since: head) }
    }
    #expect(try read(one) == lines)
  }

  private static let earlierHead = JournalConformance("reading begins at any place") { make in
    let (one, other) = try make()
    let lines = try append(
      one, (1...50).map { [body("a", $0, String(repeating: "n", count: $0 * 20))] },
      since: one.origin)
    for line in lines {
      var rest: [RawEntry] = []
      #expect(try other.read(since: line.head) { rest.append($0) } == lines.last?.head)
      #expect(rest == Array(lines[line.n...]))
    }
  }

  private static let everyLength = JournalConformance("lines of every length are kept") { make in
    let (one, other) = try make()
    var head = one.origin
    var all: [RawEntry] = []
    for (i, count) in [0, 1, 4095, 4096, 60_000, 65_000].enumerated() {
      let lines = try append(
        one, [[body("a", i + 1, String(repeating: "l", count: count))]], since: head)
      all += lines
      head = try #require(lines.last).head
    }
    #expect(try read(other) == all)
  }

  // MARK: Helpers

  private static func append(
    _ journal: any Journal, _ steps: [[[UInt8]]], since head: JournalHead
  ) throws -> [RawEntry] {
    try journal.turn(since: head) { turn throws(Failure) in try turn.append(steps: steps) }
  }

  private static func read(_ journal: any Journal) throws -> [RawEntry] {
    var lines: [RawEntry] = []
    _ = try journal.read(since: journal.origin) { lines.append($0) }
    return lines
  }
}
