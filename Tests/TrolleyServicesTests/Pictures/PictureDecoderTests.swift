import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

@Suite struct PictureDecoderTests {
  private let decoder = PictureDecoder()

  private func pixel(_ image: PixelImage, _ x: Int, _ y: Int) -> [Int] {
    let at = 4 * (y * image.width + x)
    return image.rgba[at..<at + 4].map(Int.init)
  }

  /// The pixels in the centres of the four quarters.
  private func corners(_ image: PixelImage) -> [[Int]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map {
      pixel(image, image.width * $0.0 / 4, image.height * $0.1 / 4)
    }
  }

  private func isNear(_ pixel: [Int], _ colour: [UInt8], _ tolerance: Int) -> Bool {
    zip(pixel, colour).allSatisfy { abs($0 - Int($1)) <= tolerance }
  }

  // MARK: Supported pictures

  @Test(arguments: SamplePicture.allCases)
  func othersPicturesAreRead(_ sample: SamplePicture) throws {
    let image = try decoder.decode(sample.bytes)
    #expect(image.size == PixelSize(width: 24, height: 16))
    for (index, found) in corners(image).enumerated() {
      if sample.hasOpacity, index == 3 {
        #expect(found[3] == 0)
        continue
      }
      #expect(found[3] == 255)
      if sample.isGrey {
        #expect(found[0] == found[1] && found[1] == found[2])
        let c = SamplePicture.corners[index].map(Double.init)
        let luma = c[0] * 0.299 + c[1] * 0.587 + c[2] * 0.114
        #expect(abs(Double(found[0]) - luma) <= Double(sample.tolerance) + 1, "\(found)")
      } else {
        #expect(
          isNear(found, SamplePicture.corners[index], sample.tolerance), "\(index): \(found)")
      }
    }
  }

  @Test func everyPixelOfASoundPNG() throws {
    let image = PictureMaker.image(PixelSize(width: 61, height: 37)) { x, y in
      (255 * x, 255 * y, 255 * x * y, 200 * x)
    }
    #expect(try decoder.decode(PictureMaker.png(image)) == image)
  }

  @Test func itIsMadeSmallAndKeepsItsShape() throws {
    let image = PictureMaker.image(PixelSize(width: 400, height: 100)) { x, _ in
      (255 * x, 90, 255 - 255 * x, 255)
    }
    let small = try decoder.decode(
      PictureMaker.png(image), fitting: PixelSize(width: 64, height: 64))
    #expect(small.size == PixelSize(width: 64, height: 16))
    for x in 0..<64 {
      let red = 255 * (Double(x) + 0.5) / 64
      #expect(abs(Double(pixel(small, x, 8)[0]) - red) < 4)
    }
    let tiny = try decoder.decode(
      SamplePicture.webPLossy.bytes, fitting: PixelSize(width: 12, height: 12))
    #expect(tiny.size == PixelSize(width: 12, height: 8))
    // Never larger.
    let same = try decoder.decode(
      SamplePicture.gif.bytes, fitting: PixelSize(width: 999, height: 999))
    #expect(same.size == PixelSize(width: 24, height: 16))
    for sample in SamplePicture.allCases {
      let image = try decoder.decode(sample.bytes, fitting: PixelSize(width: 6, height: 6))
      #expect(image.size == PixelSize(width: 6, height: 4))
    }
  }

  /// Upper left, upper right, lower left, lower right of the upright picture, by EXIF's numbers.
  @Test(arguments: [
    (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
    (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
  ])
  func itStandsUpright(_ orientation: Int, _ order: [Int]) throws {
    for isBig in [true, false] {
      let exif = exifData(orientation, isBig: isBig)
      let body = Array("Exif\0\0".utf8) + exif
      let jpeg = SamplePicture.jpeg.bytes
      let turned =
        Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + Array(jpeg[2...])
      let png = SamplePicture.pngColour.bytes
      // After the signature and the header.
      let turnedPNG = Array(png[..<33]) + PictureMaker.chunk("eXIf", exif) + Array(png[33...])
      for bytes in [turned, turnedPNG] {
        let image = try decoder.decode(bytes, fitting: PixelSize(width: 16, height: 16))
        #expect(image.size == (orientation < 5 ? size(16, 11) : size(11, 16)))
        for (place, corner) in zip(corners(image), order) {
          #expect(isNear(place, SamplePicture.corners[corner], 14), "\(orientation): \(place)")
        }
      }
    }
  }

  private func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  private func exifData(_ orientation: Int, isBig: Bool) -> [UInt8] {
    let value = UInt8(orientation)
    return isBig
      ? Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]
      : Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]
  }

  @Test func sizesAreFitted() {
    #expect(size(4000, 3000).fitted(into: size(64, 64)) == size(64, 48))
    #expect(size(3000, 4000).fitted(into: size(64, 64)) == size(48, 64))
    #expect(size(4096, 1).fitted(into: size(10, 10)) == size(10, 1))
    #expect(size(10, 10).fitted(into: size(10, 10)) == size(10, 10))
    #expect(size(10, 10).fitted(into: size(0, 10)) == size(10, 10))
  }

  // MARK: Photographs

  /// Twelve, twenty-four and fifty megapixels, up to 24 MB.
  @Test(
    arguments: [(4032, 3024, 30), (5712, 4284, 16), (8160, 6120, 30)], [false, true])
  func photographsOfPhonesAreRead(_ photo: (Int, Int, Int), _ isProgressive: Bool) throws {
    let bytes = JPEGMaker.photograph(
      size(photo.0, photo.1), isProgressive: isProgressive, noise: photo.2)
    #expect((4_000_000...25 << 20).contains(bytes.count), "\(bytes.count)")
    let image = try decoder.decode(bytes, fitting: size(400, 400))
    #expect(image.size == size(400, 300))
    for (x, y) in [(40, 20), (200, 150), (390, 290), (20, 280)] {
      let colour = JPEGMaker.colour((Double(x) + 0.5) / 400, (Double(y) + 0.5) / 300)
      for (found, wanted) in zip(pixel(image, x, y), [colour.0, colour.1, colour.2]) {
        #expect(abs(Double(found) - wanted) <= 8, "\(x) \(y): \(found), \(wanted)")
      }
    }
  }

  /// The means of its blocks show what libjpeg shows.
  @Test func aSmallProgressiveOneIsTheSameBothWays() throws {
    let bytes = JPEGMaker.photograph(size(1611, 1203), isProgressive: true)
    let means = try decoder.decode(bytes, fitting: size(201, 150))
    let whole = try decoder.decode(bytes, fitting: size(202, 151))
    #expect(means.size == size(201, 150))
    for (x, y) in [(0, 0), (200, 149), (100, 75), (17, 140)] {
      let other = pixel(whole, x * 202 / 201, y * 151 / 150)
      for (a, b) in zip(pixel(means, x, y), other) { #expect(abs(a - b) <= 12, "\(x) \(y)") }
    }
  }

  @Test func aDamagedProgressiveOneEndsSoon() {
    let bytes = JPEGMaker.photograph(size(900, 700), isProgressive: true, noise: 2)
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<4 { damaged[Int(random.next() % 4000)] = UInt8(random.next() & 255) }
      _ = try? decoder.decode(damaged, fitting: size(100, 80))
      _ = try? decoder.decode(Array(bytes[..<Int(random.next() % 9000)]), fitting: size(100, 80))
    }
  }

  // MARK: Invalid pictures

  @Test(arguments: SamplePicture.allCases)
  func whatIsCutOffIsRefused(_ sample: SamplePicture) {
    let bytes = sample.bytes
    for count in 0..<bytes.count {
      guard let image = try? decoder.decode(Array(bytes[..<count])) else { continue }
      // The missing part was another frame, or only an end marker.
      #expect(count > bytes.count / 3 && image.size == size(24, 16), "\(count) of \(bytes.count)")
    }
  }

  /// A changed byte is detected or gives another picture; nothing else happens, and quickly.
  @Test(arguments: SamplePicture.allCases)
  func whatIsDamagedEndsSoon(_ sample: SamplePicture) {
    var random = SplitMix64(seed: 4)
    for _ in 0..<400 {
      var bytes = sample.bytes
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      let start = ThreadClock.now
      let image = try? decoder.decode(bytes, fitting: PixelSize(width: 64, height: 64))
      #expect(ThreadClock.now - start < .seconds(6))
      if let image { #expect(image.width <= 64 && image.height <= 64) }
    }
  }

  private func sentence(_ bytes: [UInt8]) -> String {
    do throws(Failure) {
      _ = try decoder.decode(bytes, fitting: PixelSize(width: 64, height: 64))
      return "a picture"
    } catch {
      return error.sentence
    }
  }

  @Test func wordsForWhatIsNoPicture() {
    let formats = " Trolley shows PNG, JPEG, GIF and WebP."
    #expect(sentence([]) == "The picture is empty.")
    #expect(sentence(Array("<!DOCTYPE html><p>404".utf8)) == "This is a web page." + formats)
    #expect(sentence(Array("<svg xmlns='x'/>".utf8)) == "This is an SVG drawing." + formats)
    #expect(
      sentence([0, 0, 0, 24] + Array("ftypheic".utf8)) == "This is a HEIC picture." + formats)
    #expect(sentence(Array("Milk 1.60".utf8)) == "This is no picture." + formats)
    #expect(
      sentence([UInt8](repeating: 0, count: (25 << 20) + 1))
        == "The picture has more than 25 MB.")
    #expect(
      sentence(Array(SamplePicture.pngColour.bytes.dropLast()))
        == "The picture is cut off: its end is missing.")
    var damaged = SamplePicture.pngColour.bytes
    damaged[45] ^= 0xFF
    #expect(sentence(damaged) == "The picture is damaged.")
  }
}
