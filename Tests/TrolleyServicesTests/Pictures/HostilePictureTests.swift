import Synchronization
import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

/// Pictures designed to cost as much as possible.
@Suite struct HostilePictureTests {
  private func refusal(_ bytes: [UInt8], within limit: Duration = .seconds(2)) -> String {
    let start = ThreadClock.now
    defer { #expect(ThreadClock.now - start < limit) }
    do throws(Failure) {
      let image = try PictureDecoder().decode(bytes, fitting: PixelSize(width: 64, height: 64))
      return "\(image.width)x\(image.height)"
    } catch {
      return error.sentence
    }
  }

  private func tooLarge(_ width: Int, _ height: Int) -> String {
    "The picture measures \(width)×\(height) pixels; 4096×4096 is the most."
  }

  /// Rejected by the size in the header, before a decoder runs.
  @Test func hugeSizes() {
    for (width, height) in [
      (100_000, 1), (1, 100_000), (20_000, 20_000), (4097, 16), (2_147_483_647, 2_147_483_647),
    ] {
      let png =
        PictureMaker.signature + PictureMaker.header(PixelSize(width: width, height: height))
        + PictureMaker.chunk("IDAT", PictureMaker.zlib([0])) + PictureMaker.chunk("IEND")
      #expect(refusal(png) == tooLarge(width, height))
    }
    var gif = SamplePicture.gif.bytes
    // The frame's own size; a large canvas around a small frame costs nothing.
    let frame = gif.indices.first { gif[$0] == 0x2C && gif[$0 + 5] == 24 } ?? 0
    for (place, value) in [(5, 0xFF), (6, 0xFF), (7, 0xFF), (8, 0xFF)] {
      gif[frame + place] = UInt8(value)
    }
    #expect(refusal(gif) == tooLarge(65_535, 65_535))
    var canvas = SamplePicture.gif.bytes
    for place in 6..<10 { canvas[place] = 0xFF }
    #expect(refusal(canvas) == "24x16")
    var webP = SamplePicture.webPLossless.bytes
    // 14 bits each of width and height, minus one, after the start code.
    for (place, value) in [(21, 0xFF), (22, 0xFF), (23, 0xFF), (24, 0x0F)] {
      webP[place] = UInt8(value)
    }
    #expect(refusal(webP) == tooLarge(16_384, 16_384))
    var jpeg = SamplePicture.jpeg.bytes
    let start = jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 } ?? 0
    for (place, value) in [(5, 0xFF), (6, 0xDC), (7, 0xFF), (8, 0xDC)] {
      jpeg[start + place] = UInt8(value)
    }
    #expect(
      refusal(jpeg)
        == "The picture measures 65500×65500 pixels; 50 megapixels are the most.")
  }

  @Test func noSizeAtAll() {
    for size in [PixelSize(width: 0, height: 5), PixelSize(width: 5, height: 0)] {
      let png =
        PictureMaker.signature + PictureMaker.header(size)
        + PictureMaker.chunk("IDAT", PictureMaker.zlib([0])) + PictureMaker.chunk("IEND")
      #expect(refusal(png) == "The picture is damaged.")
    }
  }

  /// The header announces 16 million pixels, and only a few bytes follow.
  @Test func announcedPixelsThatNeverCome() {
    let png =
      PictureMaker.signature + PictureMaker.header(PixelSize(width: 4096, height: 4096))
      + PictureMaker.chunk("IDAT", PictureMaker.zlib([0, 1, 2, 3])) + PictureMaker.chunk("IEND")
    let said = refusal(png, within: .seconds(3))
    #expect(said == "64x64" || said == "The picture is damaged.")
  }

  /// The largest size allowed, within the time limit: 4096×4096 of one bit.
  @Test func theLargest() {
    let size = PixelSize(width: 4096, height: 4096)
    let rows = [UInt8](repeating: 0, count: 4096 * (1 + 4096 / 8))
    let png =
      PictureMaker.signature + PictureMaker.header(size, depth: 1, kind: 0)
      + PictureMaker.chunk("IDAT", PictureMaker.zlib(rows)) + PictureMaker.chunk("IEND")
    #expect(refusal(png, within: .seconds(5)) == "64x64")
  }

  /// Texts and profiles, compressed or not, never reach the decoder: the picture is shown.
  @Test func chunksThatSayNothingOfPixels() throws {
    let png = SamplePicture.pngColour.bytes
    let filler = [UInt8](repeating: 0, count: 1 << 20)
    let profile = PictureMaker.chunk("iCCP", Array("x\0\0".utf8) + PictureMaker.zlib(filler))
    let text = PictureMaker.chunk("zTXt", Array("Comment\0\0".utf8) + PictureMaker.zlib(filler))
    var small: [UInt8] = []
    for _ in 0..<50_000 { small += PictureMaker.chunk("tEXt", Array("a\0b".utf8)) }
    for ballast in [profile, text, small] {
      let image = try PictureDecoder().decode(Array(png[..<33]) + ballast + Array(png[33...]))
      #expect(image == (try PictureDecoder().decode(png)))
    }
    let jpeg = SamplePicture.jpeg.bytes
    var comments = Array(jpeg[..<2])
    for _ in 0..<40 { comments += [0xFF, 0xFE, 0xFF, 0xFF] + filler[..<65_533] }
    let image = try PictureDecoder().decode(comments + Array(jpeg[2...]))
    #expect(image == (try PictureDecoder().decode(jpeg)))
  }

  /// Each scan of a dozen bytes makes a decoder process all pixels again.
  @Test func aHundredThousandScans() {
    var jpeg = SamplePicture.jpegProgressive.bytes
    let frame = jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC2 } ?? 0
    for (place, value) in [(5, 0x10), (6, 0), (7, 0x10), (8, 0)] {
      jpeg[frame + place] = UInt8(value)
    }
    jpeg.removeLast(2)
    for _ in 0..<100_000 { jpeg += [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0, 0] }
    jpeg += [0xFF, 0xD9]
    #expect(refusal(jpeg) == "The picture is damaged.")
  }

  /// Nested frames do not use up the stack.
  @Test func framesWithinFrames() {
    let depth = 100_000
    var inner: [UInt8] = []
    for level in 1...depth {
      inner += Array("ANMF".utf8) + little(16 + 24 * (depth - level))
      inner += [UInt8](repeating: 0, count: 16)
    }
    let webP = Array("RIFF".utf8) + little(inner.count + 4) + Array("WEBP".utf8) + inner
    #expect(refusal(webP) == "The picture is damaged.")
  }

  private func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  @Test func itsTimeIsBounded() {
    let now = Mutex(0)
    var environment = Environment.system
    // Each call of the clock takes as long as the limit for a picture.
    environment.monotonic = {
      now.withLock {
        $0 += PictureDecoder.longest
        return $0
      }
    }
    let image = PictureMaker.image(PixelSize(width: 100, height: 100)) { x, y in
      (255 * x, 255 * y, 0, 255)
    }
    let decoder = PictureDecoder(environment: environment)
    #expect(throws: PictureError.tooSlow) { try decoder.decode(PictureMaker.png(image)) }
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Failure.cancelled) {
      try PictureDecoder().decode(PictureMaker.png(image), fitting: nil, cancellation)
    }
  }
}
