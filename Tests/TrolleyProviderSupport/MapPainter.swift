import Foundation
import TrolleyModel

/// A made-up city as map tiles: the same ground at every zoom, so that tiles join without a seam.
/// Streets on one kind of map, roofs and trees on the other.
public enum MapPainter {
  public typealias Colour = (red: UInt8, green: UInt8, blue: UInt8)

  /// A tile as a PNG file.
  public static func png(_ tile: MapTile, isSatellite: Bool) -> [UInt8] {
    let side = WebMercator.tileSide
    var rgb: [UInt8] = []
    rgb.reserveCapacity(3 * side * side)
    // In pixels of zoom 16, for any zoom.
    let scale = pow(2.0, Double(16 - tile.zoom))
    for row in 0..<side {
      let y = (Double(tile.y * side + row) + 0.5) * scale
      for column in 0..<side {
        let x = (Double(tile.x * side + column) + 0.5) * scale
        let ground = Ground(x, y)
        let colour = isSatellite ? fromAbove(ground, x, y) : onPaper(ground, x, y)
        rgb += [colour.red, colour.green, colour.blue]
      }
    }
    return PNGFile.bytes(width: side, height: side, rgb: rgb)
  }

  /// The ground at a place.
  private struct Ground {
    enum Kind { case water, park, mainRoad, roadEdge, road, lane, building, yard }

    let kind: Kind
    /// The block's number: the same for all of a building.
    let block: Int

    init(_ x: Double, _ y: Double) {
      // A river that winds from west to east.
      let river = y / 1.0 + 190 * sin(x / 410) + 60 * sin(x / 133 + 1)
      let fromRiver = abs(river - (river / 2300).rounded() * 2300)
      // Streets that bend a little, as old ones do.
      let u = x + 22 * sin(y / 170) + 9 * sin(y / 61)
      let v = y + 26 * sin(x / 210) + 8 * sin(x / 73 + 2)
      let diagonal = abs(Self.mod(x * 0.74 + y * 0.67 + 18 * sin(x / 240), 1130) - 565)
      let across = abs(Self.mod(u, 760) - 380)
      let along = abs(Self.mod(v, 690) - 345)
      let main = min(across, along, diagonal)
      let (smallX, smallY) = (abs(Self.mod(u, 152) - 76), abs(Self.mod(v, 138) - 69))
      let small = min(smallX, smallY)
      let column = Int((u / 152).rounded(.down))
      let row = Int((v / 138).rounded(.down))
      block = (column &* 73_856_093) ^ (row &* 19_349_663)
      let isPark = Self.noise(column / 3, row / 3) % 7 == 0 || Self.noise(column, row) % 17 == 0
      if fromRiver < 62, main > 9 {
        kind = .water
      } else if main < 9 {
        kind = .mainRoad
      } else if main < 12 {
        kind = .roadEdge
      } else if isPark {
        kind = small < 2.5 ? .lane : .park
      } else if small < 5 {
        kind = .road
      } else {
        // Houses along the streets, yards behind them.
        let (inX, inY) = (Self.mod(u, 152), Self.mod(v, 138))
        let lot = Self.noise(Int(inX / 19) &+ column &* 8, Int(inY / 23) &+ row &* 6)
        let edge = min(Self.mod(inX, 19), Self.mod(inY, 23))
        kind = small < 40 && edge > 3 && lot % 6 != 0 ? .building : .yard
      }
    }

    static func mod(_ a: Double, _ b: Double) -> Double { a - (a / b).rounded(.down) * b }

    static func noise(_ x: Int, _ y: Int) -> Int {
      var h = UInt64(bitPattern: Int64(x &* 374_761_393 &+ y &* 668_265_263))
      h = (h ^ (h >> 13)) &* 1_274_126_177
      return Int((h ^ (h >> 16)) % 1009)
    }
  }

  private static func onPaper(_ ground: Ground, _ x: Double, _ y: Double) -> Colour {
    switch ground.kind {
    case .water: (170, 211, 223)
    case .park: (200, 223, 175)
    case .mainRoad: (252, 214, 164)
    case .roadEdge: (214, 160, 90)
    case .road: (255, 255, 255)
    case .lane: (250, 248, 240)
    case .building: (201, 190, 180)
    case .yard: (238, 234, 226)
    }
  }

  private static func fromAbove(_ ground: Ground, _ x: Double, _ y: Double) -> Colour {
    let grain = Ground.noise(Int(x / 3), Int(y / 3)) % 29 - 14
    let patch = Ground.noise(Int(x / 17), Int(y / 17)) % 31 - 15
    func tone(_ red: Int, _ green: Int, _ blue: Int, _ change: Int) -> Colour {
      (
        UInt8(clamping: red + change), UInt8(clamping: green + change),
        UInt8(clamping: blue + change)
      )
    }
    switch ground.kind {
    case .water: return tone(38, 66, 78, patch / 4)
    case .park: return tone(58, 88, 44, grain + patch)
    case .mainRoad: return tone(126, 124, 120, grain / 3)
    case .roadEdge: return tone(96, 100, 84, grain / 2)
    case .road: return tone(112, 110, 106, grain / 3)
    case .lane: return tone(150, 140, 112, grain / 3)
    case .building:
      let roof = abs(ground.block % 5)
      let shade = patch / 2
      switch roof {
      case 0: return tone(152, 92, 72, shade)
      case 1: return tone(170, 164, 156, shade)
      case 2: return tone(128, 104, 90, shade)
      default: return tone(146, 138, 128, shade)
      }
    case .yard: return tone(92, 98, 66, grain + patch / 2)
    }
  }
}

/// A PNG file of uncompressed pixels.
public enum PNGFile {
  public static func bytes(width: Int, height: Int, rgb: [UInt8]) -> [UInt8] {
    var raw: [UInt8] = []
    raw.reserveCapacity(rgb.count + height)
    for row in 0..<height {
      raw.append(0)
      raw += rgb[3 * width * row..<3 * width * (row + 1)]
    }
    var header = number(width) + number(height)
    header += [8, 2, 0, 0, 0] as [UInt8]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", header)
    file += chunk("IDAT", zlib(raw))
    file += chunk("IEND", [])
    return file
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return number(data.count) + body + number(Int(crc(body)))
  }

  /// Not compressed, which zlib allows.
  private static func zlib(_ raw: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65_535, raw.count - at)
      out += [at + count == raw.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      out += [UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      out += raw[at..<at + count]
      at += count
    } while at < raw.count
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in raw {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + number(Int(b << 16 | a))
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 255)] ^ ($0 >> 8) }
  }
}
