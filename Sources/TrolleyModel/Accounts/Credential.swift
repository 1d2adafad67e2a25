/// What a person signs in with.
public enum Credential: Equatable, Sendable {
  case pin(SealedPIN)
  case password(SealedPassword)
  case identity(Identity)
  case recovery(SealedCode)
}

/// A password hash as it is stored: encrypted, so that without the key, which is not in the
/// journal, passwords cannot even be tried against it.
public struct SealedPassword: Equatable, Sendable {
  /// The hash in libsodium's text form, encrypted, in hexadecimal.
  public let sealed: String

  /// Nil for anything that no vault has written.
  public init?(sealed: String) {
    guard (2...1000).contains(sealed.utf8.count),
      sealed.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    self.sealed = sealed
  }
}

/// A person's permanent identity at a provider: an e-mail address can be reassigned.
public struct Identity: Equatable, Sendable {
  public let issuer: String
  public let subject: String

  /// Nil for anything that no provider may send: OpenID Connect Core 1.0 section 2 allows at most
  /// 255 ASCII characters for a subject.
  public init?(issuer: String, subject: String) {
    let isPrintable = { (text: String) in text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    guard !issuer.isEmpty, !subject.isEmpty, issuer.utf8.count <= 500, subject.utf8.count <= 255,
      isPrintable(issuer), isPrintable(subject)
    else { return nil }
    self.issuer = issuer
    self.subject = subject
  }
}
