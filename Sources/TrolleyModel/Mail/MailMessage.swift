/// A mail before encoding: sender, recipients, subject, and its text twice, plain and as HTML.
public struct MailMessage: Equatable, Sendable {
  /// Nil leaves it to the sending program.
  public var from: MailAddress?
  /// Where replies go; nil for the sender.
  public var replyTo: MailAddress?
  public var to: [MailAddress]
  public var subject: String
  /// Lines end in a newline.
  public var text: String
  /// A whole document.
  public var html: String
  /// Seconds since 1970; `offset` is the seconds that local time is ahead of UTC.
  public var time: Int
  public var offset: Int

  public static let mostRecipients = 50
  /// The longest text of either kind, in bytes.
  public static let longestText = 2 << 20
  /// The longest subject, in bytes.
  public static let longestSubject = 400

  public init(
    from: MailAddress?, replyTo: MailAddress? = nil, to: [MailAddress], subject: String,
    text: String, html: String, time: Int, offset: Int
  ) {
    self.from = from
    self.replyTo = replyTo
    self.to = to
    self.subject = subject
    self.text = text
    self.html = html
    self.time = time
    self.offset = offset
  }

  /// Why it cannot be sent; nil when it can.
  public var refusal: Failure? {
    if to.isEmpty || to.count > Self.mostRecipients {
      return Failure(.badInput, "Whom is it for? An address is needed.", detail: "recipients")
    }
    if let wrong = Self.refusal(ofSubject: subject) { return wrong }
    let names = [from, replyTo].compactMap { $0 } + to
    if names.contains(where: { $0.name.unicodeScalars.contains(where: MailText.isControl) }) {
      return Failure(.badInput, "A name holds control characters.", detail: "name")
    }
    guard text.utf8.count <= Self.longestText, html.utf8.count <= Self.longestText else {
      return Failure(
        .badInput, "The list is too long for a mail. Export it and send the file.",
        detail: "\(html.utf8.count) bytes")
    }
    return nil
  }

  public static func refusal(ofSubject subject: String) -> Failure? {
    if subject.unicodeScalars.contains(where: MailText.isControl) {
      return Failure(
        .badInput, "A subject is one line without control characters.", detail: "subject")
    }
    if subject.utf8.count > longestSubject {
      return Failure(.badInput, "The subject is too long.", detail: "subject")
    }
    return nil
  }

  /// The whole message, lines ended by CRLF.
  ///
  /// - Parameter id: unique, in printable ASCII; used for the message id and the boundary.
  public func bytes(id: String) throws(Failure) -> [UInt8] {
    if let refusal { throw refusal }
    let id = String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40))
    // Quoted-printable text has a “=” only before two digits, so no part can contain this line.
    let boundary = "=_" + id
    var head: [String] = []
    if let from { head.append("From: " + Self.mailbox(from, used: 6)) }
    if let replyTo { head.append("Reply-To: " + Self.mailbox(replyTo, used: 10)) }
    head.append("To: " + to.map { Self.mailbox($0, used: 4) }.joined(separator: ",\r\n "))
    head.append("Subject: " + MailText.unstructured(subject, used: 9))
    head.append("Date: " + Self.date(time, offset: offset))
    if let domain = from?.address.split(separator: "@").last {
      head.append("Message-ID: <\(id)@\(domain)>")
    }
    head.append("MIME-Version: 1.0")
    head.append("Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"")
    var bytes = Array((head.joined(separator: "\r\n") + "\r\n").utf8)
    for (kind, text) in [("plain", text), ("html", html)] {
      // The line break before a boundary belongs to it.
      bytes += Array(
        ("\r\n--\(boundary)\r\nContent-Type: text/\(kind); charset=utf-8\r\n"
          + "Content-Transfer-Encoding: quoted-printable\r\n\r\n").utf8)
      bytes += MailText.quotedPrintable(text)
    }
    return bytes + Array("\r\n--\(boundary)--\r\n".utf8)
  }

  /// After a long name the address continues on the next line.
  private static func mailbox(_ one: MailAddress, used: Int) -> String {
    guard !one.name.isEmpty else { return one.address }
    let phrase = MailText.phrase(one.name, used: used)
    let bytes = phrase.utf8
    let width = bytes.lastIndex(of: 0x0A).map { bytes.distance(from: $0, to: bytes.endIndex) }
    let isLong = (width ?? used + bytes.count) + one.address.utf8.count + 3 > 76
    return phrase + (isLong ? "\r\n <" : " <") + one.address + ">"
  }

  /// `Fri, 02 Oct 2026 09:05:00 +0200`, in English in every locale.
  static func date(_ seconds: Int, offset: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let offset = min(max(offset, -86_340), 86_340)
    let time = CivilTime(seconds, offset: offset)
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let minutes = abs(offset) / 60
    return days[((time.day % 7) + 7) % 7] + ", " + two(time.dayOfMonth) + " "
      + months[time.month - 1] + " " + String(time.year) + " " + two(time.hour) + ":"
      + two(time.minute) + ":" + two(time.second) + (offset < 0 ? " -" : " +")
      + two(minutes / 60) + two(minutes % 60)
  }
}
