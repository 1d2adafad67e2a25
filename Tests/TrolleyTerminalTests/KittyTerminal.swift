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

  private(set) var images: [Int: Image] = [:]
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

  private mutating func one(_ rest: inout ArraySlice<UInt8>) throws {
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
      let depth = number("f") / 8
      guard depth == 3 || depth == 4, let bytes = Base64.decode(data) else { throw Wrong("format") }
      if bytes.count < depth * number("s") * number("v") {
        // “ENODATA: Insufficient image data”
        incomplete.insert(id)
        return
      }
      guard bytes.count == depth * number("s") * number("v"), !bytes.isEmpty
      else { throw Wrong("pixels do not match \(keys)") }
      received += bytes.count
      var image = Image(width: number("s"), height: number("v"))
      for at in stride(from: 0, to: bytes.count, by: depth) {
        image.rgba += bytes[at..<at + 3] + [depth == 4 ? bytes[at + 3] : 255]
      }
      images[id] = image
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
