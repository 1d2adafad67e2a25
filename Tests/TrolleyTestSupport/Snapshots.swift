import TrolleyModel

/// The bytes of a snapshot in memory, of which each is read when it is looked at.
private final class Kept: SnapshotSource {
  nonisolated(unsafe) let room: UnsafeMutableRawBufferPointer
  private let bytes: [UInt8]
  static let blockSize = 64

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    room = .allocate(byteCount: bytes.count, alignment: 16)
  }

  static func snapshot(_ bytes: [UInt8]) -> SnapshotBytes {
    let kept = Kept(bytes)
    return SnapshotBytes(kept.room, keptBy: kept, blockSize: blockSize, from: kept)
  }

  deinit { room.deallocate() }

  func read(_ block: Int, into place: UnsafeMutableRawBufferPointer) -> Bool {
    place.copyBytes(from: bytes[block * Self.blockSize..<block * Self.blockSize + place.count])
    return true
  }

  func remake(_ block: Int, into place: UnsafeMutableRawBufferPointer) {}
}

extension SnapshotBytes {
  package static func holding(_ bytes: [UInt8]) -> SnapshotBytes { Kept.snapshot(bytes) }
}

extension StateCoding {
  /// What a snapshot of the state holds.
  public static func whole(_ state: SharedState) -> [UInt8] { encode(state).flatMap { $0 } }

  public static func decode(_ bytes: [UInt8]) -> SharedState? { decode(Kept.snapshot(bytes)) }

  /// The state as it is after a restart: its items lie in a snapshot.
  public static func reopened(_ state: SharedState) -> SharedState? { decode(whole(state)) }
}
