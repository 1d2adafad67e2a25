/// How mail leaves this machine: the member `mail` of the settings file.
public struct MailSettings: Equatable, Sendable {
  /// Whom mail is from.
  public var from: MailAddress?
  /// The server's name; empty for none.
  public internal(set) var host = ""
  /// Nil for the usual one of `security`.
  public internal(set) var port: Int?
  public internal(set) var security = MailServer.Security.tls
  public internal(set) var user = ""
  public internal(set) var password = MailServer.Password.none
  /// Something in the file was not understood: a server could be reached in a way that nobody wanted.
  var isHalfUnderstood = false
  /// A sendmail-compatible program, by its whole path; nil for the system's own.
  public var sendmail: String?
  /// The system's program is not used.
  public var ignoresSendmail = false
  /// Addresses that mail went to, the last one first.
  public var recent: [String] = []

  static let mostRecent = 20

  public init() {}

  /// The server that takes mail; nil while what is said of it is not enough, or not safe.
  public var server: MailServer? {
    get {
      guard !host.isEmpty, from != nil, !isHalfUnderstood else { return nil }
      return MailServer(
        host: host, port: port ?? security.port, security: security, user: user,
        password: password)
    }
    set {
      host = newValue?.host ?? ""
      port = newValue.flatMap { $0.port == $0.security.port ? nil : $0.port }
      security = newValue?.security ?? .tls
      user = newValue?.user ?? ""
      password = newValue?.password ?? .none
    }
  }

  /// Why no mail can go to that server, whoever it is from; nil where it can, or where there is none.
  var serverRefusal: String? {
    guard !host.isEmpty else { return nil }
    let server = MailServer(
      host: host, port: port ?? security.port, security: security, user: user, password: password)
    guard server == nil else { return nil }
    return security == .none
      ? "security can be none only for a server on this machine."
      : "server must be the name of one such as smtp.example.org, and port one from 1 to 65535."
  }

  /// The first way that is set up; nil where only a draft can be made.
  ///
  /// - Parameter found: the system's sendmail-compatible program.
  public func carrier(found: String?) -> MailCarrier? {
    if let server { return .smtp(server) }
    if let sendmail { return .sendmail(sendmail) }
    return ignoresSendmail ? nil : found.map { .sendmail($0) }
  }

  mutating func remember(_ addresses: [MailAddress]) {
    let new = addresses.map(\.text)
    recent = Array((new + recent.filter { !new.contains($0) }).prefix(Self.mostRecent))
  }

  // MARK: The settings file

  static func read(_ value: JSONValue) -> (settings: MailSettings, complaints: [String]) {
    var reader = Reader()
    guard let members = value.object else {
      return (
        MailSettings(),
        ["settings: mail must be an object such as {\"server\": \"smtp.example.org\"}."]
      )
    }
    for member in members { reader.take(member) }
    reader.finish()
    return (reader.settings, reader.complaints)
  }

  /// What is written of it.
  var members: [SettingsEdit] {
    func member(_ name: String, _ value: JSONValue?) -> SettingsEdit {
      SettingsEdit(["mail", name], value)
    }
    func text(_ name: String, _ text: String) -> SettingsEdit {
      member(name, text.isEmpty ? nil : .string(text))
    }
    var command: [String]?
    var file = ""
    switch password {
    case .none: break
    case .command(let words): command = words
    case .file(let path): file = path
    }
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return [
      text("from", from?.text ?? ""), text("server", host),
      member("port", port.map { .number(String($0)) }),
      member("security", security == .tls ? nil : .string(security.rawValue)),
      text("user", user), member("passwordCommand", command.map(list)),
      text("passwordFile", file),
      member("sendmail", ignoresSendmail ? .bool(false) : sendmail.map { .string($0) }),
      member("recent", recent.isEmpty ? nil : list(recent)),
    ]
  }

  private struct Reader {
    var settings = MailSettings()
    var complaints: [String] = []
    private var isWrong = false

    private mutating func complain(_ text: String) {
      complaints.append("settings: mail.\(text)")
      isWrong = true
    }

    mutating func take(_ member: JSONValue.Member) {
      let value = member.value
      switch member.name {
      case "from":
        do throws(Failure) {
          settings.from = try MailAddress.parse(value.string ?? "")
        } catch {
          complain("from: " + error.sentence)
        }
      case "server":
        if let text = value.string {
          settings.host = text
        } else {
          complain("server must be a text.")
        }
      case "port":
        settings.port = value.int
        if settings.port == nil { complain("port must be a number.") }
      case "security":
        if let known = value.string.flatMap(MailServer.Security.init) {
          settings.security = known
        } else {
          complain("security must be tls, starttls or none.")
        }
      case "user":
        if let text = value.string {
          settings.user = text
        } else {
          complain("user must be a text.")
        }
      case "passwordCommand":
        let words = value.array?.compactMap(\.string) ?? []
        if words.isEmpty || words.count != value.array?.count {
          complain("passwordCommand must be a list such as [\"pass\", \"show\", \"mail\"].")
        } else {
          settings.password = .command(words)
        }
      case "passwordFile":
        if let text = value.string, text.hasPrefix("/") || text.hasPrefix("~/") {
          settings.password = .file(text)
        } else {
          complain("passwordFile must be a whole path.")
        }
      case "password":
        complain("password is not read: use passwordCommand or passwordFile.")
      case "sendmail":
        if value.bool == false {
          settings.ignoresSendmail = true
        } else if let text = value.string, text.hasPrefix("/"), text.utf8.count <= 1024,
          !text.utf8.contains(0)
        {
          settings.sendmail = text
        } else {
          complain("sendmail must be a whole path, or false.")
        }
      case "recent":
        settings.recent = Array(
          (value.array ?? []).compactMap(\.string)
            .filter { (try? MailAddress.parse($0)) != nil }.prefix(MailSettings.mostRecent))
      default: complain("\(CleanText.line(member.name)) is not known.")
      }
    }

    mutating func finish() {
      settings.isHalfUnderstood = isWrong
      guard !settings.host.isEmpty, !isWrong else { return }
      if settings.from == nil {
        complain("from is missing: whom is mail from?")
      } else if let refusal = settings.serverRefusal {
        complain(refusal)
      }
    }
  }
}
