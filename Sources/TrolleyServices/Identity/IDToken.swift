/// A JSON Web Token that identifies a person, parsed but not yet verified.
struct IDToken: Equatable, Sendable {
  let algorithm: String
  let keyID: String?
  let payload: JSONValue
  /// The bytes that the signature covers.
  let signed: [UInt8]
  let signature: [UInt8]

  init(_ text: String) throws(IDTokenError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 32_768, parts.count == 3, let head = Base64.decodeURL(parts[0]),
      let body = Base64.decodeURL(parts[1]), let signature = Base64.decodeURL(parts[2]),
      let header = try? JSONValue.parse(head, valueLimit: 100),
      let payload = try? JSONValue.parse(body, valueLimit: 1000), payload.object != nil,
      let algorithm = header["alg"]?.string
    else { throw .malformed }
    self.algorithm = algorithm
    keyID = header["kid"]?.string
    self.payload = payload
    signed = Array((parts[0] + "." + parts[1]).utf8)
    self.signature = signature
    // A critical extension that we do not support.
    if header["crit"] != nil { throw .malformed }
  }

  /// What a token must match to be meant for us, now.
  struct Expectation: Equatable, Sendable {
    /// Google has two spellings.
    var issuers: [String]
    var clientID: String
    /// Only when one was sent.
    var nonce: String?
    /// Seconds since 1970.
    var now: Int
  }

  static let allowedSkew = 120.0

  /// The checks of OpenID Connect Core 1.0 section 3.1.3.7, except for the signature.
  func check(_ expected: Expectation) throws(IDTokenError) {
    guard algorithm == "RS256" else { throw .wrongAlgorithm }
    guard let issuer = payload["iss"]?.string, expected.issuers.contains(issuer) else {
      throw .wrongIssuer
    }
    try checkAudience(expected.clientID)
    let now = Double(expected.now)
    guard let expiry = Self.seconds(payload["exp"]), let issued = Self.seconds(payload["iat"])
    else { throw .malformed }
    guard expiry + Self.allowedSkew > now else { throw .expired }
    guard issued - Self.allowedSkew < now, issued > now - 86_400 else { throw .wrongTime }
    if let nonce = expected.nonce, payload["nonce"]?.string != nonce { throw .wrongNonce }
    guard subject != nil else { throw .noSubject }
  }

  private func checkAudience(_ clientID: String) throws(IDTokenError) {
    let audiences: [String]
    if let one = payload["aud"]?.string {
      audiences = [one]
    } else if let several = payload["aud"]?.array {
      audiences = several.compactMap(\.string)
      guard audiences.count == several.count else { throw .wrongAudience }
    } else {
      throw .wrongAudience
    }
    let authorized = payload["azp"]
    // We know no other audience, so none is trusted.
    guard audiences.contains(clientID), Set(audiences).count == 1,
      audiences.count == 1 || authorized != nil,
      authorized == nil || authorized?.string == clientID
    else { throw .wrongAudience }
  }

  private static func seconds(_ value: JSONValue?) -> Double? {
    guard let number = value?.number.flatMap({ Double($0) }), number.isFinite else { return nil }
    return number
  }

  /// Nil for a value that the standard forbids.
  var subject: String? {
    guard let text = payload["sub"]?.string, (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }
}

/// Why a token is rejected.
enum IDTokenError: Error, Equatable, Sendable {
  case missing, malformed, wrongIssuer, wrongAudience, expired, wrongTime, wrongNonce
  case wrongAlgorithm, noSubject, unknownKey, badSignature, otherSubject

  func failure(_ name: String) -> Failure {
    let sentence =
      switch self {
      case .missing: "\(name) did not say who you are. Check the scopes of this client id there."
      case .malformed, .noSubject:
        "\(name) says who you are in a form that cannot be read. Try again later."
      case .wrongIssuer, .wrongAudience, .wrongNonce, .otherSubject:
        "What \(name) says is not meant for this sign-in, so it does not count. Start again."
      case .expired, .wrongTime:
        "What \(name) says is out of date. Check the clock of this machine, then start again."
      case .wrongAlgorithm, .unknownKey, .badSignature:
        "What \(name) says is not signed by it, so it does not count."
      }
    return Failure(.unavailable, sentence, detail: "id_token: \(self)")
  }
}
