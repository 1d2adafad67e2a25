extension SettingRow {
  /// How mail leaves this machine.
  static let mail: [SettingRow] = [
    SettingRow(
      .mail, "mail", "Mail goes by", "The first of a server, sendmail and a draft that is there.",
      .told, { _, _ in "" }, .none
    )
    .saying { $0.mailWayInWords }
    .opening { $0.openMail(.test, &$1) }
    .testing(.mail),
    field(
      "mail.from", "From", "Whom mail is from; a server needs it.", "Ann <ann@example.org>",
      { $0.from?.text ?? "" },
      { mail, text in
        guard !text.isEmpty else {
          mail.from = nil
          return nil
        }
        do throws(Failure) {
          mail.from = try MailAddress.parse(text)
          return nil
        } catch {
          return error.sentence
        }
      }),
    field(
      "mail.server", "Mail server", "The host that takes mail from you.", "smtp.example.org",
      { $0.host },
      { mail, text in
        mail.host = text.lowercased()
        return refusal(of: mail)
      }),
    field(
      "mail.port", "Port", "Empty for the usual one: 465, with STARTTLS 587.", "465",
      { $0.port.map { String($0) } ?? "" },
      { mail, text in
        guard text.isEmpty || Int(text) != nil else { return "A port is a number." }
        mail.port = Int(text)
        return refusal(of: mail)
      }
    ).orElse("the usual"),
    SettingRow(
      .mail, "mail.security", "Encryption", "None is only for a server on this machine.",
      .choice([
        Choice("tls", "TLS"), Choice("starttls", "STARTTLS"), Choice("none"),
      ]),
      { preferences, _ in preferences.mail.security.rawValue },
      .preferences { preferences, text in
        preferences.mail.security = MailServer.Security(rawValue: text) ?? .tls
        return refusal(of: preferences.mail)
      }
    ).testing(.mail),
    field(
      "mail.user", "User", "Your name there; empty where it wants none.", "ann", { $0.user },
      { mail, text in
        mail.user = text
        return text.utf8.count <= 256 ? nil : "That name is too long."
      }),
    field(
      "mail.passwordCommand", "Password command", "Its first line of output is the password.",
      "pass show mail",
      { if case .command(let words) = $0.password { CommandWords.text(words) } else { "" } },
      { mail, text in
        if text.isEmpty, case .command = mail.password { mail.password = .none }
        guard !text.isEmpty else { return nil }
        guard let words = CommandWords.split(text) else {
          return "A quote is missing its other half."
        }
        mail.password = .command(words)
        return refusal(of: mail)
      }),
    field(
      "mail.passwordFile", "Password file", "A file of yours with the mode 0600 instead.",
      "~/.mail-password",
      { if case .file(let path) = $0.password { path } else { "" } },
      { mail, text in
        if text.isEmpty, case .file = mail.password { mail.password = .none }
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("/") || text.hasPrefix("~/") else {
          return "It must be a whole path, or one that begins with ~/."
        }
        mail.password = .file(text)
        return refusal(of: mail)
      }),
    field(
      "mail.sendmail", "Sendmail program", "Where no server is set; “no” for none.",
      "/usr/sbin/sendmail",
      { $0.ignoresSendmail ? "no" : $0.sendmail ?? "" },
      { mail, text in
        guard text.isEmpty || text.lowercased() == "no" || isPath(text) else {
          return "It must be a whole path, or “no”."
        }
        mail.ignoresSendmail = text.lowercased() == "no"
        mail.sendmail = isPath(text) ? text : nil
        return nil
      }
    ).orElse("the system’s"),
  ]

  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= 1024 && !text.utf8.contains(0)
  }

  private static func refusal(of mail: MailSettings) -> String? {
    guard mail.serverRefusal != nil else { return nil }
    return mail.security == .none
      ? "Without encryption mail goes only to a server on this machine."
      : "A mail server has a name such as smtp.example.org, and a port from 1 to 65535."
  }

  private static func field(
    _ name: String, _ title: String, _ explanation: String, _ hint: String,
    _ read: @escaping @Sendable (MailSettings) -> String,
    _ write: @escaping @Sendable (inout MailSettings, String) -> String?
  ) -> SettingRow {
    SettingRow(
      .mail, name, title, explanation, .text(hint: hint, limit: 400),
      { preferences, _ in read(preferences.mail) },
      .preferences { preferences, text in write(&preferences.mail, text) }
    ).testing(.mail)
  }
}

/// A program and its arguments as one line of text. No shell: only quotes mean something.
enum CommandWords {
  /// Nil where a quote has no other half.
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

  /// The line that `split` takes apart again.
  static func text(_ words: [String]) -> String {
    words.map { word in
      guard word.isEmpty || word.contains(" ") || word.contains("\"") || word.contains("'") else {
        return word
      }
      if !word.contains("\"") { return "\"\(word)\"" }
      // Piece by piece, since no quote can stand within its own kind.
      return word.split(separator: "\"", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "\"\($0)\"" }.joined(separator: "'\"'")
    }.joined(separator: " ")
  }
}
