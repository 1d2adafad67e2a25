/// Who takes a mail from here.
public enum MailCarrier: Equatable, Sendable {
  /// A server of the person's own provider, by SMTP.
  case smtp(MailServer)
  /// A program that takes mail as sendmail does, by its whole path.
  case sendmail(String)

  /// As it is called on the screen: a host, a path.
  public var name: String {
    switch self {
    case .smtp(let server): server.host
    case .sendmail(let path): path
    }
  }
}

/// A mail server and how to get in. The password itself is nowhere in here: only where it is kept.
public struct MailServer: Equatable, Sendable {
  public enum Security: String, CaseIterable, Sendable {
    /// From the first byte on, as on port 465.
    case tls
    /// Asked for first, as on port 587; never without it.
    case starttls
    /// Only to this very machine.
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
    /// The first line of what this program prints: its name and its arguments.
    case command([String])
    /// The first line of a file that nobody else may read; `~/` is the home directory.
    case file(String)
  }

  public let host: String
  public let port: Int
  public let security: Security
  /// Empty: the server wants none.
  public let user: String
  public let password: Password

  /// Nil when it is no address of a server, or the way there is not safe.
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

extension WorkerLine {
  // MARK: Mail

  static func write(_ message: MailMessage, _ carrier: MailCarrier, _ w: inout JSONWriter) {
    if let from = message.from { w.member("from", from.text) }
    if let replyTo = message.replyTo { w.member("replyTo", replyTo.text) }
    w.texts("to", message.to.map(\.text))
    w.member("subject", message.subject)
    w.member("text", message.text)
    w.member("html", message.html)
    w.member("time", message.time)
    w.member("offset", message.offset)
    switch carrier {
    case .sendmail(let path): w.member("sendmail", path)
    case .smtp(let server):
      w.member("host", server.host)
      w.member("port", server.port)
      w.member("security", server.security.rawValue)
      w.member("user", server.user)
      switch server.password {
      case .none: break
      case .command(let words): w.texts("passwordCommand", words)
      case .file(let path): w.member("passwordFile", path)
      }
    }
  }

  static func message(_ fields: WorkerFields) throws(Failure) -> MailMessage {
    func address(_ name: String) throws(Failure) -> MailAddress? {
      guard fields.has(name) else { return nil }
      return try MailAddress.parse(try fields.text(name, most: 1024))
    }
    var to: [MailAddress] = []
    for text in try fields.texts("to", most: MailMessage.mostRecipients, bytes: 1024) {
      to.append(try MailAddress.parse(text))
    }
    let message = MailMessage(
      from: try address("from"), replyTo: try address("replyTo"), to: to,
      subject: try fields.text("subject", most: MailMessage.longestSubject),
      text: try fields.text("text", most: MailMessage.longestText),
      html: try fields.text("html", most: MailMessage.longestText),
      time: try fields.number("time"), offset: try fields.signedNumber("offset"))
    if let refusal = message.refusal { throw refusal }
    return message
  }

  static func carrier(_ fields: WorkerFields) throws(Failure) -> MailCarrier {
    if fields.has("sendmail") {
      let path = try fields.text("sendmail", most: 1024)
      guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw fields.refusal("sendmail") }
      return .sendmail(path)
    }
    var password = MailServer.Password.none
    if fields.has("passwordCommand") {
      password = .command(try fields.texts("passwordCommand", most: 32, bytes: 1024))
    } else if fields.has("passwordFile") {
      password = .file(try fields.text("passwordFile", most: 1024))
    }
    guard
      let security = MailServer.Security(rawValue: try fields.text("security", most: 40)),
      let server = MailServer(
        host: try fields.text("host", most: 300), port: try fields.number("port"),
        security: security, user: try fields.text("user", most: 256), password: password)
    else { throw fields.refusal("host") }
    return .smtp(server)
  }
}

extension JSONWriter {
  mutating func texts(_ name: String, _ all: [String]) {
    self.name(name)
    beginArray()
    for text in all { string(text) }
    endArray()
  }
}
