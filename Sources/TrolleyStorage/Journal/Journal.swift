/// The journal of one list, wherever it is kept: in a file, or in PostgreSQL for all machines that
/// share the list. Lines are only ever appended, by one writer at a time, and every store holds the
/// same bytes: a copy is a prefix of the original, which a comparison of two heads shows.
///
/// `JournalConformance` in the test support is what a store must pass. Not for concurrent use.
public protocol Journal: AnyObject {
  /// The list's identifier: 32 hexadecimal digits.
  var list: String { get }

  /// The place before the first line: `n` is 0, and `crc` that of the header, which the first line
  /// has as its `prev`.
  var origin: JournalHead { get }

  /// The place after the last complete step.
  ///
  /// Throws `damaged` when the journal cannot be trusted, `unavailable` when it cannot be reached.
  func head() throws(Failure) -> JournalHead

  /// Hands over the lines of complete steps after `head`, in order, and returns the place after the
  /// last one.
  ///
  /// Throws `damaged` when this journal has no such line, or something else with its number, and
  /// whatever `use` throws.
  func read(
    since head: JournalHead, _ use: (RawEntry) throws(Failure) -> Void
  ) throws(Failure) -> JournalHead

  /// Takes the lock that all writers of the list take, reads what follows `head`, and lets `body`
  /// decide and append. What it appended is durable and announced to other programs when this
  /// returns. When `body` throws, nothing more is appended.
  ///
  /// Throws `busy` when another writer holds the lock for too long, `damaged` as `read` does,
  /// `unknownOutcome` when the answer to the commit was lost: then a later turn, since the same
  /// `head`, reads the step in its news or knows that it is not there.
  func turn<R>(
    since head: JournalHead, _ body: (inout JournalTurn) throws(Failure) -> R
  ) throws(Failure) -> R
}

/// One hold of a journal's lock. Keep it short: never wait for a person or another program in it.
public struct JournalTurn: ~Copyable {
  /// The lines that follow the head that was passed to `turn`.
  public let news: [RawEntry]
  /// The end of the journal, including what was appended.
  public private(set) var head: JournalHead
  private let write: ([RawEntry]) throws(Failure) -> Void

  /// - Parameter write: appends lines that were drafted or verified for the head of this moment.
  public init(
    news: [RawEntry], head: JournalHead, write: @escaping ([RawEntry]) throws(Failure) -> Void
  ) {
    self.news = news
    self.head = head
    self.write = write
  }

  /// Appends steps, each of one or more lines, each line given as the members of a JSON object.
  ///
  /// Throws `badInput` for what cannot be a line.
  public mutating func append(steps: [[[UInt8]]]) throws(Failure) -> [RawEntry] {
    let lines = try JournalLines.draft(steps, after: head)
    try add(lines)
    return lines
  }

  /// Appends lines that were written for exactly this place, as they are: those of another store.
  ///
  /// Throws `damaged` when one of them is not sound or not the line that belongs here.
  public mutating func append(lines: [[UInt8]]) throws(Failure) -> [RawEntry] {
    let lines = try JournalLines.verified(lines, after: head)
    try add(lines)
    return lines
  }

  private mutating func add(_ lines: [RawEntry]) throws(Failure) {
    guard let last = lines.last else { return }
    try write(lines)
    head = JournalHead(n: last.n, crc: last.crc)
  }
}

/// Lines of a journal, apart from the store that they are in.
public enum JournalLines {
  /// Steps as lines for the place after `head`, in the format of a shared list.
  ///
  /// Throws `badInput` for anything that a reader would refuse.
  public static func draft(
    _ steps: [[[UInt8]]], after head: JournalHead
  ) throws(Failure) -> [RawEntry] {
    let mark = JournalMark(n: head.n, crc: head.crc, offset: 0)
    return try JournalDraft(steps, after: mark, version: JournalLine.sharedVersion).entries
  }

  /// The same lines, once their checksums, numbers and order are right and the last step is whole.
  ///
  /// Throws `damaged` with the line in its detail; also for a line of a newer format.
  public static func verified(
    _ lines: [[UInt8]], after head: JournalHead
  ) throws(Failure) -> [RawEntry] {
    let entries = try verified(part: lines, after: head)
    guard let last = entries.last, !last.isLastOfStep else { return entries }
    throw Refusal.foreignLine(last.n, LineError.unfinished.words)
  }

  /// The same for lines that may end within a step.
  public static func verified(
    part lines: [[UInt8]], after head: JournalHead
  ) throws(Failure) -> [RawEntry] {
    var last = head
    var entries: [RawEntry] = []
    entries.reserveCapacity(lines.count)
    for bytes in lines {
      do throws(LineError) {
        let line = try bytes.withBytes { bytes throws(LineError) in
          try JournalLine(bytes, LineChecks())
        }
        guard line.n == last.n + 1 else { throw .outOfOrder(found: line.n, expected: last.n + 1) }
        guard line.previous == last.crc else { throw .wrongPredecessor }
        last = JournalHead(n: line.n, crc: line.crc)
        entries.append(
          RawEntry(n: line.n, isLastOfStep: !line.isMore, bytes: bytes, body: line.body))
      } catch {
        if error == .newer { throw Refusal.newer }
        throw Refusal.foreignLine(last.n + 1, error.words)
      }
    }
    return entries
  }

  /// The first line of a journal, without its newline, and the place after it.
  public static func header(list: String) -> (line: [UInt8], origin: JournalHead) {
    let (bytes, crc) = JournalHeader.bytes(list: list)
    return (Array(bytes.dropLast()), JournalHead(n: 0, crc: crc))
  }
}

extension RawEntry {
  /// The checksum at its end.
  public var crc: UInt32 { bytes.withUnsafeBytes { CRC32C.value($0, at: $0.count - 10) } ?? 0 }

  /// The place after it.
  public var head: JournalHead { JournalHead(n: n, crc: crc) }
}

extension JournalMark {
  /// The same place, in any copy.
  public var head: JournalHead { JournalHead(n: n, crc: crc) }
}

extension FileJournal: Journal {
  public var origin: JournalHead { start.head }

  public func head() throws(Failure) -> JournalHead {
    let end = try forEachLine(after: known) { _ in }.end
    if let damage { throw damage }
    return end.head
  }

  public func read(
    since head: JournalHead, _ use: (RawEntry) throws(Failure) -> Void
  ) throws(Failure) -> JournalHead {
    let mark = try mark(at: head)
    let end = try forEachLine(after: mark) { (line) throws(Failure) in try use(RawEntry(line)) }.end
    if let damage { throw damage }
    return end.head
  }

  public func turn<R>(
    since head: JournalHead, _ body: (inout JournalTurn) throws(Failure) -> R
  ) throws(Failure) -> R {
    let mark = try mark(at: head)
    return try transaction(since: mark) { (transaction) throws(Failure) in
      let end = MarkBox(transaction.end)
      var turn = JournalTurn(news: transaction.news.entries, head: end.mark.head) {
        (lines) throws(Failure) in
        end.mark = try self.append(JournalDraft(verbatim: lines, after: end.mark), after: end.mark)
      }
      return try body(&turn)
    }
  }

  /// What the turn's writing and its caller both see.
  private final class MarkBox {
    var mark: JournalMark
    init(_ mark: JournalMark) { self.mark = mark }
  }
}
