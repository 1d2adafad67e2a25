/// What this machine needs to know whose values others have replaced in a shared list: its own steps
/// as they got their places, the steps of others that replaced something unseen, were not allowed
/// any more or removed a person, and which of that is settled. A file of lines beside the copy, written
/// under its lock.
///
/// It may be lost, so it is not synced: then what was replaced is not told after the screen was closed.
/// Not for concurrent use.
public final class ReplacementLog {
  public enum Note: Equatable, Sendable {
    /// The lines of a step of this machine.
    case own([RawEntry])
    /// The lines of a step of another machine.
    case unseen([RawEntry])
    /// A part of the step at that place: its author has answered.
    case settled(position: Int, part: Int)
  }

  /// Beyond this size the earlier half is forgotten; steps that are longer than an eighth of it are
  /// not kept.
  private static let most = 256 << 10

  private let directory: DataDirectory
  /// Whether there may have been earlier notes, once they were read.
  public private(set) var mayHaveForgotten = false

  public init(beside copy: FileJournal) { directory = copy.directory }

  /// Only in a transaction of the copy.
  public func append(_ notes: [Note]) throws(Failure) {
    let bytes = notes.flatMap { note in
      let bytes = Self.bytes(of: note)
      return bytes.count > Self.most / 8 ? [] : bytes
    }
    guard !bytes.isEmpty else { return }
    try Refusal.during(.saving) { () throws(CallError) in
      let file = try directory.open(
        DataDirectory.replaced, OpenFlags.append | OpenFlags.create)
      let size = try file.status().size
      guard size + bytes.count > Self.most else { return try file.write(bytes) }
      let later = try file.bytes(at: size / 2, count: size - size / 2)
      let rest = Array(later.drop { $0 != 0x0a }.dropFirst())
      try directory.replace(DataDirectory.replaced) { file throws(CallError) in
        try file.write(rest + bytes)
      }
    }
  }

  /// All notes in order. Lines that are not sound are left out.
  public func notes() throws(Failure) -> [Note] {
    guard let bytes = try directory.content(of: DataDirectory.replaced, most: 2 * Self.most) else {
      return []
    }
    mayHaveForgotten = bytes.count > Self.most / 4
    var notes: [Note] = []
    var lines: [RawEntry] = []
    for line in bytes.split(separator: 0x0a) {
      if let (position, part) = Self.settled(line) {
        notes.append(.settled(position: position, part: part))
      } else if let (isOwn, entry) = Self.entry(line) {
        if let last = lines.last, last.n + 1 != entry.n { lines = [] }
        lines.append(entry)
        guard entry.isLastOfStep else { continue }
        notes.append(isOwn ? .own(lines) : .unseen(lines))
        lines = []
      }
    }
    return notes
  }

  // MARK: Lines

  private static let own = Array(#"{"own":"#.utf8)
  private static let unseen = Array(#"{"unseen":"#.utf8)

  private static func bytes(of note: Note) -> [UInt8] {
    switch note {
    case .own(let lines): lines.flatMap { own + $0.bytes + [0x7d, 0x0a] }
    case .unseen(let lines): lines.flatMap { unseen + $0.bytes + [0x7d, 0x0a] }
    case .settled(let position, let part):
      Array(#"{"settled":\#(position),"part":\#(part)}"#.utf8) + [0x0a]
    }
  }

  private static func settled(_ line: ArraySlice<UInt8>) -> (Int, Int)? {
    guard line.count < 80, let value = try? JSONValue.parse(Array(line)),
      let position = value["settled"]?.int, let part = value["part"]?.int
    else { return nil }
    return (position, part)
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> (isOwn: Bool, RawEntry)? {
    guard line.last == 0x7d,
      let head = [own, unseen].first(where: { line.starts(with: $0) })
    else { return nil }
    let bytes = Array(line.dropFirst(head.count).dropLast())
    guard
      let found = try? bytes.withBytes({ bytes throws(LineError) in
        try JournalLine(bytes, LineChecks())
      })
    else { return nil }
    return (
      head == own,
      RawEntry(n: found.n, isLastOfStep: !found.isMore, bytes: bytes, body: found.body)
    )
  }
}
