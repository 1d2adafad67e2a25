/// An external provider for signing in, from the settings file.
public struct IdentityProvider: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case google, facebook
    /// Any OpenID Connect provider, by its issuer address and discovery.
    case openID
  }

  public var kind: Kind
  /// The label of its button: "Google".
  public var name: String
  /// The issuer for OpenID Connect and Google; for Facebook its Graph API. Empty: the public one.
  public var address: String
  /// Facebook: the app's id. Empty: not configured.
  public var clientID: String
  /// Google's limited-input clients have one; for Facebook it is the client token. Never logged.
  public var clientSecret: String
  /// The client for the code on another device, if it needs its own, as at Google; empty: the same.
  public var deviceClientID = ""
  public var deviceClientSecret = ""
  /// The version of Facebook's Graph API, such as `v19.0`; each expires after about two years.
  public var version: String

  public init(
    kind: Kind, name: String, address: String = "", clientID: String = "",
    clientSecret: String = "", version: String = ""
  ) {
    self.kind = kind
    self.name = name
    self.address = address
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.version = version
  }
}
