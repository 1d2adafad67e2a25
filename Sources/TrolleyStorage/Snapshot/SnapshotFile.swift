/// The state after some line, saved for a faster launch. A cache: it is used only when it is intact
/// and the journal has exactly that line in that place; otherwise a note says why not.
///
/// A header line, followed by the caller's body and a table with the checksum of each of its blocks.
public struct SnapshotFile {
  /// The largest body, in bytes.
  public static let longest = StateCoding.longest

  /// Small, for what is looked at lies here and there.
  package static let blockSize = 16 << 10

  private let journal: FileJournal
  private let blockSize: Int

  public init(of journal: FileJournal) { self.init(of: journal, blockSize: Self.blockSize) }

  package init(of journal: FileJournal, blockSize: Int) {
    self.journal = journal
    self.blockSize = blockSize
  }

  /// Replaces the snapshot. `format` is the caller's version number of the body's encoding; `mark`
  /// is where in the journal the state was taken.
  ///
  /// Throws `failedIO`, which need not reach the user.
  public func save(format: Int, at mark: JournalMark, body: [[UInt8]]) throws(Failure) {
    let length = body.reduce(0) { $0 + $1.count }
    guard length <= Self.longest else { throw Refusal.tooLarge }
    try sweep()
    let table = SnapshotTable(of: body, length, blockSize: blockSize)
    var header = SnapshotHeader(format: format, mark: mark, length: length)
    let bytes = header.seal(table.bytes)
    let directory = journal.directory
    try Refusal.during(.copying) { () throws(CallError) in
      try directory.replace(DataDirectory.snapshot) { file throws(CallError) in
        try file.write(bytes)
        for part in body { try file.write(part) }
        try file.write(table.bytes)
      }
    }
  }

  /// Passes the body to `use` if it can be trusted, and returns the result with the mark to read on
  /// from. Nil when there is no snapshot, it cannot be trusted, or `use` gives nil; the journal's
  /// notes say why.
  ///
  /// A block of it is read and verified when it is looked at; one that is wrong later than in `use`
  /// is made anew by `spare`.
  package func load<R>(
    format: Int, spare: SnapshotSpare = .none, _ use: (SnapshotBytes) -> R?
  ) -> (value: R, mark: JournalMark)? {
    do throws(Unusable) {
      guard let file = try openFile() else { return nil }
      let (blocks, header) = try blocks(of: file, format: format, spare)
      guard let body = blocks.bytes else { throw .memory }
      guard let value = use(body) else { throw blocks.isWrong ? .checksum : .body }
      return (value, header.mark)
    } catch {
      journal.note("The snapshot is not used: \(error.words).")
      return nil
    }
  }

  /// Removes a snapshot that is damaged. If that is not possible, it is found to be damaged again.
  package func remove() { try? journal.directory.remove(DataDirectory.snapshot) }

  /// Why it would be ignored; nil when it would be used. Does not check its format.
  func flaw() -> (isThere: Bool, words: String?) {
    do throws(Unusable) {
      guard let file = try openFile() else { return (false, nil) }
      let (blocks, _) = try blocks(of: file, format: nil, .none)
      guard let areSound = blocks.areSound else { throw .memory }
      guard areSound else { throw .checksum }
      return (true, nil)
    } catch { return (true, error.words) }
  }

  /// If another process is writing, the next snapshot sweeps.
  private func sweep() throws(Failure) {
    guard !journal.lock.isHeld, try journal.lock.acquireAtOnce() else { return }
    journal.directory.sweep()
    journal.lock.release()
  }
}

extension SnapshotFile {
  enum Unusable: Error {
    case call(CallError)
    case file(Failure)
    case header, size, checksum, line, shorter, body, memory
    case format(Int)

    var words: String {
      switch self {
      case .call(let error): error.detail
      case .file(let failure): failure.sentence
      case .header: "its first line is not one of a snapshot"
      case .size: "its length is wrong"
      case .checksum: "its checksum does not match"
      case .line: "the journal has another line there"
      case .shorter: "the journal is shorter than it was"
      case .body: "its content is not understood"
      case .memory: "there is not enough memory"
      case .format(let format): "it has format \(format)"
      }
    }
  }

  private func openFile() throws(Unusable) -> POSIXFile? {
    let file: POSIXFile
    do throws(CallError) {
      file = try journal.directory.open(DataDirectory.snapshot, OpenFlags.read)
    } catch {
      if error.code == SystemError.missing { return nil }
      throw .call(error)
    }
    do throws(Failure) { _ = try journal.directory.accept(file) } catch { throw .file(error) }
    return file
  }

  /// The blocks of the body, whose table is right, if the header fits the journal.
  private func blocks(
    of file: POSIXFile, format: Int?, _ spare: SnapshotSpare
  ) throws(Unusable) -> (SnapshotBlocks, SnapshotHeader) {
    try Self.blocks(
      of: file, .list, format: format, blockSize: blockSize,
      isChecked: journal.calls.checks.checksum, spare
    ) { mark throws(Unusable) in
      let isRight: Bool
      let size: Int
      do throws(Failure) {
        size = try journal.refresh()
        isRight = try journal.isRight(mark, size: size)
      } catch { throw .file(error) }
      guard mark.offset <= size else { throw .shorter }
      guard isRight else { throw .line }
    }
  }

  /// The blocks of a body, whose table is right.
  static func blocks(
    of file: POSIXFile, _ kind: SnapshotHeader.Kind, format: Int?, blockSize: Int = blockSize,
    isChecked: Bool = true, _ spare: SnapshotSpare,
    _ check: (JournalMark) throws(Unusable) -> Void = { _ in }
  ) throws(Unusable) -> (SnapshotBlocks, SnapshotHeader) {
    let read: SnapshotHeader?
    let size: Int
    do throws(CallError) {
      let beginning = try file.bytes(at: 0, count: SnapshotHeader.longest)
      size = try file.status().size
      read = SnapshotHeader(kind, beginning)
    } catch { throw .call(error) }
    guard let header = read else { throw .header }
    if let format, header.format != format { throw .format(header.format) }
    let start = header.bytes.count
    let tableSize = SnapshotTable.size(header.length, blockSize: blockSize)
    guard header.length <= Self.longest, size == start + header.length + tableSize else {
      throw .size
    }
    try check(header.mark)
    let bytes: [UInt8]
    do throws(CallError) {
      bytes = try file.bytes(at: start + header.length, count: tableSize)
    } catch { throw .call(error) }
    guard bytes.count == tableSize else { throw .size }
    let sum = bytes.withUnsafeBytes { CRC32C.checksum($0, after: header.start) }
    guard sum == header.sum || !isChecked else { throw .checksum }
    let table = SnapshotTable(bytes, header.length, blockSize: blockSize)
    let blocks = SnapshotBlocks(
      file, at: start, table, isChecked: isChecked, mark: header.mark, spare)
    return (blocks, header)
  }
}
