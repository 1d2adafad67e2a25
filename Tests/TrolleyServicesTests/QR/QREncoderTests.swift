import Foundation
import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

@Suite(.startsPrograms) struct QREncoderTests {
  /// Decoded by an independent program, from a picture with a border.
  @Test(arguments: [
    "https://www.google.com/device", "HTTPS://EXAMPLE.ORG/D/ABCD", "grüße \u{1F6D2}",
    String(repeating: "https://example.org/?code=QKRB-ZWNT&", count: 20),
  ]) func aDecoderReadsIt(_ text: String) throws {
    let code = try QREncoder.encode(text)
    let (border, scale) = (4, 3)
    let side = (code.side + 2 * border) * scale
    var picture = "P1\n\(side) \(side)\n"
    for y in 0..<side {
      for x in 0..<side {
        let (column, row) = (x / scale - border, y / scale - border)
        let isInside = (0..<code.side).contains(column) && (0..<code.side).contains(row)
        picture += isInside && code.modules[row * code.side + column] ? "1 " : "0 "
      }
      picture += "\n"
    }
    let file = FileManager.default.temporaryDirectory
      .appending(path: "trolley-qr-" + UUID().uuidString + ".pbm")
    try Data(picture.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let read = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(read.trimmingCharacters(in: .newlines) == text)
  }

  @Test func sizes() throws {
    #expect(try QREncoder.encode("a").side == 21)
    for side in stride(from: 21, through: 177, by: 4) {
      let most = String(repeating: "a", count: QRCode.capacity(side: side))
      #expect(try QREncoder.encode(most).side == side)
      if side < 177 { #expect(try QREncoder.encode(most + "a").side == side + 4) }
    }
    #expect(QRCode.capacity(side: 20) == 0)
    #expect(QRCode.capacity(side: 999) == 2953)
    let longest = try QREncoder.encode(String(repeating: "a", count: 2953))
    #expect(longest.side == 177)
    #expect(throws: Failure.self) { try QREncoder.encode(String(repeating: "a", count: 2954)) }
    #expect(throws: Failure.self) { try QREncoder.encode("") }
  }
}
