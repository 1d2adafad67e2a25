/// A minimal terminal emulator: which character is where, without colours.
///
/// It also answers the queries that programs send at the start, or they would wait for them.
struct Screen {
  private(set) var columns: Int
  private(set) var lines: Int
  private var rows: [[Unicode.Scalar]]
  private var x = 0
  private var y = 0
  private var saved = (x: 0, y: 0)
  private var scroll: ClosedRange<Int>
  private var last: Unicode.Scalar = " "
  /// The beginning of an incomplete sequence.
  private var pending: [UInt8] = []
  private var answers: [UInt8] = []
  /// The private modes that are set, by number.
  private(set) var modes: Set<Int> = [25]

  init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    rows = Array(repeating: Array(repeating: " ", count: columns), count: lines)
    scroll = 0...(lines - 1)
  }

  var applicationCursor: Bool { modes.contains(1) }

  /// Whether the program restored the terminal: main screen, visible cursor, no mouse reports.
  var isRestored: Bool {
    modes.contains(25) && modes.isDisjoint(with: [47, 1000, 1002, 1003, 1047, 1049])
  }

  func contains(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard !wanted.isEmpty else { return true }
    return rows.contains { row in
      row.count >= wanted.count
        && (0...(row.count - wanted.count)).contains {
          row[$0] == wanted[0] && row[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }
  }

  mutating func resize(columns: Int, lines: Int) {
    for row in rows.indices {
      let missing = max(0, columns - rows[row].count)
      rows[row] = rows[row].prefix(columns) + Array(repeating: " ", count: missing)
    }
    let blank = Array(repeating: Unicode.Scalar(" "), count: columns)
    rows = rows.prefix(lines) + Array(repeating: blank, count: max(0, lines - rows.count))
    (self.columns, self.lines) = (columns, lines)
    (x, y) = (min(x, columns - 1), min(y, lines - 1))
    scroll = 0...(lines - 1)
  }

  /// Processes a program's output; returns the terminal's answers.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    pending += bytes
    var place = 0
    while place < pending.count {
      guard let used = step(pending[place...]) else { break }
      place += used
    }
    pending.removeFirst(place)
    defer { answers = [] }
    return answers
  }

  /// The length in bytes of the next character or sequence; nil if it is incomplete.
  private mutating func step(_ input: ArraySlice<UInt8>) -> Int? {
    guard let first = input.first else { return nil }
    switch first {
    case 0x1B: return escape(input)
    case 0x08: x = max(0, x - 1)
    case 0x09: x = min(columns - 1, x / 8 * 8 + 8)
    case 0x0A...0x0C: lineFeed()
    case 0x0D: x = 0
    case 0x20..<0x7F: put(Unicode.Scalar(first))
    case 0xC2...0xF4:
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard input.count >= length else { return nil }
      var decoder = UTF8()
      var bytes = input.prefix(length).makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&bytes) { put(scalar) }
      return length
    default: break
    }
    return 1
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    guard scalar.properties.generalCategory != .nonspacingMark else { return }
    let width = isWide(scalar) ? 2 : 1
    if x + width > columns {
      x = 0
      lineFeed()
    }
    rows[y][x] = scalar
    if width == 2, x + 1 < columns { rows[y][x + 1] = " " }
    x += width
    last = scalar
  }

  private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  private mutating func lineFeed() {
    if y == scroll.upperBound {
      roll(up: true, from: scroll.lowerBound, by: 1)
    } else if y < lines - 1 {
      y += 1
    }
  }

  private func blank() -> [Unicode.Scalar] { Array(repeating: " ", count: columns) }

  /// Moves the lines from `top` to the end of the scrolling region up, or down.
  private mutating func roll(up: Bool, from top: Int, by count: Int) {
    let (gone, new) = up ? (top, scroll.upperBound) : (scroll.upperBound, top)
    for _ in 0..<min(count, scroll.upperBound - top + 1) {
      rows.remove(at: gone)
      rows.insert(blank(), at: new)
    }
  }
}

// MARK: - Sequences

extension Screen {
  private mutating func escape(_ input: ArraySlice<UInt8>) -> Int? {
    guard input.count >= 2 else { return nil }
    let rest = input.dropFirst(2)
    switch input[input.startIndex + 1] {
    case UInt8(ascii: "["): return control(input)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      return string(input)
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "#"), UInt8(ascii: "%"):
      return rest.isEmpty ? nil : 3
    case UInt8(ascii: "7"): saved = (x, y)
    case UInt8(ascii: "8"): (x, y) = saved
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "E"):
      x = 0
      lineFeed()
    case UInt8(ascii: "M"):
      if y == scroll.lowerBound { roll(up: false, from: y, by: 1) } else { y = max(0, y - 1) }
    default: break
    }
    return 2
  }

  /// A control string, such as a title or a query for colours.
  private mutating func string(_ input: ArraySlice<UInt8>) -> Int? {
    var place = input.startIndex + 2
    while place < input.endIndex {
      let isBell = input[place] == 0x07
      let isEnd = input[place] == 0x1B && place + 1 < input.endIndex && input[place + 1] == 0x5C
      if isBell || isEnd {
        let text = String(decoding: input[(input.startIndex + 1)..<place], as: UTF8.self)
        if text == "P$q q" { answer("\u{1B}P1$r2 q\u{1B}\\") }
        if text.hasPrefix("P$q"), text != "P$q q" { answer("\u{1B}P0$r\u{1B}\\") }
        if text.hasPrefix("P+q") { answer("\u{1B}P0+r\u{1B}\\") }
        if text == "]10;?" { answer("\u{1B}]10;rgb:d0d0/d0d0/d0d0\u{1B}\\") }
        if text == "]11;?" { answer("\u{1B}]11;rgb:1010/1010/1010\u{1B}\\") }
        return place - input.startIndex + (isBell ? 1 : 2)
      }
      place += 1
    }
    return nil
  }

  private mutating func answer(_ text: String) { answers += text.utf8 }

  private mutating func control(_ input: ArraySlice<UInt8>) -> Int? {
    guard let end = input.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let body = input[(input.startIndex + 2)..<end]
    let isMarked = body.first.map { (0x3C...0x3F).contains($0) } ?? false
    let mark = isMarked ? body.first.map { Character(Unicode.Scalar($0)) } : nil
    let digits = String(decoding: mark == nil ? body : body.dropFirst(), as: UTF8.self)
    let numbers = digits.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let length = end - input.startIndex + 1
    let final = Character(Unicode.Scalar(input[end]))
    if final == "p", body.last == UInt8(ascii: "$") {
      // Whether a mode is set; 0 for an unknown mode.
      let mode = Int(digits.dropLast()) ?? 0
      let isKnown = [1, 7, 12, 25, 1000, 1002, 1003, 1004, 1006, 1047, 1049, 2004].contains(mode)
      let state = isKnown ? (modes.contains(mode) ? 1 : 2) : 0
      answer("\u{1B}[\(isMarked ? "?" : "")\(mode);\(state)$y")
    } else if let mark {
      marked(mark, final, numbers)
    } else if body.allSatisfy({ $0 >= 0x30 }) {
      plain(final, numbers)
    }
    return length
  }

  private mutating func marked(_ mark: Character, _ final: Character, _ numbers: [Int]) {
    switch (mark, final) {
    case ("?", "h"): modes.formUnion(numbers)
    case ("?", "l"): modes.subtract(numbers)
    case ("?", "u"): answer("\u{1B}[?0u")
    case (">", "c"): answer("\u{1B}[>41;380;0c")
    case (">", "q"): answer("\u{1B}P>|bench\u{1B}\\")
    default: break
    }
  }

  private mutating func plain(_ final: Character, _ numbers: [Int]) {
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch final {
    case "A": y = max(0, y - count)
    case "B", "e": y = min(lines - 1, y + count)
    case "C", "a": x = min(columns - 1, x + count)
    case "D": x = max(0, x - count)
    case "G", "`": x = min(columns, count) - 1
    case "d": y = min(lines, count) - 1
    case "H", "f":
      y = min(lines, count) - 1
      x = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J": eraseScreen(first)
    case "K": eraseLine(first)
    case "X": fill(x..<min(columns, x + count))
    case "P", "@": shift(final, count)
    case "L": if scroll.contains(y) { roll(up: false, from: y, by: count) }
    case "M": if scroll.contains(y) { roll(up: true, from: y, by: count) }
    case "S": roll(up: true, from: scroll.lowerBound, by: count)
    case "T": roll(up: false, from: scroll.lowerBound, by: count)
    case "b": for _ in 0..<min(count, columns * lines) { put(last) }
    case "r":
      let bottom = numbers.count > 1 && numbers[1] > 0 ? min(lines, numbers[1]) : lines
      if count <= bottom { scroll = (count - 1)...(bottom - 1) }
      (x, y) = (0, 0)
    case "s": saved = (x, y)
    case "u": (x, y) = saved
    case "c": answer("\u{1B}[?64;1;2;6;22c")
    case "n":
      if first == 5 { answer("\u{1B}[0n") }
      if first == 6 { answer("\u{1B}[\(y + 1);\(min(x, columns - 1) + 1)R") }
    default: break
    }
  }

  private mutating func fill(_ range: Range<Int>) {
    for column in range { rows[y][column] = " " }
  }

  private mutating func eraseLine(_ part: Int) {
    let here = min(x, columns - 1)
    fill(part == 0 ? here..<columns : part == 1 ? 0..<(here + 1) : 0..<columns)
  }

  private mutating func eraseScreen(_ part: Int) {
    if part < 2 { eraseLine(part) }
    let whole = part == 0 ? (y + 1)..<lines : part == 1 ? 0..<y : 0..<lines
    for row in whole { rows[row] = blank() }
  }

  private mutating func shift(_ final: Character, _ count: Int) {
    let here = min(x, columns - 1)
    let count = min(count, columns - here)
    let blanks = Array(repeating: Unicode.Scalar(" "), count: count)
    if final == "P" {
      rows[y].removeSubrange(here..<(here + count))
      rows[y] += blanks
    } else {
      rows[y].insert(contentsOf: blanks, at: here)
      rows[y].removeLast(count)
    }
  }
}
