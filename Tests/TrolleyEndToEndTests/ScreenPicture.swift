import Foundation
import Testing
import TrolleyProviderSupport

/// A screen as a camera sees it, in shades of grey: half blocks as two squares, any other character
/// as a spot.
struct ScreenPicture {
  private static let cellWidth = 6
  private static let cellHeight = 12

  private let width: Int
  private let height: Int
  private var pixels: [UInt8]

  /// `ink` and `paper`: the terminal's default foreground and background.
  init(_ rows: [[ScreenCell]], ink: UInt8 = 200, paper: UInt8 = 16) {
    let columns = max(1, rows.map(\.count).max() ?? 1)
    width = columns * Self.cellWidth
    height = max(1, rows.count) * Self.cellHeight
    pixels = Array(repeating: paper, count: width * height)
    for (y, row) in rows.enumerated() {
      for (x, cell) in row.enumerated() {
        var front = Self.grey(cell.looks["38"]) ?? ink
        var back = Self.grey(cell.looks["48"]) ?? paper
        if cell.looks["7"] != nil { swap(&front, &back) }
        draw(cell.sign, front, back, x * Self.cellWidth, y * Self.cellHeight)
      }
    }
  }

  private mutating func draw(_ sign: Character, _ front: UInt8, _ back: UInt8, _ x: Int, _ y: Int) {
    let (all, half) = (Self.cellHeight, Self.cellHeight / 2)
    let inked: (Int, Int) -> Bool =
      switch sign {
      case " ", "\u{A0}": { _, _ in false }
      case "█": { _, _ in true }
      case "▀": { $1 < half }
      case "▄": { $1 >= half }
      default: { (1..<Self.cellWidth - 1).contains($0) && (half - 2..<half + 2).contains($1) }
      }
    for row in 0..<all {
      for column in 0..<Self.cellWidth {
        pixels[(y + row) * width + x + column] = inked(column, row) ? front : back
      }
    }
  }

  /// The lightness of a terminal colour; nil for the default.
  private static func grey(_ colour: String?) -> UInt8? {
    let parts = (colour ?? "").split(separator: ";").compactMap { Int($0) }
    func light(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
      UInt8(clamping: (red * 299 + green * 587 + blue * 114) / 1000)
    }
    if parts.count == 4, parts[0] == 2 { return light(parts[1], parts[2], parts[3]) }
    guard parts.count == 2, parts[0] == 5 else { return nil }
    let number = parts[1]
    switch number {
    case 0...7:
      return light(number & 1 != 0 ? 205 : 0, number & 2 != 0 ? 205 : 0, number & 4 != 0 ? 205 : 0)
    case 8...15:
      return light(
        number & 1 != 0 ? 255 : 85, number & 2 != 0 ? 255 : 85, number & 4 != 0 ? 255 : 85)
    case 16...231:
      let levels = [0, 95, 135, 175, 215, 255]
      let cube = number - 16
      return light(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    case 232...255: return UInt8(8 + 10 * (number - 232))
    default: return nil
    }
  }

  /// A portable grey map.
  private var file: Data { Data("P5\n\(width) \(height)\n255\n".utf8) + Data(pixels) }

  /// What a QR code decoder reads on it; empty if it finds none.
  func readQRCode() throws -> String {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "screen.pgm")
    try file.write(to: url)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ChildProcess(
      "zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", url.path],
      environment: ["PATH": path, "HOME": folder.url.path]
    ).finish().output.trimmingCharacters(in: .newlines)
  }
}

extension TmuxScreen {
  /// What a phone held before it reads.
  func readQRCode(ink: UInt8 = 200, paper: UInt8 = 16) throws -> String {
    var code = ""
    // The terminal may be in the middle of drawing it.
    wait(for: "a QR code") { _ in
      code = (try? ScreenPicture(cells, ink: ink, paper: paper).readQRCode()) ?? ""
      return !code.isEmpty
    }
    return code
  }
}
