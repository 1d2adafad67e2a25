import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// A person's fonts may be anything. The real worker answers, and goes on working.
@Suite(.startsPrograms) struct HostileFontTests {
  private static let image = PictureMaker.image(PixelSize(width: 128, height: 120)) { x, y in
    (255 * x, 255 * y, 60, 255)
  }

  private static var fonts: [[UInt8]] {
    let good = FontMaker.font(image)
    var rng = SplitMix64(seed: 9)
    var all: [[UInt8]] = [[], Array("not a font".utf8), [UInt8](repeating: 0xFF, count: 1 << 16)]
    all += [3, 12, 60, 200, good.count / 2, good.count - 1].map { Array(good.prefix($0)) }
    all += (0..<12).map { _ in
      var bytes = good
      for _ in 0..<8 { bytes[Int(rng.next() % 700)] = UInt8(truncatingIfNeeded: rng.next()) }
      return bytes
    }
    // A strike that claims to be larger than its pixels, and a picture that is none.
    all.append(FontMaker.font(png: PictureMaker.png(image), width: 255, height: 255))
    all.append(FontMaker.font(png: [UInt8](repeating: 7, count: 900), width: 128, height: 120))
    return all
  }

  @Test func `a hostile font costs the worker at most its emoji`() throws {
    for (number, bytes) in Self.fonts.enumerated() {
      let folder = try TemporaryFolder()
      let fonts = folder.url.appending(path: "fonts")
      try FileManager.default.createDirectory(at: fonts, withIntermediateDirectories: true)
      try Data(bytes).write(to: fonts.appending(path: "MyEmoji.ttf"))
      let worker = try WorkerDriver(environment: [
        "XDG_DATA_HOME": folder.url.path, "XDG_CACHE_HOME": folder.url.path + "/cache",
      ])
      let size = PixelSize(width: 64, height: 64)
      worker.ask(.loadPicture(PictureRequest(.glyph(FontMaker.glyph), fitting: size)), 1)
      switch try worker.next(1) {
      case .picture(let image): #expect(image.width <= 64 && image.height <= 64)
      case .failed(let failure): #expect(!failure.sentence.isEmpty)
      default: Issue.record("font \(number)")
      }
      worker.ask(.encodeQR("still here"), 2)
      guard case .qrCode = try worker.next(2) else {
        Issue.record("font \(number): the worker is gone")
        continue
      }
    }
  }
}
