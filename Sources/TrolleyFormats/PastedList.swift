public struct ListEntry: Equatable, Sendable {
  public var name: String
  public var quantity: Quantity?
  public var price: Money?
  /// The quantity that the price is for; nil when there is no price or the list does not say.
  public var per: Quantity?
  public var category: String?
  public var store: String?
  public var isFavourite = false
  public var isPicked: Bool?
  /// False when it is known but not wanted: `"on": false`. Nil when the list does not say.
  public var isOnList: Bool?
  public var description: String?
  /// The line it came from, from 1.
  public var line: Int

  public init(name: String, line: Int = 0) {
    self.name = name
    self.line = line
  }

  init(_ it: QuickAdd, line: Int) {
    self.init(name: it.name, line: line)
    quantity = it.quantity
    price = it.price
    per = it.per
    category = it.category
    store = it.store
    isFavourite = it.isFavourite
    isPicked = it.isPicked
  }
}

/// A list that was pasted or read from a file.
public struct PastedList: Equatable, Sendable {
  /// Input that was not understood, or only in part.
  public struct Warning: Equatable, Sendable {
    /// From 1.
    public let line: Int
    public let sentence: String
  }

  /// Longer texts are refused.
  public static let byteLimit = 64 << 20
  public static let entryLimit = 1_000_000
  static let warningLimit = 100

  public internal(set) var entries: [ListEntry] = []
  public internal(set) var format: ListFormat
  /// The first ones; `warningCount` counts them all.
  public internal(set) var warnings: [Warning] = []
  public internal(set) var warningCount = 0

  init(format: ListFormat) { self.format = format }

  mutating func warn(_ line: Int, _ sentence: @autoclosure () -> String) {
    warningCount += 1
    if warnings.count < Self.warningLimit {
      warnings.append(Warning(line: line, sentence: sentence()))
    }
  }

  /// Reads a list in any supported format.
  ///
  /// - Parameters:
  ///   - format: nil to detect it from the file's name and the content.
  ///   - currency: that of prices which don't name one.
  public static func parse(
    _ bytes: [UInt8], format: ListFormat? = nil, fileName: String? = nil, currency: Currency
  ) throws(Failure) -> PastedList {
    guard bytes.count <= byteLimit else {
      throw Failure(.badInput, "The list is too long.", detail: "\(bytes.count) bytes")
    }
    let bytes = utf8(bytes)
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<PastedList, Failure> in
      var content = buffer
      if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
        content = UnsafeBufferPointer(rebasing: buffer.dropFirst(3))
      }
      let known = format ?? fileName.flatMap { ListFormat(fileName: $0) }
      if format == nil, let flaw = ForeignFile.refusal(content) { return .failure(flaw) }
      var list = PastedList(format: known ?? ListFormat.guess(content))
      do throws(Failure) {
        switch list.format {
        case .lines, .markdown: list.readLines(content, currency)
        case .todotxt: list.readTodo(content, currency)
        case .csv, .tsv: list.readCSV(content, currency)
        case .json: try list.readJSON(content, currency)
        case .jsonLines: try list.readJSONLines(content, currency)
        }
        return .success(list)
      } catch { return .failure(error) }
    }
    let list = try result.get()
    guard !list.entries.isEmpty else {
      throw Failure(
        .badInput, list.warnings.first?.sentence ?? "There is nothing in this list.",
        detail: "read as \(list.format.rawValue)")
    }
    guard list.entries.count <= entryLimit else {
      throw Failure(.badInput, "The list is too long.", detail: "\(list.entries.count) entries")
    }
    return list
  }

  public static func parse(
    _ text: String, format: ListFormat? = nil, fileName: String? = nil, currency: Currency
  ) throws(Failure) -> PastedList {
    try parse(Array(text.utf8), format: format, fileName: fileName, currency: currency)
  }

  /// Older programs write one byte per letter: Windows-1252, of which Latin-1 is a part. It is taken
  /// for that when hardly anything in it is valid UTF-8.
  private static func fromOneByteLetters(_ bytes: [UInt8]) -> [UInt8] {
    guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    var good = 0
    var bad = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { bad += 1 } else { good += 1 }
    }
    guard bad > good, !bytes.contains(0) else { return bytes }
    var text = ""
    for byte in bytes {
      let value = (0x80..<0xA0).contains(byte) ? windows[Int(byte) - 0x80] : UInt32(byte)
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Array(text.utf8)
  }

  /// Windows-1252 from 0x80 on; from 0xA0 on it is Latin-1.
  private static let windows: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  /// Windows editors still write UTF-16, recognised by its byte order mark.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 2 else { return bytes }
    let isLittle = bytes[0] == 0xFF && bytes[1] == 0xFE
    guard isLittle || bytes[0] == 0xFE && bytes[1] == 0xFF else {
      return fromOneByteLetters(bytes)
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for i in stride(from: 2, to: bytes.count - 1, by: 2) {
      let high = UInt16(bytes[isLittle ? i + 1 : i])
      let low = UInt16(bytes[isLittle ? i : i + 1])
      units.append(high << 8 | low)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
