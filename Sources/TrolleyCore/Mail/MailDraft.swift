/// What a mail is about.
public enum MailSubject: Equatable, Sendable {
  case list
  case order(Order.ID)
  /// Whether mail gets through at all.
  case test
}

/// A mail that was not sent, as it is kept: what was typed, and the text where the list it was made of
/// is gone.
public struct MailDraft: Equatable, Sendable {
  public var about: MailSubject
  /// Whose it is, as `Account.author`.
  var author: String
  public var to: String
  public var subject: String
  public var note: String
  var letter: MailLetter

  // MARK: The file

  /// Bytes of the file.
  public static let longest = 8 << 20

  public var bytes: [UInt8] {
    var w = JSONWriter()
    w.beginObject()
    w.member("v", 1)
    switch about {
    case .list: w.member("about", "list")
    case .test: w.member("about", "test")
    case .order(let id):
      w.member("about", "order")
      w.member("order", String(id.number))
    }
    w.member("author", author)
    w.member("to", to)
    w.member("subject", subject)
    w.member("note", note)
    w.member("text", letter.text)
    w.member("html", letter.html)
    w.endObject()
    w.newline()
    return w.bytes
  }

  /// Nil for what is no draft of ours.
  init?(_ bytes: [UInt8]) {
    guard
      let tree = try? JSONValue.parse(
        bytes, what: "The draft", byteLimit: Self.longest, valueLimit: 64),
      tree["v"]?.int == 1
    else { return nil }
    func text(_ name: String, _ most: Int) -> String {
      let text = tree[name]?.string ?? ""
      return text.utf8.count <= most ? text : ""
    }
    switch tree["about"]?.string {
    case "list": about = .list
    case "test": about = .test
    case "order":
      guard let number = UInt64(text("order", 20)) else { return nil }
      about = .order(Order.ID(number))
    default: return nil
    }
    author = text("author", 100)
    to = CleanText.line(text("to", 4096), limit: .entry)
    subject = CleanText.line(text("subject", MailMessage.longestSubject))
    note = CleanText.line(text("note", 4096), limit: .entry)
    letter = MailLetter(
      text: text("text", MailMessage.longestText), html: text("html", MailMessage.longestText))
  }

  init(
    _ about: MailSubject, author: String, to: String, subject: String, note: String,
    letter: MailLetter
  ) {
    self.about = about
    self.author = author
    self.to = to
    self.subject = subject
    self.note = note
    self.letter = letter
  }
}

/// Mail on its way, and mail that did not get there.
public struct MailState: Equatable, Sendable {
  /// What the worker is sending.
  public struct Sending: Equatable, Sendable {
    let number: Int
    let draft: MailDraft
    let to: [MailAddress]
    /// Whether the form waits for it; an order is sent behind everything else.
    var isInForm: Bool
    /// For the running clock: milliseconds of the monotonic clock.
    let since: Int
  }

  public internal(set) var sending: Sending?
  /// The last one that could not be sent; it is on the disk as well.
  public internal(set) var draft: MailDraft?
  /// What was typed into a form that was left without sending.
  var left: MailDraft?
  /// An order that could not be mailed, and why.
  var unsent: Unsent?

  struct Unsent: Equatable, Sendable {
    let draft: MailDraft
    let sentence: String
  }
}

extension MailLetter {
  init(text: String, html: String) {
    self.text = text
    self.html = html
  }
}
