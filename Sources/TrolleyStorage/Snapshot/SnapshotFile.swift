/// The state after some line, saved for a faster launch. A cache: it is used only when it is intact
/// and the journal has exactly that line in that place; otherwise a note says why not.
///
/// A header line, followed by the caller's body.
public struct SnapshotFile {
  /// The largest body, in bytes.
  public static let longest = StateCoding.longest

  /// From so many bytes on it is mapped. A copy outlives that the file is overwritten in place, as
  /// by a backup that is put back under an open screen; a mapping would end the program then.
  private static let mappedFrom = 4 << 20

  private let journal: FileJournal

  public init(of journal: FileJournal) { self.journal = journal }

  /// Replaces the snapshot. `format` is the caller's version number of the body's encoding; `mark`
  /// is where in the journal the state was taken.
  ///
  /// Throws `failedIO`, which need not reach the user.
  public func save(format: Int, at mark: JournalMark, body: [[UInt8]]) throws(Failure) {
    let length = body.reduce(0) { $0 + $1.count }
    guard length <= Self.longest else { throw Refusal.tooLarge }
    try sweep()
    var header = SnapshotHeader(format: format, mark: mark, length: length)
    let bytes = header.seal(body)
    let directory = journal.directory
    try Refusal.during(.copying) { () throws(CallError) in
      try directory.replace(DataDirectory.snapshot) { file throws(CallError) in
        try file.write(bytes)
        for part in body { try file.write(part) }
      }
    }
  }

  /// Passes the body to `use` if it can be trusted, with what keeps it in memory, and returns the
  /// result with the mark to read on from. Nil when there is no snapshot, it cannot be trusted, or
  /// `use` gives nil; the journal's notes say why.
  ///
  /// All of it is read once for its checksum. A large one is then mapped, so that only what is
  /// looked at takes memory.
  public func load<R>(
    format: Int, _ use: (UnsafeRawBufferPointer, any AnyObject & Sendable) -> R?
  ) -> (value: R, mark: JournalMark)? {
    do throws(Unusable) {
      guard let file = try openFile() else { return nil }
      let header = try trustedHeader(of: file, format: format)
      let start = header.bytes.count
      let size = start + header.length
      let bytes: FileBytes
      if size >= Self.mappedFrom, let mapped = journal.calls.map(file.descriptor, size) {
        bytes = FileBytes(mapped: mapped, count: size)
        try verify(file, header)
      } else {
        bytes = FileBytes(count: size)
        try verify(file, header, keeping: bytes.room)
      }
      let body = UnsafeRawBufferPointer(rebasing: bytes.bytes[start...])
      guard let value = use(body, bytes) else { throw .body }
      return (value, header.mark)
    } catch {
      journal.note("The snapshot is not used: \(error.words).")
      return nil
    }
  }

  /// Why it would be ignored; nil when it would be used. Does not check its format.
  func flaw() -> (isThere: Bool, words: String?) {
    do throws(Unusable) {
      guard let file = try openFile() else { return (false, nil) }
      try verify(file, try trustedHeader(of: file, format: nil))
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
  private enum Unusable: Error {
    case call(CallError)
    case file(Failure)
    case header, size, checksum, line, shorter, body
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

  /// The header, if it fits the file and the journal.
  private func trustedHeader(of file: POSIXFile, format: Int?) throws(Unusable) -> SnapshotHeader {
    let read: SnapshotHeader?
    let size: Int
    do throws(CallError) {
      let beginning = try file.bytes(at: 0, count: 512)
      size = try file.status().size
      read = SnapshotHeader(beginning)
    } catch { throw .call(error) }
    guard let header = read else { throw .header }
    if let format, header.format != format { throw .format(header.format) }
    guard header.length <= Self.longest, size == header.bytes.count + header.length else {
      throw .size
    }
    let isRight: Bool
    let journalSize: Int
    do throws(Failure) {
      journalSize = try journal.refresh()
      isRight = try journal.isRight(header.mark, size: journalSize)
    } catch { throw .file(error) }
    guard header.mark.offset <= journalSize else { throw .shorter }
    guard isRight else { throw .line }
    return header
  }

  /// Reads the body for its checksum.
  ///
  /// - Parameter copy: where to leave it, behind room for the header; else each piece is forgotten.
  private func verify(
    _ file: POSIXFile, _ header: SnapshotHeader, keeping copy: UnsafeMutableRawBufferPointer? = nil
  ) throws(Unusable) {
    // In pieces, which are still in the processor's cache when the checksum is computed.
    let most = 256 << 10
    let passing = FileBytes(count: most)
    var sum = header.start
    var offset = header.bytes.count
    let end = offset + header.length
    while offset < end {
      let count = min(most, end - offset)
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: copy.map { $0[offset..<offset + count] } ?? passing.room[..<count])
      let got: Int
      do throws(CallError) { got = try file.read(piece, at: offset) } catch { throw .call(error) }
      guard got == count else { throw .size }
      sum = CRC32C.checksum(UnsafeRawBufferPointer(piece), after: sum)
      offset += count
    }
    guard sum == header.sum || !journal.calls.checks.checksum else { throw .checksum }
  }
}
