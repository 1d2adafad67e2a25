/// The checksum of each block of a snapshot's body.
struct SnapshotTable {
  let bytes: [UInt8]
  /// Of the body.
  let length: Int
  let blockSize: Int

  init(_ bytes: [UInt8], _ length: Int, blockSize: Int = SnapshotFile.blockSize) {
    self.bytes = bytes
    self.length = length
    self.blockSize = blockSize
  }

  /// - Parameter length: of all parts together.
  init(of body: [[UInt8]], _ length: Int, blockSize: Int = SnapshotFile.blockSize) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size(length, blockSize: blockSize))
    var (sum, filled): (UInt32, Int) = (0, 0)
    func endBlock() {
      Swift.withUnsafeBytes(of: sum.littleEndian) { bytes += $0 }
      (sum, filled) = (0, 0)
    }
    for part in body {
      part.withUnsafeBytes { part in
        var start = 0
        while start < part.count {
          let end = min(part.count, start + blockSize - filled)
          sum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: part[start..<end]), after: sum)
          filled += end - start
          start = end
          if filled == blockSize { endBlock() }
        }
      }
    }
    if filled > 0 { endBlock() }
    self.init(bytes, length, blockSize: blockSize)
  }

  /// In bytes, for a body of this length.
  static func size(_ length: Int, blockSize: Int = SnapshotFile.blockSize) -> Int {
    (length + blockSize - 1) / blockSize * MemoryLayout<UInt32>.size
  }

  var count: Int { bytes.count / MemoryLayout<UInt32>.size }

  func range(of block: Int) -> Range<Int> {
    block * blockSize..<min(length, (block + 1) * blockSize)
  }

  func isRight(_ piece: UnsafeRawBufferPointer, _ block: Int) -> Bool {
    let at = block * MemoryLayout<UInt32>.size
    let sum = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    return CRC32C.checksum(piece) == UInt32(littleEndian: sum)
  }
}

/// What is done about a block that turns out to be wrong while the list is in use.
package struct SnapshotSpare: Sendable {
  /// The body of the snapshot at a mark, made without it.
  let remake: @Sendable (JournalMark) -> [UInt8]?
  /// Ends the program: the block cannot be made anew either. Nil where zeros may be in its place.
  let giveUp: (@Sendable () -> Never)?

  package init(
    remake: @escaping @Sendable (JournalMark) -> [UInt8]?,
    giveUp: (@Sendable () -> Never)? = nil
  ) {
    self.remake = remake
    self.giveUp = giveUp
  }

  /// For what is looked at as a whole.
  package static let none = SnapshotSpare { _ in
    nil
  } giveUp: {
    preconditionFailure("a block of a snapshot is wrong")
  }
}

/// The blocks of a snapshot's body, read from its file, which stays open.
///
/// A block is known by its checksum in the table, which was verified with the header. So what
/// is overwritten, cut or damaged later is noticed when it is read, and what the journal gives
/// in its place is believed only if it is the same.
final class SnapshotBlocks: SnapshotSource {
  nonisolated(unsafe) private let file: POSIXFile
  private let start: Int
  private let table: SnapshotTable
  private let isChecked: Bool
  private let mark: JournalMark
  private let spare: SnapshotSpare
  // Guarded by the bytes that they are blocks of: one is read at a time.
  nonisolated(unsafe) private(set) var isWrong = false
  nonisolated(unsafe) private var remade: [UInt8]?

  /// - Parameter start: where the body begins.
  init(
    _ file: POSIXFile, at start: Int, _ table: SnapshotTable, isChecked: Bool = true,
    mark: JournalMark, _ spare: SnapshotSpare
  ) {
    self.file = file
    self.start = start
    self.table = table
    self.isChecked = isChecked
    self.mark = mark
    self.spare = spare
  }

  func read(_ block: Int, into place: UnsafeMutableRawBufferPointer) -> Bool {
    let count = try? file.read(place, at: start + table.range(of: block).lowerBound)
    let isRight =
      count == place.count && (table.isRight(UnsafeRawBufferPointer(place), block) || !isChecked)
    if !isRight { isWrong = true }
    return isRight
  }

  func remake(_ block: Int, into place: UnsafeMutableRawBufferPointer) {
    if remade == nil { remade = spare.remake(mark) ?? [] }
    let made = remade ?? []
    // Counted from the end: only the head may have another length, and that was read before.
    let shift = made.count - table.length
    let range = table.range(of: block)
    if range.lowerBound + shift >= 0 {
      made.withUnsafeBytes { bytes in
        place.copyMemory(
          from: UnsafeRawBufferPointer(
            rebasing: bytes[range.lowerBound + shift..<range.upperBound + shift]))
      }
      if table.isRight(UnsafeRawBufferPointer(place), block) { return }
    }
    spare.giveUp?()
    place.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// All of it, read when it is looked at; nil when there is not so much memory.
  var bytes: SnapshotBytes? {
    FileBytes(count: table.length).map {
      SnapshotBytes($0.room, keptBy: $0, blockSize: table.blockSize, from: self)
    }
  }

  /// Whether all of them are right; nil when there is no memory to read them.
  var areSound: Bool? {
    guard let memory = FileBytes(count: table.blockSize) else { return nil }
    return (0..<table.count).allSatisfy { block in
      read(
        block,
        into: UnsafeMutableRawBufferPointer(
          rebasing: memory.room[..<table.range(of: block).count]))
    }
  }
}
