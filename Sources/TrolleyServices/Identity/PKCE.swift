import CSodium

/// Proof that the client that exchanges a code is the one that requested it (RFC 7636).
struct PKCE: Equatable {
  let verifier: String
  let challenge: String

  /// - Parameter random: 32 unguessable bytes.
  init(random: [UInt8]) {
    verifier = Base64.encodeURL(random)
    challenge = Base64.encodeURL(Self.sha256(Array(verifier.utf8)))
  }

  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&out, bytes, UInt64(bytes.count))
    return out
  }
}
