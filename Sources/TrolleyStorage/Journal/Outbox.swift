/// The steps of a shared list that have no place in its journal yet: a journal file of their own
/// beside the copy, under the same lock. What is here is durable, which is all that its author has
/// to wait for.
///
/// A step leaves when the copy has it, known by its name: the file is emptied once that is true of
/// all of them. Its header says where the copy ended when it was begun, so what is in the copy
/// already is found after that place. Not for concurrent use.
public final class Outbox {
  private let copy: FileJournal
  private var file: FileJournal?
  private var mark: JournalMark?

  /// Makes nothing before there is something to keep.
  public init(beside copy: FileJournal) { self.copy = copy }

  /// Whether there is a file.
  public var isThere: Bool { get throws(Failure) { try opened() != nil } }

  /// The number of the line of the copy after which its steps may have got their places.
  public var base: Int { get throws(Failure) { try opened()?.base ?? 0 } }

  /// The size in bytes, with the header.
  public var size: Int { get throws(Failure) { try opened()?.refresh() ?? 0 } }

  /// The lines of steps that were added since the last call; all of them again after another
  /// program has emptied it.
  public func news() throws(Failure) -> [RawEntry] {
    guard let file = try opened() else { return [] }
    let news: JournalNews
    do throws(Failure) { news = try file.read(after: mark) } catch {
      guard error == Refusal.replaced || error == Refusal.journalGone else { throw error }
      self.file = nil
      mark = nil
      guard let again = try opened() else { return [] }
      news = try again.read(after: nil)
    }
    mark = news.end
    return news.entries
  }

  /// Makes a step durable. Only in a transaction of the copy.
  ///
  /// Throws `unknownOutcome` when the disk did not confirm it: then call `reopen()` and look.
  public func append(_ bodies: [[UInt8]]) throws(Failure) {
    if try opened() == nil { try begin() }
    guard let file = try opened() else { throw Refusal.journalGone }
    mark = try file.underLock(since: mark) { (transaction) throws(Failure) in
      _ = try transaction.append(steps: [bodies])
      return transaction.end
    }
  }

  /// Reopens the file after a write with an unknown outcome.
  public func reopen() throws(Failure) { try file?.reopen() }

  /// Whether a line with exactly this body is there.
  public func contains(body: [UInt8]) throws(Failure) -> Bool {
    try opened()?.contains(body: body, after: nil) ?? false
  }

  /// The last step with this name; nil when it is not here.
  public func step(by author: String, _ number: Int) throws(Failure) -> [RawEntry]? {
    guard let file = try opened() else { return nil }
    do throws(Failure) { return try file.step(by: author, number) } catch {
      guard error.kind == .badInput else { throw error }
      return nil
    }
  }

  /// Begins anew without any step. Only in a transaction of the copy, when it has all of them.
  public func empty() throws(Failure) {
    guard try opened() != nil else { return }
    try begin()
  }

  /// Ends it, for a list that is not shared any more. Only in a transaction of the copy.
  public func remove() throws(Failure) {
    file = nil
    mark = nil
    try Refusal.during(.saving) { () throws(CallError) in
      try copy.directory.remove(DataDirectory.outbox)
      try copy.directory.sync()
    }
  }

  private func begin() throws(Failure) {
    let header = JournalHeader.bytes(list: copy.list, base: copy.known.n).bytes
    try Refusal.during(.saving) { () throws(CallError) in
      try copy.directory.replace(DataDirectory.outbox) { file throws(CallError) in
        try file.write(header)
      }
    }
    file = nil
    mark = nil
  }

  private func opened() throws(Failure) -> FileJournal? {
    if let file { return file }
    file = try FileJournal(copy.directory, copy.lock, ifThere: DataDirectory.outbox)
    return file
  }
}
