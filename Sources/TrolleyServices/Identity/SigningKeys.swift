import CCrypto

/// A provider's public RSA key.
struct RSAKey: Equatable, Sendable {
  let modulus: [UInt8]
  let exponent: [UInt8]

  /// At least 2048 bits, and not so many that verifying takes long.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    guard (256...1024).contains(modulus.count), (1...8).contains(exponent.count),
      let last = exponent.last, last & 1 == 1, exponent != [1]
    else { return nil }
    self.modulus = modulus
    self.exponent = exponent
  }

  /// Whether this key made the signature of these bytes (RS256).
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = trolley_rsa_key(modulus, Int32(modulus.count), exponent, Int32(exponent.count))
    else { return false }
    defer { trolley_rsa_free(key) }
    return trolley_rs256_verify(key, bytes, bytes.count, signature, signature.count) == 1
  }
}

/// A provider's signing keys (RFC 7517).
struct SigningKeys: Equatable, Sendable {
  private struct Key: Equatable, Sendable {
    let id: String?
    let key: RSAKey
  }

  private var keys: [Key] = []

  init() {}

  /// Keys for other purposes, of other kinds, or invalid ones are skipped.
  init(_ json: JSONValue) {
    keys = (json["keys"]?.array ?? []).prefix(50).compactMap { one in
      guard one["kty"]?.string == "RSA", (one["use"]?.string ?? "sig") == "sig",
        (one["alg"]?.string ?? "RS256") == "RS256",
        let modulus = one["n"]?.string.flatMap({ Base64.decodeURL($0) }),
        let exponent = one["e"]?.string.flatMap({ Base64.decodeURL($0) }),
        let key = RSAKey(modulus: modulus, exponent: exponent)
      else { return nil }
      return Key(id: one["kid"]?.string, key: key)
    }
  }

  /// The keys that may have signed a token with this key id; without an id, all of them.
  func candidates(_ id: String?) -> [RSAKey] { keys.filter { id == nil || $0.id == id }.map(\.key) }
}
