import TrolleyModel

/// A copy of bytes that the state which is read from them keeps.
private final class Kept: Sendable {
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  init(_ copy: [UInt8]) {
    bytes = .allocate(byteCount: max(1, copy.count), alignment: 16)
    bytes.copyBytes(from: copy)
  }

  deinit { bytes.deallocate() }
}

extension StateCoding {
  /// What a snapshot of the state holds.
  public static func whole(_ state: SharedState) -> [UInt8] { encode(state).flatMap { $0 } }

  public static func decode(_ bytes: [UInt8]) -> SharedState? {
    let kept = Kept(bytes)
    return decode(UnsafeRawBufferPointer(rebasing: kept.bytes[..<bytes.count]), keptBy: kept)
  }

  /// The state as it is after a restart: its items lie in a snapshot.
  public static func reopened(_ state: SharedState) -> SharedState? { decode(whole(state)) }
}
