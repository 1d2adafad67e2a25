extension Picture {
  /// The longest side in the text format; more is a mistake or an attack.
  private static let textLimit = 1024

  /// Reads the text format of `seeds/pictures`; nil when it is invalid.
  public init?(text: UnsafeRawBufferPointer) {
    var lines = PictureLines(rest: text[...])
    guard let header = lines.next(), let size = Picture.size(header) else { return nil }
    // A pixel is the character that stands for it.
    var palette = [RGB?](repeating: nil, count: 128)
    while let line = lines.next(), !line.isEmpty {
      guard let (key, colour) = Picture.entry(line) else { return nil }
      palette[key] = colour
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height)
    for _ in 0..<size.height {
      guard let row = lines.next(length: size.width) else { return nil }
      let bytes = UnsafeRawBufferPointer(rebasing: row)
      let isKnown = bytes.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte < 128 && palette[Int(byte)] != nil
      }
      guard isKnown else { return nil }
      pixels.append(contentsOf: bytes)
    }
    self.init(width: size.width, height: size.height, palette: palette, pixels: pixels)
  }

  /// `picture 64x64`
  private static func size(_ line: Slice<UnsafeRawBufferPointer>) -> (width: Int, height: Int)? {
    let word = "picture ".utf8
    guard line.starts(with: word) else { return nil }
    let sides = line.dropFirst(word.count)
    guard let cross = sides.firstIndex(of: UInt8(ascii: "x")), let width = number(sides[..<cross]),
      let height = number(sides[(cross + 1)...])
    else { return nil }
    return (width, height)
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let value = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    return (1...textLimit).contains(value) ? value : nil
  }

  /// `a #8b1a1a`
  private static func entry(_ line: Slice<UnsafeRawBufferPointer>) -> (key: Int, colour: RGB)? {
    guard line.count == 9, let key = line.first, (0x21...0x7E).contains(key),
      key != UInt8(ascii: "."), line.dropFirst().starts(with: " #".utf8)
    else { return nil }
    let hex = String(decoding: line.dropFirst(3), as: UTF8.self)
    guard hex.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(hex, radix: 16)
    else { return nil }
    let colour = RGB(UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
    return (Int(key), colour)
  }
}

/// Iterates over lines without their ends, in place.
private struct PictureLines {
  var rest: Slice<UnsafeRawBufferPointer>

  mutating func next() -> Slice<UnsafeRawBufferPointer>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    var line = rest[rest.startIndex..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    // A checkout may have converted the line ends.
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  /// A line of that many bytes; nil if the next one is not. Line ends within it are not looked for.
  mutating func next(length: Int) -> Slice<UnsafeRawBufferPointer>? {
    guard rest.count >= length else { return nil }
    let line = rest.prefix(length)
    rest = rest.dropFirst(length)
    guard let end = next() else { return line }
    return end.isEmpty ? line : nil
  }
}
