import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

@testable import TrolleyTerminal

/// A terminal with sixel: pixels lie above the cells, until a character is written there.
struct SixelTerminal {
  struct Wrong: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  let size: Size
  let cell: PixelSize
  /// Nil where there is no pixel.
  private(set) var pixels: [RGB?]
  private var shown: Canvas?

  init(size: Size, cell: PixelSize) {
    self.size = size
    self.cell = cell
    pixels = Array(repeating: nil, count: size.width * cell.width * size.height * cell.height)
  }

  /// Writes what has changed, as curses does: now and then also what has not, between two changes.
  mutating func write(_ canvas: Canvas, _ rng: inout SplitMix64) {
    for y in 0..<size.height {
      var last: Int?
      for x in 0..<size.width {
        let at = y * size.width + x
        guard shown == nil || shown?.cells[at] != canvas.cells[at] else { continue }
        let bridges = last.map { x - $0 <= 9 && rng.oneIn(2) } ?? false
        for column in (bridges ? last ?? x : x)...x { erase(column, y) }
        last = x
      }
    }
    shown = canvas
  }

  /// Shows no more than the text, as xterm does with most pictures when it was covered.
  mutating func forgetPictures() { pixels = pixels.map { _ in nil } }

  private mutating func erase(_ x: Int, _ y: Int) {
    let width = size.width * cell.width
    for row in y * cell.height..<(y + 1) * cell.height {
      for column in x * cell.width..<(x + 1) * cell.width { pixels[row * width + column] = nil }
    }
  }

  /// The pixels of a cell.
  func pixels(_ x: Int, _ y: Int) -> [RGB?] {
    let width = size.width * cell.width
    let left = x * cell.width
    return (0..<cell.height).flatMap { row -> ArraySlice<RGB?> in
      let start = (y * cell.height + row) * width + left
      return pixels[start..<start + cell.width]
    }
  }

  /// Cursor movements and pictures, nothing else.
  mutating func feed(_ bytes: [UInt8]) throws {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    guard !rest.isEmpty else { return }
    guard rest.hasPrefix("\u{1B}7"), rest.hasSuffix("\u{1B}8") else { throw Wrong("the cursor") }
    rest = rest.dropFirst(2).dropLast(2)
    while !rest.isEmpty {
      guard rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "H") else {
        throw Wrong("no place")
      }
      let place = rest[..<end].dropFirst(2).split(separator: ";").compactMap { Int($0) }
      rest = rest[rest.index(after: end)...]
      guard place.count == 2, rest.hasPrefix("\u{1B}P0;1;0q"),
        let close = rest.firstRange(of: "\u{1B}\\")
      else { throw Wrong("no picture") }
      try draw(Array(rest[..<close.lowerBound].dropFirst(8).utf8), place[1] - 1, place[0] - 1)
      rest = rest[close.upperBound...]
    }
  }

  private mutating func draw(_ data: [UInt8], _ column: Int, _ row: Int) throws {
    var palette: [Int: RGB] = [:]
    var at = 0
    func numbers() -> [Int] {
      var all = [0]
      while at < data.count, 0x30...0x3B ~= data[at] {
        if data[at] == 0x3B {
          all.append(0)
        } else {
          all[all.count - 1] = all[all.count - 1] * 10 + Int(data[at] - 0x30)
        }
        at += 1
      }
      return all
    }
    var (x, y, colour, box) = (0, 0, -1, [0, 0, 0, 0])
    let width = size.width * cell.width
    while at < data.count {
      let byte = data[at]
      at += 1
      var count = 1
      var sign = byte
      switch byte {
      case UInt8(ascii: "\""):
        box = numbers()
        // Below the last line a terminal scrolls.
        guard box.count == 4, row * cell.height + box[3] <= size.height * cell.height,
          column * cell.width + box[2] <= width
        else { throw Wrong("beyond the edge") }
        continue
      case UInt8(ascii: "#"):
        let all = numbers()
        colour = all[0]
        guard colour < 256, all.count == 1 || all.count == 5 && all[1] == 2 else {
          throw Wrong("colour")
        }
        if all.count == 5 {
          palette[colour] = RGB(
            UInt8(all[2] * 255 / 100), UInt8(all[3] * 255 / 100), UInt8(all[4] * 255 / 100))
        }
        continue
      case UInt8(ascii: "$"):
        x = 0
        continue
      case UInt8(ascii: "-"):
        (x, y) = (0, y + 6)
        continue
      case UInt8(ascii: "!"):
        count = numbers()[0]
        sign = data[at]
        at += 1
      default: break
      }
      guard 0x3F...0x7E ~= sign, let ink = palette[colour] else { throw Wrong("sign \(sign)") }
      for column in column * cell.width + x..<column * cell.width + x + count {
        for bit in 0..<6 where (sign - 0x3F) >> bit & 1 == 1 {
          guard x + count <= box[2], y + bit < box[3] else { throw Wrong("out of the box") }
          pixels[(row * cell.height + y + bit) * width + column] = ink
        }
      }
      x += count
    }
  }
}
