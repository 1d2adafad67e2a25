/// Why the bytes of a line are refused.
enum LineError: Error, Equatable, Sendable {
  case tooLong, shape, checksum
  /// Valid, but of a newer format.
  case newer
  /// Valid, but not the line that belongs here.
  case outOfOrder(found: Int, expected: Int)
  /// Valid and with the right number, but its predecessor is not the line before it.
  case wrongPredecessor
  /// No newline before the end of the file.
  case unfinished

  var words: String {
    switch self {
    case .tooLong: "longer than a line may be"
    case .shape: "not a line of a journal"
    case .checksum: "its checksum does not match"
    case .newer: "written by a newer Trolley"
    case .outOfOrder(let found, let expected): "number \(found) where \(expected) belongs"
    case .wrongPredecessor: "it follows a line that is not there"
    case .unfinished: "it has no end"
    }
  }
}

/// The frame of one line of a journal: everything but the members supplied by the caller.
///
///     {"v":1,"n":7,"with":6,"more":true,BODY,"prev":"9f0c11aa","crc":"1c9cda8d"}
struct JournalLine {
  /// Bytes, including the newline.
  static let longest = 65536
  /// What an unshared list is written in, and every header: versions before sharing read it.
  static let version = 1
  /// The lines of a list that is shared between machines: a program that does not know that must
  /// not append to it. They say which step undo is about by its name.
  static let sharedVersion = 2
  static let highest = 999_999_999_999_999

  var version: Int
  var n: Int
  /// The number of the first line of the same write; nil when that is this one.
  var with: Int?
  /// The step continues in the next line.
  var isMore: Bool
  var previous: UInt32
  var crc: UInt32
  /// The caller's members, as a range of the line.
  var body: Range<Int>

  /// Reads a line as it is on the disk, without its newline.
  init(_ line: UnsafeRawBufferPointer, _ checks: LineChecks) throws(LineError) {
    guard line.count < Self.longest else { throw .tooLong }
    let crc = try Self.checksum(line, checks)
    var cursor = LineCursor(line)
    guard cursor.skip(#"{"v":"#), let version = cursor.number() else { throw .shape }
    guard version == Self.version || version == Self.sharedVersion else {
      throw version > Self.sharedVersion ? .newer : .shape
    }
    guard cursor.skip(#","n":"#), let frame = cursor.frameAfterVersion() else { throw .shape }
    let n = frame.n
    with = frame.with
    isMore = frame.isMore
    let end = line.count - 36
    guard cursor.offset < end, line[cursor.offset] == 0x22 else { throw .shape }
    body = cursor.offset..<end
    cursor.offset = end
    guard cursor.skip(#","prev":""#), let previous = CRC32C.value(line, at: cursor.offset),
      line[end + 17] == 0x22
    else { throw .shape }
    self.version = version
    self.n = n
    self.previous = previous
    self.crc = crc
  }

  /// The checksum at the end of a line; throws when it is wrong.
  static func checksum(
    _ line: UnsafeRawBufferPointer, _ checks: LineChecks
  ) throws(LineError) -> UInt32 {
    let end = line.count - 18
    var cursor = LineCursor(line)
    cursor.offset = end
    guard end > 0, cursor.skip(#","crc":""#), let crc = CRC32C.value(line, at: end + 8),
      line[end + 16] == 0x22, line[end + 17] == 0x7d
    else { throw .shape }
    guard !checks.checksum || CRC32C.checksum(UnsafeRawBufferPointer(rebasing: line[..<end])) == crc
    else { throw .checksum }
    return crc
  }

  /// Appends a whole line with its newline to `buffer` and gives its checksum.
  static func write(
    version: Int = version, n: Int, with: Int?, isMore: Bool, body: [UInt8], previous: UInt32,
    to buffer: inout [UInt8]
  ) -> UInt32 {
    let start = buffer.count
    buffer.append(
      contentsOf: version == sharedVersion ? #"{"v":2,"n":"#.utf8 : #"{"v":1,"n":"#.utf8)
    buffer.append(contentsOf: String(n).utf8)
    if let with { buffer.append(contentsOf: #","with":\#(with)"#.utf8) }
    buffer.append(contentsOf: (isMore ? #","more":true,"# : ",").utf8)
    buffer.append(contentsOf: body)
    buffer.append(contentsOf: #","prev":""#.utf8)
    CRC32C.append(previous, to: &buffer)
    buffer.append(0x22)
    return seal(&buffer, from: start)
  }

  /// Completes a line that began at `start` with its checksum and a newline.
  static func seal(_ buffer: inout [UInt8], from start: Int) -> UInt32 {
    let crc = buffer.withUnsafeBytes {
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    buffer.append(contentsOf: #","crc":""#.utf8)
    CRC32C.append(crc, to: &buffer)
    buffer.append(contentsOf: "\"}\n".utf8)
    return crc
  }
}

/// A position in a line that advances over expected content.
struct LineCursor {
  let line: UnsafeRawBufferPointer
  var offset = 0

  init(_ line: UnsafeRawBufferPointer) { self.line = line }

  /// Whether the text is here; if so, moves past it.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, line.count - offset >= count, let base = line.baseAddress,
      memcmp(base + offset, text.utf8Start, count) == 0
    else { return false }
    offset += count
    return true
  }

  /// Whether the number of a line follows, at its beginning; if so, moves to it.
  mutating func skipToNumber() -> Bool { skip(#"{"v":1,"n":"#) || skip(#"{"v":2,"n":"#) }

  /// What comes before the body, from the beginning of a line; moves to the body.
  mutating func frame() -> (n: Int, with: Int?, isMore: Bool)? {
    skipToNumber() ? frameAfterVersion() : nil
  }

  mutating func frameAfterVersion() -> (n: Int, with: Int?, isMore: Bool)? {
    guard let n = number(), skip(",") else { return nil }
    var with: Int?
    if skip(#""with":"#) {
      guard let first = number(), first < n, skip(",") else { return nil }
      with = first
    }
    return (n, with, skip(#""more":true,"#))
  }

  /// A whole number without sign or leading zero, at most `JournalLine.highest`.
  mutating func number() -> Int? {
    var value = 0
    let start = offset
    while offset < line.count, case let digit = line[offset], digit >= 0x30, digit <= 0x39 {
      guard offset - start < 15 else { return nil }
      value = value * 10 + Int(digit - 0x30)
      offset += 1
    }
    guard offset > start, line[start] != 0x30 || offset == start + 1 else { return nil }
    return value
  }

  /// Text without quotes or backslashes, between quotes.
  mutating func quoted() -> String? {
    guard skip("\"") else { return nil }
    let start = offset
    while offset < line.count, line[offset] != 0x22 {
      guard line[offset] >= 0x20, line[offset] != 0x5c else { return nil }
      offset += 1
    }
    let text = String(decoding: line[start..<offset], as: UTF8.self)
    return skip("\"") ? text : nil
  }
}

/// The first line of a journal.
///
///     {"trolley":"journal","v":1,"list":"0f3c…","crc":"1c9cda8d"}
struct JournalHeader {
  let list: String
  let crc: UInt32
  /// Of an outbox: the number of the last line that the copy had when it was begun.
  private(set) var base = 0

  init(_ line: UnsafeRawBufferPointer, _ checks: LineChecks) throws(LineError) {
    crc = try JournalLine.checksum(line, checks)
    var cursor = LineCursor(line)
    guard cursor.skip(#"{"trolley":"journal","v":"#), let version = cursor.number() else {
      throw .shape
    }
    guard version == JournalLine.version else {
      throw version > JournalLine.version ? .newer : .shape
    }
    // A later version may add members after the list.
    guard cursor.skip(#","list":"#), let list = cursor.quoted(), Self.isList(list) else {
      throw .shape
    }
    self.list = list
    if cursor.skip(#","base":"#) { base = cursor.number() ?? 0 }
  }

  /// 32 lower-case hexadecimal digits.
  static func isList(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  }

  static func makeList() -> String {
    (0..<4).map { _ in String(decoding: CRC32C.hex(.random(in: 0...(.max))), as: UTF8.self) }
      .joined()
  }

  /// A header line with its newline, and its checksum.
  static func bytes(list: String, base: Int? = nil) -> (bytes: [UInt8], crc: UInt32) {
    var bytes = Array(#"{"trolley":"journal","v":1,"list":"\#(list)""#.utf8)
    if let base { bytes += Array(#","base":\#(base)"#.utf8) }
    let crc = JournalLine.seal(&bytes, from: 0)
    return (bytes, crc)
  }
}
