import TrolleyModel
import TrolleyUI

@testable import TrolleyTerminal

/// A terminal with kitty's graphics protocol, written from its specification: it keeps what is sent,
/// and says what is wrong with it.
struct KittyTerminal {
  struct Image: Equatable {
    var width = 0
    var height = 0
    var rgba: [UInt8] = []
    var columns = 0
    var rows = 0
  }

  struct Wrong: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  /// A part of a picture that lies above the text, scaled to whole cells.
  struct Placement: Equatable {
    /// In cells.
    let area: Rect
    /// In pixels of the picture.
    let source: Rect
  }

  struct Name: Hashable {
    let image: Int
    let placement: Int
  }

  private(set) var images: [Int: Image] = [:]
  private(set) var placements: [Name: Placement] = [:]
  /// How many placements there have been.
  private(set) var countOfPlacements = 0
  /// In cells, for one without placeholders (kitty before 0.28): it has direct placement, and when
  /// it frees a picture, it frees all others that are not placed.
  private(set) var size: Size?
  private var cursor = Point(x: 0, y: 0)
  private var savedCursor: Point?
  /// The pixels that were sent, in bytes.
  private(set) var received = 0
  private var pending: (keys: [String: String], data: String)?
  /// Pictures that were given up half-way: nothing is kept of them.
  private var incomplete: Set<Int> = []

  /// The characters that number rows and columns: those of class 230 in Unicode 6.0 without a
  /// decomposition, less some that the protocol leaves out.
  static let marks: [UInt32] = {
    let leftOut: Set<UInt32> = [
      0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F,
      0x311, 0x313, 0x314, 0x340, 0x341, 0x342, 0x343, 0x344, 0x653, 0x654,
    ]
    return (0x300..<UInt32(0x1D245)).filter { value in
      guard !leftOut.contains(value), let scalar = Unicode.Scalar(value),
        scalar.properties.canonicalCombiningClass == .above, let age = scalar.properties.age
      else { return false }
      return age.major < 6 || age.major == 6 && age.minor == 0
    }
  }()

  mutating func feed(_ bytes: [UInt8], throughTmux: Bool = false) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      if throughTmux {
        let inner = try Self.take(&rest, from: "\u{1B}Ptmux;", to: "\u{1B}\\", doublesEscape: true)
        var all = inner[...]
        try one(&all)
        guard all.isEmpty else { throw Wrong("more than one sequence passed on at once") }
      } else {
        try one(&rest)
      }
    }
  }

  init(size: Size? = nil) { self.size = size }

  mutating func resize(_ new: Size) { size = new }

  /// The screen is cleared.
  mutating func clear() {
    placements = [:]
    freeUnplaced()
  }

  private mutating func freeUnplaced() {
    let placed = Set(placements.keys.map(\.image))
    images = images.filter { placed.contains($0.key) }
  }

  /// Keeps, moves or restores the cursor; false if it is something else.
  private mutating func moveCursor(_ rest: inout ArraySlice<UInt8>) throws -> Bool {
    guard let size else { return false }
    if rest.starts(with: "\u{1B}7".utf8) {
      savedCursor = cursor
      rest = rest.dropFirst(2)
    } else if rest.starts(with: "\u{1B}8".utf8) {
      guard let savedCursor else { throw Wrong("no saved cursor") }
      cursor = savedCursor
      self.savedCursor = nil
      rest = rest.dropFirst(2)
    } else if rest.starts(with: "\u{1B}[".utf8) {
      guard savedCursor != nil, let end = rest.firstIndex(of: UInt8(ascii: "H")) else {
        throw Wrong("the cursor is moved for good")
      }
      let place = String(decoding: rest[..<end].dropFirst(2), as: UTF8.self).split(separator: ";")
        .compactMap { Int($0) }
      guard place.count == 2, 1...size.height ~= place[0], 1...size.width ~= place[1] else {
        throw Wrong("the cursor at \(place)")
      }
      cursor = Point(x: place[1] - 1, y: place[0] - 1)
      rest = rest[(end + 1)...]
    } else {
      return false
    }
    return true
  }

  private mutating func one(_ rest: inout ArraySlice<UInt8>) throws {
    if try moveCursor(&rest) { return }
    let text = String(
      decoding: try Self.take(&rest, from: "\u{1B}_G", to: "\u{1B}\\"), as: UTF8.self)
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in parts[0].split(separator: ",") {
      let both = pair.split(separator: "=").map(String.init)
      guard both.count == 2, both[0].count == 1, keys.updateValue(both[1], forKey: both[0]) == nil
      else { throw Wrong("key \(pair)") }
    }
    let data = parts.count > 1 ? String(parts[1]) : ""
    guard data.utf8.count <= 4096 else { throw Wrong("a chunk of \(data.utf8.count)") }
    guard keys["q"] == "2" else { throw Wrong("it would answer into the keyboard") }
    if let old = pending {
      guard Set(keys.keys).isSubset(of: ["m", "q"]) else { throw Wrong("keys within a picture") }
      guard old.data.utf8.count % 4 == 0 else { throw Wrong("an odd chunk") }
      pending = (old.keys, old.data + data)
    } else {
      pending = (keys, data)
    }
    if keys["m"] == "1" { return }
    guard let whole = pending else { return }
    pending = nil
    try perform(whole.keys, whole.data)
  }

  private mutating func perform(_ keys: [String: String], _ data: String) throws {
    if size != nil { return try performDirectly(keys, data) }
    if keys["a"] == "d", keys["d"] == "R" {
      guard let first = keys["x"].flatMap({ Int($0) }), let last = keys["y"].flatMap({ Int($0) }),
        first <= last
      else { throw Wrong("range") }
      images = images.filter { !(first...last).contains($0.key) }
      return
    }
    guard let id = keys["i"].flatMap({ Int($0) }), 1...0xFFFF_FFFF ~= id else {
      throw Wrong("no number")
    }
    func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    switch keys["a"] {
    case "T":
      guard keys["U"] == "1", keys["t"] == "d", images[id] == nil else { throw Wrong("transmit") }
      guard try keep(id, keys, data) else { return }
      fallthrough
    case "p":
      guard keys["U"] == "1", images[id] != nil, number("c") > 0, number("r") > 0 else {
        throw Wrong("place")
      }
      images[id]?.columns = number("c")
      images[id]?.rows = number("r")
    case "d":
      guard keys["d"] == "I", images.removeValue(forKey: id) != nil || incomplete.remove(id) != nil
      else { throw Wrong("delete") }
    default: throw Wrong("action \(keys["a"] ?? "")")
    }
  }

  /// Keeps the pixels of a picture; false if there are too few.
  private mutating func keep(_ id: Int, _ keys: [String: String], _ data: String) throws -> Bool {
    func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    let depth = number("f") / 8
    guard depth == 3 || depth == 4, let bytes = Base64.decode(data) else { throw Wrong("format") }
    if bytes.count < depth * number("s") * number("v") {
      // “ENODATA: Insufficient image data”
      incomplete.insert(id)
      return false
    }
    guard bytes.count == depth * number("s") * number("v"), !bytes.isEmpty
    else { throw Wrong("pixels do not match \(keys)") }
    received += bytes.count
    var image = Image(width: number("s"), height: number("v"))
    for at in stride(from: 0, to: bytes.count, by: depth) {
      image.rgba += bytes[at..<at + 3] + [depth == 4 ? bytes[at + 3] : 255]
    }
    images[id] = image
    return true
  }

  // MARK: Direct placement

  private mutating func performDirectly(_ keys: [String: String], _ data: String) throws {
    if keys["a"] == "d", keys["d"] == "A" { return clear() }
    // Konsole reads numbers with a sign, and takes larger ones for none.
    guard keys["U"] == nil, let id = keys["i"].flatMap({ Int($0) }), 1...0x7FFF_FFFF ~= id else {
      throw Wrong("\(keys)")
    }
    let name = Name(image: id, placement: keys["p"].flatMap { Int($0) } ?? 0)
    switch (keys["a"], keys["d"]) {
    case ("t", nil):
      // What has the same number goes, with all its placements.
      images[id] = nil
      placements = placements.filter { $0.key.image != id }
      guard keys["t"] == "d" else { throw Wrong("transmit") }
      _ = try keep(id, keys, data)
    case ("p", nil): try place(name, keys)
    case ("d", "i"):
      guard placements.removeValue(forKey: name) != nil else { throw Wrong("delete \(name)") }
    case ("d", "I"):
      placements = placements.filter { $0.key.image != id }
      freeUnplaced()
    default: throw Wrong("\(keys)")
    }
  }

  private mutating func place(_ name: Name, _ keys: [String: String]) throws {
    func number(_ key: String) -> Int? { keys[key].flatMap { Int($0) } }
    guard let size, let image = images[name.image], name.placement > 0, keys["C"] == "1",
      let columns = number("c"), let rows = number("r"), columns > 0, rows > 0
    else { throw Wrong("place \(keys)") }
    let area = Rect(x: cursor.x, y: cursor.y, width: columns, height: rows)
    let (x, y) = (number("x") ?? 0, number("y") ?? 0)
    let source = Rect(
      x: x, y: y, width: number("w") ?? image.width - x, height: number("h") ?? image.height - y)
    guard area.maxX <= size.width, area.maxY <= size.height, x >= 0, y >= 0, source.width > 0,
      source.height > 0, source.maxX <= image.width, source.maxY <= image.height
    else { throw Wrong("beyond the edge: \(keys)") }
    guard source.width % columns == 0, source.height % rows == 0 else {
      throw Wrong("a cell has parts of pixels: \(keys)")
    }
    placements[name] = Placement(area: area, source: source)
    countOfPlacements += 1
  }

  /// The pixels above a cell, row by row; nil if there are none.
  func pixels(_ x: Int, _ y: Int) throws -> [ArraySlice<UInt8>]? {
    let over = placements.filter { $0.value.area.contains(Point(x: x, y: y)) }
    guard let (name, placement) = over.first, let image = images[name.image] else {
      guard over.isEmpty else { throw Wrong("a picture of nothing") }
      return nil
    }
    guard over.count == 1 else { throw Wrong("one picture over another at \(x),\(y)") }
    let (area, source) = (placement.area, placement.source)
    let (width, height) = (source.width / area.width, source.height / area.height)
    return Self.block(
      image.rgba, image.width,
      Rect(
        x: source.x + (x - area.x) * width, y: source.y + (y - area.y) * height, width: width,
        height: height))
  }

  static func block(_ rgba: [UInt8], _ width: Int, _ area: Rect) -> [ArraySlice<UInt8>] {
    (area.y..<area.maxY).map { row in
      rgba[4 * (row * width + area.x)..<4 * (row * width + area.maxX)]
    }
  }

  // MARK: Placeholders

  /// The part that a placeholder shows.
  func part(_ marks: (UInt32, UInt32, UInt32), colour: UInt32) throws -> (Image, Int, Int) {
    let numbers = try [marks.0, marks.1, marks.2].map { mark -> Int in
      guard let number = Self.marks.firstIndex(of: mark) else { throw Wrong("mark \(mark)") }
      return number
    }
    // With 256 colours it is the palette's entry, with exact ones the value: the same number.
    guard 16...255 ~= colour, let image = images[numbers[2] << 24 | Int(colour)] else {
      throw Wrong("a part of nothing")
    }
    guard numbers[0] < image.rows, numbers[1] < image.columns else { throw Wrong("outside") }
    return (image, numbers[0], numbers[1])
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, from start: String, to end: String, doublesEscape: Bool = false
  ) throws -> [UInt8] {
    guard rest.starts(with: start.utf8) else { throw Wrong("not a sequence") }
    rest = rest.dropFirst(start.utf8.count)
    var inner: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == 0x1B, let next = rest.popFirst() else {
        inner.append(byte)
        continue
      }
      if doublesEscape, next == 0x1B {
        inner.append(0x1B)
      } else if next == UInt8(ascii: "\\") {
        return inner
      } else {
        throw Wrong("an escape inside")
      }
    }
    throw Wrong("no end")
  }
}
