/// How to send mail: the member `mail` of the settings file.
public struct MailSettings: Equatable, Sendable {
  /// The sender.
  public var from: MailAddress?
  /// The server's name; empty for none.
  public internal(set) var host = ""
  /// Nil for the default of `security`.
  public internal(set) var port: Int?
  public internal(set) var security = MailServer.Security.tls
  public internal(set) var user = ""
  public internal(set) var password = MailServer.Password.none
  /// Something in the file was not understood: using the rest could connect in an unintended way.
  var isHalfUnderstood = false
  public internal(set) var sendmail = Sendmail.system
  /// Recent recipients, latest first.
  public var recent: [String] = []

  /// The sendmail-compatible program for when there is no server.
  public enum Sendmail: Equatable, Sendable {
    case system, none
    /// By its whole path; `~/` is the home directory.
    case program(String)
  }

  static let mostRecent = 20

  public init() {}

  /// The server to send through; nil when its settings are incomplete or unsafe.
  public var server: MailServer? { from == nil || isHalfUnderstood ? nil : namedServer }

  /// The same without requiring a sender.
  private var namedServer: MailServer? {
    guard !host.isEmpty else { return nil }
    return MailServer(
      host: host, port: port ?? security.port, security: security, user: user, password: password)
  }

  /// The beginning of why no mail goes from here; what can be done depends on where that is said.
  public static let notSetUp = "Mail is not set up here"
  /// The same of a server without a sender.
  public static let noSender = notSetUp + ": From is missing"
  /// What follows that on the command line.
  public static let howToNameSender = ". Say: trolley settings mail.from ADDRESS."
  public static let howToSetUp = ". Say: trolley settings mail.server ADDRESS."
  /// What of these is true, or why the server that is named is not used.
  public var whyNone: String {
    lacksSender ? Self.noSender : refusal.map { String($0.dropLast()) } ?? Self.notSetUp
  }

  /// The same on the command line, with what to do about it.
  public var whyNoneAndHow: String {
    lacksSender
      ? Self.noSender + Self.howToNameSender : refusal ?? Self.notSetUp + Self.howToSetUp
  }

  /// That a server is named and a name to sign in with, and nothing that has the password; nil otherwise.
  public var lackOfPassword: String? {
    lacksPassword ? "The password of \(user) is missing: see mail.passwordCommand." : nil
  }

  /// Whether a server is named and the sender is missing.
  public var lacksSender: Bool { from == nil && !host.isEmpty }

  /// Whether a server is named and a name to sign in with, but no password.
  private var lacksPassword: Bool { !host.isEmpty && !user.isEmpty && password == .none }

  /// Whether a server is named but cannot be used.
  private var isServerRefused: Bool { !host.isEmpty && namedServer == nil }

  /// The first configured way of sending; nil when only a draft can be made.
  ///
  /// - Parameter found: the system's sendmail-compatible program.
  public func carrier(found: String?) -> MailCarrier? {
    if let server { return .smtp(server) }
    switch sendmail {
    case .system: return found.map { .sendmail($0) }
    case .none: return nil
    case .program(let path): return .sendmail(path)
    }
  }

  package mutating func remember(_ addresses: [MailAddress]) {
    let new = addresses.map(\.text)
    recent = Array((new + recent.filter { !new.contains($0) }).prefix(Self.mostRecent))
  }
}

// MARK: The settings

extension MailSettings {
  // One password, and two members that say where it is kept.

  fileprivate var passwordCommand: [String] {
    get { if case .command(let words) = password { words } else { [] } }
    set {
      if !newValue.isEmpty {
        password = .command(newValue)
      } else if case .command = password {
        password = .none
      }
    }
  }

  fileprivate var passwordFile: String {
    get { if case .file(let path) = password { path } else { "" } }
    set {
      if !newValue.isEmpty {
        password = .file(newValue)
      } else if case .file = password {
        password = .none
      }
    }
  }

  /// That where a password is kept takes the place of another one, which would be missed.
  package func remark(afterChangeOf old: MailSettings) -> String? {
    switch (old.password, password) {
    case (.command, .file):
      "The password is in the file now: “Password command” (mail.passwordCommand) is empty."
    case (.file, .command):
      "The password comes from the command now: “Password file” (mail.passwordFile) is empty."
    default: nil
    }
  }

  /// The port of a server that is given as `smtp.example.org:465`.
  private var portInHost: Substring? {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      parts[1].utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return parts[1]
  }

  /// The error for the user who typed the last part of a server.
  fileprivate var refusal: String? {
    guard isServerRefused else { return nil }
    if let portInHost {
      return "\(portInHost) goes into the setting Port below; here is only the name."
    }
    return security == .none
      ? "Without encryption mail goes only to a server on this machine."
      : "A mail server has a name such as smtp.example.org, and a port from 1 to 65535."
  }

  /// Returns the errors of the member as a whole.
  fileprivate mutating func check(wrong: Int, unknown: Int) -> [String] {
    isHalfUnderstood = wrong + unknown > 0
    // What is wrong may be the sender.
    if lacksSender, wrong == 0 { return ["from is missing: whom is mail from?"] }
    if lacksPassword, wrong == 0 {
      return ["passwordCommand is missing: what prints the password of \(user)?"]
    }
    guard !isHalfUnderstood, isServerRefused else { return [] }
    if let portInHost { return ["\(portInHost) goes into port; server is only the name."] }
    return [
      security == .none
        ? "security can be none only for a server on this machine."
        : "server must be the name of one such as smtp.example.org, and port one from 1 to 65535."
    ]
  }
}

extension SettingSection {
  static let mail = SettingSection(
    name: "mail", example: #"{"server": "smtp.example.org"}"#,
    refused: ["password": " is not read: use passwordCommand or passwordFile."],
    check: { preferences, wrong, unknown in
      preferences.mail.check(wrong: wrong, unknown: unknown)
    })
}

extension SettingRow {
  static let mail: [SettingRow] = [
    SettingRow(
      .mail, "mail", .nowhere, .readOnly, "Mail goes by",
      "The first of a server, sendmail and a draft that is there."
    ).with(\.liveWords, .mailRoute).with(\.opener, .mailTest).with(\.test, .mail),
    ofMail(
      "from", \.mail.from, SettingCodec<MailAddress>.address("Ann <ann@example.org>").optional(),
      "From", "Whom mail is from; a server needs it."
    ).with(\.synonyms, "email sender address"),
    ofMail(
      "server", \.mail.host,
      .text(.text(hint: "smtp.example.org", limit: 400), clean: { $0.lowercased() }), "Mail server",
      "The host that takes mail from you."
    ).with(\.check, checkServer).with(\.synonyms, "smtp email"),
    ofMail(
      "port", \.mail.port,
      SettingCodec<Int>.number(
        in: 1...65_535, hint: "465", typedError: "A port is a number from 1 to 65535."
      ).optional(), "Port",
      "Empty for the default: 465, with STARTTLS 587."
    ).with(\.check, checkServer).with(\.emptyText, "automatic"),
    ofMail(
      "security", \.mail.security,
      .choice { $0 == .none ? "none" : $0.rawValue.uppercased() }, "Encryption",
      "None is only for a server on this machine."
    ).with(\.check, checkServer).with(\.synonyms, "security ssl").with(
      \.otherWords, ["ssl": "tls", "ssl/tls": "tls"]),
    ofMail(
      "user", \.mail.user,
      .text(.text(hint: "ann", limit: 400), must: "be a text of at most 256 bytes") {
        $0.utf8.count <= 256
      }, "User", "Your name there; empty where it wants none."
    ).with(\.synonyms, "login account"),
    ofMail(
      "passwordCommand", \.mail.passwordCommand, .command("pass show mail"), "Password command",
      "Its first line of output is the password."
    ).with(\.check, checkServer),
    ofMail(
      "passwordFile", \.mail.passwordFile,
      .text(
        .text(hint: "~/.mail-password", limit: 400),
        must: "be a whole path, or one that begins with ~/",
        isValid: { SettingCodec<String>.isPath($0, longest: 1024, mayBeAtHome: true) }),
      "Password file",
      "A file of yours with the mode 0600 instead."),
    ofMail(
      "sendmail", \.mail.sendmail, .sendmail("/usr/sbin/sendmail"), "Sendmail program",
      "Where no server is set; “no” for none."
    ).with(\.emptyText, "the system’s"),
    .hidden(
      "mail.recent", \.mail.recent, .recentAddresses, "Whom mail went to, the last one first."),
  ]

  private static func ofMail<Value: Equatable & Sendable>(
    _ name: String, _ field: WritableKeyPath<Preferences, Value> & Sendable,
    _ codec: SettingCodec<Value>, _ title: String, _ explanation: String
  ) -> SettingRow {
    SettingRow(.mail, "mail." + name, field, codec, title, explanation)
      .with(\.test, .mail)
  }

  /// For the parts of a server, which are only valid together.
  private static let checkServer: @Sendable (inout Preferences, Preferences) -> String? = {
    preferences, _ in preferences.mail.refusal
  }
}

extension SettingCodec<MailAddress> {
  fileprivate static func address(_ hint: String) -> Self {
    Self(
      .text(hint: hint, limit: 400), must: { "be an e-mail address, with a name or without" },
      read: { json, wrong in
        do throws(Failure) { return try MailAddress.parse(json.string ?? "") } catch {
          wrong.append(": " + error.sentence)
          return nil
        }
      }, write: { .string($0.text) })
  }
}

extension SettingCodec<MailSettings.Sendmail> {
  fileprivate static func sendmail(_ hint: String) -> Self {
    var codec = Self(
      .text(hint: hint, limit: 400), must: "be a whole path, one that begins with ~/, or false",
      read: { json in
        if json.bool == false { return MailSettings.Sendmail.none }
        return json.string.flatMap {
          SettingCodec<String>.isPath($0, longest: 1024, mayBeAtHome: true) ? .program($0) : nil
        }
      },
      write: {
        switch $0 {
        case .system: .null
        case .none: .bool(false)
        case .program(let path): .string(path)
        }
      })
    codec.typed = { $0.lowercased() == "no" ? .bool(false) : .string($0) }
    codec.text = { $0.bool == false ? "no" : $0.string ?? "" }
    codec.typedError = "It must be a whole path, one that begins with ~/, or “no”."
    return codec
  }
}

extension SettingCodec<[String]> {
  /// A program and its arguments.
  fileprivate static func command(_ hint: String) -> Self {
    var codec = Self(
      .text(hint: hint, limit: 400), must: "be a list such as [\"pass\", \"show\", \"mail\"]",
      read: { json in
        let words = json.array?.compactMap(\.string) ?? []
        return words.isEmpty || words.count != json.array?.count ? nil : words
      }, write: { .array($0.map { .string($0) }) })
    // As the file has it, or as a shell would.
    codec.typed = { text in
      if text.hasPrefix("["), let json = try? JSONValue.parse(Array(text.utf8)), json.array != nil {
        return json
      }
      return CommandWords.split(text).map { .array($0.map { .string($0) }) }
    }
    codec.text = { CommandWords.text($0.array?.compactMap(\.string) ?? []) }
    codec.typedError = "A quote is missing its other half."
    return codec
  }

  /// Skips invalid addresses silently: Trolley wrote them, not the user.
  fileprivate static var recentAddresses: Self {
    Self(
      .text(hint: ""), must: "be a list of e-mail addresses",
      read: { json in
        Array(
          (json.array ?? []).compactMap(\.string)
            .filter { (try? MailAddress.parse($0)) != nil }.prefix(MailSettings.mostRecent))
      }, write: { .array($0.map { .string($0) }) })
  }
}

/// A program and its arguments as one line of text. No shell: only quotes are special.
enum CommandWords {
  /// Nil for an unclosed quote.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }

  /// The inverse of `split`.
  static func text(_ words: [String]) -> String {
    words.map { word in
      guard word.isEmpty || word.contains(" ") || word.contains("\"") || word.contains("'") else {
        return word
      }
      if !word.contains("\"") { return "\"\(word)\"" }
      // Piece by piece, since a quote cannot be nested in its own kind.
      return word.split(separator: "\"", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "\"\($0)\"" }.joined(separator: "'\"'")
    }.joined(separator: " ")
  }
}
