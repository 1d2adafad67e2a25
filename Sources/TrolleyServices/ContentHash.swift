import CSodium

/// A BLAKE2b hash in lower-case hexadecimal, for file names and for checking that a file is
/// complete.
enum ContentHash {
  /// - Parameter count: length of the hash in bytes, 16 to 64.
  static func hex(_ bytes: [UInt8], count: Int = 32) -> String {
    var hash = [UInt8](repeating: 0, count: count)
    _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    let digits = Array("0123456789abcdef")
    return String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
