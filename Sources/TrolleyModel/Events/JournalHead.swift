/// A place in a list's journal, the same in every copy of it: after line `n`, whose checksum is
/// `crc`. Two journals that have one head in common are equal up to there, byte for byte.
public struct JournalHead: Equatable, Hashable, Sendable {
  /// 0 after the header.
  public var n: Int
  /// CRC-32C of line `n`, or of the header.
  public var crc: UInt32

  public init(n: Int, crc: UInt32) {
    self.n = n
    self.crc = crc
  }
}
