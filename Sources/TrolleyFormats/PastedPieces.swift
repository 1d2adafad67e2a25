extension PastedList {
  /// Reads a list piece by piece, so that a long one needs no more memory than its longest piece.
  public struct Reader {
    /// `entries` and `talk` are those of the piece read last.
    public private(set) var list: PastedList
    /// Whether only the whole text can be read: a piece of a JSON document or a property list is none.
    public let needsWhole: Bool
    /// Entries and talk in all pieces so far.
    public private(set) var count = 0
    private let currency: Currency
    private let isMail: Bool
    private let isFenced: Bool
    /// The beginning of a line that the next piece continues.
    private var rest: [UInt8] = []

    /// - Parameter start: the first piece, or enough of it to recognise the format.
    public init(
      _ start: [UInt8], format: ListFormat? = nil, fileName: String? = nil, currency: Currency,
      numbers: NumberStyle = .english, stores: [String] = [], categories: [String] = []
    ) throws(Failure) {
      let isWide = PastedList.isWide(start)
      isMail = format == nil && SavedMail.isMeant(by: start)
      var text =
        isMail ? SavedMail.text(of: start) ?? [] : isWide ? PastedList.utf8(start) : start
      let fenced = format == nil ? CodeFence.data(in: text) : nil
      isFenced = fenced != nil
      text = fenced ?? text
      let isWrapped = isMail || isFenced
      let known = format ?? (isWrapped ? nil : fileName).flatMap { ListFormat(fileName: $0) }
      let (guess, flaw) = text.withUnsafeBufferPointer { text in
        let content = PastedList.content(text)
        return (
          known ?? ListFormat.guess(content), format == nil ? ForeignFile.refusal(content) : nil
        )
      }
      if let flaw { throw flaw }
      list = PastedList(
        format: guess, numbers: numbers, stores: stores, categories: categories)
      needsWhole = guess == .json || guess == .plist || isWide || isWrapped
      self.currency = currency
    }

    /// Reads the next piece. After the last one, throws when there was nothing in all of them.
    ///
    /// - Parameter isItem: whether the list has an item of a name.
    public mutating func read(
      _ piece: [UInt8], isLast: Bool, isItem: (String) -> Bool = { _ in false }
    ) throws(Failure) {
      list.entries.removeAll(keepingCapacity: true)
      list.talk.removeAll(keepingCapacity: true)
      var bytes = rest.isEmpty ? piece : rest + piece
      rest = []
      guard bytes.count <= byteLimit else { throw PastedList.tooLong("\(bytes.count) bytes") }
      if !isLast {
        let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        rest = Array(bytes[end...])
        bytes.removeSubrange(end...)
      }
      if isMail {
        guard let text = SavedMail.text(of: bytes) else { throw SavedMail.noText }
        bytes = text
      }
      bytes = PastedList.utf8(bytes)
      if isFenced { bytes = CodeFence.data(in: bytes) ?? bytes }
      let left = try bytes.withBuffer { (buffer) throws(Failure) in
        try list.read(PastedList.content(buffer), currency, isLast: isLast, isItem)
      }
      rest.insert(contentsOf: bytes.suffix(left), at: 0)
      count += list.entries.count + list.talk.count
      guard count <= entryLimit else { throw PastedList.tooLong("\(count) entries") }
      guard isLast, count == 0 else { return }
      throw Failure(
        .badInput, list.warnings.first?.sentence ?? "There is nothing in this list.",
        detail: "read as \(list.format.rawValue)")
    }
  }

  private static func tooLong(_ detail: String) -> Failure {
    Failure(.badInput, "The list is too long.", detail: detail)
  }

  /// Returns how many bytes are left: those of a row that continues in the next piece.
  private mutating func read(
    _ content: UnsafeBufferPointer<UInt8>, _ currency: Currency, isLast: Bool,
    _ isItem: (String) -> Bool
  ) throws(Failure) -> Int {
    switch format {
    case .lines, .markdown: readLines(content, currency, isLast: isLast, isItem)
    case .todotxt: readTodo(content, currency)
    case .csv, .tsv: return readCSV(content, currency, isLast: isLast, isItem)
    case .json: try readJSON(content, currency)
    case .plist:
      let json = try PropertyListReader.json(content)
      try json.withBuffer { (json) throws(Failure) in try readJSON(json, currency) }
    case .jsonLines: readJSONLines(content, currency)
    }
    return 0
  }

  /// Without a byte order mark.
  private static func content(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF])
      ? UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
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

  private static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// Windows editors still write UTF-16, recognised by its byte order mark.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard isWide(bytes) else { return fromOneByteLetters(bytes) }
    let isLittle = bytes[0] == 0xFF
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

extension [UInt8] {
  /// `withUnsafeBufferPointer`, with the type of the error kept.
  fileprivate func withBuffer<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(bytes) }
  }
}
