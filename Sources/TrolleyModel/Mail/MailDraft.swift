/// The content of a mail.
public enum MailSubject: Equatable, Sendable {
  case list
  case order(Order.ID)
  /// A test of whether mail arrives.
  case test
}

/// An unsent mail, as it is stored: the user's input, and the text if the list behind it is gone.
/// While it is being sent it is stored as one that may have gone: the program may end before it knows.
public struct MailDraft: Equatable, Sendable {
  public var about: MailSubject
  /// The identifier of the list that it is of; empty where that is the list at hand, and in files of
  /// earlier versions.
  package internal(set) var list = ""
  /// The owner, as `Account.author`.
  package var author: String
  public var to: String
  public var subject: String
  public var note: String
  /// A server got it and did not say whether it took it: it may have been sent.
  public package(set) var mayHaveBeenSent = false
  /// How many mails of the order were known to have gone when this one was written: those do not settle
  /// it, a later one does.
  package var mailsBefore = 0
  package var letter: MailLetter

  /// What one mail replaces another by: one waits for each address, of the list and of each order.
  public struct Key: Equatable, Sendable {
    let about: MailSubject
    let author: String
    let to: [String]

    /// The same for the same mail, and for hardly any other one, in all programs.
    package var bytes: [UInt8] {
      let id = if case .order(let id) = about { String(id.number) } else { "list" }
      return Array(([id, author] + to).joined(separator: "\n").utf8)
    }
  }

  public var key: Key {
    Key(about: about, author: author, to: about == .test ? [] : Self.addresses(to))
  }

  /// Those in what was typed, so that they can be compared.
  package static func addresses(_ text: String) -> [String] {
    let read = (try? MailAddress.parseList(text))?.map(\.address) ?? [text.trimmed]
    return read.map { $0.lowercased() }.sorted()
  }

  /// The same mail of the order as it is by now: it may have got another number since. A subject that
  /// a person has typed stays, and so does the mail of an order that is gone.
  package func renewed(in state: SharedState, style: NumberStyle) -> MailDraft {
    guard case .order(let id) = about, let order = state.orders.last(where: { $0.id == id }) else {
      return self
    }
    var new = self
    if MailLetter.isSubject(subject, of: order) { new.subject = MailLetter.subject(of: order) }
    new.letter = .order(order, in: state, style: style, note: note)
    return new
  }

  /// The text without the prices, where there is little room; nil when the list or the order is gone.
  package func brief(in state: SharedState, style: NumberStyle) -> String? {
    switch about {
    case .test: nil
    case .list:
      state.cart.isEmpty
        ? nil : MailLetter.list(state, note: note.trimmed, style: style, isBrief: true).text
    case .order(let id):
      state.orders.last { $0.id == id }.map {
        MailLetter.order($0, in: state, style: style, note: note, isBrief: true).text
      }
    }
  }

  /// What is said of an attempt that failed, where an earlier one may have arrived.
  public func words(after failure: Failure) -> String {
    mayHaveBeenSent && failure.kind != .unknownOutcome
      ? "An earlier attempt may have arrived. " + failure.sentence : failure.sentence
  }

  /// That there is none to send, drop or say of that it was sent; nil for the list.
  public static func noneWaits(ofOrder label: String?) -> String {
    "No mail of \(label.map { "order \($0)" } ?? "the list") waits here."
  }

  // MARK: The file

  /// The longest one, in bytes.
  private static let longest = 8 << 20

  public var bytes: [UInt8] {
    JSONWriter.line { w in
      w.member("v", 1)
      switch about {
      case .list: w.member("about", "list")
      case .test: w.member("about", "test")
      case .order(let id):
        w.member("about", "order")
        w.member("order", String(id.number))
      }
      if !list.isEmpty { w.member("list", list) }
      w.member("author", author)
      w.member("to", to)
      w.member("subject", subject)
      w.member("note", note)
      w.member("text", letter.text)
      w.member("html", letter.html)
      if mayHaveBeenSent { w.member("mayHaveBeenSent", true) }
      if mailsBefore > 0 { w.member("mailsBefore", mailsBefore) }
    }
  }

  /// Nil when it is not a draft.
  package init?(_ bytes: [UInt8]) {
    guard
      let tree = try? JSONValue.parse(
        bytes, what: "The draft", byteLimit: Self.longest, valueLimit: 64), tree["v"]?.int == 1
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
    list = text("list", 100)
    author = text("author", 100)
    to = CleanText.line(text("to", 4096), limit: .entry)
    subject = CleanText.line(text("subject", MailMessage.longestSubject))
    note = CleanText.line(text("note", 4096), limit: .note)
    mayHaveBeenSent = tree["mayHaveBeenSent"]?.bool ?? false
    mailsBefore = max(0, tree["mailsBefore"]?.int ?? 0)
    letter = MailLetter(
      text: text("text", MailMessage.longestText), html: text("html", MailMessage.longestText))
  }

  package init(
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

extension MailLetter {
  package init(text: String, html: String) {
    self.text = text
    self.html = html
  }
}
