import CSodium

/// Wraps libsodium. None of it runs before the first sign-in.
enum Sodium {
  /// Runs once per process; also disables core dumps, which could contain secrets.
  private static let isReady: Bool = {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    return sodium_init() >= 0
  }()

  static func start() throws(Failure) {
    guard isReady else {
      throw Failure(.failedIO, "The system has no random numbers.", detail: "sodium_init")
    }
  }

  static func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// A hash of 32 bytes; with a key, only holders of the key can guess what was hashed.
  static func hash(_ bytes: [UInt8], key: [UInt8] = []) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    crypto_generichash(
      &out, out.count, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
    return out
  }

  /// Nonce followed by cipher text.
  static func seal(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    let nonce = random(Int(crypto_secretbox_NONCEBYTES))
    var box = [UInt8](repeating: 0, count: bytes.count + Int(crypto_secretbox_MACBYTES))
    crypto_secretbox_easy(&box, bytes, UInt64(bytes.count), nonce, key)
    return nonce + box
  }

  /// Nil for anything that was not sealed with this key.
  static func open(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
    let nonceCount = Int(crypto_secretbox_NONCEBYTES)
    let extra = Int(crypto_secretbox_MACBYTES)
    guard sealed.count >= nonceCount + extra else { return nil }
    let box = Array(sealed[nonceCount...])
    var bytes = [UInt8](repeating: 0, count: box.count - extra)
    let result = crypto_secretbox_open_easy(
      &bytes, box, UInt64(box.count), Array(sealed[..<nonceCount]), key)
    return result == 0 ? bytes : nil
  }

  /// Constant-time comparison for texts of one length.
  static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && sodium_memcmp(a, b, a.count) == 0
  }

  static func wipe(_ bytes: inout [UInt8]) { sodium_memzero(&bytes, bytes.count) }
}

/// Lower-case hexadecimal.
enum Hex {
  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for c in text.utf8 {
      let value: UInt8
      switch c {
      case 48...57: value = c - 48
      case 97...102: value = c - 87
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
