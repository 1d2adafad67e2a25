/// A thumbnail in the cache: a line with the format, its size, a checksum, its pixels.
public enum KeptPicture {
  private static let mark = Array("trolley picture 2\n".utf8)
  /// Two sides and the checksum, of four bytes each, the highest first.
  private static let numbers = 12

  /// Limit of a file, in bytes, for pictures of at most this size.
  public static func mostBytes(_ size: PixelSize) -> Int {
    mark.count + numbers + 4 * size.width * size.height
  }

  public static func bytes(of image: PixelImage) -> [UInt8] {
    var bytes = mark
    bytes.reserveCapacity(mostBytes(image.size))
    for number in [
      UInt32(image.width), UInt32(image.height), checksum(image.size, image.rgba[...]),
    ] {
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return bytes + image.rgba
  }

  /// Nil for invalid data.
  public static func image(_ bytes: [UInt8]) -> PixelImage? {
    guard bytes.count > mark.count + numbers, bytes.starts(with: mark) else { return nil }
    func number(_ at: Int) -> UInt32 {
      bytes[(mark.count + at)..<(mark.count + at + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let size = PixelSize(width: Int(number(0)), height: Int(number(4)))
    let rgba = bytes[(mark.count + numbers)...]
    guard checksum(size, rgba) == number(8) else { return nil }
    return PixelImage(size: size, rgba: Array(rgba))
  }

  private static func checksum(_ size: PixelSize, _ rgba: ArraySlice<UInt8>) -> UInt32 {
    let sides = withUnsafeBytes(of: (size.width, size.height)) { CRC32C.checksum($0) }
    return rgba.withUnsafeBytes { CRC32C.checksum($0, after: sides) }
  }
}

extension CacheDirectory {
  /// The directory of the thumbnails in the cache directory.
  public static func ofPictures(in cache: String) -> CacheDirectory {
    CacheDirectory(path: cache + "/pictures", capacity: 48 << 20)
  }
}
