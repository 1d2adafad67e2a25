import CCrypto
import Foundation

/// An RSA key made for tests, and tokens signed with it.
public final class TestSigner: @unchecked Sendable {
  /// Generating a key takes a while: two serve for all tests.
  public static let first = TestSigner(id: "first")
  public static let second = TestSigner(id: "second")

  public let id: String
  private let key: OpaquePointer

  public init(id: String, bits: Int32 = 2048) {
    self.id = id
    let making = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(making) == 1,
      EVP_PKEY_CTX_set_rsa_keygen_bits(making, bits) == 1, EVP_PKEY_generate(making, &key) == 1,
      let key
    else { preconditionFailure("no key") }
    EVP_PKEY_CTX_free(making)
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  private func number(_ name: String) -> [UInt8] {
    var value: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &value) == 1 else { return [] }
    defer { BN_free(value) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = BN_bn2bin(value, &bytes)
    return Array(bytes[..<Int(count)])
  }

  public var modulus: [UInt8] { number("n") }
  public var exponent: [UInt8] { number("e") }

  /// In the form of a provider's key set.
  public func jwk(use: String = "sig") -> String {
    """
    {"kty":"RSA","use":"\(use)","alg":"RS256","kid":"\(id)",\
    "n":"\(URLText.encode(modulus))","e":"\(URLText.encode(exponent))"}
    """
  }

  public func sign(_ bytes: [UInt8]) -> [UInt8] {
    let making = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(making) }
    var signature = [UInt8](repeating: 0, count: 1024)
    var count = signature.count
    guard EVP_DigestSignInit(making, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(making, &signature, &count, bytes, bytes.count) == 1
    else { preconditionFailure("no signature") }
    return Array(signature[..<count])
  }

  /// A token with these claims, which are already JSON.
  public func token(_ claims: String, header: String? = nil) -> String {
    let header = header ?? "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}"
    let text = URLText.encode(Array(header.utf8)) + "." + URLText.encode(Array(claims.utf8))
    return text + "." + URLText.encode(sign(Array(text.utf8)))
  }
}

/// Base64url, implemented independently of the program.
enum URLText {
  static func encode(_ bytes: [UInt8]) -> String {
    String(
      Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").prefix { $0 != "=" })
  }

  static func sha256(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var hash = [UInt8](repeating: 0, count: 32)
    guard EVP_Digest(bytes, bytes.count, &hash, nil, EVP_sha256(), nil) == 1 else {
      preconditionFailure("no hash")
    }
    return hash
  }
}
