/// How mail leaves this machine: the member `mail` of the settings file.
public struct MailSettings: Equatable, Sendable {
  /// Whom mail is from.
  public var from: MailAddress?
  public var server: MailServer?
  /// A sendmail-compatible program, by its whole path; nil for the system's own.
  public var sendmail: String?
  /// The system's program is not used.
  public var ignoresSendmail = false
  /// Addresses that mail went to, the last one first.
  public var recent: [String] = []

  static let mostRecent = 20

  public init() {}

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

  /// The member with the recent addresses; everything else in it as it was.
  func member(_ old: JSONValue?) -> JSONValue {
    var members = old?.object ?? []
    members.removeAll { $0.name == "recent" }
    members.append(JSONValue.Member("recent", .array(recent.map { .string($0) })))
    return .object(members)
  }

  private struct Reader {
    var settings = MailSettings()
    var complaints: [String] = []
    private var host = ""
    private var port: Int?
    private var security = MailServer.Security.tls
    private var user = ""
    private var password = MailServer.Password.none
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
        if let text = value.string { host = text } else { complain("server must be a text.") }
      case "port":
        port = value.int
        if port == nil { complain("port must be a number.") }
      case "security":
        if let known = value.string.flatMap(MailServer.Security.init) {
          security = known
        } else {
          complain("security must be tls, starttls or none.")
        }
      case "user":
        if let text = value.string { user = text } else { complain("user must be a text.") }
      case "passwordCommand":
        let words = value.array?.compactMap(\.string) ?? []
        if words.isEmpty || words.count != value.array?.count {
          complain("passwordCommand must be a list such as [\"pass\", \"show\", \"mail\"].")
        } else {
          password = .command(words)
        }
      case "passwordFile":
        if let text = value.string, text.hasPrefix("/") || text.hasPrefix("~/") {
          password = .file(text)
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
      guard !host.isEmpty else { return }
      // A server that is half understood could be reached in a way that nobody wanted.
      guard !isWrong else { return }
      guard settings.from != nil else { return complain("from is missing: whom is mail from?") }
      settings.server = MailServer(
        host: host, port: port ?? security.port, security: security, user: user,
        password: password)
      guard settings.server == nil else { return }
      complain(
        security == .none
          ? "security can be none only for a server on this machine."
          : "server must be the name of one such as smtp.example.org, and port one from 1 to 65535."
      )
    }
  }
}
