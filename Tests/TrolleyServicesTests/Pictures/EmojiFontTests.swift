import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// Emoji from a font made here; the system's own need not be there.
@Suite(.enabled(if: FreeTypeLibrary.shared != nil)) struct EmojiFontTests {
  private static let orange = PictureMaker.image(PixelSize(width: 120, height: 120)) { x, y in
    (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) < 0.2 ? (250, 160, 40, 255) : (0, 0, 0, 0)
  }

  private let fitting = PixelSize(width: 64, height: 64)

  private func folder(_ font: [UInt8]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try write(font, folder)
    return folder
  }

  private func write(_ font: [UInt8], _ folder: TemporaryFolder) throws {
    try Data(font).write(to: URL(fileURLWithPath: folder.path("TestEmoji.ttf")))
  }

  private func result(
    _ folder: TemporaryFolder, _ glyph: Unicode.Scalar = FontMaker.glyph
  ) -> Result<PixelImage, Failure> {
    Result { () throws(Failure) in
      try EmojiFont(directories: [folder.path("")]).picture(of: glyph, fitting: fitting)
    }
  }

  private func refusal(_ folder: TemporaryFolder) -> String {
    switch result(folder) {
    case .success(let image): "\(image.width)x\(image.height)"
    case .failure(let failure): failure.detail
    }
  }

  @Test func `an emoji fills the size that was asked for, in its colours`() throws {
    let image = try result(try folder(FontMaker.font(Self.orange))).get()
    #expect(image.size == fitting)
    let middle = 4 * (32 * 64 + 32)
    #expect(Array(image.rgba[middle..<middle + 4]) == [250, 160, 40, 255])
    #expect(image.rgba[3] == 0)
  }

  @Test func `the structures are those of FreeType's headers`() {
    #expect(MemoryLayout<FreeTypeLibrary.Face>.offset(of: \.strikes) == 64)
    #expect(MemoryLayout<FreeTypeLibrary.Face>.offset(of: \.glyph) == 152)
    #expect(MemoryLayout<FreeTypeLibrary.Slot>.offset(of: \.format) == 144)
    #expect(MemoryLayout<FreeTypeLibrary.Slot>.offset(of: \.bitmap) == 152)
    #expect(MemoryLayout<FreeTypeLibrary.Bitmap>.offset(of: \.mode) == 26)
    #expect(MemoryLayout<FreeTypeLibrary.Strike>.size == 32)
  }

  @Test func `an emoji that the font lacks is refused`() throws {
    guard case .failure(let failure) = result(try folder(FontMaker.font(Self.orange)), "🥛") else {
      Issue.record("a picture")
      return
    }
    #expect(failure.kind == .badInput)
  }

  @Test func `without a font there are no emoji`() throws {
    let folder = try TemporaryFolder()
    #expect(refusal(folder) == "no emoji font")
    #expect(FontDirectories.noEmojiFont.kind == .missingFile)
  }

  @Test func `what only has a font's name is passed over`() throws {
    for bytes in [[], Array("no font".utf8), [UInt8](repeating: 0xFF, count: 100_000)] {
      #expect(refusal(try folder(bytes)) == "no emoji font")
    }
    let pipe = try TemporaryFolder()
    #expect(mkfifo(pipe.path("emoji.ttf"), 0o600) == 0)
    #expect(refusal(pipe) == "no emoji font")
    let endless = try folder([])
    #expect(truncate(endless.path("TestEmoji.ttf"), off_t(OpenedFont.mostBytes) + 1) == 0)
    #expect(refusal(endless) == "no emoji font")
    let device = try TemporaryFolder()
    #expect(symlink("/dev/zero", device.path("emoji.ttf")) == 0)
    #expect(refusal(device) == "no emoji font")
    let loop = try TemporaryFolder()
    #expect(symlink(loop.path(""), loop.path("deeper")) == 0)
    #expect(refusal(loop) == "no emoji font")
  }

  @Test func `a damaged font comes before a good one, which is taken`() throws {
    let bad = try folder(Array("garbage".utf8))
    let good = try folder(FontMaker.font(Self.orange))
    let font = EmojiFont(directories: [bad.path(""), good.path("")])
    #expect(try font.picture(of: FontMaker.glyph, fitting: fitting).size == fitting)
  }

  /// Each is read to its end or refused; none brings the worker down.
  @Test func `cut and damaged fonts are refused`() throws {
    let whole = FontMaker.font(
      PictureMaker.image(PixelSize(width: 20, height: 20)) { _, _ in (9, 9, 9, 255) })
    let folder = try TemporaryFolder()
    for count in stride(from: 0, to: whole.count, by: 7) {
      try write(Array(whole[..<count]), folder)
      _ = refusal(folder)
    }
    var numbers = SplitMix64(seed: 14)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        bytes[Int.random(in: 0..<min(bytes.count, 700), using: &numbers)] =
          UInt8.random(in: 0...255, using: &numbers)
      }
      try write(bytes, folder)
      _ = refusal(folder)
    }
    try write(FontMaker.font(png: Array("no PNG".utf8), width: 20, height: 20), folder)
    #expect(refusal(folder) == "glyph: no bitmap")
    let huge =
      PictureMaker.signature + PictureMaker.header(PixelSize(width: 100_000, height: 100_000))
      + PictureMaker.chunk("IEND")
    try write(FontMaker.font(png: huge, width: 20, height: 20), folder)
    #expect(refusal(folder) == "glyph: no bitmap")
    let empty = PictureMaker.image(PixelSize(width: 20, height: 20)) { _, _ in (0, 0, 0, 0) }
    try write(FontMaker.font(empty), folder)
    #expect(refusal(folder) == "glyph: empty")
  }

  @Test func `a drawn emoji is kept on the disk until the font changes`() throws {
    let folder = try folder(FontMaker.font(Self.orange))
    let cache = try TemporaryFolder()
    func load() throws -> PixelImage {
      try PictureService(
        client: { Offline() }, cache: CacheDirectory(path: cache.path("pictures")),
        font: EmojiFont(directories: [folder.path("")])
      ).load(PictureRequest(.glyph(FontMaker.glyph), fitting: fitting), Cancellation())
    }
    func kept() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: cache.path("pictures"))
        .count { $0.hasPrefix("emoji-") }
    }
    let first = try load()
    #expect(try kept() == 1)
    #expect(try load() == first)
    #expect(try kept() == 1)
    let blue = PictureMaker.image(PixelSize(width: 64, height: 64)) { _, _ in (0, 0, 200, 255) }
    try write(FontMaker.font(blue), folder)
    #expect(try load() == blue)
    #expect(try kept() == 2)
  }

  private struct Offline: HTTPClient {
    func send(
      _ request: HTTPRequest, _ cancellation: Cancellation
    ) throws(HTTPError) -> HTTPAnswer {
      throw HTTPError(.noNetwork, host: request.address.host)
    }
  }

  /// The system's font, where there is one.
  @Test(.enabled(if: !FontDirectories.emojiFonts(in: FontDirectories.ofSystem).isEmpty))
  func `every emoji that a name can mean is in the system's font`() throws {
    let font = EmojiFont()
    guard case .success = Result(catching: { () throws(Failure) in try font.version() }) else {
      return
    }
    for glyph: Unicode.Scalar in ["🥚", "🥛", "🍞", "🧻", "🔋", "🪥", "🫙"] {
      let image = try font.picture(of: glyph, fitting: fitting)
      #expect(image.width == 64 || image.height == 64, "\(Character(glyph))")
    }
  }
}
