/// The way by which a mail is sent.
public enum MailCarrier: Equatable, Sendable {
  /// The SMTP server of the user's provider.
  case smtp(MailServer)
  /// A sendmail-compatible program, by its whole path; `~/` is the home directory.
  case sendmail(String)

  /// The name to display: a host or a path.
  public var name: String {
    switch self {
    case .smtp(let server): server.host
    case .sendmail(let path): path
    }
  }

  /// What takes long where sending does: a command for the password may hang before the server is asked.
  public var whatMayBeSlow: String {
    guard case .smtp(let server) = self, case .command(let words) = server.password else {
      return name
    }
    return "the password command (\(words.joined(separator: " "))) or \(name)"
  }

  /// Whether it says when it has the whole mail; until then a mail can be taken back for sure. A
  /// program goes on although the worker has ended.
  public var saysWhenItHasIt: Bool { if case .smtp = self { true } else { false } }
}

/// A mail server and its credentials. It does not contain the password, only where it is kept.
public struct MailServer: Equatable, Sendable {
  public enum Security: String, CaseIterable, Sendable {
    /// TLS from the first byte, as on port 465.
    case tls
    /// Required before anything else, as on port 587.
    case starttls
    /// Only for loopback.
    case none

    public var port: Int {
      switch self {
      case .tls: 465
      case .starttls: 587
      case .none: 25
      }
    }
  }

  public enum Password: Equatable, Sendable {
    case none
    /// The first line of this command's output: a program and its arguments.
    case command([String])
    /// The first line of a file that is private to the user; `~/` is the home directory.
    case file(String)
  }

  public let host: String
  public let port: Int
  public let security: Security
  /// Empty: no authentication.
  public let user: String
  public let password: Password

  /// Nil when it is not a valid server address, or the connection would not be safe.
  public init?(host: String, port: Int, security: Security, user: String, password: Password) {
    guard (1...65_535).contains(port), let address = WebAddress("https://\(host):\(port)/"),
      address.host == host.lowercased(), security != .none || address.isLoopback,
      user.utf8.count <= 256, !user.unicodeScalars.contains(where: MailText.isControl)
    else { return nil }
    switch password {
    case .none: break
    case .command(let words):
      guard let program = words.first, !program.isEmpty, words.count <= 32,
        words.allSatisfy({ $0.utf8.count <= 1024 && !$0.utf8.contains(0) })
      else { return nil }
    case .file(let path):
      guard path.hasPrefix("/") || path.hasPrefix("~/"), path.utf8.count <= 1024,
        !path.utf8.contains(0)
      else { return nil }
    }
    self.host = address.host
    self.port = port
    self.security = security
    self.user = user
    self.password = password
  }
}
