/// A provider's metadata (OpenID Connect Discovery 1.0, RFC 8414).
struct ProviderMetadata: Equatable, Sendable {
  var issuer: String
  var tokenEndpoint: WebAddress
  var deviceEndpoint: WebAddress?
  var authorizationEndpoint: WebAddress?
  var keysAddress: WebAddress?
  var userInfoEndpoint: WebAddress?
  var revocationEndpoint: WebAddress?
  /// How clients authenticate; nil when it is missing, which means `client_secret_basic`.
  var clientAuthentication: [String]?
  var challengeMethods: [String]?
  /// Whether its redirects name the issuer (RFC 9207).
  var namesItselfInRedirects = false

  /// Where the metadata is: appended to the issuer's path, and for OAuth servers inserted before
  /// it.
  static func addresses(of issuer: WebAddress) -> [WebAddress] {
    var plain = issuer.text[...]
    if plain.last == "/" { plain = plain.dropLast() }
    let openID = WebAddress(plain + "/.well-known/openid-configuration")
    guard let scheme = plain.firstIndex(of: ":") else { return [] }
    let host = plain.index(scheme, offsetBy: 3)
    let path = plain[host...].firstIndex(of: "/") ?? plain.endIndex
    let oauth = WebAddress(
      plain[..<path] + "/.well-known/oauth-authorization-server" + plain[path...])
    return [openID, oauth].compactMap { $0 }
  }

  /// - Parameters:
  ///   - issuer: what the address was built from; the metadata must name exactly that, so that two
  ///     providers cannot be confused.
  ///   - name: how sentences call the provider.
  init(_ json: JSONValue, issuer: WebAddress, name: String) throws(Failure) {
    guard json.object != nil else { throw Self.unreadable(name, "no object") }
    guard json["issuer"]?.string == issuer.text else {
      throw Failure(
        .unavailable,
        "The address of \(name) belongs to another provider. Check its address in settings.json, letter by letter.",
        detail: "issuer \(CleanText.line(json["issuer"]?.string ?? "missing"))")
    }
    func endpoint(_ member: String) throws(Failure) -> WebAddress? {
      guard let text = json[member]?.string, !text.isEmpty else { return nil }
      // A provider on the internet must not send us to this machine.
      guard let address = WebAddress(text), address.isProtected,
        issuer.isLoopback || !address.isLoopback
      else { throw Self.unreadable(name, "unsafe \(member)") }
      return address
    }
    guard let token = try endpoint("token_endpoint") else {
      throw Self.unreadable(name, "no token_endpoint")
    }
    self.issuer = issuer.text
    tokenEndpoint = token
    deviceEndpoint = try endpoint("device_authorization_endpoint")
    authorizationEndpoint = try endpoint("authorization_endpoint")
    keysAddress = try endpoint("jwks_uri")
    userInfoEndpoint = try endpoint("userinfo_endpoint")
    revocationEndpoint = try endpoint("revocation_endpoint")
    clientAuthentication =
      json["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
    challengeMethods = json["code_challenge_methods_supported"]?.array?.compactMap(\.string)
    namesItselfInRedirects = json["authorization_response_iss_parameter_supported"]?.bool ?? false
  }

  private static func unreadable(_ name: String, _ detail: String) -> Failure {
    Failure(
      .unavailable,
      "\(name) does not say how to sign in there. Check its address in settings.json.",
      detail: detail)
  }
}
