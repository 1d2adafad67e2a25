/// The first line of a snapshot, which describes the body.
///
///     {"trolley":"snapshot","v":1,"format":3,"n":12,"line":"1c9cda8d","offset":1876,
///      "length":9,"sum":"6ab00dc1"}
///
/// on one line, without spaces. `sum` covers the line up to itself, and the table behind the body:
/// the checksum of each of its blocks, in four bytes.
struct SnapshotHeader {
  /// What it is a snapshot of.
  enum Kind {
    case list, catalogue

    fileprivate var beginning: StaticString {
      switch self {
      case .list: #"{"trolley":"snapshot","v":1,"format":"#
      case .catalogue: #"{"trolley":"catalogueColumns","v":1,"format":"#
      }
    }
  }

  /// No line is longer, in bytes.
  static let longest = 512

  private let kind: Kind
  let format: Int
  let mark: JournalMark
  /// Bytes of the body.
  let length: Int
  private(set) var sum: UInt32 = 0
  /// The checksum of the line up to `sum`, to be continued over the table.
  private(set) var start: UInt32 = 0
  /// The line with its newline.
  private(set) var bytes: [UInt8] = []

  init(_ kind: Kind = .list, format: Int, mark: JournalMark, length: Int) {
    self.kind = kind
    self.format = format
    self.mark = mark
    self.length = length
  }

  init?(_ kind: Kind = .list, _ bytes: [UInt8]) {
    guard let newline = bytes.firstIndex(of: 0x0a) else { return nil }
    let read = bytes.withUnsafeBytes { bytes -> SnapshotHeader? in
      var cursor = LineCursor(UnsafeRawBufferPointer(rebasing: bytes[..<newline]))
      guard cursor.skip(kind.beginning), let format = cursor.number(), cursor.skip(#","n":"#),
        let n = cursor.number(), cursor.skip(#","line":""#),
        let crc = CRC32C.value(cursor.line, at: cursor.offset)
      else { return nil }
      cursor.offset += 8
      guard cursor.skip(#"","offset":"#), let offset = cursor.number(),
        cursor.skip(#","length":"#), let length = cursor.number()
      else { return nil }
      let end = cursor.offset
      guard cursor.skip(#","sum":""#), let sum = CRC32C.value(cursor.line, at: cursor.offset)
      else { return nil }
      cursor.offset += 8
      guard cursor.skip("\"}"), cursor.offset == newline else { return nil }
      var header = SnapshotHeader(
        kind, format: format, mark: JournalMark(n: n, crc: crc, offset: offset), length: length)
      header.sum = sum
      header.start = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
      header.bytes = Array(bytes[...newline])
      return header
    }
    guard let read else { return nil }
    self = read
  }

  /// Encodes and returns the line for the checksums of a body.
  mutating func seal(_ table: [UInt8]) -> [UInt8] {
    let line = String(decoding: CRC32C.hex(mark.crc), as: UTF8.self)
    bytes = Array(
      ("\(kind.beginning)" + #"\#(format),"n":\#(mark.n),"line":"\#(line)""#
        + #","offset":\#(mark.offset),"length":\#(length)"#).utf8)
    start = bytes.withUnsafeBytes { CRC32C.checksum($0) }
    sum = table.withUnsafeBytes { CRC32C.checksum($0, after: start) }
    bytes.append(contentsOf: #","sum":""#.utf8)
    CRC32C.append(sum, to: &bytes)
    bytes.append(contentsOf: "\"}\n".utf8)
    return bytes
  }
}
